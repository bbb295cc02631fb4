// SPDX-License-Identifier: GPL-2.0-only
/*
 * bonnie++'s way with numbers, learned from what 1.00a, 1.03e and 2.00a print.
 * A figure's text is made first, once for both forms; then it is either padded
 * into columns or parted by commas.
 */
#include "bonniefmt.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define CELL 32
#define NS_PER_S 1000000000ull
#define SEEK_SLEEP_S 5.0
#define SEEKS_THEN 8192.0	/* of 1.00f to 1.02b */

const char *const bonniefmt_phase_names[BONNIE_PHASES + 1] = {
	"putc", "write", "rewrite", "getc", "read", "seeks",
	"seq-create", "seq-stat", "seq-delete", "ran-create", "ran-stat", "ran-delete",
	NULL
};

/* Text so far; sticky when it did not fit. */
struct out {
	char *buf;
	size_t size, len;
};

__attribute__((format(printf, 2, 3)))
static void put(struct out *o, const char *format, ...)
{
	va_list ap;
	int n;

	if (o->len >= o->size)
		return;
	va_start(ap, format);
	n = vsnprintf(o->buf + o->len, o->size - o->len, format, ap);
	va_end(ap);
	o->len = n < 0 ? o->size : o->len + (size_t)n;
}

static int put_done(const struct out *o)
{
	return o->len >= o->size ? -ENOSPC : (int)o->len;
}

int bonniefmt_phase_find(const char *operation)
{
	int i;

	for (i = 0; i < BONNIE_PHASES; i++)
		if (!strcmp(bonniefmt_phase_names[i], operation))
			return i;
	return -1;
}

static bool is_1(const struct bonniefmt *b)
{
	return b->version[0] == '1' && b->version[1] == '.' && b->version[2] == '0';
}

/* 1.00, 1.00a to 1.00e: the first releases. letter 'b': up to 1.00b. */
static bool is_up_to(const struct bonniefmt *b, char letter)
{
	return !strncmp(b->version, "1.00", 4) && b->version[4] <= letter;
}

static bool is_too_short(const struct bonniefmt *b, const struct bonniefmt_phase *p)
{
	return p->wall_ns < (is_up_to(b, 'e') ? NS_PER_S : NS_PER_S / 2);
}

static bool has_part(const struct bonniefmt *b, int from, int to)
{
	int i;

	for (i = from; i <= to; i++)
		if (b->phase[i].wall_ns)
			return true;
	return false;
}

static bool has_io(const struct bonniefmt *b)
{
	return b->size_bytes && has_part(b, BONNIE_PUTC, BONNIE_SEEKS);
}

static bool has_files(const struct bonniefmt *b)
{
	return b->files && has_part(b, BONNIE_SEQ_CREATE, BONNIE_RAN_DELETE);
}

static double rate_of(const struct bonniefmt *b, int i)
{
	const struct bonniefmt_phase *p = &b->phase[i];
	const double per_s = p->amount * (double)NS_PER_S / (double)p->wall_ns;

	return i < BONNIE_SEEKS ? per_s / 1024 : per_s;
}

static uint64_t cut(double value)
{
	return value >= 0 && value < 1e18 ? (uint64_t)value : 0;
}

/* KiB a second as 2.00a's text has it; the unit counts 1024, its limits 1000. */
static void format_200_rate(char *cell, uint64_t kib)
{
	const double mib = (double)kib / 1024;

	if (kib < 10000)
		snprintf(cell, CELL, "%" PRIu64 "k", kib);
	else if (mib < 100)
		snprintf(cell, CELL, "%.1fm", mib);
	else if (mib < 1000)
		snprintf(cell, CELL, "%.0fm", mib);
	else if (mib < 100 * 1024)
		snprintf(cell, CELL, "%.1fg", mib / 1024);
	else
		snprintf(cell, CELL, "%.0fg", mib / 1024);
}

