// SPDX-License-Identifier: GPL-2.0-only
// This test will compare percentiles of the histogram with those of the sorted
// values, for several distributions and for very few values.
// needs: none
// timeout: 30
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "hist.h"
#include "json.h"
#include "units.h"

#define VALUES 20000

static uint64_t values[VALUES];
static uint64_t seed = 1;

static uint64_t next_random(void)	/* xorshift64 */
{
	seed ^= seed << 13;
	seed ^= seed >> 7;
	seed ^= seed << 17;
	return seed;
}

static uint64_t flat(void) { return next_random() % 1000000; }
static uint64_t small(void) { return next_random() % 100; }
static uint64_t log_uniform(void) { return next_random() >> (24 + next_random() % 40); }
static uint64_t two_peaks(void)
{
	return next_random() % 100 ? 5000 + next_random() % 100 : 40000000;
}
static uint64_t constant(void) { return 123456789; }

static int compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static const unsigned permyriads[] = { 0, 1, 100, 2500, 5000, 9000, 9900, 9990, 9999, 10000 };

static void check_against_sorted(const char *name, size_t n, const struct hist *h)
{
	uint64_t rank, exact, got, off;
	size_t i;

	qsort(values, n, sizeof(*values), compare);
	check(h->count == n && h->min_ns == values[0] && h->max_ns == values[n - 1],
	      "%s %zu: count, min or max", name, n);
	for (i = 0; i < ARRAY_SIZE(permyriads); i++) {
		rank = (n * permyriads[i] + 9999) / 10000;
		exact = values[rank ? rank - 1 : 0];
		got = hist_percentile(h, permyriads[i]);
		off = got > exact ? got - exact : exact - got;
		check(off <= exact / 64, "%s %zu: p%u is %llu, not %llu", name, n,
		      permyriads[i], (unsigned long long)got, (unsigned long long)exact);
	}
}

static void check_distributions(void)
{
	static const struct {
		const char *name;
		uint64_t (*value)(void);
	} rows[] = {
		{ "flat", flat }, { "small", small }, { "log-uniform", log_uniform },
		{ "two peaks", two_peaks }, { "constant", constant },
	};
	static const size_t counts[] = { 1, 2, 3, 10, 1000, VALUES };
	static struct hist h, half, both;
	size_t i, k, v;

	for (i = 0; i < ARRAY_SIZE(rows) * ARRAY_SIZE(counts); i++) {
		k = i / ARRAY_SIZE(counts);
		hist_init(&h);
		hist_init(&half);
		for (v = 0; v < counts[i % ARRAY_SIZE(counts)]; v++) {
			values[v] = rows[k].value();
			hist_add(v % 2 ? &half : &h, values[v]);
		}
		hist_init(&both);
		hist_merge(&both, &half);
		hist_merge(&both, &h);
		check_against_sorted(rows[k].name, v, &both);
	}
}

/* Every bucket joins the next without a gap, and the text's formula goes back. */
static void check_buckets(void)
{
	unsigned index, shift;
	uint64_t low, expected = 0;

	for (index = 0; index < HIST_BUCKETS; index++) {
		shift = index < 64 ? 0 : index / 32 - 1;
		low = index < 64 ? index : (uint64_t)(index - 32 * shift) << shift;
		check(low == expected, "bucket %u begins at %llu", index,
		      (unsigned long long)low);
		check(hist_index(low) == index, "low of %u is in %u", index, hist_index(low));
		expected = low + (1ull << shift);
		check(hist_index(expected - 1) == index, "high of %u is in %u", index,
		      hist_index(expected - 1));
	}
	check(expected == 1ull << HIST_TOP, "the last bucket ends elsewhere");
	check(hist_index(UINT64_MAX) == HIST_BUCKETS - 1, "the largest value");
}

static void check_json(void)
{
	static struct hist h;
	char buf[512];
	struct json j;

	hist_init(&h);
	check(hist_percentile(&h, 5000) == 0, "empty is not 0");
	json_init(&j, buf, sizeof(buf));
	json_open(&j, NULL, '{');
	hist_json(&h, "write", "latency", &j);
	hist_add(&h, 10);
	hist_add(&h, 10);
	hist_add(&h, 1000);
	hist_json(&h, "read", "latency", &j);
	json_close(&j, '}');
	check(!json_error(&j) &&
	      !strcmp(buf, "{\"latency\":null,\"latency\":{\"op\":\"read\",\"count\":3,"
		      "\"min_ns\":10,\"max_ns\":1000,\"sum_ns\":1020,\"p50_ns\":10,"
		      "\"p90_ns\":1000,\"p99_ns\":1000,\"p999_ns\":1000,\"p9999_ns\":1000,"
		      "\"buckets\":[[10,2],[190,1]]}}"), "is %s", buf);
}

int main(void)
{
	check_distributions();
	check_buckets();
	check_json();
	return check_done();
}
