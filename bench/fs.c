// SPDX-License-Identifier: GPL-2.0-only
/*
 * mke2fs is told everything: features, block and inode sizes, journal size,
 * uuid and hash seed (also so that it does not wait for random numbers). Inode
 * tables and journal are written at once, so nothing writes them later.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include "fs.h"
#include "json.h"
#include "spawn.h"
#include "sysfile.h"
#include "units.h"

#define MKE2FS_DEADLINE_S 600
#define MOUNT_DATA "data=ordered"

/* "none" clears what mke2fs would turn on by itself. */
static const char *const feature_list[] = {
	"has_journal", "ext_attr", "resize_inode", "dir_index", "filetype",
	"extent", "64bit", "flex_bg", "sparse_super", "large_file", "huge_file",
	"dir_nlink", "extra_isize", "metadata_csum",
};

static void extended_options(const struct fs *fs, char *buf, size_t size)
{
	const uint64_t stride = fs->target->chunk_bytes / FS_BLOCK_BYTES;
	int len;

	len = snprintf(buf, size,
		       "lazy_itable_init=0,lazy_journal_init=0,nodiscard,hash_seed=%s",
		       fs->target->fs_hash_seed);
	if (stride)
		snprintf(buf + len, size - (size_t)len,
			 ",stride=%llu,stripe_width=%llu",
			 (unsigned long long)stride,
			 (unsigned long long)stride * fs->target->disks);
}

static int fs_make(struct fs *fs)
{
	char features[256] = "none", extended[160], blocks[32], line[160];
	struct spawn_result r;
	size_t i, len = 4;
	int ret;

	for (i = 0; i < ARRAY_SIZE(feature_list); i++)
		len += (size_t)snprintf(features + len, sizeof(features) - len,
					",%s", feature_list[i]);
	extended_options(fs, extended, sizeof(extended));
	snprintf(blocks, sizeof(blocks), "%llu",
		 (unsigned long long)(fs->size_bytes / FS_BLOCK_BYTES));
	ret = spawn_run((const char *const[]){
		"mke2fs", "-t", "ext4", "-F", "-q", "-O", features,
		"-b", "4096", "-I", "256", "-i", "65536", "-m", "0",
		"-J", "size=32", "-e", "continue", "-U", fs->target->fs_uuid,
		"-E", extended, fs->device, blocks, NULL },
		MKE2FS_DEADLINE_S, &r);
	if (ret) {
		spawn_last_line(&r, line, sizeof(line));
		snprintf(fs->error, sizeof(fs->error), "mke2fs: %s",
			 line[0] ? line : strerror(-ret));
	}
	return ret;
}

int fs_up(struct fs *fs)
{
	struct statvfs sv;
	int ret;

	ret = fs_make(fs);
	if (ret)
		return ret;
	if (mount(fs->device, FS_MOUNT_POINT, "ext4", MS_NOATIME | MS_NODIRATIME,
		  MOUNT_DATA) < 0) {
		ret = -errno;
		snprintf(fs->error, sizeof(fs->error), "mount %s: %s", fs->device,
			 strerror(-ret));
		return ret;
	}
	fs->is_mounted = true;
	if (!statvfs(FS_MOUNT_POINT, &sv))
		fs->free_bytes = (uint64_t)sv.f_bavail * sv.f_frsize;
	return 0;
}

int fs_down(struct fs *fs)
{
	int ret;

	if (!fs->is_mounted)
		return 0;
	if (umount2(FS_MOUNT_POINT, 0) < 0) {
		ret = -errno;
		snprintf(fs->error, sizeof(fs->error), "unmount: %s",
			 strerror(-ret));
		return ret;
	}
	fs->is_mounted = false;
	return 0;
}

int cache_drop(void)
{
	sync();
	return sysfile_write("/proc/sys/vm/drop_caches", "3\n");
}

void fs_json(const struct fs *fs, struct json *j)
{
	size_t i;

	json_str(j, "target", fs->target->name);
	json_str(j, "fstype", "ext4");
	json_str(j, "uuid", fs->target->fs_uuid);
	json_u64(j, "block_bytes", FS_BLOCK_BYTES);
	json_open(j, "features", '[');
	for (i = 0; i < ARRAY_SIZE(feature_list); i++)
		json_str(j, NULL, feature_list[i]);
	json_close(j, ']');
	json_str(j, "mount_options", "noatime,nodiratime," MOUNT_DATA);
	json_u64(j, "size_bytes", fs->size_bytes);
	json_u64(j, "free_bytes", fs->free_bytes);
}
