// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will see who gets which disk, and which requests are refused.
 * needs: none
 * timeout: 10
 */
#include <errno.h>
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

static size_t count_rows(const struct suite *suite)
{
	size_t n = 0;

	while (suite->rows[n].operation)
		n++;
	return n;
}

static void check_requests(void)
{
	static const struct {
		const char *suite, *only;
		unsigned ndisks;
		uint64_t disk_bytes, size_bytes, span_bytes;
		int ret;
		/* targets and layers, each of which has all rows of the suite */
		size_t pairs;
		size_t tests;	/* or so many, where not all rows are asked for */
		const char *says;	/* part of the error */
	} rows[] = {
		{ "smoke", NULL, 7, 4 * GIB, 0, 0, 0, 6, 0, NULL },
		{ "smoke", "*", 7, 4 * GIB, 0, 0, 0, 6, 0, NULL },
		{ "smoke", NULL, 4, 4 * GIB, 0, 0, 0, 6, 0, NULL },
		{ "smoke", NULL, 3, 4 * GIB, 0, 0, -EINVAL, 0, 0, "3 may be written to, 4 are needed" },
		{ "smoke", NULL, 0, 0, 0, 0, -EINVAL, 0, 0, "too few disks: 0" },
		{ "smoke", "raid1/*", 2, 4 * GIB, 0, 0, 0, 2, 0, NULL },
		{ "smoke", "raid1/*", 1, 4 * GIB, 0, 0, -EINVAL, 0, 0, "2 are needed" },
		{ "smoke", "*/ext4/dd/read/cold-1M", 7, 4 * GIB, 0, 0, 0, 0, 3, NULL },
		{ "smoke", "raid5/*", 7, 4 * GIB, 0, 0, -EINVAL, 0, 0, "no test of suite smoke" },
		{ "smoke", NULL, 7, 32 * MIB, 0, 0, -EINVAL, 0, 0, "do not fit" },
		{ "smoke", NULL, 7, 4 * GIB, 5 * GIB, 0, -EINVAL, 0, 0, "files of 5G and 64M do not fit" },
		{ "smoke", NULL, 7, 4 * GIB, 3 * MIB + 1, 0, -EINVAL, 0, 0, "multiple of 1M" },
		{ "smoke", NULL, 7, 4 * GIB, 0, 4 * GIB, -EINVAL, 0, 0, "span: 4G" },
		{ "standard", NULL, 7, 4 * GIB, 0, 0, 0, 6, 0, NULL },
		{ "standard", NULL, 7, 256 * MIB, 0, 0, -EINVAL, 0, 0, "files of 512M and 64M do not fit" },
		{ "smoke", "*/raw/*", 7, 32 * MIB, 0, 0, 0, 3, 0, NULL },
		{ "smoke", "*/raw/*", 7, 32 * MIB, 32 * MIB, 0, -EINVAL, 0, 0, "32M do not fit" },
		{ "smoke", NULL, 7, 0, 0, 0, -EINVAL, 0, 0, "do not fit" },
		/* 132 MiB hold the file, but not that of 64 dsync calls beside it */
		{ "smoke", "*/ext4/*", 7, 4 * GIB, 68 * MIB, 0, 0, 3, 0, NULL },
		{ "smoke", "*/ext4/*", 7, 4 * GIB, 69 * MIB, 0, -EINVAL, 0, 0,
		  "files of 69M and 64M do not fit" },
		{ "smoke", "*/ext4/*-16K", 7, 4 * GIB, 131 * MIB, 0, 0, 0, 18, NULL },
		{ "smoke", "*/ext4/*-16K", 7, 4 * GIB, 132 * MIB, 0, -EINVAL, 0, 0,
		  "files of 132M and 1M do not fit" },
		{ "smoke", "*/ext4/*/dsync-1M", 7, 4 * GIB, 132 * MIB, 0, 0, 0, 3, NULL },
		{ "smoke", "*/raw/*", 7, 4 * GIB, 192 * MIB, 0, 0, 3, 0, NULL },
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
		check(ret || p.ntests == rows[i].tests + rows[i].pairs * count_rows(rq.suite),
		      "row %zu: %zu tests", i, p.ntests);
		check(!rows[i].says || strstr(err, rows[i].says), "row %zu: %s", i, err);
		if (!ret)
			plan_free(&p);
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
	check_sizes();
	check_shares();
	check_found();
	return check_done();
}
