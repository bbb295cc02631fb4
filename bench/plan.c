// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which tests, how large, on which disks. Must not touch a disk.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "plan.h"
#include "units.h"

#define MIB (1024ull * 1024)

/*
 * A member keeps this much besides its span: superblock and data offset in
 * front, an old superblock's place behind. A file system keeps a part of its
 * device for itself: journal (32 MiB) and tables.
 */
#define MEMBER_EXTRA_BYTES (4 * MIB)
#define FS_FIXED_BYTES (48 * MIB)
#define FS_SHARE 16

static bool is_asked(const struct plan_request *rq, enum target_index t,
		     const char *layer, const struct row *row)
{
	char id[128];

	if (!(rq->suite->targets & 1u << t))
		return false;
	if (!rq->only || !*rq->only)
		return true;
	suite_test_id(id, sizeof(id), &target_list[t], layer, row);
	return glob_match(rq->only, id);
}

/* Call visit for each test asked for, in order; how many there are. */
static size_t plan_walk(const struct plan_request *rq, struct plan_test *out)
{
	const char *const *layer;
	const struct row *row;
	size_t n = 0;
	unsigned t, i;

	for (t = 0; t < TARGETS; t++) {
		for (layer = rq->suite->layers; *layer; layer++) {
			for (row = rq->suite->rows; row->operation; row++) {
				if (!is_asked(rq, t, *layer, row))
					continue;
				for (i = 1; i <= rq->repeat; i++, n++) {
					if (out)
						out[n] = (struct plan_test){
							t, *layer, row, i, 0 };
				}
			}
		}
	}
	return n;
}

static void wanted_targets(const struct plan_request *rq, bool *wanted)
{
	const char *const *layer;
	const struct row *row;
	unsigned t;

	for (t = 0; t < TARGETS; t++) {
		wanted[t] = false;
		for (layer = rq->suite->layers; *layer; layer++) {
			for (row = rq->suite->rows; row->operation; row++)
				wanted[t] |= is_asked(rq, t, *layer, row);
		}
	}
}

unsigned plan_disks_needed(const struct plan_request *rq)
{
	bool wanted[TARGETS];
	unsigned t, most = 0;

	wanted_targets(rq, wanted);
	for (t = 0; t < TARGETS; t++) {
		if (wanted[t] && target_list[t].disks > most)
			most = target_list[t].disks;
	}
	return most;
}

unsigned plan_disks_wanted(const struct plan_request *rq)
{
	bool wanted[TARGETS];
	unsigned t, sum = 0;

	wanted_targets(rq, wanted);
	for (t = 0; t < TARGETS; t++)
		sum += wanted[t] ? target_list[t].disks : 0;
	return sum;
}

/* The disks that carry this target's array, if it is whole: by slot. */
static bool take_found(const struct plan_request *rq, unsigned t,
		       struct plan_target *pt, bool *taken)
{
	const unsigned need = target_list[t].disks;
	bool seen[PLAN_MEMBERS] = { false };
	unsigned i, n = 0;

	for (i = 0; i < rq->ndisks; i++) {
		if (rq->owner[i] != (int)t)
			continue;
		if (rq->slot[i] >= need || seen[rq->slot[i]])
			return false;
		seen[rq->slot[i]] = true;
		pt->disk[rq->slot[i]] = i;
		n++;
	}
	if (n != need)
		return false;
	for (i = 0; i < need; i++)
		taken[pt->disk[i]] = true;
	return true;
}

static void take_free(const struct plan_request *rq, unsigned need,
		      struct plan_target *pt, bool *taken)
{
	unsigned i, n = 0;

	for (i = 0; i < rq->ndisks && n < need; i++) {
		if (!taken[i]) {
			taken[i] = true;
			pt->disk[n++] = i;
		}
	}
}

/* With disks for all, each target has its own and arrays survive the boot;
 * with fewer, each takes the first ones when its turn comes. */
static void deal_disks(struct plan *p, const struct plan_request *rq)
{
	bool taken[PLAN_DISKS] = { false };
	unsigned t, i;

	p->is_shared = rq->ndisks < plan_disks_wanted(rq);
	for (t = 0; t < TARGETS; t++) {
		if (p->target[t].wanted && !p->is_shared)
			p->target[t].found = take_found(rq, t, &p->target[t],
							taken);
	}
	for (t = 0; t < TARGETS; t++) {
		if (!p->target[t].wanted || p->target[t].found)
			continue;
		if (p->is_shared) {
			for (i = 0; i < target_list[t].disks; i++)
				p->target[t].disk[i] = i;
		} else {
			take_free(rq, target_list[t].disks, &p->target[t], taken);
		}
	}
}

static uint64_t smallest_disk(const struct plan *p, const struct plan_request *rq)
{
	uint64_t least = UINT64_MAX;
	unsigned t, i;

	for (t = 0; t < TARGETS; t++) {
		for (i = 0; p->target[t].wanted && i < target_list[t].disks; i++) {
			if (rq->disk_bytes[p->target[t].disk[i]] < least)
				least = rq->disk_bytes[p->target[t].disk[i]];
		}
	}
	return least;
}

/*
 * Twice the memory, counted in steps of 128 MiB: MemTotal differs by a few
 * MiB between kernels and the work must not.
 */
