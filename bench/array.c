// SPDX-License-Identifier: GPL-2.0-only
/*
 * Arrays by mdadm, state by /sys/block/mdN/md (Documentation/admin-guide/md).
 * Device numbers from 100 on keep clear of what a kernel may have started.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>
#include "array.h"
#include "blank.h"
#include "json.h"
#include "spawn.h"
#include "sysfile.h"
#include "units.h"

#define MDADM_DEADLINE_S 60u
#define SYNC_DEADLINE_S (24 * 3600)
#define FIRST_MD 100

int array_owner(const struct disk *d)
{
	int t;

	if (!d->sb.found)
		return -1;
	for (t = 0; t < TARGETS; t++) {
		if (target_list[t].is_array &&
		    !strcmp(d->sb.uuid_text, target_list[t].array_uuid))
			return t;
	}
	return -1;
}

bool array_matches(const struct md_sb *sb, const struct target *t,
		   uint64_t span_bytes, char *why, unsigned long size)
{
	char has[24], want[24];

	why[0] = '\0';
	if (strcmp(sb->version, "1.2"))
		snprintf(why, size, "the one found has metadata %s", sb->version);
	else if (sb->level != t->level || sb->raid_disks != t->disks)
		snprintf(why, size, "the one found is level %d of %u disks",
			 sb->level, sb->raid_disks);
	else if (t->chunk_bytes && sb->chunk_bytes != t->chunk_bytes)
		snprintf(why, size, "the one found has chunks of %s",
			 format_bytes(has, sizeof(has), sb->chunk_bytes));
	else if (sb->data_offset_bytes != ARRAY_DATA_OFFSET_BYTES)
		snprintf(why, size, "the one found has its data at %s",
			 format_bytes(has, sizeof(has), sb->data_offset_bytes));
	else if (t->level == 1 && sb->size_bytes != span_bytes)
		snprintf(why, size, "the one found spans %s, not %s",
			 format_bytes(has, sizeof(has), sb->size_bytes),
			 format_bytes(want, sizeof(want), span_bytes));
	return !why[0];
}

static void md_path(const struct array *a, const char *file, char *buf, size_t size)
{
	snprintf(buf, size, "/sys/class/block/%s/md/%s", a->name, file);
}

static int run_mdadm(struct array *a, const char *const *argv, const char *what)
{
	struct spawn_result r;
	char line[160];
	int ret;

	ret = spawn_run(argv, MDADM_DEADLINE_S, &r);
	if (!ret)
		return 0;
	spawn_last_line(&r, line, sizeof(line));
	if (ret == -ETIME)
		snprintf(a->error, sizeof(a->error), "%s: mdadm did not end in %u s",
			 what, MDADM_DEADLINE_S);
	else
		snprintf(a->error, sizeof(a->error), "%s: %s", what,
			 line[0] ? line : strerror(-ret));
	return ret;
}

/*
 * Until nothing is being synchronised. The kernel wakes us (sysfs_notify on
 * sync_action); the time-out is for kernels that forget to.
 */
static int wait_idle(struct array *a, bool *waited)
{
	struct timespec now;
	struct pollfd p = { .events = POLLPRI | POLLERR };
	char path[96], action[32];
	time_t end;
	ssize_t n;
	int ret = 0;

	*waited = false;
	if (a->target->level < 1)
		return 0;
	md_path(a, "sync_action", path, sizeof(path));
	p.fd = open(path, O_RDONLY | O_CLOEXEC);
	if (p.fd < 0)
		return -errno;
	clock_gettime(CLOCK_MONOTONIC, &now);
	end = now.tv_sec + SYNC_DEADLINE_S;
	for (;;) {
		n = pread(p.fd, action, sizeof(action) - 1, 0);
		if (n < 0) {
			ret = -errno;
			break;
		}
		action[n] = '\0';
		if (!strncmp(action, "idle", 4))
			break;
		*waited = true;
		clock_gettime(CLOCK_MONOTONIC, &now);
		if (now.tv_sec >= end) {
			ret = -ETIMEDOUT;
			break;
		}
		poll(&p, 1, 1000);
	}
	close(p.fd);
	if (ret)
		snprintf(a->error, sizeof(a->error), "resync: %s", strerror(-ret));
	return ret;
}

