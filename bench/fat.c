// SPDX-License-Identifier: GPL-2.0-only
/*
 * Just enough of FAT to know the medium that carries results: does this look
 * like a FAT file system, and has it a label? After Microsoft's "FAT: General
 * Overview of On-Disk Format" 1.03. The label may stand in the boot sector, in
 * the root folder, or in both and differ: either is enough.
 */
#include <string.h>
#include <strings.h>
#include "disk_parts.h"

#define ROOT_MAX 65536		/* read of the root folder */

struct fat {
	uint32_t sector_bytes, cluster_sectors, reserved, fats, root_entries;
	uint32_t fat_sectors, sectors, clusters;
	uint32_t root_cluster;	/* FAT32 */
	unsigned bits;
};

static bool is_power_of_two(uint32_t v)
{
	return v && !(v & (v - 1));
}

static bool fat_parse(const uint8_t *b, size_t len, struct fat *f)
{
	uint64_t system;

	if (len < 512 || !((b[0] == 0xeb && b[2] == 0x90) || b[0] == 0xe9))
		return false;
	f->sector_bytes = get_le16(b + 11);
	f->cluster_sectors = b[13];
	f->reserved = get_le16(b + 14);
	f->fats = b[16];
	f->root_entries = get_le16(b + 17);
	f->sectors = get_le16(b + 19) ? get_le16(b + 19) : get_le32(b + 32);
	f->fat_sectors = get_le16(b + 22) ? get_le16(b + 22) : get_le32(b + 36);
	f->root_cluster = get_le32(b + 44);
	if (!is_power_of_two(f->sector_bytes) || f->sector_bytes < 512 ||
	    f->sector_bytes > 4096 || !is_power_of_two(f->cluster_sectors) ||
	    !f->reserved || !f->fats || f->fats > 4 || !f->fat_sectors ||
	    (b[21] != 0xf0 && b[21] < 0xf8))
		return false;
	system = f->reserved + (uint64_t)f->fats * f->fat_sectors +
		 ((uint64_t)f->root_entries * 32 + f->sector_bytes - 1) / f->sector_bytes;
	if (f->sectors <= system)
		return false;
	f->clusters = (uint32_t)((f->sectors - system) / f->cluster_sectors);
	f->bits = !get_le16(b + 22) ? 32 : f->clusters < 4085 ? 12 : 16;
	return true;
}

bool fat_looks_like(const uint8_t *boot, size_t len, unsigned *bits)
{
	struct fat f;

	if (!fat_parse(boot, len, &f))
		return false;
	*bits = f.bits;
	return true;
}

/* The id follows its mark, 0x29 (or 0x28: no label); the label follows the id. */
bool disk_fat_id(const uint8_t *boot, size_t len, char *id, size_t size)
{
	unsigned bits, at;

	if (!fat_looks_like(boot, len, &bits))
		return false;
	at = bits == 32 ? 66 : 38;
	if (boot[at] != 0x29 && boot[at] != 0x28)
		return false;
	return !text_put(id, size, "%02X%02X-%02X%02X", boot[at + 4], boot[at + 3],
			 boot[at + 2], boot[at + 1]);
}

/* 11 bytes padded with blanks; case does not matter. */
static bool label_is(const uint8_t *p, const char *label)
{
	size_t len = strlen(label), i;

	if (len > 11 || strncasecmp((const char *)p, label, len))
		return false;
	for (i = len; i < 11; i++)
		if (p[i] != ' ' && p[i])
			return false;
	return true;
}

static bool root_has_label(int fd, const struct fat *f, const char *label)
{
	static uint8_t buf[ROOT_MAX];
	uint64_t at = f->reserved + (uint64_t)f->fats * f->fat_sectors;
	size_t len, i;

	if (f->bits == 32) {
		if (f->root_cluster < 2)
			return false;
		at += (uint64_t)(f->root_cluster - 2) * f->cluster_sectors;
		len = (size_t)f->cluster_sectors * f->sector_bytes;
	} else {
		len = (size_t)f->root_entries * 32;
	}
	if (len > sizeof(buf))
		len = sizeof(buf);
	if (read_at(fd, buf, len, at * f->sector_bytes))
		return false;
	for (i = 0; i + 32 <= len && buf[i]; i += 32)
		/* attribute 8: volume label; 0x0f would be part of a long name */
		if (buf[i] != 0xe5 && (buf[i + 11] & 0x3f) == 0x08 &&
		    label_is(buf + i, label))
			return true;
	return false;
}

bool fat_has_label(int fd, const uint8_t *boot, size_t len, const char *label)
{
	struct fat f;

	if (!fat_parse(boot, len, &f))
		return false;
	if (label_is(boot + (f.bits == 32 ? 71 : 43), label))
		return true;
	return root_has_label(fd, &f, label);
}
