// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will ask for I/O schedulers that disks made of plain files have and
 * have not: nothing is set unless all disks that consent have it, the whole disk
 * stands for its partition, and what the kernel does not keep is noticed.
 * needs: none
 * timeout: 10
 */
#include <errno.h>
#include <string.h>
#include "check.h"
#include "scheduler.h"
#include "sysfile.h"
#include "tree.h"

static struct disk_list list;
static char err[256];

static void add(const char *name, const char *parent, const char *queue, bool consent)
{
	struct disk *d = &list.disk[list.count++];
	char path[128];

	memset(d, 0, sizeof(*d));
	snprintf(d->name, sizeof(d->name), "%s", name);
	snprintf(d->id, sizeof(d->id), "serial:%s", name);
	snprintf(d->parent, sizeof(d->parent), "%s", parent);
	d->is_partition = parent[0];
	d->consent = consent;
	snprintf(d->scheduler, sizeof(d->scheduler), "before");
	if (queue) {
		snprintf(path, sizeof(path), "sys/block/%s/queue/scheduler",
			 parent[0] ? parent : name);
		tree_text(path, queue);
	}
}

static int set(const char *name)
{
	err[0] = '\0';
	return scheduler_set(tree_root, &list, name, err, sizeof(err));
}

static void is(const char *disk, const char *want)
{
	char path[128], got[128];

	snprintf(path, sizeof(path), "sys/block/%s/queue/scheduler", disk);
	sysfile_read(tree_path(path), got, sizeof(got));
	check(!strcmp(got, want), "%s: '%s', not '%s'", disk, got, want);
}

int main(void)
{
	tree_begin();
	add("vda", "", "[none] mq-deadline bfq", true);
	add("vdb", "", "none [mq-deadline]", true);
	add("vdc", "", "[none]", false);
	check(set("bfq") == -ENOENT, "one of two has it not");
	check(!strcmp(err, "scheduler=bfq: serial:vdb has no such scheduler with this kernel; there are: none mq-deadline"),
	      "%s", err);
	is("vda", "[none] mq-deadline bfq");
	check(!strcmp(list.disk[0].scheduler, "before"), "noted: %s", list.disk[0].scheduler);
	check(set("deadline") == -ENOENT && set("mq") == -ENOENT && set("[none]") == -ENOENT,
	      "parts of names: %s", err);
	/* A plain file keeps what it is given, and no brackets. */
	check(set("mq-deadline") == -EIO && strstr(err, "scheduler=mq-deadline: serial:vda: not set"),
	      "%s", err);
	is("vda", "mq-deadlineeadline bfq");
	is("vdc", "[none]");
	/* Without a queue there is nothing to set. */
	list.count = 0;
	add("vdd", "", NULL, true);
	check(set("none") == -ENOENT && strstr(err, "there are: none"), "%s", err);
	list.count = 0;
	add("vde1", "vde", "[none] bfq", true);
	check(set("bfq") == -EIO, "%s", err);
	is("vde", "bfqne] bfq");
	tree_end();
	return check_done();
}
