// SPDX-License-Identifier: GPL-2.0-only
/*
 * From superblocks on disks to arrays of others that could be read: those that
 * nobody uses, none of whose members may be written to, and with as many members
 * as their level needs. Superblocks are hostile: what does not add up is left
 * alone. Pure.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "disk_parts.h"
#include "foreign_parts.h"

#define NOT_READABLE (MDSB_JOURNAL | MDSB_PPL | MDSB_PPLS)
#define KNOWN_FEATURES 0x1fffu	/* MD_FEATURE_ALL of Linux 5.4 and all since */
#define OLD_RESERVED 65536ull		/* MD_RESERVED_BYTES of 0.90 */

const char *foreign_level(int level)
{
	static const struct {
		int level;
		const char *name;
	} names[] = {
		{ 0, "raid0" }, { 1, "raid1" }, { 4, "raid4" }, { 5, "raid5" }, { 6, "raid6" },
		{ 10, "raid10" },
	};
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		if (names[i].level == level)
			return names[i].name;
	return NULL;
}

struct search {
	struct disk_list *list;
	void (*say)(const char *text);
};

__attribute__((format(printf, 3, 4)))
static bool leave(const struct search *s, const struct md_sb *sb, const char *fmt, ...)
{
	char text[256], why[160];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(why, sizeof(why), fmt, ap);
	va_end(ap);
	snprintf(text, sizeof(text), "array %s%s%s: left alone: %s", sb->name,
		 sb->name[0] ? " " : "", sb->uuid_text, why);
	if (s->say)
		s->say(text);
	return false;
}

static bool same_array(const struct disk *a, const struct disk *b)
{
	return a->sb.found && b->sb.found && !memcmp(a->sb.uuid, b->sb.uuid, sizeof(a->sb.uuid));
}

/* The last partition's superblock at its end is the whole disk's, too. */
static bool is_seen_through(const struct disk_list *list, const struct disk *d)
{
	unsigned i;

	for (i = 0; !d->is_partition && i < list->count; i++)
		if (list->disk[i].is_partition && !strcmp(list->disk[i].parent, d->name) &&
		    same_array(&list->disk[i], d))
			return true;
	return false;
}

static bool has_copies(const struct md_sb *sb)
{
	return sb->level == 1 || sb->level == 4 || sb->level == 5 || sb->level == 6 ||
	       sb->level == 10;
}

static unsigned copies_of(const struct md_sb *sb)
{
	const unsigned copies = (sb->layout & 0xff) * (sb->layout >> 8 & 0xff);

	return sb->level == 1 ? sb->raid_disks : sb->level == 10 && copies ? copies : 1;
}

/* As few members as can hold all data; the kernel knows better for RAID10. */
static unsigned least_members(const struct md_sb *sb)
{
	const unsigned lost = sb->level == 6 ? 2 : sb->level == 4 || sb->level == 5 ? 1 : 0;

	if (sb->level == 1)
		return 1;
	if (sb->level == 10)
		return (sb->raid_disks + copies_of(sb) - 1) / copies_of(sb);
	return sb->raid_disks > lost ? sb->raid_disks - lost : sb->raid_disks;
}

/* Bytes of data on a member. */
static uint64_t member_bytes(const struct md_sb *sb, const struct disk *d)
{
	uint64_t room = d->size_bytes / OLD_RESERVED * OLD_RESERVED;

	if (has_copies(sb))
		return sb->size_bytes;
	if (d->sb.data_bytes)
		return d->sb.data_bytes;
	return room > OLD_RESERVED ? room - OLD_RESERVED : 0;
}

/* Of the whole array; 0 for numbers that do not add up. */
static uint64_t array_bytes(const struct foreign_array *f)
{
	const struct md_sb *sb = f->sb;
	uint64_t sum = 0, one = sb->size_bytes;
	unsigned i;

	for (i = 0; i < f->n; i++) {
		const uint64_t data = member_bytes(sb, f->member[i]);
		const uint64_t from = f->member[i]->sb.data_offset_bytes;

		if (from > f->member[i]->size_bytes || data > f->member[i]->size_bytes - from)
			return 0;
		sum += sb->chunk_bytes ? data / sb->chunk_bytes * sb->chunk_bytes : data;
	}
	switch (sb->level) {
	case 1:
		return one;
	case 4:
	case 5:
		return one * (sb->raid_disks - 1);
	case 6:
		return one * (sb->raid_disks - 2);
	case 10:
		return one / copies_of(sb) * sb->raid_disks;
	default:
		return sum;
	}
}

static bool agree(const struct md_sb *a, const struct md_sb *b)
{
	return a->level == b->level && a->raid_disks == b->raid_disks &&
	       a->size_bytes == b->size_bytes && a->chunk_bytes == b->chunk_bytes &&
	       a->layout == b->layout && !strcmp(a->version, b->version);
}

