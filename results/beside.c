// SPDX-License-Identifier: GPL-2.0-only
/*
 * Figures that were measured beside those that were published, in our units:
 * a section for each post, a row for each test of ours that does the same.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "published.h"
#include "table.h"
#include "text.h"

#define NAME_WIDTH 26
#define CELL_WIDTH 10
#define CELLS ((TEXT_WIDTH - NAME_WIDTH) / CELL_WIDTH)
#define KERNELS_MAX 8
#define MIB UINT64_C(1048576)

/* A test of ours, and whether the figures have the final sync in them. */
struct pair {
	const char *id;
	bool with_sync;
};

/* 0 while nothing is in it. */
struct range {
	uint64_t low, high;
};

struct section {
	const json_t *post;
	const struct run *runs;
	size_t count;
	const char *kernel[KERNELS_MAX];
	size_t kernels;
	struct pair *pair;
	size_t pairs, room;
	const char *id;		/* that is looked for */
	struct range posted, here;	/* sizes, of bytes */
	bool has_undone, has_unreliable, has_timed, has_ops, has_marks;
};

static bool note_kernel(const struct published_cell *cell, void *arg)
{
	struct section *s = arg;

	for (size_t i = 0; i < s->kernels; i++) {
		if (cell->kernel && !strcmp(s->kernel[i], cell->kernel))
			return true;
	}
	if (cell->kernel && s->kernels < KERNELS_MAX)
		s->kernel[s->kernels++] = cell->kernel;
	return true;
}

/* Does a run have the figure with the final sync? */
static bool has_sync(const struct section *s)
{
	const struct figure *f;

	for (size_t r = 0; r < s->count; r++) {
		f = figure_find(&s->runs[r], s->id);
		if (f && !isnan(f->sync_rate))
			return true;
	}
	return false;
}

/* "raid1/ext4/dd/write/async-1M": the part before the operation, or all. */
static size_t group_len(const char *id)
{
	const char *p = id;

	for (unsigned i = 0; i < 3 && p; i++)
		p = strchr(p + (i > 0), '/');
	return p ? (size_t)(p - id) : strlen(id);
}

/* The id is but an else of the cell, and what comes before it was measured there too. */
static bool has_better(const struct section *s, const struct published_cell *cell)
{
	const struct figure *f;
	size_t len = group_len(s->id);

	if (published_matches(cell, s->id) != PUBLISHED_ELSE)
		return false;
	for (size_t r = 0; r < s->count; r++) {
		for (size_t i = 0; i < s->runs[r].figures; i++) {
			f = &s->runs[r].figure[i];
			if (!strncmp(f->id, s->id, len) && f->id[len] == '/' &&
			    published_matches(cell, f->id) == PUBLISHED_SAME)
				return true;
		}
	}
	return false;
}

static void range_add(struct range *r, uint64_t value)
{
	r->low = r->low && r->low < value ? r->low : value;
	r->high = r->high > value ? r->high : value;
}

/* Of file phases, and random ones of tio, which do not go through all, nothing. */
static void note_sizes(struct section *s, const struct published_cell *cell)
{
	const struct figure *f;
	uint64_t here, posted = published_bytes(cell);

	for (size_t r = 0; r < s->count && !strstr(s->id, "/tio/rand-"); r++) {
		f = figure_find(&s->runs[r], s->id);
		here = f ? value_count(f->result[0], "settings.bytes") : 0;
		if (!here || !posted)
			continue;
		range_add(&s->here, here);
		range_add(&s->posted, posted);
	}
}

static bool note_pair(const struct published_cell *cell, void *arg)
{
	struct section *s = arg;
	struct published_rate unused;

	if (!published_matches(cell, s->id) || !published_rate(cell, &unused) ||
	    (cell->with_sync && !has_sync(s)) || has_better(s, cell))
		return true;
	note_sizes(s, cell);
	for (size_t i = 0; i < s->pairs; i++) {
		if (!strcmp(s->pair[i].id, s->id) && s->pair[i].with_sync == cell->with_sync)
			return true;
	}
	if (s->pairs < s->room)
		s->pair[s->pairs++] = (struct pair){ s->id, cell->with_sync };
	return true;
}

