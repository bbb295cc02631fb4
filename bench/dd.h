/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The dd workload: GNU dd's copy loop and GNU dd's timed window (from after
 * the opens to after the closes; an fsync or fdatasync at the end is inside,
 * a final sync is not and is timed apart). Opening truncates outside the clock.
 * Many at once start together, each with its own window.
 */
#ifndef DD_H
#define DD_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "hist.h"
#include "row.h"

struct dd_job {
	/*
	 * Exactly one is what is measured. in NULL: no read; data that were made
	 * before the clock started are written, and again from their beginning.
	 */
	const char *in, *out;
	bool is_write;		/* out is; else in is */
	uint64_t block_bytes;
	uint64_t count;		/* blocks; UINT64_MAX: to the end of the input */
	uint64_t in_offset, out_offset;	/* where to begin: skip=, seek= */
	unsigned in_flags, out_flags;	/* enum row_flag */
	enum row_finish finish;
	bool notrunc;		/* conv=notrunc; always so for a device */
	bool sync_after;	/* sync(2), timed apart */
	bool exclusive;		/* O_EXCL on a device: the kernel says who has it */
	bool makes_file;	/* out must not be there yet; else it is truncated */
	enum data_pattern data;	/* where in is NULL */
	uint64_t seed;
	/* Stamp each block that is written; check each that is read (data.h). */
	bool verify;
	uint64_t run_tag;
	const volatile sig_atomic_t *stop; /* NULL, or end when a handler has set it */
	/* NULL, or called between the window and the sync after it. */
	void (*window_end)(void *arg);
	void *window_arg;
	/* NULL, or asked when all is open and before a byte moves: 0 or -errno. */
	int (*check)(const void *arg);
	const void *check_arg;
};

struct dd_result {
	uint64_t bytes, ops;
	uint64_t full_in, partial_in, full_out, partial_out;
	uint64_t begin_ns;	/* of the window, CLOCK_MONOTONIC */
	uint64_t wall_ns, open_ns, io_ns, fsync_ns, close_ns;
	uint64_t sync_ns, syncfs_ns;	/* syncfs_ns is a part of sync_ns */
	bool did_fsync, did_sync, did_syncfs;
	uint64_t user_ns, sys_ns, cpu_ns;	/* of the worker, over wall_ns */
	bool made_file;		/* out is this one's own: makes_file, and it could */
	uint64_t retries;	/* calls that were interrupted or wrote less */
	bool tail_buffered;	/* O_DIRECT was dropped for an odd tail, as dd does */
	struct hist latency;	/* of the measured side's calls */
	/*
	 * Call that failed: "open", "write", … or "verify", "signal", or "halt"
	 * (ECANCELED: another stream has failed); NULL: none.
	 */
	const char *failed;
	bool failed_in;		/* it was the input's, else the output's */
	uint64_t failed_offset;
	int error;		/* its errno, 0 if none */
	char why[96];		/* of "verify": what the block is */
};

/*
 * Run it. 0, or -errno with result->failed set and all else up to there true.
 * Never prints. Buffers are freed and files closed on every path.
 */
int dd_run(const struct dd_job *job, struct dd_result *result);
/*
 * n (at most ROW_STREAMS_MAX) at once, in threads that are released together
 * when all files are open. One that fails ends all. sync_after is the first
 * one's, its time too: after the last has ended. 0, or -errno of the first one,
 * by number, that failed of itself: *failed is its index then.
 */
int dd_run_streams(const struct dd_job *jobs, struct dd_result *results, unsigned n,
		   unsigned *failed);
/* Check what can be checked before a byte moves: 0 or -EINVAL, why filled. */
int dd_check(const struct dd_job *job, char *why, unsigned long size);
/* Three lines as GNU dd 9 prints them. */
void dd_print(const struct dd_result *r, FILE *out);

#endif
