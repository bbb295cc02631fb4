/* SPDX-License-Identifier: GPL-2.0-only */
/* An array of somebody else, for foreign*.c. */
#ifndef FOREIGN_PARTS_H
#define FOREIGN_PARTS_H

#include <stdbool.h>
#include <stdint.h>
#include "disk.h"
#include "plan.h"

struct json;

struct foreign_array {
	struct target target;	/* disks: how many members are here */
	char name[24];		/* "foreign1" */
	const struct md_sb *sb;	/* of the member with the most events */
	unsigned n;
	struct disk *member[PLAN_MEMBERS];	/* by slot */
	uint64_t size_bytes;	/* as the superblocks say, then as it came up */
	char unsupported[160];	/* why this kernel or program cannot read it; "" */
	/* foreignmd.c */
	char md_name[16], path[24];	/* "md110", "/dev/md110" */
	bool is_up, was_set[PLAN_MEMBERS];	/* we set this member read-only */
	uint64_t writes[PLAN_MEMBERS];	/* that the kernel had counted before */
	char error[256];	/* one sentence */
};

/*
 * Arrays that none of whose members consents and that could start, in the order
 * of their first members; how many, at most max. What is left out for a reason is
 * said by say (a sentence; may be NULL). Pure.
 */
unsigned foreign_find(struct disk_list *list, struct foreign_array *found, unsigned max,
		      void (*say)(const char *text));
/*
 * Up read-only, by the kernel's own files and not by mdadm: metadata that is
 * "external" to the kernel, so that there is neither superblock nor bitmap
 * that it could write to. 0 or -errno with f->error; nothing is left up then.
 */
int foreign_up(struct foreign_array *f, unsigned index, struct disk_list *list);
/* Down, and members writable again where they were. 0 or -errno with f->error. */
int foreign_down(struct foreign_array *f, struct disk_list *list);
/* Members of the array record. */
void foreign_json(const struct foreign_array *f, struct json *j);
/* The kernel's name of a level: "raid5"; NULL for what is not read here. */
const char *foreign_level(int level);

#endif
