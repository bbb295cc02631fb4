// SPDX-License-Identifier: GPL-2.0-only
/*
 * Progress of a run on stderr.
 */
#include "progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "child.h"
#include "text.h"

#define LINE_WIDTH 79

void progress_begin(struct progress *p, bool is_quiet)
{
	memset(p, 0, sizeof(*p));
	p->is_quiet = is_quiet;
	p->is_terminal = isatty(STDERR_FILENO);
	p->start_ms = now_ms();
}

void progress_clear(struct progress *p)
{
	if (p->line[0])
		fputs("\r\033[K", stderr);
	p->line[0] = '\0';
}

const char *progress_rate(char *buf, size_t size, uint64_t bytes_per_s)
{
	static const char *const unit[] = { "B/s", "kB/s", "MB/s", "GB/s", "TB/s" };
	uint64_t tenths = bytes_per_s;
	size_t i = 0;

	if (tenths < 1000) {
		snprintf(buf, size, "%" PRIu64 " B/s", bytes_per_s);
		return buf;
	}
	/* In tenths of the unit, rounded; 9.95 and above goes without them. */
	for (i = 1; (tenths + 500) / 1000 >= 1000 && i < 4; i++)
		tenths /= 1000;
	tenths = (tenths + 50) / 100;
	if (tenths < 100)
		snprintf(buf, size, "%" PRIu64 ".%" PRIu64 " %s", tenths / 10, tenths % 10,
			 unit[i]);
	else
		snprintf(buf, size, "%" PRIu64 " %s", (tenths + 5) / 10, unit[i]);
	return buf;
}

/* As the table has it: operations a second where that is what the row is about. */
static const char *figure(char *buf, size_t size, const json_t *record)
{
	const double ops = value_number(record, "ops"), wall_ns = value_number(record, "wall_ns");
	char text[FIGURE_MAX];

	buf[0] = '\0';
	if (strcmp(value_text(record, "counts"), "ops") != 0) {
		if (json_is_integer(json_object_get(record, "rate_bytes_per_s")))
			progress_rate(buf, size, value_count(record, "rate_bytes_per_s"));
	} else if (wall_ns > 0) {
		/* The rate on record is cut to a whole number. */
		snprintf(buf, size, "%s", figure_format_rate(text, ops / wall_ns * 1e9, true));
	}
	return buf;
}

static void print_result(struct progress *p, const json_t *record)
{
	const char *verdict = value_text(record, "verdict");
	const bool passed = !strcmp(verdict, "pass");
	char line[1024], rate[32], word[32], text[256];
	int len;

	if (p->is_quiet || (p->is_terminal && passed))
		return;
	progress_clear(p);
	len = snprintf(line, sizeof(line), "[%2" PRIu64 "/%" PRIu64 "] %-36s", p->index, p->tests,
		       text_escape(text, sizeof(text), value_text(record, "id")));
	if (*figure(rate, sizeof(rate), record))
		len += snprintf(line + len, sizeof(line) - (size_t)len, "  %9s", rate);
	if (!passed)
		len += snprintf(line + len, sizeof(line) - (size_t)len, "  %s: %s",
				text_escape(word, sizeof(word), verdict),
				text_escape(text, sizeof(text), value_text(record, "reason")));
	while (len && line[len - 1] == ' ')
		line[--len] = '\0';
	/* The table has it whole. */
	if (len > LINE_WIDTH)
		snprintf(line + LINE_WIDTH - 3, 4, "...");
	fprintf(stderr, "%s\n", line);
}

void progress_record(struct progress *p, const json_t *record)
{
	const char *type = value_text(record, "type");

	if (!strcmp(type, "run")) {
		p->tests = value_count(record, "tests");
		p->total_bytes = value_count(record, "bytes");
	} else if (!strcmp(type, "step")) {
		text_escape(p->id, sizeof(p->id), value_text(record, "id"));
		p->index = value_count(record, "index");
		p->tests = value_count(record, "tests");
		if (!p->first_ms)
			p->first_ms = now_ms();
	} else if (!strcmp(type, "result")) {
		print_result(p, record);
		p->done_bytes += value_count(record, "bytes") + value_count(record, "prepared_bytes");
	}
	progress_tick(p);
}

/* By bytes where the run said how many there are, else by tests. -1: unknown. */
static long long left_s(const struct progress *p)
{
	uint64_t done = p->index ? p->index - 1 : 0, total = p->tests;
	long long ms = now_ms() - p->first_ms;

	if (p->total_bytes > p->done_bytes) {
		done = p->done_bytes;
		total = p->total_bytes;
	}
	if (!p->first_ms || !done || total < done)
		return -1;
	return (long long)((double)ms / (double)done * (double)(total - done) / 1000.0);
}

/* Called at every byte that comes home: draws only what has changed. */
void progress_tick(struct progress *p)
{
	long long s = (now_ms() - p->start_ms) / 1000, left = left_s(p);
	char line[sizeof(p->line)];
	int len;

	if (p->is_quiet || !p->is_terminal)
		return;
	if (!p->id[0]) {
		len = snprintf(line, sizeof(line), "booting, %lld s", s);
	} else {
		len = snprintf(line, sizeof(line),
			       "[%2" PRIu64 "/%" PRIu64 "] %.48s  %lld:%02lld", p->index,
			       p->tests, p->id, s / 60, s % 60);
		if (left >= 0)
			snprintf(line + len, sizeof(line) - (size_t)len,
				 ", about %lld:%02lld left", left / 60, left % 60);
	}
	line[LINE_WIDTH] = '\0';	/* one that wraps is not wiped whole */
	if (!strcmp(line, p->line))
		return;
	fprintf(stderr, "\r\033[K%s", line);
	fflush(stderr);
	memcpy(p->line, line, sizeof(line));
}

void progress_plan(const struct records *records)
{
	char id[192], role[64], why[256];

	for (uint64_t seq = 1; seq <= records_last(records); seq++) {
		const json_t *disk = records_get(records, seq);

		if (strcmp(value_text(disk, "type"), "disk") != 0)
			continue;
		text_escape(id, sizeof(id), value_string(disk, "id"));
		text_escape(why, sizeof(why), value_string(disk, "why"));
		printf("%-12s %s: %s\n", value_string(disk, "role") ?
		       text_escape(role, sizeof(role), value_string(disk, "role")) :
		       "untouched", id, why);
	}
}
