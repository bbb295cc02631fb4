// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will put made-up runs through the steps of a comparison: labels
 * that tell groups apart, what is not alike, values of cells, cells that are
 * not compared, and tests that broke.
 * needs: none
 * timeout: 60
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "compare_parts.h"
#include "units.h"

#define ID "raid1/ext4/dd/write/async-1M"

static void group_fill(struct group *group, size_t runs)
{
	struct runinfo *run = calloc(runs, sizeof(*run));

	group->list = (struct runlist){ .run = run, .count = runs, .room = runs };
	for (size_t r = 0; r < runs; r++) {
		run[r].path = strdup("x");
		run[r].is_whole = run[r].has_env = run[r].has_disks = true;
		for (unsigned t = 0; t < TRAITS; t++)
			run[r].trait[t] = strdup("same");
	}
}

static void trait_put(struct comparison *c, size_t g, size_t r, enum trait t, const char *text)
{
	free(c->group[g].list.run[r].trait[t]);
	c->group[g].list.run[r].trait[t] = strdup(text);
}

static struct comparison *make(size_t groups, size_t runs)
{
	struct comparison *c = calloc(1, sizeof(*c));

	c->groups = groups;
	c->smallest = 0.03;
	for (unsigned m = 0; m < METRICS; m++)
		c->metric[m] = true;
	for (size_t g = 0; g < groups; g++)
		group_fill(&c->group[g], runs);
	return c;
}

static void end(struct comparison *c)
{
	compare_free(c);
	free(c);
}

static const struct {
	const char *release[2], *spec[2], *build[2], *key[2], *word[2], *want[2];
} label_list[] = {
	{ { "6.1", "6.12" }, { "a", "b" }, { "x", "y" }, { "k1", "k2" }, { "p", "q" },
	  { "6.1", "6.12" } },
	{ { "6.1", "6.1" }, { "debian:x", "~/y" }, { "x", "y" }, { "k1", "k2" }, { "p", "q" },
	  { "debian:x", "~/y" } },
	{ { "6.1", "6.1" }, { "s", "s" },
	  { "#1 SMP PREEMPT_DYNAMIC Debian 6.1.170-1 (2026-05-01)", "#2 SMP" },
	  { "k1", "k2" }, { "p", "q" },
	  { "6.1, 6.1.170-1 (2026-05-01)", "6.1, #2 SMP" } },
	{ { "6.1", "6.1" }, { "", "" }, { "x", "x" }, { "", "" }, { "old*", "new*" },
	  { "old*", "new*" } },
	{ { "6.1", "6.1" }, { "s", "s" }, { "x", "x" }, { "k1", "k2" }, { NULL, NULL },
	  { "6.1 (k1)", "6.1 (k2)" } },
	{ { "6.1", "6.1" }, { "s", "s" }, { "x", "x" }, { "", "" }, { "p", "p" },
	  { "6.1 (1)", "6.1 (2)" } },
	{ { "", "6.1" }, { "old", "new" }, { "", "x" }, { "k1", "k2" }, { NULL, NULL },
	  { "old", "new" } },
};

static void test_labels(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(label_list); i++) {
		struct comparison *c = make(2, 1);
		struct compare_request rq = {
			.word = label_list[i].word, .words = label_list[i].word[0] ? 2 : 1,
		};

		for (size_t g = 0; g < 2; g++) {
			trait_put(c, g, 0, TRAIT_KERNEL, label_list[i].release[g]);
			trait_put(c, g, 0, TRAIT_SPEC, label_list[i].spec[g]);
			trait_put(c, g, 0, TRAIT_BUILD, label_list[i].build[g]);
			snprintf(c->group[g].list.run[0].key, 16, "%s", label_list[i].key[g]);
		}
		check(!groups_label(c, &rq), "row %zu", i);
		for (size_t g = 0; g < 2; g++)
			check(!strcmp(c->group[g].label, label_list[i].want[g]), "row %zu: %s", i,
			      c->group[g].label);
		end(c);
	}
}

static void test_alike(void)
{
	char want[100];

	for (unsigned t = 0; t < TRAITS; t++) {
		struct comparison *c = make(3, 2);

		trait_put(c, 1, 1, (enum trait)t, "odd\nline");
		check(!alike_find(c), "trait %u", t);
		snprintf(want, sizeof(want), "%s: A, B, C same; B odd?line\n", trait_list[t].name);
		if (trait_list[t].must_be_alike)
			check(c->differences && !strcmp(c->differences, want), "%s",
			      c->differences ? c->differences : "nothing");
		else
			check(!c->differences, "%s", c->differences);
		end(c);
	}
}

/* A kernel that never came to its first record cannot differ in what it did not say. */
static void test_alike_without_env(void)
{
	struct comparison *c = make(2, 1);

	for (unsigned t = 0; t < TRAITS; t++)
		trait_put(c, 1, 0, (enum trait)t, "");
	c->group[1].list.run[0].has_env = false;
	check(!alike_find(c) && !c->differences, "%s", c->differences);
	c->group[1].list.run[0].has_env = true;
	check(!alike_find(c) && c->differences && strstr(c->differences,
	      "accel: A same; B (not said)\n"), "%s", c->differences ? c->differences : "nothing");
	end(c);
}

