// SPDX-License-Identifier: GPL-2.0-only
/*
 * The page: what is to be known first, then tables, plots, where it comes from.
 * It is XML as well as HTML, has no script, and loads nothing: its policy
 * forbids both, whatever a record might smuggle in.
 */
#include <string.h>
#include <time.h>

#include "formtext.h"
#include "report_parts.h"
#include "text.h"
#include "version.h"

/* Tests of a group, each counted by what any of its metrics says. */
struct tally {
	size_t slower, faster, broken, same, unsure, compared;
};

static struct tally tally_of(const struct comparison *c, size_t group)
{
	struct tally t = { .slower = 0 };
	enum outcome outcome;
	unsigned has;

	for (size_t i = 0; i < c->rows; i++) {
		has = 0;
		for (unsigned m = 0; m < METRICS; m++) {
			outcome = c->row[i].cell[group].change[m].outcome;
			has |= c->metric[m] ? 1u << outcome : 0;
		}
		has &= ~(1u << OUTCOME_NONE);
		if (cell_is_broken(&c->row[i], group)) {
			t.broken++;
			t.compared++;
			continue;
		}
		t.slower += has >> OUTCOME_SLOWER & 1;
		t.faster += has >> OUTCOME_FASTER & 1;
		t.same += has == 1u << OUTCOME_SAME;
		t.unsure += has == 1u << OUTCOME_CANNOT_TELL ||
			    has == (1u << OUTCOME_CANNOT_TELL | 1u << OUTCOME_SAME);
		t.compared += has != 0;
	}
	return t;
}

static void print_label(FILE *out, const struct comparison *c, size_t group)
{
	char text[64];

	html_plain(out, text_escape(text, sizeof(text), c->group[group].label));
}

/* The base, which is named in front of all where there are several. */
static void print_base(FILE *out, const struct comparison *c, const char *word,
		       const char *many)
{
	if (c->groups > 2) {
		fputs(many, out);
		return;
	}
	fputs(word, out);
	print_label(out, c, 0);
}

/* Of a kernel that is neither slower nor faster: that is not yet the same. */
static void print_quiet(FILE *out, const struct comparison *c, const struct tally *t)
{
	const char *tests = t->compared == 1 ? "test" : "tests";

	if (t->unsure == t->compared) {
		print_base(out, c, " cannot be told from ", " cannot be told from it");
		fprintf(out, t->compared == 1 ? " in %zu %s" : " in any of %zu %s", t->compared,
			tests);
		return;
	}
	print_base(out, c, " is the same as ", " is the same");
	if (t->unsure)
		fprintf(out, " in %zu of %zu %s, and cannot be told in %zu", t->same,
			t->compared, tests, t->unsure);
	else
		fprintf(out, " in %zu %s", t->compared, tests);
}

/* "6.12 is slower than 6.1 in 3 of 72 tests, faster in 1", for one kernel. */
static void print_claim(FILE *out, const struct comparison *c, size_t group)
{
	const struct tally t = tally_of(c, group);
	const char *tests = t.compared == 1 ? "test" : "tests";

	print_label(out, c, group);
	if (!t.compared) {
		fputs(" has no test that could be compared", out);
	} else if (!t.slower && !t.faster && !t.broken) {
		print_quiet(out, c, &t);
		return;
	} else if (t.slower || !t.faster) {
		print_base(out, c, " is slower than ", " is slower");
		fprintf(out, " in %zu of %zu %s, faster in %zu", t.slower, t.compared, tests,
			t.faster);
	} else {
		print_base(out, c, " is faster than ", " is faster");
		fprintf(out, " in %zu of %zu %s, slower in none", t.faster, t.compared, tests);
	}
	if (t.unsure)
		fprintf(out, ", not to be told in %zu", t.unsure);
	if (t.broken)
		fprintf(out, ", and %zu no longer pass%s", t.broken, t.broken == 1 ? "es" : "");
}

static bool is_quiet(const struct comparison *c, size_t group)
{
	const struct tally t = tally_of(c, group);

	return t.compared && !t.slower && !t.faster && !t.broken;
}

/* The kernels of which there is nothing to say, in a few words. */
static void print_others(FILE *out, const struct comparison *c, size_t quiet, bool is_all)
{
	size_t same = 0, unsure = 0;
	struct tally t;

	for (size_t g = 1; g < c->groups; g++) {
		if (!is_quiet(c, g))
			continue;
		t = tally_of(c, g);
		same += !t.unsure;
		unsure += t.unsure == t.compared;
	}
	fprintf(out, "%zu %s ", quiet, is_all ? "kernels" : "others");
	if (same == quiet)
		fputs("are the same", out);
	else if (unsure == quiet)
		fputs("cannot be told from it in any test", out);
	else
		fputs("are the same where that can be told", out);
}

