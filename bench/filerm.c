// SPDX-License-Identifier: GPL-2.0-only
/*
 * Removes a folder of ours with all that is in it, complete or not. By
 * descriptors, so that nothing is reached through a link or a folder that
 * changes hands.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "files.h"

#define DEPTH_MAX 4	/* ours are two deep */

static int remove_at(int at, const char *name, unsigned depth);

static int remove_contents(DIR *dir, unsigned depth)
{
	const struct dirent *e;
	int ret = 0;

	for (errno = 0; !ret && (e = readdir(dir)); errno = 0)
		if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
			ret = remove_at(dirfd(dir), e->d_name, depth);
	return ret ? ret : -errno;
}

static int remove_folder(int at, const char *name, unsigned depth)
{
	const int fd = openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *dir;
	int ret;

	if (fd < 0)
		return -errno;
	dir = fdopendir(fd);
	if (!dir) {
		ret = -errno;
		close(fd);
		return ret;
	}
	ret = depth < DEPTH_MAX ? remove_contents(dir, depth + 1) : -ELOOP;
	closedir(dir);
	if (!ret && unlinkat(at, name, AT_REMOVEDIR))
		ret = -errno;
	return ret;
}

static int remove_at(int at, const char *name, unsigned depth)
{
	int ret;

	do
		ret = unlinkat(at, name, 0);
	while (ret && errno == EINTR);
	if (!ret || errno == ENOENT)
		return 0;
	/* Linux says EISDIR of a folder, POSIX EPERM. */
	return errno == EISDIR || errno == EPERM ? remove_folder(at, name, depth) : -errno;
}

int files_remove(const char *path)
{
	return remove_at(AT_FDCWD, path, 0);
}
