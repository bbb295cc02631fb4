// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will rule on comparisons: slower, failed, unclear, closer to good or bad.
 * needs: none
 * timeout: 10
 */
#include <math.h>
#include <string.h>
#include "bisect_parts.h"
#include "check.h"

#define CELLS 3

/* One test: what the good runs, the bad ones and this revision's have of it. */
struct test {
	const char *id;			/* NULL: no more tests */
	size_t good_runs;
	enum outcome bad;		/* against good */
	double bad_change;
	enum verdict verdict;		/* of this revision */
	size_t runs;
	enum outcome outcome;
	double change, low, high;
};

static const struct {
	const char *name;
	bool has_bad, is_exact;
	enum metric metric;
	struct test test[3];
	enum ruling ruling;
	const char *says;
} rows[] = {
	{ "same", false, true, METRIC_RATE, {
		{ "a/x", 1, OUTCOME_NONE, 0, VERDICT_PASS, 1, OUTCOME_SAME, -0.01, -0.01, -0.01 } },
	  RULING_GOOD, "a/x 100 -> 99.0 MB/s (-1.0 %), 1 run each, exact" },
	{ "faster is good", false, false, METRIC_RATE, {
		{ "a/x", 3, OUTCOME_NONE, 0, VERDICT_PASS, 3, OUTCOME_FASTER, 0.2, 0.1, 0.3 } },
	  RULING_GOOD, "a/x 100 -> 120 MB/s (+20 %), 3 runs each" },
	{ "slower, and the worst speaks", false, true, METRIC_RATE, {
		{ "a/x", 1, OUTCOME_NONE, 0, VERDICT_PASS, 1, OUTCOME_SLOWER, -0.05, -0.05, -0.05 },
		{ "a/y", 1, OUTCOME_NONE, 0, VERDICT_PASS, 1, OUTCOME_SLOWER, -0.34, -0.34, -0.34 },
		{ "a/z", 1, OUTCOME_NONE, 0, VERDICT_PASS, 1, OUTCOME_SAME, 0, 0, 0 } },
	  RULING_BAD, "a/y 100 -> 66.0 MB/s (-34 %), 1 run each, exact; and 1 more" },
	{ "slower counts more than what is unclear", false, false, METRIC_RATE, {
		{ "a/x", 5, OUTCOME_NONE, 0, VERDICT_PASS, 3, OUTCOME_CANNOT_TELL, -0.05, -0.3, 0.1 },
		{ "a/y", 5, OUTCOME_NONE, 0, VERDICT_PASS, 3, OUTCOME_SLOWER, -0.34, -0.4, -0.3 } },
	  RULING_BAD, "a/y 100 -> 66.0 MB/s (-34 %), 5 good runs, 3 of this" },
	{ "more time is worse", false, true, METRIC_P99, {
		{ "a/x", 1, OUTCOME_NONE, 0, VERDICT_PASS, 1, OUTCOME_SLOWER, 0.5, 0.5, 0.5 },
		{ "a/y", 1, OUTCOME_NONE, 0, VERDICT_PASS, 1, OUTCOME_SLOWER, 0.1, 0.1, 0.1 } },
	  RULING_BAD, "a/x 100ms -> 150ms (+50 %), 1 run each, exact; and 1 more" },
	{ "unclear", false, false, METRIC_RATE, {
		{ "a/x", 3, OUTCOME_NONE, 0, VERDICT_PASS, 3, OUTCOME_CANNOT_TELL, -0.05, -0.3, 0.1 },
		{ "a/y", 3, OUTCOME_NONE, 0, VERDICT_PASS, 3, OUTCOME_SAME, 0, 0, 0 } },
	  RULING_MORE, "cannot tell: a/x 100 -> 95.0 MB/s (-5.0 %), 3 runs each: because" },
	{ "failed counts more than slower", false, true, METRIC_RATE, {
		{ "a/x", 1, OUTCOME_NONE, 0, VERDICT_PASS, 1, OUTCOME_SLOWER, -0.5, -0.5, -0.5 },
		{ "a/y", 1, OUTCOME_NONE, 0, VERDICT_FAIL, 0, OUTCOME_NONE, 0, 0, 0 } },
	  RULING_BAD, "a/y: fail: \\x1b[2J" },
	{ "broken is not bad", false, true, METRIC_RATE, {
		{ "a/x", 1, OUTCOME_NONE, 0, VERDICT_PASS, 1, OUTCOME_SAME, 0, 0, 0 },
		{ "a/y", 1, OUTCOME_NONE, 0, VERDICT_BROKEN, 0, OUTCOME_NONE, 0, 0, 0 } },
	  RULING_SKIP, "a/y: broken: \\x1b[2J" },
	{ "void may be better the next time", false, true, METRIC_RATE, {
		{ "a/y", 1, OUTCOME_NONE, 0, VERDICT_VOID, 0, OUTCOME_NONE, 0, 0, 0 } },
	  RULING_MORE, "a/y: void: \\x1b[2J" },
	{ "what the good runs lack is not asked for", false, true, METRIC_RATE, {
		{ "a/x", 0, OUTCOME_NONE, 0, VERDICT_FAIL, 0, OUTCOME_NONE, 0, 0, 0 },
		{ "a/y", 1, OUTCOME_NONE, 0, VERDICT_PASS, 1, OUTCOME_SAME, 0, 0, 0 } },
	  RULING_GOOD, "a/y" },
	{ "no figure to go by", false, true, METRIC_RATE, {
		{ "a/x", 0, OUTCOME_NONE, 0, VERDICT_PASS, 1, OUTCOME_NONE, 0, 0, 0 } },
	  RULING_STOP, "good: none of the 1 tests has a sound figure (rate)" },
	{ "slower, but closer to good", true, true, METRIC_RATE, {
		{ "a/x", 1, OUTCOME_SLOWER, -0.36, VERDICT_PASS, 1, OUTCOME_SLOWER, -0.19, -0.19, -0.19 } },
	  RULING_GOOD, "a/x" },
	{ "closer to bad", true, true, METRIC_RATE, {
		{ "a/x", 1, OUTCOME_SLOWER, -0.36, VERDICT_PASS, 1, OUTCOME_SLOWER, -0.21, -0.21, -0.21 } },
	  RULING_BAD, "a/x" },
	{ "closer to bad, of times", true, true, METRIC_P50, {
		{ "a/x", 1, OUTCOME_SLOWER, 1.25, VERDICT_PASS, 1, OUTCOME_SLOWER, 0.51, 0.51, 0.51 } },
	  RULING_BAD, "a/x" },
	{ "closer to good, of times", true, true, METRIC_P50, {
		{ "a/x", 1, OUTCOME_SLOWER, 1.25, VERDICT_PASS, 1, OUTCOME_SLOWER, 0.49, 0.49, 0.49 } },
	  RULING_GOOD, "a/x" },
	{ "the interval has the middle in it", true, false, METRIC_RATE, {
		{ "a/x", 5, OUTCOME_SLOWER, -0.36, VERDICT_PASS, 5, OUTCOME_SLOWER, -0.3, -0.4, -0.19 } },
	  RULING_MORE, "cannot tell: a/x" },
	{ "the interval is beyond the middle", true, false, METRIC_RATE, {
		{ "a/x", 5, OUTCOME_SLOWER, -0.36, VERDICT_PASS, 5, OUTCOME_CANNOT_TELL, -0.3, -0.4, -0.21 } },
	  RULING_BAD, "a/x" },
	{ "two runs have no interval", true, false, METRIC_RATE, {
		{ "a/x", 5, OUTCOME_SLOWER, -0.36, VERDICT_PASS, 2, OUTCOME_SLOWER, -0.3, -0.31, -0.29 } },
	  RULING_MORE, "cannot tell: a/x" },
	{ "an interval that is not known", true, false, METRIC_RATE, {
		{ "a/x", 5, OUTCOME_SLOWER, -0.36, VERDICT_PASS, 5, OUTCOME_SLOWER, -0.3, NAN, NAN } },
	  RULING_MORE, "cannot tell: a/x" },
	{ "what is alike in good and bad is not looked at", true, true, METRIC_RATE, {
		{ "a/x", 1, OUTCOME_SLOWER, -0.36, VERDICT_PASS, 1, OUTCOME_SAME, 0, 0, 0 },
		{ "a/y", 1, OUTCOME_SAME, 0, VERDICT_PASS, 1, OUTCOME_SLOWER, -0.5, -0.5, -0.5 } },
	  RULING_GOOD, "a/x" },
	{ "good and bad are alike", true, true, METRIC_RATE, {
		{ "a/y", 1, OUTCOME_SAME, 0, VERDICT_PASS, 1, OUTCOME_SLOWER, -0.5, -0.5, -0.5 } },
	  RULING_STOP, "bad: no test is slower in rate than in the good runs" },
};

