// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who may be written to. Two questions, asked of every disk: has its owner
 * consented (a serial, a partition's name, a word, or memory that we made
 * ourselves), and is there anything that forbids it whatever was said. The
 * second always wins. In doubt the answer is no. Pure: looks only at its
 * arguments.
 */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "disk_parts.h"

#define SERIAL_LEAD "mdbench-"
#define PARTNAME_LEAD "mdbench"
#define MD_LEAD "md of mdbench:"

enum kind { KIND_NONE, KIND_SERIAL, KIND_PARTNAME, KIND_WORD, KIND_MODEL };

struct consent {
	struct disk_list *list;
	const struct consent_words *words;
	bool named[DISKS_MAX];	/* by the words */
	enum kind kind[DISKS_MAX];
	char *err;
	unsigned long size;
	int ret;		/* the first refusal is kept, else the first disk missing */
};

static bool begins(const char *text, const char *lead)
{
	return !strncmp(text, lead, strlen(lead));
}

__attribute__((format(printf, 3, 4)))
static void fail(struct consent *c, int ret, const char *fmt, ...)
{
	va_list ap;

	if (c->ret == -EPERM || c->ret == ret)
		return;
	c->ret = ret;
	va_start(ap, fmt);
	vsnprintf(c->err, c->size, fmt, ap);
	va_end(ap);
}

/* GPT has a GUID of 36 characters; MBR's stand-in is shorter. */
static bool is_gpt_partition(const struct disk *d)
{
	return d->is_partition && strlen(d->partuuid) == 36;
}

static bool is_named_partition(const struct disk *d)
{
	return d->is_partition && begins(d->partname, PARTNAME_LEAD);
}

static bool partition_of(const struct disk *part, const struct disk *whole)
{
	return part->is_partition && !strcmp(part->parent, whole->name);
}

/* Is there something on it that is not our own array? */
static bool is_foreign(const struct disk *d)
{
	if (d->has_partitions)
		return true;
	return d->signature[0] && strcmp(d->signature, SIGNATURE_OUR_EXT4) &&
	       !(disk_is_ours(d) && begins(d->signature, MD_LEAD));
}

/* True with a sentence about "it": d itself, or what a relative calls it. */
static bool use_of(const struct disk *d, const char *it, char *why, size_t size)
{
	if (d->is_results)
		text_put(why, size, "%s is the results medium (FAT, label MDBENCH or booted from)", it);
	else if (d->is_boot)
		text_put(why, size, "%s is on the medium that has the results (FAT, label MDBENCH or booted from)",
			 it);
	else if (d->mounted)
		text_put(why, size, "%s is mounted", it);
	else if (d->swap)
		text_put(why, size, "%s is in use as swap", it);
	else if (d->holder[0])
		text_put(why, size, "%s is in use by %s", it, d->holder);
	else if (d->read_only)
		text_put(why, size, "%s is read-only", it);
	else
		return false;
	return true;
}

/* Uses of the disk itself, its whole disk, its partitions. */
static bool is_in_use(struct disk_list *list, const struct disk *d, char *why, size_t size)
{
	const struct disk *other;
	char it[96];
	unsigned i;

	if (use_of(d, "it", why, size))
		return true;
	for (i = 0; i < list->count; i++) {
		other = &list->disk[i];
		if (partition_of(d, other) && !other->is_partition)
			text_put(it, sizeof(it), "its whole disk %s", other->name);
		else if (!d->is_partition && partition_of(other, d))
			text_put(it, sizeof(it), "its partition %s", other->name);
		else
			continue;
		if (use_of(other, it, why, size))
			return true;
	}
	return false;
}

/* The same disk by two ways, or two disks that cannot be told apart. */
static bool has_double(const struct disk_list *list, const struct disk *d, char *why,
		       size_t size)
{
	const struct disk *other;
	unsigned i;

	for (i = 0; i < list->count; i++) {
		other = &list->disk[i];
		if (other == d || other->is_partition != d->is_partition)
			continue;
		if (!strcmp(other->id, d->id))
			text_put(why, size, "%s has the same id, so they cannot be told apart",
				 other->name);
		else if (d->wwn[0] && !strcmp(other->wwn, d->wwn))
			text_put(why, size, "%s has the same wwn, so it may be the same disk",
				 other->name);
		else
			continue;
		return true;
	}
	return false;
}

