/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One going-through of all kernels on a medium: which kernel is to run now,
 * which comes next, what was interrupted. The journal (mdbench/progress.txt on
 * the medium) has its full size from the start and is written in place, a
 * sector's part at a time, so that no loss of power can leave it half made.
 *
 * A session has legs: round 1 with each kernel, round 2 with each, and so on
 * (A B C A B C). A leg is one run with one records file, whatever number of
 * boots it takes.
 */
#ifndef SESSION_H
#define SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "medium.h"

#define SESSION_KERNELS 16
#define SESSION_ROUNDS 100
#define SESSION_BOOTS 2		/* a leg or a test that crashed so often is given up */

/* A row of mdbench/kernels.txt. */
struct session_kernel {
	char key[16];			/* k1 */
	char release[80];
	char image[96];			/* below the medium */
	char initrd[256];		/* comma list of files below the medium, in order */
	char append[1536];		/* the kernel's command line */
};

struct session_leg {
	unsigned round, kernel;		/* round from 1; kernel: index */
	unsigned boots;			/* times it was begun */
	bool is_done, is_given_up;
};

struct session {
	struct medium *medium;
	unsigned nkernels, rounds, nlegs;
	struct session_kernel kernel[SESSION_KERNELS];
	struct session_leg leg[SESSION_KERNELS * SESSION_ROUNDS];
	unsigned number;		/* S0001 */
	unsigned current;		/* leg to run now; nlegs: all done */
	bool was_crash;			/* the last boot ended in the middle of a leg */
	bool is_done;
	uint64_t words_sum;		/* of plan.txt: a changed plan is a new session */
	uint64_t disks_sum;		/* of the disks that were shown and not objected to; 0: none yet */
};

#endif
