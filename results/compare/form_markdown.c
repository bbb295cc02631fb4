// SPDX-License-Identifier: GPL-2.0-only
/*
 * A comparison as GitHub-flavoured markdown, to be pasted into an issue or a
 * pull request: what it comes to, warnings, the rows that differ, and the rest
 * folded away. Text of records stands in code spans, where nobody is mentioned
 * and no link or tag begins.
 */
#include "forms.h"

#include <string.h>

#include "formtext.h"
#include "units.h"

/* Only this ends a code span; and in a table a bar, wherever it stands. */
static const struct form_map in_code[] = { { '`', "\\x60" }, { 0, NULL } };
static const struct form_map in_table[] = { { '`', "\\x60" }, { '|', "\\|" }, { 0, NULL } };
/* Our own sentences, which may quote some of a record. */
static const struct form_map in_text[] = {
	{ '|', "\\|" }, { '<', "&lt;" }, { '>', "&gt;" }, { '&', "&amp;" }, { '`', "&#96;" },
	{ '*', "\\*" }, { '_', "\\_" }, { '[', "\\[" }, { ']', "\\]" }, { '~', "\\~" },
	{ '#', "\\#" }, { '@', "(at)" }, { '!', "\\!" }, { 0, NULL }
};

static void put_code(FILE *out, const char *text, const struct form_map *map)
{
	if (!text || !*text) {
		fputc('-', out);
		return;
	}
	fputc('`', out);
	form_put(out, text, map);
	fputc('`', out);
}

/* In one of the groups at least. */
static bool row_differs(const struct comparison *c, const struct compared *row, enum metric m)
{
	const char *why;
	enum ending ending;

	for (size_t g = 1; g < c->groups; g++) {
		ending = form_ending(c, row, g, m, &why);
		if (ending != ENDING_PASS && ending != ENDING_SKIP)
			return true;
		if (ending == ENDING_PASS && row->cell[g].change[m].outcome == OUTCOME_FASTER)
			return true;
	}
	return false;
}

/* Nothing was measured, and nothing went wrong: a row that tells nothing. */
static bool row_is_empty(const struct comparison *c, const struct compared *row, enum metric m)
{
	for (size_t g = 0; g < c->groups; g++) {
		if (row->cell[g].n[m] || row->cell[g].verdict != VERDICT_PASS)
			return false;
	}
	return true;
}

static void put_head(FILE *out, const struct comparison *c)
{
	fputs("| test | metric | A |", out);
	for (size_t g = 1; g < c->groups; g++)
		fprintf(out, " %c | %c to A |", group_letter(g), group_letter(g));
	fputs("\n| :--- | :--- | ---: |", out);
	for (size_t g = 1; g < c->groups; g++)
		fputs(" ---: | :--- |", out);
	fputc('\n', out);
}

static void put_cell(FILE *out, const struct comparison *c, const struct compared *row,
		     size_t group, enum metric m)
{
	const struct cell *cell = &row->cell[group];
	const struct change *change = &cell->change[m];
	const char *why;
	enum ending ending = form_ending(c, row, group, m, &why);
	char text[FORM_CELL_MAX];

	fprintf(out, " %s | ", form_value(text, row, m, cell->median[m]));
	switch (ending) {
	case ENDING_PASS:
	case ENDING_SLOWER:
		fprintf(out, ending == ENDING_SLOWER ? "**%s** %s" : "%s %s",
			outcome_names[change->outcome], form_change(text, change));
		break;
	case ENDING_FAIL:
	case ENDING_BROKEN:
		fprintf(out, "**%s**: ", form_verdict(cell));
		put_code(out, why, in_table);
		break;
	default:
		if (change->outcome == OUTCOME_CANNOT_TELL)
			fprintf(out, "%s, %s: ", outcome_names[change->outcome],
				form_change(text, change));
		else if (strcmp(form_verdict(cell), "pass"))
			fprintf(out, "%s: ", form_verdict(cell));
		else if (strcmp(form_verdict(&row->cell[0]), "pass"))
			fprintf(out, "%s in A: ", form_verdict(&row->cell[0]));
		form_put(out, why, in_text);
	}
	fputs(" |", out);
}