/* Whatever was said: true with the reason in d->why if d must not be written. */
static bool is_forbidden(struct disk_list *list, struct disk *d)
{
	const struct disk *parent = disk_parent(list, d);
	char why[sizeof(d->why)];

	if (!d->size_bytes)
		text_put(d->why, sizeof(d->why), "it has no size (no medium?)");
	else if (is_in_use(list, d, why, sizeof(why)) ||
		 has_double(list, d, why, sizeof(why)))
		text_put(d->why, sizeof(d->why), "%s", why);
	else if (d->is_partition && !parent)
		text_put(d->why, sizeof(d->why), "its whole disk %s is not in the list",
			 d->parent);
	else if (parent && has_double(list, parent, why, sizeof(why)))
		text_put(d->why, sizeof(d->why), "of its whole disk: %s", why);
	else if (d->unreadable)
		text_put(d->why, sizeof(d->why),
			 "it cannot be read, so nobody knows what it holds");
	else
		return false;
	return true;
}

/* Does this whole disk have a partition that the owner gave us by name? */
static bool has_named_partition(const struct disk_list *list, const struct disk *d)
{
	unsigned i;

	for (i = 0; i < list->count; i++)
		if (partition_of(&list->disk[i], d) && is_named_partition(&list->disk[i]))
			return true;
	return false;
}

static enum kind kind_of(const struct consent *c, unsigned i)
{
	const struct disk *d = &c->list->disk[i];

	if (d->is_partition)
		return is_named_partition(d) ? KIND_PARTNAME : KIND_NONE;
	if (begins(d->serial, SERIAL_LEAD))
		return KIND_SERIAL;
	if (c->named[i])
		return KIND_WORD;
	if (!strcmp(d->transport, "null_blk") && begins(d->id, "model:"))
		return KIND_MODEL;
	return KIND_NONE;
}

static void say_no(struct disk *d, const char *why)
{
	d->consent = false;
	text_put(d->why, sizeof(d->why), "%s", why);
}

static void say_yes(struct disk *d, const char *why)
{
	d->consent = true;
	text_put(d->why, sizeof(d->why), "%s", why);
}

static void decide_word(const struct consent *c, struct disk *d)
{
	if (c->words->erase == ERASE_NO)
		say_no(d, "it is named, but erase=yes is not given");
	else if (is_foreign(d) && c->words->erase != ERASE_SIGNED)
		text_put(d->why, sizeof(d->why),
			 "it carries %s, which only erase=signed may erase",
			 d->signature[0] ? d->signature : "partitions");
	else
		say_yes(d, "the words name it and allow it to be erased");
}

static void decide_partition(const struct consent *c, struct disk *d)
{
	const struct disk *parent = disk_parent(c->list, d);

	if (parent && parent->consent)
		say_no(d, "its whole disk is what may be written to");
	else if (!is_gpt_partition(d))
		say_no(d, "it is named mdbench, but is no partition of a GPT");
	else
		say_yes(d, "its partition name begins with mdbench");
}

static void decide(struct consent *c, unsigned i)
{
	struct disk *d = &c->list->disk[i];

	if (is_forbidden(c->list, d))
		return;
	switch (c->kind[i]) {
	case KIND_SERIAL:
		/* The name was given to the partition only, never to its disk. */
		if (!has_named_partition(c->list, d))
			say_yes(d, "its serial begins with mdbench-");
		else if (c->named[i])
			decide_word(c, d);
		else
			say_no(d, "it has a partition that is named mdbench, which is meant instead");
		break;
	case KIND_PARTNAME:
		decide_partition(c, d);
		break;
	case KIND_WORD:
		decide_word(c, d);
		break;
	case KIND_MODEL:
		say_yes(d, "it was made in this machine's memory");
		break;
	case KIND_NONE:
		say_no(d, d->is_partition ? "its name does not begin with mdbench" :
		       "its serial does not begin with mdbench- and no word names it");
		break;
	}
}

