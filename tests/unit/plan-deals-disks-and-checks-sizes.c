// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will see who gets which disk, and which requests are refused.
 * needs: none
 * timeout: 10
 */
#include <errno.h>
#include <fnmatch.h>
#include <string.h>
#include "check.h"
#include "plan.h"
#include "units.h"

#define MIB (1024ull * 1024)
#define GIB (1024 * MIB)

static struct plan_request request(const char *suite, const char *only,
				   unsigned ndisks, uint64_t bytes)
{
	struct plan_request rq = {
		.suite = suite_find(suite), .only = only, .repeat = 1,
		.memory_bytes = 220 * MIB, .ndisks = ndisks,
	};
	unsigned i;

	for (i = 0; i < ndisks; i++) {
		rq.disk_bytes[i] = bytes;
		rq.owner[i] = -1;
	}
	return rq;
}

/* Tests of a suite's tables whose id matches. */
static size_t count_tests(const struct suite *suite, const char *only)
{
	const struct row *const *group;
	const struct layer *layer;
	const struct row *row;
	char id[128];
	size_t n = 0;
	unsigned t;

	for (t = 0; t < TARGETS; t++) {
		for (layer = layer_list; layer->name; layer++) {
			for (group = suite->groups; *group; group++) {
				for (row = *group; row->family; row++) {
					suite_test_id(id, sizeof(id), &target_list[t],
						      layer->name, row);
					n += row->layers & layer->bit &&
						(!only || !fnmatch(only, id, 0));
				}
			}
		}
	}
	return n;
}

/*
 * What the dsync tests of dd leave beside files of this size: so many calls of
 * the largest block whose file is smaller than the others.
 */
static uint64_t beside(const struct suite *suite, const char *only, uint64_t size_bytes)
{
	const struct row *const *group;
	const struct row *row;
	uint64_t most = 0;
	char id[128];

	for (group = suite->groups; *group; group++) {
		for (row = *group; row->family; row++) {
			uint64_t bytes = suite->dsync_calls * row->block_bytes;

			suite_test_id(id, sizeof(id), &target_list[TARGET_SINGLE], "ext4", row);
			if (row->layers & ON_EXT4 && row->flags & ROW_DSYNC && !row->bytes &&
			    bytes < size_bytes && bytes > most &&
			    (!only || !fnmatch(only, id, 0)))
				most = bytes;
		}
	}
	return most;
}

/* "files of 69M and 64M do not fit", as plan_make says it. */
static const char *too_large(char *buf, size_t size, uint64_t whole, uint64_t more)
{
	char a[24], b[24];

	snprintf(buf, size, more ? "files of %s and %s do not fit" : "files of %s do not fit",
		 format_bytes(a, sizeof(a), whole), format_bytes(b, sizeof(b), more));
	return buf;
}

