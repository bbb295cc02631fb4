/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What of a result is compared, one row a metric, and one result boiled down to
 * it: small, so that a history of ten thousand fits in memory and is read in a
 * moment. NAN is what was not measured; it is never 0.
 */
#ifndef METRIC_H
#define METRIC_H

#include <jansson.h>
#include <stdbool.h>
#include "figures.h"

enum metric { METRIC_RATE, METRIC_P50, METRIC_P99, METRIC_CPU, METRICS };

struct metric_row {
	const char *name;	/* "rate" "p50" "p99" "cpu", of options and files */
	const char *unit;	/* of value: "B/s" (or "op/s"), "ns", "ns", "ns/B" (or "ns/op") */
	const char *unit_ops;	/* where the test counts operations */
	bool more_is_faster;	/* the rate; less is of all others */
	const char *help;	/* for the legend below a table */
	double grain;		/* steps it comes in, relative: no smaller change is called */
};

extern const struct metric_row metric_list[METRICS];

/* One result. */
struct sample {
	double value[METRICS];	/* in the unit of the row; NAN: not measured */
	enum verdict verdict;
	bool is_cached;
	bool counts_ops;
};

void sample_take(struct sample *s, const json_t *result);
/* May it be compared: passed, and memory did not hold it. */
bool sample_is_sound(const struct sample *s);

#endif
