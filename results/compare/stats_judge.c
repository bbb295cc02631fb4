// SPDX-License-Identifier: GPL-2.0-only
/*
 * The word for each row of a table. A row differs when all of these say so:
 *
 *  - the estimate is the smallest change that matters, at least;
 *  - the rank test, which supposes nothing of the noise, has p <= 1 % for the
 *    row alone (5 against 5 repeats reach it, 4 against 4 never);
 *  - Student's test of the estimate by its bootstrap error has p <= 5 % after
 *    Benjamini and Hochberg (1995) among the rows that could be called, eight
 *    at least. The error is moderated by the noise of the other rows (stats_noise.c);
 *  - the interval is on one side of no change.
 *
 * It is the same when, at 90 % on either side, the change is less than the one
 * that matters (two one-sided tests, Schuirmann 1987). Else one cannot tell.
 *
 * Why not the rank test alone, with noise of 2 % and 10 repeats: corrected by Holm
 * (1979) or by Benjamini and Hochberg it finds 5 % in one of 72 rows 8 times of
 * 10; corrected among those rows alone whose estimate matters, it finds that, but
 * with 5 repeats one table of eight calls something that is not there, and rows
 * that all changed hide one another. This way finds 95 % and more of either.
 * tests/unit/false-alarms-are-rare-* measures it; with "table" it prints shares.
 */
#include "stats.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "stats_parts.h"

#define ROW_LEVEL 0.01		/* p of the rank test, of a row alone */
#define TABLE_LEVEL 0.05	/* p for the rows beside it */
#define ROWS_LEAST 8		/* a smaller table is corrected as one of so many */
#define SAME_LEVEL 0.1		/* chance that a change that matters is called same */
#define SAME_REPEATS 3
#define REPEATS_MAX 1000	/* that are worth asking for */

struct judged {
	struct change *c;
	bool is_tested;		/* enough repeats for the rank test */
	double noise;		/* of one value, in log */
	double error, freedom;	/* moderated by the other rows */
	double p;
};

static bool is_exact(const struct change *c)
{
	return c->is_exact && !c->varies;
}

static bool has_error(const struct change *c)
{
	return c->n_base && c->n && !is_exact(c) && !isnan(c->error);
}

static double share_of_error(const struct change *c)
{
	return 1 / (double)c->n_base + 1 / (double)c->n;
}

/* -ENOMEM, or 0: errors are moderated, p is Student's. */
static int rows_moderate(struct judged *row, size_t rows)
{
	struct noise_row *own = calloc(rows + 1, sizeof(*own));
	struct noise noise;
	size_t i, n = 0;

	if (!own)
		return -ENOMEM;
	for (i = 0; i < rows; i++)
		if (has_error(row[i].c))
			own[n++] = (struct noise_row){
				row[i].c->error * row[i].c->error / share_of_error(row[i].c),
				row[i].c->freedom,
			};
	noise_learn(&noise, own, n);
	for (i = 0, n = 0; i < rows; i++) {
		if (!has_error(row[i].c))
			continue;
		row[i].noise = sqrt(own[n].variance);
		row[i].freedom = own[n].freedom;
		row[i].error = sqrt(noise_moderate(&noise, own[n].variance, &row[i].freedom) *
				    share_of_error(row[i].c));
		row[i].p = 1;
		if (row[i].c->shift < 0 || row[i].c->shift > 0)
			row[i].p = 2 * student_tail(fabs(row[i].c->shift) / row[i].error,
						    row[i].freedom);
		row[i].is_tested = rank_floor(row[i].c->n_base, row[i].c->n) <= ROW_LEVEL;
		n++;
	}
	free(own);
	return 0;
}

static int p_order(const void *a, const void *b)
{
	struct judged *const *x = a, *const *y = b;

	return ((*x)->p > (*y)->p) - ((*x)->p < (*y)->p);
}

/* Benjamini and Hochberg (1995), among the rows that could be called at all. */
static int rows_correct(struct judged *row, size_t rows)
{
	struct judged **sorted = malloc((rows + 1) * sizeof(struct judged *));
	size_t i, n = 0, all;
	double p, lowest = 1;

	if (!sorted)
		return -ENOMEM;
	for (i = 0; i < rows; i++) {
		row[i].c->p_adjusted = row[i].c->p;
		if (row[i].is_tested)
			sorted[n++] = &row[i];
	}
	qsort(sorted, n, sizeof(*sorted), p_order);
	all = n > ROWS_LEAST ? n : ROWS_LEAST;
	for (i = n; i > 0; i--) {
		p = sorted[i - 1]->p * (double)all / (double)i;
		lowest = p < lowest ? p : lowest;
		/* Never less than what the ranks alone say. */
		sorted[i - 1]->c->p_adjusted = fmax(lowest, sorted[i - 1]->c->p);
	}
	free(sorted);
	return 0;
}

static void percent(char buf[16], double log_change)
{
	double value = 100 * expm1(fabs(log_change));

	snprintf(buf, 16, "%.*f %%", value < 0.0995 ? 3 : value < 0.995 ? 2 : value < 9.95 ? 1 : 0,
		 value);
}

