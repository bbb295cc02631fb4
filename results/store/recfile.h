/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A run's file, read from front to back without keeping it: for histories of
 * thousands of results. It takes what records_load takes and refuses what that
 * refuses; results come cut down to what is compared (prune.h), whole where they
 * are not as we write them.
 */
#ifndef RECFILE_H
#define RECFILE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

struct recfile {
	int fd;
	bool is_sink;		/* frames among other lines */
	const char *path;	/* of the file; the caller's */
	uint64_t device, inode, size;
	time_t changed;
	uint64_t wrong;		/* lines that were no record, so far */
	char why[160];		/* the first of them; "" */
};

/* The records file of a folder, or path itself. 0 or -errno, -ENOENT for a folder of others. */
int recfile_find(const char *path, char *file, size_t size);
/* 0 or -errno; -EINVAL: not a file, -EFBIG: larger than a run can be. */
int recfile_open(struct recfile *f, const char *path);
void recfile_close(struct recfile *f);

/*
 * Hands each right record to take, in the order of the file, until it says -ECANCELED
 * (0 is returned then) or another error (returned). The record is the caller's
 * no longer than that. 0 or -errno.
 */
int recfile_each(struct recfile *f, int (*take)(const json_t *record, void *arg), void *arg);
/* The end record, looked for at the end; NULL: it is not there. The caller's to free. */
json_t *recfile_end(struct recfile *f, const char *run);

#endif
