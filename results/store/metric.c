// SPDX-License-Identifier: GPL-2.0-only
/*
 * The metrics, and what each takes from a result record. The CPU's is of the
 * whole system, as md's threads and the flusher work for a test too; it comes by
 * clock ticks, so a test that kept the CPUs busy for few of them has none; and one
 * of few calls has no 99th percentile.
 */
#include "metric.h"

#include <math.h>
#include "text.h"

#define P99_LEAST 100
/* The widest bucket of a histogram (bench/hist.h): in the next one is no other. */
#define BUCKET_GRAIN (1 / 32.0)

const struct metric_row metric_list[METRICS] = {
	[METRIC_RATE] = { "rate", "B/s", "op/s", true,
		"throughput: bytes, or operations, a second", 0 },
	[METRIC_P50] = { "p50", "ns", "ns", false,
		"latency that half of the calls kept below", BUCKET_GRAIN },
	[METRIC_P99] = { "p99", "ns", "ns", false,
		"latency that 99 of 100 calls kept below, where there were as many", BUCKET_GRAIN },
	[METRIC_CPU] = { "cpu", "ns/B", "ns/op", false,
		"time of all CPUs, busy for anything, a byte or an operation", 0 },
};

static double get_cpu(const json_t *result, bool counts_ops)
{
	const double busy = figure_busy_ns(result);
	const double count = value_number(result, counts_ops ? "ops" : "bytes");

	return busy >= CPU_LEAST_NS && count > 0 ? busy / count : (double)NAN;
}

/* Of fewer calls than a hundred it is the slowest, which is another figure. */
static double get_p99(const json_t *result)
{
	return value_number(result, "latency.count") >= P99_LEAST ?
		value_number(result, "latency.p99_ns") : (double)NAN;
}

/* A change is relative, so there is none of 0. */
static double positive(double value)
{
	return isfinite(value) && value > 0 ? value : (double)NAN;
}

void sample_take(struct sample *s, const json_t *result)
{
	*s = (struct sample){
		.verdict = figure_verdict(result),
		.is_cached = json_is_true(json_object_get(result, "cached")),
		.counts_ops = figure_counts_ops(result),
	};
	s->value[METRIC_RATE] = positive(figure_rate(result));
	s->value[METRIC_P50] = positive(value_number(result, "latency.p50_ns"));
	s->value[METRIC_P99] = positive(get_p99(result));
	s->value[METRIC_CPU] = positive(get_cpu(result, s->counts_ops));
}

bool sample_is_sound(const struct sample *s)
{
	return s->verdict == VERDICT_PASS && !s->is_cached;
}
