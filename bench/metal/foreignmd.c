// SPDX-License-Identifier: GPL-2.0-only
/*
 * An array of others up and down by /sys/block/mdN/md (Documentation/
 * admin-guide/md). mdadm --assemble --readonly on members that are set read-only
 * is not enough: the kernel writes a bitmap's superblock when it loads it
 * (md_bitmap_load), and a write to a device that is set read-only is only warned
 * of (bio_check_ro): on Linux 6.1 two writes reached each member of such an
 * array. So the kernel is told that metadata is external: it reads none, and has
 * nothing to write. A read-only array neither resyncs nor rewrites.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "disk_parts.h"
#include "foreign_parts.h"
#include "json.h"
#include "sysfile.h"

#define FIRST_MD 110		/* ours are below (array.c) */
#define NEW_ARRAY "/sys/module/md_mod/parameters/new_array"
#define SECTOR 512
#define STOP_TRIES 50		/* of 100 ms */

__attribute__((format(printf, 3, 4)))
static int fail(struct foreign_array *f, int ret, const char *fmt, ...)
{
	va_list ap;
	int len;

	va_start(ap, fmt);
	len = vsnprintf(f->error, sizeof(f->error), fmt, ap);
	va_end(ap);
	if (len >= 0 && (size_t)len < sizeof(f->error))
		snprintf(f->error + len, sizeof(f->error) - (size_t)len, ": %s", strerror(-ret));
	return ret;
}

static int put(const char *path, const char *text)
{
	const int fd = open(path, O_WRONLY | O_CLOEXEC);
	const size_t len = strlen(text);
	ssize_t n;
	int ret;

	if (fd < 0)
		return -errno;
	n = write(fd, text, len);
	ret = n < 0 ? -errno : (size_t)n < len ? -EIO : 0;
	close(fd);
	return ret;
}

/* File of the array's folder; of a member's with "dev-NAME/" before it. */
__attribute__((format(printf, 3, 4)))
static int set(struct foreign_array *f, const char *file, const char *fmt, ...)
{
	char path[192], text[64];
	va_list ap;
	int ret;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	snprintf(path, sizeof(path), "/sys/class/block/%s/md/%s", f->md_name, file);
	ret = put(path, text);
	return ret ? fail(f, ret, "%s = %s", file, text) : 0;
}

static uint64_t writes_of(const struct disk *d)
{
	char dir[SYS_PATH], text[256], *field, *save = NULL;
	uint64_t value = 0;
	unsigned i;

	text_put(dir, sizeof(dir), "/sys/class/block/%s", d->name);
	if (sys_text(dir, "stat", text, sizeof(text)))
		return 0;
	/* Documentation/block/stat.rst: the fifth is write I/Os. */
	field = strtok_r(text, " ", &save);
	for (i = 1; field && i < 5; i++)
		field = strtok_r(NULL, " ", &save);
	if (field)
		parse_u64(field, 0, UINT64_MAX, &value);
	return value;
}

static int check_writes(struct foreign_array *f)
{
	unsigned i;

	for (i = 0; i < f->n; i++)
		if (writes_of(f->member[i]) != f->writes[i])
			return fail(f, -EIO, "%s: something wrote to this member",
				    f->member[i]->id);
	return 0;
}

/* The pins keep each member's name until md itself holds it. */
static int hold(struct foreign_array *f, struct disk_list *list, int *pin, unsigned *pinned)
{
	int is_set, one = 1;
	unsigned i;

	for (i = 0; i < f->n; i++) {
		pin[i] = disk_pin(list, f->member[i], "");
		if (pin[i] < 0)
			return fail(f, pin[i], "%s", f->member[i]->id);
		*pinned = i + 1;
		if (ioctl(pin[i], BLKROGET, &is_set) || (!is_set && ioctl(pin[i], BLKROSET, &one)))
			return fail(f, -errno, "%s: set read-only", f->member[i]->id);
		f->was_set[i] = !is_set;
		f->writes[i] = writes_of(f->member[i]);
	}
	return 0;
}

static int add_member(struct foreign_array *f, const struct disk *d)
{
	const struct md_sb *sb = f->sb;
	uint64_t data = sb->level ? sb->size_bytes : d->sb.data_bytes;
	char file[64];
	int ret = set(f, "new_dev", "%llu:%llu", (unsigned long long)d->major,
		      (unsigned long long)d->minor);

	/* RAID0 of 0.90: all before its superblock, the last whole 64 KiB. */
	if (!data)
		data = (d->size_bytes & ~65535ull) - 65536;
	snprintf(file, sizeof(file), "dev-%s/offset", d->name);
	if (!ret)
		ret = set(f, file, "%llu", (unsigned long long)d->sb.data_offset_bytes / SECTOR);
	snprintf(file, sizeof(file), "dev-%s/size", d->name);
	if (!ret)
		ret = set(f, file, "%llu", (unsigned long long)data / 1024);
	snprintf(file, sizeof(file), "dev-%s/slot", d->name);
	return ret ? ret : set(f, file, "%u", d->sb.role);
}

