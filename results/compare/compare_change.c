// SPDX-License-Identifier: GPL-2.0-only
/*
 * Cells into outcomes: each group against the base, a metric's rows corrected
 * together; and for cells that cannot be compared, why.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare_parts.h"

/* Why one side has no value of a metric; NULL: it has. */
static const char *side_lacks(const struct cell *cell, unsigned m)
{
	if (cell->n[m])
		return NULL;
	if (!cell->results)
		return cell->verdict == VERDICT_PASS ? "not run" : "run ended early";
	if (!cell->sound && cell->passed && cell->is_cached)
		return "cached";
	if (!cell->sound && cell->verdict != VERDICT_PASS)
		return figure_verdict_name(cell->verdict);
	return "not measured";
}

/* Beside a base that has nothing, one of many groups need not say that it has not either. */
static void change_none(struct change *change, const struct compared *row, size_t g,
			unsigned m, bool is_one_of_many)
{
	const char *base = side_lacks(&row->cell[0], m), *value = side_lacks(&row->cell[g], m);
	char letter = group_letter(g);

	if (base && is_one_of_many)
		value = NULL;
	change->outcome = OUTCOME_NONE;
	change->base = row->cell[0].median[m];
	change->value = row->cell[g].median[m];
	if (base && value && !strcmp(base, value))
		snprintf(change->why, sizeof(change->why), "%s in A and %c", base, letter);
	else if (base && value)
		snprintf(change->why, sizeof(change->why), "%s in A, %s in %c", base, value,
			 letter);
	else
		snprintf(change->why, sizeof(change->why), "%s in %c", base ? base : value,
			 base ? 'A' : letter);
}

/* One group, one metric: its rows are one table to the statistics. */
static int column_judge(struct comparison *c, size_t g, unsigned m, struct change **change)
{
	const struct cell *base, *cell;
	const double grain = metric_list[m].grain;
	struct change *ch;
	size_t count = 0;

	for (size_t i = 0; i < c->rows; i++) {
		base = &c->row[i].cell[0];
		cell = &c->row[i].cell[g];
		ch = &c->row[i].cell[g].change[m];
		if (!base->n[m] || !cell->n[m]) {
			change_none(ch, &c->row[i], g, m, c->groups > 2);
			continue;
		}
		stats_compare(ch, base->value[m], base->n[m], cell->value[m], cell->n[m]);
		ch->is_exact = c->is_exact;
		ch->more_is_faster = metric_list[m].more_is_faster;
		change[count++] = ch;
	}
	return count ? stats_judge(change, count, c->smallest > grain ? c->smallest : grain) : 0;
}

int changes_make(struct comparison *c)
{
	struct change **change = calloc(c->rows + 1, sizeof(*change));
	int ret = change ? 0 : -ENOMEM;

	for (unsigned m = 0; m < METRICS; m++) {
		for (size_t g = 1; g < c->groups && c->metric[m] && !ret; g++) {
			ret = column_judge(c, g, m, change);
			for (size_t i = 0; i < c->rows; i++)
				c->outcome[m][c->row[i].cell[g].change[m].outcome]++;
		}
	}
	free(change);
	return ret;
}

bool cell_is_broken(const struct compared *row, size_t g)
{
	const struct cell *base = &row->cell[0], *cell = &row->cell[g];

	if (!g || cell->verdict <= VERDICT_UNSUPPORTED || !base->passed)
		return false;
	return base->verdict == VERDICT_PASS || !cell->passed;
}

size_t compare_broken(const struct comparison *c)
{
	size_t broken = 0;

	for (size_t i = 0; i < c->rows; i++) {
		for (size_t g = 1; g < c->groups; g++)
			broken += cell_is_broken(&c->row[i], g);
	}
	return broken;
}
