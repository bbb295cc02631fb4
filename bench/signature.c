// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is on a device, from an image of its two ends: partition tables, file
 * systems, volume managers, RAID members, swap. A table of magic numbers; those
 * that need more than one comparison have a function. A false alarm costs its
 * owner a word (erase=signed), a miss costs somebody's data: so doubtful
 * matches count. md comes last, so that a device whose only sign is md can be
 * told from one that carries something else besides.
 */
#include <string.h>
#include "disk_parts.h"

struct ends {
	const uint8_t *head, *tail;
	size_t head_len, tail_len;
};

struct row {
	const char *name;
	bool from_end;		/* offset counts back from the device's end */
	size_t offset;
	const char *bytes;
	size_t len;
};

#define AT(name_, offset_, bytes_) \
	{ .name = name_, .offset = offset_, .bytes = bytes_, .len = sizeof(bytes_) - 1 }
#define END(name_, offset_, bytes_) \
	{ .name = name_, .from_end = true, .offset = offset_, .bytes = bytes_, \
	  .len = sizeof(bytes_) - 1 }

/* Places and bytes are those of the sources named at the right. */
static const struct row rows[] = {
	/* volume managers, RAID, encryption */
	AT("LUKS", 0, "LUKS\xba\xbe"),			/* LUKS2 on-disk format, 2.1 */
	AT("LUKS", 0x4000, "SKUL\xba\xbe"),		/* its second header */
	AT("LUKS", 0x8000, "SKUL\xba\xbe"),
	AT("LUKS", 0x10000, "SKUL\xba\xbe"),
	AT("BitLocker", 3, "-FVE-FS-"),			/* libbde, format document */
	AT("dm-integrity", 0, "integrt"),		/* drivers/md/dm-integrity.c */
	AT("dm-verity", 0, "verity\0\0"),		/* cryptsetup, DMVerity */
	AT("VDO", 0, "dmvdo001"),			/* drivers/md/dm-vdo/vdo.c */
	AT("Stratis", 512 + 4, "!Stra0tis\x86\xff\x02^\x41rh"),	/* stratisd, BDA */
	AT("Stratis", 9 * 512 + 4, "!Stra0tis\x86\xff\x02^\x41rh"),
	AT("LVM1 member", 0, "HM\x01\x00"),		/* libblkid lvm.c */
	AT("LVM1 member", 0, "HM\x02\x00"),
	AT("bcache", 4096 + 24,				/* uapi/linux/bcache.h */
	   "\xc6\x85\x73\xf6\x4e\x1a\x45\xca\x82\x65\xf5\x7f\x48\xba\x6d\x81"),
	AT("bcachefs", 4096 + 24,			/* fs/bcachefs/bcachefs_format.h */
	   "\xc6\x85\x73\xf6\x66\xce\x90\xa9\xd9\x6a\x60\xcf\x80\x3d\xf7\xef"),
	AT("Ceph bluestore", 0, "bluestore block device"),	/* BlueStore.cc */
	AT("ZFS member", 16384 + 24, "version\0"),	/* vdev label's nvlist, XDR */
	END("Intel RAID member", 1024, "Intel Raid ISM Cfg Sig. "),	/* mdadm super-intel.c */
	END("Intel RAID member", 8192, "Intel Raid ISM Cfg Sig. "),	/* 4096-byte sectors */
	END("DDF RAID member", 512, "\xde\x11\xde\x11"),	/* SNIA DDF 2.0, 5.4 */
	END("DDF RAID member", 4096, "\xde\x11\xde\x11"),
	END("DDF RAID member", 512, "\x11\xde\x11\xde"),
	END("NVIDIA RAID member", 1024, "NVIDIA  "),	/* dmraid, format/ataraid/nv.h */
	END("JMicron RAID member", 512, "JM"),		/* dmraid, jm.h */
	/* file systems */
	AT("XFS", 0, "XFSB"),				/* fs/xfs/libxfs/xfs_format.h */
	AT("XFS log", 0, "\xfe\xed\xba\xbe"),		/* xfs_log_format.h */
	AT("btrfs", 65536 + 64, "_BHRfS_M"),		/* uapi/linux/btrfs_tree.h */
	AT("exFAT", 3, "EXFAT   "),			/* exFAT specification, 3.1.2 */
	AT("NTFS", 3, "NTFS    "),			/* fs/ntfs3/ntfs.h */
	AT("ReFS", 3, "\0\0\0\0ReFS\0"),		/* libblkid refs.c */
	AT("ReFS", 0, "\0\0\0ReFS\0"),
	AT("ISO 9660", 32769, "CD001"),			/* ECMA-119, 8.1 */
	AT("UDF", 32769, "BEA01"),			/* ECMA-167, 2/9.2 */
	AT("UDF", 32769, "NSR0"),
	AT("f2fs", 1024, "\x10\x20\xf5\xf2"),		/* uapi/linux/magic.h, le */
	AT("erofs", 1024, "\xe2\xe1\xf5\xe0"),		/* fs/erofs/erofs_fs.h */
	AT("squashfs", 0, "hsqs"),			/* fs/squashfs/squashfs_fs.h */
	AT("squashfs", 0, "sqsh"),
	AT("cramfs", 0, "\x45\x3d\xcd\x28"),		/* uapi/linux/cramfs_fs.h */
	AT("romfs", 0, "-rom1fs-"),			/* uapi/linux/romfs_fs.h */
	AT("reiserfs", 65536 + 52, "ReIsEr"),		/* fs/reiserfs/reiserfs.h */
	AT("reiserfs", 8192 + 52, "ReIsEr"),
	AT("reiser4", 65536, "ReIsEr4"),		/* reiser4progs */
	AT("JFS", 32768, "JFS1"),			/* fs/jfs/jfs_superblock.h */
	AT("OCFS2", 1024, "OCFSV2"),			/* fs/ocfs2/ocfs2_fs.h */
	AT("OCFS2", 2048, "OCFSV2"),
	AT("OCFS2", 4096, "OCFSV2"),
	AT("OCFS2", 8192, "OCFSV2"),
	AT("GFS2", 65536, "\x01\x16\x19\x70"),		/* uapi/linux/gfs2_ondisk.h */
	AT("NILFS2", 1024 + 6, "\x34\x34"),		/* uapi/linux/magic.h */
	AT("APFS", 32, "NXSB"),				/* Apple File System Reference */
	AT("HFS+", 1024, "H+\x00\x04"),			/* Apple TN1150 */
	AT("HFS+", 1024, "HX\x00\x05"),
	AT("HFS", 1024, "BD"),
	AT("UFS2", 65536 + 1372, "\x19\x01\x54\x19"),	/* fs/ufs/ufs_fs.h */
	AT("UFS1", 8192 + 1372, "\x54\x19\x01\x00"),
	AT("minix", 1024 + 16, "\x7f\x13"),		/* uapi/linux/magic.h */
	AT("minix", 1024 + 16, "\x8f\x13"),
	AT("minix", 1024 + 16, "\x68\x24"),
	AT("minix", 1024 + 16, "\x78\x24"),
	AT("minix", 1024 + 24, "\x5a\x4d"),
	/* partition tables other than MBR */
	AT("GPT", 512, "EFI PART"),			/* UEFI 2.10, 5.3.2 */
	AT("GPT", 4096, "EFI PART"),
	END("GPT", 512, "EFI PART"),			/* its copy */
	END("GPT", 4096, "EFI PART"),
	AT("Apple partition map", 512, "PM\0\0"),	/* block/partitions/mac.h */
	AT("BSD disklabel", 512, "\x57\x45\x56\x82"),	/* block/partitions/msdos.c */
	AT("Sun disklabel", 508, "\xda\xbe"),		/* block/partitions/sun.c */
	AT("SGI disklabel", 0, "\x0b\xe5\xa9\x41"),	/* block/partitions/sgi.c */
};