static void check_requests(void)
{
	static const struct {
		const char *suite, *only;
		unsigned ndisks;
		uint64_t disk_bytes, size_bytes, span_bytes;
		int ret;
		size_t tests;	/* 0: as many as the tables have */
		const char *says;	/* part of the error */
	} rows[] = {
		{ "smoke", NULL, 7, 4 * GIB, 0, 0, 0, 0, NULL },
		{ "smoke", "*", 7, 4 * GIB, 0, 0, 0, 0, NULL },
		{ "smoke", NULL, 4, 4 * GIB, 0, 0, 0, 0, NULL },
		{ "smoke", NULL, 3, 4 * GIB, 0, 0, -EINVAL, 0, "3 may be written to, 4 are needed" },
		{ "smoke", NULL, 0, 0, 0, 0, -EINVAL, 0, "too few disks: 0" },
		{ "smoke", "raid1/*", 2, 4 * GIB, 0, 0, 0, 0, NULL },
		{ "smoke", "raid1/*", 1, 4 * GIB, 0, 0, -EINVAL, 0, "2 are needed" },
		{ "smoke", "*/ext4/dd/read/cold-1M", 7, 4 * GIB, 0, 0, 0, 3, NULL },
		{ "smoke", "raid5/*", 7, 4 * GIB, 0, 0, -EINVAL, 0, "no test of suite smoke" },
		{ "smoke", NULL, 7, 32 * MIB, 0, 0, -EINVAL, 0, "do not fit" },
		{ "smoke", NULL, 7, 4 * GIB, 5 * GIB, 0, -EINVAL, 0, "files of 5G" },
		{ "smoke", NULL, 7, 4 * GIB, 3 * MIB + 1, 0, -EINVAL, 0, "multiple of 1M" },
		{ "smoke", NULL, 7, 4 * GIB, 0, 4 * GIB, -EINVAL, 0, "span: 4G" },
		{ "standard", NULL, 7, 4 * GIB, 0, 0, 0, 0, NULL },
		{ "standard", NULL, 7, 256 * MIB, 0, 0, -EINVAL, 0, "files of 512M" },
		{ "smoke", "*/raw/*", 7, 32 * MIB, 0, 0, 0, 0, NULL },
		{ "smoke", "*/raw/*", 7, 32 * MIB, 32 * MIB, 0, -EINVAL, 0, "32M do not fit" },
		{ "smoke", NULL, 7, 0, 0, 0, -EINVAL, 0, "do not fit" },
		{ "smoke", "*/ext4/*/dsync-1M", 7, 4 * GIB, 132 * MIB, 0, 0, 3, NULL },
		{ "smoke", "*/raw/*", 7, 4 * GIB, 192 * MIB, 0, 0, 0, NULL },
		{ "classic", NULL, 7, 4 * GIB, 0, 0, 0, 0, NULL },
		{ "random", NULL, 7, 4 * GIB, 0, 0, 0, 0, NULL },
		/* 16384 files need as many inodes, of which there is one in 64 KiB */
		{ "standard", "raid1/ext4/bonnie/seq-create/*", 2, 1030 * MIB, 0, 0, -EINVAL, 0,
		  "16384 small files do not fit" },
		{ "standard", "raid1/ext4/bonnie/seq-create/*", 2, 1060 * MIB, 0, 0, 0, 1, NULL },
		{ "standard", "raid1/ext4/tio/seq-write/t8", 2, 4 * GIB, 7 * MIB, 0, -EINVAL, 0,
		  "too small for the 8 files of raid1/ext4/tio/seq-write/t8" },
		{ "standard", "raid1/ext4/tio/seq-write/t8", 2, 4 * GIB, 8 * MIB, 0, 0, 1, NULL },
		{ "standard", NULL, 7, 4 * GIB, UINT64_MAX / MIB * MIB, 0, -EINVAL, 0,
		  "do not fit" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct plan_request rq = request(rows[i].suite, rows[i].only,
						 rows[i].ndisks, rows[i].disk_bytes);
		char err[256] = "";
		struct plan p;
		int ret;

		rq.size_bytes = rows[i].size_bytes;
		rq.span_bytes = rows[i].span_bytes;
		ret = plan_make(&p, &rq, err, sizeof(err));
		check(ret == rows[i].ret, "row %zu: %d, %s", i, ret, err);
		check(ret || p.ntests == (rows[i].tests ? rows[i].tests :
					  count_tests(rq.suite, rows[i].only)),
		      "row %zu: %zu tests", i, p.ntests);
		check(!rows[i].says || strstr(err, rows[i].says), "row %zu: %s", i, err);
		if (!ret)
			plan_free(&p);
	}
}

/* 132 MiB hold the files, but not with those of 64 dsync calls beside them. */
static void check_fit(void)
{
	static const char *const only[] = { "*/ext4/dd/*", "*/ext4/dd/*-16K" };
	const uint64_t room = 132 * MIB;
	char err[256], text[96];
	uint64_t size;
	struct plan p;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(only); i++) {
		for (size = MIB; size <= room + MIB; size += MIB) {
			struct plan_request rq = request("smoke", only[i], 7, 4 * GIB);
			const uint64_t more = beside(rq.suite, only[i], size);
			const bool fits = size + more <= room;
			int ret;

			rq.size_bytes = size;
			ret = plan_make(&p, &rq, err, sizeof(err));
			check(ret == (fits ? 0 : -EINVAL), "%s: %llu MiB: %d, %s", only[i],
			      (unsigned long long)(size / MIB), ret, ret ? err : "");
			check(fits || strstr(err, too_large(text, sizeof(text), size, more)),
			      "%s: %s", only[i], err);
			if (!ret)
				plan_free(&p);
		}
	}
}

static void check_sizes(void)
{
	struct plan_request rq = request("standard", NULL, 7, 64 * GIB);
	char err[256];
	struct plan p;

	check(!plan_make(&p, &rq, err, sizeof(err)), "%s", err);
	check(p.size_bytes == 512 * MIB, "twice 256M of which the kernel keeps some: %llu",
	      (unsigned long long)p.size_bytes);
	check(p.span_bytes == 16 * GIB, "span %llu", (unsigned long long)p.span_bytes);
	plan_free(&p);

	rq = request("standard", NULL, 7, 4 * GIB);
	check(!plan_make(&p, &rq, err, sizeof(err)), "%s", err);
	check(p.span_bytes == 4 * GIB - 4 * MIB, "a smaller disk gives what it has: %llu",
	      (unsigned long long)p.span_bytes);
	plan_free(&p);
}

