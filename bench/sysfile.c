// SPDX-License-Identifier: GPL-2.0-only
/* Reading and writing the small files of /proc and /sys. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "sysfile.h"

long sysfile_read(const char *path, char *buf, size_t size)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n;
	long ret;

	buf[0] = '\0';
	if (fd < 0)
		return -errno;
	do {
		n = read(fd, buf, size - 1);
	} while (n < 0 && errno == EINTR);
	ret = n < 0 ? -errno : (long)n;
	close(fd);
	if (ret < 0)
		return ret;
	buf[ret] = '\0';
	while (ret > 0 && buf[ret - 1] == '\n')
		buf[--ret] = '\0';
	return ret;
}

int sysfile_write(const char *path, const char *text)
{
	const int fd = open(path, O_WRONLY | O_CLOEXEC);
	ssize_t n;
	int ret = 0;

	if (fd < 0)
		return -errno;
	n = write(fd, text, strlen(text));
	if (n < 0)
		ret = -errno;
	else if ((size_t)n != strlen(text))
		ret = -EIO;
	if (close(fd) < 0 && !ret)
		ret = -errno;
	return ret;
}
