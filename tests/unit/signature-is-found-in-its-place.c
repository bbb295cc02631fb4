// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will put the magic numbers of file systems, tables and RAID
 * members where their specifications want them, and look for each; blank and
 * nearly right devices carry nothing.
 * needs: none
 * timeout: 20
 */
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "disk.h"
#include "mdimage.h"

#define END (128 * 1024)

static uint8_t head[END], tail[END];

static void clear(void)
{
	memset(head, 0, sizeof(head));
	memset(tail, 0, sizeof(tail));
}

static void check_is(const char *want, const char *about)
{
	const char *got = signature_find(head, END, tail, END);

	check(!strcmp(got, want), "%s: '%s', not '%s'", about, got, want);
}

/* from_end: counted back from the device's end */
static void check_row(const char *want, bool from_end, size_t offset, const char *hex)
{
	size_t len = strlen(hex) / 2, i;
	uint8_t *p = from_end ? tail + END - offset : head + offset;
	unsigned byte;
	char two[3] = "";

	clear();
	for (i = 0; i < len; i++) {
		memcpy(two, hex + 2 * i, 2);
		byte = (unsigned)strtoul(two, NULL, 16);
		p[i] = (uint8_t)byte;
	}
	check_is(want, hex);
	/* the last byte off by one bit is something else */
	p[len - 1] ^= 0x20;
	check(strcmp(signature_find(head, END, tail, END), want), "%s: still %s", hex, want);
}

static void check_table(void)
{
	check_row("LUKS", false, 0, "4c554b53babe");
	check_row("LUKS", false, 0x4000, "534b554cbabe");
	check_row("BitLocker", false, 3, "2d4656452d46532d");
	check_row("LVM2 member", false, 512, "4c4142454c4f4e45");
	check_row("LVM2 member", false, 0, "4c4142454c4f4e45");
	check_row("LVM2 member", false, 1536, "4c4142454c4f4e45");
	check_row("bcache", false, 4120, "c68573f64e1a45ca8265f57f48ba6d81");
	check_row("bcachefs", false, 4120, "c68573f666ce90a9d96a60cf803df7ef");
	check_row("Ceph bluestore", false, 0, "626c756573746f726520626c6f636b20646576696365");
	check_row("Intel RAID member", true, 1024,
		  "496e74656c20526169642049534d20436667205369672e20");
	check_row("DDF RAID member", true, 512, "de11de11");
	check_row("XFS", false, 0, "58465342");
	check_row("btrfs", false, 65600, "5f42485266535f4d");
	check_row("exFAT", false, 3, "4558464154202020");
	check_row("NTFS", false, 3, "4e54465320202020");
	check_row("ISO 9660", false, 32769, "4344303031");
	check_row("f2fs", false, 1024, "1020f5f2");
	check_row("erofs", false, 1024, "e2e1f5e0");
	check_row("squashfs", false, 0, "68737173");
	check_row("reiserfs", false, 65588, "526549734572");
	check_row("JFS", false, 32768, "4a465331");
	check_row("GFS2", false, 65536, "01161970");
	check_row("OCFS2", false, 8192, "4f4346535632");
	check_row("GPT", false, 512, "4546492050415254");
	check_row("GPT", false, 4096, "4546492050415254");
	check_row("GPT", true, 512, "4546492050415254");
	check_row("GPT", true, 4096, "4546492050415254");
	check_row("ZFS member", true, 40960, "0cb1ba0000000000");
	check_row("ZFS member", true, 40960, "0000000000bab10c");
}

static void check_swap(void)
{
	size_t page;

	for (page = 4096; page <= 65536; page *= 2) {
		clear();
		memcpy(head + page - 10, "SWAPSPACE2", 10);
		check_is("swap", "swap");
		memcpy(head + page - 10, "S1SUSPEND", 9);
		check_is("hibernation image", "hibernation image");
	}
}

static void put32(uint8_t *p, uint32_t v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
	p[2] = (uint8_t)(v >> 16);
	p[3] = (uint8_t)(v >> 24);
}

