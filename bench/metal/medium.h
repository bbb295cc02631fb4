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
#include "record.h"

#define MEDIUM_FOLDER "/run/mdbench/medium"

struct medium {
	char id[16];		/* "1A2B-3C4D" */
	char device[64];	/* /dev/… of this boot; "" while it is not here */
	uint64_t disk_major, disk_minor;	/* of the partition */
	bool is_mounted;
};

/*
 * Wait until one FAT file system with this id is there, and mount it on
 * MEDIUM_FOLDER. 0; -EINVAL for an id that is none; -ENOENT when it did not come
 * in wait_s seconds; -EEXIST when two carry it (unplug one); -errno. err gets a
 * sentence.
 */
int medium_open(struct medium *m, const char *id, unsigned wait_s, char *err, size_t size);
/* It failed, or was pulled: let go of it, and mount it again if it is back now. */
int medium_again(struct medium *m, unsigned wait_s, char *err, size_t size);
/* Synced and unmounted; 0 or -errno. */
int medium_close(struct medium *m);
/* Write a whole small file: to a temporary name, synced, renamed. name is below the medium. */
int medium_write(struct medium *m, const char *name, const char *data, size_t len);
/* Overwrite bytes of a file in place, without a change to the file system (O_DSYNC). */
int medium_patch(struct medium *m, const char *name, uint64_t at, const char *data, size_t len);
/* The whole of a file, with a NUL behind it: its length, or -errno (-EFBIG if it does not fit). */
long medium_read(struct medium *m, const char *name, char *buf, size_t size);
/* Volume id as "1A2B-3C4D" of a FAT boot sector (bpb offsets 39 and 67); false if it is none. Pure. */
bool medium_id_of(const uint8_t *boot, size_t len, char *id, size_t size);

/*
 * Records on the medium: every record goes into memory (/run) first and from
 * there to the file, synced; what the medium does not take now is sent when it
 * is back. So as long as there is memory no record is lost, and the run goes on.
 */
struct sticklog {
	struct medium *medium;
	char name[96];		/* below the medium: results/S0001/r1-k1.jsonl */
	int spool_fd, fd;	/* fd -1: the medium takes nothing now */
	uint64_t spooled_bytes, saved_bytes, base_bytes;
	char trouble[160];	/* "": all is on the medium; else what is wrong, for the screen */
};

/*
 * keep_bytes of what is in the file already stay, the rest (a record that was
 * cut off) is cut away.
 */
int sticklog_open(struct sticklog *l, struct medium *m, const char *name, uint64_t keep_bytes);
/* A sink's function (record.h), arg is the sticklog: 0, or -errno if even memory has no room. */
int sticklog_send(void *arg, const char *data, size_t len);
/* Send the rest, waiting up to wait_s for the medium; 0 or -errno. Closes nothing. */
int sticklog_flush(struct sticklog *l, unsigned wait_s);
void sticklog_close(struct sticklog *l);

#endif
