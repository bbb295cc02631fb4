/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The forms of show. Each prints runs that are loaded and collected. Errors of
 * the stream are sticky, and the caller's to test.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct run;

#define TABLE_RUNS 26		/* columns are named A to Z */

/* Tables of at most 80 columns, ASCII, no colours. */
int table_print(FILE *out, const struct run *runs, size_t count);	/* -1: no memory */
/* What stands above them: one run at length, or a line for each of several. */
void head_print(FILE *out, const struct run *run);
void head_print_many(FILE *out, const struct run *runs, size_t count);

void export_dd(FILE *out, const struct run *runs, size_t count);
void export_csv(FILE *out, const struct run *runs, size_t count);
void export_json(FILE *out, const struct run *runs, size_t count);
/* as_published: a second table, with the old tool's flaw. */
void export_bonnie(FILE *out, const struct run *runs, size_t count, bool as_published);
void export_bonnie_csv(FILE *out, const struct run *runs, size_t count);
void export_tiobench(FILE *out, const struct run *runs, size_t count);
void export_tiobench_old(FILE *out, const struct run *runs, size_t count, bool as_published);
/* A section of figures that old tools would have printed otherwise. */
void oldtools_print(FILE *out, const struct run *runs, size_t count);

#endif
