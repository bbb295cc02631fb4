/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arrays of somebody else, read and never written (foreign=readonly): members
 * are set read-only in the kernel (BLKROSET) before they are assembled
 * read-only, so that neither an event count nor a resync nor a bitmap can reach
 * them. No file system on them is mounted: a mount may replay a journal.
 */
#ifndef FOREIGN_H
#define FOREIGN_H

#include <stdbool.h>
#include <stddef.h>

struct appliance;
struct disk_list;
struct target;

/*
 * plan_make(), and the read tests of the arrays of others behind it: with these
 * alone no disk has to consent. Errors as plan_make's.
 */
int foreign_plan(struct appliance *a, char *err, size_t size);
/* What a plan_test's target is: of the suites, or an array of others. */
const struct target *foreign_target(unsigned t);
/* For disk_wait: true unless they are asked for and some members are missing. */
bool foreign_are_here(const struct appliance *a, const struct disk_list *list);
/* Assemble, run the read tests, take down; records as any other target's. */
void foreign_run(struct appliance *a);

#endif
