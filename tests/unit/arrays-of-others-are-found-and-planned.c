// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will put superblocks of others on disks, whole, degraded, stale and
 * hostile, and see which arrays are to be read, and what the plan makes of them
 * with and without disks that consent.
 * needs: none
 * timeout: 10
 */
#include <string.h>
#include "appliance.h"
#include "check.h"
#include "metal/foreign.h"
#include "metal/foreign_parts.h"

#define MIB (1024ull * 1024)

static struct appliance app;
static struct foreign_array found[16];
static char said[2048], err[256];

static void note(const char *text)
{
	const size_t len = strlen(said);

	snprintf(said + len, sizeof(said) - len, "%s\n", text);
}

static struct disk *add(char array, int level, unsigned disks, unsigned role)
{
	struct disk *d = &app.disks.disk[app.disks.count];

	memset(d, 0, sizeof(*d));
	snprintf(d->name, sizeof(d->name), "sd%c", 'a' + (int)app.disks.count);
	snprintf(d->id, sizeof(d->id), "serial:%u", app.disks.count++);
	d->size_bytes = 64 * MIB;
	d->sb = (struct md_sb){
		.found = true, .version = "1.2", .level = level, .raid_disks = disks,
		.role = role, .size_bytes = 32 * MIB, .chunk_bytes = 65536,
		.data_offset_bytes = MIB, .data_bytes = 40 * MIB, .events = 20, .in_sync = true,
		.layout = level == 10 ? 0x102 : level == 5 ? 2 : 0,
	};
	memset(d->sb.uuid, array, sizeof(d->sb.uuid));
	snprintf(d->sb.name, sizeof(d->sb.name), "other:%c", array);
	return d;
}

static unsigned find(void)
{
	said[0] = '\0';
	return foreign_find(&app.disks, found, 16, note);
}

static void whole(char array, int level, unsigned disks, unsigned present)
{
	unsigned i;

	for (i = 0; i < present; i++)
		add(array, level, disks, i);
}

static void check_levels(void)
{
	static const struct {
		int level;
		unsigned disks, least;
		uint64_t mib;
	} rows[] = {
		{ 0, 3, 3, 120 }, { 1, 2, 1, 32 }, { 1, 3, 1, 32 }, { 4, 3, 2, 64 },
		{ 5, 4, 3, 96 }, { 6, 5, 3, 96 }, { 10, 4, 2, 64 }, { 10, 3, 2, 48 },
	};
	unsigned i, present;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		for (present = 1; present <= rows[i].disks; present++) {
			const bool is_enough = present >= rows[i].least;

			app.disks.count = 0;
			whole('a', rows[i].level, rows[i].disks, present);
			check(find() == is_enough, "level %d, %u of %u: %s", rows[i].level,
			      present, rows[i].disks, said);
			check(!is_enough || (found[0].n == present && !found[0].unsupported[0] &&
			      found[0].size_bytes == rows[i].mib * MIB),
			      "level %d, %u of %u: %llu bytes", rows[i].level, present,
			      rows[i].disks, (unsigned long long)found[0].size_bytes);
			check(is_enough || strstr(said, "members are here"), "'%s'", said);
		}
	}
}

/* What is done to the second of two mirrors, and what comes of the array. */
static void consent(struct disk *d) { d->consent = true; }
static void mount_it(struct disk *d) { d->mounted = true; }
static void swap_it(struct disk *d) { d->swap = true; }
static void hold_it(struct disk *d) { d->holder[0] = 'x'; }
static void boot_it(struct disk *d) { d->is_boot = true; }
static void blind_it(struct disk *d) { d->unreadable = true; }
static void double_it(struct disk *d) { d->sb.role = 0; }
static void differ(struct disk *d) { d->sb.size_bytes -= MIB; }
static void other_level(struct disk *d) { d->sb.level = 0; }
static void stale(struct disk *d) { d->sb.events = 18; }
static void behind(struct disk *d) { d->sb.events = 19; }
static void rebuilding(struct disk *d) { d->sb.in_sync = false; }
static void beyond(struct disk *d) { d->sb.role = 7; }
static void nowhere(struct disk *d) { d->sb.role = UINT32_MAX; }
static void too_large(struct disk *d) { d->sb.data_offset_bytes = 40 * MIB; }
static void wraps(struct disk *d) { d->sb.data_offset_bytes = UINT64_MAX - MIB; }
static void read_only(struct disk *d) { d->read_only = true; }

