// SPDX-License-Identifier: GPL-2.0-only
/*
 * A comparison as comma-separated values (RFC 4180), a line a test, metric and
 * group; the base has its own lines. What was not measured is an empty field,
 * and no text can be taken for a formula.
 */
#include "forms.h"

#include <math.h>

#include "formtext.h"
#include "text.h"

static void put_number(FILE *out, double value)
{
	fputc(',', out);
	if (isfinite(value))
		fprintf(out, "%.6g", value);
}

static void put_change(FILE *out, const struct change *change, bool is_base)
{
	bool has_change = !is_base && change->outcome != OUTCOME_NONE;

	put_number(out, has_change ? 100 * change->change : (double)NAN);
	put_number(out, has_change ? 100 * change->low : (double)NAN);
	put_number(out, has_change ? 100 * change->high : (double)NAN);
	put_number(out, has_change ? change->p : (double)NAN);
	put_number(out, has_change ? change->p_adjusted : (double)NAN);
	fprintf(out, ",%s,", is_base ? "base" : outcome_names[change->outcome]);
}

static void put_line(FILE *out, const struct comparison *c, const struct compared *row,
		     size_t group, enum metric m)
{
	const struct cell *cell = &row->cell[group];
	const char *why = cell->reason ? cell->reason : "";

	text_put_csv(out, row->id);
	fprintf(out, ",%s,%s,", metric_list[m].name, form_unit(row, m));
	text_put_csv(out, c->group[group].label);
	fprintf(out, ",%zu,%zu,%s", cell->n[m], cell->sound, form_verdict(cell));
	fputc(',', out);
	form_put_number(out, cell->median[m]);
	put_number(out, 100 * cell->spread[m]);
	put_change(out, &cell->change[m], !group);
	/* What became of the test comes before why the figures say no more. */
	if (group && !*why)
		form_ending(c, row, group, m, &why);
	text_put_csv(out, why);
	fputs("\r\n", out);
}

void form_csv(FILE *out, const struct comparison *c)
{
	fputs("id,metric,unit,group,n,sound,verdict,median,spread_pct,change_pct,low_pct,high_pct,"
	      "p,p_adjusted,outcome,reason\r\n", out);
	for (size_t r = 0; r < c->rows; r++) {
		for (unsigned m = 0; m < METRICS; m++) {
			for (size_t g = 0; g < c->groups && c->metric[m]; g++)
				put_line(out, c, &c->row[r], g, (enum metric)m);
		}
	}
}
