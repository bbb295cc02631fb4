// SPDX-License-Identifier: GPL-2.0-only
/*
 * mkdir(2) fails where the name is there, whatever it is, and follows no link:
 * what it made is this process's alone.
 */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
#include "commands.h"
#include "workdir.h"

#define TRIES 1000

int workdir_make(struct workdir *d, const char *family, const char *path)
{
	unsigned i;
	int len;

	for (i = 1; i <= TRIES; i++) {
		len = snprintf(d->path, sizeof(d->path), "%s/mdbench.%s.%u", path, family, i);
		if (len < 0 || (size_t)len >= sizeof(d->path))
			errno = ENAMETOOLONG;
		else if (!mkdir(d->path, 0700))
			return 0;
		if (errno != EEXIST)
			break;
		if (i == 1)
			complain(0, "%s: %s: is there already, and is left as it is",
				 family, d->path);
	}
	d->path[0] = '\0';
	return complain(EXIT_FAILED, "%s: path: %s: no folder could be made in it: %m", family,
			path);
}

int workdir_remove(struct workdir *d, const char *family)
{
	int status = 0;

	if (d->path[0] && rmdir(d->path) && errno != ENOENT)
		status = complain(EXIT_FAILED, "%s: %s: could not be removed: %m", family,
				  d->path);
	d->path[0] = '\0';
	return status;
}