/* The rows that differ, or those that do not. Their number. */
static size_t put_rows(FILE *out, const struct comparison *c, bool differs)
{
	const struct compared *row;
	char text[FORM_CELL_MAX];
	size_t rows = 0;

	for (size_t r = 0; r < c->rows; r++) {
		row = &c->row[r];
		for (unsigned m = 0; m < METRICS; m++) {
			if (!c->metric[m] || row_differs(c, row, (enum metric)m) != differs ||
			    row_is_empty(c, row, (enum metric)m))
				continue;
			rows++;
			if (!out)
				continue;
			fputs("| ", out);
			put_code(out, row->id, in_table);
			fprintf(out, " | %s | %s |", metric_list[m].name,
				form_value(text, row, (enum metric)m, row->cell[0].median[m]));
			for (size_t g = 1; g < c->groups; g++)
				put_cell(out, c, row, g, (enum metric)m);
			fputc('\n', out);
		}
	}
	return rows;
}

static void put_groups(FILE *out, const struct comparison *c)
{
	static const enum trait traits[] = {
		TRAIT_BUILD, TRAIT_SUITE, TRAIT_DISKS, TRAIT_ACCEL, TRAIT_CPU, TRAIT_CPUS,
		TRAIT_MEMORY, TRAIT_MDBENCH,
	};
	const struct runlist *list;

	fputs("<details><summary>What was measured, and on what</summary>\n\n| | |", out);
	for (size_t g = 0; g < c->groups; g++)
		fprintf(out, " %c |", group_letter(g));
	fputs("\n| :--- | :--- |", out);
	for (size_t g = 0; g < c->groups; g++)
		fputs(" :--- |", out);
	fputs("\n", out);
	for (size_t i = 0; i < ARRAY_SIZE(traits); i++) {
		fprintf(out, "| %s | %s |", trait_list[traits[i]].name, trait_list[traits[i]].help);
		for (size_t g = 0; g < c->groups; g++) {
			list = &c->group[g].list;
			fputc(' ', out);
			put_code(out, list->count ? list->run[0].trait[traits[i]] : "",
				 in_table);
			fputs(" |", out);
		}
		fputc('\n', out);
	}
	fputc('\n', out);
	for (unsigned m = 0; m < METRICS; m++) {
		if (c->metric[m])
			fprintf(out, "- %s: %s\n", metric_list[m].name, metric_list[m].help);
	}
	fputs("\n</details>\n", out);
}

static void put_summary(FILE *out, const struct comparison *c)
{
	fputs("**", out);
	form_summary(out, c);
	fprintf(out, "** (a change of less than %g %% does not matter)\n\n", 100 * c->smallest);
	for (size_t g = 0; g < c->groups; g++) {
		fprintf(out, "- %c: ", group_letter(g));
		put_code(out, c->group[g].label, in_code);
		fprintf(out, ", %zu run%s%s\n", c->group[g].list.count,
			c->group[g].list.count == 1 ? "" : "s", g ? "" : ", the base");
	}
	fputc('\n', out);
	for (size_t i = 0; i < c->warnings; i++) {
		fputs("> **Warning:** ", out);
		form_put(out, c->warning[i], in_text);
		fputs("\n\n", out);
	}
}

void form_markdown(FILE *out, const struct comparison *c)
{
	size_t alike = put_rows(NULL, c, false);

	put_summary(out, c);
	if (put_rows(NULL, c, true)) {
		put_head(out, c);
		put_rows(out, c, true);
	} else {
		fputs("No row differs.\n", out);
	}
	fputc('\n', out);
	if (alike) {
		fprintf(out, "<details><summary>%zu row%s without a difference</summary>\n\n",
			alike, alike == 1 ? "" : "s");
		put_head(out, c);
		put_rows(out, c, false);
		fputs("\n</details>\n\n", out);
	}
	put_groups(out, c);
}
