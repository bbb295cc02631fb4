// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will tell an array that may be assembled from one that must be
 * made anew.
 * needs: none
 * timeout: 10
 */
#include <string.h>
#include "array.h"
#include "check.h"

#define MIB (1024ull * 1024)

static struct md_sb raid1(void)
{
	struct md_sb sb = {
		.found = true, .version = "1.2", .level = 1, .raid_disks = 2,
		.size_bytes = 192 * MIB, .data_offset_bytes = MIB,
	};

	memcpy(sb.uuid_text, target_list[TARGET_RAID1].array_uuid, 36);
	return sb;
}

static void check_difference(struct md_sb sb, const char *says)
{
	char why[160];
	const bool is_same = array_matches(&sb, &target_list[TARGET_RAID1], 192 * MIB,
					   why, sizeof(why));

	check(is_same == !says, "%s: %s", says ? says : "same", why);
	check(!says || strstr(why, says), "%s: %s", says ? says : "same", why);
}

static void check_layout(uint64_t other_bytes, bool is_known, bool lacks)
{
	struct disk d[2] = {
		{ .sb = { .found = true, .raid0_layout_known = is_known, .data_bytes = 64 * MIB } },
		{ .sb = { .found = true, .raid0_layout_known = is_known,
			  .data_bytes = other_bytes } },
	};
	const struct array a = { .target = &target_list[TARGET_RAID0], .n = 2,
				 .member = { &d[0], &d[1] } };

	check(array_lacks_layout(&a) == lacks, "%llu %d", (unsigned long long)other_bytes,
	      is_known);
}

int main(void)
{
	struct disk d = { .sb = raid1() };
	struct md_sb sb = raid1();

	check_difference(sb, NULL);
	memcpy(sb.version, "1.0", 4);
	check_difference(sb, "metadata 1.0");
	sb = raid1();
	sb.raid_disks = 3;
	check_difference(sb, "level 1 of 3 disks");
	sb = raid1();
	sb.level = 0;
	check_difference(sb, "level 0");
	sb = raid1();
	sb.size_bytes = 96 * MIB;
	check_difference(sb, "spans 96M, not 192M");
	sb = raid1();
	sb.data_offset_bytes = 2 * MIB;
	check_difference(sb, "data at 2M");

	check_layout(64 * MIB, false, false);
	check_layout(64 * MIB + 4096, false, false);	/* no whole chunk more */
	check_layout(96 * MIB, false, true);
	check_layout(96 * MIB, true, false);

	check(array_owner(&d) == TARGET_RAID1, "ours");
	d.sb.uuid_text[0] = '7';
	check(array_owner(&d) == -1, "another uuid is another's");
	d.sb = raid1();
	d.sb.found = false;
	check(array_owner(&d) == -1, "no superblock");
	return check_done();
}
