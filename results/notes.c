// SPDX-License-Identifier: GPL-2.0-only
/*
 * Notes of a table. Reasons that are alike up to their first digit, such as
 * "memory held it: only 0 of ...", are one note when more than three have it;
 * csv and json keep each.
 */
#include "notes.h"

#include <jansson.h>
#include <string.h>

#include "figures.h"
#include "text.h"

#define SHARED_LEAST 4		/* fewer have a note each */
#define NAMED_MAX 3		/* ids that stand in a shared note */

static bool figure_wants_note(const struct figure *f)
{
	return f && f->verdict != VERDICT_PASS;
}

static const char *reason_of(const struct figure *f)
{
	return f->reason ? f->reason : "no reason was given";
}

/* What notes that are alike have in common, as a key. */
static const char *key_of(char *key, size_t size, size_t run, const struct figure *f)
{
	char begin[200], text[200];

	snprintf(begin, sizeof(begin), "%.*s", (int)strcspn(reason_of(f), "0123456789"),
		 reason_of(f));
	snprintf(key, size, "%zu %d %s", run, (int)f->verdict,
		 text_escape(text, sizeof(text), begin));
	return key;
}

static int add(json_t *object, const char *key, json_int_t value)
{
	return json_object_set_new(object, key, json_integer(value));
}

static json_int_t get(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

static int count_alike(json_t *alike, const struct rows *rows, const struct run *runs,
		       size_t count)
{
	const struct figure *f;
	char key[256];
	int ret = 0;

	for (size_t i = 0; i < rows->count; i++) {
		for (size_t r = 0; r < count; r++) {
			f = figure_find(&runs[r], rows->row[i].id);
			if (!figure_wants_note(f))
				continue;
			key_of(key, sizeof(key), r, f);
			ret |= add(alike, key, get(alike, key) + 1);
		}
	}
	return ret;
}

int notes_number(struct rows *rows, const struct run *runs, size_t count)
{
	json_t *alike = json_object(), *numbers = json_object();
	const struct figure *f;
	unsigned number = 0;
	char key[256];
	struct row *row;
	int ret = alike && numbers ? count_alike(alike, rows, runs, count) : -1;

	for (size_t i = 0; i < rows->count && !ret; i++) {
		row = &rows->row[i];
		for (size_t r = 0; r < count; r++) {
			f = figure_find(&runs[r], row->id);
			if (!figure_wants_note(f))
				continue;
			key_of(key, sizeof(key), r, f);
			row->is_shared[r] = get(alike, key) >= SHARED_LEAST;
			row->note[r] = row->is_shared[r] ? (unsigned)get(numbers, key) : 0;
			if (!row->note[r]) {
				row->note[r] = ++number;
				ret |= add(numbers, key, number);
			}
		}
	}
	json_decref(alike);
	json_decref(numbers);
	return ret;
}

/* How many have this note, and the first of their ids, into text. */
static void list_ids(char *text, size_t size, const struct rows *rows, size_t first, size_t run)
{
	unsigned note = rows->row[first].note[run];
	char id[ID_MAX], ids[NAMED_MAX * (ID_MAX + 2) + 8] = "";
	size_t n = 0, len = 0;

	for (size_t i = first; i < rows->count; i++) {
		if (rows->row[i].note[run] != note)
			continue;
		if (n++ < NAMED_MAX)
			len += (size_t)snprintf(ids + len, sizeof(ids) - len, "%s%s", len ? ", " : "",
						text_escape(id, sizeof(id), rows->row[i].id));
	}
	snprintf(text, size, "%zu tests: %s%s", n, ids, n > NAMED_MAX ? ", ..." : "");
}

static void print_note(FILE *out, const struct rows *rows, size_t i, const struct run *run,
		       size_t r, bool has_columns)
{
	const struct row *row = &rows->row[i];
	const struct figure *f = figure_find(run, row->id);
	char text[900], ids[600], reason[200], number[16], column[4] = "";

	if (has_columns)
		snprintf(column, sizeof(column), "%c ", (char)('A' + r));
	if (row->is_shared[r])
		list_ids(ids, sizeof(ids), rows, i, r);
	else
		text_escape(ids, ID_MAX, f->id);
	snprintf(number, sizeof(number), "[%u]", row->note[r]);
	snprintf(text, sizeof(text), "%s%s: %s: %s%s", column, ids,
		 figure_verdict_name(f->verdict), text_escape(reason, sizeof(reason), reason_of(f)),
		 row->is_shared[r] && strpbrk(reason_of(f), "0123456789") ? " (the first)" : "");
	text_wrap(out, number, 5, text);
}

/* Numbers rise in this order, so a lower one was printed before. */
void notes_print(FILE *out, const struct rows *rows, const struct run *runs, size_t count)
{
	unsigned printed = 0;

	for (size_t i = 0; i < rows->count; i++) {
		for (size_t r = 0; r < count; r++) {
			if (rows->row[i].note[r] <= printed)
				continue;
			print_note(out, rows, i, &runs[r], r, count > 1);
			printed = rows->row[i].note[r];
		}
	}
}
