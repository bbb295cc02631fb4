// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will give each kind of consent to a disk, and then take it away
 * again for each reason that forbids to write.
 * needs: none
 * timeout: 10
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "disk.h"

#define GUID "0fc63daf-8483-4772-8e79-3d69d8477de4"

static struct disk_list list;
static char err[512];

static struct disk *add(const char *name, const char *serial)
{
	struct disk *d = &list.disk[list.count++];

	memset(d, 0, sizeof(*d));
	snprintf(d->name, sizeof(d->name), "%s", name);
	snprintf(d->path, sizeof(d->path), "/dev/%s", name);
	snprintf(d->serial, sizeof(d->serial), "%s", serial);
	if (*serial)
		snprintf(d->id, sizeof(d->id), "serial:%s", serial);
	else
		snprintf(d->id, sizeof(d->id), "path:%s", name);
	snprintf(d->transport, sizeof(d->transport), "virtio");
	d->size_bytes = 1 << 30;
	d->minor = list.count;
	return d;
}

static struct disk *add_partition(struct disk *whole, const char *name,
				  const char *partname, const char *partuuid)
{
	struct disk *d = add(name, "");

	d->is_partition = true;
	whole->has_partitions = true;
	memcpy(d->parent, whole->name, sizeof(d->parent));
	snprintf(d->partname, sizeof(d->partname), "%s", partname);
	snprintf(d->partuuid, sizeof(d->partuuid), "%s", partuuid);
	snprintf(d->id, sizeof(d->id), "partuuid:%s", partuuid);
	return d;
}

static int judge(const char *disks, int erase)
{
	const struct consent_words words = { disks, erase };

	return disk_consent(&list, &words, err, sizeof(err));
}

static void check_serials_and_names(void)
{
	static const struct {
		const char *serial;
		bool consent;
	} serials[] = {
		{ "mdbench-1", true }, { "mdbench-", true }, { "mdbench-raid-77", true },
		{ "mdbench", false }, { "mdbench1", false }, { "Mdbench-1", false },
		{ "MDBENCH-1", false }, { "xmdbench-1", false }, { "mdbench_1", false },
		{ "-mdbench-1", false }, { "?mdbench-1", false }, { "", false },
	};
	static const struct {
		const char *partname, *partuuid;
		bool consent;
	} names[] = {
		{ "mdbench", GUID, true }, { "mdbench-a", GUID, true },
		{ "mdbench spare", GUID, true },
		{ "Mdbench", GUID, false }, { "xmdbench", GUID, false },
		{ "mdbenc", GUID, false }, { "", GUID, false },
		/* named so, but the table is no GPT, or it was not read */
		{ "mdbench", "1234abcd-01", false }, { "mdbench", "", false },
	};
	struct disk *whole, *part;
	size_t i;

	for (i = 0; i < sizeof(serials) / sizeof(serials[0]); i++) {
		list.count = 0;
		whole = add("vda", serials[i].serial);
		check(!judge(NULL, ERASE_NO), "%s", err);
		check(whole->consent == serials[i].consent && whole->why[0], "serial '%s': %s",
		      serials[i].serial, whole->why);
	}
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		list.count = 0;
		whole = add("sda", "WD-1");
		part = add_partition(whole, "sda3", names[i].partname, names[i].partuuid);
		add_partition(whole, "sda1", "root", "1fc63daf-8483-4772-8e79-3d69d8477de4")
			->mounted = true;
		check(!judge(NULL, ERASE_NO), "%s", err);
		check(part->consent == names[i].consent && part->why[0], "name '%s': %s",
		      names[i].partname, part->why);
		check(!whole->consent, "the disk of partition '%s': %s", names[i].partname,
		      whole->why);
	}
}

static void set_mounted(struct disk *d) { d->mounted = true; }
static void set_swap(struct disk *d) { d->swap = true; }
static void set_holder(struct disk *d) { memcpy(d->holder, "md127", 6); }
static void set_results(struct disk *d) { d->is_results = true; }
static void set_boot(struct disk *d) { d->is_boot = true; }
static void set_read_only(struct disk *d) { d->read_only = true; }
static void set_unreadable(struct disk *d) { d->unreadable = true; }
static void set_no_size(struct disk *d) { d->size_bytes = 0; }

