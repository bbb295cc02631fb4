/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads files of a FAT32 file system in an image or on a block device, without
 * a mount and without a write. What is on it is hostile: every number is
 * checked, chains that go in circles end, names that are no ASCII are passed
 * over.
 */
#ifndef FAT32_H
#define FAT32_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FAT32_NAME_MAX 64	/* longer names are none of ours */

struct fat32 {
	int fd;			/* borrowed */
	uint64_t fat_at, data_at;
	uint32_t cluster_bytes, clusters, root;
	char id[16];		/* volume id, "1A2B-3C4D" */
};

/* In the first partition, or in the whole. 0, -ENOENT: there is none; -errno. */
int fat32_open(struct fat32 *f, int fd);
/* Call each for every name in a folder, "" is the root. 0, -ENOENT, -ENOTDIR, -errno. */
int fat32_list(const struct fat32 *f, const char *path,
	       void (*each)(void *arg, const char *name, bool is_folder), void *arg);
/*
 * A whole file, with a NUL behind it; to be freed. 0, -ENOENT, -EFBIG (more than
 * max), -EISDIR, -errno. A file whose chain ends early is that much shorter.
 */
int fat32_read(const struct fat32 *f, const char *path, size_t max, char **data, size_t *len);

#endif
