// SPDX-License-Identifier: GPL-2.0-only
/*
 * The inventory: reads /sys/class/block into a list, has each device's
 * identity, content and users found, and puts them in an order that does not
 * depend on kernel names. Reading only.
 */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "disk_parts.h"
#include "json.h"

struct disk *disk_parent(struct disk_list *list, const struct disk *d)
{
	unsigned i;

	for (i = 0; d->is_partition && i < list->count; i++)
		if (!list->disk[i].is_partition && !strcmp(list->disk[i].name, d->parent))
			return &list->disk[i];
	return NULL;
}

bool disk_is_ours(const struct disk *d)
{
	return d->sb.found && !strncmp(d->sb.name, "mdbench:", 8);
}

/* The scheduler in force stands in brackets: "[none] mq-deadline". */
static void read_scheduler(struct disk *d, const char *sys)
{
	char text[128], *open, *close;

	sys_text(sys, "queue/scheduler", text, sizeof(text));
	open = strchr(text, '[');
	close = open ? strchr(open, ']') : NULL;
	if (close)
		text_clean(d->scheduler, sizeof(d->scheduler), open + 1,
			   (size_t)(close - open - 1));
}

static int read_number(struct disk *d, const char *sys)
{
	char text[32], *colon;
	int ret = sys_text(sys, "dev", text, sizeof(text));

	if (ret)
		return ret;
	colon = strchr(text, ':');
	if (!colon)
		return -EINVAL;
	*colon = '\0';
	ret = parse_u64(text, 0, UINT32_MAX, &d->major);
	return ret ? ret : parse_u64(colon + 1, 0, UINT32_MAX, &d->minor);
}

/* whole: the folder of the whole disk, which has the queue. */
static void read_attributes(struct disk *d, const char *sys, const char *whole)
{
	uint64_t sectors = sys_number(sys, "size", 0);

	d->size_bytes = sectors > UINT64_MAX / 512 ? 0 : sectors * 512;
	/* Unknown counts as read-only: it must not be written to. */
	d->read_only = sys_number(sys, "ro", 1) || sys_number(whole, "ro", 1);
	d->removable = sys_number(whole, "removable", 0);
	d->rotational = sys_number(whole, "queue/rotational", 0);
	d->logical_block_bytes = sys_number(whole, "queue/logical_block_size", 512);
	d->physical_block_bytes = sys_number(whole, "queue/physical_block_size", 512);
	sys_text(whole, "queue/write_cache", d->write_cache, sizeof(d->write_cache));
	read_scheduler(d, whole);
}

/* PARTNAME since Linux 2.6.38; PARTUUID is newer than most kernels we meet. */
static void read_uevent(struct disk *d, const char *sys)
{
	char text[4096], *line, *save = NULL;
	ssize_t len = sys_bytes(sys, "uevent", text, sizeof(text) - 1);

	if (len < 0)
		return;
	text[len] = '\0';
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		if (!strncmp(line, "PARTNAME=", 9))
			text_clean(d->partname, sizeof(d->partname), line + 9,
				   strlen(line + 9));
		if (!strncmp(line, "PARTUUID=", 9))
			text_clean(d->partuuid, sizeof(d->partuuid), line + 9,
				   strlen(line + 9));
	}
}

/* md and dm are built of disks; zram and an idle loop are none. */
static bool is_left_out(const char *name, const char *sys)
{
	char text[8];

	if (!strncmp(name, "md", 2) && name[2] >= '0' && name[2] <= '9')
		return true;
	if (!sys_text(sys, "md/level", text, sizeof(text)) ||
	    !sys_text(sys, "md/array_state", text, sizeof(text)) ||
	    !sys_text(sys, "dm/name", text, sizeof(text)))
		return true;
	if (!strncmp(name, "dm-", 3) || !strncmp(name, "zram", 4))
		return true;
	/* a path of a multipath NVMe disk, which is listed itself */
	return sys_number(sys, "hidden", 0) == 1;
}

static bool is_idle_loop(const char *name, const char *sys)
{
	char text[8];

	return !strncmp(name, "loop", 4) &&
	       sys_text(sys, "loop/backing_file", text, sizeof(text));
}

int disk_read_identity(struct disk *d, const char *name, const struct disk_place *at)
{
	char whole[SYS_PATH], *slash;
	int ret;

	memset(d, 0, sizeof(*d));
	ret = text_put(d->name, sizeof(d->name), "%s", name);
	if (!ret)
		ret = text_put(d->path, sizeof(d->path), "%s/dev/%s", at->root, name);
	if (!ret)
		ret = read_number(d, at->sys);
	if (ret)
		return ret;
	/* sysfs writes cciss!c0d0 for /dev/cciss/c0d0 */
	for (slash = d->path + strlen(at->root); (slash = strchr(slash, '!'));)
		*slash = '/';
	text_put(whole, sizeof(whole), "%s", at->sys);
	d->is_partition = sys_number(at->sys, "partition", 0) > 0;
	if (d->is_partition) {
		slash = strrchr(whole, '/');
		*slash = '\0';
		slash = strrchr(whole, '/');
		if (!slash || text_put(d->parent, sizeof(d->parent), "%s", slash + 1))
			return -EINVAL;
		read_uevent(d, at->sys);
	}
	read_attributes(d, at->sys, whole);
	disk_identify(d, at);
	return 0;
}

