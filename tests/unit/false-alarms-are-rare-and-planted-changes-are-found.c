// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will make up tables of rows with noise of several kinds, the same on
 * both sides, with a change planted, or on a host that drifts, and count how often
 * the word is wrong. With the argument "table" it draws ten times as many rows,
 * and prints the shares.
 * needs: none
 * timeout: 300
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "stats.h"

#define POOL_MAX 3000
#define ROWS_MAX 300
#define SETS 200
#define SMALLEST 0.03

enum shape { NORMAL, LOGNORMAL, HEAVY, BIMODAL, SHAPES };

static const double noises[] = { 0.005, 0.02, 0.04, 0.1, 0.3 };
static const size_t repeats[] = { 5, 10, 20 }, tables[] = { 1, 24, 72, 300 };
static bool is_table;
static uint64_t state = 20261130;

static uint64_t bits(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

static double uniform(void)
{
	return ((double)(bits() >> 11) + 0.5) * 0x1p-53;
}

static double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(2 * M_PI * uniform());
}

static double figure(enum shape shape, double noise)
{
	double x, y, z;

	switch (shape) {
	case NORMAL:
		do {
			x = 1 + noise * normal();
		} while (x <= 0);
		return x;
	case HEAVY:		/* Student's, of three degrees, with that deviation */
		x = normal();
		y = normal();
		z = normal();
		return exp(noise * normal() / sqrt(x * x + y * y + z * z));
	case BIMODAL:
		return exp(noise * (0.4 * normal() + (uniform() < 0.3 ? 2 : 0)));
	default:
		return exp(noise * normal());
	}
}

struct source {
	enum shape shape;
	double noise, factor, drift;
	size_t n;
};

/* Rounds take turns: A B A B, while the host slows down or speeds up. */
static void row_make(struct change *c, const struct source *s)
{
	double a[64], b[64], last = (double)(2 * s->n - 1);
	size_t i;

	for (i = 0; i < s->n; i++) {
		a[i] = 5e8 * figure(s->shape, s->noise) * (1 + s->drift * (double)(2 * i) / last);
		b[i] = 5e8 * figure(s->shape, s->noise) * s->factor *
		       (1 + s->drift * (double)(2 * i + 1) / last);
	}
	*c = (struct change){ .more_is_faster = bits() >> 20 & 1 };
	stats_compare(c, a, s->n, b, s->n);
}

/* Rows are made once, and dealt to many tables: the draws cost most. */
static size_t pool_make(struct change *pool, const struct source *s)
{
	size_t i, count = is_table ? POOL_MAX : POOL_MAX / (s->n < 20 ? 10 : 30);

	for (i = 0; i < count; i++)
		row_make(&pool[i], s);
	return count;
}

struct tally {
	double rows, differ, same, sets, alarms;
	double planted, found;
	struct change row;		/* the first of the last table */
};

/* One table of so many rows; planted: NULL, or what the first row is. */
static void table_judge(struct tally *t, const struct change *pool, size_t pool_rows, size_t rows,
			const struct change *planted)
{
	static struct change row[ROWS_MAX], *list[ROWS_MAX];
	enum outcome right;
	size_t i, differ = 0, first = planted ? 1 : 0;

	for (i = 0; i < rows; i++) {
		row[i] = planted && !i ? *planted : pool[bits() % pool_rows];
		list[i] = &row[i];
	}
	check(stats_judge(list, rows, SMALLEST) == 0, "judge");
	for (i = first; i < rows; i++) {
		differ += row[i].outcome >= OUTCOME_FASTER;
		t->same += row[i].outcome == OUTCOME_SAME;
	}
	t->row = row[0];
	t->rows += (double)(rows - first);
	t->differ += (double)differ;
	t->sets++;
	t->alarms += differ > 0;
	if (planted) {
		right = (planted->shift > 0) == planted->more_is_faster ? OUTCOME_FASTER :
			OUTCOME_SLOWER;
		t->planted++;
		t->found += row[0].outcome == right;
	}
}

/* Both sides the same: the worst of all kinds of noise. */
static void check_alike(size_t n)
{
	static struct change pool[POOL_MAX];
	double worst_row[4] = { 0 }, worst_set[4] = { 0 }, rows[4] = { 0 }, differ[4] = { 0 };
	double alarms[5][4] = { { 0 } };
	size_t i, j, k, count;
	enum shape shape, shapes = is_table ? SHAPES : 1;

	for (i = 0; i < 5; i++)
		for (shape = 0; shape < shapes; shape++) {
			struct source s = { .noise = noises[i], .factor = 1, .n = n };

			s.shape = is_table ? shape : (i + n / 5) % SHAPES;
			count = pool_make(pool, &s);
			for (j = 0; j < 4; j++) {
				struct tally t = { 0 };

				for (k = 0; k < SETS * (j ? 1 : 20); k++)
					table_judge(&t, pool, count, tables[j], NULL);
				rows[j] += t.rows;
				differ[j] += t.differ;
				worst_row[j] = fmax(worst_row[j], 100 * t.differ / t.rows);
				/* Kinds together: a bad row of one pool is in many tables. */
				alarms[i][j] += 100 * t.alarms / t.sets / shapes;
				worst_set[j] = fmax(worst_set[j], alarms[i][j]);
			}
		}
	for (j = 0; j < 4; j++) {
		check(differ[j] <= 0.005 * rows[j], "%zu repeats, %zu rows: %g of %g", n, tables[j],
		      differ[j], rows[j]);
		/* A small pool has rows of one kind of noise that are few, and dealt often. */
		check(worst_row[j] <= (is_table ? 1 : 2), "%zu repeats, %zu rows: %g %%", n,
		      tables[j], worst_row[j]);
	}
	for (j = 0; is_table && j < 4; j++)
		printf("alike, %2zu repeats, %3zu rows: at worst %.2f %% of rows called "
		       "different, in %.1f %% of tables\n", n, tables[j], worst_row[j],
		       worst_set[j]);
}