static bool row_matches(const struct ends *e, const struct row *r)
{
	if (r->from_end)
		return r->offset <= e->tail_len && r->len <= r->offset &&
		       !memcmp(e->tail + e->tail_len - r->offset, r->bytes, r->len);
	return r->offset + r->len <= e->head_len &&
	       !memcmp(e->head + r->offset, r->bytes, r->len);
}

/* include/linux/swap.h; signatures of hibernation as libblkid lists them. */
static const char *find_swap(const struct ends *e)
{
	static const struct {
		const char *magic, *name;
	} kinds[] = {
		{ "SWAPSPACE2", "swap" },
		{ "SWAP-SPACE", "swap" },
		{ "S1SUSPEND", "hibernation image" },
		{ "S2SUSPEND", "hibernation image" },
		{ "ULSUSPEND", "hibernation image" },
		{ "LINHIB0001", "hibernation image" },
	};
	size_t page, i;

	for (page = 4096; page <= 65536 && page <= e->head_len; page *= 2)
		for (i = 0; i < ARRAY_SIZE(kinds); i++)
			if (!memcmp(e->head + page - 10, kinds[i].magic,
				    strlen(kinds[i].magic)))
				return kinds[i].name;
	return NULL;
}

/* LVM2 lib/format_text/layout.h: a label in one of the first four sectors. */
static const char *find_lvm2(const struct ends *e)
{
	size_t at, sector;

	for (sector = 512; sector <= 4096; sector *= 8)
		for (at = 0; at < 4 * sector && at + 8 <= e->head_len; at += sector)
			if (!memcmp(e->head + at, "LABELONE", 8))
				return "LVM2 member";
	return NULL;
}

