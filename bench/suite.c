// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tables of suites, rows and targets. No behaviour beyond looking up.
 */
#include <stdio.h>
#include <string.h>
#include "suite.h"
#include "units.h"

#define KIB 1024ull
#define MIB (1024 * KIB)
#define GIB (1024 * MIB)

/* The uuids read "mdbench", the level and a number. */
const struct target target_list[TARGETS] = {
	[TARGET_SINGLE] = {
		.name = "single", .disks = 1,
		.fs_uuid = "6d646265-6e63-4800-8000-000000000001",
		.fs_hash_seed = "6d646265-6e63-4801-8000-000000000001",
	},
	[TARGET_RAID1] = {
		.name = "raid1", .is_array = true, .level = 1, .disks = 2,
		.array_uuid = "6d646265:6e636800:72616964:00000001",
		.fs_uuid = "6d646265-6e63-4800-8000-000000000002",
		.fs_hash_seed = "6d646265-6e63-4801-8000-000000000002",
	},
	[TARGET_RAID0] = {
		.name = "raid0", .is_array = true, .level = 0, .disks = 4,
		.chunk_bytes = 512 * KIB,
		.array_uuid = "6d646265:6e636800:72616964:00000000",
		.fs_uuid = "6d646265-6e63-4800-8000-000000000003",
		.fs_hash_seed = "6d646265-6e63-4801-8000-000000000003",
	},
};

#define DD_ROWS(SUFFIX, BYTES)						\
	{ "write", "async-" SUFFIX, BYTES, 0, DD_FINISH_NONE, false },	\
	{ "write", "fsync-" SUFFIX, BYTES, 0, DD_FINISH_FSYNC, false },	\
	{ "write", "direct-" SUFFIX, BYTES, DD_DIRECT, DD_FINISH_NONE, false }, \
	{ "write", "dsync-" SUFFIX, BYTES, DD_DIRECT | DD_DSYNC,	\
	  DD_FINISH_NONE, false },					\
	{ "read", "cold-" SUFFIX, BYTES, 0, DD_FINISH_NONE, true },	\
	{ "read", "direct-" SUFFIX, BYTES, DD_DIRECT, DD_FINISH_NONE, true }

static const struct row dd_rows[] = {
	DD_ROWS("1M", MIB),
	DD_ROWS("16K", 16 * KIB),
	{ 0 }
};

static const char *const raw_and_ext4[] = { "raw", "ext4", NULL };

#define ALL_TARGETS ((1u << TARGETS) - 1)

const struct suite suite_list[] = {
	{
		.name = "smoke",
		.help = "does it all work: small files, seconds",
		.rows = dd_rows, .layers = raw_and_ext4, .targets = ALL_TARGETS,
		.size_bytes = 4 * MIB, .span_bytes = 192 * MIB,
		.dsync_calls = 64,
	},
	{
		.name = "standard",
		.help = "the disks' figures: files of twice the memory",
		.rows = dd_rows, .layers = raw_and_ext4, .targets = ALL_TARGETS,
		.span_bytes = 16 * GIB, .promises_disk = true,
		.dsync_calls = 4096,
	},
	{ 0 }
};

const struct suite *suite_find(const char *name)
{
	const struct suite *s;

	for (s = suite_list; s->name; s++) {
		if (!strcmp(s->name, name))
			return s;
	}
	return NULL;
}

const char *suite_names(char *buf, unsigned long size)
{
	const struct suite *s;
	size_t len = 0;

	buf[0] = '\0';
	for (s = suite_list; s->name && len < size; s++)
		len += (size_t)snprintf(buf + len, size - len, "%s%s",
					len ? ", " : "", s->name);
	return buf;
}

uint64_t suite_row_bytes(const struct suite *s, const struct row *row,
			 uint64_t size_bytes)
{
	const uint64_t most = s->dsync_calls * row->block_bytes;

	return row->flags & DD_DSYNC && size_bytes > most ? most : size_bytes;
}

const char *suite_test_id(char *buf, unsigned long size, const struct target *t,
			  const char *layer, const struct row *row)
{
	snprintf(buf, size, "%s/%s/dd/%s/%s", t->name, layer, row->operation,
		 row->variant);
	return buf;
}
