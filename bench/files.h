/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Many small files in a folder of their own: made, looked at, deleted. Shared
 * by bonnie's file phases and by meta; each says what its files are like.
 *
 * Outside the window: names, order, the making of folders. Inside: every call
 * on a file; in bonnie's deletion the removal of the folders too, and where
 * sync_inside says so a sync(2) at the end of creation and deletion (its time
 * is told as fsync_ns, being a part of the window).
 *
 * Latency is that of a whole file: open to close, stat (to close where it has
 * contents, which are read), unlink. Calls go by descriptor of the folder,
 * where bonnie++ changes its working directory: the kernel looks up as many
 * names. Folders are read with getdents64(2) in pieces of 32 KiB, as by glibc;
 * musl's readdir() would ask sixteen times as often.
 */
#ifndef FILES_H
#define FILES_H

#include "work.h"

enum files_op { FILES_CREATE, FILES_STAT, FILES_DELETE };
enum files_naming {
	NAMES_PLAIN,		/* 10 digits */
	/* bonnie++: 7 digits (1.03) or 10 hexadecimal ones (2.00), up to 12 letters */
	NAMES_DECIMAL, NAMES_HEX
};

/* For bytes_max: links to the first file, which is empty. */
#define FILES_HARD_LINKS UINT64_MAX
#define FILES_SYMLINKS (UINT64_MAX - 1)

struct files_plan {
	const char *path;	/* the folder that holds them, made with them */
	uint64_t files;
	uint64_t folders;	/* in it; 1: none, the files are in path itself */
	uint64_t bytes_min, bytes_max;	/* uniform, both ends included */
	uint64_t chunk_bytes;	/* of their writes and reads; 0: 8192 */
	enum files_naming naming;
	/*
	 * Random: letters before the number, stat and deletion shuffled by the
	 * seed. Else after it, and in the order in which the folders list them.
	 */
	bool is_random;
	bool is_round_robin;	/* over the folders; else bonnie++'s blocks of n / folders + 1 */
	bool is_exclusive;	/* O_CREAT|O_EXCL|O_WRONLY; else creat(2) */
	bool fsync_each;	/* file and folder, after each creation; folder, after deletion */
	bool sync_inside;
	bool rmdir_inside;
};

/*
 * Not timed: what op needs is there: nothing before a creation, else the files
 * of such a plan. Adds to *written. 0 or -errno, a sentence in why.
 */
int files_prepare(const struct work *w, const struct files_plan *p, enum files_op op,
		  uint64_t *written, char *why, size_t size);
/* Runs op and fills r. After a failure the folder holds what it held then. */
void files_run(const struct work *w, const struct files_plan *p, enum files_op op,
	       struct work_result *r);
/* Removes path and all in it, and nothing through a link. 0 or -errno; 0 if not there. */
int files_remove(const char *path);

#endif
