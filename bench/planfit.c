// SPDX-License-Identifier: GPL-2.0-only
/*
 * How large: sizes of the tests, the part of each disk that is used, whether
 * all fits, and how long a test may take. Each family has a file system of its
 * own, so the largest family counts, not their sum.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "plan.h"
#include "units.h"

#define MIB (1024ull * 1024)

/*
 * A member keeps this much besides its span: superblock and data offset in
 * front, an old superblock's place behind. A file system keeps a part of its
 * device for itself: journal (32 MiB) and tables, and it has an inode for
 * every 64 KiB, some of which it needs itself.
 */
#define MEMBER_EXTRA_BYTES (4 * MIB)
#define FS_FIXED_BYTES (48 * MIB)
#define FS_SHARE 16
#define FS_INODE_BYTES 65536ull
#define FS_OWN_INODES 512

/* What a family holds at a time on a file system. */
struct need {
	uint64_t whole;		/* its files: those of one row go before the next one's come */
	uint64_t beside;	/* but what dsync writes stands beside the others; or 0 */
	uint64_t files;		/* small files */
};

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
uint64_t plan_file_bytes(const struct plan_request *rq)
{
	const uint64_t step = 128 * MIB;

	if (rq->size_bytes)
		return rq->size_bytes;
	if (rq->suite->size_bytes)
		return rq->suite->size_bytes;
	return 2 * ((rq->memory_bytes + step - 1) / step * step);
}

static bool is_on_fs(const struct plan_test *t)
{
	return strcmp(t->layer, "raw") != 0;
}

static int size_tests(struct plan *p, const struct plan_request *rq, char *err, size_t size)
{
	char id[128], text[24];
	size_t i;

	p->size_bytes = plan_file_bytes(rq);
	if (p->size_bytes % MIB) {
		snprintf(err, size, "size: %s: not a multiple of 1M, the largest block",
			 format_bytes(text, sizeof(text), p->size_bytes));
		return -EINVAL;
	}
	for (i = 0; i < p->ntests; i++) {
		struct plan_test *t = &p->tests[i];

		suite_row_size(rq->suite, t->row, p->size_bytes, rq->size_bytes != 0,
			       &t->bytes, &t->ops);
		if (t->row->moves == DIR_NONE || t->bytes)
			continue;
		suite_test_id(id, sizeof(id), &target_list[t->target], t->layer, t->row);
		snprintf(err, size, "size: %s: too small for the %u files of %s, 1M each at the least",
			 format_bytes(text, sizeof(text), p->size_bytes), t->row->streams, id);
		return -EINVAL;
	}
	return 0;
}

static int choose_span(struct plan *p, const struct plan_request *rq, char *err, size_t size)
{
	const uint64_t least = smallest_disk(p, rq);
	uint64_t span = rq->span_bytes ? rq->span_bytes : rq->suite->span_bytes;
	char a[24], b[24];

	if (rq->span_bytes && least < span + MEMBER_EXTRA_BYTES) {
		snprintf(err, size, "span: %s: the smallest disk has %s",
			 format_bytes(a, sizeof(a), span),
			 format_bytes(b, sizeof(b), least));
		return -EINVAL;
	}
	if (least < span + MEMBER_EXTRA_BYTES)
		span = least < MEMBER_EXTRA_BYTES ? 0 : least - MEMBER_EXTRA_BYTES;
	p->span_bytes = span / MIB * MIB;
	return 0;
}

static void keep_larger(uint64_t *a, uint64_t b)
{
	if (b > *a)
		*a = b;
}

static bool is_of(const struct plan_test *t, const char *family)
{
	return is_on_fs(t) && !strcmp(t->row->family, family);
}

/* Of the tests of this family on a file system. */
static struct need family_need(const struct plan *p, const char *family)
{
	struct need n = { 0 };
	const struct plan_test *t, *end = p->tests + p->ntests;

	for (t = p->tests; t < end; t++) {
		if (is_of(t, family))
			keep_larger(t->row->moves == DIR_NONE ? &n.files : &n.whole,
				    t->row->moves == DIR_NONE ? t->ops : t->bytes);
	}
	for (t = p->tests; t < end; t++) {
		if (is_of(t, family) && t->row->flags & ROW_DSYNC && t->bytes < n.whole)
			keep_larger(&n.beside, t->bytes);
	}
	return n;
}

static int fit(struct plan *p, const struct need *n, uint64_t room, char *err, size_t size)
{
	char whole[24], beside[24], span[24], text[24];

	format_bytes(span, sizeof(span), p->span_bytes);
	if (n->whole > room || n->beside > room - n->whole) {
		snprintf(err, size,
			 "size: files of %s%s%s do not fit: the first %s of each disk hold %s; use larger disks, span= or size=",
			 format_bytes(whole, sizeof(whole), n->whole), n->beside ? " and " : "",
			 n->beside ? format_bytes(beside, sizeof(beside), n->beside) : "", span,
			 format_bytes(text, sizeof(text), room));
		return -EINVAL;
	}
	if (n->files && n->files + FS_OWN_INODES > p->span_bytes / FS_INODE_BYTES) {
		snprintf(err, size,
			 "only: %llu small files do not fit into a file system on the first %s of a disk; use larger disks, span=, or only= without them",
			 (unsigned long long)n->files, span);
		return -EINVAL;
	}
	keep_larger(&p->most_bytes, n->whole + n->beside);
	return 0;
}

static uint64_t fs_room(uint64_t span)
{
	const uint64_t room = span - span / FS_SHARE;

	return room < FS_FIXED_BYTES ? 0 : (room - FS_FIXED_BYTES) / MIB * MIB;
}

int plan_fit(struct plan *p, const struct plan_request *rq, char *err, size_t size)
{
	struct need on_raw = { 0 }, n;
	const char *family = "";
	size_t i;
	int ret;

	ret = size_tests(p, rq, err, size);
	if (!ret)
		ret = choose_span(p, rq, err, size);
	for (i = 0; !ret && i < p->ntests; i++) {
		const struct plan_test *t = &p->tests[i];

		if (!is_on_fs(t)) {
			keep_larger(&on_raw.whole, t->bytes);
			continue;
		}
		if (!strcmp(t->row->family, family))
			continue;
		family = t->row->family;
		n = family_need(p, family);
		ret = fit(p, &n, fs_room(p->span_bytes), err, size);
	}
	return ret ? ret : fit(p, &on_raw, p->span_bytes, err, size);
}

uint64_t plan_test_moves(const struct plan_test *t)
{
	return t->row->moves == DIR_NONE ? 0 : t->ops * t->row->block_bytes;
}

unsigned plan_deadline_s(const struct plan_test *t)
{
	const uint64_t slow_bytes_per_s = 2 * MIB, slow_ops_per_s = 50;
	uint64_t s = 60 + 2 * t->bytes / slow_bytes_per_s;

	/* Calls that wait for the medium one by one. */
	if (t->row->flags & ROW_DSYNC || t->row->ops)
		s += t->ops / slow_ops_per_s;
	s += (t->row->runtime_ns + t->row->ramp_ns) / 1000000000;
	return s > 86400 ? 86400 : (unsigned)s;
}
