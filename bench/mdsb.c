// SPDX-License-Identifier: GPL-2.0-only
/*
 * md superblocks: parsing of what include/uapi/linux/raid/md_p.h lays out,
 * with the checks that drivers/md/md.c makes (super_90_load, super_1_load).
 * A superblock that the kernel would refuse is not found here; that there is
 * something at all is signature.c's business. Nothing is ever written.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "disk_parts.h"
#include "mdsb.h"

#define SECTOR 512
#define SB_BYTES 4096
#define ROLE_MAX 0xff00		/* MD_DISK_ROLE_MAX */

/* Byte offsets in struct mdp_superblock_1. */
enum {
	V1_MAGIC = 0, V1_MAJOR = 4, V1_FEATURES = 8, V1_UUID = 16, V1_NAME = 32,
	V1_CTIME = 64, V1_LEVEL = 72, V1_LAYOUT = 76, V1_SIZE = 80, V1_CHUNK = 88,
	V1_RAID_DISKS = 92, V1_DATA_OFFSET = 128, V1_DATA_SIZE = 136, V1_SUPER_OFFSET = 144,
	V1_DEV_NUMBER = 160, V1_EVENTS = 200, V1_CSUM = 216, V1_MAX_DEV = 220,
	/* __le32 logical_block_size since Linux 6.19, zero padding before */
	V1_LOGICAL_BLOCK = 224,
	V1_ROLES = 256, V1_NAME_LEN = 32,
};

/* Byte offsets in mdp_super_t, which has the byte order of its machine. */
enum {
	V0_MAGIC = 0, V0_MAJOR = 4, V0_MINOR = 8, V0_UUID0 = 20, V0_CTIME = 24,
	V0_LEVEL = 28, V0_SIZE = 32, V0_RAID_DISKS = 40, V0_UUID1 = 52,
	V0_STATE = 132, V0_CSUM = 152, V0_EVENTS = 156, V0_LAYOUT = 256,
	V0_CHUNK = 260, V0_THIS = 3968,
	V0_THIS_ROLE = V0_THIS + 12, V0_THIS_STATE = V0_THIS + 16,
};

/* Of mdp_disk_t state: bit 0 faulty, 1 active, 2 in sync. */
enum { STATE_FAULTY = 1, STATE_ACTIVE = 2, STATE_SYNC = 4 };
#define V0_STATE_BITMAP 0x100	/* MD_SB_BITMAP_PRESENT */

static void uuid_format(struct md_sb *sb)
{
	char *p = sb->uuid_text;
	unsigned i;

	for (i = 0; i < sizeof(sb->uuid); i++)
		p += snprintf(p, 4, "%s%02x", i && i % 4 == 0 ? ":" : "",
			      sb->uuid[i]);
}

/* calc_sb_1_csum(): all words but the checksum's own, carries added once. */
static uint32_t v1_csum(const uint8_t *p, uint32_t max_dev)
{
	size_t size = V1_ROLES + 2 * (size_t)max_dev, at;
	uint64_t sum = 0;

	for (at = 0; at + 4 <= size; at += 4)
		if (at != V1_CSUM)
			sum += get_le32(p + at);
	if (at < size)
		sum += get_le16(p + at);
	return (uint32_t)(sum + (sum >> 32));
}

static uint32_t v1_role(const uint8_t *p, uint32_t max_dev, uint32_t raid_disks)
{
	uint32_t number = get_le32(p + V1_DEV_NUMBER), role;

	if (number >= max_dev)
		return UINT32_MAX;
	role = get_le16(p + V1_ROLES + 2 * (size_t)number);
	return role < ROLE_MAX && role < raid_disks ? role : UINT32_MAX;
}

/* Sound by magic, version, place, checksum and ranges? */
static bool v1_sound(const uint8_t *p, size_t len, uint64_t sb_sector)
{
	uint32_t max_dev;

	if (len < V1_ROLES || get_le32(p + V1_MAGIC) != MDSB_MAGIC ||
	    get_le32(p + V1_MAJOR) != 1 ||
	    get_le64(p + V1_SUPER_OFFSET) != sb_sector)
		return false;
	max_dev = get_le32(p + V1_MAX_DEV);
	if (max_dev > (SB_BYTES - V1_ROLES) / 2 ||
	    V1_ROLES + 2 * (size_t)max_dev > len)
		return false;
	if (v1_csum(p, max_dev) != get_le32(p + V1_CSUM))
		return false;
	return get_le64(p + V1_SIZE) <= UINT64_MAX / SECTOR &&
	       get_le64(p + V1_DATA_OFFSET) <= UINT64_MAX / SECTOR &&
	       get_le64(p + V1_DATA_SIZE) <= UINT64_MAX / SECTOR &&
	       get_le32(p + V1_CHUNK) <= UINT32_MAX / SECTOR &&
	       get_le32(p + V1_RAID_DISKS) <= ROLE_MAX;
}