/* A word is the serial or the wwn as printed, with or without that lead. */
static bool word_names(const struct disk *d, const char *word)
{
	if (d->is_partition)
		return false;
	if (begins(word, "serial:") && d->serial[0] && !strcmp(word + 7, d->serial))
		return true;
	if (begins(word, "wwn:") && d->wwn[0] && !strcmp(word + 4, d->wwn))
		return true;
	return (d->serial[0] && !strcmp(word, d->serial)) ||
	       (d->wwn[0] && !strcmp(word, d->wwn));
}

/* Kernel names change between boots, so no word may mean one; by mistake either. */
static bool is_kernel_name(const struct disk *d, const char *word)
{
	return !strcmp(word, d->name) || !strcmp(word, d->path) ||
	       (begins(word, "/dev/") && !strcmp(word + 5, d->name));
}

static bool is_of_partition(const struct disk *d, const char *word)
{
	return d->is_partition && ((d->partuuid[0] && !strcmp(word, d->partuuid)) ||
				   (d->partname[0] && !strcmp(word, d->partname)) ||
				   !strcmp(word, d->id));
}

static void take_word(struct consent *c, const char *word)
{
	unsigned i, matches = 0, found = 0;
	const struct disk *d;

	for (i = 0; i < c->list->count; i++) {
		d = &c->list->disk[i];
		if (is_kernel_name(d, word)) {
			fail(c, -EPERM, "disks: %s: is a kernel name, which changes between boots; give the serial or wwn that 'mdbench disks' prints",
			     word);
			return;
		}
		if (is_of_partition(d, word)) {
			fail(c, -EPERM, "disks: %s: is a partition, which cannot be named so; give it a partition name that begins with mdbench",
			     word);
			return;
		}
		if (word_names(d, word)) {
			found = i;
			matches++;
		}
	}
	if (!matches)
		fail(c, -ENOENT, "disks: %s: no disk has this serial or wwn; see 'mdbench disks'",
		     word);
	else if (matches > 1)
		fail(c, -EPERM, "disks: %s: %u disks have this serial or wwn; name one by what it alone has",
		     word, matches);
	else
		c->named[found] = true;
}

static void take_words(struct consent *c)
{
	const char *p = c->words ? c->words->disks : NULL;
	char word[256];
	size_t len;

	for (; p && *p; p += len + (p[len] == ',')) {
		len = strcspn(p, ",");
		if (!len)
			continue;
		if (text_put(word, sizeof(word), "%.*s", (int)len, p)) {
			fail(c, -ENOENT, "disks: %.40s...: no disk has so long a serial or wwn", p);
			continue;
		}
		take_word(c, word);
	}
}

int disk_consent(struct disk_list *list, const struct consent_words *words,
		 char *err, unsigned long size)
{
	struct consent c = { .list = list, .words = words, .err = err, .size = size };
	unsigned i, pass;
	struct disk *d;

	if (size)
		err[0] = '\0';
	for (i = 0; i < list->count; i++)
		say_no(&list->disk[i], "");
	take_words(&c);
	for (i = 0; i < list->count; i++)
		c.kind[i] = kind_of(&c, i);
	/* Whole disks first: a partition's answer looks at its disk's. */
	for (pass = 0; pass < 2; pass++)
		for (i = 0; i < list->count; i++)
			if (list->disk[i].is_partition == (pass == 1))
				decide(&c, i);
	for (i = 0; i < list->count; i++) {
		d = &list->disk[i];
		if (c.named[i] && !d->consent)
			fail(&c, -EPERM, "disks: %s: refused: %s", d->id, d->why);
	}
	for (i = 0; c.ret && i < list->count; i++)
		if (list->disk[i].consent)
			say_no(&list->disk[i], "nothing may be written: a word names a disk that is refused or missing");
	return c.ret;
}

bool disk_may_erase(struct disk_list *list, struct disk *d, unsigned erase)
{
	const struct consent_words words = { .erase = erase };
	const struct consent c = { .list = list, .words = &words };

	say_no(d, "");
	if (!is_forbidden(list, d))
		decide_word(&c, d);
	return d->consent;
}
