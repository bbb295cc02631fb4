/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Tells a waiting person how far the run is: one line rewritten on a terminal,
 * a plain line a test elsewhere. Writes to stderr only.
 */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include "reader.h"

struct progress {
	bool is_quiet, is_terminal;
	char line[256];		/* that stands on the terminal; "" for none */
	char id[128];		/* of the test that runs; "" before the first */
	uint64_t index, tests;
	uint64_t done_bytes, total_bytes;	/* total 0: the run did not say */
	long long start_ms, first_ms;	/* of the run, of its first test */
};

void progress_begin(struct progress *p, bool is_quiet);
void progress_record(struct progress *p, const json_t *record);
/* Redraw the terminal's line; nothing elsewhere. */
void progress_tick(struct progress *p);
/* Wipe the line, so that something else can be printed. */
void progress_clear(struct progress *p);
/* On stdout: what a dry run would have written to, and why not the rest. */
void progress_plan(const struct records *records);
/* "1.2 GB/s", "123 MB/s": powers of 1000, as dd. Returns buf. */
const char *progress_rate(char *buf, size_t size, uint64_t bytes_per_s);

#endif
