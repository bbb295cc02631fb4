// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will judge rows whose outcome is clear beforehand: too few repeats,
 * figures without noise, a side missing, ties, hostile values, changes on either
 * side of the smallest that matters, swapped sides, and read the reasons.
 * needs: none
 * timeout: 30
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "stats.h"

#define SIDE 12

static const struct {
	double base[SIDE], value[SIDE];		/* up to the first 0 */
	bool is_exact;
	enum outcome outcome;			/* where more is faster */
	const char *why;
} rows[] = {
	{ { 0 }, { 100 }, false, OUTCOME_NONE, "no figures of the base" },
	{ { 100 }, { 0 }, false, OUTCOME_NONE, "no figures of this side" },
	{ { -1 }, { (double)NAN }, true, OUTCOME_NONE, "no figures of either" },
	{ { 100 }, { 120 }, false, OUTCOME_CANNOT_TELL, "5 repeats are needed, there is 1" },
	{ { 100, 101, 99 }, { 120, 121, 119 }, false, OUTCOME_CANNOT_TELL,
	  "5 repeats are needed, there are 3" },
	{ { 100, 101, 99, 100 }, { 120, 121, 119, 118 }, false, OUTCOME_CANNOT_TELL,
	  "5 repeats are needed, there are 4" },
	{ { 100, 101 }, { 120, 121, 119, 118, 117 }, false, OUTCOME_CANNOT_TELL,
	  "5 repeats of each side are needed, there are 2 and 5" },
	{ { 100, 101 }, { 100, 101 }, false, OUTCOME_CANNOT_TELL,
	  "5 repeats are needed, there are 2" },
	{ { 100, 101, 99 }, { 100, 100.5, 99.5 }, false, OUTCOME_SAME,
	  "90 % sure that a change is less than 3.0 %" },
	{ { 100, 101, 99, 100, 102 }, { 120, 121, 119, 118, 122 }, false, OUTCOME_FASTER,
	  "more than chance and noise of 1." },
	{ { 120, 121, 119, 118, 122 }, { 100, 101, 99, 100, 102 }, false, OUTCOME_SLOWER,
	  "more than chance and noise of 1." },
	{ { 100, 101, 99, 100, 102 }, { 102, 103, 101, 102, 104 }, false, OUTCOME_CANNOT_TELL,
	  "2.0 % is too near to 3.0 %; more repeats may tell" },
	{ { 100, 130, 80, 160, 60 }, { 105, 70, 140, 90, 120 }, false, OUTCOME_CANNOT_TELL,
	  "noise of " },
	{ { 100, 104, 96, 108, 92 }, { 101, 103, 97, 107, 95 }, false, OUTCOME_CANNOT_TELL,
	  "noise of 5.8 % hides less than 11 %; 67 repeats may tell" },
	{ { 1, 1e300, 1e-300, 5, 7 }, { 1e12, 1e-200, 3, 1e200, 8 }, false, OUTCOME_CANNOT_TELL,
	  "noise of " },
	/* Ties everywhere, of figures that have noise elsewhere. */
	{ { 100, 100, 100, 100, 100 }, { 100, 100, 100, 100, 100 }, false, OUTCOME_SAME,
	  "90 % sure" },
	{ { 100, 100, 100, 100, 100 }, { 110, 110, 110, 110, 110 }, false, OUTCOME_FASTER,
	  "more than" },
	{ { 100, 100, 100, 103, 103 }, { 100, 100, 103, 103, 103 }, false, OUTCOME_SAME,
	  "90 % sure" },
	{ { 100, 100, 100, 108, 108 }, { 100, 100, 108, 108, 108 }, false, OUTCOME_CANNOT_TELL,
	  "noise of " },
	/* Without noise one of each is enough, and the smallest change counts. */
	{ { 100 }, { 100 }, true, OUTCOME_SAME, "figures without noise are equal" },
	{ { 100 }, { 102.9 }, true, OUTCOME_SAME,
	  "figures without noise differ by less than 3.0 %" },
	{ { 100 }, { 103 }, true, OUTCOME_FASTER, "figures without noise differ by 3.0 % or more" },
	{ { 103 }, { 100 }, true, OUTCOME_SLOWER, "figures without noise differ by 3.0 % or more" },
	{ { 100, 100, 100 }, { 90, 90 }, true, OUTCOME_SLOWER, "figures without noise differ" },
	/* Said to be exact, and is not. */
	{ { 100, 101 }, { 90, 90 }, true, OUTCOME_CANNOT_TELL,
	  "5 repeats are needed, there are 2" },
};

#define ROWS (sizeof(rows) / sizeof(*rows))