static void print_headline(FILE *out, const struct comparison *c)
{
	size_t quiet = 0, claims = 0;

	if (c->groups < 2) {
		print_label(out, c, 0);
		fprintf(out, ": %zu test%s, and no other kernel to compare with", c->rows,
			c->rows == 1 ? "" : "s");
		return;
	}
	if (c->groups > 2) {
		fputs("Against ", out);
		print_label(out, c, 0);
		fputs(": ", out);
	}
	for (size_t g = 1; g < c->groups; g++)
		quiet += is_quiet(c, g);
	for (size_t g = 1; g < c->groups; g++) {
		/* Several of which there is nothing to say are not named. */
		if (quiet > 1 && is_quiet(c, g))
			continue;
		fputs(claims++ ? "; " : "", out);
		print_claim(out, c, g);
	}
	if (quiet > 1) {
		fputs(claims ? "; " : "", out);
		print_others(out, c, quiet, !claims);
	}
}

static void print_warnings(FILE *out, const struct report *r)
{
	const struct comparison *c = r->c;

	if (!c->warnings && !r->plots.why[0])
		return;
	fputs("<div class=\"warnings\" role=\"note\"><h2>Before you believe it</h2>\n<ul>\n", out);
	for (size_t i = 0; i < c->warnings; i++) {
		fputs("<li>", out);
		html_text(out, c->warning[i]);
		fputs("</li>\n", out);
	}
	if (r->plots.why[0]) {
		fputs("<li>there are no plots: ", out);
		html_text(out, r->plots.why);
		fputs("</li>\n", out);
	}
	fputs("</ul></div>\n", out);
}

/* Kernels against verdicts, for all tests. */
static void print_overview(FILE *out, const struct report *r)
{
	struct tally t;

	if (r->c->groups < 2)
		return;
	fputs("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"Overview\">\n"
	      "<table class=\"overview\">\n<thead><tr><th scope=\"col\">kernel</th>"
	      "<th scope=\"col\">slower</th><th scope=\"col\">no longer passes</th>"
	      "<th scope=\"col\">faster</th><th scope=\"col\">same</th>"
	      "<th scope=\"col\">cannot tell</th><th scope=\"col\">tests</th></tr></thead>\n"
	      "<tbody>\n", out);
	for (size_t g = 1; g < r->c->groups; g++) {
		t = tally_of(r->c, g);
		fprintf(out, "<tr><th scope=\"row\"><span class=\"letter\">%c</span> ",
			group_letter(g));
		print_label(out, r->c, g);
		fprintf(out, "</th><td%s>%zu</td><td%s>%zu</td><td%s>%zu</td><td>%zu</td>"
			"<td>%zu</td><td>%zu</td></tr>\n",
			t.slower ? " class=\"slower\"" : "", t.slower,
			t.broken ? " class=\"slower\"" : "", t.broken,
			t.faster ? " class=\"faster\"" : "", t.faster,
			t.same, t.unsure, t.compared);
	}
	fputs("</tbody></table></div>\n<p class=\"detail\">A test counts as slower or faster where "
	      "one of its metrics does, and so may count as both. All are compared with "
	      "<span class=\"letter\">A</span> ", out);
	print_label(out, r->c, 0);
	fprintf(out, ". A change below %g&#160;%% does not matter here.</p>\n",
		100 * r->c->smallest);
}

static void print_legend(FILE *out, const struct report *r)
{
	fputs("<ul class=\"legend\">\n", out);
	for (size_t g = 0; g < r->c->groups; g++) {
		fputs("<li>", out);
		svg_write_mark(out, g);
		fprintf(out, " <span class=\"letter\">%c</span> ", group_letter(g));
		print_label(out, r->c, g);
		fputs("</li>\n", out);
	}
	fputs("</ul>\n", out);
}

static const struct {
	const char *id, *title, *about;
} sections[PLOT_SECTIONS] = {
	[PLOTS_RATE] = { "throughput", "Throughput by kernel",
		"Medians; the bars reach from the lowest to the highest run. Beside them the change "
		"against the base with its 95 % interval; what lies within the band does not matter." },
	[PLOTS_LATENCY] = { "latency", "Latency",
		"What share of the calls took no longer, over all runs of a kernel: of the tests "
		"whose latencies changed most, and of one of each family." },
	[PLOTS_SCALING] = { "scaling", "Scaling by disks",
		"Medians of the arrays over the median of the same test on the single disk." },
	[PLOTS_CPU] = { "cputime", "CPU time by kernel",
		"Medians of the CPU time that a byte, or an operation, takes; the bars reach from the "
		"lowest to the highest run." },
};

static size_t count_plots(const struct report *r, enum plot_section section)
{
	size_t count = 0;

	for (size_t i = 0; i < r->plots.count; i++)
		count += r->plots.plot[i].section == section && r->plots.plot[i].svg;
	return count;
}

