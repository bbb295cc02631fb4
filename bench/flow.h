/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The loop that moves blocks through an engine, for N workers (threads) that
 * are released together. What its figures mean:
 *
 * Window: from the release (by time with a ramp: from the ramp's end) to the
 * last completion, fsync or close; with until_join to the last thread's join.
 * Making threads, opening and filling buffers lie before it. By time, nothing
 * is begun after the end, and what is still in flight then is waited for and
 * counted. What ends within a ramp is not counted.
 *
 * Latency: of an operation, that is a block: from before its first submission
 * until its completion was seen, retries and rests of short I/O included, so
 * each histogram has as many counts as there were operations. The clock is
 * read twice a round: once before all that the round submits, once behind all
 * that it reaps. At depth 1 both belong to the one operation. Deeper, an
 * operation's time holds the submission of those with which it was submitted
 * and the wait of those that ended a little earlier in the same reap; it is
 * what a program sees that works in batches. With psync, which has no depth,
 * a depth above 1 adds up the times of a batch: use workers.
 *
 * Errors: a short read or write goes on with its rest, EINTR and EAGAIN are
 * tried again (FLOW_RETRIES times in a row), and each is counted in errors. An
 * end of the file where a block should be is ENODATA, a write of nothing
 * ENOSPC. Anything else, and a block that fails its check, ends all workers:
 * none begins another block, each waits for what it has in flight (counted
 * where it ended well), nobody calls fsync. The result names the call, offset
 * and errno of the worker that failed first.
 *
 * Data: each slot has a page-aligned buffer, filled once before the start. It
 * is never touched in flight: under RAID1 a direct write whose buffer changes
 * leaves the halves different. Random data get their block's offset, stirred,
 * as the first word, so that no two blocks are the same. With verify a block
 * is filled by offset and stamped before each write, and checked after each
 * read; then a block is the same whoever writes it.
 */
#ifndef FLOW_H
#define FLOW_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include "engine.h"
#include "row.h"
#include "work.h"

#define FLOW_RETRIES 10000

/* What a worker works on. Workers may share a file; each has its own fd. */
struct flow_part {
	int fd;
	const char *path;	/* for errors; outlives the result */
	uint64_t base_bytes, span_bytes;
	uint64_t run_tag;	/* of stamps */
};

struct flow {
	const struct engine *engine;
	unsigned workers, depth;
	uint64_t block_bytes;	/* to 2^31 - 4096, what one call moves at most */
	uint64_t align_bytes;	/* of random offsets; 0: block_bytes */
	bool is_random;		/* else one block after the other, from the base again at the end */
	bool is_direct;		/* short I/O goes on from a multiple of 4096 */
	unsigned read_pct;	/* 0: writes, 100: reads */
	uint64_t ops;		/* of all workers; not used by time */
	uint64_t runtime_ns, ramp_ns;	/* 0: by count */
	enum data_pattern pattern;
	uint64_t seed;		/* worker N draws from prng_of(seed, N) */
	bool verify;		/* blocks of DATA_STAMP_BYTES at least, aligned to themselves */
	enum row_finish finish;	/* of each worker */
	bool close_inside;	/* each worker closes its fd, which becomes -1 */
	bool until_join;
	bool old_cpu;		/* the process's CPU time, added up once a worker */
	const volatile sig_atomic_t *stop;	/* or NULL */
	struct flow_part part[ROW_STREAMS_MAX];
};

/* A sentence where f cannot be run as it is, or NULL. */
const char *flow_wrong(const struct flow *f);
/* r was begun with work_begin(). The threads are gone when it returns. */
void flow_run(struct flow *f, struct work_result *r);

#endif
