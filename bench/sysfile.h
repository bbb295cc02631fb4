/* SPDX-License-Identifier: GPL-2.0-only */
/* One-line files of /proc and /sys. Only those: whole file, one call. */
#ifndef SYSFILE_H
#define SYSFILE_H

#include <stddef.h>

/* Contents without the last line end, cut to size: length or -errno. */
long sysfile_read(const char *path, char *buf, size_t size);
/* 0 or -errno; a short write is -EIO. */
int sysfile_write(const char *path, const char *text);

#endif
