// SPDX-License-Identifier: GPL-2.0-only
/*
 * The records of all kernels and rounds, put together by test. Records come from
 * a medium, so there are limits to what is listed, and what is left out is
 * counted.
 */
#include <stdlib.h>
#include <string.h>
#include "summary_parts.h"

const char *summary_verdict_name(enum summary_verdict v)
{
	static const char *const names[] = {
		[SUMMARY_PASS] = "pass", [SUMMARY_UNSUPPORTED] = "unsupported",
		[SUMMARY_VOID] = "void", [SUMMARY_BROKEN] = "broken", [SUMMARY_FAIL] = "fail",
	};

	return names[v];
}

/* A word that is none counts as the worst. */
static enum summary_verdict verdict_of(const struct recscan_result *r)
{
	unsigned v = 0;

	while (v < SUMMARY_FAIL && strcmp(r->verdict, summary_verdict_name(v)))
		v++;
	return v;
}

static void add_row(struct summary_data *d, const struct recscan_result *r)
{
	size_t i;

	for (i = 0; i < d->nrows; i++)
		if (!strcmp(d->id[i], r->id))
			break;
	if (i == SUMMARY_ROWS) {
		d->rows_left_out++;
		return;
	}
	if (i == d->nrows) {
		d->id[d->nrows++] = r->id;
		d->counts_ops[i] = false;
	}
	d->counts_ops[i] |= r->counts_ops;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The same sentence but for its numbers, which differ from test to test. */
static bool same_reason(const char *a, const char *b)
{
	while (*a && *b) {
		if (is_digit(*a) && is_digit(*b)) {
			while (is_digit(*a))
				a++;
			while (is_digit(*b))
				b++;
		} else if (*a++ != *b++) {
			return false;
		}
	}
	return *a == *b;
}

static void add_reason(struct summary_data *d, const struct recscan_result *r, unsigned kernel)
{
	const enum summary_verdict v = verdict_of(r);
	size_t i;

	if (v == SUMMARY_PASS)
		return;
	for (i = 0; i < d->nreasons; i++)
		if (d->reason[i].verdict == v && same_reason(d->reason[i].text, r->reason))
			break;
	if (i == SUMMARY_REASONS) {
		d->reasons_left_out++;
		return;
	}
	if (i == d->nreasons)
		d->reason[d->nreasons++] = (struct summary_reason){
			.verdict = v, .text = r->reason, .first_id = r->id,
		};
	d->reason[i].kernels |= 1u << kernel;
	d->reason[i].count++;
}

static size_t results_of(const struct summary_kernel *k)
{
	size_t n = 0;
	unsigned leg;

	for (leg = 0; leg < k->nlegs; leg++)
		n += k->legs[leg].nresults;
	return n;
}

struct summary_data *summary_data_make(const struct summary *s)
{
	struct summary_data *d = calloc(1, sizeof(*d));
	size_t most = 0, n, i;
	unsigned k, leg;

	if (!d)
		return NULL;
	d->s = s;
	for (k = 0; k < s->nkernels; k++) {
		n = results_of(&s->kernel[k]);
		most = n > most ? n : most;
		for (leg = 0; leg < s->kernel[k].nlegs; leg++)
			for (i = 0; i < s->kernel[k].legs[leg].nresults; i++) {
				add_row(d, &s->kernel[k].legs[leg].results[i]);
				add_reason(d, &s->kernel[k].legs[leg].results[i], k);
			}
	}
	d->rates = calloc(most + 1, sizeof(*d->rates));
	if (d->rates)
		return d;
	free(d);
	return NULL;
}

void summary_data_free(struct summary_data *d)
{
	free(d->rates);
	free(d);
}

static int compare(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

static uint64_t median(uint64_t *v, size_t n)
{
	qsort(v, n, sizeof(*v), compare);
	return n % 2 ? v[n / 2] : v[n / 2 - 1] + (v[n / 2] - v[n / 2 - 1]) / 2;
}

bool summary_cell(struct summary_data *d, unsigned kernel, size_t row, struct summary_cell *cell)
{
	const struct summary_kernel *k = &d->s->kernel[kernel];
	const struct recscan_result *r;
	enum summary_verdict v;
	size_t n = 0, found = 0, i;
	unsigned leg;

	memset(cell, 0, sizeof(*cell));
	cell->counts_ops = d->counts_ops[row];
	for (leg = 0; leg < k->nlegs; leg++)
		for (i = 0; i < k->legs[leg].nresults; i++) {
			r = &k->legs[leg].results[i];
			if (strcmp(r->id, d->id[row]))
				continue;
			found++;
			v = verdict_of(r);
			cell->count[v]++;
			cell->worst = v > cell->worst ? v : cell->worst;
			if (v != SUMMARY_PASS || !r->has_rate)
				continue;
			cell->cached |= r->cached;
			d->rates[n++] = r->rate;
		}
	cell->has_figure = n > 0;
	if (n)
		cell->median = median(d->rates, n);
	return found > 0;
}

void summary_count(const struct summary_kernel *k, unsigned count[SUMMARY_VERDICTS])
{
	unsigned leg;
	size_t i;

	memset(count, 0, SUMMARY_VERDICTS * sizeof(*count));
	for (leg = 0; leg < k->nlegs; leg++)
		for (i = 0; i < k->legs[leg].nresults; i++)
			count[verdict_of(&k->legs[leg].results[i])]++;
}
