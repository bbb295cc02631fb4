/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What summary.c (printing) and summarydata.c (what stands in the records of
 * all rounds together) share.
 */
#ifndef SUMMARY_PARTS_H
#define SUMMARY_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include "summary.h"

#define SUMMARY_ROWS 1024
#define SUMMARY_REASONS 64

enum summary_verdict {
	SUMMARY_PASS, SUMMARY_UNSUPPORTED, SUMMARY_VOID, SUMMARY_BROKEN, SUMMARY_FAIL,
	SUMMARY_VERDICTS
};

/* A test with one kernel, over rounds and repeats. */
struct summary_cell {
	unsigned count[SUMMARY_VERDICTS];
	enum summary_verdict worst;
	bool has_figure, counts_ops, cached;
	uint64_t median;	/* of those that passed */
};

/* What did not pass, of one verdict and reason. */
struct summary_reason {
	enum summary_verdict verdict;
	const char *text, *first_id;
	unsigned kernels;	/* a bit a kernel */
	unsigned count;
};

struct summary_data {
	const struct summary *s;
	size_t nrows;
	const char *id[SUMMARY_ROWS];
	bool counts_ops[SUMMARY_ROWS];
	size_t rows_left_out;
	uint64_t *rates;	/* room for all of one cell */
	size_t nreasons;
	struct summary_reason reason[SUMMARY_REASONS];
	size_t reasons_left_out;
};

/* NULL without memory; freed by summary_data_free. */
struct summary_data *summary_data_make(const struct summary *s);
void summary_data_free(struct summary_data *d);
/* False if this kernel has no result of the row. */
bool summary_cell(struct summary_data *d, unsigned kernel, size_t row,
		  struct summary_cell *cell);
/* How many results of a kernel had which verdict. */
void summary_count(const struct summary_kernel *k, unsigned count[SUMMARY_VERDICTS]);
/* "fail" … */
const char *summary_verdict_name(enum summary_verdict v);

#endif
