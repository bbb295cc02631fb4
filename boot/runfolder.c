// SPDX-License-Identifier: GPL-2.0-only
/*
 * Makes and tidies the folder of a run.
 */
#include "runfolder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "store.h"

#define NAME_ROOM 200		/* what lies in a folder has names, too */

static void make_id(struct runfolder *r, const char *suite, const char *label)
{
	unsigned char hex[2] = { 0, 0 };
	char stamp[32];
	time_t now = time(NULL);
	struct tm tm;

	gmtime_r(&now, &tm);
	strftime(stamp, sizeof(stamp), "%Y%m%dT%H%M%SZ", &tm);
	if (getrandom(hex, sizeof(hex), 0) != (ssize_t)sizeof(hex))
		hex[0] = (unsigned char)getpid();
	/* The label gives way so that the random part is never cut off. */
	snprintf(r->id, sizeof(r->id), "%s-%.12s-%.*s-%02x%02x", stamp, suite,
		 (int)(sizeof(r->id) - strlen(stamp) - strnlen(suite, 12) - 8), label, hex[0],
		 hex[1]);
}

static int name_files(struct runfolder *r, struct fail *f)
{
	const struct {
		char *path;
		const char *name;
	} row[] = {
		{ r->console_raw, "console.raw" }, { r->records_raw, "records.raw" },
		{ r->initrd, "initrd" }, { r->disks, "disks" }, { r->records, "records.jsonl" },
		{ r->console, "console.log" }, { r->command, "command" },
		{ r->verdict, "verdict" },
	};

	if (strlen(r->path) > sizeof(r->path) - 40)
		return fail_set(f, STATUS_USAGE, "out: path too long");
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		snprintf(row[i].path, PATH_MAX, "%s/%s", r->path, row[i].name);
	return 0;
}

int folder_name(char *buf, size_t size, const char *path, struct fail *f)
{
	char cwd[PATH_MAX / 4] = "";

	if (path[0] != '/' && !getcwd(cwd, sizeof(cwd)))
		return fail_set(f, STATUS_NOT_STARTED, "out: current folder: %s", strerror(errno));
	if (snprintf(buf, size, "%s%s%s", cwd, cwd[0] ? "/" : "", path) >= (int)size - NAME_ROOM)
		return fail_set(f, STATUS_USAGE, "out: path too long");
	return 0;
}

int folder_of_runs(char *buf, size_t size, struct fail *f)
{
	char store[PATH_MAX];

	return folder_name(buf, size, store_folder(store, sizeof(store)), f);
}

int runfolder_name(struct runfolder *r, const char *suite, const char *label, const char *out,
		   struct fail *f)
{
	int ret;

	memset(r, 0, sizeof(*r));
	make_id(r, suite, label);
	if (out && *out) {
		ret = folder_name(r->path, sizeof(r->path), out, f);
	} else {
		ret = folder_of_runs(r->runs, sizeof(r->runs), f);
		snprintf(r->path, sizeof(r->path), "%.*s/%s",
			 (int)(sizeof(r->path) - sizeof(r->id) - 1), r->runs, r->id);
	}
	return ret ? ret : name_files(r, f);
}

void glob_literal(char *buf, size_t size, const char *path)
{
	size_t len = 0;

	for (const char *p = path; *p && len + 2 < size; p++) {
		if (strchr("*?[\\", *p))
			buf[len++] = '\\';
		buf[len++] = *p;
	}
	buf[len] = '\0';
}

static int mkdir_parents(const char *path)
{
	char part[PATH_MAX];

	snprintf(part, sizeof(part), "%s", path);
	for (char *slash = part + 1; (slash = strchr(slash, '/')); slash++) {
		*slash = '\0';
		if (mkdir(part, 0777) < 0 && errno != EEXIST)
			return -errno;
		*slash = '/';
	}
	return 0;
}

int folder_make(const char *path)
{
	int ret = mkdir_parents(path);

	if (ret < 0)
		return ret;
	return mkdir(path, 0777) < 0 && errno != EEXIST ? -errno : 0;
}

static bool is_empty(const char *path)
{
	DIR *dir = opendir(path);
	const struct dirent *e;
	bool empty = true;

	if (!dir)
		return false;
	while (empty && (e = readdir(dir)))
		empty = !strcmp(e->d_name, ".") || !strcmp(e->d_name, "..") ||
			!strcmp(e->d_name, "lost+found");
	closedir(dir);
	return empty;
}

