// SPDX-License-Identifier: GPL-2.0-only
/*
 * Posts as data: loading, going through their figures, matching them to test
 * ids, and making rates of them. A figure is a text, with the digits posted.
 */
#include "published.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"
#include "tiofmt.h"
#include "units.h"

#define ROWS_MAX 16		/* of a table whose averages are undone */

int published_load(struct published *p, const char *name)
{
	json_t *json;

	p->posts = 0;
	for (const struct published_file *f = published_files; f->name; f++) {
		if (name && strcmp(name, f->name))
			continue;
		json = json_loadb(f->data, f->len, JSON_REJECT_DUPLICATES, NULL);
		if (!json || p->posts == PUBLISHED_MAX) {
			json_decref(json);
			published_free(p);
			return -EINVAL;
		}
		p->post[p->posts].name = f->name;
		p->post[p->posts++].json = json;
	}
	return p->posts ? 0 : -ENOENT;
}

void published_free(struct published *p)
{
	for (size_t i = 0; i < p->posts; i++)
		json_decref(p->post[i].json);
	p->posts = 0;
}

const char *published_names(char *buf, size_t size)
{
	size_t len = 0;

	buf[0] = '\0';
	for (const struct published_file *f = published_files; f->name && len < size; f++)
		len += (size_t)snprintf(buf + len, size - len, "%s%s", len ? ", " : "", f->name);
	return buf;
}

/* The most special of three: a row's, a column's, the table's. */
static const char *pick(const struct published_cell *c, const char *key)
{
	const char *text = value_string(c->row, key);

	text = text ? text : value_string(c->column, key);
	return text ? text : value_string(c->table, key);
}

static bool each_of_row(struct published_cell *c,
			bool (*each)(const struct published_cell *, void *), void *arg)
{
	const json_t *columns = json_object_get(c->table, "columns");
	const json_t *figures = json_object_get(c->row, "figures");

	for (size_t i = 0; i < json_array_size(figures); i++) {
		c->column_index = i;
		c->column = json_array_get(columns, i);
		c->text = json_string_value(json_array_get(figures, i));
		c->kernel = pick(c, "kernel");
		c->unit = pick(c, "unit");
		c->with_sync = json_is_true(json_object_get(c->table, "with_sync"));
		if (c->text && !each(c, arg))
			return false;
	}
	return true;
}

void published_each(const json_t *post, bool (*each)(const struct published_cell *, void *),
		    void *arg)
{
	const json_t *tables = json_object_get(post, "tables"), *rows;
	struct published_cell c = { .post = value_text(post, "title") };

	for (size_t t = 0; t < json_array_size(tables); t++) {
		c.table = json_array_get(tables, t);
		rows = json_object_get(c.table, "rows");
		for (size_t r = 0; r < json_array_size(rows); r++) {
			c.row_index = r;
			c.row = json_array_get(rows, r);
			if (!each_of_row(&c, each, arg))
				return;
		}
	}
}

/* "raid0/ext4/tio/seq-read/t{row}" with the row's name in it, against an id. */
static bool matches_row(const char *pattern, const char *name, const char *id)
{
	static const char slot[] = "{row}";
	const char *at = strstr(pattern, slot);
	char glob[160];

	if (!at)
		return glob_match(pattern, id);
	if (!name)
		return false;
	snprintf(glob, sizeof(glob), "%.*s%s%s", (int)(at - pattern), pattern, name,
		 at + strlen(slot));
	return glob_match(glob, id);
}

enum published_match published_matches(const struct published_cell *cell, const char *id)
{
	const char *pattern = pick(cell, "test"), *other = value_string(cell->row, "else");
	const json_t *name = json_object_get(cell->row, "row");

	if (!pattern)
		return PUBLISHED_OTHER;
	for (size_t i = 0; i < json_array_size(name); i++) {
		if (matches_row(pattern, json_string_value(json_array_get(name, i)), id))
			return PUBLISHED_SAME;
	}
	if (!json_is_array(name) && matches_row(pattern, json_string_value(name), id))
		return PUBLISHED_SAME;
	return other && matches_row(pattern, other, id) ? PUBLISHED_ELSE : PUBLISHED_OTHER;
}

