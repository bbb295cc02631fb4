/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * tio's results of one place as rows of tiobench's tables: one a thread count.
 */
#ifndef TIOTABLE_H
#define TIOTABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "testid.h"
#include "tiofmt.h"

#define TIOTABLE_ROWS 16

struct tiotable {
	struct tiofmt_row row[TIOTABLE_ROWS];	/* by rising threads; wall_s 0: not good */
	double old_cpu_s[TIOTABLE_ROWS][TIOFMT_PHASES];	/* as 0.3 counted; NAN: not said */
	double ops[TIOTABLE_ROWS][TIOFMT_PHASES];
	size_t rows;
};

extern const char *const tiotable_operations[TIOFMT_PHASES];	/* "seq-read" … */

/* name: see tiofmt.h; borrowed. */
void tiotable_fill(struct tiotable *t, const struct place *p, const char *name);
/* A copy whose random phases are as 0.3.5 to 0.4.2 credited them. */
void tiotable_inflate(struct tiotable *to, const struct tiotable *from);
/*
 * A copy with the running averages of 0.3.1 to early 2002. A phase that was not
 * measured at one thread count is blank from there on.
 */
void tiotable_accumulate(struct tiotable *to, const struct tiotable *from);
/* A copy with the CPU time as tiotest 0.3 counted it under NPTL. */
void tiotable_count_old_cpu(struct tiotable *to, const struct tiotable *from);

void tiotable_print_old(FILE *out, const struct tiotable *t);
void tiotable_print_new(FILE *out, const struct tiotable *t);

#endif