static int make_out(struct runfolder *r, struct fail *f)
{
	struct stat st;
	int ret = mkdir_parents(r->path);

	if (ret < 0)
		return fail_set(f, STATUS_NOT_STARTED, "out: %s: %s", r->path, strerror(-ret));
	if (mkdir(r->path, 0777) == 0) {
		r->is_made = true;
		return 0;
	}
	if (errno != EEXIST)
		return fail_set(f, STATUS_NOT_STARTED, "out: %s: %s", r->path, strerror(errno));
	if (stat(r->path, &st) < 0 || !S_ISDIR(st.st_mode))
		return fail_set(f, STATUS_USAGE, "out: %s: not a folder", r->path);
	if (!is_empty(r->path))
		return fail_set(f, STATUS_USAGE, "out: %s: not empty; give a new or an empty "
				"folder", r->path);
	return 0;
}

/* A socket's path must be short, so a long TMPDIR cannot serve. */
static int make_private(struct runfolder *r, struct fail *f)
{
	const char *place[3] = { getenv("XDG_RUNTIME_DIR"), getenv("TMPDIR"), "/tmp" };

	for (int i = 0; i < 3; i++) {
		if (!place[i] || place[i][0] != '/' || strchr(place[i], ',') ||
		    snprintf(r->private, sizeof(r->private), "%s/mdlab.XXXXXX", place[i]) >=
		    (int)sizeof(r->private))
			continue;
		if (mkdtemp(r->private)) {
			snprintf(r->socket, sizeof(r->socket), "%s/qmp", r->private);
			return 0;
		}
	}
	r->private[0] = '\0';
	return fail_set(f, STATUS_NOT_STARTED, "no private folder in XDG_RUNTIME_DIR, TMPDIR or "
			"/tmp: %s", strerror(errno));
}

static int make_file(const char *path, struct fail *f)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);

	if (fd < 0)
		return fail_set(f, STATUS_NOT_STARTED, "out: %s: %s", path, strerror(errno));
	close(fd);
	return 0;
}

int runfolder_make(struct runfolder *r, struct fail *f)
{
	int ret = make_out(r, f);

	if (ret < 0)
		return ret;
	ret = make_private(r, f);
	if (ret == 0)
		ret = make_file(r->console_raw, f);
	if (ret == 0)
		ret = make_file(r->records_raw, f);
	if (ret < 0)
		runfolder_remove(r);
	return ret;
}

void runfolder_drop_socket(struct runfolder *r)
{
	if (!r->private[0])
		return;
	unlink(r->socket);
	rmdir(r->private);
	r->private[0] = '\0';
}

void runfolder_tidy(struct runfolder *r)
{
	unlink(r->initrd);
	unlink(r->console_raw);
	unlink(r->records_raw);
	runfolder_drop_socket(r);
}

void runfolder_remove(struct runfolder *r)
{
	runfolder_tidy(r);
	unlink(r->records);
	unlink(r->console);
	unlink(r->command);
	unlink(r->verdict);
	if (r->is_made)
		rmdir(r->path);
}

int runfolder_set_latest(const struct runfolder *r)
{
	char link[PATH_MAX], temporary[PATH_MAX];
	int error;

	if (!r->runs[0])
		return 0;
	snprintf(link, sizeof(link), "%s/latest", r->runs);
	snprintf(temporary, sizeof(temporary), "%s/.latest-%s", r->runs, r->id);
	/* The name of a matrix is the same each time: one that was killed may have left it. */
	unlink(temporary);
	if (symlink(r->id, temporary) < 0)
		return -errno;
	if (rename(temporary, link) == 0)
		return 0;
	error = errno;
	unlink(temporary);
	return -error;
}

int runfolder_write(const char *path, const char *text, unsigned long len)
{
	char temporary[PATH_MAX + 8];
	int error = 0;
	FILE *out;

	snprintf(temporary, sizeof(temporary), "%s.new", path);
	out = fopen(temporary, "wxe");
	if (!out)
		return -errno;
	if (fwrite(text, 1, len, out) != len || fflush(out) != 0 || fsync(fileno(out)) < 0)
		error = errno;
	if (fclose(out) != 0 && !error)
		error = errno;
	if (!error && rename(temporary, path) < 0)
		error = errno;
	if (error)
		unlink(temporary);
	return -error;
}
