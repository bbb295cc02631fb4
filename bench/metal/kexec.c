// SPDX-License-Identifier: GPL-2.0-only
/*
 * kexec_file_load(2) wants one file for the initramfs: the segments one after
 * the other in memory, each filled up to 4 bytes, as boot loaders do it. The
 * kernel takes no file that somebody may still write to, so it is opened anew
 * for reading.
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/reboot.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "kexec.h"

#define SEGMENT_MOST (256 << 20)

static int open_below(const char *folder, const char *name, char *err, size_t size)
{
	char path[512];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0)
		return fd;
	fd = -errno;
	snprintf(err, size, "%s: %s", name, strerror(-fd));
	return fd;
}

/* A plain file that has something in it, and can be read: its fd, or -errno. */
static int open_sound(const char *folder, const char *name, char *err, size_t size)
{
	int fd = open_below(folder, name, err, size), ret = 0;
	struct stat st;
	char byte;

	if (fd < 0)
		return fd;
	if (fstat(fd, &st))
		ret = -errno;
	else if (!S_ISREG(st.st_mode))
		ret = -EISDIR;
	else if (!st.st_size)
		ret = -ENODATA;
	else if (pread(fd, &byte, 1, st.st_size - 1) != 1)
		ret = -EIO;
	if (!ret)
		return fd;
	snprintf(err, size, "%s: %s", name, ret == -ENODATA ? "is empty" : strerror(-ret));
	close(fd);
	return ret;
}

int kexec_check(const char *folder, const char *image, const char *initrd, char *err,
		size_t size)
{
	char names[512], *rest = names, *name, mark[2] = "";
	int fd, ret = 0;

	fd = open_sound(folder, image, err, size);
	if (fd < 0)
		return fd;
	/* Documentation/arch/x86/boot.rst: the mark of whatever boots from a disk */
	if (pread(fd, mark, sizeof(mark), 0x1fe) != sizeof(mark) || memcmp(mark, "\x55\xaa", 2)) {
		ret = -ENOEXEC;
		snprintf(err, size, "%s: is damaged: it is no kernel", image);
	}
	close(fd);
	snprintf(names, sizeof(names), "%s", initrd);
	while (!ret && (name = strsep(&rest, ","))) {
		fd = open_sound(folder, name, err, size);
		if (fd < 0)
			return fd;
		close(fd);
	}
	return ret;
}

/* One segment behind what is in to. */
static int add_segment(int to, int from)
{
	const char zeros[4] = "";
	size_t len = 0;
	ssize_t n;

	do {
		n = sendfile(to, from, NULL, 1 << 20);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		len += (size_t)n;
		if (len > SEGMENT_MOST)
			return -EFBIG;
	} while (n);
	if (len % 4 && write(to, zeros, 4 - len % 4) != (ssize_t)(4 - len % 4))
		return -EIO;
	return 0;
}

static int add_segments(int to, const char *folder, const char *initrd, char *err, size_t size)
{
	char names[512], *rest = names, *name;
	int fd, ret = 0;

	snprintf(names, sizeof(names), "%s", initrd);
	while (!ret && (name = strsep(&rest, ","))) {
		fd = open_below(folder, name, err, size);
		if (fd < 0)
			return fd;
		ret = add_segment(to, fd);
		close(fd);
		if (ret)
			snprintf(err, size, "%s: %s", name, strerror(-ret));
	}
	return ret;
}

/* fd of all segments, open for reading alone; or -errno. */
static int open_initrd(const char *folder, const char *initrd, char *err, size_t size)
{
	const int fd = memfd_create("initrd", MFD_CLOEXEC);
	char path[64];
	int ret;

	if (fd < 0) {
		ret = -errno;
		snprintf(err, size, "memfd: %s", strerror(-ret));
		return ret;
	}
	ret = add_segments(fd, folder, initrd, err, size);
	if (!ret) {
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
		ret = open(path, O_RDONLY | O_CLOEXEC);
		if (ret < 0) {
			ret = -errno;
			snprintf(err, size, "%s: %s", path, strerror(-ret));
		}
	}
	close(fd);
	return ret;
}

static int load(int kernel, int initrd, const char *cmdline)
{
#ifdef SYS_kexec_file_load
	return syscall(SYS_kexec_file_load, kernel, initrd, strlen(cmdline) + 1, cmdline,
		       0ul) ? -errno : 0;
#else
	(void)kernel;
	(void)initrd;
	(void)cmdline;
	return -ENOSYS;
#endif
}

int kexec_load(const char *folder, const char *image, const char *initrd,
	       const char *cmdline, char *err, size_t size)
{
	int kernel, segments, ret;

	kernel = open_below(folder, image, err, size);
	if (kernel < 0)
		return kernel;
	segments = open_initrd(folder, initrd, err, size);
	ret = segments;
	if (segments >= 0) {
		ret = load(kernel, segments, cmdline);
		if (ret)
			snprintf(err, size, "kexec: %s: %s", image, strerror(-ret));
		close(segments);
	}
	close(kernel);
	return ret;
}

int kexec_boot(void)
{
	sync();
	syscall(SYS_reboot, LINUX_REBOOT_MAGIC1, LINUX_REBOOT_MAGIC2, LINUX_REBOOT_CMD_KEXEC,
		NULL);
	return -errno;
}
