/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes md superblocks for tests, from the kernel's own structures and with
 * checksums added up another way than bench/mdsb.c does: word by word over the
 * whole image, the checksum's field being zero at that time.
 */
#ifndef MDIMAGE_H
#define MDIMAGE_H

#include <asm/byteorder.h>
#include <endian.h>
#include <linux/types.h>
#include <linux/raid/md_p.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union mdimage_v1 {
	struct mdp_superblock_1 sb;
	uint8_t bytes[4096];
	uint32_t words[1024];
	uint16_t halves[2048];
};

union mdimage_v0 {
	mdp_super_t sb;
	uint8_t bytes[4096];
	uint32_t words[1024];
};

static inline uint32_t mdimage_carry(uint64_t sum)
{
	while (sum >> 32)
		sum = (sum & 0xffffffff) + (sum >> 32);
	return (uint32_t)sum;
}

static inline void mdimage_seal_v1(union mdimage_v1 *u)
{
	uint32_t max_dev = le32toh(u->sb.max_dev), i;
	uint64_t sum = 0;

	u->sb.sb_csum = 0;
	for (i = 0; i < 64 + max_dev / 2; i++)
		sum += le32toh(u->words[i]);
	if (max_dev % 2)
		sum += le16toh(u->halves[2 * i]);
	u->sb.sb_csum = htole32(mdimage_carry(sum));
}

static inline void mdimage_v1(union mdimage_v1 *u, const char *name, int level,
			      uint64_t sb_sector)
{
	unsigned i;

	memset(u, 0, sizeof(*u));
	u->sb.magic = htole32(MD_SB_MAGIC);
	u->sb.major_version = htole32(1);
	u->sb.feature_map = htole32(level ? 0 : MD_FEATURE_RAID0_LAYOUT);
	for (i = 0; i < 16; i++)
		u->sb.set_uuid[i] = (uint8_t)(0x10 + i);
	memcpy(u->sb.set_name, name, strnlen(name, sizeof(u->sb.set_name)));
	u->sb.ctime = htole64(1700000000);
	u->sb.level = htole32((uint32_t)level);
	u->sb.layout = htole32(level ? 0 : 2);
	u->sb.size = htole64(2048);
	u->sb.chunksize = htole32(level ? 0 : 1024);
	u->sb.raid_disks = htole32(2);
	u->sb.data_offset = htole64(sb_sector ? 2048 : 0);
	u->sb.data_size = htole64(2048);
	u->sb.super_offset = htole64(sb_sector);
	u->sb.dev_number = htole32(1);
	memset(u->sb.device_uuid, 0x77, sizeof(u->sb.device_uuid));
	u->sb.utime = htole64(1700000001);
	u->sb.events = htole64(17);
	u->sb.resync_offset = htole64(~0ULL);
	u->sb.max_dev = htole32(128);
	for (i = 0; i < 128; i++)
		u->sb.dev_roles[i] = htole16(i < 2 ? i : MD_DISK_ROLE_SPARE);
	mdimage_seal_v1(u);
}

static inline void mdimage_seal_v0(union mdimage_v0 *u)
{
	uint64_t sum = 0;
	unsigned i;

	u->sb.sb_csum = 0;
	for (i = 0; i < 1024; i++)
		sum += u->words[i];
	u->sb.sb_csum = mdimage_carry(sum);
}

/* In the byte order of this machine, as the kernel writes it. */
static inline void mdimage_v0(union mdimage_v0 *u, unsigned level)
{
	unsigned i;

	memset(u, 0, sizeof(*u));
	u->sb.md_magic = MD_SB_MAGIC;
	u->sb.minor_version = 90;
	u->sb.set_uuid0 = 0x11223344;
	u->sb.set_uuid1 = 0x55667788;
	u->sb.set_uuid2 = 0x99aabbcc;
	u->sb.set_uuid3 = 0xddeeff00;
	u->sb.ctime = 1600000000;
	u->sb.utime = 1600000001;
	u->sb.level = level;
	u->sb.size = 1024;
	u->sb.nr_disks = u->sb.raid_disks = 2;
	u->sb.active_disks = u->sb.working_disks = 2;
	u->sb.state = 1 << MD_SB_CLEAN;
	u->sb.events_lo = 18;
	u->sb.chunk_size = 65536;
	for (i = 0; i < 2; i++) {
		u->sb.disks[i].number = u->sb.disks[i].raid_disk = i;
		u->sb.disks[i].state = 1 << MD_DISK_ACTIVE | 1 << MD_DISK_SYNC;
	}
	u->sb.this_disk = u->sb.disks[1];
	mdimage_seal_v0(u);
}

#endif
