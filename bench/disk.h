/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The inventory: every block device of this machine, what it says of itself,
 * what is on it, who uses it, and whether it may be written to. Reading only:
 * devices are opened O_RDONLY, and only their first and last parts are read.
 * All paths lie under a root so that tests can lay a tree of their own.
 */
#ifndef DISK_H
#define DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include "mdsb.h"

#define DISKS_MAX 1024

struct disk {
	char name[32];		/* kernel name: vda, nvme0n1, sdb3 */
	char path[256];		/* ROOT/dev/NAME */
	char id[160];		/* serial:… wwn:… partuuid:… path:… ; see schema.md */
	char model[64], serial[128], wwn[128];	/* "" if unknown; ASCII, trimmed */
	char transport[16];	/* see schema.md */
	char partname[80], partuuid[40];	/* GPT, of a partition */
	bool is_partition;
	char parent[32];	/* kernel name of the whole disk, "" if whole */
	uint64_t major, minor;
	uint64_t size_bytes;
	uint64_t logical_block_bytes, physical_block_bytes;
	bool rotational, read_only, removable;
	char write_cache[16], scheduler[32];	/* "" if unknown */
	/* who uses it */
	bool mounted, swap, is_boot, is_results;
	char holder[32];	/* first holder: md0, dm-1; "" if none */
	bool has_partitions;
	/* what is on it; read from the device, "" if nothing is known */
	char signature[48];	/* "ext4", "LVM2 member", "GPT", "md of HOST:NAME" … */
	bool unreadable;	/* could not be read: signature unknown */
	struct md_sb sb;	/* sb.found false if no md superblock */
	/* the decision */
	bool consent;
	char why[160];
	const char *role;	/* set by the plan; NULL */
};

struct disk_list {
	unsigned count;
	struct disk disk[DISKS_MAX];
};

/* What the owner said in boot words. */
struct consent_words {
	const char *disks;	/* comma list of serials and wwns, NULL or "" */
	enum { ERASE_NO, ERASE_YES, ERASE_SIGNED } erase;
};

/*
 * Read ROOT/sys/class/block, ROOT/proc/{self/mountinfo,swaps}, ROOT/dev. Whole
 * disks, and partitions (a partition is listed after its disk); md, dm, zram
 * and loop without a backing file are left out. Sorted by id, not by letter.
 * 0 or -errno.
 */
int disk_scan(struct disk_list *list, const char *root);

/*
 * Decide for every disk (design: consent). Pure: looks only at its arguments.
 * Sets consent and why. Returns 0, or -EPERM with err filled when words name
 * a disk that must be refused (then nothing may be written at all), or
 * -ENOENT with err filled when words name a disk that is not there.
 */
int disk_consent(struct disk_list *list, const struct consent_words *words,
		 char *err, unsigned long size);

/*
 * Ask the kernel whether somebody holds a consenting disk in a way that sysfs
 * does not show (ZFS, drbd, a mount in another namespace): an exclusive open
 * for reading, closed at once. True if some holder was found and set; then
 * disk_consent() is due again. disk_wait() does both.
 */
bool disk_check_claims(struct disk_list *list);

/*
 * The same for one disk or partition that a person points at by its path, now
 * and on this machine: erase is all the consent there is (enum of struct
 * consent_words). True, or false with the reason in d->why. Pure.
 */
bool disk_may_erase(struct disk_list *list, struct disk *d, unsigned erase);

/* A file system that a run of ours made: its uuid is one of suite.c's. */
#define SIGNATURE_OUR_EXT4 "ext4 of mdbench"

/*
 * What carries a known signature in an image of the device's first 128 KiB
 * (head) and last 128 KiB (tail). "" if nothing. Pure.
 */
const char *signature_find(const uint8_t *head, size_t head_len,
			   const uint8_t *tail, size_t tail_len);

/*
 * Is what has this disk's name now still that disk? 0, -ESTALE if another took
 * its name, -errno if it is gone. root as the inventory had it, "" for "/".
 */
int disk_check_same(struct disk_list *list, const struct disk *d, const char *root);
/*
 * Open it for reading and check: fd or -errno as above. While fd is open, no
 * other disk can take the name, so its path may be handed on. To be closed
 * before a measured close(2): only the last one of a device flushes.
 */
int disk_pin(struct disk_list *list, const struct disk *d, const char *root);

/* Array of ours? name "mdbench:…" (any homehost mdbench). */
bool disk_is_ours(const struct disk *d);

/* For people, a few lines a disk: what it is, and whether it may be written to. */
void disks_print(const struct disk_list *list, FILE *out);

struct json;
/* Members of a disk record, into the object open in j. */
void disk_json(const struct disk *d, struct json *j);

/*
 * Wait until want(list, arg) is true: scan, then on each block uevent scan
 * again, until deadline_s is over. 0, -ETIMEDOUT (list holds the last scan) or
 * -errno. words are applied after each scan. Its -EPERM ends the wait; its
 * -ENOENT does so at the deadline, for the named disk may yet appear.
 */
int disk_wait(struct disk_list *list, const char *root,
	      const struct consent_words *words, unsigned deadline_s,
	      bool (*want)(const struct disk_list *, void *), void *arg,
	      char *err, unsigned long size);

/*
 * Call look(arg) now and after each change of block devices, until it returns
 * something else than -EAGAIN, which is returned; or -ETIMEDOUT, or -errno.
 */
int disk_watch(const char *root, unsigned deadline_s, int (*look)(void *), void *arg);

/*
 * The file system with this volume id ("1A2B-3C4D") is what we were booted from
 * and write results to: from now on no scan lets its disk be written to.
 */
void disk_know_medium(const char *id);
/* Volume id as "1A2B-3C4D" of a FAT boot sector; false if it is none. Pure. */
bool disk_fat_id(const uint8_t *boot, size_t len, char *id, size_t size);

#endif