static const struct {
	void (*set)(struct disk *);
	const char *says;
	bool spreads;		/* to the whole disk from its partition and back */
} reasons[] = {
	{ set_mounted, "mounted", true },
	{ set_swap, "swap", true },
	{ set_holder, "md127", true },
	{ set_results, "results", true },
	{ set_boot, "medium", true },
	{ set_read_only, "read-only", true },
	{ set_unreadable, "cannot be read", false },
	{ set_no_size, "no size", false },
};

/* Each reason beats each kind of consent. */
static void check_reasons(void)
{
	struct disk *serial, *word, *model, *whole, *part;
	size_t i;

	for (i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		list.count = 0;
		serial = add("vda", "mdbench-1");
		reasons[i].set(serial);
		model = add("nullb0", "");
		memcpy(model->transport, "null_blk", 9);
		memcpy(model->id, "model:nullb0", 13);
		reasons[i].set(model);
		whole = add("sda", "WD-1");
		part = add_partition(whole, "sda3", "mdbench", GUID);
		reasons[i].set(part);
		check(!judge("", ERASE_SIGNED), "%s", err);
		check(!serial->consent && strstr(serial->why, reasons[i].says), "%s", serial->why);
		check(!model->consent && strstr(model->why, reasons[i].says), "%s", model->why);
		check(!part->consent && strstr(part->why, reasons[i].says), "%s", part->why);

		list.count = 0;
		word = add("sda", "WD-1");
		reasons[i].set(word);
		check(judge("WD-1", ERASE_SIGNED) == -EPERM, "%s", reasons[i].says);
		check(!word->consent && strstr(err, reasons[i].says) && strstr(err, "WD-1"),
		      "%s", err);
	}
}

static void check_relatives(void)
{
	struct disk *serial, *whole, *part, *sibling;
	size_t i;

	for (i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
		if (!reasons[i].spreads)
			continue;
		list.count = 0;
		serial = add("vda", "mdbench-1");
		reasons[i].set(add_partition(serial, "vda1", "data", GUID));
		check(!judge(NULL, ERASE_NO) && !serial->consent &&
		      strstr(serial->why, reasons[i].says) && strstr(serial->why, "vda1"),
		      "%s", serial->why);
		check(judge("mdbench-1", ERASE_SIGNED) == -EPERM, "named and in use");

		list.count = 0;
		whole = add("sda", "WD-1");
		part = add_partition(whole, "sda3", "mdbench", GUID);
		reasons[i].set(whole);
		check(!judge(NULL, ERASE_NO) && !part->consent &&
		      strstr(part->why, reasons[i].says) && strstr(part->why, "sda"),
		      "%s", part->why);

		/* a neighbour's use is nobody else's business */
		list.count = 0;
		whole = add("sda", "WD-1");
		part = add_partition(whole, "sda3", "mdbench", GUID);
		sibling = add_partition(whole, "sda1", "x", "");
		reasons[i].set(sibling);
		check(!judge(NULL, ERASE_NO) && part->consent, "%s", part->why);

		/* names that only begin alike are no relatives */
		list.count = 0;
		serial = add("vda", "mdbench-1");
		whole = add("vdaa", "x");
		reasons[i].set(add_partition(whole, "vdaa1", "data", ""));
		check(!judge(NULL, ERASE_NO) && serial->consent, "%s", serial->why);
	}
}

static void check_model(void)
{
	struct disk *d;

	list.count = 0;
	d = add("nullb0", "");
	memcpy(d->transport, "null_blk", 9);
	check(!judge(NULL, ERASE_NO) && !d->consent, "without memory: %s", d->why);
	memcpy(d->id, "model:nullb0", 13);
	check(!judge(NULL, ERASE_NO) && d->consent, "%s", d->why);
	memcpy(d->transport, "scsi", 5);
	check(!judge(NULL, ERASE_NO) && !d->consent, "no null_blk: %s", d->why);
	memcpy(d->id, "serial:model:x", 15);
	memcpy(d->transport, "null_blk", 9);
	check(!judge(NULL, ERASE_NO) && !d->consent, "a serial that looks so: %s", d->why);
}

