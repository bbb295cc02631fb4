// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tables: one run with all its figures, or several side by side with one
 * figure each. Rows stand in groups by target, layer and family, in the order
 * in which they were first measured.
 */
#include "table.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "notes.h"
#include "state.h"
#include "testid.h"
#include "text.h"

#define NAME_WIDTH TESTID_NAME_WIDTH
#define CELL_WIDTH 15
#define RATIO_WIDTH 8
#define FLAGS_MAX 8
#define CELLS ((TEXT_WIDTH - NAME_WIDTH) / CELL_WIDTH)

/* All ids of all runs, each once. 0 or -1: no memory. */
static int rows_collect(struct rows *rows, const struct run *runs, size_t count)
{
	json_t *seen = json_object();
	size_t total = 0, before;
	const char *id;

	for (size_t r = 0; r < count; r++)
		total += runs[r].figures;
	rows->count = 0;
	rows->row = calloc(total + 1, sizeof(*rows->row));
	for (size_t r = 0; r < count && rows->row && seen; r++) {
		for (size_t i = 0; i < runs[r].figures; i++) {
			id = runs[r].figure[i].id;
			before = json_object_size(seen);
			json_object_set_new(seen, id, json_true());
			if (json_object_size(seen) > before)
				rows->row[rows->count++].id = id;
		}
	}
	json_decref(seen);
	return rows->row && seen ? 0 : -1;
}

/*
 * Rows in groups: print is called for each row, the first of each group is
 * told. Groups are few, so looking for the rest of one costs little.
 */
static void rows_print(FILE *out, struct rows *rows,
		       void (*print)(FILE *, const struct row *, void *), void *arg)
{
	for (size_t i = 0; i < rows->count; i++)
		rows->row[i].is_printed = false;
	for (size_t i = 0; i < rows->count; i++) {
		if (rows->row[i].is_printed)
			continue;
		testid_print_group(out, rows->row[i].id);
		for (size_t j = i; j < rows->count; j++) {
			if (rows->row[j].is_printed ||
			    !testid_same_group(rows->row[i].id, rows->row[j].id))
				continue;
			rows->row[j].is_printed = true;
			testid_print_name(out, rows->row[j].id);
			print(out, &rows->row[j], arg);
		}
	}
}

/* What the legend has to explain. */
struct marks {
	bool has_ops, has_cached, has_ragged, has_substituted;
};

static void marks_note(struct marks *m, const struct figure *f)
{
	m->has_ops |= f->counts_ops;
	m->has_cached |= f->is_cached;
	m->has_ragged |= figure_is_ragged(f);
	m->has_substituted |= f->is_substituted;
}

static void print_marks(FILE *out, const struct marks *m)
{
	if (m->has_ops)
		fprintf(out, "/s, k/s: not MB but operations or thousands of them a second.\n");
	if (m->has_cached)
		fprintf(out, "c: cached, memory held a part of the bytes; not compared.\n");
	if (m->has_ragged)
		fprintf(out, "o: the streams ran all together for less than 95 %% of the time, "
			"so the figure\n   is not of that many at once.\n");
	if (m->has_substituted)
		fprintf(out, "e: the engine in its name was not there, another did it "
			"(engine_ran in json).\n");
}

/* A table of one run. */

struct one {
	const struct run *run;
	bool has_repeats, has_short;
	struct marks marks;
};

static void print_rate(FILE *out, int width, const struct figure *f)
{
	char text[FIGURE_MAX];

	/* A number that cannot be true still keeps its column. */
	if (strlen(figure_format_rate(text, f->rate, f->counts_ops)) >= (size_t)width)
		snprintf(text, sizeof(text), "%.0e%s", f->counts_ops ? f->rate : f->rate / 1e6,
			 f->counts_ops ? "/s" : "");
	fprintf(out, "%*s", width, text);
}

static void print_column(FILE *out, int width, double value, const char *missing)
{
	char text[FIGURE_MAX];

	/* A number that cannot be true still keeps its column: "9e+12". */
	if (strlen(figure_format(text, value)) >= (size_t)width)
		snprintf(text, sizeof(text), "%.0e", value);
	fprintf(out, "%*s", width, isnan(value) ? missing : text);
}

/* Only where it passed, as there is no room behind another verdict but for c. */
static const char *format_flags(char flags[FLAGS_MAX], const struct figure *f)
{
	bool has_passed = f->verdict == VERDICT_PASS;
	bool is_ragged = has_passed && figure_is_ragged(f);
	bool is_other = has_passed && f->is_substituted;

	snprintf(flags, FLAGS_MAX, "%s%s%s%s", f->is_cached || is_ragged || is_other ? " " : "",
		 f->is_cached ? "c" : "", is_ragged ? "o" : "", is_other ? "e" : "");
	return flags;
}

static void print_flags(FILE *out, const struct figure *f, unsigned note)
{
	char flags[FLAGS_MAX];

	fprintf(out, "%s", format_flags(flags, f));
	if (f->verdict != VERDICT_PASS)
		fprintf(out, " %s[%u]", figure_verdict_name(f->verdict), note);
	fprintf(out, "\n");
}

