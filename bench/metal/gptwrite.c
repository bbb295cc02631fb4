// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writing to a GUID partition table: the backup's block and header, synced one
 * after the other, then the primary's. A power loss in between leaves one copy
 * that is whole, which every reader takes. Nothing but the bytes of one name and
 * the checksums changes; gpt_make is for a disk that has nothing. Prints nothing.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "disk_parts.h"
#include "gpt_parts.h"

#define MAKE_ENTRIES 128u

static void put_le32(uint8_t *p, uint32_t v)
{
	unsigned i;

	for (i = 0; i < 4; i++)
		p[i] = (uint8_t)(v >> 8 * i);
}

static void put_le64(uint8_t *p, uint64_t v)
{
	put_le32(p, (uint32_t)v);
	put_le32(p + 4, (uint32_t)(v >> 32));
}

/* All of it, and on the medium when this returns. */
static int write_synced(int fd, const void *buf, size_t size, uint64_t offset)
{
	size_t done = 0;
	ssize_t n;

	while (done < size) {
		n = pwrite(fd, (const char *)buf + done, size - done, (off_t)(offset + done));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			return -EIO;
		done += (size_t)n;
	}
	return fsync(fd) ? -errno : 0;
}

static void seal(uint8_t *header, uint32_t table_crc)
{
	put_le32(header + HEADER_TABLE_CRC, table_crc);
	put_le32(header + HEADER_CRC, gpt_header_crc(header));
}

/* block: the one of the table that holds the entry, as read and changed. */
static int write_copy(struct gpt *g, struct gpt_header *h, const uint8_t *block, uint64_t at,
		      uint32_t crc)
{
	int ret = write_synced(g->fd, block, g->block_bytes, h->table_lba * g->block_bytes + at);

	seal(h->block, crc);
	return ret ? ret : write_synced(g->fd, h->block, g->block_bytes,
					h->lba * g->block_bytes);
}

int gpt_rename(struct gpt *g, unsigned number, const uint16_t *name, unsigned units,
	       bool *is_begun)
{
	const size_t entry = (size_t)(number - 1) * g->entry_bytes;
	const uint64_t at = (entry + ENTRY_NAME) / g->block_bytes * g->block_bytes;
	struct gpt_header *const copies[] = { &g->backup, &g->primary };
	uint8_t block[2][GPT_BLOCK_MAX], *to;
	struct gpt_partition p;
	uint32_t crc;
	unsigned i, j;
	int ret = gpt_partition(g, number, &p);

	*is_begun = false;
	if (ret || units > GPT_NAME_UNITS)
		return ret ? ret : -EINVAL;
	/* What lies behind the table's end in its last block stays as it is. */
	for (i = 0; i < 2 && !ret; i++)
		ret = read_at(g->fd, block[i], g->block_bytes,
			      copies[i]->table_lba * g->block_bytes + at);
	if (ret)
		return ret;
	to = g->table + entry + ENTRY_NAME;
	memset(to, 0, 2 * GPT_NAME_UNITS);
	for (j = 0; j < units; j++) {
		to[2 * j] = (uint8_t)name[j];
		to[2 * j + 1] = (uint8_t)(name[j] >> 8);
	}
	crc = gpt_crc32(0, g->table, (size_t)g->entries * g->entry_bytes);
	for (i = 0; i < 2 && !ret; i++) {
		memcpy(block[i] + (entry + ENTRY_NAME - at), to, 2 * GPT_NAME_UNITS);
		*is_begun = true;
		ret = write_copy(g, copies[i], block[i], at, crc);
	}
	return ret;
}

/* A random GUID of version 4, RFC 4122; the first fields are little endian. */
static void put_guid(uint8_t *to, const uint8_t *random)
{
	memcpy(to, random, 16);
	to[7] = (uint8_t)((to[7] & 0x0f) | 0x40);
	to[8] = (uint8_t)((to[8] & 0x3f) | 0x80);
}

