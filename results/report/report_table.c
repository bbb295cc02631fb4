// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tables of a report: for each metric a column a kernel, and in each cell
 * the figure, its change, and the verdict with its reason. First of all those
 * rows in which something has changed.
 */
#include <math.h>
#include <string.h>

#include "formtext.h"
#include "report_parts.h"
#include "testid.h"
#include "text.h"

/* A verdict is never told by colour alone. */
static const struct badge {
	const char *class, *sign, *word;
} badges[] = {
	[OUTCOME_NONE] = { "none", "&#8211;", "not compared" },
	[OUTCOME_CANNOT_TELL] = { "unsure", "?", "cannot tell" },
	[OUTCOME_SAME] = { "same", "=", "same" },
	[OUTCOME_FASTER] = { "faster", "&#9650;", "faster" },
	[OUTCOME_SLOWER] = { "slower", "&#9660;", "slower" },
};

static const char *const titles[METRICS] = {
	[METRIC_RATE] = "Throughput",
	[METRIC_P50] = "Latency, the median call",
	[METRIC_P99] = "Latency, 99 of 100 calls",
	[METRIC_CPU] = "CPU time",
};

static void print_badge(FILE *out, const char *class, const char *sign, const char *word)
{
	fprintf(out, "<span class=\"badge %s\"><span aria-hidden=\"true\">%s</span> %s</span>",
		class, sign, word);
}

static void print_reason(FILE *out, const char *why)
{
	if (!why || !*why)
		return;
	fputs("<small>", out);
	html_text(out, why);
	fputs("</small>", out);
}

/* A figure; the base has no change, but a spread. */
static void print_figure(FILE *out, const struct compared *row, size_t group, enum metric m)
{
	const struct cell *cell = &row->cell[group];
	char text[FORM_CELL_MAX];

	fprintf(out, "<b>%s</b> ", form_value(text, row, m, cell->median[m]));
	if (group)
		return;
	fputs("<span class=\"detail\">", out);
	if (isfinite(cell->spread[m]))
		fprintf(out, "spread %.1f %%, ", 100 * cell->spread[m]);
	fprintf(out, "n&#160;%zu</span>", cell->n[m]);
}

static void print_change(FILE *out, const struct change *change)
{
	char text[FORM_CELL_MAX];

	fprintf(out, "<span class=\"detail\">%s, n&#160;%zu", form_change(text, change), change->n);
	if (isfinite(change->p_adjusted) && !change->is_exact)
		fprintf(out, change->p_adjusted < 0.0001 ? ", p&#160;&lt;&#160;0.0001" :
			", p&#160;%.2g",
			change->p_adjusted);
	fputs("</span>", out);
}

static void print_cell(FILE *out, const struct report *r, const struct compared *row,
		       size_t group, enum metric m)
{
	const struct cell *cell = &row->cell[group];
	const struct change *change = &cell->change[m];
	const struct badge *badge = &badges[change->outcome];
	const bool is_broken = group && cell_is_broken(row, group);
	const char *why = "";

	fprintf(out, "<td class=\"%s\">", is_broken ? "slower" : group ? badge->class : "base");
	if (cell->n[m])
		print_figure(out, row, group, m);
	if (is_broken)
		print_badge(out, "slower broken", "&#10007;", figure_verdict_name(cell->verdict));
	else if (!cell->n[m])
		print_badge(out, "none", "&#8211;", cell->results && cell->verdict != VERDICT_PASS ?
			    figure_verdict_name(cell->verdict) : "no figure");
	else if (group)
		print_badge(out, badge->class, badge->sign, badge->word);
	if (group && change->outcome != OUTCOME_NONE && isfinite(change->change))
		print_change(out, change);
	if (cell->is_cached)
		fputs("<span class=\"detail\">memory held the data</span>", out);
	if (group)
		form_ending(r->c, row, group, m, &why);
	else if (cell->verdict != VERDICT_PASS && cell->reason)
		why = cell->reason;
	print_reason(out, why);
	fputs("</td>\n", out);
}

static void print_label(FILE *out, const struct report *r, size_t group)
{
	char text[80];

	if (r->c->groups > 1)
		fprintf(out, "<span class=\"letter\">%c</span> ", group_letter(group));
	html_plain(out, text_escape(text, sizeof(text), r->c->group[group].label));
}

