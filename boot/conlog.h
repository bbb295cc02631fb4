/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Cuts what a serial line brings into lines and writes them down with times.
 */
#ifndef CONLOG_H
#define CONLOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct conlog {
	FILE *out;
	long long start_ms;
	char line[2048];	/* first part of the line */
	size_t line_len;
	bool in_line;
	/* called for each whole line; NULL: not */
	void (*on_line)(void *arg, const char *line);
	void *arg;
};

void conlog_bytes(struct conlog *c, const char *data, size_t len);
/* End the line that is not whole. */
void conlog_end(struct conlog *c);
/* Write a line of our own. */
void conlog_note(struct conlog *c, const char *who, const char *text);

#endif
