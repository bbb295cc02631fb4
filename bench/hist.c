// SPDX-License-Identifier: GPL-2.0-only
/*
 * The part of the histogram that runs outside measurements. See hist.h for the
 * buckets and their error bound.
 */
#include <string.h>
#include "hist.h"
#include "json.h"

void hist_init(struct hist *h)
{
	memset(h, 0, sizeof(*h));
	h->min_ns = UINT64_MAX;
}

void hist_merge(struct hist *into, const struct hist *from)
{
	unsigned i;

	into->count += from->count;
	into->sum_ns += from->sum_ns;
	if (from->min_ns < into->min_ns)
		into->min_ns = from->min_ns;
	if (from->max_ns > into->max_ns)
		into->max_ns = from->max_ns;
	for (i = 0; i < HIST_BUCKETS; i++)
		into->bucket[i] += from->bucket[i];
}

static uint64_t bucket_middle(unsigned index)
{
	unsigned shift;

	if (index < 2u << HIST_BITS)
		return index;
	shift = (index >> HIST_BITS) - 1;
	return ((uint64_t)(index - (shift << HIST_BITS)) << shift) + (1ull << shift >> 1);
}

uint64_t hist_percentile(const struct hist *h, unsigned permyriad)
{
	uint64_t rank, seen = 0, value;
	unsigned i;

	if (!h->count)
		return 0;
	/* The rank-th smallest, from 1, rounded up: half of three is the second. */
	rank = (uint64_t)(((unsigned __int128)h->count * permyriad + 9999) / 10000);
	if (!rank)
		return h->min_ns;
	for (i = 0; i < HIST_BUCKETS - 1; i++) {
		seen += h->bucket[i];
		if (seen >= rank)
			break;
	}
	value = bucket_middle(i);
	if (value < h->min_ns)
		return h->min_ns;
	return value > h->max_ns ? h->max_ns : value;
}

static void buckets_json(const struct hist *h, struct json *j)
{
	unsigned i;

	json_open(j, "buckets", '[');
	for (i = 0; i < HIST_BUCKETS; i++) {
		if (!h->bucket[i])
			continue;
		json_open(j, NULL, '[');
		json_u64(j, NULL, i);
		json_u64(j, NULL, h->bucket[i]);
		json_close(j, ']');
	}
	json_close(j, ']');
}

void hist_json(const struct hist *h, const char *op, const char *key,
	       struct json *j)
{
	static const struct {
		const char *key;
		unsigned permyriad;
	} points[] = {
		{ "p50_ns", 5000 },
		{ "p90_ns", 9000 },
		{ "p99_ns", 9900 },
		{ "p999_ns", 9990 },
		{ "p9999_ns", 9999 },
		{ NULL, 0 }
	}, *point;

	if (!h->count) {
		json_none(j, key);
		return;
	}
	json_open(j, key, '{');
	json_str(j, "op", op);
	json_u64(j, "count", h->count);
	json_u64(j, "min_ns", h->min_ns);
	json_u64(j, "max_ns", h->max_ns);
	json_u64(j, "sum_ns", h->sum_ns);
	for (point = points; point->key; point++)
		json_u64(j, point->key, hist_percentile(h, point->permyriad));
	buckets_json(h, j);
	json_close(j, '}');
}
