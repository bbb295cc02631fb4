/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ext4 with every feature written out (chosen so that Linux 5.10 and all newer
 * mount it), and the state of the page cache.
 */
#ifndef FS_H
#define FS_H

#include <stdint.h>
#include "suite.h"

#define FS_MOUNT_POINT "/mnt"
#define FS_BLOCK_BYTES 4096ull

struct fs {
	const struct target *target;
	const char *device;	/* "/dev/md101" */
	uint64_t size_bytes;	/* how much of it to use */
	uint64_t free_bytes;	/* after the mount */
	bool is_mounted;
	char error[256];
};

/* Make it and mount it. 0 or -errno with fs->error. */
int fs_up(struct fs *fs);
/* Unmount. 0 or -errno with fs->error; nothing to do is 0. */
int fs_down(struct fs *fs);

/* sync(2), then drop page, dentry and inode caches. 0 or -errno. */
int cache_drop(void);

struct json;
void fs_json(const struct fs *fs, struct json *j);

#endif