static int check_up(struct array *a)
{
	char path[96], text[32];
	const int fd = open(a->path, O_RDONLY | O_CLOEXEC);
	uint64_t missing = 0;
	int ret = 0;

	if (fd < 0 || ioctl(fd, BLKGETSIZE64, &a->size_bytes) < 0)
		ret = -errno;
	if (fd >= 0)
		close(fd);
	if (ret) {
		snprintf(a->error, sizeof(a->error), "%s: %s", a->path,
			 strerror(-ret));
		return ret;
	}
	md_path(a, "degraded", path, sizeof(path));
	if (a->target->level > 0 &&
	    (sysfile_read(path, text, sizeof(text)) < 0 ||
	     parse_u64(text, 0, UINT64_MAX, &missing)))
		missing = 1;
	if (missing) {
		snprintf(a->error, sizeof(a->error),
			 "came up with %llu of its members missing%s",
			 (unsigned long long)missing,
			 strcmp(a->origin, "assembled") ? "" :
			 "; make it anew with remake=yes");
		return -ENXIO;
	}
	return 0;
}

static int array_assemble(struct array *a)
{
	const char *argv[8 + PLAN_MEMBERS];
	char uuid[64];
	bool waited;
	unsigned i, n = 0;
	int ret;

	snprintf(uuid, sizeof(uuid), "--uuid=%s", a->target->array_uuid);
	argv[n++] = "mdadm";
	argv[n++] = "--assemble";
	argv[n++] = a->path;
	argv[n++] = uuid;
	argv[n++] = "--run";
	for (i = 0; i < a->n; i++)
		argv[n++] = a->member[i]->path;
	argv[n] = NULL;
	ret = run_mdadm(a, argv, "assemble");
	if (ret)
		return ret;
	a->is_up = true;
	a->origin = "assembled";
	ret = wait_idle(a, &waited);
	if (a->target->level == 1)
		a->initial = waited ? "resynced" : "kept";
	return ret ? ret : check_up(a);
}

/*
 * RAID1 members are made alike by zeroing what the array will use, so that
 * --assume-clean is true and no resync runs beside the tests.
 */
static int blank_members(struct array *a)
{
	const char *paths[PLAN_MEMBERS];
	uint64_t sizes[PLAN_MEMBERS];
	unsigned i, which = 0;
	int ret;

	for (i = 0; i < a->n; i++) {
		paths[i] = a->member[i]->path;
		sizes[i] = a->member[i]->size_bytes;
	}
	ret = blank_ends(paths, sizes, a->n, &which);
	if (!ret && a->target->level == 1)
		ret = blank_range(paths, a->n, ARRAY_DATA_OFFSET_BYTES,
				  a->span_bytes, &which);
	if (ret)
		snprintf(a->error, sizeof(a->error), "zero %s: %s",
			 a->member[which]->id, strerror(-ret));
	return ret;
}

static int array_create(struct array *a)
{
	const char *argv[20 + PLAN_MEMBERS];
	char level[24], disks[32], size[48], chunk[32], name[40], uuid[64];
	bool waited;
	unsigned i, n = 0;
	int ret;

	ret = blank_members(a);
	if (ret)
		return ret;
	snprintf(level, sizeof(level), "--level=%d", a->target->level);
	snprintf(disks, sizeof(disks), "--raid-devices=%u", a->n);
	snprintf(name, sizeof(name), "--name=%s", a->target->name);
	snprintf(uuid, sizeof(uuid), "--uuid=%s", a->target->array_uuid);
	argv[n++] = "mdadm";
	argv[n++] = "--create";
	argv[n++] = a->path;
	argv[n++] = "--run";
	argv[n++] = "--metadata=1.2";
	argv[n++] = "--homehost=" ARRAY_HOMEHOST;
	argv[n++] = "--data-offset=1M";
	argv[n++] = name;
	argv[n++] = uuid;
	argv[n++] = level;
	argv[n++] = disks;
	if (a->target->level == 1) {
		snprintf(size, sizeof(size), "--size=%llu",
			 (unsigned long long)(a->span_bytes / 1024));
		argv[n++] = size;
		argv[n++] = "--assume-clean";
		argv[n++] = "--bitmap=none";
	}
	if (a->target->chunk_bytes) {
		snprintf(chunk, sizeof(chunk), "--chunk=%llu",
			 (unsigned long long)(a->target->chunk_bytes / 1024));
		argv[n++] = chunk;
	}
	for (i = 0; i < a->n; i++)
		argv[n++] = a->member[i]->path;
	argv[n] = NULL;
	ret = run_mdadm(a, argv, "create");
	if (ret)
		return ret;
	a->is_up = true;
	a->origin = "created";
	a->initial = a->target->level == 1 ? "zeroed" : NULL;
	ret = wait_idle(a, &waited);
	return ret ? ret : check_up(a);
}

