// SPDX-License-Identifier: GPL-2.0-only
/*
 * The revision that git has checked out, and the collection that a bisection's
 * runs are kept in: one folder for the same tree and the same words, so that a
 * bisection that is gone on with finds it again. Each attempt at a revision has
 * a key of its own, as kernels of a matrix have.
 */
#include "bisect_parts.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "hash.h"
#include "runfolder.h"
#include "store.h"
#include "text.h"

#define ATTEMPTS_MAX 99
#define SHORT_COMMIT 12

/* The first line that git prints, without line end. 0 or negative with f filled. */
static int git_ask(struct bisect *b, char *const *words, char *buf, size_t size, struct fail *f)
{
	char tool[PATH_MAX], out[8192];
	char *argv[8] = { tool };
	int ret;

	if (child_find("git", tool, sizeof(tool)) < 0)
		return fail_set(f, STATUS_USAGE, "git: not found; install git");
	for (int i = 0; i < 6 && words[i]; i++)
		argv[i + 1] = words[i];
	ret = child_capture(argv, CAPTURE_STDERR_OURS, 60, &b->signals, out, sizeof(out));
	out[strcspn(out, "\n")] = '\0';
	if (ret == -EINTR)
		return ret;
	if (ret != 0)
		return fail_set(f, STATUS_USAGE, "git: names no revision here; run it in a git "
				"tree");
	snprintf(buf, size, "%.*s", (int)size - 1, out);
	return 0;
}

static int read_revision(struct bisect *b, char *top, size_t size, struct fail *f)
{
	char log[] = "log", one[] = "-1", format[] = "--format=%H %s", none[] = "--no-color";
	char parse[] = "rev-parse", toplevel[] = "--show-toplevel";
	char *const log_words[] = { log, one, none, format, NULL };
	char *const top_words[] = { parse, toplevel, NULL };
	char line[256];
	size_t len;
	int ret = git_ask(b, log_words, line, sizeof(line), f);

	if (ret == 0)
		ret = git_ask(b, top_words, top, size, f);
	if (ret < 0)
		return ret;
	len = strspn(line, "0123456789abcdef");
	if (len < SHORT_COMMIT || len >= sizeof(b->commit))
		return fail_set(f, STATUS_USAGE, "git: names no revision here; run it in a git "
				"tree");
	snprintf(b->commit, sizeof(b->commit), "%.*s", (int)len, line);
	text_escape(b->subject, sizeof(b->subject), line + len + (line[len] == ' '));
	return 0;
}

/* Is there a run of this key, or a revision that came to none, in the folder? */
static bool is_taken(const struct bisect *b, const char *key)
{
	char log[BISECT_KEY_MAX + 16];
	DIR *dir = opendir(b->folder);
	const struct dirent *e;
	bool found = false;

	snprintf(log, sizeof(log), "build-%s.log", key);
	while (dir && !found && (e = readdir(dir)))
		found = !strcmp(e->d_name, log) || run_is_of_key(e->d_name, key, NULL);
	if (dir)
		closedir(dir);
	return found;
}

static int choose_key(struct bisect *b, struct fail *f)
{
	for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
		if (attempt == 1)
			snprintf(b->key, sizeof(b->key), "%.*s", SHORT_COMMIT, b->commit);
		else
			snprintf(b->key, sizeof(b->key), "%.*s.%d", SHORT_COMMIT, b->commit,
				 attempt);
		if (!is_taken(b, b->key))
			return 0;
	}
	return fail_set(f, STATUS_USAGE, "%s: holds %d attempts at this revision; remove it",
			b->folder, ATTEMPTS_MAX);
}

int bisect_open(struct bisect *b, int argc, char **argv, struct fail *f)
{
	char top[PATH_MAX / 2], store[PATH_MAX / 2], name[128], real[PATH_MAX];
	uint64_t hash = HASH_BEGIN;
	int ret = read_revision(b, top, sizeof(top), f);

	if (ret < 0)
		return ret;
	hash = hash_text(hash, top);
	for (int i = 0; i < argc; i++)
		hash = hash_text(hash, argv[i]);
	if (b->o.save)
		snprintf(name, sizeof(name), "%s", b->o.save);
	else
		snprintf(name, sizeof(name), "bisect-%08" PRIx32, hash_short(hash));
	store_folder(store, sizeof(store));
	if (snprintf(b->folder, sizeof(b->folder), "%s/%s", store, name) >=
	    (int)sizeof(b->folder) - 64)
		return fail_set(f, STATUS_USAGE, "%s: path too long", store);
	ret = folder_make(b->folder);
	if (ret < 0)
		return fail_set(f, STATUS_USAGE, "%s: %s", b->folder, strerror(-ret));
	if (!realpath(b->folder, real) ||
	    snprintf(b->folder, sizeof(b->folder), "%s", real) >= (int)sizeof(b->folder) - 64)
		return fail_set(f, STATUS_USAGE, "%s: path too long", store);
	return choose_key(b, f);
}

int bisect_runs_word(const struct bisect *b, char *buf, size_t size)
{
	size_t len;

	glob_literal(buf, size, b->folder);
	len = strlen(buf);
	if (snprintf(buf + len, size - len, "/r*-%s", b->key) >= (int)(size - len))
		return -ENAMETOOLONG;
	return 0;
}
