// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will read md superblocks of each version from their places, and
 * refuse those that are damaged, cut off or in a place that they do not name.
 * needs: none
 * timeout: 20
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include "check.h"
#include "mdimage.h"
#include "mdsb.h"

#define BIG (4 << 20)

static union mdimage_v1 v1;
static union mdimage_v0 v0;

static void check_fields(void)
{
	struct md_sb sb;

	mdimage_v1(&v1, "mdbench:raid0", 0, 8);
	mdsb_parse_v1(v1.bytes, sizeof(v1), "1.2", 8, &sb);
	check(sb.found, "1.2");
	check(!strcmp(sb.version, "1.2") && !strcmp(sb.name, "mdbench:raid0"), "%s", sb.name);
	check(!strcmp(sb.uuid_text, "10111213:14151617:18191a1b:1c1d1e1f"), "%s", sb.uuid_text);
	check(sb.level == 0 && sb.raid_disks == 2 && sb.role == 1, "role %u", sb.role);
	check(sb.size_bytes == 1 << 20 && sb.chunk_bytes == 512 << 10 &&
	      sb.data_offset_bytes == 1 << 20 && sb.events == 17, "sizes");
	check(sb.raid0_layout_known && !sb.logical_block_bytes, "layout");

	mdimage_v1(&v1, "a", -1, 0);
	v1.bytes[224] = 0x00;	/* 4096, where Linux 6.19 keeps it */
	v1.bytes[225] = 0x10;
	mdimage_seal_v1(&v1);
	mdsb_parse_v1(v1.bytes, sizeof(v1), "1.1", 0, &sb);
	check(sb.found && sb.level == -1 && sb.logical_block_bytes == 4096, "%u",
	      sb.logical_block_bytes);

	mdimage_v1(&v1, "a", 0, 8);
	v1.sb.feature_map = 0;
	mdimage_seal_v1(&v1);
	mdsb_parse_v1(v1.bytes, sizeof(v1), "1.2", 8, &sb);
	check(sb.found && !sb.raid0_layout_known, "RAID0 of before Linux 5.4");

	mdimage_v1(&v1, "mdbench:\x1b[2J\n\xff 789012345678901234567890", 1, 8);
	mdsb_parse_v1(v1.bytes, sizeof(v1), "1.2", 8, &sb);
	check(sb.found && !strcmp(sb.name, "mdbench:?[2J?? 78901234567890123"), "%s", sb.name);

	mdimage_v0(&v0, 1);
	mdsb_parse_v0(v0.bytes, sizeof(v0), &sb);
	check(sb.found && !strcmp(sb.version, "0.90") && !sb.name[0], "0.90");
	check(!strcmp(sb.uuid_text, "11223344:55667788:99aabbcc:ddeeff00"), "%s", sb.uuid_text);
	check(sb.level == 1 && sb.raid_disks == 2 && sb.role == 1 && sb.events == 18 &&
	      sb.size_bytes == 1 << 20 && sb.chunk_bytes == 65536, "0.90 fields");
	mdimage_v0(&v0, 0);
	mdsb_parse_v0(v0.bytes, sizeof(v0), &sb);
	check(sb.found && !sb.raid0_layout_known, "0.90 knows no layout");
}

static void check_roles(void)
{
	static const struct {
		uint32_t number, role;
	} rows[] = {
		{ 0, 0 }, { 1, 1 }, { 2, UINT32_MAX }, { 127, UINT32_MAX },
		{ 128, UINT32_MAX }, { 0xffffffff, UINT32_MAX },
	};
	struct md_sb sb;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		mdimage_v1(&v1, "a", 1, 8);
		v1.sb.dev_number = htole32(rows[i].number);
		mdimage_seal_v1(&v1);
		mdsb_parse_v1(v1.bytes, sizeof(v1), "1.2", 8, &sb);
		check(sb.found && sb.role == rows[i].role, "number %u: role %u",
		      rows[i].number, sb.role);
	}
	mdimage_v0(&v0, 1);
	v0.sb.this_disk.state |= 1 << MD_DISK_FAULTY;
	mdimage_seal_v0(&v0);
	mdsb_parse_v0(v0.bytes, sizeof(v0), &sb);
	check(sb.found && sb.role == UINT32_MAX, "faulty: role %u", sb.role);
}

/* One bit turned anywhere under the checksum is enough. */
static void check_damage(void)
{
	struct md_sb sb;
	size_t i, len;

	for (i = 0; i < 256 + 2 * 128; i++) {
		mdimage_v1(&v1, "mdbench:raid1", 1, 8);
		v1.bytes[i] ^= 0x40;
		mdsb_parse_v1(v1.bytes, sizeof(v1), "1.2", 8, &sb);
		check(!sb.found && !sb.name[0], "1.2, byte %zu", i);
	}
	for (i = 0; i < 4096; i++) {
		mdimage_v0(&v0, 1);
		v0.bytes[i] ^= 0x40;
		mdsb_parse_v0(v0.bytes, sizeof(v0), &sb);
		check(!sb.found, "0.90, byte %zu", i);
	}
	mdimage_v1(&v1, "a", 1, 8);
	for (len = 0; len < 256 + 2 * 128; len++) {
		/* memory of just this length, for the address sanitizer */
		uint8_t *cut = malloc(len + 1);

		memcpy(cut, v1.bytes, len);
		mdsb_parse_v1(cut, len, "1.2", 8, &sb);
		check(!sb.found, "cut at %zu", len);
		free(cut);
	}
	mdsb_parse_v1(v1.bytes, sizeof(v1), "1.1", 0, &sb);
	check(!sb.found, "in another place");
}