static void print_plots(FILE *out, const struct report *r, enum plot_section section)
{
	const struct plot *plot;

	if (!count_plots(r, section))
		return;
	fprintf(out, "<section id=\"%s\"><h2>%s</h2>\n<p>%s</p>\n", sections[section].id,
		sections[section].title, sections[section].about);
	print_legend(out, r);
	/* Levels and changes come in pairs. */
	fprintf(out, "<div class=\"plots%s\">\n",
		section == PLOTS_RATE && r->c->groups > 1 ? " pairs" : "");
	for (size_t i = 0; i < r->plots.count; i++) {
		plot = &r->plots.plot[i];
		if (plot->section != section || !plot->svg)
			continue;
		fprintf(out, "<figure%s><figcaption>",
			plot->scale == SCALE_PLAIN ? " class=\"level\"" : "");
		html_plain(out, plot->title);
		fputs("</figcaption>\n", out);
		svg_write(out, plot, i);
		fputs("</figure>\n", out);
	}
	fputs("</div></section>\n", out);
}

static void print_nav(FILE *out, const struct report *r)
{
	fputs("<nav aria-label=\"Contents\"><ul>\n", out);
	if (r->c->groups > 1)
		fputs("<li><a href=\"#changes\">What changed</a></li>\n", out);
	for (unsigned s = 0; s < PLOT_SECTIONS; s++) {
		if (count_plots(r, (enum plot_section)s))
			fprintf(out, "<li><a href=\"#%s\">%s</a></li>\n", sections[s].id,
				sections[s].title);
	}
	fputs("<li><a href=\"#failures\">What went wrong</a></li>\n"
	      "<li><a href=\"#tests\">All tests</a></li>\n"
	      "<li><a href=\"#environment\">Environment</a></li>\n"
	      "<li><a href=\"#runs\">Runs</a></li>\n</ul></nav>\n", out);
}

static void print_head(FILE *out, const struct report *r)
{
	fputs("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
	      "<meta charset=\"utf-8\"/>\n"
	      "<meta http-equiv=\"Content-Security-Policy\" "
	      "content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
	      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
	      "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
	      "<meta name=\"generator\" content=\"mdbench " MDBENCH_VERSION "\"/>\n<title>", out);
	print_headline(out, r->c);
	fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", report_css);
	svg_write_marks(out);
}

static void print_foot(FILE *out)
{
	char date[40] = "";
	const time_t now = time(NULL);
	struct tm tm;

	if (gmtime_r(&now, &tm))
		strftime(date, sizeof(date), " on %Y-%m-%d at %H:%M UTC", &tm);
	fprintf(out, "<footer><p>Made by mdbench " MDBENCH_VERSION "%s. Raw data are not in this "
		"page: they are the records.jsonl in the folders above.</p></footer>\n"
		"</body>\n</html>\n", date);
}

static void print_legend_of_tables(FILE *out, const struct report *r)
{
	fputs("<dl class=\"detail\">\n", out);
	for (unsigned m = 0; m < METRICS; m++) {
		if (!r->c->metric[m])
			continue;
		fprintf(out, "<dt>%s</dt><dd>", metric_list[m].name);
		html_text(out, metric_list[m].help);
		fputs("</dd>\n", out);
	}
	fputs("<dt>n</dt><dd>values that were compared</dd>\n<dt>p</dt><dd>of the rank test, "
	      "corrected for the rows beside it</dd>\n<dt>( to )</dt><dd>95 % interval of the "
	      "change</dd>\n</dl>\n", out);
}

void report_page(FILE *out, const struct report *r)
{
	print_head(out, r);
	fputs("<header><p class=\"detail\">mdbench report</p>\n<h1>", out);
	print_headline(out, r->c);
	fputs("</h1>\n</header>\n<main>\n", out);
	print_warnings(out, r);
	print_overview(out, r);
	print_nav(out, r);
	if (r->c->groups > 1) {
		fputs("<section id=\"changes\"><h2>What changed</h2>\n", out);
		report_print_changes(out, r);
		fputs("</section>\n", out);
	}
	for (unsigned s = 0; s < PLOT_SECTIONS; s++)
		print_plots(out, r, (enum plot_section)s);
	fputs("<section id=\"failures\"><h2>What went wrong</h2>\n", out);
	report_print_failures(out, r);
	fputs("</section>\n<section id=\"tests\"><h2>All tests</h2>\n", out);
	print_legend_of_tables(out, r);
	report_print_tables(out, r);
	fputs("</section>\n<section id=\"environment\"><h2>Environment</h2>\n", out);
	report_print_environment(out, r);
	fputs("</section>\n<section id=\"runs\"><h2>Runs</h2>\n", out);
	report_print_runs(out, r);
	fputs("</section>\n</main>\n", out);
	print_foot(out);
}