/* The change that matters is told as it was asked for: 3.0, 2.5, 1.75. */
static void percent_of_limit(char buf[16], double smallest)
{
	int len = snprintf(buf, 12, "%.3f", 100 * expm1(smallest));

	len = len < 11 ? len : 11;
	while (len > 3 && buf[len - 1] == '0' && buf[len - 2] != '.')
		len--;
	snprintf(buf + len, 16 - (size_t)len, " %%");
}

static void __attribute__((format(printf, 2, 3))) say(struct change *c, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(c->why, sizeof(c->why), format, args);
	va_end(args);
}

static void row_call(struct change *c)
{
	c->outcome = (c->shift > 0) == c->more_is_faster ? OUTCOME_FASTER : OUTCOME_SLOWER;
}

static void judge_exact(struct change *c, double smallest)
{
	char limit[16];

	percent_of_limit(limit, smallest);
	c->low = c->high = c->change;
	c->p = c->p_adjusted = fabs(c->shift) > 0 ? 0 : 1;
	if (fabs(c->shift) >= smallest - 1e-9) {
		row_call(c);
		say(c, "figures without noise differ by %s or more", limit);
		return;
	}
	c->outcome = OUTCOME_SAME;
	if (fabs(c->shift) > 0)
		say(c, "figures without noise differ by less than %s", limit);
	else
		say(c, "figures without noise are equal");
}

static size_t repeats_needed(void)
{
	size_t n = 1;

	while (rank_floor(n, n) > ROW_LEVEL)
		n++;
	return n;
}

static void say_few(struct change *c, size_t needed)
{
	if (c->n_base == c->n)
		say(c, "%zu repeats are needed, there %s %zu", needed,
		    c->n == 1 ? "is" : "are", c->n);
	else
		say(c, "%zu repeats of each side are needed, there are %zu and %zu",
		    needed, c->n_base, c->n);
}

/* How many would make the error small enough, with what is known of the noise. */
static void say_noise(const struct judged *row, double smallest)
{
	struct change *c = row->c;
	bool matters = fabs(c->shift) >= smallest;
	double few = (double)(c->n < c->n_base ? c->n : c->n_base), aim, n;
	char noise[16], hidden[16], seen[16];

	percent(noise, row->noise);
	percent(seen, c->shift);
	/* What is found 9 times of 10, and what makes no change the same as often. */
	aim = matters ? fabs(c->shift) / 4.6 : smallest / 3;
	n = ceil(few * (row->error / aim) * (row->error / aim));
	n = n > few + 1 ? n : few + 1;
	if (!matters && row->error < aim) {
		percent_of_limit(hidden, smallest);
		say(c, "%s is too near to %s; more repeats may tell", seen, hidden);
		return;
	}
	percent(hidden, matters ? 3.3 * row->error : 3 * row->error);
	if (n <= REPEATS_MAX)
		say(c, "noise of %s hides less than %s; %.0f repeats may tell", noise, hidden, n);
	else
		say(c, "noise of %s hides less than %s; make it quieter", noise, hidden);
}

static bool row_differs(const struct judged *row, double smallest)
{
	const struct change *c = row->c;

	return row->is_tested && fabs(c->shift) >= smallest - 1e-9 && c->p <= ROW_LEVEL &&
	       c->p_adjusted <= TABLE_LEVEL && (c->low > 0 || c->high < 0);
}

static bool row_is_same(const struct judged *row, double smallest)
{
	const struct change *c = row->c;
	double margin = smallest - fabs(c->shift);

	return has_error(c) && c->n_base >= SAME_REPEATS && c->n >= SAME_REPEATS && margin > 0 &&
	       student_tail(margin / row->error, row->freedom) <= SAME_LEVEL;
}

static void judge_noisy(const struct judged *row, double smallest)
{
	struct change *c = row->c;
	char limit[16];

	if (row_differs(row, smallest)) {
		row_call(c);
		percent(limit, row->noise);
		say(c, "more than chance and noise of %s explain", limit);
	} else if (row_is_same(row, smallest)) {
		c->outcome = OUTCOME_SAME;
		percent_of_limit(limit, smallest);
		say(c, "90 %% sure that a change is less than %s", limit);
	} else if (!row->is_tested) {
		c->outcome = OUTCOME_CANNOT_TELL;
		say_few(c, repeats_needed());
	} else {
		c->outcome = OUTCOME_CANNOT_TELL;
		say_noise(row, smallest);
	}
}

int stats_judge(struct change *const *row, size_t rows, double smallest)
{
	struct judged *judged = calloc(rows + 1, sizeof(*judged));
	size_t i;
	int err;

	if (!judged)
		return -ENOMEM;
	/* 3 % more, and what is 3 % more seen from the other side. */
	smallest = log1p(smallest > 0 ? smallest : 0);
	for (i = 0; i < rows; i++)
		judged[i].c = row[i];
	err = rows_moderate(judged, rows);
	if (!err)
		err = rows_correct(judged, rows);
	for (i = 0; !err && i < rows; i++) {
		row[i]->why[0] = '\0';
		if (!row[i]->n_base || !row[i]->n) {
			row[i]->outcome = OUTCOME_NONE;
			say(row[i], "no figures of %s", row[i]->n ? "the base" :
			    row[i]->n_base ? "this side" : "either");
		} else if (is_exact(row[i])) {
			judge_exact(row[i], smallest);
		} else {
			judge_noisy(&judged[i], smallest);
		}
	}
	free(judged);
	return err;
}