static void check_ext(void)
{
	static const struct {
		uint32_t compat, incompat, ro_compat;
		const char *name;
	} rows[] = {
		{ 0x38, 0x2, 0x3, "ext2" }, { 0x3c, 0x2, 0x3, "ext3" },
		{ 0x3c, 0x6, 0x3, "ext3" }, { 0x3c, 0x2c2, 0x46b, "ext4" },
		{ 0x38, 0x42, 0x3, "ext4" }, { 0x3c, 0x2, 0xb, "ext4" },
		{ 0x0, 0x8, 0x0, "ext journal" }, { 0, 0, 0, "ext2" },
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		clear();
		head[1080] = 0x53;
		head[1081] = 0xef;
		put32(head + 1024 + 92, rows[i].compat);
		put32(head + 1024 + 96, rows[i].incompat);
		put32(head + 1024 + 100, rows[i].ro_compat);
		/* free inodes that look like minix */
		head[1024 + 16] = 0x7f;
		head[1024 + 17] = 0x13;
		check_is(rows[i].name, "ext features");
	}
}

/* A uuid of suite.c, and others that are near it. */
static void check_ext_of_ours(void)
{
	static const uint8_t ours[15] = "mdbencH\0\x80";

	clear();
	head[1080] = 0x53;
	head[1081] = 0xef;
	put32(head + 1024 + 92, 0x3c);
	put32(head + 1024 + 96, 0x2c2);
	put32(head + 1024 + 100, 0x46b);
	memcpy(head + 1024 + 104, ours, sizeof(ours));
	head[1024 + 104 + 15] = 1;
	check_is("ext4 of mdbench", "ext4 that a run left");
	head[1024 + 104 + 14] = 1;
	check_is("ext4", "another uuid");
	head[1024 + 104 + 14] = 0;
	head[1024 + 104] = 'M';
	check_is("ext4", "another uuid");
}

static void check_boot_sectors(void)
{
	clear();
	head[510] = 0x55;
	head[511] = 0xaa;
	check_is("boot sector", "an empty partition table");
	head[446 + 4] = 0x83;
	check_is("boot sector", "an entry without size");
	put32(head + 446 + 12, 2048);
	check_is("MBR", "one entry");
	head[446 + 16] = 0x12;
	check_is("boot sector", "boot flag of another kind");
	head[446 + 16] = 0;
	memcpy(head + 512, "EFI PART", 8);
	check_is("GPT", "GPT behind its protective MBR");
}

static void check_md(void)
{
	static const struct {
		bool from_end;
		size_t offset;
		bool found;
	} rows[] = {
		{ false, 0, true }, { false, 4096, true },
		{ true, 8192, true }, { true, 11776, true }, { true, 65536, true },
		{ true, 131072 - 512, true }, { true, 131072, false },
		{ false, 512, false }, { false, 8192, false }, { true, 512, false },
		{ true, 4096, false }, { true, 12288, false }, { true, 32768, false },
	};
	union mdimage_v1 v1;
	uint8_t *p;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		clear();
		p = rows[i].from_end ? tail + END - rows[i].offset : head + rows[i].offset;
		mdimage_v1(&v1, "a", 1, 8);
		v1.bytes[30] ^= 1;	/* a wrong checksum is a signature all the same */
		memcpy(p, v1.bytes, 512);
		check_is(rows[i].found ? "md member" : "", "md");
		/* what else is there is said first */
		memcpy(head + 65600, "_BHRfS_M", 8);
		check_is("btrfs", "btrfs and md");
	}
	clear();
	memcpy(head, "\xfc\x4e\x2b\xa9", 4);
	check_is("md member", "1.1");
	memcpy(tail + END - 65536, "\xa9\x2b\x4e\xfc", 4);
	check_is("several md superblocks", "1.1 and a big-endian 0.90");
}

/* Ends of every small length, in memory of just that length. */
static void check_lengths(void)
{
	static const size_t lens[] = { 0, 1, 3, 4, 512, 513, 1024, 1079, 1500, 2047, 2048,
				       4096, 4099, 4100, 8192, 65536, 65600, 131071 };
	uint8_t *a, *b;
	size_t i;

	for (i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
		a = calloc(1, lens[i] ? lens[i] : 1);
		b = calloc(1, lens[i] ? lens[i] : 1);
		check(!*signature_find(a, lens[i], b, lens[i]), "blank %zu", lens[i]);
		memset(a, 0xff, lens[i]);
		memset(b, 0xff, lens[i]);
		check(!*signature_find(a, lens[i], b, lens[i]), "ff %zu", lens[i]);
		free(a);
		free(b);
	}
}

int main(void)
{
	clear();
	check_is("", "blank");
	check_table();
	check_swap();
	check_ext();
	check_ext_of_ours();
	check_boot_sectors();
	check_md();
	check_lengths();
	return check_done();
}