/* What each test of a suite moves, the size given by the user or not. */
static void check_tests(void)
{
	static const struct {
		const char *suite, *id;
		uint64_t size_bytes, bytes, ops;
	} rows[] = {
		{ "smoke", "raid1/raw/dd/write/async-1M", 0, 4 * MIB, 4 },
		{ "smoke", "raid1/raw/dd/write/dsync-16K", 0, MIB, 64 },
		{ "classic", "raid1/ext4/dd/write/async-16K", 0, 819200000, 50000 },
		{ "classic", "raid1/ext4/dd/write/async-1M", 0, GIB, 1024 },
		{ "classic", "raid1/ext4/dd/write/dsync-1M", 0, GIB, 1024 },
		{ "classic", "raid1/ext4/dd/write/async-16K", 64 * MIB, 64 * MIB, 4096 },
		/* three equal parts of whole MiB */
		{ "classic", "raid1/ext4/dd/write/direct-1M-x3", 0, 1023 * MIB, 1023 },
		{ "classic", "raid1/ext4/dd/write/direct-1M-x3", 5 * MIB, 3 * MIB, 3 },
		{ "classic", "raid1/ext4/bonnie/write/1.03", 0, 800 * MIB, 102400 },
		{ "classic", "raid1/ext4/bonnie/write/1.03", 16 * MIB, 16 * MIB, 2048 },
		{ "classic", "raid1/ext4/bonnie/seeks/1.03", 0, 800 * MIB, 8192 },
		{ "classic", "raid1/ext4/bonnie/seeks/1.03", 8 * MIB, 8 * MIB, 1024 },
		{ "classic", "raid1/ext4/bonnie/seq-stat/1.03", 8 * MIB, 0, 30720 },
		{ "classic", "raid1/ext4/tio/seq-read/t8", 0, 800 * MIB, 204800 },
		{ "classic", "raid1/ext4/tio/rand-read/t8", 0, 800 * MIB, 4000 },
		{ "classic", "raid1/ext4/tio/rand-write/t8", 0, 800 * MIB, 4000 },
		{ "classic", "raid1/ext4/tio/rand-write/t8", 2048 * MIB, 2048 * MIB, 4000 },
		{ "standard", "raid1/ext4/bonnie/putc/2.00", 0, 3 * MIB, 384 },
		{ "standard", "raid1/ext4/bonnie/putc/2.00", 64 * MIB, 3 * MIB, 384 },
		{ "standard", "raid1/ext4/bonnie/putc/2.00", 2 * MIB, 2 * MIB, 256 },
		{ "classic", "raid1/ext4/bonnie/putc/1.03", 2048 * MIB, 2048 * MIB, 262144 },
		{ "standard", "raid1/ext4/dd/read/cold-1M-x4", 0, 512 * MIB, 512 },
		{ "standard", "raid1/raw/rand/mix/uring-d32", 0, 512 * MIB, 4096 },
		{ "standard", "raid1/ext4/meta/stat/*", 0, 0, 10000 },
		{ "random", "raid1/raw/rand/read/psync-d4", 64 * MIB, 64 * MIB, 0 },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct plan_request rq = request(rows[i].suite, rows[i].id, 2, 4 * GIB);
		char err[256] = "";
		struct plan p;

		rq.size_bytes = rows[i].size_bytes;
		if (plan_make(&p, &rq, err, sizeof(err))) {
			check(0, "%s: %s", rows[i].id, err);
			continue;
		}
		check(p.ntests == 1, "%s: %zu tests", rows[i].id, p.ntests);
		check(p.tests[0].bytes == rows[i].bytes && p.tests[0].ops == rows[i].ops,
		      "%s: %llu bytes, %llu operations", rows[i].id,
		      (unsigned long long)p.tests[0].bytes, (unsigned long long)p.tests[0].ops);
		plan_free(&p);
	}
}

/* The phases of a family follow one another, and so they do when repeated. */
static void check_order(void)
{
	static const char *const want[] = {
		"tio/seq-write/t2 1", "tio/rand-write/t2 1", "tio/seq-read/t2 1",
		"tio/rand-read/t2 1", "tio/seq-write/t2 2", "tio/rand-write/t2 2",
		"tio/seq-read/t2 2", "tio/rand-read/t2 2",
	};
	struct plan_request rq = request("standard", "*/t2", 7, 4 * GIB);
	char err[256], id[128];
	struct plan p;
	size_t i;

	rq.repeat = 2;
	check(!plan_make(&p, &rq, err, sizeof(err)), "%s", err);
	check(p.ntests == TARGETS * ARRAY_SIZE(want), "%zu tests", p.ntests);
	for (i = 0; i < p.ntests; i++) {
		const struct plan_test *t = &p.tests[i];

		snprintf(id, sizeof(id), "%s/%s/%s %u", t->row->family, t->row->operation,
			 t->row->variant, t->repeat);
		check(!strcmp(id, want[i % ARRAY_SIZE(want)]), "test %zu is %s", i, id);
		check(t->target == i / ARRAY_SIZE(want), "target of test %zu", i);
	}
	plan_free(&p);

	/* a family is one piece, though its rows stand in two tables */
	rq = request("standard", NULL, 7, 4 * GIB);
	check(!plan_make(&p, &rq, err, sizeof(err)), "%s", err);
	for (i = 1; i < p.ntests; i++) {
		const struct plan_test *a = &p.tests[i - 1], *b = &p.tests[i];
		size_t k;

		if (a->target == b->target && !strcmp(a->layer, b->layer) &&
		    !strcmp(a->row->family, b->row->family))
			continue;
		for (k = i; k < p.ntests; k++)
			check(p.tests[k].target != a->target ||
			      strcmp(p.tests[k].layer, a->layer) ||
			      strcmp(p.tests[k].row->family, a->row->family),
			      "%s comes again at %zu", a->row->family, k);
	}
	plan_free(&p);
}

