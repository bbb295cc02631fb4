// SPDX-License-Identifier: GPL-2.0-only
/*
 * queue/scheduler in sysfs (Documentation/block/switching-sched.rst): a list of
 * those that this kernel has, the one in force in brackets. The kernel would ask
 * user space for a module that it lacks; there is no modprobe here, so that is
 * done before.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "disk_parts.h"
#include "metal/modload.h"
#include "scheduler.h"
#include "sysfile.h"

static int queue_path(const struct disk *d, const char *root, char *path, size_t size)
{
	return text_put(path, size, "%s/sys/block/%s/queue/scheduler", root,
			d->is_partition ? d->parent : d->name) ? -ENAMETOOLONG : 0;
}

/* "none [mq-deadline]" to words; the one in force, or "". */
static void read_list(const char *path, char *words, size_t size, char *now, size_t now_size)
{
	char *from, *to;

	now[0] = '\0';
	if (sysfile_read(path, words, size) < 0)
		words[0] = '\0';
	words[strcspn(words, "\n")] = '\0';
	while (words[0] && words[strlen(words) - 1] == ' ')
		words[strlen(words) - 1] = '\0';
	from = strchr(words, '[');
	to = from ? strchr(from, ']') : NULL;
	if (!to)
		return;
	text_put(now, now_size, "%.*s", (int)(to - from - 1), from + 1);
	memmove(from, from + 1, strlen(from));
	memmove(to - 1, to, strlen(to) + 1);
}

static bool has_word(const char *text, const char *word)
{
	const size_t len = strlen(word);
	const char *p;

	for (p = text; *p; p += strcspn(p, " "), p += strspn(p, " "))
		if (strcspn(p, " ") == len && !strncmp(p, word, len))
			return true;
	return false;
}

/* Modules are named as their scheduler, or with -iosched behind. */
static void load_module(const char *name)
{
	char module[64];

	if (modload_now(name, NULL) &&
	    !text_put(module, sizeof(module), "%s-iosched", name))
		modload_now(module, NULL);
}

static int look_at(const struct disk *d, const char *root, const char *name, char *err,
		   size_t size)
{
	char path[SYS_PATH], words[160], now[32];
	int ret = queue_path(d, root, path, sizeof(path));

	if (ret)
		return ret;
	read_list(path, words, sizeof(words), now, sizeof(now));
	if (!has_word(words, name) && !root[0]) {
		load_module(name);
		read_list(path, words, sizeof(words), now, sizeof(now));
	}
	if (has_word(words, name))
		return 0;
	snprintf(err, size, "scheduler=%s: %s has no such scheduler with this kernel; there are: %s",
		 name, d->id, words[0] ? words : "none");
	return -ENOENT;
}

static int set_one(struct disk *d, const char *root, const char *name, char *err, size_t size)
{
	char path[SYS_PATH], words[160], now[32];
	int ret = queue_path(d, root, path, sizeof(path));

	if (!ret)
		ret = sysfile_write(path, name);
	if (ret) {
		snprintf(err, size, "scheduler=%s: %s: not set: %s", name, d->id, strerror(-ret));
		return ret;
	}
	read_list(path, words, sizeof(words), now, sizeof(now));
	if (strcmp(now, name)) {
		snprintf(err, size, "scheduler=%s: %s: not set: the kernel kept %s", name, d->id,
			 now[0] ? now : "none");
		return -EIO;
	}
	text_put(d->scheduler, sizeof(d->scheduler), "%s", name);
	return 0;
}

int scheduler_set(const char *root, struct disk_list *list, const char *name, char *err,
		  size_t size)
{
	unsigned i;
	int ret = 0;

	for (i = 0; !ret && i < list->count; i++)
		if (list->disk[i].consent)
			ret = look_at(&list->disk[i], root, name, err, size);
	for (i = 0; !ret && i < list->count; i++)
		if (list->disk[i].consent)
			ret = set_one(&list->disk[i], root, name, err, size);
	return ret;
}
