/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The dd workload: GNU dd's copy loop and GNU dd's timed window (from after
 * the opens to after the closes; an fsync or fdatasync at the end is inside,
 * a final sync is not and is timed apart). Opening truncates outside the clock.
 */
#ifndef DD_H
#define DD_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include "hist.h"

struct json;

enum dd_flag { DD_DIRECT = 1, DD_DSYNC = 2, DD_SYNC = 4, DD_FULLBLOCK = 8 };
enum dd_finish { DD_FINISH_NONE, DD_FINISH_FSYNC, DD_FINISH_FDATASYNC };

struct dd_job {
	const char *in, *out;	/* exactly one is what is measured */
	bool is_write;		/* out is; else in is */
	uint64_t block_bytes;
	uint64_t count;		/* blocks; UINT64_MAX: to the end of the input */
	unsigned in_flags, out_flags;	/* enum dd_flag */
	enum dd_finish finish;
	bool notrunc;		/* conv=notrunc; always so for a device */
	bool sync_after;	/* sync(2), timed apart */
	bool exclusive;		/* O_EXCL on a device: the kernel says who has it */
	const char *pattern;	/* what the file holds; NULL: zeros if in is /dev/zero */
	const volatile sig_atomic_t *stop; /* NULL, or end when a handler has set it */
	/* NULL, or asked when all is open and before a byte moves: 0 or -errno. */
	int (*check)(const void *arg);
	const void *check_arg;
};

struct dd_result {
	uint64_t bytes, ops;
	uint64_t full_in, partial_in, full_out, partial_out;
	uint64_t wall_ns, open_ns, io_ns, fsync_ns, close_ns, sync_ns;
	bool did_fsync, did_sync;
	uint64_t user_ns, sys_ns;	/* of the worker, over wall_ns */
	bool tail_buffered;	/* O_DIRECT was dropped for an odd tail, as dd does */
	struct hist latency;	/* of the measured side's calls */
	const char *failed;	/* call that failed: "open", "write", … "signal", or NULL */
	bool failed_in;		/* it was the input's, else the output's */
	uint64_t failed_offset;
	int error;		/* its errno, 0 if none */
};

/*
 * Run it. 0, or -errno with result->failed set and all else up to there true.
 * Never prints. Buffers are freed and files closed on every path.
 */
int dd_run(const struct dd_job *job, struct dd_result *result);
/* Check what can be checked before a byte moves: 0 or -EINVAL, why filled. */
int dd_check(const struct dd_job *job, char *why, unsigned long size);
/* settings object (under "settings") and all figures of a result record. */
void dd_settings_json(const struct dd_job *job, bool cold, struct json *j);
void dd_result_json(const struct dd_job *job, const struct dd_result *r,
		    struct json *j);
/* Three lines as GNU dd 9 prints them. */
#include <stdio.h>
void dd_print(const struct dd_result *r, FILE *out);

#endif
