// SPDX-License-Identifier: GPL-2.0-only
/*
 * The shift between two sides: the median of all differences between a value of
 * one and a value of the other (Hodges and Lehmann 1963), nearly as good as the
 * mean with normal noise and far better with stray values. Its interval is from
 * the bootstrap (Efron 1979), by percentiles that few values move outwards, as
 * Student's distribution is wider than the normal one (after Hesterberg 2015);
 * with 3 against 3 it is all differences, and holds what is true 9 times of 10.
 * All differences are sorted once; a draw is then how often each value was
 * drawn, and a walk to the middle of the weights. Large sides take the interval
 * of the rank test, the same in the limit, and are thinned to their quantiles.
 */
#include "stats_parts.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#define BOOTSTRAP_PAIRS 1600	/* 40 against 40 */
#define THINNED 128		/* values that stand for a larger side */
#define SEED 0x6d6462656e636821u

struct pair {
	double difference;
	unsigned short a, b;
};

struct pairs {
	struct pair *pair;
	size_t count, n, m;
};

static int pair_order(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;

	return (x->difference > y->difference) - (x->difference < y->difference);
}

/* The value in the middle of the i-th of so many equal parts. */
static double side_part(const double *value, size_t n, size_t i, size_t parts)
{
	return value[n == parts ? i : (size_t)(((double)i + 0.5) * (double)n / (double)parts)];
}

static int pairs_make(struct pairs *p, const double *a, size_t n, const double *b, size_t m)
{
	size_t i, j;
	struct pair *pair;

	p->n = n <= THINNED ? n : THINNED;
	p->m = m <= THINNED ? m : THINNED;
	p->count = p->n * p->m;
	pair = p->pair = malloc(p->count * sizeof(*pair));
	if (!pair)
		return -ENOMEM;
	for (i = 0; i < p->n; i++)
		for (j = 0; j < p->m; j++)
			*pair++ = (struct pair){
				side_part(b, m, j, p->m) - side_part(a, n, i, p->n),
				(unsigned short)i, (unsigned short)j,
			};
	qsort(p->pair, p->count, sizeof(*pair), pair_order);
	return 0;
}

/* Splitmix64 of Steele, Lea and Flood (2014). */
static uint64_t random_next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static void draw_side(unsigned *times, size_t n, uint64_t *state)
{
	uint64_t bits = 0;
	size_t i;

	for (i = 0; i < n; i++)
		times[i] = 0;
	for (i = 0; i < n; i++) {
		bits = i & 1 ? bits >> 32 : random_next(state);
		times[(bits & 0xffffffffu) * n >> 32]++;
	}
}

/* The medians of the draws, as how often each place among the pairs was one. */
static void bootstrap(unsigned *hits, const struct pairs *p)
{
	unsigned times_a[BOOTSTRAP_PAIRS], times_b[BOOTSTRAP_PAIRS];
	uint64_t state = SEED;
	size_t draw, at, sum, next;

	for (draw = 0; draw < STATS_DRAWS; draw++) {
		draw_side(times_a, p->n, &state);
		draw_side(times_b, p->m, &state);
		for (at = 0, sum = 0; 2 * sum < p->count; at++)
			sum += times_a[p->pair[at].a] * times_b[p->pair[at].b];
		next = at - 1;
		/* An even number of differences has two in the middle. */
		if (2 * sum == p->count)
			for (next = at; !times_a[p->pair[next].a] || !times_b[p->pair[next].b];)
				next++;
		hits[at - 1]++;
		hits[next]++;
	}
}

/* Below which difference lies this share of the draws, from that end. */
static double hits_quantile(const unsigned *hits, const struct pairs *p, double share, bool above)
{
	double left = share * 2 * STATS_DRAWS;
	size_t i, at = 0;

	for (i = 0; i < p->count; i++) {
		at = above ? p->count - 1 - i : i;
		left -= hits[at];
		if (hits[at] && left <= 0)
			break;
	}
	return p->pair[at].difference;
}

static double hits_deviation(const unsigned *hits, const struct pairs *p)
{
	double mean = 0, square = 0, off;
	size_t i;

	for (i = 0; i < p->count; i++)
		mean += hits[i] * p->pair[i].difference;
	mean /= 2 * STATS_DRAWS;
	for (i = 0; i < p->count; i++) {
		off = p->pair[i].difference - mean;
		square += hits[i] * off * off;
	}
	return sqrt(square / (2 * STATS_DRAWS));
}

static int interval_bootstrap(struct shift *s, const struct pairs *p)
{
	double share = normal_tail(student_quantile(0.025, s->freedom));
	unsigned *hits = calloc(p->count, sizeof(*hits));

	if (!hits)
		return -ENOMEM;
	bootstrap(hits, p);
	s->low = hits_quantile(hits, p, share, false);
	s->high = hits_quantile(hits, p, share, true);
	s->error = hits_deviation(hits, p);
	free(hits);
	return 0;
}

/* Of large sides. Which difference: Lehmann (1975), in shares of all of them. */
static void interval_rank(struct shift *s, const struct pairs *p, size_t n, size_t m)
{
	double z = 1.959964, a = (double)n, b = (double)m, share, last = (double)(p->count - 1);

	share = 0.5 - z * sqrt((a + b + 1) / (12 * a * b));
	share = share > 0 ? share : 0;
	s->low = p->pair[(size_t)floor(share * last)].difference;
	s->high = p->pair[(size_t)ceil((1 - share) * last)].difference;
	s->error = (s->high - s->low) / (2 * z);
}

static double side_variance(const double *value, size_t n)
{
	double mean = 0, square = 0;
	size_t i;

	for (i = 0; i < n; i++)
		mean += value[i] / (double)n;
	for (i = 0; i < n; i++)
		square += (value[i] - mean) * (value[i] - mean);
	return n > 1 ? square / (double)(n - 1) : 0;
}

/* Of the difference of two sides that need not be alike: Welch (1947). */
static double side_freedom(const double *a, size_t n, const double *b, size_t m)
{
	double x = side_variance(a, n) / (double)n, y = side_variance(b, m) / (double)m;

	if (!(x + y > 0))
		return (double)(n + m - 2);
	return (x + y) * (x + y) / (x * x / (double)(n - 1) + y * y / (double)(m - 1));
}

int shift_find(struct shift *s, const double *a, size_t n, const double *b, size_t m)
{
	struct pairs p;
	int err = pairs_make(&p, a, n, b, m);

	if (err < 0)
		return err;
	*s = (struct shift){ .low = NAN, .high = NAN, .error = NAN };
	s->value = (p.pair[(p.count - 1) / 2].difference + p.pair[p.count / 2].difference) / 2;
	if (n > 1 && m > 1) {
		s->freedom = side_freedom(a, n, b, m);
		if (p.count <= BOOTSTRAP_PAIRS && p.n == n && p.m == m)
			err = interval_bootstrap(s, &p);
		else
			interval_rank(s, &p, n, m);
	}
	free(p.pair);
	return err;
}
