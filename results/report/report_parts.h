/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of the report share. A report is made in four steps: compare,
 * read of the runs what a comparison does not hold (report_runs.c), let gnuplot
 * draw (report_plots.c, report_draw.c, report_gnuplot.c, report_svg.c), and
 * write the page (report_page.c and what it calls). All text of records,
 * folders and plans is hostile; it reaches the page by html_text alone, and
 * gnuplot never.
 */
#ifndef REPORT_PARTS_H
#define REPORT_PARTS_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "compare.h"
#include "hist.h"

extern const char report_css[];		/* results/report/report.css */

/* Text between tags or in an attribute's quotes: printable ASCII, the rest as \xNN. */
void html_text(FILE *out, const char *text);
/* Likewise of text that text_escape made already. */
void html_plain(FILE *out, const char *text);
/* Likewise of a test's id, which may be wrapped at each slash; a part is cut at 127. */
void html_id(FILE *out, const char *id);

/* Plots. */

enum plot_section { PLOTS_RATE, PLOTS_LATENCY, PLOTS_SCALING, PLOTS_CPU, PLOT_SECTIONS };
enum plot_scale { SCALE_PLAIN, SCALE_CHANGE, SCALE_TIMES, SCALE_PERCENTILE };

#define PLOT_ROWS 40			/* of a plot of dots */

struct plot_point {
	size_t row, series;		/* row: of dots */
	double x, low, high;		/* dots: with an interval, NAN without; curves: low is y */
};

struct plot {
	enum plot_section section;
	enum plot_scale scale;		/* SCALE_PERCENTILE: curves, of ns; else dots */
	bool is_narrow;			/* narrow values: the axis need not begin at 0 */
	double band;			/* a change that does not matter; NAN: no band */
	char *title;			/* not escaped */
	const char *axis;		/* ours */
	char **label;			/* of rows, printable, short */
	size_t labels;
	struct plot_point *point;
	size_t points, room;
	const char *svg;		/* within plots.text; NULL: not drawn */
	size_t svg_len;
};

struct plots {
	struct plot *plot;
	size_t count, room;
	size_t series;			/* groups */
	bool no_memory;			/* sticky */
	char *text;			/* what gnuplot drew */
	char why[96];			/* why nothing is drawn; "" */
};

/* A plot to fill, or NULL: no_memory is set. */
struct plot *plots_add(struct plots *p, enum plot_section section, const char *title);
void plot_add_label(struct plots *p, struct plot *plot, const char *label);
void plot_add_point(struct plots *p, struct plot *plot, struct plot_point point);
void plots_free(struct plots *p);
/* The words that draw it, for gnuplot; they hold nothing but figures and our own words. */
void plot_script(FILE *out, const struct plot *plot, size_t series);
/* Let gnuplot draw them all: sets svg of each, or why. */
void plots_draw(struct plots *p);
/*
 * Run gnuplot over a script: *out is what it printed, to be freed. 0 or -errno;
 * -ENOENT: there is none, -ETIME: it took too long, -EIO: it failed, -EFBIG: it
 * printed more than any drawing has. Whatever came of it, it is gone.
 */
int gnuplot_run(FILE *script, char **out, size_t *len, unsigned deadline_ms);
/* Write one that is drawn, small, in the page's colours. */
void svg_write(FILE *out, const struct plot *plot, size_t number);
/* The marks of series, once a page; one of them for a legend. */
void svg_write_marks(FILE *out);
void svg_write_mark(FILE *out, size_t series);
unsigned svg_mark_type(size_t series);	/* gnuplot's number of it */

/* Runs. */

enum fact {
	FACT_RELEASE, FACT_BUILD, FACT_SPEC, FACT_SUITE, FACT_ONLY, FACT_SETTINGS, FACT_ACCEL,
	FACT_SYSTEM, FACT_CPU, FACT_CPUS, FACT_MEMORY, FACT_STATE, FACT_DISKS, FACT_ARRAYS,
	FACT_CMDLINE, FACT_PREEMPT, FACT_CLOCK, FACT_MITIGATIONS, FACT_BASE, FACT_MODULES,
	FACT_MDBENCH, FACT_MDADM, FACT_MKE2FS, FACTS
};

extern const char *const fact_names[FACTS];

#define FACT_VALUES 4			/* of a group that are told apart */
#define MESSAGES_MAX 20			/* of the kernel, of a group */
#define CURVES_MAX 12			/* tests whose latencies are drawn */

struct facts {
	char *value[FACT_VALUES];
	size_t runs[FACT_VALUES], values;
	size_t more;			/* runs with yet others */
};

struct message {
	char *text;
	size_t count;
};

struct details {			/* of one group */
	struct facts fact[FACTS];
	struct message message[MESSAGES_MAX];
	size_t messages, more_messages;
	struct hist *curve[CURVES_MAX];	/* merged over its runs; NULL: none */
};

struct report {
	const struct comparison *c;
	const char *const *word;	/* selections, for plans of theirs */
	size_t words;
	struct details details[GROUPS_MAX];
	const char *curve[CURVES_MAX];	/* ids */
	size_t curves;
	struct plots plots;
};

/* Read all runs again, one at a time. 0 or -ENOMEM. */
int details_read(struct report *r);
void details_free(struct report *r);
/* Which tests' latencies are worth a plot: fills curve and curves. */
void report_choose_curves(struct report *r);
void report_make_plots(struct report *r);
/* Folder of a run that is one, "" for a file alone. */
const char *run_folder(char *buf, size_t size, const struct runinfo *run);

/* Parts of the page. */

void report_page(FILE *out, const struct report *r);
void report_print_tables(FILE *out, const struct report *r);
void report_print_changes(FILE *out, const struct report *r);
void report_print_environment(FILE *out, const struct report *r);
void report_print_failures(FILE *out, const struct report *r);
void report_print_runs(FILE *out, const struct report *r);
/* Last lines of a console, escaped; nothing where there is no console.log. */
void report_print_console(FILE *out, const char *folder);

#endif