static const struct {
	void (*change)(struct disk *);
	unsigned arrays, members;
	const char *says;
} changes[] = {
	{ consent, 0, 0, "may be written to" }, { mount_it, 0, 0, "in use" },
	{ swap_it, 0, 0, "in use" }, { hold_it, 0, 0, "in use" },
	{ boot_it, 0, 0, "boot medium" }, { blind_it, 0, 0, "cannot be read" },
	{ double_it, 0, 0, "two disks are member 0" }, { differ, 0, 0, "different things" },
	{ other_level, 0, 0, "different things" }, { too_large, 0, 0, "more than there is" },
	{ wraps, 0, 0, "more than there is" },
	{ stale, 1, 1, "" }, { rebuilding, 1, 1, "" }, { beyond, 1, 1, "" },
	{ nowhere, 1, 1, "" }, { behind, 1, 2, "" }, { read_only, 1, 2, "" },
};

static void check_changes(void)
{
	unsigned i, n;

	for (i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		app.disks.count = 0;
		whole('a', 1, 2, 2);
		changes[i].change(&app.disks.disk[1]);
		n = find();
		check(n == changes[i].arrays && (!n || found[0].n == changes[i].members),
		      "change %u: %u arrays: %s", i, n, said);
		check(strstr(said, changes[i].says), "change %u: '%s'", i, said);
	}
}

static void check_features(void)
{
	static const struct {
		uint32_t features;
		int level;
		const char *says;
	} rows[] = {
		{ MDSB_JOURNAL, 5, "journal" }, { MDSB_PPL, 5, "journal" },
		{ MDSB_PPLS, 5, "journal" }, { MDSB_RESHAPING, 5, "reshaped" },
		{ 0, -1, "level -1" }, { 0, 99, "level 99" },
		{ MDSB_RAID0_LAYOUT << 1, 1, "not known here (0x2000)" },
	};
	struct disk *d;
	unsigned i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		app.disks.count = 0;
		whole('a', rows[i].level, 2, 2);
		for (d = app.disks.disk; d < app.disks.disk + 2; d++)
			d->sb.features = rows[i].features;
		check(find() == 1 && strstr(found[0].unsupported, rows[i].says), "row %u: '%s' %s",
		      i, found[0].unsupported, said);
	}
	app.disks.count = 0;
	whole('a', 1, 0, 1);
	check(!find(), "no members");
	app.disks.count = 0;
	whole('a', 1, 4000000000u, 2);
	check(!find(), "four billion members");
}

/* With one zone there is nothing to lay out; with more the superblock must say how. */
static void check_layouts(void)
{
	static const struct {
		uint64_t data_bytes;
		bool is_known, is_read;
	} rows[] = {
		{ 40 * MIB, false, true }, { 40 * MIB + 65535, false, true },
		{ 40 * MIB + 65536, false, false }, { 20 * MIB, false, false },
		{ 20 * MIB, true, true },
	};
	unsigned i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		app.disks.count = 0;
		whole('a', 0, 2, 2);
		app.disks.disk[1].sb.data_bytes = rows[i].data_bytes;
		app.disks.disk[0].sb.raid0_layout_known = rows[i].is_known;
		app.disks.disk[1].sb.raid0_layout_known = rows[i].is_known;
		check(find() == 1 && !found[0].unsupported[0] == rows[i].is_read &&
		      (rows[i].is_read || strstr(found[0].unsupported, "names no layout")),
		      "row %u: '%s' %s", i, found[0].unsupported, said);
	}
}

