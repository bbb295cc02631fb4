/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * GUID partition tables (UEFI 2.10, chapter 5): read strictly, one name
 * changed, or one partition laid over an empty disk. Only tables that are sound
 * in both copies are touched. A change writes the backup first, synced, then
 * the primary: at every moment one copy is whole. Works on a file as on a disk.
 */
#ifndef GPT_H
#define GPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GPT_NAME_UNITS 36	/* of UTF-16 */
#define GPT_ALIGN_BYTES (1024ull * 1024)

struct gpt_header {
	uint64_t lba, table_lba;	/* where it is, where its table is */
	uint8_t block[4096];		/* as on the disk; block_bytes of it */
};

struct gpt {
	int fd;
	uint64_t block_bytes, blocks;
	uint64_t first_usable, last_usable;	/* blocks */
	uint32_t entries, entry_bytes;
	struct gpt_header primary, backup;
	uint8_t *table;			/* entries * entry_bytes; of gpt_read */
};

struct gpt_partition {
	uint64_t start_bytes, size_bytes;
	uint8_t type[16], guid[16];	/* as on the disk */
	uint64_t attributes;		/* bit 0: the platform needs it */
	uint16_t name[GPT_NAME_UNITS];	/* zeros behind its end */
	unsigned name_units;
};

/*
 * Both copies, checked against each other and the disk's size. 0; -EINVAL with a
 * sentence about "its table" in err for one that is not sound; -ENOMEM, -EIO….
 * On error nothing is left to free.
 */
int gpt_read(struct gpt *g, int fd, uint64_t block_bytes, uint64_t size_bytes,
	     char *err, size_t size);
void gpt_free(struct gpt *g);
/* number from 1; -ENOENT if it is not in use, -EINVAL for a name without an end. */
int gpt_partition(const struct gpt *g, unsigned number, struct gpt_partition *p);
/* The number of the partition of these bytes, or 0. */
unsigned gpt_find(const struct gpt *g, uint64_t start_bytes, uint64_t size_bytes);
/*
 * Give it this name: one block of each table and both headers are written. 0,
 * or -errno with *is_begun set once something was written.
 */
int gpt_rename(struct gpt *g, unsigned number, const uint16_t *name, unsigned units,
	       bool *is_begun);
/*
 * A new table of 128 entries with one Linux partition over all of a disk that is
 * empty, named so (ASCII). guids: disk, then partition; random, version set here.
 * 0, or -errno; -ENOSPC for a disk that is too small.
 */
int gpt_make(int fd, uint64_t block_bytes, uint64_t size_bytes, const char *name,
	     const uint8_t guids[32], bool *is_begun);
/* Name as printable text: all but printable ASCII is '?'. Returns buf. */
const char *gpt_name_text(const struct gpt_partition *p, char *buf, size_t size);
/* CRC-32 of IEEE 802.3; of "123456789" it is cbf43926. Start with 0. */
uint32_t gpt_crc32(uint32_t crc, const void *data, size_t len);

#endif
