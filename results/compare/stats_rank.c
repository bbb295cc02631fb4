// SPDX-License-Identifier: GPL-2.0-only
/*
 * The rank test of Mann and Whitney (1947), two-sided. With few values p is the
 * share of all ways to deal the ranks that lie as far from even, counted one
 * rank at a time; ties have middle ranks and need no correction then. With many
 * it is the normal approximation, corrected for ties and continuity.
 */
#include "stats_parts.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#define EXACT_PAIRS 625		/* 25 against 25 */

struct ranks {
	size_t few, all;
	unsigned *rank;		/* twice the middle ranks of all values, rising */
	uint64_t sum;		/* of the smaller side */
	double ties;		/* sum of t^3 - t */
};

/* Merges two sorted sides; a is the smaller. */
static void ranks_deal(struct ranks *r, const double *a, size_t n, const double *b, size_t m)
{
	size_t i = 0, j = 0, of_a, k, at = 0, len;
	double value;

	while (i < n || j < m) {
		value = j >= m || (i < n && a[i] < b[j]) ? a[i] : b[j];
		of_a = i;
		while (i < n && a[i] <= value)
			i++;
		of_a = i - of_a;
		while (j < m && b[j] <= value)
			j++;
		len = i + j - at;
		for (k = at; k < i + j; k++)
			r->rank[k] = (unsigned)(2 * at + len + 1);
		r->sum += of_a * (2 * at + len + 1);
		r->ties += (double)len * (double)len * (double)len - (double)len;
		at = i + j;
	}
}

/* ways[k * width + s]: how many sets of k ranks add up to s. */
static void ways_count(double *ways, size_t width, const struct ranks *r)
{
	size_t i, k, s, top = 0;

	ways[0] = 1;
	for (i = 0; i < r->all; i++) {
		top = top + r->rank[i] < width ? top + r->rank[i] : width - 1;
		for (k = i + 1 < r->few ? i + 1 : r->few; k > 0; k--)
			for (s = r->rank[i]; s <= top; s++)
				ways[k * width + s] += ways[(k - 1) * width + s - r->rank[i]];
	}
}

static double rank_exact(const struct ranks *r)
{
	uint64_t even = (uint64_t)r->few * (r->all + 1), highest = 0, s, far, off;
	double *ways, beyond = 0, total = 0;
	size_t i;

	for (i = r->all - r->few; i < r->all; i++)
		highest += r->rank[i];
	ways = calloc((r->few + 1) * (highest + 1), sizeof(*ways));
	if (!ways)
		return NAN;
	ways_count(ways, highest + 1, r);
	far = r->sum > even ? r->sum - even : even - r->sum;
	for (s = 0; s <= highest; s++) {
		off = s > even ? s - even : even - s;
		total += ways[r->few * (highest + 1) + s];
		if (off >= far)
			beyond += ways[r->few * (highest + 1) + s];
	}
	free(ways);
	return beyond / total;
}

static double rank_normal(const struct ranks *r)
{
	double n = (double)r->few, all = (double)r->all, m = all - n, far, variance;

	far = fabs((double)r->sum / 2 - n * (all + 1) / 2) - 0.5;
	variance = n * m / 12 * (all + 1 - r->ties / (all * (all - 1)));
	if (far <= 0 || variance <= 0)
		return 1;
	return 2 * normal_tail(far / sqrt(variance));
}

double rank_test(const double *a, size_t n, const double *b, size_t m)
{
	struct ranks r = { .few = n < m ? n : m, .all = n + m };
	double p = NAN;

	if (!n || !m)
		return NAN;
	r.rank = calloc(r.all, sizeof(*r.rank));
	if (!r.rank)
		return NAN;
	if (n <= m)
		ranks_deal(&r, a, n, b, m);
	else
		ranks_deal(&r, b, m, a, n);
	if (n * m <= EXACT_PAIRS)
		p = rank_exact(&r);
	if (isnan(p))
		p = rank_normal(&r);
	free(r.rank);
	return p < 1 ? p : 1;
}

double rank_floor(size_t n, size_t m)
{
	size_t few = n < m ? n : m, i;
	double ways = 1;

	for (i = 1; i <= few && ways < 1e12; i++)
		ways *= (double)(n + m - few + i) / (double)i;
	return ways > 2 ? 2 / ways : 1;
}
