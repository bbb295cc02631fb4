/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Between the parts of the dd workload: one dd, from open to close. ddopen.c
 * opens and gives back, ddcopy.c is the window, dd.c and ddstreams.c put one
 * or many together. Not for others; they use dd.h.
 */
#ifndef DDRUN_H
#define DDRUN_H

#include <stdatomic.h>
#include <stddef.h>
#include "dd.h"

struct dd_run {
	const struct dd_job *job;
	struct dd_result *r;
	int in, out;
	char *buf;
	size_t buf_bytes;	/* a block; more of data that were made before */
	uint64_t read_bytes, tail_offset;
	bool out_direct;
	/* Never NULL: end soon when one is set. halt: another stream has failed. */
	const volatile sig_atomic_t *stop;
	atomic_bool *halt;
};

/* Note the first failure, of the output or the input. Returns -error. */
int dd_fail(struct dd_run *run, const char *call, uint64_t offset, int error);
int dd_fail_in(struct dd_run *run, const char *call, uint64_t offset, int error);

/* Clear the result, buffer, open both. 0 or -errno; dd_release() in any case. */
int dd_open(struct dd_run *run, const struct dd_job *job, struct dd_result *r,
	    atomic_bool *halt);
void dd_release(struct dd_run *run);
/* Linux frees the descriptor even where it says EINTR: close is not retried. */
int dd_close_once(int *fd);
/* The window, from the first read to after the closes; what happened is in r. */
void dd_window(struct dd_run *run);
/* sync(2), and before it, of the file system that holds path, syncfs(2). */
void dd_sync(const struct dd_job *job, struct dd_result *r);

#endif
