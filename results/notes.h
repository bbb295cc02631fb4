/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The numbered notes below a table: why a figure did not pass. Many that have
 * a verdict and the beginning of their reason in common share a number.
 */
#ifndef NOTES_H
#define NOTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "table.h"

#define ID_MAX 160

/* A row of the table: one test, in every run. */
struct row {
	const char *id;
	bool is_printed;
	unsigned note[TABLE_RUNS];	/* number of the note below, 0: none */
	bool is_shared[TABLE_RUNS];	/* by several rows */
};

struct rows {
	struct row *row;
	size_t count;
};

/* Give every figure that wants a note its number. 0 or -1: no memory. */
int notes_number(struct rows *rows, const struct run *runs, size_t count);
void notes_print(FILE *out, const struct rows *rows, const struct run *runs, size_t count);

#endif
