/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What stats.c is made of: the rank test, the bootstrap, the noise that rows
 * share, and the distributions that they need. Of no use outside stats*.c and
 * its tests.
 */
#ifndef STATS_PARTS_H
#define STATS_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#define STATS_DRAWS 2000	/* of the bootstrap */

/* Two-sided p of Mann and Whitney; sides are sorted. Exact while it is cheap. */
double rank_test(const double *a, size_t n, const double *b, size_t m);
/* The smallest p that sides of these sizes can reach. */
double rank_floor(size_t n, size_t m);

/* Hodges and Lehmann's shift of b against a, and how sure it is. */
struct shift {
	double value, low, high;	/* the interval: 95 % */
	double error, freedom;
};

/* Sides are sorted, and not empty. 0 or -ENOMEM. */
int shift_find(struct shift *s, const double *a, size_t n, const double *b, size_t m);

/* The noise that the rows of a table have in common. */
struct noise {
	double variance;	/* of one value, in log */
	double freedom;		/* what that is worth; 0: nothing in common, INFINITY: all */
};

struct noise_row {
	double variance, freedom;
};

void noise_learn(struct noise *noise, const struct noise_row *row, size_t rows);
/* A row's own noise, moderated by that of all; adds to *freedom. */
double noise_moderate(const struct noise *noise, double variance, double *freedom);

double normal_tail(double z);			/* above z */
double student_tail(double t, double freedom);	/* above t; freedom may be INFINITY */
double student_quantile(double tail, double freedom);

#endif
