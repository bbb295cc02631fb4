// SPDX-License-Identifier: GPL-2.0-only
/*
 * The summary for a QR code, to be photographed off a machine without any other
 * way out: what comes first matters most, and it ends where the room does.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include "summary_parts.h"
#include "units.h"

struct text {
	char *buf;
	size_t size, len, line;	/* line: where the one that is being written begins */
	bool is_full;
};

static void __attribute__((format(printf, 2, 3))) put(struct text *t, const char *format, ...)
{
	va_list args;
	size_t i;
	int n;

	if (t->is_full)
		return;
	va_start(args, format);
	n = vsnprintf(t->buf + t->len, t->size - t->len, format, args);
	va_end(args);
	if (n < 0 || (size_t)n >= t->size - t->len) {
		t->is_full = true;
		t->len = t->line;
		t->buf[t->len] = '\0';
		return;
	}
	for (i = t->len, t->len += (size_t)n; i < t->len; i++)
		if ((t->buf[i] < ' ' || t->buf[i] > '~') && t->buf[i] != '\n')
			t->buf[i] = '?';
	if (t->buf[t->len - !!t->len] == '\n')
		t->line = t->len;
}

/* "k1 6.1.0-57-amd64 118 pass 2 void" */
static void put_kernels(struct text *t, const struct summary *s)
{
	unsigned count[SUMMARY_VERDICTS], k, v;

	for (k = 0; k < s->nkernels; k++) {
		summary_count(&s->kernel[k], count);
		put(t, "%s %s", s->kernel[k].key, s->kernel[k].release);
		for (v = 0; v < SUMMARY_VERDICTS; v++)
			if (count[v] || v == SUMMARY_PASS)
				put(t, " %u %s", count[v], summary_verdict_name(v));
		put(t, "\n");
	}
}

static void put_figures(struct text *t, struct summary_data *d, size_t row)
{
	struct summary_cell cell;
	unsigned k;

	for (k = 0; k < d->s->nkernels; k++) {
		if (!summary_cell(d, k, row, &cell))
			put(t, " -");
		else if (!cell.has_figure)
			put(t, " %s", summary_verdict_name(cell.worst));
		else if (cell.median < 10000000)
			put(t, " %" PRIu64 ".%" PRIu64, cell.median / 1000000,
			    cell.median / 100000 % 10);
		else
			put(t, " %" PRIu64, cell.median / 1000000);
	}
	put(t, "\n");
}

size_t summary_short(const struct summary *s, char *buf, size_t size)
{
	static const struct { const char *id, *name; } rows[] = {
		{ "raid1/ext4/dd/write/fsync-1M", "raid1 write" },
		{ "raid1/ext4/dd/read/direct-1M", "raid1 read" },
		{ "raid0/ext4/dd/write/fsync-1M", "raid0 write" },
		{ "raid0/ext4/dd/read/direct-1M", "raid0 read" },
		{ "single/ext4/dd/write/fsync-1M", "single write" },
		{ "single/ext4/dd/read/direct-1M", "single read" },
	};
	struct text t = { .buf = buf, .size = size };
	struct summary_data *d;
	bool has_head = false;
	size_t i, row;
	unsigned k;

	if (size)
		buf[0] = '\0';
	d = size ? summary_data_make(s) : NULL;
	if (!d)
		return 0;
	put(&t, "mdbench %s %s\n", s->session, s->state);
	put_kernels(&t, s);
	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		for (row = 0; row < d->nrows; row++)
			if (!strcmp(rows[i].id, d->id[row]))
				break;
		if (row == d->nrows)
			continue;
		if (!has_head) {
			put(&t, "MB/s");
			for (k = 0; k < s->nkernels; k++)
				put(&t, " %s", s->kernel[k].key);
			put(&t, "\n");
			has_head = true;
		}
		put(&t, "%s", rows[i].name);
		put_figures(&t, d, row);
	}
	summary_data_free(d);
	return t.len;
}
