/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * `mdlab import`: what came home on a stick, or on a serial line, becomes
 * folders of runs, as `mdlab run` makes them.
 */
#ifndef IMPORT_H
#define IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include "fail.h"
#include "runfolder.h"
#include "source.h"
#include "verdict.h"

struct import_run {
	char from[80];			/* "results/S0001/r1-k1.jsonl"; "serial log" */
	char folder[PATH_MAX];		/* "": it could not be imported, reason says why */
	char reason[256];
	unsigned session;		/* 0: of no session */
	bool was_there;			/* already, with the same content */
	struct tally tally;
	struct verdict verdict;
};

struct import {
	struct journal_said journal;
	char medium[16];		/* volume id, "" if it is not known */
	char *summary;			/* of the last session, hostile; NULL */
	struct import_run *run;
	size_t runs;
};

/*
 * Read source and make a folder below into for each run that is not there yet.
 * 0 (also when single runs could not be taken), or negative with f filled when
 * the source is none. Freed by import_free in any case.
 */
int import_source(struct import *im, const char *source, const char *into, struct fail *f);
void import_free(struct import *im);
/* A line a run. */
void import_print(const struct import *im, FILE *out);
/* The verdict file of a run. 0 or -errno. */
int import_write_verdict(const char *path, const struct verdict *v, const struct tally *t,
			 const char *more);

/* argv[0] is "import". Returns the exit status. */
int import_main(int argc, char **argv);

#endif
