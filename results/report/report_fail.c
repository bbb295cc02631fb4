// SPDX-License-Identifier: GPL-2.0-only
/*
 * What went wrong: kernels that could not be had, runs that did not end well
 * with what their consoles said, tests that did not pass with their reasons, and
 * what the kernels complained of.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "compare_parts.h"
#include "formtext.h"
#include "recfile.h"
#include "report_parts.h"
#include "text.h"

#define RUNS_SHOWN 12		/* with their consoles */
#define TESTS_SHOWN 200

/* A run's folder in which no record came to be; its verdict goes to word. */
static bool is_silent(const char *folder, char *word, size_t size)
{
	char path[4200];

	/* What is no folder has no verdict in it. */
	return recfile_find(folder, path, sizeof(path)) == -ENOENT &&
		run_verdict(folder, word, size);
}

/* Runs of a matrix that told nothing: the kernel died before it could. */
static size_t print_silent_runs(FILE *out, const char *folder)
{
	struct dirent **entry = NULL;
	const int entries = scandir(folder, &entry, NULL, alphasort);
	char path[4096], word[64];
	size_t count = 0;

	for (int i = 0; i < entries; i++) {
		if (entry[i]->d_name[0] != '.' &&
		    (size_t)snprintf(path, sizeof(path), "%s/%s", folder, entry[i]->d_name) <
		    sizeof(path) && is_silent(path, word, sizeof(word)) && ++count <= RUNS_SHOWN) {
			fputs("<h3>", out);
			html_text(out, entry[i]->d_name);
			fputs(": ", out);
			html_text(out, word);
			fputs(", no records came</h3>\n", out);
			report_print_console(out, path);
		}
		free(entry[i]);
	}
	free(entry);
	if (count > RUNS_SHOWN)
		fprintf(out, "<p>%zu more runs brought no records.</p>\n", count - RUNS_SHOWN);
	return count;
}

static size_t print_missing(FILE *out, const struct report *r)
{
	struct compare_plan plan;
	size_t count = 0;

	/* All groups of a matrix tell of the same plan. */
	if (!r->c->groups || compare_plan_load(&plan, &r->c->group[0].list))
		return 0;
	for (size_t i = 0; i < plan.kernels; i++) {
		if (!plan.kernel[i].error)
			continue;
		fputs(count++ ? "" : "<h3>Kernels that could not be had</h3>\n<ul>\n", out);
		fputs("<li><b>", out);
		html_text(out, plan.kernel[i].spec);
		fputs("</b>: ", out);
		html_text(out, plan.kernel[i].error);
		fputs("</li>\n", out);
	}
	fputs(count ? "</ul>\n" : "", out);
	count += print_silent_runs(out, plan.folder);
	compare_plan_free(&plan);
	return count;
}

static bool is_bad(const struct runinfo *run)
{
	return strcmp(run->trait[TRAIT_VERDICT], "pass") || !run->is_whole;
}

static size_t print_bad_runs(FILE *out, const struct report *r)
{
	size_t count = 0;
	char folder[4096];

	for (size_t g = 0; g < r->c->groups; g++) {
		for (size_t i = 0; i < r->c->group[g].list.count; i++) {
			const struct runinfo *run = &r->c->group[g].list.run[i];

			if (!is_bad(run) || count++ >= RUNS_SHOWN)
				continue;
			fprintf(out, "<h3><span class=\"letter\">%c</span> ", group_letter(g));
			html_text(out, run->trait[TRAIT_ID]);
			fputs(": ", out);
			html_text(out, *run->trait[TRAIT_VERDICT] ? run->trait[TRAIT_VERDICT] :
				  "no verdict");
			fprintf(out, "%s</h3>\n", run->is_whole ? "" : ", records are missing");
			if (*run_folder(folder, sizeof(folder), run))
				report_print_console(out, folder);
		}
	}
	if (count > RUNS_SHOWN)
		fprintf(out, "<p>%zu more runs did not end well.</p>\n", count - RUNS_SHOWN);
	return count;
}

static size_t print_bad_tests(FILE *out, const struct report *r)
{
	const struct cell *cell;
	size_t count = 0;

	for (size_t i = 0; i < r->c->rows; i++) {
		for (size_t g = 0; g < r->c->groups; g++) {
			cell = &r->c->row[i].cell[g];
			if (cell->verdict == VERDICT_PASS || !cell->results ||
			    count++ >= TESTS_SHOWN)
				continue;
			fputs(count == 1 ? "<h3>Tests that did not pass</h3>\n<ul>\n" : "", out);
			fprintf(out, "<li><span class=\"letter\">%c</span> <b>", group_letter(g));
			html_id(out, r->c->row[i].id);
			fprintf(out, "</b>: %s", figure_verdict_name(cell->verdict));
			if (cell->reason) {
				fputs(": ", out);
				html_text(out, cell->reason);
			}
			fputs("</li>\n", out);
		}
	}
	fputs(count ? "</ul>\n" : "", out);
	if (count > TESTS_SHOWN)
		fprintf(out, "<p>And %zu more.</p>\n", count - TESTS_SHOWN);
	return count;
}

static size_t print_messages(FILE *out, const struct report *r)
{
	const struct details *d;
	size_t count = 0;

	for (size_t g = 0; g < r->c->groups; g++) {
		d = &r->details[g];
		if (!d->messages)
			continue;
		fputs(count++ ? "" : "<h3>What the kernels complained of</h3>\n", out);
		fprintf(out, "<h4><span class=\"letter\">%c</span> ", group_letter(g));
		html_text(out, r->c->group[g].label);
		fputs("</h4>\n<pre tabindex=\"0\">", out);
		for (size_t i = 0; i < d->messages; i++) {
			fprintf(out, "%4zu x ", d->message[i].count);
			html_plain(out, d->message[i].text);
			fputc('\n', out);
		}
		if (d->more_messages)
			fprintf(out, "%4zu others\n", d->more_messages);
		fputs("</pre>\n", out);
	}
	return count;
}

void report_print_failures(FILE *out, const struct report *r)
{
	size_t count = print_missing(out, r);

	count += print_bad_tests(out, r);
	count += print_bad_runs(out, r);
	count += print_messages(out, r);
	if (!count)
		fputs("<p>Nothing: all runs are whole and ended as pass.</p>\n", out);
}