static void make_header(uint8_t *h, const struct gpt *g, uint64_t lba, uint64_t other,
			uint64_t table, const uint8_t *guid, uint32_t crc)
{
	memset(h, 0, GPT_BLOCK_MAX);
	memcpy(h, "EFI PART", 8);
	put_le32(h + HEADER_REVISION, 0x10000);
	put_le32(h + HEADER_BYTES_AT, HEADER_BYTES);
	put_le64(h + HEADER_LBA, lba);
	put_le64(h + HEADER_OTHER, other);
	put_le64(h + HEADER_FIRST, g->first_usable);
	put_le64(h + HEADER_LAST, g->last_usable);
	put_guid(h + HEADER_GUID, guid);
	put_le64(h + HEADER_TABLE, table);
	put_le32(h + HEADER_ENTRIES, MAKE_ENTRIES);
	put_le32(h + HEADER_ENTRY_BYTES, ENTRY_BYTES);
	seal(h, crc);
}

static void make_mbr(uint8_t *mbr, uint64_t blocks)
{
	static const uint8_t guard[8] = { 0, 0, 2, 0, MBR_GUARD, 0xff, 0xff, 0xff };

	memset(mbr, 0, GPT_BLOCK_MAX);
	memcpy(mbr + MBR_TABLE, guard, sizeof(guard));
	put_le32(mbr + MBR_TABLE + 8, 1);
	put_le32(mbr + MBR_TABLE + 12, blocks - 1 > UINT32_MAX ? UINT32_MAX :
		 (uint32_t)(blocks - 1));
	mbr[510] = 0x55;
	mbr[511] = 0xaa;
}

static void make_entry(uint8_t *e, const struct gpt *g, const char *name, const uint8_t *guid)
{
	/* 0fc63daf-8483-4772-8e79-3d69d8477de4: Linux file system data */
	static const uint8_t type[16] = {
		0xaf, 0x3d, 0xc6, 0x0f, 0x83, 0x84, 0x72, 0x47,
		0x8e, 0x79, 0x3d, 0x69, 0xd8, 0x47, 0x7d, 0xe4,
	};
	const uint64_t unit = GPT_ALIGN_BYTES / g->block_bytes;
	unsigned i;

	memcpy(e + ENTRY_TYPE, type, sizeof(type));
	put_guid(e + ENTRY_GUID, guid);
	put_le64(e + ENTRY_FIRST, unit);
	put_le64(e + ENTRY_LAST, (g->last_usable + 1) / unit * unit - 1);
	for (i = 0; i < GPT_NAME_UNITS && name[i]; i++)
		e[ENTRY_NAME + 2 * i] = (uint8_t)name[i];
}

int gpt_make(int fd, uint64_t block_bytes, uint64_t size_bytes, const char *name,
	     const uint8_t guids[32], bool *is_begun)
{
	static uint8_t table[MAKE_ENTRIES * ENTRY_BYTES];
	const uint64_t blocks = size_bytes / block_bytes, n = sizeof(table) / block_bytes;
	const struct gpt g = { .block_bytes = block_bytes,
			       .first_usable = 2 + n, .last_usable = blocks - n - 2 };
	uint8_t block[GPT_BLOCK_MAX];
	uint32_t crc;
	int ret;

	*is_begun = false;
	if (block_bytes < 512 || block_bytes > GPT_BLOCK_MAX ||
	    block_bytes & (block_bytes - 1))
		return -EINVAL;
	if (size_bytes < 4 * GPT_ALIGN_BYTES)
		return -ENOSPC;
	memset(table, 0, sizeof(table));
	make_entry(table, &g, name, guids + 16);
	crc = gpt_crc32(0, table, sizeof(table));
	*is_begun = true;
	ret = write_synced(fd, table, sizeof(table), (blocks - n - 1) * block_bytes);
	make_header(block, &g, blocks - 1, 1, blocks - n - 1, guids, crc);
	if (!ret)
		ret = write_synced(fd, block, block_bytes, (blocks - 1) * block_bytes);
	if (!ret)
		ret = write_synced(fd, table, sizeof(table), 2 * block_bytes);
	make_header(block, &g, 1, blocks - 1, 2, guids, crc);
	if (!ret)
		ret = write_synced(fd, block, block_bytes, block_bytes);
	make_mbr(block, blocks);
	return ret ? ret : write_synced(fd, block, block_bytes, 0);
}
