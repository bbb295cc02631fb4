/* SPDX-License-Identifier: GPL-2.0-only */
/* The I/O scheduler of the disks under test, where a boot word names one. */
#ifndef SCHEDULER_H
#define SCHEDULER_H

#include <stddef.h>
#include "disk.h"

/*
 * Give all disks that consent the scheduler of this name, and note it in them;
 * of a partition the whole disk gets it. Its module is loaded where there is
 * one. All are looked at before any is set. -ENOENT, with a sentence in err: a
 * disk cannot have it with this kernel, and none was changed; -errno: it did
 * not take it.
 */
int scheduler_set(const char *root, struct disk_list *list, const char *name, char *err,
		  size_t size);

#endif
