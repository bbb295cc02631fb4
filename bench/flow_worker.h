/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Between flow.c, which makes workers, releases them and adds them up, and
 * flow_worker.c, which is what runs inside the window.
 */
#ifndef FLOW_WORKER_H
#define FLOW_WORKER_H

#include "cputime.h"
#include "data.h"
#include "flow.h"
#include "hist.h"

struct flow_slot {
	struct engine_io io;	/* what is to be moved now: the rest of the block */
	uint64_t start_ns;
	void *block;
	uint64_t offset;	/* of the block */
	uint32_t done;		/* of the block */
	uint32_t retries;	/* in a row */
	bool goes_on;		/* the block was begun, and is submitted once more */
};

/* What all workers see. */
struct flow_gate {
	int ready, go;		/* futexes: how many wait, and 1 once released */
	int halt;		/* one failed: begin nothing more */
	int first;		/* 1 + the worker that failed first */
	uint64_t start_ns, ramp_end_ns, end_ns;	/* set before go; end 0: by count */
};

struct flow_worker {
	struct flow *f;
	struct flow_gate *gate;
	struct flow_part *part;
	unsigned index;

	struct engine_ctx *ctx;
	unsigned depth, flying;
	unsigned ready;		/* slots in list that may be submitted */
	struct flow_slot *slot;
	struct engine_io **list;	/* each the first member of a slot; reaped last */
	char *buf;
	size_t buf_bytes, stride_bytes;

	struct prng prng;
	uint64_t left;		/* operations to begin */
	uint64_t places, align_bytes;	/* of random offsets */
	uint64_t next_bytes;	/* of sequential ones, from the base */
	uint64_t now_ns;
	bool is_over, is_ramping, is_unique;

	/* Whole blocks are counted by the histograms alone. */
	uint64_t read_rest_bytes, written_rest_bytes;	/* of blocks that were given up */
	uint64_t errors, over_2s, over_10s;
	uint64_t begin_ns, io_end_ns, fsync_ns, close_ns, end_ns;
	struct cputime begin, end, old_begin, old_end;
	struct hist read, write;

	const char *failed;
	uint64_t failed_offset;
	int error;
};

/* A thread: waits at the gate, moves its blocks, fsync and close if asked. */
void *flow_worker_main(void *worker);

#endif