/* Right checksum, wrong contents. */
static void check_lies(void)
{
	struct md_sb sb;
	unsigned i;

	for (i = 0; i < 6; i++) {
		mdimage_v1(&v1, "a", 1, 8);
		switch (i) {
		case 0: v1.sb.major_version = htole32(2); break;
		case 1: v1.sb.size = htole64(UINT64_MAX / 512 + 1); break;
		case 2: v1.sb.data_offset = htole64(UINT64_MAX); break;
		case 3: v1.sb.chunksize = htole32(UINT32_MAX); break;
		case 4: v1.sb.raid_disks = htole32(UINT32_MAX); break;
		case 5: v1.sb.super_offset = htole64(9); break;
		}
		mdimage_seal_v1(&v1);
		mdsb_parse_v1(v1.bytes, sizeof(v1), "1.2", 8, &sb);
		check(!sb.found, "lie %u", i);
	}
	mdimage_v1(&v1, "a", 1, 8);
	v1.sb.max_dev = htole32(UINT32_MAX);
	mdsb_parse_v1(v1.bytes, sizeof(v1), "1.2", 8, &sb);
	check(!sb.found, "more devices than fit");
	memset(&v1, 0, sizeof(v1));
	mdsb_parse_v1(v1.bytes, sizeof(v1), "1.2", 8, &sb);
	check(!sb.found, "zeros");
	mdsb_parse_v0(v1.bytes, sizeof(v1), &sb);
	check(!sb.found, "zeros, 0.90");
}

static int image(uint64_t size)
{
	char path[] = "mdsb.XXXXXX", full[600];
	const char *tmp = getenv("TMPDIR");
	int fd;

	snprintf(full, sizeof(full), "%s/%s", tmp ? tmp : "/tmp", path);
	fd = mkstemp(full);
	if (fd < 0 || unlink(full) || ftruncate(fd, (off_t)size))
		exit(2);
	return fd;
}

static void check_places(void)
{
	static const struct {
		const char *version;
		uint64_t size, sector;
	} rows[] = {
		{ "1.2", BIG, 8 }, { "1.1", BIG, 0 }, { "1.0", BIG, BIG / 512 - 16 },
		/* odd sizes: rounded down to 4 KiB, to 64 KiB */
		{ "1.0", BIG + 512, BIG / 512 - 16 },
		{ "1.0", BIG + 7 * 512, BIG / 512 - 16 },
		{ "1.0", BIG + 8 * 512, BIG / 512 - 8 },
		{ "1.0", BIG - 512, BIG / 512 - 24 },
		{ "0.90", BIG, BIG / 512 - 128 },
		{ "0.90", BIG + 65535 / 512 * 512, BIG / 512 - 128 },
		{ "0.90", BIG + 65536, BIG / 512 },
	};
	struct md_sb sb;
	size_t i;
	int fd;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		fd = image(rows[i].size);
		mdimage_v1(&v1, "a:b", 1, rows[i].sector);
		mdimage_v0(&v0, 1);
		check(pwrite(fd, rows[i].version[0] == '0' ? v0.bytes : v1.bytes, 4096,
			     (off_t)(rows[i].sector * 512)) == 4096, "written");
		check(!mdsb_read(fd, rows[i].size, &sb), "read");
		check(sb.found && !strcmp(sb.version, rows[i].version), "%s at %llu of %llu: '%s'",
		      rows[i].version, (unsigned long long)rows[i].sector,
		      (unsigned long long)rows[i].size, sb.version);
		/* the last partition of a disk must not pass its own on to the disk */
		if (!strcmp(rows[i].version, "1.0")) {
			check(!ftruncate(fd, (off_t)(rows[i].size + 65536)) &&
			      !mdsb_read(fd, rows[i].size + 65536, &sb) && !sb.found, "grown");
		}
		close(fd);
	}
}

static void check_read(void)
{
	static const uint64_t small[] = { 0, 512, 4096, 8192, 12288, 65536, 131072 };
	struct md_sb sb;
	size_t i;
	int fd;

	for (i = 0; i < sizeof(small) / sizeof(small[0]); i++) {
		fd = image(small[i]);
		check(!mdsb_read(fd, small[i], &sb) && !sb.found, "%zu", (size_t)small[i]);
		close(fd);
	}
	fd = image(BIG / 2);
	check(mdsb_read(fd, BIG, &sb) < 0, "shorter than it says");
	/* a stale 1.2 and a newer 1.0: the newer one counts */
	mdimage_v1(&v1, "old:0", 1, 8);
	check(pwrite(fd, v1.bytes, 4096, 4096) == 4096, "written");
	mdimage_v1(&v1, "new:0", 1, BIG / 2 / 512 - 16);
	v1.sb.ctime = htole64(1800000000);
	mdimage_seal_v1(&v1);
	check(pwrite(fd, v1.bytes, 4096, BIG / 2 - 8192) == 4096, "written");
	check(!mdsb_read(fd, BIG / 2, &sb) && sb.found && !strcmp(sb.name, "new:0"), "%s", sb.name);
	close(fd);
	check(mdsb_read(fd, BIG, &sb) == -EBADF, "closed");
}

int main(void)
{
	check_fields();
	check_roles();
	check_damage();
	check_lies();
	check_places();
	check_read();
	return check_done();
}