static void check_deadlines(void)
{
	static const struct {
		const char *suite, *id;
		unsigned least, most;
	} rows[] = {
		{ "smoke", "raid1/raw/dd/write/async-1M", 60, 70 },
		/* 1 GiB written and one of 1024 calls waited for, at 2 MiB and 50 a second */
		{ "classic", "raid1/ext4/dd/write/dsync-1M", 1024, 1200 },
		{ "classic", "raid1/ext4/bonnie/seq-create/1.03", 614, 700 },
		{ "classic", "raid1/ext4/bonnie/putc/1.03", 800, 900 },
		{ "standard", "raid1/ext4/bonnie/putc/2.00", 60, 600 },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct plan_request rq = request(rows[i].suite, rows[i].id, 2, 4 * GIB);
		char err[256] = "";
		unsigned s = 0;
		struct plan p;

		check(!plan_make(&p, &rq, err, sizeof(err)), "%s: %s", rows[i].id, err);
		if (p.ntests)
			s = plan_deadline_s(&p.tests[0]);
		check(s >= rows[i].least && s <= rows[i].most, "%s: %u s", rows[i].id, s);
		plan_free(&p);
	}
}

static void check_shares(void)
{
	struct plan_request rq = request("smoke", NULL, 7, 4 * GIB);
	bool taken[7] = { false };
	char err[256];
	struct plan p;
	unsigned t, i;

	check(!plan_make(&p, &rq, err, sizeof(err)), "%s", err);
	check(!p.is_shared, "seven disks are enough for all");
	for (t = 0; t < TARGETS; t++) {
		for (i = 0; i < target_list[t].disks; i++) {
			check(!taken[p.target[t].disk[i]], "disk %u twice", i);
			taken[p.target[t].disk[i]] = true;
		}
	}
	plan_free(&p);

	rq = request("smoke", NULL, 4, 4 * GIB);
	check(!plan_make(&p, &rq, err, sizeof(err)), "%s", err);
	check(p.is_shared && p.target[TARGET_RAID1].disk[0] == 0, "four take turns");
	plan_free(&p);
}

static void check_found(void)
{
	struct plan_request rq = request("smoke", NULL, 7, 4 * GIB);
	char err[256];
	struct plan p;

	/* members in another order than their slots */
	rq.owner[6] = TARGET_RAID1;
	rq.slot[6] = 0;
	rq.owner[0] = TARGET_RAID1;
	rq.slot[0] = 1;
	check(!plan_make(&p, &rq, err, sizeof(err)), "%s", err);
	check(p.target[TARGET_RAID1].found, "both members are there");
	check(p.target[TARGET_RAID1].disk[0] == 6 && p.target[TARGET_RAID1].disk[1] == 0,
	      "by slot");
	check(p.target[TARGET_SINGLE].disk[0] == 1, "the first disk is taken");
	plan_free(&p);

	rq.slot[0] = 0;
	check(!plan_make(&p, &rq, err, sizeof(err)), "%s", err);
	check(!p.target[TARGET_RAID1].found, "two members of the same slot are no array");
	plan_free(&p);

	rq.slot[0] = UINT32_MAX;
	check(!plan_make(&p, &rq, err, sizeof(err)), "%s", err);
	check(!p.target[TARGET_RAID1].found, "a spare is no member");
	plan_free(&p);

	rq.owner[0] = -1;
	check(!plan_make(&p, &rq, err, sizeof(err)), "%s", err);
	check(!p.target[TARGET_RAID1].found, "one member is missing");
	plan_free(&p);
}

int main(void)
{
	check_requests();
	check_fit();
	check_sizes();
	check_tests();
	check_order();
	check_deadlines();
	check_shares();
	check_found();
	return check_done();
}
