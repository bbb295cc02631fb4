/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Log-linear histogram of durations in nanoseconds.
 *
 * Each power of two is cut into 32 buckets of equal width. A value v < 64 has
 * a bucket of its own. Else, with shift = floor(log2 v) - 5, the bucket is
 * 32 * shift + (v >> shift) and 2^shift wide, while v >= 32 * 2^shift: the
 * width is at most v/32. We report the middle of a bucket, so a percentile is
 * off by at most half a width: 1/64 of the value, 1.6 %. Merging histograms
 * adds buckets and loses nothing more. Values of 2^40 ns (18 min) and above
 * share the last bucket; max_ns and sum_ns stay exact.
 *
 * The idea is that of fio's stat.h and of HdrHistogram; no code is shared.
 */
#ifndef HIST_H
#define HIST_H

#include <stdint.h>

#define HIST_BITS 5
#define HIST_TOP 40
#define HIST_BUCKETS ((HIST_TOP - HIST_BITS + 1) << HIST_BITS)

struct hist {
	uint64_t count, min_ns, max_ns, sum_ns;
	uint64_t bucket[HIST_BUCKETS];
};

struct json;

static inline unsigned hist_index(uint64_t v)
{
	unsigned shift;

	if (v < 1u << HIST_BITS)
		return (unsigned)v;
	shift = 63u - (unsigned)__builtin_clzll(v) - HIST_BITS;
	if (shift >= HIST_TOP - HIST_BITS)
		return HIST_BUCKETS - 1;
	return (shift << HIST_BITS) + (unsigned)(v >> shift);
}

/* Called between start and stop of a measurement: no branches but two. */
static inline void hist_add(struct hist *h, uint64_t ns)
{
	h->count++;
	h->sum_ns += ns;
	if (ns < h->min_ns)
		h->min_ns = ns;
	if (ns > h->max_ns)
		h->max_ns = ns;
	h->bucket[hist_index(ns)]++;
}

void hist_init(struct hist *h);
void hist_merge(struct hist *into, const struct hist *from);
/* Value below which permyriad/10000 of the counts lie; 0 when empty. */
uint64_t hist_percentile(const struct hist *h, unsigned permyriad);
/* The latency object of a result record, under key; null when empty. */
void hist_json(const struct hist *h, const char *op, const char *key,
	       struct json *j);

#endif
