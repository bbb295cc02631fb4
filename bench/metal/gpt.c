// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading a GUID partition table, and every check that it has to pass before
 * a byte of it is changed. Whatever looks odd is refused: its owner has better
 * tools to repair it. Writing is in gptwrite.c. Prints nothing.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "disk_parts.h"
#include "gpt_parts.h"

#define TABLE_BYTES_MAX (1024u * 1024)
#define ENTRIES_MAX 1024u

uint32_t gpt_crc32(uint32_t crc, const void *data, size_t len)
{
	const uint8_t *p = data;
	unsigned bit;

	crc = ~crc;
	while (len--) {
		crc ^= *p++;
		for (bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
	}
	return ~crc;
}

__attribute__((format(printf, 3, 4)))
static int refuse(char *err, size_t size, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(err, size, fmt, ap);
	va_end(ap);
	return -EINVAL;
}

uint32_t gpt_header_crc(const uint8_t *block)
{
	const uint32_t len = get_le32(block + HEADER_BYTES_AT);
	uint8_t copy[GPT_BLOCK_MAX];

	memcpy(copy, block, len);
	memset(copy + HEADER_CRC, 0, 4);
	return gpt_crc32(0, copy, len);
}

/* which: "" or "backup ", for the sentence. */
static int read_header(struct gpt *g, struct gpt_header *h, uint64_t lba, const char *which,
		       char *err, size_t size)
{
	uint32_t len;
	int ret = read_at(g->fd, h->block, g->block_bytes, lba * g->block_bytes);

	if (ret) {
		refuse(err, size, "the %sheader of its table cannot be read: %s", which,
		       strerror(-ret));
		return ret;
	}
	h->lba = lba;
	h->table_lba = get_le64(h->block + HEADER_TABLE);
	len = get_le32(h->block + HEADER_BYTES_AT);
	if (memcmp(h->block, "EFI PART", 8))
		return refuse(err, size, "its table has no %sheader in its place", which);
	if (get_le32(h->block + HEADER_REVISION) != 0x10000 || len < HEADER_BYTES ||
	    len > g->block_bytes)
		return refuse(err, size, "the %sheader of its table is of a revision or size that is unknown",
			      which);
	if (gpt_header_crc(h->block) != get_le32(h->block + HEADER_CRC))
		return refuse(err, size, "the %sheader of its table has a wrong checksum", which);
	if (get_le64(h->block + HEADER_LBA) != lba)
		return refuse(err, size, "the %sheader of its table is of another place", which);
	return 0;
}

/* The headers are to differ in their places alone. */
static int compare_headers(const struct gpt *g, char *err, size_t size)
{
	static const struct {
		unsigned at, len;
	} same[] = {
		{ HEADER_FIRST, 8 }, { HEADER_LAST, 8 }, { HEADER_GUID, 16 },
		{ HEADER_ENTRIES, 4 }, { HEADER_ENTRY_BYTES, 4 }, { HEADER_TABLE_CRC, 4 },
	};
	const uint8_t *a = g->primary.block, *b = g->backup.block;
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(same); i++)
		if (memcmp(a + same[i].at, b + same[i].at, same[i].len))
			return refuse(err, size, "the two copies of its table differ");
	if (get_le64(a + HEADER_OTHER) != g->backup.lba ||
	    get_le64(b + HEADER_OTHER) != g->primary.lba)
		return refuse(err, size, "the two headers of its table do not name each other");
	return 0;
}

