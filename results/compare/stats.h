/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Is B another than A? Robust statistics of a few repeats: medians, a bootstrap
 * interval of the relative change, a rank test, correction for many rows, and
 * the word that follows. Pure, and the same on each call: the bootstrap draws
 * from a generator of its own with a fixed seed.
 *
 * How often the word is wrong is measured by tests/unit and stands in README.md.
 */
#ifndef STATS_H
#define STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum outcome {
	OUTCOME_NONE,		/* nothing to compare: a side is missing */
	OUTCOME_CANNOT_TELL,
	OUTCOME_SAME,
	OUTCOME_FASTER,
	OUTCOME_SLOWER,
	OUTCOMES
};

extern const char *const outcome_names[OUTCOMES];	/* "none" "cannot tell" "same" … */

/* A change between two sides of one row; a fraction: 0.05 is 5 % more. */
struct change {
	double base, value;	/* medians */
	double change;		/* relative, of the estimator that stats.c describes */
	double low, high;	/* its 95 % interval; NAN: a side has one value, and is not exact */
	double p;		/* of the rank test, two-sided */
	double p_adjusted;	/* for the rows beside it: by stats_judge */
	size_t n_base, n;
	/*
	 * These two are the caller's, before or after stats_compare. is_exact: figures
	 * without noise (model lab), one of each is enough; not believed where repeats differ.
	 */
	bool is_exact;
	bool more_is_faster;
	enum outcome outcome;
	char why[96];		/* the outcome's reason, one clause: "5 repeats are needed, there are 3" */

	/* For stats_judge, by stats_compare. */
	double shift;		/* change in log */
	double error;		/* standard error of the shift; NAN: not known */
	double freedom;		/* of the error, in degrees */
	bool varies;		/* repeats of a side differ */
};

double stats_median(const double *value, size_t n);	/* NAN for none */
/* Relative spread: 1.4826 * median absolute deviation / median; NAN for n < 2. */
double stats_spread(const double *value, size_t n);

/*
 * Values that are not positive and finite are left out, and of n. Fills all but
 * is_exact, more_is_faster, p_adjusted, outcome and why. A side without values:
 * the change, its interval and p are NAN.
 */
void stats_compare(struct change *c, const double *base, size_t n_base, const double *value,
		   size_t n);
/*
 * Outcomes of all rows of a table together; smallest: the change that matters,
 * 0.03. Rows are corrected for one another. 0 or -ENOMEM.
 */
int stats_judge(struct change *const *row, size_t rows, double smallest);

#endif
