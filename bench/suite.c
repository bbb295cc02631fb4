// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tables of suites and targets. No behaviour beyond looking up and sizing.
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

const struct layer layer_list[] = {
	{ "raw", ON_RAW },
	{ "ext4", ON_EXT4 },
	{ 0 }
};

#define ALL_TARGETS ((1u << TARGETS) - 1)

const struct suite suite_list[] = {
	{
		.name = "smoke",
		.help = "does it all work: small files, seconds",
		.groups = smoke_groups, .targets = ALL_TARGETS,
		.size_bytes = 4 * MIB, .span_bytes = 192 * MIB,
		.dsync_calls = 64,
	},
	{
		.name = "standard",
		.help = "the disks' figures: every family, files of twice the memory",
		.groups = standard_groups, .targets = ALL_TARGETS,
		.span_bytes = 16 * GIB, .promises_disk = true,
		.dsync_calls = 4096,
	},
	{
		.name = "classic",
		.help = "commands and sizes as published from 2000 to 2007: files of 800M and 1G, "
			"so give memory of half of that at most (size= scales)",
		.groups = classic_groups, .targets = ALL_TARGETS,
		.size_bytes = GIB, .span_bytes = 16 * GIB, .promises_disk = true,
		.dsync_calls = 1024,
	},
	{
		.name = "random",
		.help = "4 KiB reads, writes and a 70/30 mix at depth 1, 4 and 32, 5 s each",
		.groups = random_groups, .targets = ALL_TARGETS,
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

/* Threads that go through it all have equal parts, of whole MiB. */
static uint64_t in_equal_parts(const struct row *row, uint64_t bytes)
{
	const uint64_t unit = row->streams * MIB;

	return row->streams > 1 && !row->ops && !row->runtime_ns ? bytes - bytes % unit : bytes;
}

void suite_row_size(const struct suite *s, const struct row *row, uint64_t size_bytes,
		    bool is_given, uint64_t *bytes, uint64_t *ops)
{
	const uint64_t most = s->dsync_calls * row->block_bytes;

	*ops = row->ops;
	*bytes = 0;
	if (row->moves == DIR_NONE)
		return;
	*bytes = is_given || !row->bytes ? size_bytes : row->bytes;
	if (row->claims == DIR_NONE && !row->ops && row->bytes && row->bytes < *bytes)
		*bytes = row->bytes;
	if (row->flags & ROW_DSYNC && !row->ops && *bytes > most)
		*bytes = most;
	*bytes = in_equal_parts(row, *bytes);
	if (!row->runtime_ns && (!*ops || *ops > *bytes / row->block_bytes))
		*ops = *bytes / row->block_bytes;
}

const char *suite_test_id(char *buf, unsigned long size, const struct target *t,
			  const char *layer, const struct row *row)
{
	snprintf(buf, size, "%s/%s/%s/%s/%s", t->name, layer, row->family, row->operation,
		 row->variant);
	return buf;
}
