// SPDX-License-Identifier: GPL-2.0-only
/*
 * A comparison as JSON: all of it, every value too, for other programs. The
 * keys are those of results/schema.md. NAN is null, and all of it is ASCII.
 */
#include "forms.h"

#include <string.h>

#include "formtext.h"

/* A member before which others stand. */
static void put_key(FILE *out, const char *key)
{
	fprintf(out, ",\"%s\":", key);
}

static void put_number(FILE *out, const char *key, double value)
{
	put_key(out, key);
	if (!form_put_number(out, value))
		fputs("null", out);
}

static void put_count(FILE *out, const char *key, size_t value)
{
	put_key(out, key);
	fprintf(out, "%zu", value);
}

static void put_yes(FILE *out, const char *key, bool value)
{
	put_key(out, key);
	fputs(value ? "true" : "false", out);
}

static void put_text(FILE *out, const char *key, const char *text)
{
	put_key(out, key);
	if (text)
		form_put_json(out, text);
	else
		fputs("null", out);
}

static void put_run(FILE *out, const struct runinfo *run)
{
	fputs("{\"path\":", out);
	form_put_json(out, run->path);
	put_text(out, "key", run->key[0] ? run->key : NULL);
	put_key(out, "round");
	if (run->round)
		fprintf(out, "%u", run->round);
	else
		fputs("null", out);
	put_yes(out, "whole", run->is_whole);
	for (unsigned t = 0; t < TRAITS; t++)
		put_text(out, trait_list[t].name, run->trait[t][0] ? run->trait[t] : NULL);
	fputc('}', out);
}

static void put_group(FILE *out, const struct comparison *c, size_t group)
{
	const struct group *g = &c->group[group];

	fprintf(out, "%s\n{\"letter\":\"%c\"", group ? "," : "", group_letter(group));
	put_text(out, "label", g->label);
	put_count(out, "unreadable_runs", g->bad);
	put_key(out, "runs");
	fputc('[', out);
	for (size_t r = 0; r < g->list.count; r++) {
		fputs(r ? ",\n" : "\n", out);
		put_run(out, &g->list.run[r]);
	}
	fputs("]}", out);
}

static void put_change(FILE *out, const struct change *change, bool is_base)
{
	put_key(out, "change");
	if (is_base) {
		fputs("null", out);
		return;
	}
	fputs("{\"outcome\":", out);
	form_put_json(out, outcome_names[change->outcome]);
	put_text(out, "why", change->why[0] ? change->why : NULL);
	if (change->outcome != OUTCOME_NONE) {
		put_number(out, "change", change->change);
		put_number(out, "low", change->low);
		put_number(out, "high", change->high);
		put_number(out, "p", change->p);
		put_number(out, "p_adjusted", change->p_adjusted);
		put_yes(out, "exact", change->is_exact);
	}
	fputc('}', out);
}

static void put_metric(FILE *out, const struct compared *row, size_t group, enum metric m)
{
	const struct cell *cell = &row->cell[group];

	put_key(out, metric_list[m].name);
	fputs("{\"unit\":", out);
	form_put_json(out, form_unit(row, m));
	put_yes(out, "more_is_faster", metric_list[m].more_is_faster);
	put_number(out, "median", cell->median[m]);
	put_number(out, "spread", cell->spread[m]);
	put_key(out, "values");
	fputc('[', out);
	for (size_t i = 0; i < cell->n[m]; i++) {
		fputs(i ? "," : "", out);
		if (!form_put_number(out, cell->value[m][i]))
			fputs("null", out);
	}
	fputc(']', out);
	put_change(out, &cell->change[m], !group);
	fputc('}', out);
}

static void put_cell(FILE *out, const struct comparison *c, const struct compared *row,
		     size_t group)
{
	const struct cell *cell = &row->cell[group];

	fprintf(out, "%s\n {\"letter\":\"%c\"", group ? "," : "", group_letter(group));
	put_count(out, "results", cell->results);
	put_count(out, "passed", cell->passed);
	put_count(out, "sound", cell->sound);
	put_text(out, "verdict", form_verdict(cell));
	put_text(out, "reason", cell->reason);
	put_yes(out, "cached", cell->is_cached);
	put_yes(out, "broken", group && cell_is_broken(row, group));
	for (unsigned m = 0; m < METRICS; m++) {
		if (c->metric[m])
			put_metric(out, row, group, (enum metric)m);
	}
	fputc('}', out);
}

static void put_row(FILE *out, const struct comparison *c, size_t r)
{
	const struct compared *row = &c->row[r];

	fprintf(out, "%s\n{\"id\":", r ? "," : "");
	form_put_json(out, row->id);
	put_text(out, "counts", row->counts_ops ? "ops" : "bytes");
	put_key(out, "groups");
	fputc('[', out);
	for (size_t g = 0; g < c->groups; g++)
		put_cell(out, c, row, g);
	fputs("]}", out);
}

static void put_summary(FILE *out, const struct comparison *c)
{
	put_key(out, "summary");
	fprintf(out, "{\"no_longer_pass\":%zu", compare_broken(c));
	put_count(out, "unmeasured_kernels", c->unmeasured);
	for (unsigned m = 0; m < METRICS; m++) {
		if (!c->metric[m])
			continue;
		put_key(out, metric_list[m].name);
		for (unsigned o = 0; o < OUTCOMES; o++)
			fprintf(out, "%s\"%s\":%zu", o ? "," : "{", outcome_names[o],
				c->outcome[m][o]);
		fputc('}', out);
	}
	fputc('}', out);
}

/* Lines as a list of them. */
static void put_differences(FILE *out, const char *text)
{
	char line[1024];
	const char *comma = "";
	size_t len;

	put_key(out, "differences");
	fputc('[', out);
	while (text && *text) {
		len = strcspn(text, "\n");
		snprintf(line, sizeof(line), "%.*s", (int)(len < sizeof(line) ? len : sizeof(line)),
			 text);
		fputs(comma, out);
		form_put_json(out, line);
		comma = ",";
		text += len + (text[len] == '\n');
	}
	fputc(']', out);
}

void form_json(FILE *out, const struct comparison *c)
{
	fputs("{\"schema\":1,\"type\":\"comparison\"", out);
	put_number(out, "smallest", c->smallest);
	put_yes(out, "exact", c->is_exact);
	put_yes(out, "within_boot", c->is_within_boot);
	put_differences(out, c->differences);
	put_key(out, "warnings");
	fputc('[', out);
	for (size_t i = 0; i < c->warnings; i++) {
		fputs(i ? "," : "", out);
		form_put_json(out, c->warning[i]);
	}
	fputc(']', out);
	put_summary(out, c);
	put_key(out, "groups");
	fputc('[', out);
	for (size_t g = 0; g < c->groups; g++)
		put_group(out, c, g);
	fputc(']', out);
	put_key(out, "rows");
	fputc('[', out);
	for (size_t r = 0; r < c->rows; r++)
		put_row(out, c, r);
	fputs("\n]}\n", out);
}