static void fill(struct compared *row, struct cell *cell, const struct test *t, bool has_bad,
		 enum metric m, bool is_exact)
{
	static char reason[] = "\033[2J";
	struct cell *now = &cell[has_bad ? 2 : 1];
	const double unit = 1e6;	/* MB/s, ms */

	*row = (struct compared){ .id = t->id, .cell = cell };
	cell[0].results = cell[0].sound = cell[0].n[m] = t->good_runs;
	if (has_bad) {
		cell[1].results = cell[1].sound = cell[1].n[m] = 1;
		cell[1].change[m].outcome = t->bad;
		cell[1].change[m].change = t->bad_change;
	}
	now->results = t->runs ? t->runs : 1;
	now->sound = now->n[m] = t->runs;
	now->verdict = t->verdict;
	now->reason = t->verdict ? reason : NULL;
	now->change[m] = (struct change){
		.base = 100 * unit, .value = 100 * unit * (1 + t->change), .change = t->change,
		.low = t->low, .high = t->high, .n_base = t->good_runs, .n = t->runs,
		.is_exact = is_exact, .more_is_faster = m == METRIC_RATE, .outcome = t->outcome,
		.why = "because",
	};
}

int main(void)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		static struct comparison c;
		struct compared row[3];
		struct cell cell[3][CELLS];
		struct finding found;

		memset(cell, 0, sizeof(cell));
		memset(&found, 0, sizeof(found));
		c = (struct comparison){ .groups = rows[i].has_bad ? 3 : 2, .row = row };
		for (; c.rows < 3 && rows[i].test[c.rows].id; c.rows++)
			fill(&row[c.rows], cell[c.rows], &rows[i].test[c.rows], rows[i].has_bad,
			     rows[i].metric, rows[i].is_exact);
		bisect_rule(&c, rows[i].metric, rows[i].has_bad, &found);
		check(found.ruling == rows[i].ruling, "%s: %d (%s)", rows[i].name, found.ruling,
		      found.text);
		check(!strncmp(found.text, rows[i].says, strlen(rows[i].says)), "%s: %s",
		      rows[i].name, found.text);
	}
	return check_done();
}
