// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lists of runs, and the walk through a collection. A run's folder ends the way
 * down, links are not followed, and depth and number are bounded, so a walk ends
 * whatever folder it was sent into.
 */
#include "store_parts.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "recfile.h"

#define DEPTH_MAX 5		/* store, collections in it, and one more */
#define FOLDERS_MAX 200000

struct walk {
	struct runlist *list;
	size_t *bad;
	unsigned folders;
};

int runlist_append(struct runlist *list, struct runinfo *r)
{
	struct runinfo *grown;
	size_t room;

	if (list->count == list->room) {
		room = list->room ? 2 * list->room : 16;
		grown = reallocarray(list->run, room, sizeof(*grown));
		if (!grown) {
			runinfo_free(r);
			return -ENOMEM;
		}
		list->run = grown;
		list->room = room;
	}
	list->run[list->count++] = *r;
	return 0;
}

int runlist_add(struct runlist *list, struct runinfo *r)
{
	for (size_t i = 0; i < list->count; i++) {
		if (list->run[i].inode == r->inode && list->run[i].device == r->device) {
			runinfo_free(r);
			return 0;
		}
	}
	return runlist_append(list, r);
}

void runlist_free(struct runlist *list)
{
	for (size_t i = 0; i < list->count; i++)
		runinfo_free(&list->run[i]);
	free(list->run);
	*list = (struct runlist){ .run = NULL };
}

static int compare_runs(const void *a, const void *b)
{
	const struct runinfo *x = a, *y = b;

	if (x->when != y->when)
		return x->when < y->when ? -1 : 1;
	return strcmp(x->path, y->path);
}

void runlist_sort(struct runlist *list)
{
	if (list->count)
		qsort(list->run, list->count, sizeof(*list->run), compare_runs);
}

static bool is_folder(const char *path, const struct dirent *entry)
{
	struct stat st;

	if (entry->d_type != DT_UNKNOWN)
		return entry->d_type == DT_DIR;
	return !lstat(path, &st) && S_ISDIR(st.st_mode);
}

static int walk_folder(struct walk *w, const char *path, unsigned depth);

/* A run, or a folder that may hold some. */
static int take_folder(struct walk *w, const char *path, const json_t *plan, unsigned depth)
{
	char file[STORE_PATH_MAX];
	struct runinfo run;
	int ret;

	if (++w->folders > FOLDERS_MAX)
		return -E2BIG;
	ret = recfile_find(path, file, sizeof(file));
	if (ret == -ENOENT)
		return depth < DEPTH_MAX ? walk_folder(w, path, depth + 1) : 0;
	if (!ret)
		ret = runinfo_read(&run, path, plan);
	if (!ret)
		return runlist_append(w->list, &run);
	if (ret == -ENOMEM)
		return ret;
	++*w->bad;
	return 0;
}

static int walk_folder(struct walk *w, const char *path, unsigned depth)
{
	char child[STORE_PATH_MAX];
	const char *sep = path[strlen(path) - 1] == '/' ? "" : "/";
	struct dirent *entry;
	DIR *folder = opendir(path);
	json_t *plan;
	int ret = 0;

	if (!folder && !depth)
		return -errno;
	if (!folder) {
		++*w->bad;
		return 0;
	}
	/* An object without kernels tells the runs that no plan is there. */
	plan = planfile_read(path);
	if (!plan)
		plan = json_object();
	while (!ret && (entry = readdir(folder))) {
		if (entry->d_name[0] == '.' ||
		    (size_t)snprintf(child, sizeof(child), "%s%s%s", path, sep,
				     entry->d_name) >= sizeof(child))
			continue;
		if (is_folder(child, entry))
			ret = take_folder(w, child, plan, depth);
	}
	json_decref(plan);
	closedir(folder);
	return ret;
}

int walk_collection(struct runlist *list, const char *path, size_t *bad)
{
	struct walk w = { .list = list, .bad = bad };

	return *path ? walk_folder(&w, path, 0) : -ENOENT;
}
