/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * md superblocks, versions 0.90, 1.0, 1.1 and 1.2, little endian, as
 * include/uapi/linux/raid/md_p.h lays them out. Hostile input: every field is
 * checked. Pure but for mdsb_read, which only reads.
 */
#ifndef MDSB_H
#define MDSB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bits of feature_map. */
enum md_feature {
	MDSB_BITMAP = 1, MDSB_REBUILDING = 2, MDSB_RESHAPING = 4, MDSB_REPLACEMENT = 16,
	MDSB_JOURNAL = 512, MDSB_PPL = 1024, MDSB_PPLS = 2048, MDSB_RAID0_LAYOUT = 4096,
};

struct md_sb {
	bool found;
	char version[8];	/* "0.90" "1.0" "1.1" "1.2" */
	uint8_t uuid[16];	/* set_uuid */
	char uuid_text[40];	/* as mdadm writes: 8:8:8:8 hex */
	char name[33];		/* set_name, escaped to ASCII; "" for 0.90 */
	int level;		/* 0, 1, … -1 linear */
	uint32_t raid_disks;
	uint32_t role;		/* slot of this member; UINT32_MAX: spare, faulty */
	uint64_t size_bytes;	/* used of each member; 0: all */
	uint32_t chunk_bytes;
	uint64_t data_offset_bytes;	/* 0 for 0.90 */
	uint64_t data_bytes;	/* room for data on this member; 0 for 0.90 */
	uint64_t events;
	uint32_t layout;	/* of RAID0 from Linux 5.4 on, RAID5, 6 and 10 */
	uint32_t features;	/* enum md_feature; of 0.90 as far as it has them */
	bool in_sync;		/* neither spare nor being rebuilt */
	uint32_t logical_block_bytes;	/* 0 unless made on Linux 6.19 or newer */
	bool raid0_layout_known;	/* feature bit of Linux 5.4; true if not RAID0 */
};

/* A superblock in len bytes at p of the version class given; found or not. */
void mdsb_parse_v1(const uint8_t *p, size_t len, const char *version,
		   uint64_t sb_sector, struct md_sb *sb);
void mdsb_parse_v0(const uint8_t *p, size_t len, struct md_sb *sb);
/* Look in all four places of an open device. 0 or -errno; none is not an error. */
int mdsb_read(int fd, uint64_t size_bytes, struct md_sb *sb);

#endif