static void set_signature(struct disk *d, const char *signature, const char *md)
{
	snprintf(d->signature, sizeof(d->signature), "%s", signature);
	d->sb.found = md;
	snprintf(d->sb.name, sizeof(d->sb.name), "%s", md ? md : "");
}

static void check_words(void)
{
	static const struct {
		const char *signature, *md;
		int erase, ret;
	} rows[] = {
		{ "", NULL, ERASE_NO, -EPERM },
		{ "", NULL, ERASE_YES, 0 },
		{ "", NULL, ERASE_SIGNED, 0 },
		{ "ext4", NULL, ERASE_NO, -EPERM },
		{ "ext4", NULL, ERASE_YES, -EPERM },
		{ "ext4", NULL, ERASE_SIGNED, 0 },
		{ "ext4 of mdbench", NULL, ERASE_NO, -EPERM },
		{ "ext4 of mdbench", NULL, ERASE_YES, 0 },
		{ "GPT", NULL, ERASE_YES, -EPERM },
		{ "md of server:0", "server:0", ERASE_YES, -EPERM },
		{ "md of server:0", "server:0", ERASE_SIGNED, 0 },
		{ "md of mdbench:raid1", "mdbench:raid1", ERASE_YES, 0 },
		{ "md of mdbench:raid1", "mdbench:raid1", ERASE_NO, -EPERM },
		{ "md of mdbench2:raid1", "mdbench2:raid1", ERASE_YES, -EPERM },
		/* ours once, but there is something else now */
		{ "XFS", "mdbench:raid1", ERASE_YES, -EPERM },
		{ "several md superblocks", "mdbench:raid1", ERASE_YES, -EPERM },
		{ "damaged md superblock", NULL, ERASE_YES, -EPERM },
		/* no sound superblock behind the text */
		{ "md of mdbench:raid1", NULL, ERASE_YES, -EPERM },
	};
	struct disk *d, *other;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		list.count = 0;
		other = add("sdb", "mdbench-7");
		d = add("sda", "WD-1");
		set_signature(d, rows[i].signature, rows[i].md);
		check(judge("WD-1", rows[i].erase) == rows[i].ret, "'%s' erase %d: %s",
		      rows[i].signature, rows[i].erase, err);
		check(d->consent == !rows[i].ret, "'%s' erase %d: %s", rows[i].signature,
		      rows[i].erase, d->why);
		/* a refused word stops everything */
		check(other->consent == !rows[i].ret, "the other: %s", other->why);
		/* a consenting serial or partition name is the owner's word by itself */
		snprintf(d->serial, sizeof(d->serial), "mdbench-1");
		snprintf(d->id, sizeof(d->id), "serial:mdbench-1");
		check(!judge(NULL, ERASE_NO) && d->consent, "%s", d->why);
	}
	list.count = 0;
	d = add("sda", "WD-1");
	add_partition(d, "sda1", "x", "");
	check(judge("WD-1", ERASE_YES) == -EPERM, "partitions without a known table");
	check(!judge("WD-1", ERASE_SIGNED) && d->consent, "%s", d->why);
}

static void check_naming(void)
{
	static const struct {
		const char *word;
		int ret;
		unsigned consents;	/* bits of disks 0, 1, 2 */
	} rows[] = {
		{ "WD-1", 0, 1 }, { "serial:WD-1", 0, 1 },
		{ "WD-1,WD-2", 0, 3 }, { ",WD-2,,", 0, 2 }, { "", 0, 0 }, { ",", 0, 0 },
		{ "naa.5000", 0, 2 }, { "wwn:naa.5000", 0, 2 },
		{ "WD", -ENOENT, 0 }, { "WD-11", -ENOENT, 0 }, { "wd-1", -ENOENT, 0 },
		{ " WD-1", -ENOENT, 0 }, { "WD-*", -ENOENT, 0 }, { "serial:", -ENOENT, 0 },
		{ "wwn:WD-1", -ENOENT, 0 }, { "serial:naa.5000", -ENOENT, 0 },
		{ "WD-1,nobody", -ENOENT, 0 },
		/* what is refused matters more than what is missing */
		{ "nobody,sda", -EPERM, 0 }, { "nobody,sdd", -EPERM, 0 },
		{ "sda", -EPERM, 0 }, { "/dev/sda", -EPERM, 0 }, { "WD-1,sdb", -EPERM, 0 },
		{ "sdc1", -EPERM, 0 }, { GUID, -EPERM, 0 }, { "partuuid:" GUID, -EPERM, 0 },
		{ "spare", -EPERM, 0 },
		{ "path:sda", -ENOENT, 0 },
	};
	unsigned got;
	size_t i;
	int ret;

	list.count = 0;
	add("sda", "WD-1");
	memcpy(add("sdb", "WD-2")->wwn, "naa.5000", 9);
	add_partition(add("sdc", "sdd"), "sdc1", "spare", GUID);
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ret = judge(rows[i].word, ERASE_YES);
		got = list.disk[0].consent | list.disk[1].consent << 1 |
		      list.disk[2].consent << 2 | list.disk[3].consent << 3;
		check(ret == rows[i].ret && got == rows[i].consents, "'%s': %d, %x: %s",
		      rows[i].word, ret, got, err);
		check(!ret || err[0], "'%s': nothing said", rows[i].word);
	}
	/* A stick whose serial is another disk's kernel name catches nobody. */
	memcpy(list.disk[0].serial, "sdb", 4);
	check(judge("sdb", ERASE_YES) == -EPERM, "%s", err);
}