/* 0.90 at the end of the last partition is at the end of the disk, too. */
static void check_seen_through(void)
{
	struct disk *d;

	app.disks.count = 0;
	whole('a', 1, 2, 2);
	d = add('a', 1, 2, 1);
	d->is_partition = true;
	memcpy(d->parent, app.disks.disk[1].name, sizeof(d->parent));
	check(find() == 1 && found[0].n == 2 && found[0].member[1] == d, "%s", said);
}

static size_t count(const char *target)
{
	size_t i, n = 0;
	unsigned t;

	for (i = 0; i < app.plan.ntests; i++) {
		t = app.plan.tests[i].target;
		n += !strcmp(foreign_target(t)->name, target);
		check(t < TARGETS || (app.plan.tests[i].row->moves == DIR_READ &&
		      !strcmp(app.plan.tests[i].layer, "raw")), "test %zu writes", i);
	}
	return n;
}

static int make_plan(const char *only, unsigned ndisks, unsigned foreign)
{
	unsigned i;
	int ret;

	plan_free(&app.plan);
	app.opt.foreign = foreign;
	app.request = (struct plan_request){ .suite = suite_find("standard"), .only = only,
					     .memory_bytes = 128 * MIB, .repeat = 2,
					     .ndisks = ndisks };
	for (i = 0; i < ndisks; i++) {
		app.request.disk_bytes[i] = 8192 * MIB;
		app.request.owner[i] = -1;
	}
	ret = foreign_plan(&app, err, sizeof(err));
	return ret;
}

static void check_plan(void)
{
	size_t i;

	app.disks.count = 0;
	whole('a', 1, 2, 2);
	whole('b', 5, 3, 3);
	add('c', 0, 2, 0);
	/* dd: cold and direct of two sizes; rand: three; each twice. */
	check(!make_plan(NULL, 0, FOREIGN_READONLY), "alone: %s", err);
	check(app.plan.ntests == 28 && count("foreign1") == 14 && count("foreign2") == 14,
	      "alone: %zu tests", app.plan.ntests);
	for (i = 0; i < app.plan.ntests; i++)
		check(app.plan.tests[i].bytes && app.plan.tests[i].bytes <=
		      (app.plan.tests[i].target == TARGETS ? 32 : 64) * MIB &&
		      app.plan.tests[i].ops * app.plan.tests[i].row->block_bytes <=
		      app.plan.tests[i].bytes, "test %zu reads too much", i);
	check(!strcmp(app.disks.disk[0].role, "foreign1") &&
	      !strcmp(app.disks.disk[4].role, "foreign2") && !app.disks.disk[5].role, "roles");
	check(!make_plan("foreign2/*/cold-*", 0, FOREIGN_READONLY) && app.plan.ntests == 4 &&
	      count("foreign2") == 4, "only=: %zu tests", app.plan.ntests);
	check(!make_plan("foreign1/*", 7, FOREIGN_READONLY) && app.plan.ntests == 14,
	      "only= beside consenting disks: %zu tests", app.plan.ntests);
	check(!make_plan("*1/raw/dd/*/direct-1M", 7, FOREIGN_READONLY) &&
	      count("foreign1") == 2 && count("raid1") == 4 && app.plan.ntests == 6 &&
	      app.plan.tests[0].target == TARGET_RAID1, "both: %zu", app.plan.ntests);
	check(make_plan("raid1/*", 0, FOREIGN_READONLY) && strstr(err, "too few disks"), "%s",
	      err);
	check(make_plan(NULL, 0, FOREIGN_NO) && strstr(err, "too few disks"), "%s", err);
	check(!make_plan(NULL, 7, FOREIGN_NO) && !count("foreign1"), "not asked for");
	plan_free(&app.plan);
	check(foreign_are_here(&app, &app.disks), "not waited for unless asked for");
	app.opt.foreign = FOREIGN_READONLY;
	check(!foreign_are_here(&app, &app.disks), "one of two is missing");
	app.disks.count--;
	check(foreign_are_here(&app, &app.disks), "all are here");
	app.disks.count = 0;
	check(!foreign_are_here(&app, &app.disks), "none has come yet");
}

int main(void)
{
	check_levels();
	check_changes();
	check_features();
	check_layouts();
	check_seen_through();
	check_plan();
	return check_done();
}
