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
