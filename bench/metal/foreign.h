/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arrays of somebody else, read and never written (foreign=readonly): members
 * are set read-only in the kernel (BLKROSET) before they are assembled
 * read-only, so that neither an event count nor a resync nor a bitmap can reach
 * them. No file system on them is mounted: a mount may replay a journal.
 */
#ifndef FOREIGN_H
#define FOREIGN_H

struct appliance;

/* Assemble, run the read tests, take down; records as any other target's. */
void foreign_run(struct appliance *a);

#endif
