// SPDX-License-Identifier: GPL-2.0-only
/*
 * Posts printed as they were posted: dd's lines, the tables of bonnie++ and of
 * tiobench in their own forms, all others as plain tables. Below a table whose
 * flaw can be undone stands the same without it.
 */
#include <math.h>
#include <string.h>

#include "bonniefmt.h"
#include "figures.h"
#include "published.h"
#include "text.h"
#include "tiofmt.h"
#include "units.h"

#define DD_FIGURES 6		/* records in and out, bytes, size, time, rate */
#define BONNIE_FIGURES 27
#define COLUMNS_MAX 8
#define ROWS_MAX 16

static const json_t *list(const json_t *json, const char *key, size_t i)
{
	return json_array_get(json_object_get(json, key), i);
}

static size_t list_size(const json_t *json, const char *key)
{
	return json_array_size(json_object_get(json, key));
}

static const char *figure(const json_t *table, size_t row, size_t column)
{
	return json_string_value(list(list(table, "rows", row), "figures", column));
}

void published_print_head(FILE *out, const char *name, const json_t *post)
{
	static const struct {
		const char *key, *name;
	} conditions[] = {
		{ "machine", "machine" }, { "memory", "memory" }, { "disks", "disks" },
		{ "kernel", "kernel" }, { "file_system", "file system" }, { "file", "file" },
	};
	const char *value;
	char text[600];
	size_t len;

	snprintf(text, sizeof(text), "published: %s, %s, %s, %s: %s", name,
		 value_text(post, "source.list"), value_text(post, "source.date"),
		 value_text(post, "source.from"), value_text(post, "title"));
	text_wrap(out, "#", 2, text);
	len = 0;
	for (unsigned i = 0; i < ARRAY_SIZE(conditions) && len < sizeof(text); i++) {
		value = value_string(json_object_get(post, "conditions"), conditions[i].key);
		if (value)
			len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s: %s",
						len ? "; " : "", conditions[i].name, value);
	}
	text_wrap(out, "#", 2, text);
}

static void print_table_head(FILE *out, const json_t *table)
{
	static const char *const keys[] = { "version", "kernel", "heading", "command", "workload",
					    "quoted_from" };
	const char *value;
	char text[400];
	size_t len;

	len = (size_t)snprintf(text, sizeof(text), "tool: %s", value_text(table, "tool"));
	for (unsigned i = 0; i < ARRAY_SIZE(keys) && len < sizeof(text); i++) {
		value = value_string(table, keys[i]);
		if (!value || (!strcmp(keys[i], "heading") &&
			       !strcmp(value, value_text(table, "kernel"))))
			continue;
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s%s",
					i ? ", " : " ",
					!strcmp(keys[i], "heading") ? "there called " : "", value);
	}
	text_wrap(out, "#", 2, text);
}

static void print_dd(FILE *out, const json_t *table)
{
	for (size_t r = 0; r < list_size(table, "rows"); r++) {
		fprintf(out, "# %s\n%s records in\n%s records out\n",
			value_text(list(table, "rows", r), "label"), figure(table, r, 0),
			figure(table, r, 1));
		fprintf(out, "%s bytes (%s GB) copied, %s %s, %s MB/s\n", figure(table, r, 2),
			figure(table, r, 3), figure(table, r, 4),
			value_text(list(table, "rows", r), "time_word"), figure(table, r, 5));
	}
}

static int widest(const json_t *table, size_t column)
{
	size_t width = strlen(value_text(list(table, "columns", column), "name")), len;

	for (size_t r = 0; r < list_size(table, "rows"); r++) {
		len = strlen(figure(table, r, column));
		width = len > width ? len : width;
	}
	return (int)width + 2;
}

/* What each row did, as far as it was posted. */
static void print_row_notes(FILE *out, const json_t *table)
{
	const json_t *row;
	const char *what;
	char text[300];

	for (size_t r = 0; r < list_size(table, "rows"); r++) {
		row = list(table, "rows", r);
		what = value_string(row, "workload");
		what = what ? what : value_string(row, "command");
		if (!what)
			continue;
		snprintf(text, sizeof(text), "%s: %s", value_text(row, "label"), what);
		text_wrap(out, "#", 2, text);
	}
}