static void format_rate(char *cell, const struct bonniefmt *b, int i, bool is_text)
{
	const double rate = b->phase[i].wall_ns ? rate_of(b, i) : 0;
	/* 1.0x drops the decimal in its text alone, 2.00a in both. */
	const bool is_whole = rate >= 1000 && (is_text || !is_1(b));

	if (!b->phase[i].wall_ns)
		cell[0] = '\0';
	else if (is_too_short(b, &b->phase[i]))
		snprintf(cell, CELL, "+++++");
	else if (i == BONNIE_SEEKS)
		snprintf(cell, CELL, "%.*f", is_whole ? 0 : 1, rate);
	else if (i < BONNIE_SEEKS && is_text && !is_1(b))
		format_200_rate(cell, cut(rate));
	else if (i > BONNIE_SEEKS && is_text && !is_1(b) && b->as_published)
		snprintf(cell, CELL, "%" PRIu64, b->files);
	else
		snprintf(cell, CELL, "%" PRIu64, cut(rate));
}

static void format_cpu(char *cell, const struct bonniefmt *b, int i)
{
	const struct bonniefmt_phase *p = &b->phase[i];

	if (!p->wall_ns)
		cell[0] = '\0';
	else if (is_too_short(b, p) && !is_up_to(b, 'b'))
		snprintf(cell, CELL, "+++");
	else
		snprintf(cell, CELL, "%" PRIu64,
			 cut(100 * (double)p->cpu_ns / (double)p->wall_ns));
}

static void format_latency(char *cell, const struct bonniefmt_phase *p)
{
	const uint64_t us = p->latency_ns / 1000;

	if (!p->wall_ns || !p->latency_ns)
		cell[0] = '\0';
	else if (p->latency_ns <= 99999000)
		snprintf(cell, CELL, "%" PRIu64 "us", us);
	else if (p->latency_ns <= 99999000000)
		snprintf(cell, CELL, "%" PRIu64 "ms", us / 1000);
	else
		snprintf(cell, CELL, "%" PRIu64 "s", us / 1000000);
}

/* "800M", "1G"; 1.00 has no unit. */
static void format_size(char *cell, const struct bonniefmt *b)
{
	const uint64_t mib = b->size_bytes >> 20;

	if (is_up_to(b, 'e'))
		snprintf(cell, CELL, "%" PRIu64, mib);
	else if (mib % 1024)
		snprintf(cell, CELL, "%" PRIu64 "M", mib);
	else
		snprintf(cell, CELL, "%" PRIu64 "G", mib / 1024);
}

static void format_chunk(char *cell, const struct bonniefmt *b)
{
	const uint64_t chunk = b->chunk_bytes;

	if (chunk >= 1 << 20 && chunk % (1 << 20) == 0)
		snprintf(cell, CELL, "%" PRIu64 "m", chunk >> 20);
	else if (chunk >= 1024 && chunk % 1024 == 0)
		snprintf(cell, CELL, "%" PRIu64 "k", chunk >> 10);
	else
		snprintf(cell, CELL, "%" PRIu64, chunk);
}

static bool has_chunk(const struct bonniefmt *b)
{
	return b->chunk_bytes && b->chunk_bytes != 8192;
}

/* "30", "30:500:100/4", "16:link". */
static void format_files(char *cell, size_t size, const struct bonniefmt *b)
{
	struct out o = { cell, size, 0 };

	put(&o, "%" PRIu64, b->files / 1024);
	if (b->file_bytes_max == BONNIEFMT_LINK)
		put(&o, ":link");
	else if (b->file_bytes_max == BONNIEFMT_SYMLINK)
		put(&o, ":symlink");
	else if (b->file_bytes_max)
		put(&o, ":%" PRId64 ":%" PRId64, b->file_bytes_max, b->file_bytes_min);
	if (b->folders > 1)
		put(&o, "/%" PRIu64, b->folders);
}