/* Something that forbids to touch it at all, even to read. */
static const char *use_of(const struct disk *d)
{
	if (d->consent)
		return "a member of it may be written to";
	if (d->mounted || d->swap || d->holder[0])
		return "a member of it is in use";
	if (d->is_results || d->is_boot)
		return "a member of it is on the boot medium";
	return d->size_bytes && !d->unreadable ? NULL : "a member of it cannot be read";
}

/* Members into their slots; false, and said, if it is to be left alone. */
static bool take_members(const struct search *s, const struct disk *first, struct foreign_array *f)
{
	struct disk *slot[PLAN_MEMBERS] = { NULL };
	struct disk *d;
	unsigned i;

	f->sb = &first->sb;
	for (i = 0; i < s->list->count; i++)
		if (same_array(&s->list->disk[i], first) &&
		    s->list->disk[i].sb.events > f->sb->events)
			f->sb = &s->list->disk[i].sb;
	if (!f->sb->raid_disks || f->sb->raid_disks > PLAN_MEMBERS)
		return leave(s, f->sb, "it has %u members, at most %u are read",
			     f->sb->raid_disks, PLAN_MEMBERS);
	for (i = 0; i < s->list->count; i++) {
		d = &s->list->disk[i];
		if (!same_array(d, first) || is_seen_through(s->list, d))
			continue;
		if (use_of(d))
			return leave(s, f->sb, "%s: %s", use_of(d), d->id);
		/* The kernel, too, lets a member be one event behind. */
		if (!d->sb.in_sync || d->sb.role >= f->sb->raid_disks ||
		    d->sb.events + 1 < f->sb->events)
			continue;
		if (!agree(&d->sb, f->sb))
			return leave(s, f->sb, "its superblocks say different things");
		if (slot[d->sb.role])
			return leave(s, f->sb, "two disks are member %u", d->sb.role);
		slot[d->sb.role] = d;
	}
	for (i = 0; i < f->sb->raid_disks; i++)
		if (slot[i])
			f->member[f->n++] = slot[i];
	if (f->n < least_members(f->sb))
		return leave(s, f->sb, "%u of its %u members are here", f->n, f->sb->raid_disks);
	return true;
}

/* Whole chunks of data on a member: RAID0 has a zone for each number of them. */
static uint64_t member_chunks(const struct foreign_array *f, unsigned i)
{
	const uint64_t data = member_bytes(f->sb, f->member[i]);

	return f->sb->chunk_bytes ? data / f->sb->chunk_bytes : data;
}

/*
 * Linux has laid zones after the first in two ways, and which one only the
 * superblocks of Linux 5.4 and newer say. Read in the wrong way it is garbage.
 */
static bool lacks_layout(const struct foreign_array *f)
{
	unsigned i;

	for (i = 1; i < f->n && !f->sb->raid0_layout_known; i++)
		if (member_chunks(f, i) != member_chunks(f, 0))
			return true;
	return false;
}

static void judge(struct foreign_array *f)
{
	const struct md_sb *sb = f->sb;

	if (!foreign_level(sb->level))
		text_put(f->unsupported, sizeof(f->unsupported), "md level %d is not read here",
			 sb->level);
	else if (sb->features & NOT_READABLE)
		text_put(f->unsupported, sizeof(f->unsupported),
			 "it has a write journal, which may have to be replayed first");
	else if (sb->features & MDSB_RESHAPING)
		text_put(f->unsupported, sizeof(f->unsupported), "it is being reshaped");
	else if (sb->features & ~KNOWN_FEATURES)
		text_put(f->unsupported, sizeof(f->unsupported),
			 "its superblock has features that are not known here (%#x)",
			 sb->features & ~KNOWN_FEATURES);
	else if (lacks_layout(f))
		text_put(f->unsupported, sizeof(f->unsupported),
			 "a RAID0 of unequal members whose superblock names no layout, so that Linux 5.4 and newer refuse it");
}

/* Was this array met at an earlier disk of the list? */
static bool is_known(const struct disk_list *list, unsigned index)
{
	unsigned i;

	for (i = 0; i < index; i++)
		if (same_array(&list->disk[i], &list->disk[index]))
			return true;
	return false;
}

unsigned foreign_find(struct disk_list *list, struct foreign_array *found, unsigned max,
		      void (*say)(const char *text))
{
	const struct search s = { list, say };
	unsigned i, n = 0;

	for (i = 0; i < list->count && n < max; i++) {
		struct foreign_array *f = &found[n];

		if (!list->disk[i].sb.found || is_known(list, i))
			continue;
		memset(f, 0, sizeof(*f));
		if (!take_members(&s, &list->disk[i], f))
			continue;
		judge(f);
		f->size_bytes = array_bytes(f);
		if (!f->size_bytes && !f->unsupported[0]) {
			leave(&s, f->sb, "its superblocks speak of more than there is");
			continue;
		}
		n++;
		snprintf(f->name, sizeof(f->name), "foreign%u", n);
		f->target = (struct target){
			.name = f->name, .is_array = true, .level = f->sb->level, .disks = f->n,
			.chunk_bytes = f->sb->chunk_bytes, .array_uuid = f->sb->uuid_text,
		};
	}
	return n;
}