/* Sizes, and that primary, partitions and backup follow each other. */
static int check_places(struct gpt *g, char *err, size_t size)
{
	const uint8_t *h = g->primary.block;
	uint64_t table_blocks;

	g->entries = get_le32(h + HEADER_ENTRIES);
	g->entry_bytes = get_le32(h + HEADER_ENTRY_BYTES);
	g->first_usable = get_le64(h + HEADER_FIRST);
	g->last_usable = get_le64(h + HEADER_LAST);
	if (g->entry_bytes < ENTRY_BYTES || g->entry_bytes > GPT_BLOCK_MAX ||
	    g->entry_bytes & (g->entry_bytes - 1) || !g->entries || g->entries > ENTRIES_MAX ||
	    (uint64_t)g->entries * g->entry_bytes > TABLE_BYTES_MAX)
		return refuse(err, size, "its table has %u entries of %u bytes", g->entries,
			      g->entry_bytes);
	table_blocks = ((uint64_t)g->entries * g->entry_bytes + g->block_bytes - 1) /
		       g->block_bytes;
	if (g->primary.table_lba < 2 || g->primary.table_lba > g->blocks ||
	    g->first_usable > g->blocks || g->last_usable > g->blocks ||
	    g->backup.table_lba > g->blocks ||
	    g->primary.table_lba + table_blocks > g->first_usable ||
	    g->first_usable > g->last_usable || g->last_usable >= g->backup.table_lba ||
	    g->backup.table_lba + table_blocks > g->backup.lba)
		return refuse(err, size, "its table lies where partitions may be, or they where it is");
	return 0;
}

static int read_tables(struct gpt *g, char *err, size_t size)
{
	const size_t len = (size_t)g->entries * g->entry_bytes;
	uint8_t *other = malloc(len);
	int ret = -ENOMEM;

	g->table = malloc(len);
	if (!g->table || !other) {
		refuse(err, size, "its table: out of memory");
		goto out;
	}
	ret = read_at(g->fd, g->table, len, g->primary.table_lba * g->block_bytes);
	if (!ret)
		ret = read_at(g->fd, other, len, g->backup.table_lba * g->block_bytes);
	if (ret)
		refuse(err, size, "its table cannot be read: %s", strerror(-ret));
	else if (memcmp(g->table, other, len))
		ret = refuse(err, size, "the two copies of its table differ");
	else if (gpt_crc32(0, g->table, len) !=
		 get_le32(g->primary.block + HEADER_TABLE_CRC))
		ret = refuse(err, size, "its table has a wrong checksum");
out:
	free(other);
	return ret;
}

static const uint8_t *entry_of(const struct gpt *g, unsigned index)
{
	return g->table + (size_t)index * g->entry_bytes;
}

static bool is_used(const uint8_t *entry)
{
	static const uint8_t zeros[16];

	return memcmp(entry + ENTRY_TYPE, zeros, sizeof(zeros)) != 0;
}

static int check_pair(const uint8_t *a, const uint8_t *b, unsigned i, unsigned j, char *err,
		      size_t size)
{
	if (get_le64(a + ENTRY_FIRST) <= get_le64(b + ENTRY_LAST) &&
	    get_le64(b + ENTRY_FIRST) <= get_le64(a + ENTRY_LAST))
		return refuse(err, size, "partitions %u and %u of its table overlap", i + 1,
			      j + 1);
	if (!memcmp(a + ENTRY_GUID, b + ENTRY_GUID, 16))
		return refuse(err, size, "partitions %u and %u of its table have the same id",
			      i + 1, j + 1);
	return 0;
}

static int check_entries(const struct gpt *g, char *err, size_t size)
{
	unsigned i, j;
	int ret = 0;

	for (i = 0; i < g->entries && !ret; i++) {
		const uint8_t *a = entry_of(g, i);
		const uint64_t first = get_le64(a + ENTRY_FIRST), last = get_le64(a + ENTRY_LAST);

		if (!is_used(a))
			continue;
		if (first > last || first < g->first_usable || last > g->last_usable)
			return refuse(err, size, "partition %u of its table lies outside of what may be used",
				      i + 1);
		for (j = 0; j < i && !ret; j++)
			if (is_used(entry_of(g, j)))
				ret = check_pair(entry_of(g, j), a, j, i, err, size);
	}
	return ret;
}

