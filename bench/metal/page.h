/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What stands on the screen, as VT100 text: the page of a run and the pages of
 * its end. Pure: state and size in, text out. The rows below a page are left to
 * messages (a scrolling region), so that the kernel does not write into it.
 */
#ifndef PAGE_H
#define PAGE_H

#include <stddef.h>
#include <stdint.h>
#include "qr.h"

#define PAGE_RESULTS 64
#define PAGE_VERDICTS 5
#define PAGE_BYTES 65536
#define PAGE_COLUMNS 240	/* wider and higher screens are used in part */
#define PAGE_ROWS 100
#define PAGE_TEXT_COLUMNS 80	/* of a summary */

struct page_result {
	char id[128], verdict[16], figure[48];
};

struct page_state {
	char title[160];
	char error[240];	/* "": none */
	char id[128];		/* of the test that runs; "": none */
	size_t index, tests;
	unsigned deadline_s;
	uint64_t elapsed_s, tested_ms;	/* since the page's, the first test's begin */
	size_t nresults;	/* the last PAGE_RESULTS of them are kept, in turn */
	struct page_result result[PAGE_RESULTS];
	size_t count[PAGE_VERDICTS];	/* as verdict_name in judge.h */
};

struct page_size {
	unsigned columns, rows;
};

void page_add_result(struct page_state *s, const char *id, const char *verdict,
		     const char *figure);
/* Rows of the page of a run; those below are for messages. */
unsigned page_rows(const struct page_size *size);
/* Both: length of what was written to buf (with a NUL behind it). */
size_t page_progress(const struct page_state *s, const struct page_size *size,
		     char *buf, size_t len);
/* The number'th (from 0) of page_summary_count pages; the last row is left alone. */
size_t page_summary(const char *text, const struct qr *qr, unsigned number,
		    const struct page_size *size, char *buf, size_t len);
unsigned page_summary_count(const char *text, const struct qr *qr,
			    const struct page_size *size);
/* How many rows a code can have on this screen. */
unsigned page_qr_rows(const struct page_size *size);
/* "40 s", "12 min", "1 h 20 min"; buf of 32. */
const char *page_time(char *buf, uint64_t seconds);
/* As it may be printed: what is no printable ASCII becomes '?'. buf is always ended. */
void page_escape(char *buf, size_t size, const char *text);
/* The same, but line ends stay, except at the end. */
void page_escape_lines(char *buf, size_t size, const char *text);
/*
 * A summary for a screen: the paragraphs that begin with a verdict ("fail: …"),
 * the worst first, come before its table, which begins with "test".
 */
void page_reorder(char *buf, size_t size, const char *text);

#endif