/* One result, as the store hands it over. */
static void put(struct history *h, const char *id, size_t run, double rate, enum verdict verdict,
		bool is_cached)
{
	struct history_test *test;
	size_t t;

	for (t = 0; t < h->tests && strcmp(h->test[t].id, id); t++)
		;
	if (t == h->tests) {
		h->test = reallocarray(h->test, ++h->tests, sizeof(*h->test));
		h->test[t] = (struct history_test){ .id = strdup(id) };
		h->index = h->index ? h->index : json_object();
		json_object_set_new(h->index, id, json_integer((json_int_t)t));
	}
	test = &h->test[t];
	test->result = reallocarray(test->result, test->results + 1, sizeof(*test->result));
	test->result[test->results++] = (struct history_result){
		.run = run,
		.sample = { { rate, NAN, 2 * rate, 0 }, verdict, is_cached, false },
		.reason = verdict == VERDICT_PASS ? NULL : strdup("a reason"),
	};
}

static bool is_near(double a, double b)
{
	return fabs(a - b) < 1e-9;
}

static void test_values(void)
{
	struct comparison *c = make(2, 3);
	const struct cell *cell;

	/* Not in the order of the runs; of the second run one repeat counts. */
	put(&c->history[0], ID, 2, 70, VERDICT_PASS, false);
	put(&c->history[0], ID, 0, 10, VERDICT_PASS, false);
	put(&c->history[0], ID, 0, 30, VERDICT_PASS, false);
	put(&c->history[0], ID, 0, 11, VERDICT_PASS, false);
	put(&c->history[0], ID, 1, 20, VERDICT_PASS, false);
	put(&c->history[0], ID, 1, 900, VERDICT_PASS, true);
	put(&c->history[0], ID, 1, 800, VERDICT_VOID, false);
	put(&c->history[1], "other", 0, 5, VERDICT_PASS, false);
	check(!cells_make(c), "cells");
	check(c->rows == 2 && !strcmp(c->row[0].id, ID), "%zu rows", c->rows);
	cell = &c->row[0].cell[0];
	check(cell->n[METRIC_RATE] == 3 && is_near(cell->value[METRIC_RATE][0], 11) &&
	      is_near(cell->value[METRIC_RATE][1], 20) && is_near(cell->value[METRIC_RATE][2], 70),
	      "%zu values", cell->n[METRIC_RATE]);
	check(is_near(cell->median[METRIC_RATE], 20), "%g", cell->median[METRIC_RATE]);
	check(is_near(cell->median[METRIC_P99], 40), "%g", cell->median[METRIC_P99]);
	check(!cell->n[METRIC_P50] && isnan(cell->median[METRIC_P50]), "not measured is none");
	check(!cell->n[METRIC_CPU], "0 is not compared");
	check(cell->results == 7 && cell->sound == 5 && cell->passed == 6, "%zu %zu %zu",
	      cell->results, cell->sound, cell->passed);
	check(cell->verdict == VERDICT_VOID && !strcmp(cell->reason, "a reason"), "verdict");
	check(cell->is_cached, "cached");
	check(!c->row[0].cell[1].results && c->row[0].cell[1].verdict == VERDICT_PASS, "missing");
	end(c);
}

static void test_within_boot(void)
{
	struct comparison *c = make(2, 1);

	c->is_within_boot = true;
	for (unsigned i = 0; i < 6; i++) {
		put(&c->history[0], ID, 0, 100 + i, VERDICT_PASS, false);
		put(&c->history[1], ID, 0, 200 + i, VERDICT_PASS, false);
	}
	check(!cells_make(c) && !changes_make(c), "cells");
	check(c->row[0].cell[0].n[METRIC_RATE] == 6, "%zu", c->row[0].cell[0].n[METRIC_RATE]);
	check(c->outcome[METRIC_RATE][OUTCOME_FASTER] == 1, "%s",
	      c->row[0].cell[1].change[METRIC_RATE].why);
	/* Twice the time at twice the rate, as made up here: there less is faster. */
	check(c->outcome[METRIC_P99][OUTCOME_SLOWER] == 1, "%s",
	      c->row[0].cell[1].change[METRIC_P99].why);
	check(c->outcome[METRIC_P50][OUTCOME_NONE] == 1, "p50");
	end(c);
}

/*
 * The next bucket of a histogram is no other latency, whatever the others say:
 * its middle is 3.1 % away at most. Of a rate the same step is one.
 */
