// SPDX-License-Identifier: GPL-2.0-only
/*
 * The device behind mdbench dd's file. Writing to a block device needs erase=,
 * and then the inventory must know the device, no user of it and, unless
 * erase=signed, nothing on it. That judgement is consent.c's, not ours.
 */
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include "commands.h"
#include "dddevice.h"
#include "disk.h"

static struct disk *disk_of(struct disk_list *list, dev_t dev)
{
	unsigned i;

	for (i = 0; i < list->count; i++)
		if (list->disk[i].major == major(dev) && list->disk[i].minor == minor(dev))
			return &list->disk[i];
	return NULL;
}

static int judge(struct disk_list *list, const char *who, const char *path, dev_t dev,
		 unsigned erase)
{
	struct disk *d = disk_of(list, dev);

	if (!d)
		return complain(EXIT_REFUSED, "%s: %s: refused: it is no disk of the "
				"inventory; see mdbench disks", who, path);
	/* Who cannot have it with erase= either must not be told to try. */
	if (!disk_may_erase(list, d, erase == ERASE_NO ? ERASE_SIGNED : erase))
		return complain(EXIT_REFUSED, "%s: %s: refused: %s", who, path, d->why);
	if (erase == ERASE_NO)
		return complain(EXIT_REFUSED, "%s: %s: refused: a block device: erase=yes "
				"overwrites it", who, path);
	return 0;
}

int dddevice_consent(const char *who, const char *path, unsigned erase)
{
	struct disk_list *list;
	struct stat st;
	int ret;

	if (stat(path, &st) || !S_ISBLK(st.st_mode))
		return 0;
	list = malloc(sizeof(*list));
	if (!list)
		return complain(EXIT_FAILED, "%s: %s: %m", who, path);
	ret = disk_scan(list, "");
	if (ret)
		ret = complain(EXIT_REFUSED, "%s: %s: refused: the inventory of disks "
			       "failed: %s", who, path, strerror(-ret));
	else
		ret = judge(list, who, path, st.st_rdev, erase);
	free(list);
	return ret;
}

static int stat_or_folder(const char *path, struct stat *st)
{
	char copy[4096];

	if (!stat(path, st))
		return 0;
	if (strlen(path) >= sizeof(copy))
		return -ENAMETOOLONG;
	memcpy(copy, path, strlen(path) + 1);
	return stat(dirname(copy), st) ? -errno : 0;
}

void dddevice_target(const char *path, struct dd_target *target, struct measure *m)
{
	char link[64], place[4096];
	struct stat st;
	ssize_t len;
	dev_t dev;

	memset(target, 0, sizeof(*target));
	memset(m, 0, sizeof(*m));
	if (stat_or_folder(path, &st) || S_ISCHR(st.st_mode))
		return;
	dev = S_ISBLK(st.st_mode) ? st.st_rdev : st.st_dev;
	snprintf(link, sizeof(link), "/sys/dev/block/%u:%u", major(dev), minor(dev));
	len = readlink(link, place, sizeof(place) - 1);
	if (len <= 0)
		return;	/* tmpfs, NFS, btrfs: no one device */
	place[len] = '\0';
	snprintf(target->name, sizeof(target->name), "%s", basename(place));
	snprintf(target->id, sizeof(target->id), "path:/dev/%s", target->name);
	m->ndisks = 1;
	m->name[0] = target->name;
	m->id[0] = target->id;
	snprintf(link, sizeof(link), "/sys/dev/block/%u:%u/md", major(dev), minor(dev));
	m->is_array = !access(link, F_OK);
	m->target_is_member = !m->is_array;
}
