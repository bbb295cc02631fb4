// SPDX-License-Identifier: GPL-2.0-only
/*
 * The pages of the end: a summary cut into screens, and its code beside it,
 * below it, or on a page of its own, whatever the screen has room for.
 */
#include <stdbool.h>
#include <string.h>
#include "page.h"
#include "pageout.h"
#include "units.h"

enum place { PLACE_NONE, PLACE_BESIDE, PLACE_BELOW, PLACE_ALONE };

struct layout {
	unsigned columns, rows;		/* for us */
	unsigned lines;			/* of the text */
	unsigned text_pages, pages;
	unsigned code_rows, code_columns;
	enum place place;
};

/* To the blank line that ends it, with that. */
static size_t paragraph_length(const char *text)
{
	const char *end = strstr(text, "\n\n");

	return end ? (size_t)(end - text) + 2 : strlen(text);
}

/* 0: the head; then what did not pass, and last the table with what is below it. */
static unsigned paragraph_rank(const char *text, bool *was_table)
{
	static const char *const first[] = { "crash:", "fail:", "broken:", "void:" };
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(first); i++) {
		if (!strncmp(text, first[i], strlen(first[i])))
			return i + 1;
	}
	*was_table |= !strncmp(text, "test ", 5);
	return *was_table ? ARRAY_SIZE(first) + 1 : 0;
}

void page_reorder(char *buf, size_t size, const char *text)
{
	size_t len = 0, n;
	const char *p;
	unsigned rank;
	bool was_table;

	for (rank = 0; rank < 6; rank++) {
		was_table = false;
		for (p = text; *p; p += n) {
			n = paragraph_length(p);
			if (paragraph_rank(p, &was_table) != rank || n + 3 > size - len)
				continue;
			memcpy(buf + len, p, n);
			len += n;
			/* The last one of all may have no blank line behind it. */
			while (len < 2 || memcmp(buf + len - 2, "\n\n", 2))
				buf[len++] = '\n';
		}
	}
	while (len && buf[len - 1] == '\n')
		len--;
	buf[len] = '\0';
}

static unsigned count_lines(const char *text)
{
	unsigned n = 0;
	const char *end;

	for (; *text && n < 100000; n++) {
		end = strchr(text, '\n');
		text = end ? end + 1 : text + strlen(text);
	}
	return n;
}

static unsigned at_most(unsigned value, unsigned limit)
{
	return value < limit ? value : limit;
}

unsigned page_qr_rows(const struct page_size *size)
{
	return size->rows < 2 ? 0 : at_most(size->rows, PAGE_ROWS) - 1;
}

static struct layout lay_out(const char *text, const struct qr *qr, const struct page_size *size)
{
	struct layout l = { .columns = at_most(size->columns, PAGE_COLUMNS) };

	l.rows = page_qr_rows(size) ? page_qr_rows(size) : 1;
	l.lines = count_lines(text);
	l.text_pages = l.lines ? (l.lines + l.rows - 1) / l.rows : 1;
	l.pages = l.text_pages;
	if (!qr || !qr->modules)
		return l;
	l.code_rows = qr_rows(qr, l.rows);
	l.code_columns = qr_columns(qr);
	if (!l.code_rows || l.code_columns > l.columns) {
		l.code_rows = 0;
	} else if (l.code_columns + PAGE_TEXT_COLUMNS <= l.columns) {
		l.place = PLACE_BESIDE;
	} else if (l.lines + l.code_rows <= l.rows) {
		l.place = PLACE_BELOW;
	} else {
		l.place = PLACE_ALONE;
		l.pages++;
	}
	return l;
}

unsigned page_summary_count(const char *text, const struct qr *qr, const struct page_size *size)
{
	return lay_out(text, qr, size).pages;
}

static const char *skip_lines(const char *text, unsigned n)
{
	const char *end;

	for (; n && *text; n--) {
		end = strchr(text, '\n');
		text = end ? end + 1 : text + strlen(text);
	}
	return text;
}

static void put_code(struct pageout *o, const struct layout *l, const struct qr *qr, unsigned row)
{
	char line[3 * (QR_MODULES + 2 * QR_SIDE) + 1];
	const size_t len = qr_print_row(qr, l->code_rows, row, line, sizeof(line));

	pageout_raw(o, STYLE_CODE, line, len, l->code_columns);
}

/* What is to the left of a code that has a page of its own. */
static void put_caption(struct pageout *o, const char *text, unsigned row, unsigned columns)
{
	static const char *const caption[] = {
		"", "", "The figures that matter most,", "for a camera. All records are",
		"in results/ on the stick.",
	};
	const unsigned whole = o->columns;

	o->columns = columns;
	if (row == 0)
		pageout_text(o, STYLE_BOLD, text, strcspn(text, "\n"));
	else if (row < ARRAY_SIZE(caption))
		pageout_print(o, STYLE_PLAIN, "%s", caption[row]);
	o->columns = whole;
}

size_t page_summary(const char *text, const struct qr *qr, unsigned number,
		    const struct page_size *size, char *buf, size_t len)
{
	const struct layout l = lay_out(text, qr, size);
	const bool is_alone = l.place == PLACE_ALONE && number == l.text_pages;
	const unsigned left = l.columns - l.code_columns;
	const char *line = is_alone ? "" : skip_lines(text, number * l.rows);
	const unsigned below = l.place == PLACE_BELOW ? l.lines : 0;
	struct pageout o;
	unsigned row;
	size_t n;

	pageout_begin(&o, buf, len, l.columns);
	for (row = 0; row < l.rows; row++) {
		pageout_row(&o, row + 1);
		n = strcspn(line, "\n");
		pageout_verdicts(&o, line, n);
		line += n + (line[n] == '\n');
		if (is_alone && left > 1)
			put_caption(&o, text, row, left - 1);
		if (l.place == PLACE_BESIDE || is_alone)
			pageout_to_column(&o, left);
		if (is_alone || l.place == PLACE_BESIDE ||
		    (l.place == PLACE_BELOW && row >= below)) {
			if (row - below < l.code_rows)
				put_code(&o, &l, qr, row - below);
		}
	}
	return o.len;
}
