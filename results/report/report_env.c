// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where the figures come from: facts of each kernel's runs side by side, those
 * that differ marked, and the runs themselves with the folders that hold them.
 */
#include <string.h>

#include "formtext.h"
#include "report_parts.h"
#include "text.h"

#define RUNS_SHOWN 40		/* of a group */

static bool facts_differ(const struct facts *a, const struct facts *b)
{
	if (a->values != b->values || a->more || b->more)
		return true;
	for (size_t i = 0; i < a->values; i++) {
		if (strcmp(a->value[i], b->value[i]))
			return true;
	}
	return false;
}

static void print_fact(FILE *out, const struct facts *f)
{
	fputs("<td>", out);
	for (size_t i = 0; i < f->values; i++) {
		fputs("<div>", out);
		html_text(out, f->value[i]);
		if (f->values > 1 || f->more)
			fprintf(out, " <small>in %zu</small>", f->runs[i]);
		fputs("</div>", out);
	}
	if (f->more)
		fprintf(out, "<div>others <small>in %zu</small></div>", f->more);
	if (!f->values)
		fputs("<span class=\"detail\">not said</span>", out);
	fputs("</td>\n", out);
}

void report_print_environment(FILE *out, const struct report *r)
{
	bool differs, is_said;

	fputs("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Environment\">\n"
	      "<table class=\"facts\">\n<thead><tr><th scope=\"col\">what</th>", out);
	for (size_t g = 0; g < r->c->groups; g++) {
		fprintf(out, "<th scope=\"col\"><span class=\"letter\">%c</span> ", group_letter(g));
		html_text(out, r->c->group[g].label);
		fprintf(out, " <small>%zu run%s</small></th>", r->c->group[g].list.count,
			r->c->group[g].list.count == 1 ? "" : "s");
	}
	fputs("</tr></thead>\n<tbody>\n", out);
	for (unsigned f = 0; f < FACTS; f++) {
		differs = is_said = false;
		for (size_t g = 0; g < r->c->groups; g++) {
			differs |= facts_differ(&r->details[0].fact[f], &r->details[g].fact[f]);
			is_said |= r->details[g].fact[f].values > 0;
		}
		if (!is_said)
			continue;
		fprintf(out, "<tr%s><th scope=\"row\">%s%s</th>\n",
			differs ? " class=\"differs\"" : "", fact_names[f],
			differs ? " <span class=\"badge\">differs</span>" : "");
		for (size_t g = 0; g < r->c->groups; g++)
			print_fact(out, &r->details[g].fact[f]);
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table></div>\n", out);
}

static void print_run(FILE *out, size_t group, const struct runinfo *run)
{
	const bool is_pass = !strcmp(run->trait[TRAIT_VERDICT], "pass");

	fprintf(out, "<tr><td><span class=\"letter\">%c</span></td>\n<td>", group_letter(group));
	html_text(out, run->trait[TRAIT_ID]);
	fprintf(out, "</td>\n<td%s>", is_pass ? "" : " class=\"slower\"");
	html_text(out, run->trait[TRAIT_VERDICT]);
	if (!run->is_whole)
		fputs(", not whole", out);
	fputs("</td>\n<td><code>", out);
	html_text(out, run->path);
	fputs("</code></td></tr>\n", out);
}

void report_print_runs(FILE *out, const struct report *r)
{
	const struct runlist *list;

	fputs("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Runs\">\n<table>\n"
	      "<thead><tr><th scope=\"col\">of</th><th scope=\"col\">run</th>"
	      "<th scope=\"col\">ended as</th><th scope=\"col\">lies in</th></tr></thead>\n"
	      "<tbody>\n", out);
	for (size_t g = 0; g < r->c->groups; g++) {
		list = &r->c->group[g].list;
		for (size_t i = 0; i < list->count && i < RUNS_SHOWN; i++)
			print_run(out, g, &list->run[i]);
		if (list->count > RUNS_SHOWN)
			fprintf(out, "<tr><td><span class=\"letter\">%c</span></td>"
				"<td colspan=\"3\">and %zu more</td></tr>\n", group_letter(g),
				list->count - RUNS_SHOWN);
	}
	fputs("</tbody></table></div>\n", out);
}
