// SPDX-License-Identifier: GPL-2.0-only
/*
 * Folder or FAT32: one way to list and to read, and the journal of a session.
 */
#include "source.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "metal/journal.h"
#include "units.h"

int source_open(struct source *s, const char *path)
{
	struct stat st;
	int ret = 0;

	memset(s, 0, sizeof(*s));
	s->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (s->fd < 0)
		return -errno;
	if (fstat(s->fd, &st) < 0) {
		ret = -errno;
	} else if (S_ISREG(st.st_mode) || S_ISBLK(st.st_mode)) {
		s->is_fat = true;
		ret = fat32_open(&s->fat, s->fd);
	} else if (!S_ISDIR(st.st_mode)) {
		ret = -ENOENT;
	}
	if (ret)
		source_close(s);
	return ret;
}

void source_close(struct source *s)
{
	if (s->fd >= 0)
		close(s->fd);
	s->fd = -1;
}

/* A list that grows; what does not fit is left out. */
struct names {
	char **name;
	size_t count;
	bool (*keep)(const char *name);
	int error;
};

static void names_add(void *arg, const char *name, bool is_folder)
{
	struct names *n = arg;
	char **more, *copy;

	(void)is_folder;
	if (n->count == SOURCE_NAMES_MAX || !n->keep(name))
		return;
	copy = strdup(name);
	more = copy ? realloc(n->name, (n->count + 1) * sizeof(*more)) : NULL;
	if (!more) {
		free(copy);
		n->error = -ENOMEM;
		return;
	}
	n->name = more;
	n->name[n->count++] = copy;
}

static int compare_names(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return strverscmp(*x, *y);
}

/* No step of the path may be a link that leads out of the medium. */
static int open_below(int dir, const char *path, int flags)
{
	char part[FAT32_NAME_MAX];
	int fd = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), next;

	while (fd >= 0 && *path) {
		size_t len = strcspn(path, "/");
		bool is_last = !path[len];

		if (len >= sizeof(part)) {
			close(fd);
			return -ENAMETOOLONG;
		}
		memcpy(part, path, len);
		part[len] = '\0';
		next = openat(fd, part, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC |
			      (is_last ? flags : O_DIRECTORY));
		if (next < 0) {
			next = -errno;
			close(fd);
			return next;
		}
		close(fd);
		fd = next;
		path += len + !is_last;
	}
	return fd < 0 ? -errno : fd;
}

static int folder_list(int dir, const char *folder, struct names *n)
{
	int fd = open_below(dir, folder, O_DIRECTORY);
	const struct dirent *e;
	DIR *d;

	if (fd < 0)
		return fd;
	d = fdopendir(fd);
	if (!d) {
		close(fd);
		return -ENOMEM;
	}
	while ((e = readdir(d)))
		names_add(n, e->d_name, false);
	closedir(d);
	return 0;
}

int source_list(const struct source *s, const char *folder, bool (*keep)(const char *name),
		char ***names, size_t *count)
{
	struct names n = { .keep = keep };
	int ret = s->is_fat ? fat32_list(&s->fat, folder, names_add, &n) :
		folder_list(s->fd, folder, &n);

	ret = ret ? ret : n.error;
	if (ret) {
		source_names_free(n.name, n.count);
		n.name = NULL;
		n.count = 0;
	}
	if (n.count)
		qsort(n.name, n.count, sizeof(*n.name), compare_names);
	*names = n.name;
	*count = n.count;
	return ret;
}

void source_names_free(char **names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		free(names[i]);
	free(names);
}

static int folder_read(int dir, const char *path, size_t max, char **data, size_t *len)
{
	int fd = open_below(dir, path, 0), ret = 0;
	struct stat st;
	ssize_t n = 1;

	if (fd < 0)
		return fd;
	if (fstat(fd, &st) < 0)
		ret = -errno;
	else if (!S_ISREG(st.st_mode))
		ret = S_ISDIR(st.st_mode) ? -EISDIR : -EINVAL;
	else if ((uint64_t)st.st_size > max)
		ret = -EFBIG;
	*data = ret ? NULL : malloc((size_t)st.st_size + 1);
	if (!ret && !*data)
		ret = -ENOMEM;
	for (*len = 0; !ret && n > 0 && *len < (size_t)st.st_size; *len += (size_t)n) {
		n = read(fd, *data + *len, (size_t)st.st_size - *len);
		if (n < 0) {
			ret = -errno;
			break;
		}
	}
	close(fd);
	if (ret) {
		free(*data);
		*data = NULL;
		return ret;
	}
	(*data)[*len] = '\0';
	return 0;
}

int source_read(const struct source *s, const char *path, size_t max, char **data, size_t *len)
{
	*data = NULL;
	return s->is_fat ? fat32_read(&s->fat, path, max, data, len) :
		folder_read(s->fd, path, max, data, len);
}

/* The number behind a word of the text; 0: none. */
static unsigned number_behind(const char *text, const char *word)
{
	const char *at = strstr(text, word);
	char digits[8];
	uint64_t value;

	if (!at)
		return 0;
	at += strlen(word);
	snprintf(digits, sizeof(digits), "%.*s", (int)strcspn(at, " "), at);
	return parse_u64(digits, 0, 9999, &value) == 0 ? (unsigned)value : 0;
}

void source_journal(const char *text, size_t len, struct journal_said *j)
{
	char event[JOURNAL_TEXT];

	memset(j, 0, sizeof(*j));
	for (; len >= JOURNAL_EVENT && journal_parse(text, event); len -= JOURNAL_EVENT) {
		if (!strncmp(event, "session ", 8)) {
			memset(j, 0, sizeof(*j));
			j->session = number_behind(event, "session ");
		} else if (!strncmp(event, "done ", 5)) {
			j->done++;
		} else if (!strncmp(event, "given-up ", 9)) {
			j->given_up++;
		} else if (!strcmp(event, "finished")) {
			j->is_finished = true;
		}
		text += JOURNAL_EVENT;
	}
}
