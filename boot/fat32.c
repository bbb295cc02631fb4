// SPDX-License-Identifier: GPL-2.0-only
/*
 * FAT32, for reading, after Microsoft's "FAT: General Overview of On-Disk
 * Format" 1.03.
 */
#include "fat32.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#define ENTRY 32
#define ENTRIES_MAX 65536	/* of a folder */
#define CLUSTER_MAX 65536
#define ATTR_LONG 0x0f
#define ATTR_VOLUME 0x08
#define ATTR_FOLDER 0x10

struct entry {
	char name[FAT32_NAME_MAX];
	bool is_folder;
	uint32_t cluster, size;
};

/* A long name comes in pieces of 13 characters, the last piece first. */
struct long_name {
	char text[FAT32_NAME_MAX];
	unsigned next;		/* piece that must come next; 0: the entry itself */
	uint8_t sum;
	bool is_good;
};

static uint16_t le16(const uint8_t *p)
{
	return (uint16_t)(p[0] | p[1] << 8);
}

static uint32_t le32(const uint8_t *p)
{
	return le16(p) | (uint32_t)le16(p + 2) << 16;
}

static int read_at(const struct fat32 *f, void *buf, size_t len, uint64_t at)
{
	ssize_t n = pread(f->fd, buf, len, (off_t)at);

	if (n < 0)
		return -errno;
	return (size_t)n == len ? 0 : -EIO;
}

static bool is_power_of_two(uint32_t v)
{
	return v && !(v & (v - 1));
}

static int open_at(struct fat32 *f, uint64_t base)
{
	uint8_t b[512];
	uint64_t sectors, system;
	uint32_t bytes, fats, fat_sectors;
	int ret = read_at(f, b, sizeof(b), base);

	if (ret)
		return ret;
	bytes = le16(b + 11);
	fats = b[16];
	fat_sectors = le32(b + 36);
	sectors = le16(b + 19) ? le16(b + 19) : le32(b + 32);
	if (b[510] != 0x55 || b[511] != 0xaa || !is_power_of_two(bytes) || bytes < 512 ||
	    bytes > 4096 || !is_power_of_two(b[13]) || !le16(b + 14) || !fats || fats > 4 ||
	    le16(b + 22) || !fat_sectors)
		return -ENOENT;
	system = le16(b + 14) + (uint64_t)fats * fat_sectors;
	if (sectors <= system || bytes * b[13] > CLUSTER_MAX)
		return -ENOENT;
	f->cluster_bytes = bytes * b[13];
	f->clusters = (uint32_t)((sectors - system) / b[13]);
	if (f->clusters > fat_sectors * (uint64_t)bytes / 4)
		f->clusters = (uint32_t)(fat_sectors * (uint64_t)bytes / 4);
	f->fat_at = base + (uint64_t)le16(b + 14) * bytes;
	f->data_at = base + system * bytes;
	f->root = le32(b + 44);
	snprintf(f->id, sizeof(f->id), "%04X-%04X", le16(b + 69), le16(b + 67));
	return 0;
}

int fat32_open(struct fat32 *f, int fd)
{
	uint8_t mbr[512];
	int ret;

	memset(f, 0, sizeof(*f));
	f->fd = fd;
	ret = read_at(f, mbr, sizeof(mbr), 0);
	if (ret == -EIO)
		return -ENOENT;
	if (ret)
		return ret;
	if (mbr[510] == 0x55 && mbr[511] == 0xaa && (mbr[450] == 0x0b || mbr[450] == 0x0c) &&
	    open_at(f, (uint64_t)le32(mbr + 454) * 512) == 0)
		return 0;
	ret = open_at(f, 0);
	return ret == -EIO ? -ENOENT : ret;
}

static bool is_cluster(const struct fat32 *f, uint32_t c)
{
	return c >= 2 && c - 2 < f->clusters;
}

/* The one behind c in its chain; one that is none ends it. */
static int next_cluster(const struct fat32 *f, uint32_t *c)
{
	uint8_t b[4];
	int ret = read_at(f, b, sizeof(b), f->fat_at + 4ull * *c);

	*c = ret ? 0 : le32(b) & 0x0fffffff;
	return ret;
}

static uint64_t cluster_at(const struct fat32 *f, uint32_t c)
{
	return f->data_at + (uint64_t)(c - 2) * f->cluster_bytes;
}

static uint8_t short_sum(const uint8_t *e)
{
	uint8_t sum = 0;

	for (unsigned i = 0; i < 11; i++)
		sum = (uint8_t)((sum >> 1 | sum << 7) + e[i]);
	return sum;
}

static void long_piece(struct long_name *l, const uint8_t *e)
{
	static const uint8_t place[13] = { 1, 3, 5, 7, 9, 14, 16, 18, 20, 22, 24, 28, 30 };
	unsigned order = e[0] & 0x3f, at;

	if (e[0] & 0x40) {
		memset(l, 0, sizeof(*l));
		l->next = order;
		l->sum = e[13];
		l->is_good = true;
	}
	if (!order || order != l->next || e[13] != l->sum) {
		l->is_good = false;
		return;
	}
	l->next--;
	for (unsigned i = 0; i < 13; i++) {
		uint16_t c = le16(e + place[i]);

		at = (order - 1) * 13 + i;
		if (c == 0xffff || !c)
			continue;
		if (at >= sizeof(l->text) - 1 || c < 0x20 || c > 0x7e || c == '/')
			l->is_good = false;
		else
			l->text[at] = (char)c;
	}
}