int disk_find_place(struct disk_place *at, const char *name, const char *root)
{
	char link[SYS_PATH], *real;
	int ret = text_put(link, sizeof(link), "%s/sys/class/block/%s", root, name);

	if (ret)
		return ret;
	real = realpath(link, NULL);
	if (!real)
		return -errno;
	ret = text_put(at->sys, sizeof(at->sys), "%s", real);
	free(real);
	return ret ? ret : text_put(at->root, sizeof(at->root), "%s", root);
}

/* 1: in the list; 0: left out; -errno. A device that goes meanwhile is left out. */
static int scan_one(struct disk_list *list, const char *name, const char *root)
{
	struct disk_place at;
	struct disk *d;
	bool is_whole;
	int ret = disk_find_place(&at, name, root);

	if (ret)
		return ret == -ENOENT ? 0 : ret;
	is_whole = !sys_number(at.sys, "partition", 0);
	if (is_left_out(name, at.sys) || (is_whole && is_idle_loop(name, at.sys)))
		return 0;
	if (list->count == DISKS_MAX)
		return -E2BIG;
	d = &list->disk[list->count];
	ret = disk_read_identity(d, name, &at);
	if (ret)
		return ret == -ENOENT || ret == -ENODEV ? 0 : ret;
	disk_read_content(d, root);
	list->count++;
	return 1;
}

static int partition_number(const struct disk *d)
{
	size_t len = strlen(d->name);
	uint64_t number = 0;

	while (len && d->name[len - 1] >= '0' && d->name[len - 1] <= '9')
		len--;
	parse_u64(d->name + len, 1, 1024, &number);
	return (int)number;
}

static void finish_partitions(struct disk_list *list, const char *root)
{
	struct disk *d, *parent;
	unsigned i;

	for (i = 0; i < list->count; i++) {
		d = &list->disk[i];
		parent = disk_parent(list, d);
		if (!parent)
			continue;
		parent->has_partitions = true;
		if (!d->partuuid[0] || d->partname[0])
			disk_read_partuuid(d, parent, root, (unsigned)partition_number(d));
	}
}

/* What qsort_r would carry along, did musl 1.2.2 have it. */
static struct disk_list *sorting;

/* By the disk's id, then the disk before its partitions, then these by number. */
static int disk_compare(const void *a, const void *b)
{
	unsigned ia = *(const unsigned *)a, ib = *(const unsigned *)b;
	const struct disk *da = &sorting->disk[ia], *db = &sorting->disk[ib];
	const struct disk *pa = disk_parent(sorting, da), *pb = disk_parent(sorting, db);
	int diff;

	pa = pa ? pa : da;
	pb = pb ? pb : db;
	diff = natural_compare(pa->id, pb->id);
	if (!diff)	/* two disks of one id: keep each one's partitions together */
		diff = natural_compare(pa->name, pb->name);
	if (!diff && da->is_partition != db->is_partition)
		diff = da->is_partition ? 1 : -1;
	return diff ? diff : natural_compare(da->name, db->name);
}

static int sort_list(struct disk_list *list)
{
	struct disk_list *copy = malloc(sizeof(*copy));
	unsigned order[DISKS_MAX], i;

	if (!copy)
		return -ENOMEM;
	/* Not what is unused: there is room for many more than most have. */
	copy->count = list->count;
	memcpy(copy->disk, list->disk, list->count * sizeof(list->disk[0]));
	for (i = 0; i < list->count; i++)
		order[i] = i;
	sorting = copy;
	qsort(order, list->count, sizeof(order[0]), disk_compare);
	for (i = 0; i < list->count; i++)
		list->disk[i] = copy->disk[order[i]];
	sorting = NULL;
	free(copy);
	return 0;
}

int disk_scan(struct disk_list *list, const char *root)
{
	char dir[SYS_PATH], *base = NULL;
	const struct dirent *e;
	DIR *in;
	int ret;

	list->count = 0;
	if (root && strcmp(root, "/") && *root) {
		base = realpath(root, NULL);
		if (!base)
			return -errno;
	}
	root = base ? base : "";
	ret = text_put(dir, sizeof(dir), "%s/sys/class/block", root);
	in = ret ? NULL : opendir(dir);
	if (!in) {
		ret = ret ? ret : -errno;
		goto out;
	}
	while (ret >= 0 && (e = readdir(in)))
		if (e->d_name[0] != '.')
			ret = scan_one(list, e->d_name, root);
	closedir(in);
	if (ret < 0)
		goto out;
	finish_partitions(list, root);
	disk_finish_ids(list);
	ret = disk_find_use(list, root);
	if (!ret)
		ret = sort_list(list);
out:
	free(base);
	return ret;
}

static const char *or_null(const char *text)
{
	return text[0] ? text : NULL;
}

void disk_json(const struct disk *d, struct json *j)
{
	json_str(j, "id", d->id);
	json_str(j, "name", d->name);
	json_str(j, "model", or_null(d->model));
	json_str(j, "serial", or_null(d->serial));
	json_str(j, "wwn", or_null(d->wwn));
	json_str(j, "transport", d->transport);
	json_u64(j, "size_bytes", d->size_bytes);
	json_u64(j, "logical_block_bytes", d->logical_block_bytes);
	json_u64(j, "physical_block_bytes", d->physical_block_bytes);
	json_bool(j, "rotational", d->rotational);
	json_bool(j, "read_only", d->read_only);
	json_bool(j, "removable", d->removable);
	json_str(j, "write_cache", or_null(d->write_cache));
	json_str(j, "scheduler", or_null(d->scheduler));
	json_bool(j, "consent", d->consent);
	json_str(j, "why", d->why);
	json_str(j, "role", d->role);
}
