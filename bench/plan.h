/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From a request and a list of disk sizes to a list of tests and who gets
 * which disk. Pure: looks at its arguments only, so mdlab can ask before it
 * boots and a test can ask anything.
 */
#ifndef PLAN_H
#define PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "suite.h"

#define PLAN_DISKS 256
#define PLAN_MEMBERS 32

struct plan_request {
	const struct suite *suite;
	const char *only;	/* glob on test ids; NULL or "": all */
	uint64_t size_bytes;	/* of files; 0: the suite's own */
	uint64_t span_bytes;	/* 0: the suite's own */
	uint64_t memory_bytes;
	unsigned repeat;	/* at least 1 */
	/* disks that consent, in order */
	unsigned ndisks;
	uint64_t disk_bytes[PLAN_DISKS];
	/* which target's array each was found to carry (-1: none), which slot */
	int owner[PLAN_DISKS];
	unsigned slot[PLAN_DISKS];
};

struct plan_target {
	bool wanted;		/* at least one test is on it */
	bool found;		/* disks are those of an array found whole */
	unsigned disk[PLAN_MEMBERS];	/* index into the request's disks */
};

struct plan_test {
	enum target_index target;
	const char *layer;
	const struct row *row;
	unsigned repeat;	/* from 1 */
	uint64_t bytes;		/* of its files together; 0: it makes none of a size */
	uint64_t ops;		/* 0: as many as come within its time */
};

struct plan {
	uint64_t size_bytes, span_bytes;
	uint64_t most_bytes;	/* that one device holds at a time */
	bool is_shared;		/* too few disks for all: targets take turns */
	struct plan_target target[TARGETS];
	size_t ntests;
	/*
	 * By target, layer and family; a family's rows in the suite's order, all
	 * of them again for each repeat. Freed by plan_free.
	 */
	struct plan_test *tests;
};

/*
 * 0, or -EINVAL with one sentence in err (no test matches, too few disks, size
 * does not fit), -ENOMEM. On error nothing is left to free.
 */
int plan_make(struct plan *p, const struct plan_request *rq, char *err,
	      size_t size);
void plan_free(struct plan *p);
/* How many disks the request needs at the least; 0 if no test matches. */
unsigned plan_disks_needed(const struct plan_request *rq);
/* How many give each target its own. */
unsigned plan_disks_wanted(const struct plan_request *rq);
/*
 * Sizes of all tests and of the part of each disk that is used, planfit.c; for
 * plan_make. 0 or -EINVAL with one sentence in err.
 */
int plan_fit(struct plan *p, const struct plan_request *rq, char *err, size_t size);
/* Of the files of a test, where its row does not say. */
uint64_t plan_file_bytes(const struct plan_request *rq);
/* What a test moves, without what is prepared for it. */
uint64_t plan_test_moves(const struct plan_test *t);
/* Deadline for one test: generous, for disks as slow as 2 MiB/s. */
unsigned plan_deadline_s(const struct plan_test *t);

#endif
