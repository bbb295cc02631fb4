/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The medium that the machine was booted from and that results go home on: one
 * FAT file system, known by the volume id that the boot entry hands over
 * (mdbench.medium=1A2B-3C4D), never by a letter or a label. It may come late,
 * be slow, be full, or be pulled out and put back. boot/stick/LAYOUT.md says
 * what is on it.
 */
#ifndef MEDIUM_H
#define MEDIUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MEDIUM_FOLDER "/run/mdbench/medium"

struct medium {
	char id[16];		/* "1A2B-3C4D" */
	char device[64];	/* /dev/… of this boot; "" while it is not here */
	char folder[256];	/* MEDIUM_FOLDER once open; a test may lay its own */
	uint64_t disk_major, disk_minor;	/* of the partition */
	uint64_t size_bytes;	/* of the partition: one that comes back has the same */
	bool is_mounted;
};

/*
 * Wait until one FAT file system with this id is there, and mount it on
 * MEDIUM_FOLDER. 0; -EINVAL for an id that is none; -ENOENT when it did not come
 * in wait_s seconds; -EEXIST when two carry it (unplug one); -ENODEV when the
 * kernel has no vfat; -EROFS when it is write-protected; -errno. err gets a
 * sentence. From then on no inventory lets its disk be written to, whatever is
 * returned.
 */
int medium_open(struct medium *m, const char *id, unsigned wait_s, char *err, size_t size);
/*
 * It failed, or was pulled: let go of it, and mount it again if it is back now.
 * Close all files on it before. Errors as above.
 */
int medium_again(struct medium *m, unsigned wait_s, char *err, size_t size);
/* Synced and unmounted; 0 or -errno. */
int medium_close(struct medium *m);
/*
 * Files, all named below the medium; a name that leaves it (.. or /…) is -EINVAL.
 * What an error means for the medium: medium_why().
 *
 * Write a whole small file: to a temporary name, synced, renamed, synced.
 * Folders on the way are made.
 */
int medium_write(struct medium *m, const char *name, const char *data, size_t len);
/*
 * Overwrite bytes of a file in place, without a change to the file system
 * (O_DSYNC); -EFBIG where that would make it longer.
 */
int medium_patch(struct medium *m, const char *name, uint64_t at, const char *data, size_t len);
/* The whole of a file, with a NUL behind it: its length, or -errno (-EFBIG if it does not fit). */
long medium_read(struct medium *m, const char *name, char *buf, size_t size);
/* Make a folder and those above it; 0 or -errno. */
int medium_mkdir(struct medium *m, const char *name);
/* All of it to the device: what a new name needs, as fsync leaves out the folders above. */
int medium_sync(struct medium *m);
/* Full path of a name: 0, -EINVAL (leaves the medium, or too long), -ENODEV (not mounted). */
int medium_path(const struct medium *m, const char *name, char *path, size_t size);
/* "it is full: …": what is wrong with a medium that gave this error, and what to do. */
const char *medium_why(int error);
/* Volume id as "1A2B-3C4D" of a FAT boot sector (bpb offsets 39 and 67); false if it is none. Pure. */
bool medium_id_of(const uint8_t *boot, size_t len, char *id, size_t size);
/*
 * Look once for the block device that carries m->id (and has m->size_bytes,
 * unless 0) below root ("": "/"). 0 with device and numbers set, -ENOENT,
 * -EEXIST, -errno. Reads only.
 */
int medium_find(struct medium *m, const char *root);

#endif
