/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rand's part of the command line (randcmd.c), apart from what runs (rand.c).
 * Operations read, write and mix; variants ENGINE-dDEPTH, and -xTHREADS where
 * an engine with a depth of its own runs in several threads.
 */
#ifndef RANDCMD_H
#define RANDCMD_H

#include "work.h"

int rand_command_rows(const struct work_options *o, struct row *rows, size_t max,
		      char *why, size_t size);
void rand_print(const struct work_options *o, const struct work *works,
		const struct work_result *const *results, size_t n, FILE *out);

#endif
