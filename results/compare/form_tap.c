// SPDX-License-Identifier: GPL-2.0-only
/*
 * A comparison for consumers of the Test Anything Protocol: a point a group,
 * test and metric. It keeps to what versions 13 and 14 have in common, and says
 * 13: Debian's prove takes a higher number for an error.
 */
#include "forms.h"

#include "formtext.h"

/* A backslash is \x5c already, so that none stands before what it could escape. */
static const struct form_map escaped[] = { { '#', "\\#" }, { 0, NULL } };

static size_t points_count(const struct comparison *c)
{
	size_t metrics = 0;

	for (unsigned m = 0; m < METRICS; m++)
		metrics += c->metric[m];
	return (c->groups > 1 ? c->rows * metrics * (c->groups - 1) : 0) + !!c->unmeasured;
}

static void put_number(FILE *out, const char *key, double value)
{
	fprintf(out, "  %s: ", key);
	fputs(form_put_number(out, value) ? "\n" : "null\n", out);
}

static void put_text(FILE *out, const char *key, const char *text)
{
	fprintf(out, "  %s: ", key);
	form_put_json(out, text);
	fputc('\n', out);
}

/* YAML, for those that read it: what is not ok, with its figures. */
static void put_block(FILE *out, const struct comparison *c, const struct compared *row,
		      size_t group, enum metric m, enum ending ending, const char *why)
{
	const struct cell *base = &row->cell[0], *cell = &row->cell[group];
	const struct change *change = &cell->change[m];

	fputs("  ---\n", out);
	put_text(out, "message", why);
	put_text(out, "outcome", ending == ENDING_SLOWER ? "slower" : form_verdict(cell));
	put_text(out, "base", c->group[0].label);
	put_text(out, "group", c->group[group].label);
	put_text(out, "unit", form_unit(row, m));
	put_number(out, "base_median", base->median[m]);
	put_number(out, "median", cell->median[m]);
	if (ending == ENDING_SLOWER) {
		put_number(out, "change", change->change);
		put_number(out, "low", change->low);
		put_number(out, "high", change->high);
		put_number(out, "p_adjusted", change->p_adjusted);
	}
	fputs("  ...\n", out);
}

static void put_point(FILE *out, const struct comparison *c, const struct compared *row,
		      size_t group, enum metric m, size_t number)
{
	const char *why;
	enum ending ending = form_ending(c, row, group, m, &why);
	bool is_ok = ending == ENDING_PASS || ending == ENDING_SKIP;

	fprintf(out, "%s %zu - ", is_ok ? "ok" : "not ok", number);
	if (c->groups > 2) {
		form_put(out, c->group[group].label, escaped);
		fputs(": ", out);
	}
	form_put(out, row->id, escaped);
	fprintf(out, " %s", metric_list[m].name);
	if (ending == ENDING_SKIP) {
		fputs(" # SKIP ", out);
		form_put(out, why, escaped);
	}
	fputc('\n', out);
	if (!is_ok)
		put_block(out, c, row, group, m, ending, why);
}

static void put_comments(FILE *out, const struct comparison *c)
{
	for (size_t g = 0; g < c->groups; g++) {
		fprintf(out, "# %c: ", group_letter(g));
		form_put(out, c->group[g].label, escaped);
		fprintf(out, ", %zu run%s\n", c->group[g].list.count,
			c->group[g].list.count == 1 ? "" : "s");
	}
	for (size_t i = 0; i < c->warnings; i++) {
		fputs("# warning: ", out);
		form_put(out, c->warning[i], escaped);
		fputc('\n', out);
	}
	fputs("# ", out);
	form_summary(out, c);
	fputc('\n', out);
}

void form_tap(FILE *out, const struct comparison *c)
{
	size_t points = points_count(c), number = 0;
	char text[FORM_LINE_MAX];

	fprintf(out, "TAP version 13\n1..%zu%s\n", points,
		points ? "" : " # SKIP nothing to compare");
	put_comments(out, c);
	for (size_t g = 1; g < c->groups; g++) {
		for (size_t r = 0; r < c->rows; r++) {
			for (unsigned m = 0; m < METRICS; m++) {
				if (c->metric[m])
					put_point(out, c, &c->row[r], g, (enum metric)m, ++number);
			}
		}
	}
	if (c->unmeasured)
		fprintf(out, "not ok %zu - kernels\n  ---\n  message: \"%s\"\n  ...\n", points,
			form_unmeasured(text, c));
}
