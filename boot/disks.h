/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The guest's disks: raw files, sparse, made for one run or kept in a folder.
 * Those that mdlab makes get a serial that begins with "mdbench-", which is
 * the guest's permission to write to them; attached ones never do.
 */
#ifndef DISKS_H
#define DISKS_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include "fail.h"

#define VDISKS_MAX 24		/* slots of one PCI bus, less what else is there */

enum bus {
	BUS_VIRTIO_BLK, BUS_VIRTIO_SCSI, BUS_AHCI, BUS_NVME, BUS_USB, BUS_IDE, BUS_MEGASAS,
	BUS_MPTSAS, BUSES
};

struct vdisk {
	char path[PATH_MAX];	/* absolute */
	char serial[20];	/* what fits into virtio-blk's 20 bytes */
	enum bus bus;
	uint64_t size_bytes;
	unsigned sector_bytes;	/* 512 or 4096 */
	bool is_attached;	/* somebody else's file: never made or removed */
};

struct vdisks {
	unsigned count, made;	/* the first `made` are ours, then the attached */
	char keep[PATH_MAX];	/* "": made for this run and removed */
	int lock_fd;		/* of the keep folder; -1 */
	struct vdisk disk[VDISKS_MAX];
};

/* --disks SPEC and --attach LIST (NULL: none). Pure. 0 or -EINVAL. */
int disks_parse(struct vdisks *vd, const char *spec, const char *attach, struct fail *f);
/*
 * Likewise with another bus than virtio-blk where none is named; SPEC may be
 * several, parted by line feeds, for disks of several buses.
 */
int disks_parse_on(struct vdisks *vd, enum bus preset, const char *spec, const char *attach,
		   struct fail *f);
/* No disks at all: the model lab. */
void disks_none(struct vdisks *vd);
/* Say where the images lie: in the keep folder, else in the folder given. */
int disks_place(struct vdisks *vd, const char *folder, struct fail *f);
/* Look at the attached files: 0, or -EIO. Opens them, changes nothing. */
int disks_check_attached(struct vdisks *vd, struct fail *f);
/* Make the images, and the folder; lock the keep folder. */
int disks_make(struct vdisks *vd, const char *folder, struct fail *f);
/* Remove what disks_make made and is not to be kept; unlock. */
void disks_remove(struct vdisks *vd, const char *folder);
unsigned disks_on_bus(const struct vdisks *vd, enum bus bus);

#endif
