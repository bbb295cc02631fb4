// SPDX-License-Identifier: GPL-2.0-only
/*
 * Walks a folder of /sys in an order that does not depend on the kernel's.
 * Entries that do not fit a path are left out.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "disk_parts.h"
#include "sysdir.h"

int sysdir_each(const char *root, const char *path, const char *lead, sysdir_fn fn, void *arg)
{
	char dir[SYS_PATH], entry[SYS_PATH];
	struct dirent **list;
	int i, n, ret = 0;

	if (text_put(dir, sizeof(dir), "%s%s", root, path))
		return -ENAMETOOLONG;
	n = scandir(dir, &list, NULL, versionsort);
	if (n < 0)
		return -errno;
	for (i = 0; i < n; i++) {
		const char *name = list[i]->d_name;

		if (ret >= 0 && name[0] != '.' && !strncmp(name, lead, strlen(lead)) &&
		    !text_put(entry, sizeof(entry), "%s/%s", dir, name))
			ret = fn(entry, name, arg);
		free(list[i]);
	}
	free(list);
	return ret < 0 ? ret : 0;
}
