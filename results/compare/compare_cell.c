// SPDX-License-Identifier: GPL-2.0-only
/*
 * Results into cells. A run is one value, the median of its repeats, as what
 * repeats within a boot are alike in tells nothing of the next boot; unless
 * there is but one run of each. Only sound results count.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare_parts.h"

static bool is_in_earlier(const struct comparison *c, size_t g, const char *id)
{
	for (size_t k = 0; k < g; k++) {
		if (history_find(&c->history[k], id))
			return true;
	}
	return false;
}

/* Rows by id, in the order in which the groups bring them. */
static int rows_collect(struct comparison *c)
{
	const struct history *h;
	size_t total = 0;

	for (size_t g = 0; g < c->groups; g++)
		total += c->history[g].tests;
	c->row = calloc(total + 1, sizeof(*c->row));
	if (!c->row)
		return -ENOMEM;
	for (size_t g = 0; g < c->groups; g++) {
		h = &c->history[g];
		for (size_t t = 0; t < h->tests; t++) {
			if (!is_in_earlier(c, g, h->test[t].id))
				c->row[c->rows++].id = h->test[t].id;
		}
	}
	for (size_t i = 0; i < c->rows; i++) {
		c->row[i].cell = calloc(c->groups, sizeof(*c->row[i].cell));
		if (!c->row[i].cell)
			return -ENOMEM;
	}
	return 0;
}

static int by_run(const void *a, const void *b)
{
	const struct history_result *const *x = a, *const *y = b;

	if ((*x)->run != (*y)->run)
		return (*x)->run < (*y)->run ? -1 : 1;
	return (*x < *y) ? -1 : *x > *y;
}

/* A test's results in the order of the runs. */
struct sorted {
	const struct history_result **result;
	size_t count;
};

static int sorted_make(struct sorted *s, const struct history_test *test)
{
	s->result = calloc(test->results + 1, sizeof(*s->result));
	if (!s->result)
		return -ENOMEM;
	s->count = test->results;
	for (size_t i = 0; i < s->count; i++)
		s->result[i] = &test->result[i];
	qsort(s->result, s->count, sizeof(*s->result), by_run);
	return 0;
}

static bool is_measured(const struct sample *s, bool counts_ops, unsigned m)
{
	return sample_is_sound(s) && s->counts_ops == counts_ops && isfinite(s->value[m]) &&
		s->value[m] > 0;
}

/* The values of a cell, one a run or one a result. */
static int values_take(struct cell *cell, const struct sorted *s, bool counts_ops, unsigned m,
		       bool is_within_boot)
{
	double *value = calloc(s->count + 1, sizeof(*value)), *part = &value[0];
	size_t n = 0, parts = 0;
	bool is_last;

	if (!value)
		return -ENOMEM;
	/* Parts of a run gather behind the values that are done. */
	for (size_t i = 0; i < s->count; i++) {
		part = &value[n];
		if (is_measured(&s->result[i]->sample, counts_ops, m))
			part[parts++] = s->result[i]->sample.value[m];
		is_last = i + 1 == s->count || s->result[i + 1]->run != s->result[i]->run;
		if (!parts || !(is_last || is_within_boot))
			continue;
		value[n] = stats_median(part, parts);
		n++;
		parts = 0;
	}
	cell->n[m] = n;
	cell->median[m] = stats_median(value, n);
	cell->spread[m] = stats_spread(value, n);
	if (n)
		cell->value[m] = value;
	else
		free(value);
	return 0;
}

static int cell_worse(struct cell *cell, enum verdict verdict, const char *reason)
{
	char *copy = reason ? strdup(reason) : NULL;

	if (reason && !copy)
		return -ENOMEM;
	free(cell->reason);
	cell->reason = copy;
	cell->verdict = verdict;
	return 0;
}

static int cell_count(struct cell *cell, const struct history_test *test)
{
	const struct history_result *r;
	int ret = 0;

	for (size_t i = 0; i < test->results && !ret; i++) {
		r = &test->result[i];
		cell->results++;
		cell->passed += r->sample.verdict == VERDICT_PASS;
		cell->sound += sample_is_sound(&r->sample);
		cell->is_cached |= r->sample.is_cached;
		if (r->sample.verdict > cell->verdict)
			ret = cell_worse(cell, r->sample.verdict, r->reason);
	}
	return ret;
}

/* A run that ended before this test, which others have, is as bad as one that broke. */
static int cell_find_lost(struct cell *cell, const struct runlist *list, const struct sorted *s)
{
	const struct runinfo *run;
	char reason[160];
	size_t i = 0;

	if (cell->verdict >= VERDICT_BROKEN)
		return 0;
	for (size_t r = 0; r < list->count; r++) {
		run = &list->run[r];
		while (i < s->count && s->result[i]->run < r)
			i++;
		if (run->is_whole || (i < s->count && s->result[i]->run == r))
			continue;
		snprintf(reason, sizeof(reason), "the run ended before it%s%.100s",
			 run->trait[TRAIT_VERDICT][0] ? ": " : "", run->trait[TRAIT_VERDICT]);
		return cell_worse(cell, VERDICT_BROKEN, reason);
	}
	return 0;
}

static int cell_make(struct comparison *c, struct compared *row, size_t g)
{
	const struct history_test *test = history_find(&c->history[g], row->id);
	struct sorted s = { .result = NULL };
	struct cell *cell = &row->cell[g];
	int ret = 0;

	if (test)
		ret = sorted_make(&s, test);
	if (test && !ret)
		ret = cell_count(cell, test);
	if (!ret)
		ret = cell_find_lost(cell, &c->group[g].list, &s);
	for (unsigned m = 0; m < METRICS && !ret; m++)
		ret = values_take(cell, &s, row->counts_ops, m, c->is_within_boot);
	free(s.result);
	return ret;
}

/* What the first result that counts says, all have to say. */
static void row_find_unit(const struct comparison *c, struct compared *row)
{
	const struct history_test *test;

	for (size_t g = 0; g < c->groups; g++) {
		test = history_find(&c->history[g], row->id);
		for (size_t i = 0; test && i < test->results; i++) {
			row->counts_ops = test->result[i].sample.counts_ops;
			if (sample_is_sound(&test->result[i].sample))
				return;
		}
	}
}

int cells_make(struct comparison *c)
{
	int ret = rows_collect(c);

	for (size_t i = 0; i < c->rows && !ret; i++) {
		row_find_unit(c, &c->row[i]);
		for (size_t g = 0; g < c->groups && !ret; g++)
			ret = cell_make(c, &c->row[i], g);
	}
	return ret;
}
