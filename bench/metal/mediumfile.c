// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files of the medium. FAT has no journal, so order is made here: data before
 * the name that leads to them, a sync between. The sync of a file leaves out the
 * folders above it there, so a new name has the whole file system synced. Names
 * come from files that anybody may have edited, so none may lead out of the
 * medium; FAT has no symbolic links.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "medium.h"

#define PATH_BYTES 512

const char *medium_why(int error)
{
	switch (error < 0 ? -error : error) {
	case ENOSPC:
		return "it is full: make room on it";
	case EROFS:
		return "it is write-protected: move its switch, or take another stick";
	case ENODEV:
	case ENXIO:
	case ENOENT:
		return "it is not there: put it back";
	case EIO:
		return "it gives errors: it was pulled out, is damaged or is worn out";
	case EISDIR:
		return "a folder has the name of a file: delete it, or write the stick anew";
	case ENOTDIR:
	case EEXIST:
		return "a file has the name of a folder: delete it, or write the stick anew";
	case EFBIG:
		return "a file has not the length it should have: write the stick anew";
	default:
		return strerror(error < 0 ? -error : error);
	}
}

static bool is_inside(const char *name)
{
	const char *p = name;
	size_t len;

	if (!*name)
		return false;
	for (;; p += len + 1) {
		len = strcspn(p, "/");
		if (!len || (len == 1 && *p == '.') || (len == 2 && p[0] == '.' && p[1] == '.'))
			return false;
		if (!p[len])
			return true;
	}
}

int medium_path(const struct medium *m, const char *name, char *path, size_t size)
{
	int len;

	if (!is_inside(name))
		return -EINVAL;
	if (!m->is_mounted)
		return -ENODEV;
	len = snprintf(path, size, "%s/%s", m->folder, name);
	return len < 0 || (size_t)len >= size ? -EINVAL : 0;
}

/* Folders of path behind its first skip bytes, up to its last slash. */
static int make_folders(char *path, size_t skip)
{
	struct stat st;
	char *p;
	int ret = 0;

	for (p = path + skip + 1; !ret && (p = strchr(p, '/')); *p++ = '/') {
		*p = '\0';
		if (mkdir(path, 0755) && errno != EEXIST)
			ret = -errno;
		else if (stat(path, &st) || !S_ISDIR(st.st_mode))
			ret = -ENOTDIR;
	}
	return ret;
}

int medium_mkdir(struct medium *m, const char *name)
{
	char path[PATH_BYTES];
	size_t len;
	int ret = medium_path(m, name, path, sizeof(path) - 1);

	if (ret)
		return ret;
	len = strlen(path);
	memcpy(path + len, "/", 2);
	ret = make_folders(path, strlen(m->folder));
	return ret ? ret : medium_sync(m);
}

static int write_all(int fd, const char *data, size_t len, off_t at)
{
	ssize_t n;

	while (len) {
		n = pwrite(fd, data, len, at);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -ENOSPC;
		data += n;
		at += n;
		len -= (size_t)n;
	}
	return 0;
}

int medium_sync(struct medium *m)
{
	int fd, ret = 0;

	if (!m->is_mounted)
		return -ENODEV;
	fd = open(m->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (syncfs(fd))
		ret = -errno;
	close(fd);
	return ret;
}

static int write_new(const char *path, const char *data, size_t len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0644);
	int ret;

	if (fd < 0)
		return -errno;
	ret = write_all(fd, data, len, 0);
	if (!ret && fsync(fd))
		ret = -errno;
	if (close(fd) && !ret)
		ret = -errno;
	return ret;
}

int medium_write(struct medium *m, const char *name, const char *data, size_t len)
{
	char path[PATH_BYTES], temporary[PATH_BYTES + 4];
	int ret = medium_path(m, name, path, sizeof(path));

	if (!ret)
		ret = make_folders(path, strlen(m->folder));
	if (ret)
		return ret;
	snprintf(temporary, sizeof(temporary), "%s.new", path);
	ret = write_new(temporary, data, len);
	if (!ret && rename(temporary, path))
		ret = -errno;
	if (ret) {
		unlink(temporary);
		return ret;
	}
	return medium_sync(m);
}

/* A plain file: fd and its length, or -errno. */
static int open_plain(struct medium *m, const char *name, int flags, uint64_t *len)
{
	char path[PATH_BYTES];
	struct stat st;
	int fd, ret = medium_path(m, name, path, sizeof(path));

	if (ret)
		return ret;
	fd = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &st))
		ret = -errno;
	else if (!S_ISREG(st.st_mode))
		ret = S_ISDIR(st.st_mode) ? -EISDIR : -EINVAL;
	if (ret) {
		close(fd);
		return ret;
	}
	*len = (uint64_t)st.st_size;
	return fd;
}

int medium_patch(struct medium *m, const char *name, uint64_t at, const char *data, size_t len)
{
	uint64_t have;
	int ret, fd = open_plain(m, name, O_WRONLY | O_DSYNC, &have);

	if (fd < 0)
		return fd;
	/* Its clusters are all there already, so that only they are written. */
	ret = at > have || len > have - at ? -EFBIG : write_all(fd, data, len, (off_t)at);
	if (close(fd) && !ret)
		ret = -errno;
	return ret;
}

long medium_read(struct medium *m, const char *name, char *buf, size_t size)
{
	uint64_t have;
	size_t got = 0;
	ssize_t n = 1;
	int ret = 0, fd = open_plain(m, name, O_RDONLY, &have);

	if (fd < 0)
		return fd;
	if (have >= size)
		ret = -EFBIG;
	while (!ret && n && got < have) {
		n = read(fd, buf + got, (size_t)have - got);
		if (n < 0 && errno != EINTR)
			ret = -errno;
		if (n > 0)
			got += (size_t)n;
	}
	close(fd);
	if (!ret)
		buf[got] = '\0';
	return ret ? ret : (long)got;
}
