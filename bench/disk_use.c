// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who uses a disk: mounts, swap, holders (md, dm, bcache), members of mounted
 * btrfs, loop devices laid over it, and our own boot or results medium. What
 * cannot be read is an error: not to know who uses a disk is no permission.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include "disk_parts.h"

/* Undo the \040 of /proc/mounts and /proc/swaps, in place. */
static void unescape(char *s)
{
	char *out = s;

	while (*s) {
		if (s[0] == '\\' && s[1] >= '0' && s[1] <= '3' && s[2] >= '0' &&
		    s[2] <= '7' && s[3] >= '0' && s[3] <= '7') {
			*out++ = (char)((s[1] - '0') << 6 | (s[2] - '0') << 3 |
					(s[3] - '0'));
			s += 4;
		} else {
			*out++ = *s++;
		}
	}
	*out = '\0';
}

/*
 * Does path name this disk? By its number, or by its last part where the path
 * cannot be looked at (another root, a device node that is gone).
 */
static bool path_is_disk(const struct disk *d, const char *path, const char *root)
{
	const char *base = strrchr(path, '/');
	char full[SYS_PATH];
	struct stat st;

	if (strncmp(path, "/dev/", 5))
		return false;
	if (!strcmp(base + 1, d->name))
		return true;
	return !text_put(full, sizeof(full), "%s%s", root, path) && !stat(full, &st) &&
	       S_ISBLK(st.st_mode) && major(st.st_rdev) == d->major &&
	       minor(st.st_rdev) == d->minor;
}

static void mark_mount(struct disk_list *list, char *line, const char *root)
{
	char *fields[4] = { NULL }, *save = NULL, *word, *source = NULL;
	uint64_t maj = UINT64_MAX, min = UINT64_MAX;
	struct disk *d;
	char *colon;
	unsigned i;

	/* id, parent, major:minor, … , "-", type, source, options */
	for (i = 0, word = strtok_r(line, " \n", &save); word;
	     word = strtok_r(NULL, " \n", &save), i++) {
		if (i < ARRAY_SIZE(fields))
			fields[i] = word;
		if (strcmp(word, "-"))
			continue;
		strtok_r(NULL, " \n", &save);
		source = strtok_r(NULL, " \n", &save);
		break;
	}
	colon = fields[2] ? strchr(fields[2], ':') : NULL;
	if (colon) {
		*colon = '\0';
		parse_u64(fields[2], 0, UINT32_MAX, &maj);
		parse_u64(colon + 1, 0, UINT32_MAX, &min);
	}
	if (source)
		unescape(source);
	for (i = 0; i < list->count; i++) {
		d = &list->disk[i];
		/* btrfs has a number of its own, so the source counts too */
		if ((d->major == maj && d->minor == min) ||
		    (source && path_is_disk(d, source, root)))
			d->mounted = true;
	}
}

static void mark_swap(struct disk_list *list, char *line, const char *root)
{
	unsigned i;

	line[strcspn(line, " \t\n")] = '\0';
	unescape(line);
	for (i = 0; i < list->count; i++)
		if (path_is_disk(&list->disk[i], line, root))
			list->disk[i].swap = true;
}

static int each_line(struct disk_list *list, const char *root, const char *file,
		     void (*mark)(struct disk_list *, char *, const char *))
{
	char path[SYS_PATH], *line = NULL;
	size_t size = 0;
	FILE *in;
	int ret = text_put(path, sizeof(path), "%s/proc/%s", root, file);

	if (ret)
		return ret;
	in = fopen(path, "re");
	if (!in)
		return -errno;
	while (errno = 0, getline(&line, &size, in) >= 0)
		mark(list, line, root);
	if (ferror(in) || errno == ENOMEM)
		ret = -EIO;
	free(line);
	fclose(in);
	return ret;
}

/* The first entry of a folder, by its name; "" if there is none. */
static void first_entry(const char *dir, char *name, size_t size)
{
	const struct dirent *e;
	DIR *in = opendir(dir);

	text_put(name, size, "%s", in || errno == ENOENT ? "" : "unknown");
	if (!in)
		return;
	while ((e = readdir(in)))
		if (e->d_name[0] != '.') {
			text_put(name, size, "%s", e->d_name);
			break;
		}
	closedir(in);
}

static void mark_holder(struct disk *d, const char *root)
{
	char dir[SYS_PATH];

	if (!text_put(dir, sizeof(dir), "%s/sys/class/block/%s/holders", root, d->name))
		first_entry(dir, d->holder, sizeof(d->holder));
}

/* A loop device over a whole disk is no holder to the kernel. */
static void mark_below_loop(struct disk_list *list, const char *root)
{
	char dir[SYS_PATH], file[512];
	unsigned i, j;

	for (i = 0; i < list->count; i++) {
		if (strcmp(list->disk[i].transport, "loop") ||
		    text_put(dir, sizeof(dir), "%s/sys/class/block/%s/loop", root,
			     list->disk[i].name) ||
		    sys_text(dir, "backing_file", file, sizeof(file)))
			continue;
		for (j = 0; j < list->count; j++)
			if (i != j && !list->disk[j].holder[0] &&
			    path_is_disk(&list->disk[j], file, root))
				text_put(list->disk[j].holder,
					 sizeof(list->disk[j].holder), "%s",
					 list->disk[i].name);
	}
}

/* /proc names one device of a mounted btrfs; sysfs has them all. */
static void mark_btrfs(struct disk_list *list, const char *root)
{
	char dir[SYS_PATH], path[SYS_PATH];
	const struct dirent *e;
	struct stat st;
	unsigned i;
	DIR *in;

	if (text_put(dir, sizeof(dir), "%s/sys/fs/btrfs", root))
		return;
	in = opendir(dir);
	if (!in)
		return;
	while ((e = readdir(in))) {
		if (e->d_name[0] == '.')
			continue;
		for (i = 0; i < list->count; i++)
			if (!text_put(path, sizeof(path), "%s/%s/devices/%s", dir,
				      e->d_name, list->disk[i].name) &&
			    !lstat(path, &st))
				list->disk[i].mounted = true;
	}
	closedir(in);
}

/* All of the medium that has the results on it is ours to boot, not to wipe. */
static void mark_medium(struct disk_list *list)
{
	const struct disk *d;
	const char *medium;
	unsigned i, j;

	for (i = 0; i < list->count; i++) {
		d = &list->disk[i];
		if (!d->is_results)
			continue;
		medium = d->is_partition ? d->parent : d->name;
		for (j = 0; j < list->count; j++)
			if (!strcmp(list->disk[j].name, medium) ||
			    !strcmp(list->disk[j].parent, medium))
				list->disk[j].is_boot = true;
	}
}

int disk_find_use(struct disk_list *list, const char *root)
{
	unsigned i;
	int ret = each_line(list, root, "self/mountinfo", mark_mount);

	if (ret)
		return ret;
	ret = each_line(list, root, "swaps", mark_swap);
	if (ret && ret != -ENOENT)	/* a kernel without swap */
		return ret;
	for (i = 0; i < list->count; i++)
		mark_holder(&list->disk[i], root);
	mark_below_loop(list, root);
	mark_btrfs(list, root);
	mark_medium(list);
	return 0;
}