/* "800M:32k"; 2.00a has more behind it, and what comes last and is empty goes. */
static void format_size_etc(char *cell, size_t size, const struct bonniefmt *b)
{
	struct out o = { cell, size, 0 };
	char part[CELL];

	format_size(part, b);
	put(&o, "%s", part);
	part[0] = '\0';
	if (has_chunk(b))
		format_chunk(part, b);
	if (part[0] || !is_1(b))
		put(&o, ":%s", part);
	if (!is_1(b)) {
		put(&o, ":");
		if (b->concurrency > 1)
			put(&o, "%" PRIu64, b->concurrency);
		put(&o, ":");
		if (b->seeks && b->seeks != 8192)
			put(&o, "%" PRIu64, b->seeks);
	}
	while (o.len && o.len < size && cell[o.len - 1] == ':')
		cell[--o.len] = '\0';
}

/* Name left and size right in 19 columns, a blank between; the name gives way. */
static void put_name_size(struct out *o, const struct bonniefmt *b)
{
	char etc[4 * CELL];
	int room;

	format_size_etc(etc, sizeof(etc), b);
	room = 18 - (int)strlen(etc);
	if (room < 0)
		room = 0;
	put(o, "%-*.*s %s", room, room, b->name, etc);
}

static void put_cells(struct out *o, const struct bonniefmt *b, int from, int to)
{
	char rate[CELL], cpu[CELL];
	int i;

	for (i = from; i <= to; i++) {
		format_rate(rate, b, i, true);
		format_cpu(cpu, b, i);
		put(o, " %5s %3s", rate, cpu);
	}
	put(o, "\n");
}

static void put_latencies(struct out *o, const struct bonniefmt *b, int from, int to)
{
	char cell[CELL];
	int i;

	put(o, "Latency          ");
	for (i = from; i <= to; i++) {
		format_latency(cell, &b->phase[i]);
		put(o, "%10s", cell);
	}
	put(o, "\n");
}

static void put_version(struct out *o, const struct bonniefmt *b)
{
	char text[CELL];

	snprintf(text, sizeof(text), "Version %s", b->version);
	put(o, "%-20s", text);
}

static void put_io(struct out *o, const struct bonniefmt *b)
{
	put_version(o, b);
	put(o, "------Sequential Output------ --Sequential Input- --Random-\n"
	       "                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n");
	if (!is_1(b))
		put(o, "Name:Size etc        /sec %%CP  /sec %%CP  /sec %%CP  /sec %%CP"
		       "  /sec %%CP  /sec %%CP\n");
	else
		put(o, "%s K/sec %%CP K/sec %%CP K/sec %%CP K/sec %%CP K/sec %%CP  /sec %%CP\n",
		    has_chunk(b) ? "Machine   Size:chnk" :
		    is_up_to(b, 'e') ? "Machine          MB" : "Machine        Size");
	put_name_size(o, b);
	put_cells(o, b, BONNIE_PUTC, BONNIE_SEEKS);
	if (!is_1(b))
		put_latencies(o, b, BONNIE_PUTC, BONNIE_SEEKS);
}

static void put_files(struct out *o, const struct bonniefmt *b)
{
	const char *head = "              files";
	const bool is_second = is_1(b) && has_io(b);	/* then named already */
	char files[4 * CELL];

	if (is_second)
		put(o, "%20s", "");
	else
		put_version(o, b);
	put(o, "------Sequential Create------ --------Random Create--------\n"
	       "%-19.19s -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n",
	    is_second ? "" : b->name);
	if (b->file_bytes_max)
		head = b->file_bytes_min ? "files:max:min      " : "files:max          ";
	put(o, "%s  /sec %%CP  /sec %%CP  /sec %%CP  /sec %%CP  /sec %%CP  /sec %%CP\n", head);
	format_files(files, sizeof(files), b);
	put(o, "%19s", files);
	put_cells(o, b, BONNIE_SEQ_CREATE, BONNIE_RAN_DELETE);
	if (!is_1(b))
		put_latencies(o, b, BONNIE_SEQ_CREATE, BONNIE_RAN_DELETE);
}

int bonniefmt_text(char *buf, size_t size, const struct bonniefmt *b)
{
	struct out o = { buf, size, 0 };

	if (size)
		buf[0] = '\0';
	if (has_io(b))
		put_io(&o, b);
	if (has_files(b))
		put_files(&o, b);
	return put_done(&o);
}