static void check_same(double noise, size_t n, double least)
{
	static struct change pool[POOL_MAX];
	struct source s = { NORMAL, noise, 1, 0, n };
	struct tally t = { 0 };
	size_t k, count = pool_make(pool, &s);

	for (k = 0; k < SETS; k++)
		table_judge(&t, pool, count, 24, NULL);
	check(t.same >= least * t.rows, "noise %g: %g of %g are the same", noise, t.same, t.rows);
	if (is_table)
		printf("alike, %2zu repeats, noise %4.1f %%: same %.1f %%\n", n, 100 * noise,
		       100 * t.same / t.rows);
}

/* In the first row of each table, or in all. */
static void check_planted_in(size_t rows, const struct change *planted, size_t count,
			     const struct change *beside, size_t n, double factor, double least)
{
	bool in_all = beside == planted;
	struct tally t = { 0 };
	double found;
	size_t k;

	for (k = 0; k < count; k++)
		table_judge(&t, beside, POOL_MAX / 10, rows, &planted[k]);
	found = in_all ? (t.found + t.differ) / (t.planted + t.rows) : t.found / t.planted;
	check(found >= least, "%zu repeats, %g in %s of %zu: found %.3f", n, factor,
	      in_all ? "all" : "one", rows, found);
	if (!in_all)
		check(t.differ <= 0.01 * t.rows, "%g of %g beside it", t.differ, t.rows);
	if (is_table)
		printf("planted %+.0f %%, %2zu repeats, in %s of %3zu rows: found %.1f %%\n",
		       100 * (factor - 1), n, in_all ? "all" : "one", rows, 100 * found);
}

/* With noise of 2 %. */
static void check_planted(size_t n, double factor, double least)
{
	static struct change alike[POOL_MAX], planted[POOL_MAX];
	struct source s = { NORMAL, 0.02, 1, 0, n };
	size_t i, count = is_table ? POOL_MAX : POOL_MAX / 3;

	pool_make(alike, &s);
	s.factor = factor;
	for (i = 0; i < count; i++)
		row_make(&planted[i], &s);
	for (i = 0; i < 3; i++) {
		check_planted_in(tables[i], planted, count, alike, n, factor, least);
		check_planted_in(tables[i], planted, count, planted, n, factor, least);
	}
}

/* One row that is far noisier than those beside it, which teach it too little noise. */
static void check_noisy(size_t n)
{
	static struct change quiet[POOL_MAX], noisy[POOL_MAX];
	struct source s = { NORMAL, 0.005, 1, 0, n };
	struct tally t = { 0 };
	size_t k, count = pool_make(quiet, &s), differ = 0;

	s.noise = 0.3;
	pool_make(noisy, &s);
	for (k = 0; k < count; k++) {
		table_judge(&t, quiet, count, 24, &noisy[k]);
		differ += t.row.outcome >= OUTCOME_FASTER;
	}
	check(100 * differ <= count, "a noisy row among quiet ones: %zu of %zu", differ, count);
	check(t.same > 0.99 * t.rows, "quiet rows beside a noisy one: same %g of %g", t.same, t.rows);
	if (is_table)
		printf("noise of 30 %% in one row, 0.5 %% in 23, %2zu repeats: that row called "
		       "different %.2f %%\n", n, 100 * (double)differ / (double)count);
}

static void check_drift(double noise, double drift, double least_same)
{
	static struct change pool[POOL_MAX];
	struct source s = { NORMAL, noise, 1, drift, 10 };
	struct tally t = { 0 };
	size_t k, count = pool_make(pool, &s);

	for (k = 0; k < SETS; k++)
		table_judge(&t, pool, count, 24, NULL);
	check(t.differ <= 0.005 * t.rows, "drift %g, noise %g: %g of %g", drift, noise,
	      t.differ, t.rows);
	check(t.same >= least_same * t.rows, "drift %g, noise %g: same %g", drift, noise,
	      t.same / t.rows);
	if (is_table)
		printf("drift of %+.0f %% in turns, noise %.1f %%: called different %.2f %%, "
		       "same %.1f %%\n", 100 * drift, 100 * noise, 100 * t.differ / t.rows,
		       100 * t.same / t.rows);
}

int main(int argc, char **argv)
{
	size_t i;

	is_table = argc > 1 && !strcmp(argv[1], "table");
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (i = 0; i < 3; i++)
		check_alike(repeats[i]);
	check_same(0.005, 5, 0.99);
	check_same(0.02, 5, is_table ? 0.5 : 0);
	check_same(0.02, 10, 0.9);
	check_planted(10, 1.05, 0.95);
	check_planted(10, 0.95, 0.95);
	if (is_table) {
		check_planted(5, 1.05, 0.3);
		check_planted(7, 1.05, 0.7);
	}
	check_noisy(5);
	check_noisy(10);
	check_drift(0.005, 0.05, 0.9);
	check_drift(0.02, 0.05, 0.5);
	check_drift(0.02, -0.05, 0.5);
	return check_done();
}