static void check_doubles(void)
{
	struct disk *a, *b, *c, *part;

	list.count = 0;
	a = add("sda", "mdbench-1");
	b = add("sdb", "mdbench-1");
	c = add("sdc", "mdbench-2");
	check(!judge(NULL, ERASE_NO) && !a->consent && !b->consent && c->consent,
	      "two of one serial: %s", a->why);
	check(judge("mdbench-1", ERASE_SIGNED) == -EPERM && !c->consent, "%s", err);

	/* one disk by two ways; told apart by nothing that counts */
	memcpy(a->wwn, "naa.1", 6);
	memcpy(b->wwn, "naa.1", 6);
	snprintf(b->serial, sizeof(b->serial), "mdbench-9");
	snprintf(b->id, sizeof(b->id), "serial:mdbench-9");
	check(!judge(NULL, ERASE_NO) && !a->consent && !b->consent && c->consent,
	      "two of one wwn: %s", a->why);
	check(judge("naa.1", ERASE_SIGNED) == -EPERM, "%s", err);
	part = add_partition(a, "sda1", "mdbench", GUID);
	check(!judge(NULL, ERASE_NO) && !part->consent, "on it: %s", part->why);

	/* a word that is one's serial and another's wwn */
	list.count = 0;
	a = add("sda", "X1");
	b = add("sdb", "X2");
	memcpy(b->wwn, "X1", 3);
	check(judge("X1", ERASE_SIGNED) == -EPERM, "%s", err);
	check(!judge("wwn:X1", ERASE_SIGNED) && b->consent && !a->consent, "%s", b->why);

	/* a cloned disk has its partitions' GUIDs too */
	list.count = 0;
	a = add("sda", "X1");
	part = add_partition(a, "sda1", "mdbench", GUID);
	b = add("sdb", "X2");
	add_partition(b, "sdb1", "mdbench", GUID);
	check(!judge(NULL, ERASE_NO) && !part->consent, "cloned: %s", part->why);

	/* a partition of a disk that nobody knows */
	list.count = 0;
	a = add("sda", "X1");
	part = add_partition(a, "sda1", "mdbench", GUID);
	memcpy(a->name, "sdz", 4);
	check(!judge(NULL, ERASE_NO) && !part->consent, "orphan: %s", part->why);
}

/* Never a disk and its partition both. */
static void check_overlap(void)
{
	struct disk *whole, *part;

	list.count = 0;
	whole = add("vda", "mdbench-1");
	part = add_partition(whole, "vda1", "mdbench", GUID);
	check(!judge(NULL, ERASE_NO) && part->consent && !whole->consent, "%s", whole->why);
	check(judge("mdbench-1", ERASE_YES) == -EPERM && !part->consent, "%s", err);
	check(!judge("mdbench-1", ERASE_SIGNED) && whole->consent && !part->consent, "%s",
	      part->why);
}

int main(void)
{
	check_serials_and_names();
	check_reasons();
	check_relatives();
	check_model();
	check_words();
	check_naming();
	check_doubles();
	check_overlap();
	return check_done();
}
