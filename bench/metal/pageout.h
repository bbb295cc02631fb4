/* SPDX-License-Identifier: GPL-2.0-only */
/* Writing rows of a page: clipped at the right, escaped, coloured. Of page*.c alone. */
#ifndef PAGEOUT_H
#define PAGEOUT_H

#include <stdbool.h>
#include <stddef.h>

enum page_style { STYLE_PLAIN, STYLE_BOLD, STYLE_GREEN, STYLE_RED, STYLE_YELLOW,
		  STYLE_DIM, STYLE_ALARM, STYLE_CODE };

struct pageout {
	char *buf;
	size_t size, len;
	unsigned columns, column;	/* of the screen; those written of this row */
};

void pageout_begin(struct pageout *o, char *buf, size_t size, unsigned columns);
/* Go to a row (from 1) and clear it. */
void pageout_row(struct pageout *o, unsigned row);
/* len bytes of text, escaped, as far as there are columns. */
void pageout_text(struct pageout *o, enum page_style style, const char *text, size_t len);
void pageout_print(struct pageout *o, enum page_style style, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* The same with each verdict among its words in its colour. */
void pageout_verdicts(struct pageout *o, const char *text, size_t len);
/* Text of so many columns as it is: for a code's half blocks. */
void pageout_raw(struct pageout *o, enum page_style style, const char *text, size_t len,
		 unsigned columns);
void pageout_to_column(struct pageout *o, unsigned column);
enum page_style page_verdict_style(const char *word, size_t len);

#endif