/* Linux up to 6.18 takes these bytes for padding that must be zero. */
static bool holds_block_size(const struct array *a)
{
	unsigned i;

	for (i = 0; i < a->n; i++) {
		if (a->member[i]->sb.logical_block_bytes)
			return true;
	}
	return false;
}

bool array_lacks_layout(const struct array *a)
{
	const uint64_t chunk = a->target->chunk_bytes ? a->target->chunk_bytes : 1;
	unsigned i;

	for (i = 1; i < a->n && !a->member[0]->sb.raid0_layout_known; i++) {
		if (a->member[i]->sb.data_bytes / chunk != a->member[0]->sb.data_bytes / chunk)
			return true;
	}
	return false;
}

int array_up(struct array *a, bool is_found)
{
	const int number = FIRST_MD + (int)(a->target - target_list);
	int ret;

	snprintf(a->name, sizeof(a->name), "md%d", number);
	snprintf(a->path, sizeof(a->path), "/dev/md%d", number);
	a->why[0] = '\0';
	if (is_found && array_lacks_layout(a)) {
		snprintf(a->why, sizeof(a->why),
			 "the one found is a RAID0 of unequal members whose superblock names no layout, which Linux 5.4 and newer refuse");
	} else if (is_found && array_matches(&a->member[0]->sb, a->target,
					     a->span_bytes, a->why, sizeof(a->why))) {
		ret = array_assemble(a);
		if (!ret || a->is_up || !holds_block_size(a))
			return ret;
		snprintf(a->why, sizeof(a->why),
			 "the one found was made on Linux 6.19 or newer (its superblock holds a logical block size), which this kernel refuses");
	}
	return array_create(a);
}

int array_down(struct array *a)
{
	const char *const argv[] = { "mdadm", "--stop", a->path, NULL };
	int ret;

	if (!a->is_up)
		return 0;
	ret = run_mdadm(a, argv, "stop");
	if (!ret)
		a->is_up = false;
	return ret;
}

void array_json(const struct array *a, struct json *j)
{
	char name[48];
	unsigned i;

	snprintf(name, sizeof(name), "%s:%s", ARRAY_HOMEHOST, a->target->name);
	json_str(j, "target", a->target->name);
	json_str(j, "name", name);
	json_str(j, "uuid", a->target->array_uuid);
	json_i64(j, "level", a->target->level);
	json_str(j, "metadata", "1.2");
	if (a->target->chunk_bytes)
		json_u64(j, "chunk_bytes", a->target->chunk_bytes);
	else
		json_none(j, "chunk_bytes");
	json_u64(j, "data_offset_bytes", ARRAY_DATA_OFFSET_BYTES);
	json_str(j, "bitmap", "none");
	json_u64(j, "size_bytes", a->size_bytes);
	json_open(j, "members", '[');
	for (i = 0; i < a->n; i++)
		json_str(j, NULL, a->member[i]->id);
	json_close(j, ']');
	json_str(j, "origin", a->origin);
	json_str(j, "why", a->why[0] ? a->why : NULL);
	json_str(j, "initial", a->initial);
}