static void print_plain(FILE *out, const json_t *table)
{
	int width[COLUMNS_MAX], label = 0, len;
	size_t columns = list_size(table, "columns");

	if (columns > COLUMNS_MAX)
		return;
	for (size_t r = 0; r < list_size(table, "rows"); r++) {
		len = (int)strlen(value_text(list(table, "rows", r), "label"));
		label = len > label ? len : label;
	}
	fprintf(out, "%-*s", label, "");
	for (size_t c = 0; c < columns; c++) {
		width[c] = widest(table, c);
		fprintf(out, "%*s", width[c], value_text(list(table, "columns", c), "name"));
	}
	fprintf(out, "\n");
	for (size_t r = 0; r < list_size(table, "rows"); r++) {
		fprintf(out, "%-*s", label, value_text(list(table, "rows", r), "label"));
		for (size_t c = 0; c < columns; c++)
			fprintf(out, "%*s", width[c], figure(table, r, c));
		fprintf(out, "\n");
	}
	print_row_notes(out, table);
}

/*
 * A phase of one second whose figures come out as the texts; one of 0.9 s for
 * those that 1.00a, whose limit is a second, called too short.
 */
static bool bonnie_phase(struct bonniefmt_phase *p, unsigned id, const char *rate,
			 const char *cpu)
{
	bool is_short = rate && !strcmp(rate, "+++++");
	double value = 1, cpu_pct, step;

	if (!rate || !cpu || (!is_short && !published_number(rate, &value, &step)) ||
	    !published_number(cpu, &cpu_pct, &step))
		return false;
	p->wall_ns = is_short ? 900000000 : 1000000000;
	p->amount = id < BONNIE_SEEKS ? value * 1024 : value;
	/* Percentages are cut, so the middle is taken. */
	p->cpu_ns = (uint64_t)((cpu_pct + 0.5) / 100 * (double)p->wall_ns);
	return true;
}

bool published_bonnie(const json_t *table, struct bonniefmt *b)
{
	uint64_t mib, files;
	size_t at = 2;

	if (list_size(list(table, "rows", 0), "figures") != BONNIE_FIGURES ||
	    parse_u64(figure(table, 0, 1), 1, 1 << 20, &mib) ||
	    parse_u64(figure(table, 0, 14), 1, 1 << 20, &files))
		return false;
	*b = (struct bonniefmt){
		.version = value_text(table, "version"), .name = figure(table, 0, 0),
		.size_bytes = mib << 20, .chunk_bytes = 8192, .files = files * 1024,
	};
	for (unsigned i = 0; i < BONNIE_PHASES; i++) {
		at += i == BONNIE_SEQ_CREATE;
		if (!bonnie_phase(&b->phase[i], i, figure(table, 0, at), figure(table, 0, at + 1)))
			return false;
		at += 2;
	}
	return true;
}

static void print_bonnie(FILE *out, const json_t *table)
{
	char text[BONNIEFMT_TEXT_MAX], csv[BONNIEFMT_CSV_MAX];
	struct bonniefmt b;

	if (published_bonnie(table, &b) && bonniefmt_text(text, sizeof(text), &b) > 0 &&
	    bonniefmt_csv(csv, sizeof(csv), &b) > 0)
		fprintf(out, "%s%s", text, csv);
}

static struct tiofmt_row tio_row(const json_t *table, size_t row)
{
	uint64_t threads = 0;

	parse_u64(value_text(list(table, "rows", row), "row"), 1, 999, &threads);
	return (struct tiofmt_row){
		.name = value_text(table, "dir"), .size_mib = value_count(table, "size_mib"),
		.block_bytes = value_count(table, "block_bytes"), .threads = (unsigned)threads,
	};
}

bool published_tio_line(const json_t *table, size_t row, char *line, size_t size)
{
	struct tiofmt_row r = tio_row(table, row);
	const char *texts[2 * TIOFMT_PHASES];

	for (size_t c = 0; c < ARRAY_SIZE(texts); c++) {
		texts[c] = figure(table, row, c);
		if (!texts[c])
			return false;
	}
	return r.threads && tiofmt_old_texts(line, size, &r, texts) > 0;
}

