/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a person reads first: one table of a session, a row a test, a column a
 * kernel, the median over rounds and repeats; then what did not pass, and why.
 * From the records files alone, so it can be made again at any time.
 */
#ifndef SUMMARY_H
#define SUMMARY_H

#include <stddef.h>
#include <stdio.h>
#include "recscan.h"

#define SUMMARY_KERNELS 16

struct summary_kernel {
	char key[16];		/* k1 */
	char release[80];
	unsigned nlegs;		/* rounds */
	struct recscan *legs;	/* one a round; all zero: not begun */
};

struct summary {
	char session[16];	/* S0001 */
	char state[80];		/* "finished", "running: round 1 of 3, k2" */
	unsigned nkernels;
	struct summary_kernel kernel[SUMMARY_KERNELS];
};

/*
 * At most 80 columns for up to 4 kernels; ASCII, line feeds. 0, -ENOMEM or
 * -EIO. A figure is the median of the runs that passed; a * behind it: others
 * did not; a ~: memory held part of what it read.
 */
int summary_print(const struct summary *s, FILE *out);
/*
 * The most important of it in at most size - 1 bytes of ASCII, for a QR code: as
 * many whole lines as fit, its length. "" without memory.
 */
size_t summary_short(const struct summary *s, char *buf, size_t size);

#endif
