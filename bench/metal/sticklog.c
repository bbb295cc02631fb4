// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory first, then the medium. The file on it grows by whole clusters before
 * they are needed, so that a record changes its data and its length, but no
 * chain: power that goes in between leaves a file that can be read up to the
 * last record that was synced.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>
#include "sticklog.h"

#define ALLOCATE_BYTES (256 * 1024)
#define COPY_BYTES 16384
#define LEISURE 10	/* a failing medium may take one part in this of the time */

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int write_all(int fd, const char *data, size_t len, uint64_t at)
{
	ssize_t n;

	while (len) {
		n = pwrite(fd, data, len, (off_t)at);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n ? -errno : -ENOSPC;
		data += n;
		at += (uint64_t)n;
		len -= (size_t)n;
	}
	return 0;
}

static int copy_rest(const struct sticklog *l)
{
	uint64_t at = l->saved_bytes;
	char buf[COPY_BYTES];
	ssize_t n;
	int ret;

	while (at < l->spooled_bytes) {
		n = pread(l->spool_fd, buf, sizeof(buf), (off_t)at);
		if (n <= 0)
			return n < 0 ? -errno : -EIO;
		ret = write_all(l->fd, buf, (size_t)n, l->base_bytes + at);
		if (ret)
			return ret;
		at += (uint64_t)n;
	}
	return 0;
}

/*
 * Where it cannot be (an old kernel), writing does it. What remains of a nearly
 * full medium is left to other files.
 */
static void allocate(struct sticklog *l, uint64_t end)
{
	struct statvfs v;

	if (end <= l->allocated_bytes)
		return;
	l->allocated_bytes = end + ALLOCATE_BYTES;
	if (fstatvfs(l->fd, &v) || v.f_bavail * (uint64_t)v.f_frsize < 8 * ALLOCATE_BYTES)
		return;
	if (!fallocate(l->fd, FALLOC_FL_KEEP_SIZE, (off_t)l->base_bytes,
		       (off_t)(l->allocated_bytes - l->base_bytes)))
		fsync(l->fd);
}

/* Cut the file back to what was saved for sure, and go on behind it. */
static int open_file(struct sticklog *l)
{
	char path[512];
	struct stat st;
	int ret = medium_path(l->medium, l->name, path, sizeof(path));
	char *slash = strrchr(l->name, '/');
	int fd;

	if (ret)
		return ret;
	if (slash) {
		*slash = '\0';
		ret = medium_mkdir(l->medium, l->name);
		*slash = '/';
	}
	if (ret)
		return ret;
	fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0644);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &st))
		ret = -errno;
	else if (!S_ISREG(st.st_mode))
		ret = -EISDIR;
	else if ((uint64_t)st.st_size < l->base_bytes)
		ret = -EFBIG;
	/* Somebody wrote it anew or it lost its end: what is in memory is sent again. */
	else if ((uint64_t)st.st_size < l->base_bytes + l->saved_bytes)
		l->saved_bytes = 0;
	if (!ret && ftruncate(fd, (off_t)(l->base_bytes + l->saved_bytes)))
		ret = -errno;
	if (!ret)
		ret = medium_sync(l->medium);
	if (ret) {
		close(fd);
		return ret;
	}
	l->fd = fd;
	l->allocated_bytes = 0;
	return 0;
}

static void close_file(struct sticklog *l)
{
	if (l->fd >= 0)
		close(l->fd);
	l->fd = -1;
}

static int push(struct sticklog *l)
{
	int ret = l->fd < 0 ? open_file(l) : 0;

	if (!ret) {
		allocate(l, l->base_bytes + l->spooled_bytes);
		ret = copy_rest(l);
	}
	if (!ret && fsync(l->fd))
		ret = -errno;
	if (!ret) {
		l->saved_bytes = l->spooled_bytes;
		return 0;
	}
	/* No half record stays, where that can be helped. */
	if (l->fd >= 0 && ret == -ENOSPC &&
	    !ftruncate(l->fd, (off_t)(l->base_bytes + l->saved_bytes)))
		fsync(l->fd);
	close_file(l);
	return ret;
}

static bool is_gone(int ret)
{
	return ret == -EIO || ret == -ENODEV || ret == -ENXIO || ret == -EROFS || ret == -ENOENT ||
	       ret == -ESTALE;
}

/* Push; where the medium seems gone, take it anew and push again. */
static int try(struct sticklog *l, unsigned wait_s)
{
	const int64_t begin = now_ns();
	char err[sizeof(l->trouble)] = "";
	int ret = l->medium->is_mounted ? push(l) : -ENODEV;

	if (is_gone(ret)) {
		close_file(l);
		ret = medium_again(l->medium, wait_s, err, sizeof(err));
		if (!ret)
			ret = push(l);
	}
	l->trouble[0] = '\0';
	l->again_ns = 0;
	if (!ret)
		return 0;
	if (err[0])
		snprintf(l->trouble, sizeof(l->trouble), "%s", err);
	else
		snprintf(l->trouble, sizeof(l->trouble), "medium: %s: %s", l->medium->id,
			 medium_why(ret));
	l->again_ns = now_ns() + (now_ns() - begin) * LEISURE;
	return ret;
}

int sticklog_open(struct sticklog *l, struct medium *m, const char *name, uint64_t keep_bytes)
{
	char path[512];
	int len;

	memset(l, 0, sizeof(*l));
	l->medium = m;
	l->fd = -1;
	l->base_bytes = keep_bytes;
	l->spool_fd = -1;
	len = snprintf(l->name, sizeof(l->name), "%s", name);
	if (len < 0 || (size_t)len >= sizeof(l->name) ||
	    medium_path(m, name, path, sizeof(path)) == -EINVAL)
		return -EINVAL;
	l->spool_fd = memfd_create("mdbench-records", MFD_CLOEXEC);
	if (l->spool_fd < 0)
		return -errno;
	try(l, 0);
	return 0;
}

int sticklog_send(void *arg, const char *data, size_t len)
{
	struct sticklog *l = arg;
	int ret = write_all(l->spool_fd, data, len, l->spooled_bytes);

	if (ret)
		return ret;
	l->spooled_bytes += len;
	if (!l->again_ns || now_ns() >= l->again_ns)
		try(l, 0);
	return 0;
}

int sticklog_flush(struct sticklog *l, unsigned wait_s)
{
	if (l->spool_fd < 0)
		return -EBADF;
	if (l->fd >= 0 && l->saved_bytes == l->spooled_bytes)
		return 0;
	return try(l, wait_s);
}

void sticklog_close(struct sticklog *l)
{
	close_file(l);
	if (l->spool_fd >= 0)
		close(l->spool_fd);
	l->spool_fd = -1;
}
