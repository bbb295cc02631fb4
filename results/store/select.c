// SPDX-License-Identifier: GPL-2.0-only
/*
 * From a word to runs. A path that is there comes first; then the store, by
 * name, by glob, by traits. A word that selects nothing is an error, and says
 * what was looked for where.
 */
#include "store_parts.h"

#include <ctype.h>
#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "recfile.h"
#include "text.h"
#include "units.h"

#define CONDITIONS_MAX 32
#define KEY_BYTES 16

enum { KEY_SINCE = TRAITS, KEY_UNTIL, KEYS };

struct condition {
	unsigned key;		/* enum trait, or one of the above */
	const char *glob;	/* digits of a time for those */
};

struct selection {
	const char *word;
	char store[STORE_PATH_MAX];
	struct runlist found;
	size_t *bad;
	struct condition condition[CONDITIONS_MAX];
	size_t conditions;
	char *text;		/* the word, cut up by conditions */
	char *why;
	size_t size;
};

static void say(struct selection *s, const char *reason)
{
	char word[200];

	snprintf(s->why, s->size, "%s: %s", text_escape(word, sizeof(word), s->word), reason);
}

/* The store's name between two halves of a sentence. */
static void say_store(struct selection *s, const char *before, const char *behind)
{
	char text[400], store[200];

	snprintf(text, sizeof(text), "%s %s%s", before,
		 text_escape(store, sizeof(store), s->store), behind);
	say(s, text);
}

static bool has_glob(const char *word)
{
	return strpbrk(word, "*?[") != NULL;
}

/* "kernel=": a key, its length without the =; 0: none. */
static size_t key_length(const char *word)
{
	size_t len = 0;

	while (islower((unsigned char)word[len]))
		len++;
	return len && len < KEY_BYTES && word[len] == '=' ? len : 0;
}

bool store_is_pattern(const char *word)
{
	return key_length(word) || has_glob(word) || !strcmp(word, "latest");
}

/* 2026-11-30, 20261130T1449: its digits, in place. False: no time. */
static bool digits_of(char *text)
{
	size_t n = 0;

	for (char *p = text; *p; p++) {
		if (isdigit((unsigned char)*p))
			text[n++] = *p;
		else if (!strchr("-:TZ", *p))
			return false;
	}
	text[n] = '\0';
	return n >= 4 && n <= 14 && n % 2 == 0;
}

static int take_condition(struct selection *s, char *text, size_t key_len)
{
	struct condition *c = &s->condition[s->conditions];
	char reason[400], keys[256] = "";
	size_t len = 0;

	if (s->conditions == CONDITIONS_MAX) {
		say(s, "too many conditions");
		return -EINVAL;
	}
	text[key_len] = '\0';
	c->glob = text + key_len + 1;
	c->key = !strcmp(text, "since") ? (unsigned)KEY_SINCE :
		!strcmp(text, "until") ? (unsigned)KEY_UNTIL : (unsigned)trait_find(text);
	if (c->key == TRAITS && strcmp(text, "since")) {
		for (unsigned t = 0; t < TRAITS && len < sizeof(keys); t++)
			len += (size_t)snprintf(keys + len, sizeof(keys) - len, "%s ",
						trait_list[t].name);
		snprintf(reason, sizeof(reason), "%s: no such key; there are: %ssince until",
			 text, keys);
		say(s, reason);
		return -EINVAL;
	}
	if (c->key >= KEY_SINCE && !digits_of(text + key_len + 1)) {
		say(s, "not a date as 2026-11-30");
		return -EINVAL;
	}
	s->conditions++;
	return 0;
}

/* A comma parts conditions where a key follows; values have commas, too. */
static int take_conditions(struct selection *s)
{
	char *text = s->text, *next;
	int ret = 0;

	while (text && !ret) {
		next = text;
		do {
			next = strchr(next + 1, ',');
		} while (next && !key_length(next + 1));
		if (next)
			*next++ = '\0';
		ret = take_condition(s, text, key_length(text));
		text = next;
	}
	return ret;
}

static bool meets(const struct runinfo *r, const struct condition *c)
{
	const size_t len = strlen(c->glob);
	const time_t when = (time_t)r->when;
	char stamp[32];
	struct tm tm;

	if (c->key < TRAITS)
		return glob_match(c->glob, r->trait[c->key]);
	if (!gmtime_r(&when, &tm) || !strftime(stamp, sizeof(stamp), "%Y%m%d%H%M%S", &tm))
		return false;
	return c->key == KEY_SINCE ? strncmp(stamp, c->glob, len) >= 0 :
		strncmp(stamp, c->glob, len) <= 0;
}

static bool meets_all(const struct selection *s, const struct runinfo *r)
{
	for (size_t i = 0; i < s->conditions; i++) {
		if (!meets(r, &s->condition[i]))
			return false;
	}
	return true;
}

/* By the path in the store, a collection on the way, the id; * is more than a name. */
static bool has_name(const struct selection *s, const struct runinfo *r)
{
	const char *path = store_short(r->path);
	char part[STORE_PATH_MAX];

	if (glob_match(s->word, r->trait[TRAIT_ID]) || glob_match(s->word, path))
		return true;
	for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
		snprintf(part, sizeof(part), "%.*s", (int)(slash - path), path);
		if (glob_match(s->word, part))
			return true;
	}
	return false;
}

