// SPDX-License-Identifier: GPL-2.0-only
/*
 * Zeroing with BLKZEROOUT (include/uapi/linux/fs.h): the range is made of whole
 * sectors, the kernel drops its page cache for it, and discards are never used
 * where they would not read back as zeros.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "blank.h"
#include "units.h"

#define MIB (1024ull * 1024)
/* One call cannot be interrupted, so none is long. */
#define STEP_BYTES (256 * MIB)

static int blank_one(const char *path, uint64_t start, uint64_t len)
{
	const int fd = open(path, O_RDWR | O_EXCL | O_CLOEXEC);
	uint64_t range[2];
	int ret = 0;

	if (fd < 0)
		return -errno;
	while (len && !ret) {
		range[0] = start;
		range[1] = len < STEP_BYTES ? len : STEP_BYTES;
		if (ioctl(fd, BLKZEROOUT, range) < 0)
			ret = -errno;
		start += range[1];
		len -= range[1];
	}
	if (!ret && fsync(fd) < 0)
		ret = -errno;
	if (close(fd) < 0 && !ret)
		ret = -errno;
	return ret;
}

/* Exit statuses are 8 bits wide; every errno of Linux that matters is below. */
static int wait_errno(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -errno;
	}
	return WIFEXITED(status) ? -WEXITSTATUS(status) : -EIO;
}

int blank_range(const char *const *paths, unsigned n, uint64_t start,
		uint64_t len, unsigned *which)
{
	pid_t pid[64];
	unsigned i, started;
	int ret = 0, r;

	if (n > ARRAY_SIZE(pid))
		return -EINVAL;
	for (started = 0; started < n; started++) {
		pid[started] = fork();
		if (pid[started] < 0) {
			ret = -errno;
			*which = started;
			break;
		}
		if (!pid[started])
			_exit(-blank_one(paths[started], start, len) & 0xff);
	}
	for (i = 0; i < started; i++) {
		r = wait_errno(pid[i]);
		if (r && !ret) {
			ret = r;
			*which = i;
		}
	}
	return ret;
}

int blank_ends(const char *const *paths, const uint64_t *size_bytes, unsigned n,
	       unsigned *which)
{
	uint64_t len;
	unsigned i;
	int ret;

	for (i = 0; i < n; i++) {
		len = size_bytes[i] < MIB ? size_bytes[i] : MIB;
		*which = i;
		ret = blank_one(paths[i], 0, len);
		if (!ret)
			ret = blank_one(paths[i], size_bytes[i] - len, len);
		if (ret)
			return ret;
	}
	return 0;
}