/* One published figure that is looked for. */
struct wanted {
	const struct pair *pair;
	const char *kernel;
	struct published_rate rate;
	bool is_found;
	const char *text;	/* as posted, where it is no number */
};

static bool find_rate(const struct published_cell *cell, void *arg)
{
	struct wanted *w = arg;

	if (!cell->kernel || strcmp(cell->kernel, w->kernel) ||
	    cell->with_sync != w->pair->with_sync || !published_matches(cell, w->pair->id))
		return true;
	w->text = cell->text;
	w->is_found = published_rate(cell, &w->rate);
	return !w->is_found;
}

static void format_published(struct section *s, const struct pair *pair, size_t kernel,
			     char *text, size_t size)
{
	static const char *const marks[] = {
		[PUBLISHED_SOUND] = "", [PUBLISHED_UNDONE] = "~", [PUBLISHED_UNRELIABLE] = "?",
		[PUBLISHED_TIMED] = "t",
	};
	struct wanted w = { .pair = pair, .kernel = s->kernel[kernel] };
	char rate[FIGURE_MAX];

	published_each(s->post, find_rate, &w);
	if (!w.is_found) {
		snprintf(text, size, "%s", w.text ? w.text : "-");
		return;
	}
	s->has_undone |= w.rate.flaw == PUBLISHED_UNDONE;
	s->has_unreliable |= w.rate.flaw == PUBLISHED_UNRELIABLE;
	s->has_timed |= w.rate.flaw == PUBLISHED_TIMED;
	s->has_ops |= w.rate.counts_ops;
	snprintf(text, size, "%s%s", figure_format_rate(rate, w.rate.rate, w.rate.counts_ops),
		 marks[w.rate.flaw]);
}

static void format_measured(struct section *s, const struct run *run, const struct pair *pair,
			    char *text, size_t size)
{
	const struct figure *f = figure_find(run, pair->id);
	char rate[FIGURE_MAX];

	s->has_marks |= f && f->verdict == VERDICT_PASS &&
		(f->is_cached || figure_is_ragged(f) || f->is_substituted);
	if (!f)
		snprintf(text, size, "-");
	else if (f->verdict != VERDICT_PASS)
		snprintf(text, size, "%.9s", figure_verdict_name(f->verdict));
	else
		snprintf(text, size, "%s%s%s%s",
			 figure_format_rate(rate, pair->with_sync ? f->sync_rate : f->rate,
					    f->counts_ops), f->is_cached ? "c" : "",
			 figure_is_ragged(f) ? "o" : "", f->is_substituted ? "e" : "");
}

static void print_pair_name(FILE *out, const struct section *s, size_t i)
{
	const char *id = s->pair[i].id, *before = i ? s->pair[i - 1].id : "";
	size_t len = group_len(id);
	char part[160], name[80];

	if (strncmp(id, before, len) || before[len] != '/') {
		snprintf(part, sizeof(part), "%.*s", (int)(len < 150 ? len : 150), id);
		fprintf(out, "%s\n", text_escape(name, sizeof(name), part));
	}
	snprintf(part, sizeof(part), "%s%s", id[len] ? id + len + 1 : "",
		 s->pair[i].with_sync ? " +sync" : "");
	for (char *p = part; *p; p++)
		*p = *p == '/' ? ' ' : *p;
	text_escape(name, sizeof(name), part);
	fprintf(out, "  %-*s", NAME_WIDTH - 2, name);
	if (strlen(name) > NAME_WIDTH - 2)
		fprintf(out, "\n%*s", NAME_WIDTH, "");
}

/* Columns from first to last: the runs, then the kernels of the post. */
static void print_block(FILE *out, struct section *s, size_t first, size_t last)
{
	char text[48];

	fprintf(out, "%-*s", NAME_WIDTH, "");
	for (size_t c = first; c < last; c++) {
		if (c >= s->count)
			fprintf(out, "%*c", CELL_WIDTH, (char)('a' + (c - s->count)));
		else if (s->count == 1)
			fprintf(out, "%*s", CELL_WIDTH, "here");
		else
			fprintf(out, "%*c", CELL_WIDTH, (char)('A' + c));
	}
	fprintf(out, "\n");
	for (size_t i = 0; i < s->pairs; i++) {
		print_pair_name(out, s, i);
		for (size_t c = first; c < last; c++) {
			if (c < s->count)
				format_measured(s, &s->runs[c], &s->pair[i], text, sizeof(text));
			else
				format_published(s, &s->pair[i], c - s->count, text, sizeof(text));
			fprintf(out, "%*.*s", CELL_WIDTH, CELL_WIDTH - 1, text);
		}
		fprintf(out, "\n");
	}
}

