// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will lay machines out of plain files and take their inventory:
 * identity on each bus, hostile text, who uses what, and an order that does
 * not follow kernel names.
 * needs: none
 * timeout: 20
 */
#include <stdbool.h>
#include "check.h"
#include "disk.h"
#include "mdimage.h"
#include "tree.h"

#define MIB (1024 * 1024)
#define PCI "pci0000:00/0000:00:"

static struct disk_list list;

static void begin(void)
{
	tree_begin();
	tree_text("proc/self/mountinfo", "1 1 0:2 / / rw - rootfs rootfs rw\n");
	tree_text("proc/swaps", "Filename\tType\tSize\tUsed\tPriority\n");
}

static const struct disk *find(const char *name)
{
	static const struct disk none;
	unsigned i;

	for (i = 0; i < list.count; i++)
		if (!strcmp(list.disk[i].name, name))
			return &list.disk[i];
	check(0, "%s is not in the list", name);
	return &none;
}

static void scan(void)
{
	const struct consent_words words = { NULL, ERASE_NO };
	char err[256];
	int ret = disk_scan(&list, tree_root);

	check(!ret, "scan: %d", ret);
	check(!disk_consent(&list, &words, err, sizeof(err)), "%s", err);
}

static void check_text(const char *got, const char *want)
{
	check(!strcmp(got, want), "'%s', not '%s'", got, want);
}

static void check_who(const char *name, const char *transport, const char *id)
{
	const struct disk *d = find(name);

	check_text(d->transport, transport);
	check_text(d->id, id);
}

static void lay_vpd(const char *dir, const char *page, const char *text, size_t len)
{
	char path[512];
	uint8_t buf[300] = { 0, 0x80, (uint8_t)(len >> 8), (uint8_t)len };

	snprintf(path, sizeof(path), "sys/devices/%s/device/%s", dir, page);
	memcpy(buf + 4, text, len);
	tree_bytes(path, buf, len + 4 + 9);	/* what follows is not of the page */
}

static void lay_buses(void)
{
	static const char naa[] = "\x01\x03\x00\x08\x50\x01\x43\x80\x11\x22\x33\x44";
	const char *dir;

	dir = PCI "04.0/virtio1/block/vda";
	tree_device(dir, 1, MIB);
	tree_attr(dir, "serial", "mdbench-10");	/* no line end, as the kernel */
	tree_attr(dir, "queue/scheduler", "none [mq-deadline] kyber\n");
	tree_attr(dir, "queue/write_cache", "write back\n");
	tree_attr(dir, "queue/logical_block_size", "4096\n");
	dir = PCI "05.0/nvme/nvme0/nvme0n1";
	tree_device(dir, 2, MIB);
	tree_attr(dir, "device/serial", "mdbench-2           \n");
	tree_attr(dir, "device/model", "QEMU NVMe Ctrl      \n");
	tree_attr(dir, "wwid", "nvme.1b36-6d\n");
	dir = PCI "06.0/virtio3/host7/target7:0:1/7:0:1:0/block/sda";
	tree_device(dir, 3, MIB);
	lay_vpd(dir, "vpd_pg80", "  mdbench-1  ", 13);
	lay_vpd(dir, "vpd_pg83", naa, sizeof(naa) - 1);
	tree_attr(dir, "device/vendor", "QEMU    \n");
	tree_attr(dir, "device/model", "QEMU HARDDISK   \n");
	dir = PCI "07.0/ata3/host2/target2:0:0/2:0:0:0/block/sdb";
	tree_device(dir, 4, MIB);
	lay_vpd(dir, "vpd_pg80", "WD-X", 4);
	tree_attr(dir, "device/vendor", "ATA     \n");
	tree_attr(dir, "device/model", "WDC WD40EFRX-68N\n");
	tree_attr(dir, "device/wwid", "naa.50014ee2\n");
	dir = PCI "08.0/ata1/host0/target0:0:0/0:0:0:0/block/sdc";
	tree_device(dir, 5, MIB);
	tree_text("sys/class/scsi_host/host0/proc_name", "ata_piix\n");
	dir = PCI "09.0/usb2/2-1/2-1:1.0/host4/target4:0:0/4:0:0:0/block/sdd";
	tree_device(dir, 6, MIB);
	tree_text("sys/devices/" PCI "09.0/usb2/2-1/serial", "STICK1\n");
	tree_text("sys/devices/" PCI "09.0/usb2/2-1/idVendor", "46f4\n");
	tree_text("sys/devices/" PCI "09.0/usb2/serial", "0000:00:09.0\n");
	tree_text("sys/devices/" PCI "09.0/usb2/idVendor", "1d6b\n");
	tree_attr(dir, "device/vendor", "QEMU\n");
	tree_attr(dir, "device/model", "USB DISK\n");
}