static int assemble(struct foreign_array *f)
{
	const struct md_sb *sb = f->sb;
	unsigned i;
	int ret = put(NEW_ARRAY, f->md_name);

	if (ret && ret != -EEXIST)
		return fail(f, ret, "%s = %s", NEW_ARRAY, f->md_name);
	ret = set(f, "metadata_version", "external:mdbench");
	if (!ret)
		ret = set(f, "level", "%s", foreign_level(sb->level));
	if (!ret)
		ret = set(f, "raid_disks", "%u", sb->raid_disks);
	/* Without its bit the field of a RAID0 means nothing. */
	if (!ret && (sb->level > 1 || (!sb->level && sb->features & MDSB_RAID0_LAYOUT)))
		ret = set(f, "layout", "%u", sb->layout);
	if (!ret && sb->level != 1)
		ret = set(f, "chunk_size", "%u", sb->chunk_bytes);
	if (!ret && sb->level)
		ret = set(f, "component_size", "%llu", (unsigned long long)sb->size_bytes / 1024);
	for (i = 0; !ret && i < f->n; i++)
		ret = add_member(f, f->member[i]);
	/* Not clean is none of our business: it is not going to be made so. */
	if (!ret && sb->level)
		ret = set(f, "resync_start", "none");
	return ret ? ret : set(f, "array_state", "readonly");
}

/* It is what was asked for: read-only, and of a size. */
static int check_up(struct foreign_array *f)
{
	char dir[SYS_PATH], state[32];
	int fd, ret = 0;

	text_put(dir, sizeof(dir), "/sys/class/block/%s", f->md_name);
	sys_text(dir, "md/array_state", state, sizeof(state));
	if (sys_number(dir, "ro", 0) != 1 || strcmp(state, "readonly"))
		return fail(f, -EROFS, "it came up %s, not read-only", state);
	fd = open(f->path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || ioctl(fd, BLKGETSIZE64, &f->size_bytes))
		ret = fail(f, -errno, "%s", f->path);
	if (fd >= 0)
		close(fd);
	return ret ? ret : check_writes(f);
}

int foreign_up(struct foreign_array *f, unsigned index, struct disk_list *list)
{
	char kept[sizeof(f->error)];
	int pin[PLAN_MEMBERS], ret;
	unsigned pinned = 0;

	snprintf(f->md_name, sizeof(f->md_name), "md%u", FIRST_MD + index);
	snprintf(f->path, sizeof(f->path), "/dev/md%u", FIRST_MD + index);
	ret = hold(f, list, pin, &pinned);
	if (!ret) {
		f->is_up = true;	/* or partly so: to be cleared */
		ret = assemble(f);
	}
	if (!ret)
		ret = check_up(f);
	while (pinned)
		close(pin[--pinned]);
	if (!ret)
		return 0;
	memcpy(kept, f->error, sizeof(kept));
	foreign_down(f, list);
	memcpy(f->error, kept, sizeof(kept));
	return ret;
}

/* Somebody may have it open for a moment (the kernel's look for partitions). */
static int stop(struct foreign_array *f)
{
	unsigned i;
	int ret = 0;

	for (i = 0; i < STOP_TRIES; i++) {
		ret = set(f, "array_state", "clear");
		if (ret != -EBUSY)
			break;
		poll(NULL, 0, 100);
	}
	f->is_up = ret && ret != -ENOENT;
	return f->is_up ? ret : 0;
}

int foreign_down(struct foreign_array *f, struct disk_list *list)
{
	int fd, zero = 0, ret = f->is_up ? stop(f) : 0, r;
	unsigned i;

	if (ret)
		return ret;	/* members stay read-only */
	ret = check_writes(f);
	for (i = 0; i < f->n; i++) {
		if (!f->was_set[i])
			continue;
		fd = disk_pin(list, f->member[i], "");
		r = fd < 0 ? fd : ioctl(fd, BLKROSET, &zero) ? -errno : 0;
		if (fd >= 0)
			close(fd);
		f->was_set[i] = r != 0;
		if (r && !ret)
			ret = fail(f, r, "%s: set writable again", f->member[i]->id);
	}
	return ret;
}

/* What is not as one would expect of this array on this kernel; "": nothing. */
static void explain(const struct foreign_array *f, char *why, size_t size)
{
	char path[96];

	why[0] = '\0';
	if (f->n < f->sb->raid_disks)
		snprintf(why, size, "%u of its %u members are missing", f->sb->raid_disks - f->n,
			 f->sb->raid_disks);
	snprintf(path, sizeof(path), "/sys/class/block/%s/md/logical_block_size", f->md_name);
	if (!why[0] && f->sb->logical_block_bytes && access(path, F_OK) < 0)
		snprintf(why, size, "made on Linux 6.19 or newer (its superblock holds a logical block size): by itself this kernel would refuse it");
}

void foreign_json(const struct foreign_array *f, struct json *j)
{
	const struct md_sb *sb = f->sb;
	char why[160];
	unsigned i;

	json_str(j, "target", f->name);
	json_str(j, "name", sb->name[0] ? sb->name : NULL);
	json_str(j, "uuid", sb->uuid_text);
	json_i64(j, "level", sb->level);
	json_str(j, "metadata", sb->version);
	if (sb->chunk_bytes && sb->level != 1)
		json_u64(j, "chunk_bytes", sb->chunk_bytes);
	else
		json_none(j, "chunk_bytes");
	json_u64(j, "data_offset_bytes", f->member[0]->sb.data_offset_bytes);
	json_str(j, "bitmap", sb->features & MDSB_BITMAP ? "ignored" : "none");
	json_u64(j, "size_bytes", f->size_bytes);
	json_open(j, "members", '[');
	for (i = 0; i < f->n; i++)
		json_str(j, NULL, f->member[i]->id);
	json_close(j, ']');
	json_str(j, "origin", "foreign");
	explain(f, why, sizeof(why));
	json_str(j, "why", why[0] ? why : NULL);
	json_str(j, "initial", NULL);
}