static uint64_t file_bytes(const struct plan_request *rq)
{
	const uint64_t step = 128 * MIB;

	if (rq->size_bytes)
		return rq->size_bytes;
	if (rq->suite->size_bytes)
		return rq->suite->size_bytes;
	return 2 * ((rq->memory_bytes + step - 1) / step * step);
}

static bool needs_fs(const struct plan *p)
{
	size_t i;

	for (i = 0; i < p->ntests; i++) {
		if (strcmp(p->tests[i].layer, "raw"))
			return true;
	}
	return false;
}

/*
 * On a file system a test that moves less than the others has a file of its
 * own beside theirs. The largest of these, 0 if there is none or no other.
 */
static uint64_t short_bytes(const struct plan *p, const struct plan_request *rq)
{
	uint64_t most = 0, bytes;
	bool has_long = false;
	size_t i;

	for (i = 0; i < p->ntests; i++) {
		if (strcmp(p->tests[i].layer, "ext4"))
			continue;
		bytes = suite_row_bytes(rq->suite, p->tests[i].row, p->size_bytes);
		has_long |= bytes == p->size_bytes;
		if (bytes < p->size_bytes && bytes > most)
			most = bytes;
	}
	return has_long ? most : 0;
}

static int fit_sizes(struct plan *p, const struct plan_request *rq, char *err,
		     size_t size)
{
	const uint64_t least = smallest_disk(p, rq);
	uint64_t span, room, beside;
	char a[24], b[24], c[24];

	p->size_bytes = file_bytes(rq);
	if (p->size_bytes % MIB) {
		snprintf(err, size, "size: %s: not a multiple of 1M, the largest block",
			 format_bytes(a, sizeof(a), p->size_bytes));
		return -EINVAL;
	}
	span = rq->span_bytes ? rq->span_bytes : rq->suite->span_bytes;
	if (rq->span_bytes && least < span + MEMBER_EXTRA_BYTES) {
		snprintf(err, size, "span: %s: the smallest disk has %s",
			 format_bytes(a, sizeof(a), span),
			 format_bytes(b, sizeof(b), least));
		return -EINVAL;
	}
	if (least < span + MEMBER_EXTRA_BYTES)
		span = least < MEMBER_EXTRA_BYTES ? 0 : least - MEMBER_EXTRA_BYTES;
	p->span_bytes = span / MIB * MIB;
	room = p->span_bytes;
	if (needs_fs(p)) {
		room -= room / FS_SHARE;
		room = room < FS_FIXED_BYTES ? 0 : (room - FS_FIXED_BYTES) / MIB * MIB;
	}
	beside = short_bytes(p, rq);
	if (p->size_bytes > room || beside > room - p->size_bytes) {
		snprintf(err, size,
			 "size: files of %s%s%s do not fit: the first %s of each disk hold %s; use larger disks, span= or size=",
			 format_bytes(a, sizeof(a), p->size_bytes), beside ? " and " : "",
			 beside ? format_bytes(c, sizeof(c), beside) : "",
			 format_bytes(b, sizeof(b), p->span_bytes),
			 format_bytes((char[24]){ 0 }, 24, room));
		return -EINVAL;
	}
	return 0;
}

int plan_make(struct plan *p, const struct plan_request *rq, char *err,
	      size_t size)
{
	const unsigned need = plan_disks_needed(rq);
	bool wanted[TARGETS];
	unsigned t;
	size_t i;
	int ret;

	memset(p, 0, sizeof(*p));
	p->ntests = plan_walk(rq, NULL);
	if (!p->ntests) {
		snprintf(err, size, "only: %s: no test of suite %s has such an id",
			 rq->only ? rq->only : "", rq->suite->name);
		return -EINVAL;
	}
	wanted_targets(rq, wanted);
	for (t = 0; t < TARGETS; t++)
		p->target[t].wanted = wanted[t];
	if (rq->ndisks < need) {
		snprintf(err, size,
			 "too few disks: %u may be written to, %u are needed; see `mdbench disks`, or choose tests with only=",
			 rq->ndisks, need);
		return -EINVAL;
	}
	deal_disks(p, rq);
	p->tests = calloc(p->ntests, sizeof(*p->tests));
	if (!p->tests) {
		snprintf(err, size, "plan: %zu tests: out of memory", p->ntests);
		return -ENOMEM;
	}
	plan_walk(rq, p->tests);
	ret = fit_sizes(p, rq, err, size);
	if (ret) {
		plan_free(p);
		return ret;
	}
	for (i = 0; i < p->ntests; i++)
		p->tests[i].bytes = suite_row_bytes(rq->suite, p->tests[i].row,
						    p->size_bytes);
	return 0;
}

void plan_free(struct plan *p)
{
	free(p->tests);
	p->tests = NULL;
	p->ntests = 0;
}

unsigned plan_deadline_s(const struct plan *p, const struct plan_test *t)
{
	const uint64_t slow_bytes_per_s = 2 * MIB, slow_ops_per_s = 50;
	uint64_t s = 60 + 2 * p->size_bytes / slow_bytes_per_s;

	if (t->row->flags & DD_DSYNC)
		s += t->bytes / t->row->block_bytes / slow_ops_per_s;
	return s > 86400 ? 86400 : (unsigned)s;
}
