// SPDX-License-Identifier: GPL-2.0-only
/*
 * mdlab compare: selections in, a comparison in some form out, and an exit
 * status that a script can ask. A file that is named is whole or not there.
 */
#include "comparecmd.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "comparewords.h"
#include "forms.h"
#include "opt.h"
#include "outfile.h"

enum { NOT_SLOWER, SLOWER };	/* exit statuses, besides those of comparewords.h */

#define FORMS_MAX 32

static const char *form_names[FORMS_MAX];	/* of form_list */

static const struct opt options[] = {
	COMPARE_ROWS,
	{ .name = "format", .type = OPT_CHOICE, .offset = offsetof(struct compare_words, format),
	  .choices = form_names, .preset = "text", .arg = "FORM", .help = "what to print" },
	{ .name = "output", .type = OPT_STRING, .offset = offsetof(struct compare_words, output),
	  .arg = "FILE", .help = "where to, instead of standard output; also -o FILE" },
	{ .name = NULL }
};

static const char lead[] =
	"usage: mdlab compare [--OPTION=VALUE]... BASE NEW...\n"
	"       mdlab compare [--OPTION=VALUE]... MATRIX\n"
	"\n"
	"Is NEW faster or slower than BASE? Each selects runs, and is a group: a run's\n"
	"folder, a glob, an id, kernel=6.1*,suite=smoke (mdlab log tells more). Of a\n"
	"single selection, such as a matrix, each kernel is a group.\n"
	"\n"
	"Exits 0 where nothing is slower, 1 where something is, or a test does not pass\n"
	"any more; 2 where there is nothing to compare; 3 where the runs are not alike.\n"
	"\n";

static int print(const struct compare_words *w, const struct comparison *c)
{
	char text[4400];
	struct outfile out;
	int ret = 0;

	if (w->output) {
		ret = outfile_open(&out, w->output);
		if (!ret) {
			form_list[w->format].print(out.file, c);
			ret = outfile_close(&out);
		}
	} else {
		form_list[w->format].print(stdout, c);
		ret = outfile_flush_stdout();
	}
	if (ret) {
		snprintf(text, sizeof(text), "%s: %s", w->output ? w->output : "standard output",
			 strerror(-ret));
		compare_complain(w, text);
	}
	return ret;
}

/* What the form has no place for. */
static void say_warnings(const struct compare_words *w, const struct comparison *c)
{
	char text[700];

	for (size_t i = 0; i < c->warnings && form_list[w->format].is_bare; i++) {
		snprintf(text, sizeof(text), "beware: %s", c->warning[i]);
		compare_complain(w, text);
	}
}

/* Where no figure met another, nothing was found to be right. */
static int status_of(const struct compare_words *w, const struct comparison *c)
{
	bool is_slower = compare_broken(c) || c->unmeasured, is_any = false;

	for (unsigned m = 0; m < METRICS; m++) {
		is_slower |= c->metric[m] && c->outcome[m][OUTCOME_SLOWER];
		for (unsigned o = OUTCOME_NONE + 1; o < OUTCOMES; o++)
			is_any |= c->metric[m] && c->outcome[m][o];
	}
	if (!is_slower && !is_any)
		compare_complain(w, "nothing was compared: no test counts in the base and in "
				 "another group");
	return is_slower ? SLOWER : is_any ? NOT_SLOWER : NO_COMPARISON;
}

static int use(const struct compare_words *w, const struct comparison *c)
{
	if (print(w, c))
		return NO_COMPARISON;
	say_warnings(w, c);
	return status_of(w, c);
}

int compare_main(int argc, char **argv)
{
	struct compare_words w = { .command = "compare" };
	int status = NO_COMPARISON;

	for (size_t i = 0; form_list[i].name && i + 1 < FORMS_MAX; i++)
		form_names[i] = form_list[i].name;
	if (!compare_words_parse(&w, options, argc, argv)) {
		if (w.help)
			opt_help(options, lead, stdout);
		status = w.help ? NOT_SLOWER : compare_words_use(&w, use);
	}
	compare_words_free(&w);
	return status;
}