/* Digits with at most one point or comma; no sign, no exponent. */
static bool decimal(const char *text, double *value, double *step)
{
	bool is_behind = false, has_digit = false;

	*value = 0;
	*step = 1;
	for (; *text; text++) {
		if ((*text == '.' || *text == ',') && !is_behind) {
			is_behind = true;
		} else if (*text >= '0' && *text <= '9') {
			*value = *value * 10 + (*text - '0');
			*step /= is_behind ? 10 : 1;
			has_digit = true;
		} else {
			return false;
		}
	}
	*value *= *step;
	return has_digit;
}

bool published_number(const char *text, double *value, double *step)
{
	const char *times = strchr(text, 'x');
	double streams = 1, unused;
	char first[16];

	if (times) {
		snprintf(first, sizeof(first), "%.*s", (int)(times - text), text);
		if (!decimal(first, &streams, &unused))
			return false;
		text = times + 1;
	}
	if (!decimal(*text == '~' ? text + 1 : text, value, step))
		return false;
	*value *= streams;
	*step *= streams;
	return true;
}

static const struct {
	const char *name;
	double size;
	bool counts_ops;
} units[] = {
	{ "MB/s", 1e6, false },
	{ "MiB/s", 1048576, false },
	{ "KiB/s", 1024, false },
	{ "/s", 1, true },
};

/* The same column in all rows up to the cell's, undone. */
static bool undo_average(const struct published_cell *cell, double *value)
{
	const json_t *rows = json_object_get(cell->table, "rows"), *figures;
	double rate[ROWS_MAX], step[ROWS_MAX];
	struct tiofmt_true is[ROWS_MAX];
	const char *text;
	size_t n = cell->row_index + 1;

	if (n > ROWS_MAX)
		return false;
	for (size_t i = 0; i < n; i++) {
		figures = json_object_get(json_array_get(rows, i), "figures");
		text = json_string_value(json_array_get(figures, cell->column_index));
		if (!text || !published_number(text, &rate[i], &step[i]))
			return false;
	}
	tiofmt_undo(rate, step, NULL, n, is, NULL);
	*value = is[n - 1].value;
	return isfinite(*value);
}

uint64_t published_bytes(const struct published_cell *cell)
{
	uint64_t bytes = value_count(cell->row, "bytes");

	return bytes ? bytes : value_count(cell->table, "bytes");
}

/* Of a row whose rate was guessed: bytes by the seconds of its column real. */
static bool rate_by_time(const struct published_cell *cell, double *rate)
{
	const json_t *columns = json_object_get(cell->table, "columns");
	const json_t *figures = json_object_get(cell->row, "figures");
	double bytes = (double)published_bytes(cell), seconds, step;
	const char *text;

	for (size_t i = 0; i < json_array_size(columns) && bytes > 0; i++) {
		text = json_string_value(json_array_get(figures, i));
		if (strcmp(value_text(json_array_get(columns, i), "name"), "real") || !text ||
		    !published_number(text, &seconds, &step) || !(seconds > 0))
			continue;
		*rate = bytes / seconds;
		return true;
	}
	return false;
}

bool published_rate(const struct published_cell *cell, struct published_rate *rate)
{
	const char *bug = value_text(cell->table, "bug");
	const char *test = value_text(cell->column, "test");
	double value, step;
	unsigned u;

	for (u = 0; u < ARRAY_SIZE(units); u++) {
		if (cell->unit && !strcmp(cell->unit, units[u].name))
			break;
	}
	if (u == ARRAY_SIZE(units) || !published_number(cell->text, &value, &step))
		return false;
	rate->flaw = PUBLISHED_SOUND;
	if (!strcmp(bug, "tiobench-running-averages") && cell->row_index) {
		if (!undo_average(cell, &value))
			return false;
		rate->flaw = PUBLISHED_UNDONE;
	}
	if (!strcmp(bug, "bonnie-1.00a-seeks") && strstr(test, "/seeks/"))
		rate->flaw = PUBLISHED_UNRELIABLE;
	rate->rate = value * units[u].size;
	if (*cell->text == '~' && rate_by_time(cell, &rate->rate))
		rate->flaw = PUBLISHED_TIMED;
	rate->counts_ops = units[u].counts_ops;
	return true;
}
