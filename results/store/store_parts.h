/* SPDX-License-Identifier: GPL-2.0-only */
/* Between the files of the store; all others take store.h. */
#ifndef STORE_PARTS_H
#define STORE_PARTS_H

#include "store.h"

#define STORE_PATH_MAX 4096

/* The folder that a run's folder or file is in. False: too long. */
bool path_parent(char *buf, size_t size, const char *path);

/*
 * One run; plan is that of the folder it is in, NULL: look for it. 0 or -errno:
 * -ENODATA where its file has no record and nothing else tells of a run.
 */
int runinfo_read(struct runinfo *r, const char *path, const json_t *plan);
void runinfo_free(struct runinfo *r);

/* The list takes over what r has, or it is freed: also on an error. */
int runlist_append(struct runlist *list, struct runinfo *r);
/* Unless it is there. */
int runlist_add(struct runlist *list, struct runinfo *r);
void runlist_sort(struct runlist *list);

/*
 * Add all runs of a collection. Links are not followed. Runs and folders that
 * cannot be read are counted. 0 or -errno; -E2BIG: too many folders to be one.
 */
int walk_collection(struct runlist *list, const char *path, size_t *bad);

#endif