static size_t count(const double *value)
{
	size_t n = 0;

	while (n < SIDE && (value[n] < 0 || value[n] > 0 || isnan(value[n])))
		n++;
	return n;
}

static void judge_row(struct change *c, size_t i, bool swapped, bool more_is_faster)
{
	const double *a = swapped ? rows[i].value : rows[i].base;
	const double *b = swapped ? rows[i].base : rows[i].value;

	*c = (struct change){ .is_exact = rows[i].is_exact, .more_is_faster = more_is_faster };
	stats_compare(c, a, count(a), b, count(b));
	check(stats_judge(&c, 1, 0.03) == 0, "row %zu", i);
}

static enum outcome other_way(enum outcome outcome)
{
	return outcome == OUTCOME_FASTER ? OUTCOME_SLOWER :
	       outcome == OUTCOME_SLOWER ? OUTCOME_FASTER : outcome;
}

static void check_rows(void)
{
	struct change c;
	size_t i;

	for (i = 0; i < ROWS; i++) {
		judge_row(&c, i, false, true);
		check(c.outcome == rows[i].outcome, "row %zu: %s: %s", i,
		      outcome_names[c.outcome], c.why);
		check(!strncmp(c.why, rows[i].why, strlen(rows[i].why)), "row %zu: %s", i, c.why);
		check(strlen(c.why) < sizeof(c.why) - 1, "row %zu: %s", i, c.why);
		judge_row(&c, i, true, true);
		check(c.outcome == other_way(rows[i].outcome), "row %zu swapped: %s", i, c.why);
		judge_row(&c, i, false, false);
		check(c.outcome == other_way(rows[i].outcome), "row %zu, less is faster: %s", i,
		      c.why);
	}
}

static void check_figures(void)
{
	struct change c;

	judge_row(&c, 9, false, true);
	check(c.p_adjusted >= c.p && c.p_adjusted <= 0.05, "%g %g", c.p, c.p_adjusted);
	judge_row(&c, 21, false, true);
	check(c.p == 0 && c.p_adjusted == 0 && c.low == c.change && c.high == c.change, "exact");
	judge_row(&c, 19, false, true);
	check(c.p == 1 && c.p_adjusted == 1, "exact and equal");
}

/* Many rows share what they know of the noise, and are corrected for one another. */
static void check_table(void)
{
	static struct change change[240], *list[240];
	static const double near[] = { 100, 101, 99, 102, 98, 100 };
	/* 5 % more, by the noise of the others certain; the ranks do not bear it out. */
	static const double mixed[] = { 99.5, 104, 105, 106, 107, 108 };
	double value[6];
	size_t i, k;

	for (i = 0; i < 240; i++) {
		list[i] = &change[i];
		change[i] = (struct change){ .more_is_faster = true };
		/* Every tenth row is missing, is exact, or is 20 % slower. */
		for (k = 0; k < 6; k++)
			value[k] = near[(k + i) % 6] * (i % 10 == 5 ? 0.8 : 1) + (double)i * 1e-4;
		change[i].is_exact = i % 10 == 3;
		stats_compare(&change[i], near, i % 10 == 3 ? 1 : 6, value, i % 10 == 3 ? 1 :
			      i % 10 == 4 ? 0 : 6);
	}
	stats_compare(&change[6], near, 6, mixed, 6);
	check(stats_judge(list, 240, 0.03) == 0, "judge");
	for (i = 0; i < 240; i++) {
		enum outcome right = i % 10 == 4 ? OUTCOME_NONE : i % 10 == 5 ? OUTCOME_SLOWER :
			i == 6 ? OUTCOME_CANNOT_TELL : OUTCOME_SAME;

		check(change[i].outcome == right, "%zu: %s: %s", i,
		      outcome_names[change[i].outcome], change[i].why);
	}
	check(change[6].change > 0.04 && change[6].p > 0.01 && change[6].p_adjusted < 0.05, "%g %g",
	      change[6].p, change[6].p_adjusted);
	check(stats_judge(list, 0, 0.03) == 0, "no rows");
	check(stats_judge(list, 240, 0.5) == 0 && change[5].outcome == OUTCOME_SAME,
	      "a fifth does not matter when half is the smallest that does");
	check(stats_judge(list, 240, 0) == 0 && change[0].outcome == OUTCOME_CANNOT_TELL &&
	      change[5].outcome == OUTCOME_SLOWER, "nothing is the same when all matters");
}

int main(void)
{
	size_t i;

	for (i = 0; i < OUTCOMES; i++)
		check(outcome_names[i], "outcome %zu has a name", i);
	check_rows();
	check_figures();
	check_table();
	return check_done();
}