void mdsb_parse_v1(const uint8_t *p, size_t len, const char *version,
		   uint64_t sb_sector, struct md_sb *sb)
{
	memset(sb, 0, sizeof(*sb));
	if (!v1_sound(p, len, sb_sector))
		return;
	sb->found = true;
	text_put(sb->version, sizeof(sb->version), "%s", version);
	memcpy(sb->uuid, p + V1_UUID, sizeof(sb->uuid));
	uuid_format(sb);
	text_clean(sb->name, sizeof(sb->name), (const char *)p + V1_NAME,
		   V1_NAME_LEN);
	sb->level = (int32_t)get_le32(p + V1_LEVEL);
	sb->raid_disks = get_le32(p + V1_RAID_DISKS);
	sb->role = v1_role(p, get_le32(p + V1_MAX_DEV), sb->raid_disks);
	sb->size_bytes = get_le64(p + V1_SIZE) * SECTOR;
	sb->chunk_bytes = get_le32(p + V1_CHUNK) * SECTOR;
	sb->data_offset_bytes = get_le64(p + V1_DATA_OFFSET) * SECTOR;
	sb->events = get_le64(p + V1_EVENTS);
	sb->logical_block_bytes = get_le32(p + V1_LOGICAL_BLOCK);
	sb->data_bytes = get_le64(p + V1_DATA_SIZE) * SECTOR;
	sb->layout = get_le32(p + V1_LAYOUT);
	sb->features = get_le32(p + V1_FEATURES);
	sb->in_sync = sb->role != UINT32_MAX &&
		      !(sb->features & (MDSB_REBUILDING | MDSB_REPLACEMENT));
	sb->raid0_layout_known = sb->level != 0 ||
		(sb->features & MDSB_RAID0_LAYOUT);
}

/* calc_sb_csum() and csum_fold(): super_90_load() compares the folded sums. */
static uint16_t fold(uint32_t sum)
{
	sum = (sum & 0xffff) + (sum >> 16);
	sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)sum;
}

static uint32_t v0_csum(const uint8_t *p)
{
	uint64_t sum = 0;
	size_t at;

	for (at = 0; at < SB_BYTES; at += 4)
		if (at != V0_CSUM)
			sum += get_le32(p + at);
	return (uint32_t)(sum + (sum >> 32));
}

static bool v0_sound(const uint8_t *p, size_t len)
{
	return len >= SB_BYTES && get_le32(p + V0_MAGIC) == MDSB_MAGIC &&
	       get_le32(p + V0_MAJOR) == 0 && get_le32(p + V0_MINOR) >= 90 &&
	       get_le32(p + V0_MINOR) <= 91 && get_le32(p + V0_RAID_DISKS) &&
	       fold(v0_csum(p)) == fold(get_le32(p + V0_CSUM));
}

static void v0_uuid(const uint8_t *p, struct md_sb *sb)
{
	static const size_t at[] = { V0_UUID0, V0_UUID1, V0_UUID1 + 4, V0_UUID1 + 8 };
	unsigned i, j;

	/* mdadm prints each word as a number, high digits first. */
	for (i = 0; i < 4; i++)
		for (j = 0; j < 4; j++)
			sb->uuid[4 * i + j] = p[at[i] + 3 - j];
	uuid_format(sb);
}

void mdsb_parse_v0(const uint8_t *p, size_t len, struct md_sb *sb)
{
	uint32_t state;

	memset(sb, 0, sizeof(*sb));
	if (!v0_sound(p, len))
		return;
	sb->found = true;
	text_put(sb->version, sizeof(sb->version), "0.90");
	v0_uuid(p, sb);
	sb->level = (int32_t)get_le32(p + V0_LEVEL);
	sb->raid_disks = get_le32(p + V0_RAID_DISKS);
	state = get_le32(p + V0_THIS_STATE);
	sb->role = get_le32(p + V0_THIS_ROLE);
	if ((state & STATE_FAULTY) || !(state & (STATE_ACTIVE | STATE_SYNC)) ||
	    sb->role >= sb->raid_disks)
		sb->role = UINT32_MAX;
	sb->size_bytes = (uint64_t)get_le32(p + V0_SIZE) * 1024;
	sb->chunk_bytes = get_le32(p + V0_CHUNK);
	sb->events = get_le64(p + V0_EVENTS);
	sb->layout = get_le32(p + V0_LAYOUT);
	sb->features = (get_le32(p + V0_STATE) & V0_STATE_BITMAP ? MDSB_BITMAP : 0) |
		       (get_le32(p + V0_MINOR) > 90 ? MDSB_RESHAPING : 0);
	sb->in_sync = sb->role != UINT32_MAX && (state & STATE_SYNC);
	/* super_90_validate() takes the layout of a RAID0 for unknown. */
	sb->raid0_layout_known = sb->level != 0;
}

/* Creation time in seconds; v1 keeps microseconds in the top 24 bits. */
static uint64_t ctime_of(const uint8_t *p, const struct md_sb *sb)
{
	if (sb->version[0] == '0')
		return get_le32(p + V0_CTIME);
	return get_le64(p + V1_CTIME) & ((1ULL << 40) - 1);
}

struct place {
	const char *version;	/* NULL: 0.90 */
	bool possible;
	uint64_t sector;
};

int mdsb_read(int fd, uint64_t size_bytes, struct md_sb *sb)
{
	uint64_t sectors = size_bytes / SECTOR, newest = 0, made;
	/* calc_dev_sboffset() and super_1_load() say where. */
	const struct place places[] = {
		{ "1.2", sectors >= 16, 8 },
		{ "1.1", sectors >= 8, 0 },
		{ "1.0", sectors >= 24, (sectors - 16) & ~7ULL },
		{ NULL, sectors >= 256, (sectors & ~127ULL) - 128 },
	};
	uint8_t buf[SB_BYTES];
	struct md_sb one;
	unsigned i;
	int ret;

	memset(sb, 0, sizeof(*sb));
	for (i = 0; i < ARRAY_SIZE(places); i++) {
		if (!places[i].possible)
			continue;
		ret = read_at(fd, buf, sizeof(buf), places[i].sector * SECTOR);
		if (ret)
			return ret;
		if (places[i].version)
			mdsb_parse_v1(buf, sizeof(buf), places[i].version,
				      places[i].sector, &one);
		else
			mdsb_parse_v0(buf, sizeof(buf), &one);
		if (!one.found)
			continue;
		/* Several: a stale one was left behind; mdadm takes the newest. */
		made = ctime_of(buf, &one);
		if (!sb->found || made > newest) {
			*sb = one;
			newest = made;
		}
	}
	return 0;
}