/* What the uuids of suite.c begin with: a run that was cut off has left it. */
static const uint8_t our_fs_uuid[15] = {
	0x6d, 0x64, 0x62, 0x65, 0x6e, 0x63, 0x48, 0x00, 0x80, 0x00,
};

/* fs/ext4/ext4.h: the magic, then features that ext3 or ext2 does not know. */
static const char *find_ext(const struct ends *e)
{
	const uint8_t *sb = e->head + 1024;
	uint32_t compat, incompat, ro_compat;

	if (e->head_len < 2048 || get_le16(sb + 56) != 0xef53)
		return NULL;
	compat = get_le32(sb + 92);
	incompat = get_le32(sb + 96);
	ro_compat = get_le32(sb + 100);
	if (incompat & 0x8)
		return "ext journal";
	/* ext3: filetype, recover, meta_bg; sparse_super, large_file, btree_dir */
	if ((incompat & ~0x16u) || (ro_compat & ~0x7u))
		return memcmp(sb + 104, our_fs_uuid, sizeof(our_fs_uuid)) ? "ext4" :
		       SIGNATURE_OUR_EXT4;
	return compat & 0x4 ? "ext3" : "ext2";
}

static const char *find_fat(const struct ends *e)
{
	unsigned bits;

	if (!fat_looks_like(e->head, e->head_len, &bits))
		return NULL;
	return bits == 32 ? "FAT32" : bits == 16 ? "FAT16" : "FAT12";
}

/*
 * block/partitions/msdos.c: 55 aa and four entries whose boot flag is 00 or 80.
 * Without an entry in use it is an empty table or some boot sector: not blank.
 */
static const char *find_mbr(const struct ends *e)
{
	const uint8_t *p = e->head + 446;
	unsigned i, used = 0;

	if (e->head_len < 512 || e->head[510] != 0x55 || e->head[511] != 0xaa)
		return NULL;
	for (i = 0; i < 4; i++, p += 16) {
		if (p[0] & 0x7f)
			return "boot sector";
		if (p[4] && get_le32(p + 12))
			used++;
	}
	return used ? "MBR" : "boot sector";
}

/* include/sys/uberblock_impl.h of ZFS: magic 00bab10c, either byte order. */
static const char *find_zfs(const struct ends *e)
{
	size_t at;
	uint32_t word;

	for (at = 0; at + 512 <= e->tail_len; at += 512) {
		word = get_le32(e->tail + at);
		if (word == 0x00bab10c && !get_le32(e->tail + at + 4))
			return "ZFS member";
		if (!word && get_le32(e->tail + at + 4) == 0x0cb1ba00)
			return "ZFS member";
	}
	return NULL;
}

static bool is_md(const uint8_t *p)
{
	/* A 0.90 superblock of a big-endian machine is one too. */
	return get_le32(p) == MDSB_MAGIC || get_le32(p) == 0xfc4e2ba9U;
}

/*
 * md by magic alone, sound or not, in all places where it may begin: the tail
 * does not say where the device begins, so 1.0 may be 8 to 12 KiB and 0.90 64
 * to 128 KiB before the end.
 */
static const char *find_md(const struct ends *e)
{
	unsigned count = 0;
	size_t back;

	if (e->head_len >= 4 && is_md(e->head))
		count++;
	if (e->head_len >= 4100 && is_md(e->head + 4096))
		count++;
	for (back = 16 * 512; back < 24 * 512; back += 512)
		if (back <= e->tail_len && is_md(e->tail + e->tail_len - back))
			count++;
	for (back = 128 * 512; back < 256 * 512; back += 512)
		if (back <= e->tail_len && is_md(e->tail + e->tail_len - back))
			count++;
	return !count ? NULL : count == 1 ? "md member" : "several md superblocks";
}

const char *signature_find(const uint8_t *head, size_t head_len,
			   const uint8_t *tail, size_t tail_len)
{
	/* Before the table: its magic numbers of two bytes lie inside an ext one. */
	static const char *(*const early[])(const struct ends *) = {
		find_lvm2, find_zfs, find_ext, find_swap, find_fat,
	};
	/* After it: a boot sector may belong to any of its rows. */
	static const char *(*const late[])(const struct ends *) = {
		find_mbr, find_md,
	};
	const struct ends e = { head, tail, head_len, tail_len };
	const char *name;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(early); i++) {
		name = early[i](&e);
		if (name)
			return name;
	}
	for (i = 0; i < ARRAY_SIZE(rows); i++)
		if (row_matches(&e, &rows[i]))
			return rows[i].name;
	for (i = 0; i < ARRAY_SIZE(late); i++) {
		name = late[i](&e);
		if (name)
			return name;
	}
	return "";
}