static void lay_virtual(void)
{
	tree_device("virtual/block/nullb0", 7, MIB);
	tree_text("sys/kernel/config/nullb/nullb0/memory_backed", "1\n");
	tree_device("virtual/block/nullb1", 8, MIB);
	tree_text("sys/kernel/config/nullb/nullb1/memory_backed", "0\n");
	tree_device("virtual/block/nullb2", 9, MIB);
	tree_device("virtual/block/ram0", 10, MIB);
	tree_device("virtual/block/loop0", 11, MIB);
	tree_attr("virtual/block/loop0", "loop/backing_file", "/tmp/x\n");
	/* left out */
	tree_device("virtual/block/loop1", 12, 0);
	tree_device("virtual/block/zram0", 13, MIB);
	tree_device("virtual/block/dm-0", 14, MIB);
	tree_device("virtual/block/md127", 15, MIB);
	tree_device("virtual/block/md_home", 16, MIB);
	tree_attr("virtual/block/md_home", "md/array_state", "clean\n");
}

static void check_buses(void)
{
	begin();
	lay_buses();
	lay_virtual();
	scan();
	check(list.count == 11, "%u disks", list.count);
	check_who("vda", "virtio", "serial:mdbench-10");
	check_text(find("vda")->scheduler, "mq-deadline");
	check_text(find("vda")->write_cache, "write back");
	check(find("vda")->logical_block_bytes == 4096 && find("vda")->size_bytes == MIB &&
	      find("vda")->consent, "%s", find("vda")->why);
	check_who("nvme0n1", "nvme", "serial:mdbench-2");
	check_text(find("nvme0n1")->wwn, "nvme.1b36-6d");
	check_who("sda", "scsi", "serial:mdbench-1");
	check_text(find("sda")->wwn, "naa.5001438011223344");
	check_text(find("sda")->model, "QEMU QEMU HARDDISK");
	check_who("sdb", "ata", "serial:WD-X");
	check_text(find("sdb")->model, "WDC WD40EFRX-68N");
	check_text(find("sdb")->wwn, "naa.50014ee2");
	check_who("sdc", "ide", "path:pci0000:00/0000:00:08.0/ata1/0:0:0");
	check_who("sdd", "usb", "serial:STICK1");
	check_who("nullb0", "null_blk", "model:nullb0");
	check(find("nullb0")->consent, "%s", find("nullb0")->why);
	check_who("nullb1", "null_blk", "path:nullb1");
	check(!find("nullb1")->consent && !find("nullb2")->consent, "no memory behind");
	check_who("ram0", "ram", "path:ram0");
	check_who("loop0", "loop", "path:loop0");
	/* mdbench-1, -2, -10: numbers as numbers, letters of no account */
	check_text(list.disk[8].name, "sda");
	check_text(list.disk[9].name, "nvme0n1");
	check_text(list.disk[10].name, "vda");
	tree_end();
}

