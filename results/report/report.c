// SPDX-License-Identifier: GPL-2.0-only
/*
 * mdlab report: selections in, one page out that needs nothing else. It is made
 * in memory and appears whole or not at all.
 */
#include "report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "comparewords.h"
#include "opt.h"
#include "outfile.h"
#include "report_parts.h"

enum { WRITTEN, NOT_WRITTEN };	/* exit statuses, besides those of comparewords.h */

static const struct opt options[] = {
	{ .name = "output", .type = OPT_STRING, .offset = offsetof(struct compare_words, output),
	  .arg = "FILE", .help = "the page to write; also -o FILE" },
	COMPARE_ROWS,
	{ .name = NULL }
};

static const char lead[] =
	"usage: mdlab report [--OPTION=VALUE]... -o FILE.html SELECTION...\n"
	"\n"
	"Compare runs as mdlab compare does, and write a page that tells all of it: the\n"
	"verdicts with their reasons, plots, what went wrong, and where it was measured.\n"
	"The page is one file without scripts, to be sent to others. gnuplot draws.\n"
	"\n"
	"Exits 0 once it is written, whatever the verdicts are; 1 where it cannot be; 2\n"
	"where there is nothing to compare; 3 where the runs are not alike.\n"
	"\n";

static void complain_of(const struct compare_words *w, const char *object, const char *reason)
{
	char text[4400];

	snprintf(text, sizeof(text), "%s: %s", object, reason);
	compare_complain(w, text);
}

/* 0 or -errno. */
static int write_file(const char *path, const char *text, size_t len)
{
	struct outfile out;
	int ret = outfile_open(&out, path);

	if (ret)
		return ret;
	/* An error is sticky, and found at the end. */
	fwrite(text, 1, len, out.file);
	return outfile_close(&out);
}

static int make_page(struct report *r, char **text, size_t *len)
{
	FILE *out = open_memstream(text, len);
	int ret = out ? 0 : -ENOMEM;

	report_choose_curves(r);
	if (!ret)
		ret = details_read(r);
	if (!ret)
		report_make_plots(r);
	if (!ret && r->plots.no_memory)
		ret = -ENOMEM;
	if (!ret) {
		plots_draw(&r->plots);
		report_page(out, r);
		ret = ferror(out) ? -ENOMEM : 0;
	}
	if (out && fclose(out) && !ret)
		ret = -ENOMEM;
	return ret;
}

static int write_report(const struct compare_words *w, const struct comparison *c)
{
	struct report *r = calloc(1, sizeof(*r));
	char *text = NULL;
	size_t len = 0;
	int ret = -ENOMEM;

	if (r) {
		r->c = c;
		ret = make_page(r, &text, &len);
	}
	if (ret) {
		compare_complain(w, "out of memory");
	} else {
		if (r->plots.why[0])
			complain_of(w, "no plots", r->plots.why);
		ret = write_file(w->output, text, len);
		if (ret)
			complain_of(w, w->output, strerror(-ret));
	}
	if (r) {
		details_free(r);
		plots_free(&r->plots);
	}
	free(text);
	free(r);
	return ret ? NOT_WRITTEN : WRITTEN;
}

int report_main(int argc, char **argv)
{
	struct compare_words w = { .command = "report" };
	int status = NO_COMPARISON;

	if (compare_words_parse(&w, options, argc, argv))
		goto out;
	if (w.help) {
		opt_help(options, lead, stdout);
		status = WRITTEN;
	} else if (w.words && !w.output) {
		compare_complain(&w, "output: no file is named; add -o report.html");
	} else {
		status = compare_words_use(&w, write_report);
	}
out:
	compare_words_free(&w);
	return status;
}
