// SPDX-License-Identifier: GPL-2.0-only
/* Untimed writing of the files that rows work on. See layout.h. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "data.h"
#include "layout.h"

#define CHUNK_BYTES (1ull << 20)

int layout_flags(const struct work *w, bool is_first)
{
	const unsigned flags = w->row->flags;

	return O_CLOEXEC | (flags & ROW_DIRECT ? O_DIRECT : 0) |
	       (flags & ROW_DSYNC ? O_DSYNC : 0) | (flags & ROW_SYNC ? O_SYNC : 0) |
	       (w->is_device && w->exclusive && is_first ? O_EXCL : 0);
}

static int write_all(int fd, const char *buf, size_t len, uint64_t offset)
{
	ssize_t n;

	while (len) {
		n = pwrite(fd, buf, len, (off_t)offset);
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			continue;
		if (n <= 0)
			return n ? -errno : -ENOSPC;
		buf += n;
		len -= (size_t)n;
		offset += (uint64_t)n;
	}
	return 0;
}

static void fill_chunk(const struct work *w, const struct layout *l, char *buf, size_t len,
		       uint64_t offset)
{
	size_t at;

	data_fill(buf, len, offset, w->row->pattern, w->seed);
	for (at = 0; w->verify && at < len; at += l->block_bytes)
		data_stamp(buf + at, l->block_bytes, offset + at, l->run_tag);
}

static int write_span(const struct work *w, const struct layout *l, int fd, char *buf,
		      size_t chunk, uint64_t *done)
{
	size_t len;
	int ret = 0;

	for (*done = 0; *done < l->span_bytes && !ret; *done += ret ? 0 : len) {
		if (work_is_stopped(w))
			return -EINTR;
		len = l->span_bytes - *done < chunk ? (size_t)(l->span_bytes - *done) : chunk;
		fill_chunk(w, l, buf, len, l->base_bytes + *done);
		ret = write_all(fd, buf, len, l->base_bytes + *done);
	}
	return ret;
}

static int fill_open(const struct work *w, const struct layout *l, int fd, uint64_t *done,
		     const char **call)
{
	size_t chunk = l->block_bytes;
	char *buf;
	int ret;

	*call = "check";
	ret = w->check ? w->check(w->check_arg) : 0;
	if (ret)
		return ret;
	*call = "write";
	if (chunk < CHUNK_BYTES)
		chunk *= CHUNK_BYTES / chunk;
	buf = malloc(chunk);
	if (!buf)
		return -ENOMEM;
	ret = write_span(w, l, fd, buf, chunk, done);
	free(buf);
	if (!ret && fsync(fd)) {
		*call = "fsync";
		ret = -errno;
	}
	return ret;
}

int layout_write(const struct work *w, const struct layout *l, uint64_t *written,
		 char *why, size_t size)
{
	const int make = w->is_single ? 0 : O_CREAT | O_TRUNC;
	const int excl = w->is_device && w->exclusive ? O_EXCL : 0;
	const char *call = "open";
	uint64_t done = 0;
	int fd, ret;

	fd = open(l->path, O_WRONLY | O_CLOEXEC | make | excl, 0600);
	ret = fd < 0 ? -errno : fill_open(w, l, fd, &done, &call);
	*written += done;
	if (fd >= 0 && close(fd) && errno != EINTR && !ret) {
		call = "close";
		ret = -errno;
	}
	if (!ret)
		return 0;
	snprintf(why, size, "%s at %" PRIu64 " of %.100s: %s", call, l->base_bytes + done,
		 l->path, strerror(-ret));
	return ret;
}