static void check_hostile(void)
{
	char longer[600];

	begin();
	tree_device(PCI "04.0/virtio1/block/vda", 1, MIB);
	tree_attr(PCI "04.0/virtio1/block/vda", "serial", "\xff\x1b[31m\"\\\n x\t");
	tree_device(PCI "05.0/virtio2/block/vdb", 2, MIB);
	memset(longer, 'A', sizeof(longer) - 1);
	longer[sizeof(longer) - 1] = '\0';
	tree_attr(PCI "05.0/virtio2/block/vdb", "serial", longer);
	tree_device(PCI "06.0/virtio3/block/vdc", 3, MIB);
	tree_bytes("sys/devices/" PCI "06.0/virtio3/block/vdc/serial", "a\0mdbench-1", 11);
	tree_device(PCI "07.0/host1/target1:0:0/1:0:0:0/block/sda", 4, MIB);
	/* a page that claims to be longer than it is */
	tree_bytes("sys/devices/" PCI "07.0/host1/target1:0:0/1:0:0:0/block/sda/device/vpd_pg80",
		   "\0\x80\xff\xff" "AB", 6);
	tree_bytes("sys/devices/" PCI "07.0/host1/target1:0:0/1:0:0:0/block/sda/device/vpd_pg83",
		   "\0\x83\xff\xff\x01\x03\x00\x10" "AB", 10);
	tree_device(PCI "08.0/virtio4/block/vdd", 5, MIB);
	tree_attr(PCI "08.0/virtio4/block/vdd", "size", "-1\n");
	tree_attr(PCI "08.0/virtio4/block/vdd", "serial", "mdbench-d\n");
	tree_device(PCI "09.0/virtio5/block/vde", 6, MIB);
	tree_attr(PCI "09.0/virtio5/block/vde", "serial", "mdbench-e\n");
	tree_attr(PCI "09.0/virtio5/block/vde", "ro", "?\n");
	scan();
	check_text(find("vda")->serial, "??[31m\"\\? x");
	check(strlen(find("vdb")->serial) == sizeof(find("vdb")->serial) - 1, "cut");
	check_text(find("vdc")->serial, "a");
	check_text(find("sda")->serial, "AB");
	check_text(find("sda")->wwn, "");
	check(!find("vdd")->consent && strstr(find("vdd")->why, "size"), "%s", find("vdd")->why);
	check(!find("vde")->consent && strstr(find("vde")->why, "read-only"), "%s",
	      find("vde")->why);
	tree_end();
}

/* vdb to vdk: one use each. Every serial would consent. */
static void lay_used_disks(void)
{
	char dir[64], text[64];
	unsigned i;

	for (i = 1; i < 11; i++) {
		snprintf(dir, sizeof(dir), PCI "%02u.0/virtio%u/block/vd%c", i, i, 'a' + i);
		tree_device(dir, i, MIB);
		snprintf(text, sizeof(text), "mdbench-%u\n", i);
		tree_attr(dir, "serial", text);
	}
}

static void check_use(void)
{
	static const char *const used[][2] = {
		{ "vdb", "is mounted" }, { "vdc", "is mounted" }, { "vdd", "swap" },
		{ "vde", "md127" }, { "vdf", "is mounted" }, { "vdg", "loop0" },
		{ "vdh", "its partition vdh1 is mounted" }, { "vdi", "cannot be read" },
		{ "vdj", "is mounted" },
	};
	size_t i;

	begin();
	lay_used_disks();
	tree_text("proc/self/mountinfo",
		  "1 1 0:2 / / rw - rootfs rootfs rw\n"
		  "22 1 254:1 /sub /mnt/a\\040b rw,noatime shared:1 master:2 - ext4 /dev/root rw\n"
		  "23 1 0:40 / /mnt/b rw - btrfs /dev/vdc rw\n"
		  "24 1 254:107 / /mnt/c rw - xfs /dev/whatever rw\n"
		  "25 1 0:41 / /mnt/d rw - fuse /dev/disk\\057x/vdj rw\n"
		  "garbage\n\n26 1\n27 1 :: / / - -\n");
	tree_text("proc/swaps", "Filename Type\n/dev/vdd partition 1 0 -2\n/swapfile file 1 0 -3\n");
	tree_text("sys/devices/" PCI "04.0/virtio4/block/vde/holders/md127", "");
	tree_text("sys/fs/btrfs/0000-1111/devices/vdf", "");
	tree_device("virtual/block/loop0", 50, MIB);
	tree_attr("virtual/block/loop0", "loop/backing_file", "/dev/vdg\n");
	tree_device(PCI "07.0/virtio7/block/vdh/vdh1", 107, MIB / 2);
	tree_attr(PCI "07.0/virtio7/block/vdh/vdh1", "partition", "1\n");
	if (unlink(tree_path("dev/vdi")))
		tree_fail("vdi");
	scan();
	for (i = 0; i < sizeof(used) / sizeof(used[0]); i++)
		check(!find(used[i][0])->consent &&
		      strstr(find(used[i][0])->why, used[i][1]), "%s: %s", used[i][0],
		      find(used[i][0])->why);
	check(find("vdk")->consent, "%s", find("vdk")->why);
	check(find("vdh1")->is_partition && !strcmp(find("vdh1")->parent, "vdh"), "vdh1");
	tree_end();
}

