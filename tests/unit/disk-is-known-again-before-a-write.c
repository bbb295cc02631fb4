// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will let another disk take the kernel name of one that was listed,
 * in every way in which they can differ, and see that it is noticed.
 * needs: none
 * timeout: 10
 */
#include <errno.h>
#include <stdbool.h>
#include <unistd.h>
#include "check.h"
#include "disk.h"
#include "tree.h"
#include "units.h"

#define MIB (1024 * 1024)
#define DISK "pci0000:00/0000:00:04.0/virtio1/block/vda"
#define PART DISK "/vda1"
#define BARE "pci0000:00/0000:00:05.0/virtio2/block/vdb"
#define OTHER "pci0000:00/0000:00:06.0/virtio2/block/vdb"

static struct disk_list list;

static struct disk *find(const char *name)
{
	unsigned i;

	for (i = 0; i < list.count; i++)
		if (!strcmp(list.disk[i].name, name))
			return &list.disk[i];
	check(0, "%s is not in the list", name);
	exit(1);
}

static void lay(void)
{
	tree_begin();
	tree_text("proc/self/mountinfo", "1 1 0:2 / / rw - rootfs rootfs rw\n");
	tree_text("proc/swaps", "Filename\n");
	tree_device(DISK, 1, MIB);
	tree_attr(DISK, "serial", "mdbench-0");
	tree_device(PART, 2, MIB / 2);
	tree_attr(PART, "partition", "1\n");
	tree_attr(PART, "uevent", "PARTNAME=mdbench\n");
	tree_device(BARE, 3, MIB);
	check(!disk_scan(&list, tree_root), "scan");
}

static void check_is(const char *what, const char *name, int want)
{
	int ret = disk_check_same(&list, find(name), tree_root);
	int fd = disk_pin(&list, find(name), tree_root);

	check(ret == want, "%s: %s: %d, not %d", what, name, ret, want);
	check((fd >= 0) == !want, "%s: %s: pin %d", what, name, fd);
	if (fd >= 0)
		close(fd);
}

static void check_changes(void)
{
	static const struct {
		const char *dir, *file, *text;
		int disk, part;		/* what becomes of vda and vda1 */
	} rows[] = {
		{ DISK, "queue/scheduler", "[none]\n", 0, 0 },
		{ DISK, "serial", "mdbench-1", -ESTALE, -ESTALE },
		{ DISK, "serial", "", -ESTALE, -ESTALE },
		{ DISK, "wwid", "naa.5\n", -ESTALE, -ESTALE },
		{ DISK, "size", "4096\n", -ESTALE, -ESTALE },
		{ DISK, "dev", "254:9\n", -ESTALE, -ESTALE },
		{ DISK, "device/model", "another\n", -ESTALE, -ESTALE },
		{ PART, "uevent", "PARTNAME=home\n", 0, -ESTALE },
		{ PART, "size", "8\n", 0, -ESTALE },
		{ PART, "partition", "0\n", 0, -ESTALE },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		lay();
		check_is("at first", "vda", 0);
		check_is("at first", "vda1", 0);
		tree_attr(rows[i].dir, rows[i].file, rows[i].text);
		check_is(rows[i].file, "vda", rows[i].disk);
		check_is(rows[i].file, "vda1", rows[i].part);
		tree_end();
	}
}

/* With neither serial nor wwn only the slot tells. */
static void check_bare(void)
{
	char path[600];

	lay();
	check_is("at first", "vdb", 0);
	snprintf(path, sizeof(path), "%s/sys/class/block/vdb", tree_root);
	check(!unlink(path), "unlink");
	check_is("gone", "vdb", -ENOENT);
	tree_device(OTHER, 3, MIB);
	check_is("in another slot", "vdb", -ESTALE);
	tree_end();
}

int main(void)
{
	check_changes();
	check_bare();
	return check_done();
}