static bool is_whole_mib(const struct range *r)
{
	return !(r->low % MIB) && !(r->high % MIB);
}

static const char *format_size(char *buf, uint64_t bytes, bool is_binary)
{
	bool is_gib = !(bytes % (1024 * MIB));

	if (!is_binary)
		return figure_format_bytes(buf, (double)bytes);
	snprintf(buf, FIGURE_MAX, "%" PRIu64 " %s", bytes / (is_gib ? 1024 * MIB : MIB),
		 is_gib ? "GiB" : "MiB");
	return buf;
}

static void print_range(FILE *out, const char *lead, const struct range *r, bool is_binary)
{
	char low[FIGURE_MAX], high[FIGURE_MAX];

	fprintf(out, "%s %s", lead, format_size(low, r->low, is_binary));
	if (r->low < r->high)
		fprintf(out, " to %s", format_size(high, r->high, is_binary));
}

static void print_sizes(FILE *out, const struct section *s)
{
	bool is_binary = is_whole_mib(&s->posted) && is_whole_mib(&s->here);

	if (!s->here.low ||
	    (s->posted.low == s->here.low && s->posted.high == s->here.high))
		return;
	print_range(out, "posted with", &s->posted, is_binary);
	print_range(out, "; here", &s->here, is_binary);
	fprintf(out, "\n");
}

static void print_legend(FILE *out, const struct section *s)
{
	fprintf(out, "MB/s (10^6 bytes)%s, whatever unit was posted.\n",
		s->has_ops ? "; /s: operations a second" : "");
	if (s->has_marks)
		fprintf(out, "c, o, e: as below the table above.\n");
	print_sizes(out, s);
	if (s->has_undone)
		text_wrap(out, "~", 3, "undone: the post has running averages of tiobench; this "
			  "is the row by itself, as far as cut digits tell it");
	if (s->has_unreliable)
		fprintf(out, "?  not to be relied on: a known flaw that cannot be undone\n");
	if (s->has_timed)
		text_wrap(out, "t", 3, "of the bytes and the seconds of the post; the rate in it "
			  "is a guess from these");
}

static void print_section(FILE *out, struct section *s, const char *name)
{
	size_t columns = s->count + s->kernels, last;
	char lead[8];

	fprintf(out, "\n");
	published_print_head(out, name, s->post);
	for (size_t i = 0; i < s->kernels; i++) {
		snprintf(lead, sizeof(lead), "%c", (char)('a' + i));
		text_wrap(out, lead, 3, s->kernel[i]);
	}
	for (size_t first = 0; first < columns; first = last) {
		last = first + CELLS < columns ? first + CELLS : columns;
		print_block(out, s, first, last);
	}
	print_legend(out, s);
}

static int collect_pairs(struct section *s)
{
	size_t total = 0;

	for (size_t r = 0; r < s->count; r++)
		total += s->runs[r].figures;
	s->room = 2 * total;
	s->pair = calloc(s->room + 1, sizeof(*s->pair));
	if (!s->pair)
		return -1;
	for (size_t r = 0; r < s->count; r++) {
		for (size_t i = 0; i < s->runs[r].figures; i++) {
			s->id = s->runs[r].figure[i].id;
			published_each(s->post, note_pair, s);
		}
	}
	return 0;
}

int published_print_beside(FILE *out, const struct published *p, const struct run *runs,
			   size_t count)
{
	bool has_any = false;

	for (size_t i = 0; i < p->posts; i++) {
		struct section s = { .post = p->post[i].json, .runs = runs, .count = count };

		published_each(s.post, note_kernel, &s);
		if (collect_pairs(&s))
			return -1;
		if (s.pairs)
			print_section(out, &s, p->post[i].name);
		has_any |= s.pairs;
		free(s.pair);
	}
	if (!has_any)
		fprintf(out, "\nno published figure is of a test that is shown here\n");
	return 0;
}
