// SPDX-License-Identifier: GPL-2.0-only
/*
 * The page of a run: what runs, how far it is, how long it will take, and the
 * last results. Words stand beside all colours.
 */
#include <stdio.h>
#include <string.h>
#include "judge.h"
#include "page.h"
#include "pageout.h"

#define TOP_ROWS 7		/* title to the row of an error */
#define BAR_COLUMNS 50
#define FIRST_GUESS 2		/* results before the time left is guessed at */

_Static_assert(PAGE_VERDICTS == VERDICTS, "a count a verdict");

void page_add_result(struct page_state *s, const char *id, const char *verdict,
		     const char *figure)
{
	struct page_result *r = &s->result[s->nresults++ % PAGE_RESULTS];
	unsigned v;

	page_escape(r->id, sizeof(r->id), id);
	page_escape(r->verdict, sizeof(r->verdict), verdict);
	page_escape(r->figure, sizeof(r->figure), figure);
	for (v = 0; v < VERDICTS; v++)
		s->count[v] += !strcmp(verdict, verdict_name[v]);
}

/* The screen is no larger than we go, and no smaller than makes sense. */
unsigned page_rows(const struct page_size *size)
{
	const unsigned rows = size->rows < PAGE_ROWS ? size->rows : PAGE_ROWS;
	const unsigned messages = rows / 4;

	return messages < 1 ? rows : rows - messages;
}

const char *page_time(char *buf, uint64_t seconds)
{
	const uint64_t minutes = (seconds + 30) / 60;

	if (seconds < 100)
		snprintf(buf, 32, "%u s", (unsigned)seconds);
	else if (minutes < 100)
		snprintf(buf, 32, "%u min", (unsigned)minutes);
	else
		snprintf(buf, 32, "%llu h %02u min", (unsigned long long)minutes / 60,
			 (unsigned)(minutes % 60));
	return buf;
}

/* [12/48] ########........  25 % */
static void put_bar(struct pageout *o, const struct page_state *s)
{
	const size_t done = s->index && s->id[0] ? s->index - 1 : s->index;
	const size_t tests = s->tests ? s->tests : 1;
	char bar[BAR_COLUMNS + 1];
	size_t full;

	full = done >= tests ? BAR_COLUMNS : done * BAR_COLUMNS / tests;
	memset(bar, '.', BAR_COLUMNS);
	memset(bar, '#', full);
	bar[BAR_COLUMNS] = '\0';
	pageout_print(o, STYLE_BOLD, "[%zu/%zu] ", s->index, s->tests);
	pageout_print(o, STYLE_GREEN, "%s", bar);
	pageout_print(o, STYLE_BOLD, " %zu %%", done >= tests ? 100 : done * 100 / tests);
}

static void put_times(struct pageout *o, const struct page_state *s)
{
	char text[32];

	pageout_print(o, STYLE_PLAIN, "elapsed %s", page_time(text, s->elapsed_s));
	if (!s->id[0])
		return;
	if (s->nresults >= FIRST_GUESS && s->index && s->tests >= s->index)
		pageout_print(o, STYLE_PLAIN, ", about %s left",
			      page_time(text, s->tested_ms * (s->tests - s->index + 1) /
					s->nresults / 1000 + 1));
	else
		pageout_print(o, STYLE_PLAIN, ", time left not known yet");
	if (s->deadline_s)
		pageout_print(o, STYLE_PLAIN, "; this test: at most %s",
			      page_time(text, s->deadline_s));
}

static void put_counts(struct pageout *o, const struct page_state *s)
{
	unsigned v, n = 0;

	for (v = 0; v < VERDICTS; v++) {
		if (!s->count[v])
			continue;
		pageout_print(o, STYLE_PLAIN, "%s", n++ ? ", " : "");
		pageout_print(o, page_verdict_style(verdict_name[v], strlen(verdict_name[v])),
			      "%zu %s", s->count[v], verdict_name[v]);
	}
}

/* The verdict first, as a line may be cut at its end. */
static void put_result(struct pageout *o, const struct page_result *r)
{
	pageout_print(o, page_verdict_style(r->verdict, strlen(r->verdict)), "%-11s",
		      r->verdict);
	pageout_print(o, STYLE_PLAIN, " %-44s %s", r->id, r->figure);
}

static void put_results(struct pageout *o, const struct page_state *s, unsigned from,
			unsigned last)
{
	size_t kept = s->nresults < PAGE_RESULTS ? s->nresults : PAGE_RESULTS;
	size_t i;

	if (kept > last - from)
		kept = last - from;
	for (i = s->nresults - kept; from < last; from++) {
		pageout_row(o, from);
		if (i < s->nresults)
			put_result(o, &s->result[i++ % PAGE_RESULTS]);
	}
}

size_t page_progress(const struct page_state *s, const struct page_size *size,
		     char *buf, size_t len)
{
	const unsigned rows = page_rows(size);
	struct pageout o;

	pageout_begin(&o, buf, len, size->columns < PAGE_COLUMNS ? size->columns :
		      PAGE_COLUMNS);
	if (rows <= TOP_ROWS + 1)
		return 0;
	pageout_row(&o, 1);
	pageout_print(&o, STYLE_BOLD, "%s", s->title);
	pageout_row(&o, 2);
	put_bar(&o, s);
	pageout_row(&o, 3);
	if (s->id[0])
		pageout_print(&o, STYLE_BOLD, "running %s", s->id);
	pageout_row(&o, 4);
	put_times(&o, s);
	pageout_row(&o, 5);
	put_counts(&o, s);
	pageout_row(&o, 6);
	if (s->error[0])
		pageout_print(&o, STYLE_ALARM, " %s ", s->error);
	put_results(&o, s, TOP_ROWS, rows);
	pageout_row(&o, rows);
	pageout_print(&o, STYLE_DIM, "-- messages --");
	return o.len;
}
