// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is on a device: both ends are read, for signatures, md superblocks and
 * the label or id of the results medium; a partition's GUID is read from the table
 * of its disk. Opened read-only, and only a node that is the very device that
 * sysfs speaks of: device numbers are compared.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "disk_parts.h"

#define RESULTS_LABEL "MDBENCH"
#define GPT_ENTRY 128

static char medium_id[16];	/* "": not booted from a medium */

void disk_know_medium(const char *id)
{
	text_put(medium_id, sizeof(medium_id), "%s", id);
}

static bool has_medium_id(const uint8_t *boot, size_t len)
{
	char id[16];

	return medium_id[0] && disk_fat_id(boot, len, id, sizeof(id)) && !strcmp(id, medium_id);
}

/*
 * -errno if it cannot be opened or is another device. Under a root of a test
 * there are no device nodes: there a plain file stands for one.
 */
int disk_open_node(const struct disk *d, const char *root)
{
	int fd = open(d->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat st;

	if (fd < 0)
		return -errno;
	if (!fstat(fd, &st) &&
	    ((S_ISBLK(st.st_mode) && major(st.st_rdev) == d->major &&
	      minor(st.st_rdev) == d->minor) ||
	     (S_ISREG(st.st_mode) && root[0])))
		return fd;
	close(fd);
	return -ENODEV;
}

static void name_signature(struct disk *d, const char *found)
{
	if (strcmp(found, "md member"))
		text_put(d->signature, sizeof(d->signature), "%s", found);
	else if (!d->sb.found)
		text_put(d->signature, sizeof(d->signature), "damaged md superblock");
	else if (d->sb.name[0])
		text_put(d->signature, sizeof(d->signature), "md of %s", d->sb.name);
	else
		text_put(d->signature, sizeof(d->signature), "md %s", d->sb.version);
}

void disk_read_content(struct disk *d, const char *root)
{
	static uint8_t head[CONTENT_BYTES], tail[CONTENT_BYTES];
	size_t len = d->size_bytes < CONTENT_BYTES ? (size_t)d->size_bytes : CONTENT_BYTES;
	int fd;

	if (!d->size_bytes)
		return;
	d->unreadable = true;
	fd = disk_open_node(d, root);
	if (fd < 0)
		return;
	if (!read_at(fd, head, len, 0) && !read_at(fd, tail, len, d->size_bytes - len) &&
	    !mdsb_read(fd, d->size_bytes, &d->sb)) {
		d->unreadable = false;
		name_signature(d, signature_find(head, len, tail, len));
		d->is_results = has_medium_id(head, len) ||
			fat_has_label(fd, head, len, RESULTS_LABEL);
	}
	close(fd);
}

/* Mixed-endian, as EFI and the kernel write it. */
static void guid_format(const uint8_t *g, char *text, size_t size)
{
	text_put(text, size, "%08x-%04x-%04x-%02x%02x-%02x%02x%02x%02x%02x%02x",
		 get_le32(g), get_le16(g + 4), get_le16(g + 6), g[8], g[9], g[10],
		 g[11], g[12], g[13], g[14], g[15]);
}

/* UEFI 2.10, 5.3.2 and 5.3.3: entry number of the table that the header names. */
static int gpt_entry(int fd, uint64_t block, unsigned number, uint8_t entry[GPT_ENTRY])
{
	uint8_t header[92];
	uint64_t lba;
	uint32_t size;
	int ret = read_at(fd, header, sizeof(header), block);

	if (ret)
		return ret;
	lba = get_le64(header + 72);
	size = get_le32(header + 84);
	if (memcmp(header, "EFI PART", 8) || size < GPT_ENTRY || size > 4096 ||
	    !number || number > get_le32(header + 80) || lba > (UINT64_MAX >> 13))
		return -ENOENT;
	return read_at(fd, entry, GPT_ENTRY, lba * block + (uint64_t)(number - 1) * size);
}

/*
 * A name that begins as consent does, in the kernel's memory, but not on the disk
 * any more: its owner took it back while the kernel could not look again.
 */
static void check_partname(struct disk *d, const uint8_t *entry)
{
	static const char lead[] = "mdbench";
	unsigned i;

	if (strncmp(d->partname, lead, sizeof(lead) - 1))
		return;
	for (i = 0; lead[i]; i++)
		if (get_le16(entry + 56 + 2 * i) != lead[i])
			d->partname[0] = '\0';
}

void disk_read_partuuid(struct disk *d, const struct disk *whole, const char *root,
			unsigned number)
{
	uint64_t block = whole->logical_block_bytes;
	uint8_t entry[GPT_ENTRY], id[4];
	int fd = disk_open_node(whole, root);

	if (fd < 0)
		return;
	if (block >= 512 && block <= 4096 && !gpt_entry(fd, block, number, entry)) {
		if (!d->partuuid[0])
			guid_format(entry + 16, d->partuuid, sizeof(d->partuuid));
		check_partname(d, entry);
	} else if (!d->partuuid[0] && !strcmp(whole->signature, "MBR") &&
		   !read_at(fd, id, sizeof(id), 440)) {
		text_put(d->partuuid, sizeof(d->partuuid), "%08x-%02x", get_le32(id), number);
	}
	close(fd);
}

bool disk_check_claims(struct disk_list *list)
{
	bool changed = false;
	struct disk *d;
	unsigned i;
	int fd;

	for (i = 0; i < list->count; i++) {
		d = &list->disk[i];
		if (!d->consent || d->holder[0])
			continue;
		fd = open(d->path, O_RDONLY | O_EXCL | O_CLOEXEC | O_NONBLOCK);
		if (fd >= 0) {
			close(fd);
			continue;
		}
		if (errno != EBUSY)
			continue;
		text_put(d->holder, sizeof(d->holder), "another program");
		changed = true;
	}
	return changed;
}