static bool short_name(const uint8_t *e, char *name)
{
	unsigned n = 0;

	for (unsigned i = 0; i < 11; i++) {
		if (i == 8 && e[8] != ' ')
			name[n++] = '.';
		if (e[i] == ' ')
			continue;
		if (e[i] < 0x20 || e[i] > 0x7e || e[i] == '/')
			return false;
		/* Bits of byte 12: base and extension are in lower case. */
		name[n] = (char)e[i];
		if (e[12] & (i < 8 ? 0x08 : 0x10) && name[n] >= 'A' && name[n] <= 'Z')
			name[n] = (char)(name[n] + 32);
		n++;
	}
	name[n] = '\0';
	return n > 0;
}

/* False: no name of ours. */
static bool entry_parse(const uint8_t *e, struct long_name *l, struct entry *entry)
{
	bool is_long = l->is_good && !l->next && l->text[0] && l->sum == short_sum(e);

	memset(entry, 0, sizeof(*entry));
	if (is_long)
		memcpy(entry->name, l->text, sizeof(l->text));
	l->is_good = false;
	if (e[11] & ATTR_VOLUME || (!is_long && !short_name(e, entry->name)) ||
	    entry->name[0] == '.')
		return false;
	entry->is_folder = e[11] & ATTR_FOLDER;
	entry->cluster = (uint32_t)le16(e + 20) << 16 | le16(e + 26);
	entry->size = le32(e + 28);
	return true;
}

/* Until each returns false. 0 or -errno. */
static int walk(const struct fat32 *f, uint32_t cluster,
		bool (*each)(void *arg, const struct entry *e), void *arg)
{
	uint8_t *buf = malloc(f->cluster_bytes);
	struct long_name l = { .is_good = false };
	struct entry entry;
	unsigned seen = 0;
	int ret = buf ? 0 : -ENOMEM;

	while (!ret && is_cluster(f, cluster) && seen < ENTRIES_MAX) {
		ret = read_at(f, buf, f->cluster_bytes, cluster_at(f, cluster));
		for (uint32_t i = 0; !ret && i < f->cluster_bytes; i += ENTRY, seen++) {
			const uint8_t *e = buf + i;

			if (!e[0])
				goto out;
			if (e[0] == 0xe5)
				l.is_good = false;
			else if (e[11] == ATTR_LONG)
				long_piece(&l, e);
			else if (entry_parse(e, &l, &entry) && !each(arg, &entry))
				goto out;
		}
		if (!ret)
			ret = next_cluster(f, &cluster);
	}
out:
	free(buf);
	return ret;
}

struct search {
	char name[FAT32_NAME_MAX];
	struct entry found;
	bool is_found;
};

static bool compare(void *arg, const struct entry *e)
{
	struct search *s = arg;

	s->is_found = !strcasecmp(e->name, s->name);
	if (s->is_found)
		s->found = *e;
	return !s->is_found;
}

static int find(const struct fat32 *f, const char *path, struct entry *entry)
{
	struct search s = { .is_found = false };
	int ret;

	*entry = (struct entry){ .is_folder = true, .cluster = f->root };
	while (*path) {
		size_t len = strcspn(path, "/");

		if (!entry->is_folder)
			return -ENOTDIR;
		if (len >= sizeof(s.name))
			return -ENAMETOOLONG;
		memcpy(s.name, path, len);
		s.name[len] = '\0';
		s.is_found = false;
		ret = walk(f, entry->cluster, compare, &s);
		if (ret)
			return ret;
		if (!s.is_found)
			return -ENOENT;
		*entry = s.found;
		path += len + (path[len] == '/');
	}
	return 0;
}

struct listing {
	void (*each)(void *arg, const char *name, bool is_folder);
	void *arg;
};

static bool hand_on(void *arg, const struct entry *e)
{
	struct listing *l = arg;

	l->each(l->arg, e->name, e->is_folder);
	return true;
}

int fat32_list(const struct fat32 *f, const char *path,
	       void (*each)(void *arg, const char *name, bool is_folder), void *arg)
{
	struct listing l = { each, arg };
	struct entry entry;
	int ret = find(f, path, &entry);

	if (ret)
		return ret;
	return entry.is_folder ? walk(f, entry.cluster, hand_on, &l) : -ENOTDIR;
}

int fat32_read(const struct fat32 *f, const char *path, size_t max, char **data, size_t *len)
{
	struct entry entry;
	int ret = find(f, path, &entry);
	uint32_t c, part;
	size_t at = 0;

	*data = NULL;
	if (ret)
		return ret;
	if (entry.is_folder)
		return -EISDIR;
	if (entry.size > max)
		return -EFBIG;
	*data = malloc((size_t)entry.size + 1);
	if (!*data)
		return -ENOMEM;
	for (c = entry.cluster; !ret && at < entry.size && is_cluster(f, c); at += part) {
		part = entry.size - at < f->cluster_bytes ? (uint32_t)(entry.size - at) :
			f->cluster_bytes;
		ret = read_at(f, *data + at, part, cluster_at(f, c));
		if (!ret)
			ret = next_cluster(f, &c);
	}
	(*data)[at] = '\0';
	*len = at;
	if (ret) {
		free(*data);
		*data = NULL;
	}
	return ret;
}
