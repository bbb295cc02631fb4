// SPDX-License-Identifier: GPL-2.0-only
/*
 * pstore: a file system of few small files, written by a kernel that crashed.
 * What is in it is as far to be trusted as that kernel was: names and text are
 * cleaned, lengths bounded.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>
#include "pstore.h"
#include "units.h"

#define PSTORE "/sys/fs/pstore"
#define FILE_MAX (4u << 20)
#define FILES_MAX 256u
#define COPIES_MAX 100	/* of one name: ramoops calls each crash the same */

/* Where the text of a line begins, behind "<2>[   12.345678] ". */
static const char *line_text(const char *line)
{
	const char *end;

	if (*line == '<' && (end = strchr(line, '>')) && end - line < 6)
		line = end + 1;
	if (*line == '[' && (end = strchr(line, ']')))
		line = end[1] == ' ' ? end + 2 : end + 1;
	return line;
}

/* How well a line says why the machine went down; 0: not at all. */
static unsigned line_weight(const char *text)
{
	/* The cause is worth more than the panic that it ends in. */
	static const struct { const char *begin; unsigned weight; } known[] = {
		{ "mdbench: watchdog:", 3 }, { "BUG:", 2 }, { "kernel BUG at", 2 },
		{ "general protection fault", 2 }, { "watchdog: BUG:", 2 },
		{ "INFO: task", 2 }, { "Kernel panic - not syncing", 1 },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(known); i++)
		if (!strncmp(text, known[i].begin, strlen(known[i].begin)))
			return known[i].weight;
	return 0;
}

void pstore_read_panic(const char *text, struct pstore_saved *saved)
{
	const char *end;
	unsigned weight;
	size_t i, n;

	for (; *text; text = *end ? end + 1 : end) {
		end = text + strcspn(text, "\n");
		if (end - text > 1024)
			continue;
		text = line_text(text);
		weight = text < end ? line_weight(text) : 0;
		if (weight <= saved->weight)
			continue;
		saved->weight = weight;
		n = (size_t)(end - text);
		n = n < sizeof(saved->panic) ? n : sizeof(saved->panic) - 1;
		for (i = 0; i < n; i++)
			saved->panic[i] = isprint((unsigned char)text[i]) ? text[i] : '?';
		saved->panic[n] = '\0';
	}
}

/* A whole file into memory, NUL behind it: length or -errno. */
static long read_file(int dir, const char *name, char **data)
{
	struct stat st;
	size_t len = 0;
	ssize_t n = 0;
	int fd, ret = 0;

	fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0)
		return -errno;
	*data = NULL;
	if (fstat(fd, &st) < 0)
		ret = -errno;
	else if (!S_ISREG(st.st_mode))
		ret = -EISDIR;
	else if (!(*data = malloc(FILE_MAX + 1)))
		ret = -ENOMEM;
	while (!ret && len < FILE_MAX) {
		n = read(fd, *data + len, FILE_MAX - len);
		if (n < 0)
			ret = -errno;
		if (n <= 0)
			break;
		len += (size_t)n;
	}
	close(fd);
	if (ret) {
		free(*data);
		return ret;
	}
	(*data)[len] = '\0';
	return (long)len;
}

static int write_file(int fd, const char *data, size_t len)
{
	ssize_t n;

	while (len) {
		n = write(fd, data, len);
		if (n <= 0)
			return n < 0 ? -errno : -EIO;
		data += n;
		len -= (size_t)n;
	}
	return fsync(fd) < 0 ? -errno : 0;
}

/* A name that FAT takes, of a file that is not there yet. */
static int create_file(const char *folder, const char *name, char *path, size_t size)
{
	char clean[64];
	size_t i;
	int n, fd;

	for (i = 0; i < sizeof(clean) - 1 && name[i]; i++)
		clean[i] = isalnum((unsigned char)name[i]) || (i && strchr("-_.", name[i])) ?
			name[i] : '_';
	clean[i] = '\0';
	for (n = 1; n < COPIES_MAX; n++) {
		if ((size_t)snprintf(path, size, n > 1 ? "%s/%s-%d.txt" : "%s/%s.txt",
				     folder, clean, n) >= size)
			return -ENAMETOOLONG;
		fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
		if (fd >= 0 || errno != EEXIST)
			return fd < 0 ? -errno : fd;
	}
	return -EEXIST;
}

static int sync_folder(const char *folder)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), ret;

	if (fd < 0)
		return -errno;
	ret = fsync(fd) < 0 ? -errno : 0;
	close(fd);
	return ret;
}

