/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One md array of ours: found again and assembled, or made, with everything
 * that mdadm would choose by itself written out. Members consent; callers have
 * asked. mdadm runs without a standard input: it cannot ask anything.
 */
#ifndef ARRAY_H
#define ARRAY_H

#include <stdbool.h>
#include <stdint.h>
#include "disk.h"
#include "plan.h"
#include "suite.h"

#define ARRAY_DATA_OFFSET_BYTES (1024ull * 1024)
#define ARRAY_HOMEHOST "mdbench"

struct array {
	const struct target *target;
	unsigned n;
	const struct disk *member[PLAN_MEMBERS];	/* by slot */
	uint64_t span_bytes;
	/* what came of it */
	bool is_up;
	char name[16];		/* "md101" */
	char path[24];		/* "/dev/md101" */
	uint64_t size_bytes;
	const char *origin;	/* "created", "assembled" */
	const char *initial;	/* see results/schema.md; NULL */
	char why[160];		/* why made anew though found; "" */
	char error[256];	/* one sentence, when array_up failed */
};

/* Which target's array a disk carries: index, or -1. */
int array_owner(const struct disk *d);

/*
 * Does the superblock found describe the array that we would make? Pure.
 * False with the difference in why.
 */
bool array_matches(const struct md_sb *sb, const struct target *t,
		   uint64_t span_bytes, char *why, unsigned long size);

/*
 * Are its members a RAID0 of more than one zone that does not say how these are
 * laid? Linux from 5.4 on does not guess it. Pure.
 */
bool array_lacks_layout(const struct array *a);

/*
 * Bring it up: assemble when is_found and it matches, else make it. Waits
 * until it is idle and whole. 0 or -errno with a->error.
 */
int array_up(struct array *a, bool is_found);
/* 0 or -errno with a->error. Does nothing when it is not up. */
int array_down(struct array *a);

struct json;
/* Members of the array record. */
void array_json(const struct array *a, struct json *j);

#endif
