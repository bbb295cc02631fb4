// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files by temporary and rename. A rename by root must not do away with a
 * device, nor with a link that everybody uses.
 */
#include "outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file as any other would be made; 0 or -errno, and nothing is left. */
static int open_temporary(struct outfile *o)
{
	const mode_t mask = umask(0);
	int fd, ret;

	umask(mask);
	fd = mkostemp(o->temporary, O_CLOEXEC);
	if (fd < 0)
		return -errno;
	ret = fchmod(fd, 0666 & ~mask) ? -errno : 0;
	o->file = ret ? NULL : fdopen(fd, "w");
	if (o->file)
		return 0;
	ret = ret ? ret : -errno;
	close(fd);
	unlink(o->temporary);
	return ret;
}

int outfile_open(struct outfile *o, const char *path)
{
	struct stat st;

	*o = (struct outfile){ .path = path };
	if (!lstat(path, &st) && !S_ISREG(st.st_mode)) {
		o->file = fopen(path, "we");
		return o->file ? 0 : -errno;
	}
	if ((size_t)snprintf(o->temporary, sizeof(o->temporary), "%s.XXXXXX", path) >=
	    sizeof(o->temporary))
		return -ENAMETOOLONG;
	return open_temporary(o);
}

int outfile_close(struct outfile *o)
{
	int ret = ferror(o->file) ? -EIO : 0;

	if (fflush(o->file))
		ret = -errno;
	if (fclose(o->file) && !ret)
		ret = -errno;
	if (!o->temporary[0])
		return ret;
	if (!ret && rename(o->temporary, o->path))
		ret = -errno;
	if (ret)
		unlink(o->temporary);
	return ret;
}

int outfile_flush_stdout(void)
{
	int ret = fflush(stdout) ? -errno : ferror(stdout) ? -EIO : 0;

	if (ret) {
		__fpurge(stdout);
		clearerr(stdout);
	}
	return ret;
}