/* One column of rates and its CPU, undone; rows of one second each. */
static void undo_column(const json_t *table, unsigned phase, struct tiofmt_row *rows, size_t n)
{
	double rate[ROWS_MAX], step[ROWS_MAX], cpu[ROWS_MAX], is_cpu[ROWS_MAX], unused;
	struct tiofmt_true is[ROWS_MAX];

	for (size_t i = 0; i < n; i++) {
		if (!published_number(figure(table, i, 2 * phase), &rate[i], &step[i]) ||
		    !published_number(figure(table, i, 2 * phase + 1), &cpu[i], &unused))
			return;
	}
	tiofmt_undo(rate, step, cpu, n, is, is_cpu);
	for (size_t i = 0; i < n; i++) {
		if (isnan(is[i].value) || isnan(is_cpu[i]))
			continue;
		rows[i].cell[phase] = (struct tiofmt_cell){
			.mib = is[i].value, .wall_s = 1, .cpu_s = is_cpu[i] / 100,
		};
	}
}

static void print_tio(FILE *out, const json_t *table)
{
	struct tiofmt_row rows[ROWS_MAX];
	size_t n = list_size(table, "rows");
	char line[TIOFMT_MAX];

	if (n > ROWS_MAX)
		return;
	tiofmt_old_head(line, sizeof(line));
	fputs(line, out);
	for (size_t i = 0; i < n; i++) {
		rows[i] = tio_row(table, i);
		if (published_tio_line(table, i, line, sizeof(line)))
			fputs(line, out);
	}
	for (unsigned phase = 0; phase < TIOFMT_PHASES; phase++)
		undo_column(table, phase, rows, n);
	text_wrap(out, "#", 2, "undone: each row by itself, as far as cut digits tell it");
	for (size_t i = 0; i < n; i++) {
		if (tiofmt_old_row(line, sizeof(line), &rows[i]) > 0)
			fputs(line, out);
	}
}

static void print_table(FILE *out, const json_t *table)
{
	const char *tool = value_text(table, "tool");

	print_table_head(out, table);
	if (!strcmp(tool, "bonnie++"))
		print_bonnie(out, table);
	else if (!strcmp(tool, "tiobench"))
		print_tio(out, table);
	else if (list_size(table, "columns") == DD_FIGURES)
		print_dd(out, table);
	else
		print_plain(out, table);
}

static void print_notes(FILE *out, const json_t *post)
{
	const json_t *notes = json_object_get(post, "notes");

	for (size_t i = 0; i < json_array_size(notes); i++)
		text_wrap(out, "#", 2, json_string_value(json_array_get(notes, i)));
}

/* Tables of one tool that have something to do with the runs. */
struct match {
	const char *tool;
	const struct run *runs;
	size_t count;
	const json_t *table;
	bool is_found;
};

static bool match_cell(const struct published_cell *cell, void *arg)
{
	struct match *m = arg;

	if (cell->table != m->table)
		return true;
	for (size_t r = 0; r < m->count && !m->is_found; r++) {
		for (size_t i = 0; i < m->runs[r].figures && !m->is_found; i++)
			m->is_found = published_matches(cell, m->runs[r].figure[i].id);
	}
	return !m->is_found;
}

static bool wants_table(struct match *m, const json_t *post, const json_t *table)
{
	if (!m->tool)
		return true;
	if (strcmp(m->tool, value_text(table, "tool")))
		return false;
	m->table = table;
	m->is_found = false;
	published_each(post, match_cell, m);
	return m->is_found;
}

static void print_post(FILE *out, const char *name, const json_t *post, struct match *m)
{
	bool has_head = false;

	for (size_t t = 0; t < list_size(post, "tables"); t++) {
		if (!wants_table(m, post, list(post, "tables", t)))
			continue;
		if (!has_head) {
			fprintf(out, "%s", m->tool ? "\n" : "");
			published_print_head(out, name, post);
			print_notes(out, post);
		}
		has_head = true;
		fprintf(out, "\n");
		print_table(out, list(post, "tables", t));
	}
}

void published_print(FILE *out, const struct published *p)
{
	struct match all = { .tool = NULL };

	for (size_t i = 0; i < p->posts; i++) {
		fprintf(out, "%s", i ? "\n" : "");
		print_post(out, p->post[i].name, p->post[i].json, &all);
	}
}

void published_print_tool(FILE *out, const struct published *p, const char *tool,
			  const struct run *runs, size_t count)
{
	struct match m = { .tool = tool, .runs = runs, .count = count };

	for (size_t i = 0; i < p->posts; i++)
		print_post(out, p->post[i].name, p->post[i].json, &m);
}