static void put_fields(struct out *o, const struct bonniefmt *b, int from, int to)
{
	char rate[CELL], cpu[CELL];
	int i;

	for (i = from; i <= to; i++) {
		format_rate(rate, b, i, false);
		format_cpu(cpu, b, i);
		put(o, ",%s,%s", rate, cpu);
	}
}

static void put_empty(struct out *o, unsigned fields)
{
	put(o, "%.*s", (int)fields, ",,,,,,,,,,,,,,,,,,,,");
}

static void put_csv_27(struct out *o, const struct bonniefmt *b)
{
	char text[4 * CELL];

	put(o, "%s", b->name);
	if (has_io(b)) {
		format_size_etc(text, sizeof(text), b);
		put(o, ",%s", text);
		put_fields(o, b, BONNIE_PUTC, BONNIE_SEEKS);
	} else {
		put_empty(o, 13);
	}
	if (has_files(b)) {
		format_files(text, sizeof(text), b);
		put(o, ",%s", text);
		put_fields(o, b, BONNIE_SEQ_CREATE, BONNIE_RAN_DELETE);
	} else {
		put_empty(o, 13);
	}
}

/* Both chunk fields are always empty, as in 2.00a. */
static void put_csv_50(struct out *o, const struct bonniefmt *b)
{
	char cell[CELL];
	int i;

	put(o, "1.98,%s,%s,%" PRIu64 ",%" PRIu64, b->version, b->name,
	    b->concurrency ? b->concurrency : 1, b->seed);
	if (has_io(b)) {
		format_size(cell, b);
		put(o, ",%s,,%" PRIu64 ",%" PRIu64, cell, b->seeks ? b->seeks : 8192,
		    b->seekers ? b->seekers : 5);
		put_fields(o, b, BONNIE_PUTC, BONNIE_SEEKS);
	} else {
		put_empty(o, 16);
	}
	if (has_files(b)) {
		put(o, ",%" PRIu64 ",", b->files / 1024);
		if (b->file_bytes_max > 0)
			put(o, "%" PRId64, b->file_bytes_max);
		else if (b->file_bytes_max)
			put(o, "%s", b->file_bytes_max == BONNIEFMT_LINK ? "link" : "symlink");
		put(o, ",");
		if (b->file_bytes_min > 0)
			put(o, "%" PRId64, b->file_bytes_min);
		put(o, ",,");
		if (b->folders > 1)
			put(o, "%" PRIu64, b->folders);
		put_fields(o, b, BONNIE_SEQ_CREATE, BONNIE_RAN_DELETE);
	} else {
		put_empty(o, 17);
	}
	for (i = 0; i < BONNIE_PHASES; i++) {
		cell[0] = '\0';
		if (i <= BONNIE_SEEKS ? has_io(b) : has_files(b))
			format_latency(cell, &b->phase[i]);
		put(o, ",%s", cell);
	}
}

int bonniefmt_csv(char *buf, size_t size, const struct bonniefmt *b)
{
	struct out o = { buf, size, 0 };

	if (is_1(b))
		put_csv_27(&o, b);
	else
		put_csv_50(&o, b);
	put(&o, "\n");
	return put_done(&o);
}

bool bonniefmt_version_sleeps(const char *version)
{
	const bool is_100 = !strncmp(version, "1.00", 4) && version[4] >= 'f';
	const bool is_101 = !strncmp(version, "1.01", 4);
	const bool is_102 = !strncmp(version, "1.02", 4) && version[4] <= 'b';

	return is_100 || is_101 || is_102;
}

double bonniefmt_seeks_published(double true_per_s)
{
	return true_per_s > 0 ? SEEKS_THEN / (SEEKS_THEN / true_per_s + SEEK_SLEEP_S) : 0;
}

double bonniefmt_seeks_true(double published_per_s)
{
	double s;

	if (!(published_per_s > 0))
		return 0;
	s = SEEKS_THEN / published_per_s - SEEK_SLEEP_S;
	return s > 0 ? SEEKS_THEN / s : 0;
}
