// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will boil results down to what is compared: rates of bytes and of
 * operations, latencies where there are calls enough, CPU time where there are
 * ticks enough, and nothing where nothing was measured.
 * needs: none
 * timeout: 30
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "metric.h"

#define CPU(USER, SYSTEM, SOFTIRQ) ",\"cpu\":{\"user_ns\":" #USER ",\"nice_ns\":0," \
	"\"system_ns\":" #SYSTEM ",\"idle_ns\":9000000000,\"iowait_ns\":8000000000," \
	"\"irq_ns\":0,\"softirq_ns\":" #SOFTIRQ ",\"steal_ns\":7000000000}"
#define NONE NAN

static const struct {
	const char *json;
	double value[METRICS];
	enum verdict verdict;
	bool is_cached, counts_ops, is_sound;
} rows[] = {
	{ "{\"verdict\":\"pass\",\"cached\":false,\"bytes\":2000,\"ops\":5,\"counts\":\"bytes\","
	  "\"wall_ns\":1000000,\"rate_bytes_per_s\":2000000,\"rate_ops_per_s\":5000,"
	  "\"latency\":{\"count\":100,\"p50_ns\":11,\"p99_ns\":222}" CPU(30000000, 60000000, 10000000) "}",
	  { 2000000, 11, 222, 50000 }, VERDICT_PASS, false, false, true },
	/* Of operations by division, not as recorded, and CPU time of each. */
	{ "{\"verdict\":\"pass\",\"cached\":null,\"bytes\":2000,\"ops\":5,\"counts\":\"ops\","
	  "\"wall_ns\":2000000000,\"rate_bytes_per_s\":2000000,\"rate_ops_per_s\":2,"
	  "\"latency\":null" CPU(100000000, 0, 0) "}",
	  { 2.5, NONE, NONE, 20000000 }, VERDICT_PASS, false, true, true },
	/* Nine ticks; the time that CPUs were idle makes them no more. */
	{ "{\"verdict\":\"pass\",\"bytes\":2000,\"rate_bytes_per_s\":7" CPU(90000000, 0, 0) "}",
	  { 7, NONE, NONE, NONE }, VERDICT_PASS, false, false, true },
	/* The last of 99 calls is no percentile. */
	{ "{\"verdict\":\"pass\",\"rate_bytes_per_s\":7,"
	  "\"latency\":{\"count\":99,\"p50_ns\":11,\"p99_ns\":222}}",
	  { 7, 11, NONE, NONE }, VERDICT_PASS, false, false, true },
	{ "{\"verdict\":\"pass\",\"rate_bytes_per_s\":7,"
	  "\"latency\":{\"count\":\"100\",\"p50_ns\":11,\"p99_ns\":222}}",
	  { 7, 11, NONE, NONE }, VERDICT_PASS, false, false, true },
	{ "{\"verdict\":\"void\",\"cached\":true,\"rate_bytes_per_s\":7}",
	  { 7, NONE, NONE, NONE }, VERDICT_VOID, true, false, false },
	{ "{\"verdict\":\"pass\",\"cached\":true,\"rate_bytes_per_s\":7}",
	  { 7, NONE, NONE, NONE }, VERDICT_PASS, true, false, false },
	{ "{\"verdict\":\"pass\",\"rate_bytes_per_s\":null}",
	  { NONE, NONE, NONE, NONE }, VERDICT_PASS, false, false, true },
	{ "{\"verdict\":\"pass\",\"bytes\":0,\"rate_bytes_per_s\":0,"
	  "\"latency\":{\"p50_ns\":0,\"p99_ns\":-1}" CPU(200000000, 0, 0) "}",
	  { NONE, NONE, NONE, NONE }, VERDICT_PASS, false, false, true },
	{ "{\"verdict\":\"splendid\",\"rate_bytes_per_s\":\"7\",\"cpu\":[],\"latency\":7}",
	  { NONE, NONE, NONE, NONE }, VERDICT_BROKEN, false, false, false },
	{ "{}", { NONE, NONE, NONE, NONE }, VERDICT_BROKEN, false, false, false },
	{ "[]", { NONE, NONE, NONE, NONE }, VERDICT_BROKEN, false, false, false },
};

static bool is_same(double a, double b)
{
	return isnan(a) ? isnan(b) : fabs(a - b) <= 1e-9 * fabs(a);
}

int main(void)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		json_t *json = json_loads(rows[i].json, 0, NULL);
		struct sample s;

		check(json, "%s", rows[i].json);
		sample_take(&s, json);
		for (unsigned m = 0; m < METRICS; m++)
			check(is_same(rows[i].value[m], s.value[m]), "%s: %s is %g, not %g",
			      rows[i].json, metric_list[m].name, s.value[m], rows[i].value[m]);
		check(s.verdict == rows[i].verdict, "%s: %d", rows[i].json, (int)s.verdict);
		check(s.is_cached == rows[i].is_cached, "%s", rows[i].json);
		check(s.counts_ops == rows[i].counts_ops, "%s", rows[i].json);
		check(sample_is_sound(&s) == rows[i].is_sound, "%s", rows[i].json);
		json_decref(json);
	}
	return check_done();
}
