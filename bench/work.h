/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How a row is run. A family (dd, bonnie, tio, rand, meta) prepares files,
 * runs one row and fills a result; the clock, the records, the verdicts and
 * the command line are the same for all and are not the family's business
 * (runtest.c in the appliance, workcmd.c on a host).
 *
 * Families never print and never exit. Between start and stop of a row they do
 * not allocate, lock, log or format.
 */
#ifndef WORK_H
#define WORK_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "hist.h"
#include "row.h"

#define WORK_WHY 192		/* room for one sentence */

struct json;

/* What the rows of one family left on one place; zeros before the first. */
struct work_state {
	uint64_t written_bytes;	/* of the family's main files, real blocks, from 0 */
	unsigned streams;	/* files they are spread over */
	uint64_t files;		/* small files that a create phase left */
	uint64_t detail[4];	/* the family's own */
};

/* One row, on one place. */
struct work {
	const struct row *row;
	/*
	 * A folder, in which the family makes files of its own names and removes
	 * them; or, is_single, the one file or device that it reads and writes.
	 * Where a folder is given to a family that needs but one file, the file
	 * is folder/mdbench.FAMILY.
	 */
	const char *path;
	bool is_single;
	bool is_device;		/* path is a block device */
	bool exclusive;		/* open it with O_EXCL: the kernel says who has it */
	/*
	 * Nothing may be written: what is_single names is read as it is. prepare
	 * is not called then, and the row does not move data but to read.
	 */
	bool read_only;
	uint64_t offset_bytes;	/* where in a single file or device it begins */
	uint64_t bytes;		/* resolved from row, suite and request; all streams */
	uint64_t ops;		/* likewise; of all streams */
	uint64_t align_bytes;	/* of random offsets; 0: block_bytes */
	uint64_t seed;		/* of random offsets, names and data */
	bool verify;		/* blocks carry a stamp (data.h), reads check it */
	uint64_t run_tag;	/* of the stamps */
	struct work_state *state;
	const volatile sig_atomic_t *stop;	/* NULL, or end soon when it is set */
	/* NULL, or called when the window has ended and a sync after it begins. */
	void (*window_end)(void *arg);
	void *window_arg;
	/* NULL, or asked when all is open and before a byte moves: 0 or -errno. */
	int (*check)(const void *arg);
	const void *check_arg;
};

/* A worker: a thread or a process. Times are of CLOCK_MONOTONIC. */
struct work_stream {
	uint64_t begin_ns, end_ns;	/* its own part of the window */
	uint64_t bytes, ops;
	uint64_t user_ns, sys_ns, cpu_ns;	/* as cputime.h has them */
	uint64_t full_in, partial_in, full_out, partial_out;	/* dd's counters */
};

struct work_result {
	uint64_t bytes, ops;	/* that the figure counts */
	uint64_t read_bytes, written_bytes;	/* that the calls moved, no more */
	uint64_t wall_ns;	/* the window, as the family's header defines it */
	uint64_t open_ns, io_ns, fsync_ns, close_ns, sync_ns;	/* its parts */
	bool did_fsync, did_close, did_sync;	/* else the part is null */
	uint64_t syncfs_ns;	/* what syncfs(2) took of sync_ns, before sync(2) */
	bool did_syncfs;
	uint64_t user_ns, sys_ns, cpu_ns;	/* of all workers, each counted once */
	/*
	 * As the original counted: bonnie++ 2.00a and tiotest 0.3 add up the
	 * whole process's time once a thread. The same as user + sys elsewhere.
	 */
	uint64_t old_cpu_ns;
	bool tail_buffered;	/* O_DIRECT was dropped for an odd tail, as dd does */
	uint64_t over_2s, over_10s;	/* calls that took longer (tio) */
	uint64_t errors;	/* that were met and gone on from (EINTR, EAGAIN, short) */
	struct hist read, write;	/* times of the calls; other calls in other */
	struct hist other;
	const char *other_call;	/* what other timed: "create", "stat", "unlink" */
	const char *engine;	/* that ran, where the row's own was missing too; or NULL */
	unsigned streams;
	struct work_stream stream[ROW_STREAMS_MAX];
	/* What ended it early; failed NULL: nothing did. */
	const char *failed;	/* call: "open", "write", "fsync", "verify", "signal" … */
	const char *failed_object;	/* of what: path or NULL; outlives the result */
	uint64_t failed_offset;
	int error;		/* errno; EILSEQ for verify; EINTR for signal */
	/* This machine cannot run it: a sentence. Nothing was measured then. */
	char unsupported[WORK_WHY];
};

struct work_options;

struct family {
	const char *name, *help;
	/*
	 * Not timed. What the row needs is there when it returns: files with
	 * blocks that were written, or none where it makes them. Sets *written to
	 * the bytes that it wrote. 0, or -errno with a sentence in why.
	 */
	int (*prepare)(struct work *w, uint64_t *written, char *why, size_t size);
	/* Runs the row and fills r (already cleared by work_begin()). */
	void (*run)(struct work *w, struct work_result *r);
	/* Removes every file that the rows made. May be called twice. */
	void (*cleanup)(struct work *w);
	/* Members beyond the common ones, of settings and of the result; or NULL. */
	void (*settings)(const struct work *w, struct json *j);
	void (*figures)(const struct work *w, const struct work_result *r, struct json *j);
	/* Likewise of each object in streams; or NULL. */
	void (*stream_figures)(const struct work_stream *s, struct json *j);
	/*
	 * The command line. Rows from options (at most max): how many, or -EINVAL
	 * with a sentence in why. print: the traditional text of all rows' results.
	 */
	int (*command_rows)(const struct work_options *o, struct row *rows, size_t max,
			    char *why, size_t size);
	void (*print)(const struct work_options *o, const struct work *works,
		      const struct work_result *const *results, size_t n, FILE *out);
};

extern const struct family dd_family, bonnie_family, tio_family, rand_family, meta_family;
extern const struct family *const family_list[];	/* ends with NULL */
const struct family *family_find(const char *name);	/* or NULL */

void work_begin(struct work_result *r);		/* clear it */
/* Note the first failure; later ones change nothing. Returns -error. */
int work_fail(struct work_result *r, const char *call, const char *object,
	      uint64_t offset, int error);
bool work_is_stopped(const struct work *w);
uint64_t work_now_ns(void);			/* CLOCK_MONOTONIC */
/* "write at 4096 of FILE: reason". Returns buf. */
const char *work_describe(const struct work_result *r, char *buf, size_t size);
/* Nanoseconds in which all streams ran, and from the first's start to the last's end. */
void work_overlap(const struct work_result *r, uint64_t *together_ns, uint64_t *span_ns);
/* "settings" object and all figures of a result record (results/schema.md). */
void work_settings_json(const struct work *w, const struct family *f, struct json *j);
void work_result_json(const struct work *w, const struct family *f,
		      const struct work_result *r, struct json *j);

#endif
