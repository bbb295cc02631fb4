/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of the inventory (disk*.c, consent.c, signature.c, mdsb.c)
 * share among themselves; the rest of the program uses disk.h and mdsb.h.
 * Everything here reads and nothing writes.
 */
#ifndef DISK_PARTS_H
#define DISK_PARTS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "disk.h"
#include "units.h"

#define MDSB_MAGIC 0xa92b4efcU
#define CONTENT_BYTES (128 * 1024)	/* read of each end of a device */
#define SYS_PATH 1024

static inline uint16_t get_le16(const uint8_t *p)
{
	return (uint16_t)(p[0] | p[1] << 8);
}

static inline uint32_t get_le32(const uint8_t *p)
{
	return get_le16(p) | (uint32_t)get_le16(p + 2) << 16;
}

static inline uint64_t get_le64(const uint8_t *p)
{
	return get_le32(p) | (uint64_t)get_le32(p + 4) << 32;
}

/* disk_text.c: 0, or -ENAMETOOLONG with what fits. */
__attribute__((format(printf, 3, 4)))
int text_put(char *buf, size_t size, const char *fmt, ...);
/* Cut at NUL, trim white space, make all but printable ASCII '?'. */
void text_clean(char *dst, size_t size, const char *src, size_t len);
/* Bytes of ROOT-less path DIR/FILE (file may be NULL): length or -errno. */
ssize_t sys_bytes(const char *dir, const char *file, void *buf, size_t size);
/* The same as clean text; "" and -errno if it cannot be read. */
int sys_text(const char *dir, const char *file, char *dst, size_t size);
/* The same as a number; preset if it cannot be read or is none. */
uint64_t sys_number(const char *dir, const char *file, uint64_t preset);
/* All size bytes at offset: 0, -EIO if the file is shorter, -errno. */
int read_at(int fd, void *buf, size_t size, uint64_t offset);
/* Order of people: runs of digits compare as numbers. */
int natural_compare(const char *a, const char *b);

/* disk_id.c: identity, from the device's real folder in sysfs. */
struct disk_place {
	char root[SYS_PATH];	/* "" for "/" */
	char sys[SYS_PATH];	/* resolved ROOT/sys/devices/…/block/NAME */
};
void disk_identify(struct disk *d, const struct disk_place *at);
/* disk.c: where sysfs has the device of this name now; what it is, unread. */
int disk_find_place(struct disk_place *at, const char *name, const char *root);
int disk_read_identity(struct disk *d, const char *name, const struct disk_place *at);
/* After all are known: partitions' ids, and ids that two disks share. */
void disk_finish_ids(struct disk_list *list);

/* disk_content.c: open, read both ends, set signature, sb, partuuid … */
void disk_read_content(struct disk *d, const char *root);
/* Open for reading, and only the very device that sysfs spoke of: fd or -errno. */
int disk_open_node(const struct disk *d, const char *root);
/* Of a partition: the GUID (or MBR's id and number) from its disk's table. */
void disk_read_partuuid(struct disk *d, const struct disk *whole,
			const char *root, unsigned number);
/* Label of a FAT file system on fd, from boot sector or root folder. */
bool fat_has_label(int fd, const uint8_t *boot, size_t len, const char *label);
bool fat_looks_like(const uint8_t *boot, size_t len, unsigned *bits);

/* disk_use.c: mounts, swap, holders. 0 or -errno. */
int disk_find_use(struct disk_list *list, const char *root);

struct disk *disk_parent(struct disk_list *list, const struct disk *d);

#endif