static void print_one_row(FILE *out, const struct row *row, void *arg)
{
	const struct one *one = arg;
	const struct figure *f = figure_find(one->run, row->id);
	char p50[FIGURE_MAX], p99[FIGURE_MAX];

	if (f->verdict == VERDICT_BROKEN || f->verdict == VERDICT_UNSUPPORTED) {
		fprintf(out, "   %s[%u]\n", figure_verdict_name(f->verdict), row->note[0]);
		return;
	}
	print_rate(out, 9, f);
	if (one->has_repeats)
		print_column(out, 6, f->spread_pct, "-");
	print_column(out, 6, figure_ratio(one->run, f), "-");
	print_column(out, 6, f->cpu_pct, "n/a");
	print_column(out, 6, f->sys_pct, "n/a");
	fprintf(out, " %7s %7s", figure_format_ns(p50, f->p50_ns),
		figure_format_ns(p99, f->p99_ns));
	print_flags(out, f, row->note[0]);
}

static void print_one_legend(FILE *out, const struct one *one)
{
	fprintf(out, "\nMB/s: 10^6 bytes a second. x1: times the single disk. CPU%%: all CPUs, busy."
		"\nsys%%: the worker's system time, of one CPU. p50, p99: time of one call.\n");
	if (one->has_short)
		fprintf(out, "n/a: too short for clock ticks of 10 ms to tell.\n");
	if (one->has_repeats)
		fprintf(out, "MB/s is the median of the repeats; +-%%: (highest - lowest) / median.\n");
	print_marks(out, &one->marks);
}

static void table_one(FILE *out, struct rows *rows, const struct run *run)
{
	struct one one = { .run = run };

	for (size_t i = 0; i < run->figures; i++) {
		one.has_repeats |= run->figure[i].results > 1;
		marks_note(&one.marks, &run->figure[i]);
		one.has_short |= isnan(run->figure[i].cpu_pct) || isnan(run->figure[i].sys_pct);
	}
	head_print(out, run);
	if (!rows->count) {
		fprintf(out, "\nno results\n");
		return;
	}
	fprintf(out, "\n%-*s%9s%s%6s%6s%6s %7s %7s\n", NAME_WIDTH, "", "MB/s",
		one.has_repeats ? "   +-%" : "", "x1", "CPU%", "sys%", "p50", "p99");
	rows_print(out, rows, print_one_row, &one);
	print_one_legend(out, &one);
	notes_print(out, rows, run, 1);
	state_print_health(out, run, "");
}

/* A table of several. */

struct many {
	const struct run *runs;
	size_t first, last;	/* columns of this block, last not included */
	bool has_ratio;		/* of the second run to the first, if there are but two */
};

static void cell_format(char *cell, size_t size, const struct figure *f, unsigned note)
{
	char rate[FIGURE_MAX], flags[FLAGS_MAX];

	if (!f)
		snprintf(cell, size, "-");
	else if (f->verdict != VERDICT_PASS)
		snprintf(cell, size, "%s[%u]", figure_verdict_name(f->verdict), note);
	else
		snprintf(cell, size, "%s%s", figure_format_rate(rate, f->rate, f->counts_ops),
			 format_flags(flags, f));
}

/* Of B to A; NAN where one of them is not to be compared. */
static double ratio_of(const struct run *runs, const char *id)
{
	const struct figure *a = figure_find(&runs[0], id), *b = figure_find(&runs[1], id);

	if (!figure_is_sound(a) || !figure_is_sound(b) || a->counts_ops != b->counts_ops)
		return (double)NAN;
	return b->rate / a->rate;
}

static void print_many_row(FILE *out, const struct row *row, void *arg)
{
	const struct many *many = arg;
	char cell[48];

	for (size_t r = many->first; r < many->last; r++) {
		cell_format(cell, sizeof(cell), figure_find(&many->runs[r], row->id),
			    row->note[r]);
		fprintf(out, "%*s", CELL_WIDTH, cell);
	}
	if (many->has_ratio)
		print_column(out, RATIO_WIDTH, ratio_of(many->runs, row->id), "-");
	fprintf(out, "\n");
}

static void table_many(FILE *out, struct rows *rows, const struct run *runs, size_t count)
{
	struct many many = { .runs = runs, .has_ratio = count == 2 };
	struct marks marks = { .has_ops = false };

	head_print_many(out, runs, count);
	for (size_t r = 0; r < count; r++) {
		for (size_t i = 0; i < runs[r].figures; i++)
			marks_note(&marks, &runs[r].figure[i]);
	}
	for (; many.first < count; many.first = many.last) {
		many.last = many.first + CELLS < count ? many.first + CELLS : count;
		fprintf(out, "\n%-*s", NAME_WIDTH, "MB/s");
		for (size_t r = many.first; r < many.last; r++)
			fprintf(out, "%*c", CELL_WIDTH, (char)('A' + r));
		if (many.has_ratio)
			fprintf(out, "%*s", RATIO_WIDTH, "B/A");
		fprintf(out, "\n");
		rows_print(out, rows, print_many_row, &many);
	}
	fprintf(out, "\nMB/s: 10^6 bytes a second, the median where a test was repeated.\n");
	if (many.has_ratio)
		fprintf(out, "B/A: times A's; - where one of them is not there or does not count.\n");
	print_marks(out, &marks);
	notes_print(out, rows, runs, count);
	for (size_t r = 0; r < count; r++)
		state_print_health(out, &runs[r], (char[]){ (char)('A' + r), ' ', '\0' });
}

int table_print(FILE *out, const struct run *runs, size_t count)
{
	struct rows rows;
	int ret = rows_collect(&rows, runs, count);

	if (!ret)
		ret = notes_number(&rows, runs, count);
	if (!ret) {
		if (count == 1)
			table_one(out, &rows, runs);
		else
			table_many(out, &rows, runs, count);
	}
	free(rows.row);
	return ret;
}
