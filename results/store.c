// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where the runs are, and whole collections of them.
 */
#include "store_parts.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "recfile.h"
#include "text.h"

#define RUNS "results/runs"

static bool is_root(const char *path)
{
	char name[STORE_PATH_MAX];

	return (size_t)snprintf(name, sizeof(name), "%s/kernel-configs/build.mk", path) <
		sizeof(name) && !access(name, F_OK);
}

/* Of a program in build/ of the project, or deeper: above it. */
static bool find_root(char *path, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", path, size - 1);
	char *slash;

	if (n <= 0)
		return false;
	path[n] = '\0';
	while ((slash = strrchr(path, '/'))) {
		*slash = '\0';
		if (is_root(path))
			return true;
	}
	return false;
}

const char *store_folder(char *buf, size_t size)
{
	const char *runs = getenv("MDBENCH_RUNS"), *root = getenv("MDBENCH_ROOT");
	char found[PATH_MAX];

	if (runs && *runs)
		snprintf(buf, size, "%s", runs);
	else if (root && *root)
		snprintf(buf, size, "%s/" RUNS, root);
	else if (find_root(found, sizeof(found)))
		snprintf(buf, size, "%s/" RUNS, found);
	else
		snprintf(buf, size, RUNS);
	return buf;
}

const char *store_short(const char *path)
{
	char folder[STORE_PATH_MAX];
	size_t len;

	store_folder(folder, sizeof(folder));
	len = strlen(folder);
	while (len > 1 && folder[len - 1] == '/')
		len--;
	if (strncmp(path, folder, len) || path[len] != '/')
		return path;
	path += len;
	return path + strspn(path, "/");
}

int store_all(struct runlist *list, size_t *bad, char *why, size_t size)
{
	char folder[STORE_PATH_MAX], text[200];
	int ret;

	if (size)
		why[0] = '\0';
	ret = walk_collection(list, store_folder(folder, sizeof(folder)), bad);
	if (ret == -ENOENT)
		ret = 0;
	if (ret)
		snprintf(why, size, "%s: %s", text_escape(text, sizeof(text), folder),
			 ret == -E2BIG ? "too many folders to be one of runs" : strerror(-ret));
	runlist_sort(list);
	return ret;
}

/* A folder that is no run; path is where it is. */
static bool find_collection(const char *word, char *path, size_t size)
{
	char folder[STORE_PATH_MAX], file[STORE_PATH_MAX];
	const char *const lead[] = { "", store_folder(folder, sizeof(folder)), };

	for (size_t i = 0; i < 2; i++) {
		if ((size_t)snprintf(path, size, "%s%s%s", lead[i], i ? "/" : "", word) >= size)
			continue;
		if (!access(path, F_OK))
			return recfile_find(path, file, sizeof(file)) == -ENOENT;
	}
	return false;
}

bool store_is_collection(const char *word)
{
	struct runlist list = { .count = 0 };
	char path[STORE_PATH_MAX];
	const struct runinfo *a, *b;
	bool is_many = false;
	size_t bad = 0;

	if (!*word || !find_collection(word, path, sizeof(path)))
		return false;
	if (walk_collection(&list, path, &bad) == 0) {
		for (size_t i = 1; i < list.count && !is_many; i++) {
			a = &list.run[0];
			b = &list.run[i];
			is_many = strcmp(a->key, b->key) ||
				strcmp(a->trait[TRAIT_KERNEL], b->trait[TRAIT_KERNEL]);
		}
	}
	runlist_free(&list);
	return is_many;
}