/* Who uses what must be known, or there is no list at all. */
static void check_unknown_use(void)
{
	begin();
	tree_device(PCI "04.0/virtio1/block/vda", 1, MIB);
	if (unlink(tree_path("proc/swaps")))
		tree_fail("swaps");
	scan();		/* a kernel without swap */
	if (unlink(tree_path("proc/self/mountinfo")))
		tree_fail("mountinfo");
	check(disk_scan(&list, tree_root) < 0, "no mountinfo");
	check(disk_scan(&list, "/nonexistent") < 0, "no root");
	tree_end();
}

static void check_partitions(void)
{
	static const char dir[] = PCI "04.0/virtio1/block/vda";
	uint8_t header[92] = "EFI PART", entry[128] = { 0 };
	unsigned i;

	begin();
	tree_device(dir, 1, MIB);
	tree_attr(dir, "serial", "WD-1\n");
	tree_device(PCI "04.0/virtio1/block/vda/vda10", 11, MIB / 4);
	tree_attr(PCI "04.0/virtio1/block/vda/vda10", "partition", "10\n");
	tree_attr(PCI "04.0/virtio1/block/vda/vda10", "uevent",
		  "MAJOR=254\nDEVTYPE=partition\nPARTN=10\nPARTNAME=other\n"
		  "PARTUUID=11111111-2222-3333-4444-555555555555\n");
	tree_device(PCI "04.0/virtio1/block/vda/vda2", 12, MIB / 4);
	tree_attr(PCI "04.0/virtio1/block/vda/vda2", "partition", "2\n");
	tree_attr(PCI "04.0/virtio1/block/vda/vda2", "uevent", "XPARTNAME=no\nPARTNAME=mdbench spare\n");
	/* the GUID of entry 2, which this kernel's uevent does not tell */
	header[72] = 2;
	header[80] = 128;
	header[84] = 128;
	for (i = 0; i < 16; i++)
		entry[16 + i] = (uint8_t)(0xa0 + i);
	for (i = 0; i < 13; i++)
		entry[56 + 2 * i] = (uint8_t)"mdbench spare"[i];
	tree_write("vda", 512, header, sizeof(header));
	tree_write("vda", 1024 + 128, entry, sizeof(entry));
	scan();
	check(list.count == 3, "%u", list.count);
	check_text(list.disk[0].name, "vda");
	check_text(list.disk[1].name, "vda2");
	check_text(list.disk[2].name, "vda10");
	check_text(find("vda2")->id, "partuuid:a3a2a1a0-a5a4-a7a6-a8a9-aaabacadaeaf");
	check_text(find("vda2")->partname, "mdbench spare");
	check(find("vda2")->consent && !find("vda")->consent, "%s", find("vda2")->why);
	check(!find("vda10")->consent, "%s", find("vda10")->why);
	check_text(find("vda10")->id, "partuuid:11111111-2222-3333-4444-555555555555");
	check_text(find("vda")->signature, "GPT");
	check(find("vda")->has_partitions, "has partitions");
	/* its owner has taken the name back, and the kernel does not know yet */
	entry[56] = 'M';
	tree_write("vda", 1024 + 128, entry, sizeof(entry));
	scan();
	check(!find("vda2")->consent, "%s", find("vda2")->why);
	tree_end();
}

/* A FAT12 boot sector with, at choice, the label there or in the root folder. */
static void lay_fat(const char *name, const char *boot_label, const char *root_label)
{
	uint8_t b[512] = { 0xeb, 0x3c, 0x90 }, entry[32] = { 0 };

	b[12] = 2;		/* 512 bytes a sector */
	b[13] = 1;
	b[14] = 1;
	b[16] = 2;
	b[17] = 64;		/* root entries */
	b[20] = 8;		/* 2048 sectors */
	b[21] = 0xf8;
	b[22] = 6;		/* sectors a FAT */
	memcpy(b + 43, boot_label, 11);
	tree_write(name, 0, b, sizeof(b));
	memcpy(entry, root_label, 11);
	entry[11] = 0x08;
	tree_write(name, 512 * 13, entry, sizeof(entry));
}