static void test_grain(void)
{
	struct comparison *c = make(2, 8);
	const double step = (1 + 1.5 / 32) / (1 + 0.5 / 32);

	c->is_exact = true;
	for (unsigned i = 0; i < 8; i++) {
		put(&c->history[0], ID, i, 100, VERDICT_PASS, false);
		put(&c->history[1], ID, i, 100 * step, VERDICT_PASS, false);
		put(&c->history[0], "two steps", i, 100, VERDICT_PASS, false);
		put(&c->history[1], "two steps", i, 100 * step * step, VERDICT_PASS, false);
	}
	check(!cells_make(c) && !changes_make(c), "cells");
	check(c->row[0].cell[1].change[METRIC_RATE].outcome == OUTCOME_FASTER, "rate");
	check(c->row[0].cell[1].change[METRIC_P99].outcome == OUTCOME_SAME, "one step: %s",
	      c->row[0].cell[1].change[METRIC_P99].why);
	check(c->row[1].cell[1].change[METRIC_P99].outcome == OUTCOME_SLOWER, "two steps: %s",
	      c->row[1].cell[1].change[METRIC_P99].why);
	end(c);
}

enum shape { PASSES, CACHED, FAILS, ONCE_VOID, UNSUPPORTED, MISSING, CUT_OFF };

static void shape_put(struct comparison *c, size_t g, enum shape shape)
{
	static const enum verdict verdicts[] = {
		[FAILS] = VERDICT_FAIL, [UNSUPPORTED] = VERDICT_UNSUPPORTED,
		[CUT_OFF] = VERDICT_PASS,
	};
	enum verdict v = verdicts[shape];

	for (size_t r = 0; r < 3; r++)
		put(&c->history[g], "other", r, 1, VERDICT_PASS, false);
	for (size_t r = 0; r < 3 && shape != MISSING; r++) {
		if (shape == ONCE_VOID)
			v = r == 1 ? VERDICT_VOID : VERDICT_PASS;
		if (shape == CUT_OFF && r == 2) {
			c->group[g].list.run[r].is_whole = false;
			trait_put(c, g, r, TRAIT_VERDICT, "panic");
		} else {
			put(&c->history[g], ID, r, 100 + (double)r, v, shape == CACHED);
		}
	}
}

static const struct {
	enum shape base, value;
	bool is_broken;
	const char *why;	/* NULL: it is compared */
} shape_list[] = {
	{ PASSES, PASSES, false, NULL },
	{ PASSES, CACHED, false, "cached in B" },
	{ CACHED, PASSES, false, "cached in A" },
	{ CACHED, CACHED, false, "cached in A and B" },
	{ CACHED, FAILS, true, "cached in A, fail in B" },
	{ PASSES, FAILS, true, "fail in B" },
	{ PASSES, ONCE_VOID, true, NULL },
	{ ONCE_VOID, ONCE_VOID, false, NULL },
	{ ONCE_VOID, FAILS, true, "fail in B" },
	{ FAILS, FAILS, false, "fail in A and B" },
	{ FAILS, PASSES, false, "fail in A" },
	{ PASSES, UNSUPPORTED, false, "unsupported in B" },
	{ PASSES, MISSING, false, "not run in B" },
	{ MISSING, PASSES, false, "not run in A" },
	{ PASSES, CUT_OFF, true, NULL },
	{ CUT_OFF, CUT_OFF, false, NULL },
};

static void test_broken(void)
{
	for (size_t i = 0; i < ARRAY_SIZE(shape_list); i++) {
		struct comparison *c = make(2, 3);
		const struct compared *row;
		const struct change *change;

		shape_put(c, 0, shape_list[i].base);
		shape_put(c, 1, shape_list[i].value);
		check(!cells_make(c) && !changes_make(c), "row %zu", i);
		row = &c->row[1];
		if (c->rows != 2 || strcmp(row->id, ID)) {
			check(false, "row %zu: %zu rows, %s", i, c->rows, row->id);
			end(c);
			continue;
		}
		change = &row->cell[1].change[METRIC_RATE];
		check(cell_is_broken(row, 1) == shape_list[i].is_broken, "row %zu", i);
		check(compare_broken(c) == shape_list[i].is_broken, "row %zu: %zu", i,
		      compare_broken(c));
		check((change->outcome == OUTCOME_NONE) == (shape_list[i].why != NULL), "row %zu", i);
		if (shape_list[i].why)
			check(!strcmp(change->why, shape_list[i].why), "row %zu: %s", i, change->why);
		end(c);
	}
}

static void test_lost_reason(void)
{
	struct comparison *c = make(2, 3);
	const struct cell *cell;

	shape_put(c, 0, PASSES);
	shape_put(c, 1, CUT_OFF);
	check(!cells_make(c), "cells");
	cell = &c->row[1].cell[1];
	check(cell->verdict == VERDICT_BROKEN && cell->reason &&
	      !strcmp(cell->reason, "the run ended before it: panic"), "%s",
	      cell->reason ? cell->reason : "none");
	check(cell->n[METRIC_RATE] == 2, "%zu", cell->n[METRIC_RATE]);
	end(c);
}

int main(void)
{
	test_labels();
	test_alike();
	test_alike_without_env();
	test_values();
	test_within_boot();
	test_grain();
	test_broken();
	test_lost_reason();
	return check_done();
}
