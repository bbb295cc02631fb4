// SPDX-License-Identifier: GPL-2.0-only
/*
 * Text and sequences of a page. Only what every VT100 has: where, clear a row,
 * bold, eight colours. A piece has room as a whole or is left out, so that no
 * sequence is ever cut in two.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "page.h"
#include "pageout.h"
#include "units.h"

static const char *const style_text[] = {
	[STYLE_PLAIN] = "\033[0m",
	[STYLE_BOLD] = "\033[0;1m",
	[STYLE_GREEN] = "\033[0;32m",
	[STYLE_RED] = "\033[0;1;31m",
	[STYLE_YELLOW] = "\033[0;1;33m",
	[STYLE_DIM] = "\033[0;36m",
	[STYLE_ALARM] = "\033[0;1;37;41m",
	[STYLE_CODE] = "\033[0;1;37;40m",
};

static const struct {
	const char *word;
	enum page_style style;
} verdicts[] = {
	{ "pass", STYLE_GREEN }, { "passed", STYLE_GREEN },
	{ "fail", STYLE_RED }, { "failed", STYLE_RED },
	{ "crash", STYLE_RED }, { "crashed", STYLE_RED },
	{ "broken", STYLE_YELLOW }, { "void", STYLE_YELLOW },
	{ "given-up", STYLE_YELLOW },
};

enum page_style page_verdict_style(const char *word, size_t len)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(verdicts); i++) {
		if (strlen(verdicts[i].word) == len && !memcmp(verdicts[i].word, word, len))
			return verdicts[i].style;
	}
	return STYLE_PLAIN;
}

void page_escape(char *buf, size_t size, const char *text)
{
	size_t i;

	for (i = 0; text[i] && i + 1 < size; i++)
		buf[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
	buf[i] = '\0';
}

void page_escape_lines(char *buf, size_t size, const char *text)
{
	size_t i;

	for (i = 0; text[i] && i + 1 < size; i++)
		buf[i] = (text[i] >= ' ' && text[i] <= '~') || text[i] == '\n' ? text[i] : '?';
	while (i && buf[i - 1] == '\n')
		i--;
	buf[i] = '\0';
}

static void put(struct pageout *o, const char *text, size_t len)
{
	if (len >= o->size - o->len)
		return;
	memcpy(o->buf + o->len, text, len);
	o->len += len;
	o->buf[o->len] = '\0';
}

void pageout_begin(struct pageout *o, char *buf, size_t size, unsigned columns)
{
	*o = (struct pageout){ .buf = buf, .size = size, .columns = columns };
	buf[0] = '\0';
}

void pageout_row(struct pageout *o, unsigned row)
{
	char text[32];
	const int n = snprintf(text, sizeof(text), "\033[%u;1H\033[0m\033[2K", row);

	put(o, text, (size_t)n);
	o->column = 0;
}

void pageout_raw(struct pageout *o, enum page_style style, const char *text, size_t len,
		 unsigned columns)
{
	const size_t n = strlen(style_text[style]);

	if (o->column + columns > o->columns || n + len + 4 >= o->size - o->len)
		return;
	put(o, style_text[style], n);
	put(o, text, len);
	put(o, "\033[0m", 4);
	o->column += columns;
}

void pageout_text(struct pageout *o, enum page_style style, const char *text, size_t len)
{
	char clean[PAGE_COLUMNS + 1];
	size_t room = o->columns - o->column;

	if (room > PAGE_COLUMNS)
		room = PAGE_COLUMNS;
	if (len > room)
		len = room;
	page_escape(clean, len + 1, text);
	len = strlen(clean);
	if (len)
		pageout_raw(o, style, clean, len, (unsigned)len);
}

void pageout_print(struct pageout *o, enum page_style style, const char *format, ...)
{
	char text[PAGE_COLUMNS + 1];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	pageout_text(o, style, text, strlen(text));
}

static size_t word_length(const char *text, size_t len, bool is_word)
{
	size_t i;

	for (i = 0; i < len; i++) {
		const bool ends = strchr(" \t,:;()|", text[i]) != NULL;

		if (ends == is_word)
			break;
	}
	return i;
}

void pageout_verdicts(struct pageout *o, const char *text, size_t len)
{
	enum page_style style, last = STYLE_PLAIN;
	size_t from = 0, at = 0, n;
	bool is_word = true;

	for (; at < len; at += n, is_word = !is_word) {
		n = word_length(text + at, len - at, is_word);
		style = is_word ? page_verdict_style(text + at, n) : STYLE_PLAIN;
		if (style == last || !n)
			continue;
		pageout_text(o, last, text + from, at - from);
		from = at;
		last = style;
	}
	pageout_text(o, last, text + from, at - from);
}

void pageout_to_column(struct pageout *o, unsigned column)
{
	if (o->column < column)
		pageout_print(o, STYLE_PLAIN, "%*s", (int)(column - o->column), "");
}
