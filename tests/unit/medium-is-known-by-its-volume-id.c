// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will tell the volume ids of FAT boot sectors, find the one device
 * that has it on a made-up machine, and see that its disk is never one to be
 * written to, whatever its label and serial.
 * needs: none
 * timeout: 30
 */
#include <errno.h>
#include <string.h>
#include "check.h"
#include "disk.h"
#include "metal/medium.h"
#include "tree.h"
#include "units.h"

#define PCI "pci0000:00/0000:00:"
#define MIB 1048576ull
#define ID "1A2B-3C4D"

enum kind { FAT12, FAT32 };

/* As mkfs.fat lays it: id 3C 4D … in little endian, its mark before it. */
static void make_boot(uint8_t b[512], enum kind kind, uint32_t id)
{
	const unsigned at = kind == FAT32 ? 66 : 38;
	unsigned i;

	memset(b, 0, 512);
	memcpy(b, "\xeb\x3c\x90", 3);
	b[12] = 2;		/* 512 bytes a sector */
	b[13] = 1;
	b[14] = 1;
	b[16] = 2;
	b[17] = kind == FAT32 ? 0 : 64;
	b[20] = kind == FAT32 ? 0 : 8;	/* 2048 sectors */
	b[34] = kind == FAT32 ? 4 : 0;	/* 262144 */
	b[21] = 0xf8;
	b[22] = kind == FAT32 ? 0 : 6;	/* sectors a FAT */
	b[37] = kind == FAT32 ? 8 : 0;	/* 2048 */
	b[44] = 2;
	b[at] = 0x29;
	for (i = 0; i < 4; i++)
		b[at + 1 + i] = (uint8_t)(id >> 8 * i);
	memcpy(b + at + 5, "NO NAME    ", 11);
}

static void check_ids(void)
{
	static const struct { uint32_t id; const char *text; } rows[] = {
		{ 0x1a2b3c4d, ID }, { 0, "0000-0000" }, { 0xffffffff, "FFFF-FFFF" },
		{ 0x0000000a, "0000-000A" },
	};
	uint8_t b[512];
	char id[16];
	size_t i;
	int kind;

	for (kind = FAT12; kind <= FAT32; kind++)
		for (i = 0; i < ARRAY_SIZE(rows); i++) {
			make_boot(b, kind, rows[i].id);
			check(medium_id_of(b, sizeof(b), id, sizeof(id)) &&
			      !strcmp(id, rows[i].text), "kind %d: %s", kind, id);
		}
	make_boot(b, FAT32, 1);
	check(!medium_id_of(b, 511, id, sizeof(id)), "half a sector");
	b[66] = 0;
	check(!medium_id_of(b, sizeof(b), id, sizeof(id)), "without its mark");
	memset(b, 0, sizeof(b));
	check(!medium_id_of(b, sizeof(b), id, sizeof(id)), "zeros");
}

static void lay_fat(const char *name, uint32_t id)
{
	uint8_t b[512];

	make_boot(b, FAT12, id);
	tree_write(name, 0, b, sizeof(b));
}

static void lay_machine(void)
{
	tree_begin();
	tree_text("proc/self/mountinfo", "");
	tree_text("proc/swaps", "");
	tree_device(PCI "04.0/virtio1/block/vda", 1, 2 * MIB);
	tree_attr(PCI "04.0/virtio1/block/vda", "serial", "mdbench-1\n");
	tree_device(PCI "04.0/virtio1/block/vda/vda1", 2, MIB);
	tree_attr(PCI "04.0/virtio1/block/vda/vda1", "partition", "1\n");
	tree_device(PCI "05.0/virtio2/block/vdb", 3, 2 * MIB);
	tree_attr(PCI "05.0/virtio2/block/vdb", "serial", "mdbench-2\n");
	tree_device("virtual/block/md0", 4, MIB);
	lay_fat("md0", 0x1a2b3c4d);
}

static int find(struct medium *m, uint64_t size_bytes)
{
	memset(m, 0, sizeof(*m));
	strncpy(m->id, ID, sizeof(m->id) - 1);
	m->size_bytes = size_bytes;
	return medium_find(m, tree_root);
}

static void check_find(void)
{
	struct medium m;

	lay_machine();
	check(find(&m, 0) == -ENOENT && !m.device[0], "an array is none: %s", m.device);
	lay_fat("vda1", 0x1a2b3c4d);
	lay_fat("vdb", 0x1a2b3c4e);
	check(find(&m, 0) == 0, "one is not found");
	check(!strcmp(m.device, "/dev/vda1") && m.disk_major == 254 && m.disk_minor == 2 &&
	      m.size_bytes == MIB, "%s", m.device);
	check(find(&m, MIB) == 0, "one of its size is not found");
	check(find(&m, 2 * MIB) == -ENOENT, "one of another size is found");
	lay_fat("vdb", 0x1a2b3c4d);
	check(find(&m, 0) == -EEXIST && !m.device[0], "two are not told");
	tree_end();
}

static const struct disk *disk_of(const struct disk_list *list, const char *name)
{
	unsigned i;

	for (i = 0; i < list->count; i++)
		if (!strcmp(list->disk[i].name, name))
			return &list->disk[i];
	return NULL;
}

static void check_consent(void)
{
	static struct disk_list list;
	const struct consent_words words = { "mdbench-1", ERASE_SIGNED };
	const struct consent_words none = { NULL, ERASE_NO };
	char err[256];
	int known;

	for (known = 0; known < 2; known++) {
		lay_machine();
		lay_fat("vda1", 0x1a2b3c4d);
		disk_know_medium(known ? ID : "");
		check(!disk_scan(&list, tree_root), "no scan");
		disk_consent(&list, &none, err, sizeof(err));
		check(disk_of(&list, "vda")->consent == !known, "known %d: %s", known,
		      disk_of(&list, "vda")->why);
		check(disk_of(&list, "vda1")->is_results == known, "known %d", known);
		check(disk_of(&list, "vdb")->consent, "another: %s", disk_of(&list, "vdb")->why);
		check(disk_consent(&list, &words, err, sizeof(err)) == (known ? -EPERM : 0),
		      "a word makes it so: %s", err);
		tree_end();
	}
}

/* No device of this machine has it, so nothing is mounted. */
static void check_open(void)
{
	static const char *const bad[] = {
		"", "1A2B", "1A2B-3C4", "1A2B-3C4DE", "1A2B_3C4D", "1A-2B3C4D", "/dev/sda1",
		"1A2B-3C4G",
	};
	struct medium m;
	char err[200];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++)
		check(medium_open(&m, bad[i], 0, err, sizeof(err)) == -EINVAL &&
		      strstr(err, "not a volume id"), "'%s': %s", bad[i], err);
	check(medium_open(&m, NULL, 0, err, sizeof(err)) == -EINVAL, "none: %s", err);
	check(medium_open(&m, "fedc-0f1e", 0, err, sizeof(err)) == -ENOENT, "%s", err);
	check(!strcmp(m.id, "FEDC-0F1E") && !strncmp(err, "medium: FEDC-0F1E: no disk", 26), "%s",
	      err);
	check(!m.is_mounted && !medium_close(&m), "is mounted");
	/* One that was closed is opened again by what it knows itself. */
	check(medium_open(&m, m.id, 0, err, sizeof(err)) == -ENOENT &&
	      !strcmp(m.id, "FEDC-0F1E"), "again: %s", err);
}

int main(void)
{
	check_ids();
	check_find();
	check_consent();
	check_open();
	return check_done();
}