static void print_head(FILE *out, const struct report *r, const char *first)
{
	fprintf(out, "<thead><tr><th scope=\"col\">%s</th>", first);
	for (size_t g = 0; g < r->c->groups; g++) {
		fputs("<th scope=\"col\">", out);
		print_label(out, r, g);
		fprintf(out, "%s</th>", !g && r->c->groups > 1 ? " <small>the base</small>" : "");
	}
	fputs("</tr></thead>\n", out);
}

static void open_table(FILE *out, const char *name)
{
	fprintf(out, "<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"%s\">\n"
		"<table class=\"results\">\n", name);
}

/* "raid1/ext4/dd" and "write async-1M"; an id that is none of ours stays whole. */
static void name_row(const struct compared *row, char *place, char *name, size_t size)
{
	struct testid t;
	char text[TESTID_MAX + 120];

	if (testid_split(row->id, &t)) {
		snprintf(text, sizeof(text), "%s/%s", t.place, t.family);
		text_escape(place, size, text);
		snprintf(text, sizeof(text), "%s %s", t.operation, t.variant);
		text_escape(name, size, text);
	} else {
		text_escape(place, size, "others");
		text_escape(name, size, row->id);
	}
}

/* A body of rows for each target, layer and family, with its own head. */
static void print_place(FILE *out, const struct report *r, const char *place, bool is_first)
{
	fprintf(out, "%s<tbody>\n<tr class=\"place\"><th scope=\"rowgroup\" colspan=\"%zu\"><span>",
		is_first ? "" : "</tbody>\n", r->c->groups + 1);
	html_plain(out, place);
	fputs("</span></th></tr>\n", out);
}

static void print_metric(FILE *out, const struct report *r, enum metric m)
{
	char place[240], before[240] = "", name[240];
	const struct compared *row;

	fprintf(out, "<h3 id=\"%s\">%s</h3>\n", metric_list[m].name, titles[m]);
	open_table(out, titles[m]);
	print_head(out, r, "test");
	for (size_t i = 0; i < r->c->rows; i++) {
		row = &r->c->row[i];
		name_row(row, place, name, sizeof(name));
		if (!i || strcmp(place, before))
			print_place(out, r, place, !i);
		snprintf(before, sizeof(before), "%s", place);
		fputs("<tr><th scope=\"row\">", out);
		html_plain(out, name);
		fputs("</th>\n", out);
		for (size_t g = 0; g < r->c->groups; g++)
			print_cell(out, r, row, g, m);
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table></div>\n", out);
}

void report_print_tables(FILE *out, const struct report *r)
{
	for (unsigned m = 0; m < METRICS; m++) {
		if (r->c->metric[m])
			print_metric(out, r, (enum metric)m);
	}
}

/* Does this metric of a row say faster or slower of any kernel? Broken ones count once. */
static bool has_changed(const struct report *r, const struct compared *row, enum metric m,
			bool is_first)
{
	for (size_t g = 1; g < r->c->groups; g++) {
		if (is_first && cell_is_broken(row, g))
			return true;
		if (!cell_is_broken(row, g) && (row->cell[g].change[m].outcome == OUTCOME_FASTER ||
						row->cell[g].change[m].outcome == OUTCOME_SLOWER))
			return true;
	}
	return false;
}

void report_print_changes(FILE *out, const struct report *r)
{
	const struct compared *row;
	bool has_any = false, is_first;

	for (size_t i = 0; i < r->c->rows; i++) {
		row = &r->c->row[i];
		is_first = true;
		for (unsigned m = 0; m < METRICS; m++) {
			if (!r->c->metric[m])
				continue;
			if (has_changed(r, row, (enum metric)m, is_first)) {
				if (!has_any) {
					open_table(out, "What changed");
					print_head(out, r, "test and metric");
					fputs("<tbody>\n", out);
				}
				has_any = true;
				fputs("<tr><th scope=\"row\">", out);
				html_id(out, row->id);
				fprintf(out, "<small>%s</small></th>\n", titles[m]);
				for (size_t g = 0; g < r->c->groups; g++)
					print_cell(out, r, row, g, (enum metric)m);
				fputs("</tr>\n", out);
			}
			is_first = false;
		}
	}
	if (has_any)
		fputs("</tbody></table></div>\n", out);
	else
		fputs("<p>Nothing: no test is called faster or slower.</p>\n", out);
}