/* An MBR that has only the guard of the GPT. Others know the disk by theirs. */
static int check_mbr(const struct gpt *g, char *err, size_t size)
{
	uint8_t mbr[512];
	unsigned i, guards = 0, others = 0;
	int ret = read_at(g->fd, mbr, sizeof(mbr), 0);

	if (ret) {
		refuse(err, size, "its first sector cannot be read: %s", strerror(-ret));
		return ret;
	}
	for (i = 0; i < 4; i++) {
		const uint8_t type = mbr[MBR_TABLE + 16 * i + 4];

		guards += type == MBR_GUARD;
		others += type && type != MBR_GUARD;
	}
	if (mbr[510] != 0x55 || mbr[511] != 0xaa || guards != 1)
		return refuse(err, size, "its table has no protective MBR");
	return others ? refuse(err, size, "it has an MBR with partitions besides its table") : 0;
}

int gpt_read(struct gpt *g, int fd, uint64_t block_bytes, uint64_t size_bytes, char *err,
	     size_t size)
{
	int ret;

	memset(g, 0, sizeof(*g));
	g->fd = fd;
	g->block_bytes = block_bytes;
	if (block_bytes < 512 || block_bytes > GPT_BLOCK_MAX || block_bytes & (block_bytes - 1))
		return refuse(err, size, "its blocks are of %llu bytes",
			      (unsigned long long)block_bytes);
	g->blocks = size_bytes / block_bytes;
	if (g->blocks < 8)
		return refuse(err, size, "it is too small for a table");
	ret = check_mbr(g, err, size);
	if (!ret)
		ret = read_header(g, &g->primary, 1, "", err, size);
	if (!ret)
		ret = read_header(g, &g->backup, g->blocks - 1, "backup ", err, size);
	if (!ret)
		ret = compare_headers(g, err, size);
	if (!ret)
		ret = check_places(g, err, size);
	if (!ret)
		ret = read_tables(g, err, size);
	if (!ret)
		ret = check_entries(g, err, size);
	if (ret)
		gpt_free(g);
	return ret;
}

void gpt_free(struct gpt *g)
{
	free(g->table);
	g->table = NULL;
}

int gpt_partition(const struct gpt *g, unsigned number, struct gpt_partition *p)
{
	const uint8_t *e;
	unsigned i;

	if (!number || number > g->entries || !is_used(entry_of(g, number - 1)))
		return -ENOENT;
	e = entry_of(g, number - 1);
	memset(p, 0, sizeof(*p));
	p->start_bytes = get_le64(e + ENTRY_FIRST) * g->block_bytes;
	p->size_bytes = (get_le64(e + ENTRY_LAST) + 1) * g->block_bytes - p->start_bytes;
	memcpy(p->type, e + ENTRY_TYPE, sizeof(p->type));
	memcpy(p->guid, e + ENTRY_GUID, sizeof(p->guid));
	p->attributes = get_le64(e + ENTRY_ATTRIBUTES);
	for (i = 0; i < GPT_NAME_UNITS; i++) {
		p->name[i] = get_le16(e + ENTRY_NAME + 2 * i);
		if (p->name[i] && p->name_units < i)
			return -EINVAL;
		p->name_units += p->name[i] != 0;
	}
	return 0;
}

unsigned gpt_find(const struct gpt *g, uint64_t start_bytes, uint64_t size_bytes)
{
	struct gpt_partition p;
	unsigned i;
	int ret;

	for (i = 1; i <= g->entries; i++) {
		ret = gpt_partition(g, i, &p);
		if (ret != -ENOENT && p.start_bytes == start_bytes && p.size_bytes == size_bytes)
			return i;
	}
	return 0;
}

const char *gpt_name_text(const struct gpt_partition *p, char *buf, size_t size)
{
	unsigned i;

	for (i = 0; i < p->name_units && i + 1 < size; i++)
		buf[i] = p->name[i] >= ' ' && p->name[i] <= '~' ? (char)p->name[i] : '?';
	buf[i] = '\0';
	return buf;
}
