/* SPDX-License-Identifier: GPL-2.0-only */
/* Names and folders of a plan, ready before a window opens, and the calls in it. */
#ifndef FILESET_H
#define FILESET_H

#include "data.h"
#include "files.h"

#define FILESET_NAME 40		/* "0000017/" + 12 letters + 10 digits, NUL */
#define FILESET_FOLDER 12
#define FILESET_LIST_BYTES 32768

struct fileset {
	const struct files_plan *plan;
	const struct work *work;
	int dir;			/* of plan->path */
	char (*name)[FILESET_NAME];	/* by index, folder and all, from plan->path */
	uint32_t *order;		/* of stat and deletion, if random */
	int *sub;			/* descriptors of the folders, for fsync_each; or NULL */
	char *buf;			/* chunk_bytes */
	char *list;			/* FILESET_LIST_BYTES, of getdents64 */
	size_t chunk_bytes;
	uint64_t seed;
};

/* One pass over them. */
struct files_pass {
	struct fileset *s;
	struct work_result *r;
	struct prng prng;	/* of sizes */
};

/* What is timed (filecalls.c): 0, or -errno with r->failed set. */
int files_calls(struct files_pass *p, enum files_op op);

/* Names only; nothing on disk is touched. */
int fileset_begin(struct fileset *s, const struct work *w, const struct files_plan *p);
void fileset_end(struct fileset *s);
int fileset_make_folders(struct fileset *s);
int fileset_open_folders(struct fileset *s);	/* after making, or of ones that are there */
/* Folder number i as a name, "" where the files are in the path itself. */
const char *fileset_folder(const struct files_plan *p, uint64_t i, char *buf, size_t size);
uint64_t fileset_folder_of(const struct files_plan *p, uint64_t file);

#endif
