// SPDX-License-Identifier: GPL-2.0-only
/*
 * One row: medians, spread, and the change between two sides. All is done on
 * logs, so that twice as fast and half as fast are as far from even, and so
 * that swapped sides give the mirrored change.
 */
#include "stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stats_parts.h"

const char *const outcome_names[OUTCOMES] = {
	[OUTCOME_NONE] = "none", [OUTCOME_CANNOT_TELL] = "cannot tell",
	[OUTCOME_SAME] = "same", [OUTCOME_FASTER] = "faster", [OUTCOME_SLOWER] = "slower",
};

/* Doubles, for qsort(). */
static int order(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double middle(const double *sorted, size_t n)
{
	return n ? sorted[(n - 1) / 2] / 2 + sorted[n / 2] / 2 : NAN;
}

double stats_median(const double *value, size_t n)
{
	double *sorted, median;

	if (!n)
		return NAN;
	sorted = malloc(n * sizeof(*sorted));
	if (!sorted)
		return NAN;
	memcpy(sorted, value, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), order);
	median = middle(sorted, n);
	free(sorted);
	return median;
}

double stats_spread(const double *value, size_t n)
{
	double median = stats_median(value, n), *off, spread;
	size_t i;

	if (n < 2 || !(median > 0))
		return NAN;
	off = malloc(n * sizeof(*off));
	if (!off)
		return NAN;
	for (i = 0; i < n; i++)
		off[i] = fabs(value[i] - median);
	spread = 1.4826 * stats_median(off, n) / median;
	free(off);
	return spread;
}

/* The logs, sorted. NULL: none, or no memory. */
static double *side_take(const double *value, size_t *n, double *median)
{
	double *side = *n ? malloc(*n * sizeof(*side)) : NULL;
	size_t i, count = 0;

	*median = NAN;
	if (side)
		for (i = 0; i < *n; i++)
			if (value[i] > 0 && isfinite(value[i]))
				side[count++] = value[i];
	*n = count;
	if (!count) {
		free(side);
		return NULL;
	}
	qsort(side, count, sizeof(*side), order);
	*median = middle(side, count);
	for (i = 0; i < count; i++)
		side[i] = log(side[i]);
	return side;
}

/* Which side goes first: that of fewer values, else the one that starts lower. */
static bool sides_are_in_order(const double *a, size_t n, const double *b, size_t m)
{
	size_t i;

	if (n != m)
		return n < m;
	for (i = 0; i < n; i++)
		if (a[i] < b[i] || a[i] > b[i])
			return a[i] < b[i];
	return true;
}

static int sides_compare(struct change *c, const double *a, const double *b)
{
	struct shift s;
	int err;

	c->p = rank_test(a, c->n_base, b, c->n);
	c->varies = a[0] < a[c->n_base - 1] || b[0] < b[c->n - 1];
	/* The draws are the same whichever side is the base. */
	if (sides_are_in_order(a, c->n_base, b, c->n)) {
		err = shift_find(&s, a, c->n_base, b, c->n);
	} else {
		err = shift_find(&s, b, c->n, a, c->n_base);
		if (!err)
			s = (struct shift){ -s.value, -s.high, -s.low, s.error, s.freedom };
	}
	if (err < 0)
		return err;
	c->shift = s.value;
	c->error = s.error;
	c->freedom = s.freedom;
	c->change = expm1(s.value);
	c->low = expm1(s.low);
	c->high = expm1(s.high);
	return 0;
}

void stats_compare(struct change *c, const double *base, size_t n_base, const double *value,
		   size_t n)
{
	double *a, *b;

	c->n_base = n_base;
	c->n = n;
	a = side_take(base, &c->n_base, &c->base);
	b = side_take(value, &c->n, &c->value);
	c->change = c->low = c->high = c->p = c->shift = c->error = NAN;
	c->freedom = 0;
	c->varies = false;
	if (a && b && sides_compare(c, a, b) < 0)
		c->n_base = c->n = 0;
	free(a);
	free(b);
}