static int save_one(int dir, const char *name, const char *folder, struct pstore_saved *saved)
{
	char path[PATH_MAX], *data = NULL;
	int fd, ret;
	long len;

	len = read_file(dir, name, &data);
	if (len < 0)
		return (int)len;
	if (mkdir(folder, 0755) < 0 && errno != EEXIST) {
		ret = -errno;
		free(data);
		return ret;
	}
	fd = create_file(folder, name, path, sizeof(path));
	ret = fd < 0 ? fd : write_file(fd, data, (size_t)len);
	if (fd >= 0 && close(fd) < 0 && !ret)
		ret = -errno;
	if (fd >= 0 && ret)
		unlink(path);
	if (!ret)
		ret = sync_folder(folder);
	if (!ret) {
		pstore_read_panic(data, saved);
		saved->files++;
		/* Safe where it is now: its old place is wanted for the next crash. */
		unlinkat(dir, name, 0);
	}
	free(data);
	return ret;
}

/* "NAME BYTES SECONDS\n": a name alone is used again, by ramoops for each crash. */
static bool put_entry(int dir, const char *name, char *line, size_t size)
{
	struct stat st;
	int n;

	if (fstatat(dir, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return false;
	n = snprintf(line, size, "%s %lld %lld\n", name, (long long)st.st_size,
		     (long long)st.st_mtime);
	return n > 0 && (size_t)n < size;
}

/* Does one of the lines of list say just this? */
static bool is_listed(const char *list, int dir, const char *name)
{
	char line[NAME_MAX + 64];
	size_t len;

	if (!list || !*list || !put_entry(dir, name, line, sizeof(line)))
		return false;
	for (len = strlen(line); *list; list += strcspn(list, "\n") + 1) {
		if (!strncmp(list, line, len))
			return true;
		if (!list[strcspn(list, "\n")])
			break;
	}
	return false;
}

int pstore_list_of(const char *from, char *buf, size_t size)
{
	const int dir = open(from, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	char line[NAME_MAX + 64];
	const struct dirent *e;
	size_t used = 0;
	int ret = 0;
	DIR *in;

	buf[0] = '\0';
	if (dir < 0)
		return errno == ENOENT ? 0 : -errno;
	in = fdopendir(dir);
	if (!in) {
		ret = -errno;
		close(dir);
		return ret;
	}
	while ((e = readdir(in))) {
		if (e->d_name[0] == '.' || !put_entry(dir, e->d_name, line, sizeof(line)))
			continue;
		if (used + strlen(line) >= size) {
			ret = -E2BIG;
			break;
		}
		memcpy(buf + used, line, strlen(line) + 1);
		used += strlen(line);
	}
	closedir(in);
	return ret;
}

int pstore_save_from(const char *from, const char *folder, const char *except,
		     struct pstore_saved *saved)
{
	struct dirent **list;
	int n, i, one, dir, ret;

	*saved = (struct pstore_saved){ 0 };
	dir = open(from, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (dir < 0)
		return errno == ENOENT ? 0 : -errno;
	n = scandir(from, &list, NULL, alphasort);
	ret = n < 0 ? -errno : 0;
	for (i = 0; i < n; i++) {
		if (list[i]->d_name[0] != '.' && saved->files < FILES_MAX &&
		    !is_listed(except, dir, list[i]->d_name)) {
			one = save_one(dir, list[i]->d_name, folder, saved);
			if (one && one != -EISDIR && !ret)
				ret = one;
		}
		free(list[i]);
	}
	if (n >= 0)
		free(list);
	close(dir);
	return ret;
}

/* EBUSY: it is mounted already. ENODEV, ENOENT: this kernel has none. */
static int mount_pstore(void)
{
	if (!mount("pstore", PSTORE, "pstore", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) ||
	    errno == EBUSY)
		return 0;
	return -errno;
}

int pstore_list(char *buf, size_t size)
{
	const int ret = mount_pstore();

	buf[0] = '\0';
	if (ret)
		return ret == -ENODEV || ret == -ENOENT ? 0 : ret;
	return pstore_list_of(PSTORE, buf, size);
}

int pstore_save(const char *folder, const char *except, struct pstore_saved *saved)
{
	const int ret = mount_pstore();

	*saved = (struct pstore_saved){ 0 };
	if (ret)
		return ret == -ENODEV || ret == -ENOENT ? 0 : ret;
	return pstore_save_from(PSTORE, folder, except, saved);
}