static void check_medium(void)
{
	static const char *const labels[][2] = {
		{ "MDBENCH    ", "NO NAME    " }, { "NO NAME    ", "MDBENCH    " },
		{ "mdbench    ", "           " },
		{ "MDBENCHX   ", "NO NAME    " },
	};
	bool is_medium;
	size_t i;

	for (i = 0; i < sizeof(labels) / sizeof(labels[0]); i++) {
		is_medium = i < 3;
		begin();
		tree_device(PCI "04.0/virtio1/block/vda", 1, 2 * MIB);
		tree_attr(PCI "04.0/virtio1/block/vda", "serial", "mdbench-1\n");
		tree_device(PCI "04.0/virtio1/block/vda/vda1", 2, MIB);
		tree_attr(PCI "04.0/virtio1/block/vda/vda1", "partition", "1\n");
		tree_device(PCI "04.0/virtio1/block/vda/vda2", 3, MIB);
		tree_attr(PCI "04.0/virtio1/block/vda/vda2", "partition", "2\n");
		tree_device(PCI "05.0/virtio2/block/vdb", 4, MIB);
		tree_attr(PCI "05.0/virtio2/block/vdb", "serial", "mdbench-2\n");
		lay_fat("vda1", labels[i][0], labels[i][1]);
		lay_fat("vdb", labels[i][0], labels[i][1]);
		scan();
		check(find("vda1")->is_results == is_medium, "label '%s'", labels[i][0]);
		check(find("vda2")->is_boot == is_medium, "its neighbour");
		check(find("vda")->consent != is_medium, "its disk: %s", find("vda")->why);
		check(find("vdb")->consent != is_medium, "whole: %s", find("vdb")->why);
		check_text(find("vdb")->signature, "FAT12");
		tree_end();
	}
}

static void check_arrays(void)
{
	union mdimage_v1 v1;

	begin();
	tree_device(PCI "04.0/virtio1/block/vda", 1, MIB);
	tree_device(PCI "05.0/virtio2/block/vdb", 2, MIB);
	tree_device(PCI "06.0/virtio3/block/vdc", 3, MIB);
	mdimage_v1(&v1, "mdbench:raid1", 1, 8);
	tree_write("vda", 4096, v1.bytes, sizeof(v1));
	v1.bytes[33] ^= 1;
	tree_write("vdb", 4096, v1.bytes, sizeof(v1));
	mdimage_v1(&v1, "server:home", 1, MIB / 512 - 16);
	tree_write("vdc", MIB - 8192, v1.bytes, sizeof(v1));
	scan();
	check_text(find("vda")->signature, "md of mdbench:raid1");
	check(disk_is_ours(find("vda")) && find("vda")->sb.role == 1, "ours");
	check_text(find("vdb")->signature, "damaged md superblock");
	check(!disk_is_ours(find("vdb")), "damaged");
	check_text(find("vdc")->signature, "md of server:home");
	check(!disk_is_ours(find("vdc")), "another's");
	tree_end();
}

static void check_doubles(void)
{
	begin();
	/* two namespaces of one controller: one serial, but a wwn each */
	tree_device(PCI "05.0/nvme/nvme0/nvme0n1", 1, MIB);
	tree_attr(PCI "05.0/nvme/nvme0/nvme0n1", "device/serial", "S1\n");
	tree_attr(PCI "05.0/nvme/nvme0/nvme0n1", "wwid", "eui.1\n");
	tree_device(PCI "05.0/nvme/nvme0/nvme0n2", 2, MIB);
	tree_attr(PCI "05.0/nvme/nvme0/nvme0n2", "device/serial", "S1\n");
	tree_attr(PCI "05.0/nvme/nvme0/nvme0n2", "wwid", "eui.2\n");
	tree_device(PCI "06.0/virtio1/block/vda", 3, MIB);
	tree_attr(PCI "06.0/virtio1/block/vda", "serial", "mdbench-1");
	tree_device(PCI "07.0/virtio2/block/vdb", 4, MIB);
	tree_attr(PCI "07.0/virtio2/block/vdb", "serial", "mdbench-1");
	scan();
	check_text(find("nvme0n1")->id, "wwn:eui.1");
	check_text(find("nvme0n2")->id, "wwn:eui.2");
	check(!find("vda")->consent && !find("vdb")->consent, "%s", find("vda")->why);
	tree_end();
}

int main(void)
{
	check_buses();
	check_hostile();
	check_use();
	check_unknown_use();
	check_partitions();
	check_medium();
	check_arrays();
	check_doubles();
	return check_done();
}