/* Those runs of the store for which is_wanted says yes; what is not is freed. */
static int scan_store(struct selection *s,
		      bool (*is_wanted)(const struct selection *, const struct runinfo *))
{
	struct runlist all = { .count = 0 };
	int ret = store_all(&all, s->bad, s->why, s->size);

	for (size_t i = 0; i < all.count && !ret; i++) {
		if (is_wanted(s, &all.run[i])) {
			ret = runlist_append(&s->found, &all.run[i]);
			all.run[i] = (struct runinfo){ .path = NULL };
		}
	}
	runlist_free(&all);
	return ret;
}

static int select_latest(struct selection *s)
{
	struct runlist all = { .count = 0 };
	int ret = store_all(&all, s->bad, s->why, s->size);

	if (!ret && all.count)
		ret = runlist_add(&s->found, &all.run[--all.count]);
	runlist_free(&all);
	return ret;
}

static int select_traits(struct selection *s)
{
	int ret;

	s->text = strdup(s->word);
	ret = s->text ? take_conditions(s) : -ENOMEM;
	if (!ret)
		ret = scan_store(s, meets_all);
	if (ret || s->found.count)
		return ret;
	say_store(s, "no run in", " has it; mdlab log lists them");
	return -ENOENT;
}

/* -ENOENT: nothing is there, or a folder without runs. */
static int select_path(struct selection *s, const char *path)
{
	char file[STORE_PATH_MAX];
	struct runinfo run;
	struct stat st;
	int ret;

	if (stat(path, &st))
		return -errno;
	ret = recfile_find(path, file, sizeof(file));
	if (!ret) {
		ret = runinfo_read(&run, path, NULL);
		return ret ? ret : runlist_add(&s->found, &run);
	}
	if (ret == -ENOENT && S_ISDIR(st.st_mode)) {
		ret = walk_collection(&s->found, path, s->bad);
		return ret || s->found.count ? ret : -ENOENT;
	}
	return ret;
}

static bool is_folder(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISDIR(st.st_mode);
}

/* Names of the folder that we are in; those that are no runs are passed over. */
static int select_glob(struct selection *s)
{
	glob_t names = { .gl_pathc = 0 };
	int ret = 0, found = glob(s->word, 0, NULL, &names);
	bool is_run;

	for (size_t i = 0; !found && i < names.gl_pathc && ret != -ENOMEM; i++) {
		ret = select_path(s, names.gl_pathv[i]);
		/* Of files, any may lie here; a folder without a record was a run. */
		is_run = ret != -ENODATA || is_folder(names.gl_pathv[i]);
		*s->bad += ret && ret != -ENOENT && ret != -EINVAL && is_run;
	}
	globfree(&names);
	if (found == GLOB_NOSPACE || ret == -ENOMEM)
		return -ENOMEM;
	return s->found.count ? 0 : -ENOENT;
}

static int select_named(struct selection *s)
{
	char path[STORE_PATH_MAX];
	struct stat st;
	int ret = select_path(s, s->word);
	const bool is_there = !stat(s->word, &st);

	if (ret == -ENOENT && has_glob(s->word))
		ret = select_glob(s);
	/* No name begins with a dot there: this folder without runs is not all of the store. */
	if (ret == -ENOENT && s->word[0] && !strchr("/.", s->word[0]) && !strstr(s->word, "..") &&
	    (size_t)snprintf(path, sizeof(path), "%s/%s", s->store, s->word) < sizeof(path))
		ret = select_path(s, path);
	if (ret == -ENOENT && !is_there) {
		ret = scan_store(s, has_name);
		if (!ret && !s->found.count)
			ret = -ENOENT;
		if (ret != -ENOENT)
			return ret;
	}
	if (ret == -ENOENT && is_there)
		say(s, "no run is in it");
	else if (ret == -ENOENT)
		say_store(s, "no such path, and no run in", " has this name; mdlab log lists them");
	else if (ret)
		say(s, ret == -EINVAL ? "neither a folder nor a file" : ret == -ENODATA ?
		    "no record is in it" : ret == -E2BIG ? "too many folders to be one of runs" :
		    strerror(-ret));
	return ret;
}

int store_select(struct runlist *list, const char *word, size_t *bad, char *why, size_t size)
{
	struct selection *s = calloc(1, sizeof(*s));
	struct stat st;
	int ret;

	if (size)
		why[0] = '\0';
	if (!s)
		return -ENOMEM;
	s->word = word;
	s->bad = bad;
	s->why = why;
	s->size = size;
	store_folder(s->store, sizeof(s->store));
	if (key_length(word) && stat(word, &st))
		ret = select_traits(s);
	else if (!strcmp(word, "latest") && stat(word, &st))
		ret = select_latest(s);
	else
		ret = select_named(s);
	if (!ret && !s->found.count) {
		say_store(s, "no run is in", "; make run makes one");
		ret = -ENOENT;
	}
	runlist_sort(&s->found);
	for (size_t i = 0; i < s->found.count && !ret; i++) {
		ret = runlist_add(list, &s->found.run[i]);
		s->found.run[i] = (struct runinfo){ .path = NULL };
	}
	if (ret == -ENOMEM)
		say(s, "out of memory");
	runlist_free(&s->found);
	free(s->text);
	free(s);
	return ret;
}
