/* SPDX-License-Identifier: GPL-2.0-only */
/* Folders of /sys whose entries are numbered: policy0, cpu12, hwmon3. */
#ifndef SYSDIR_H
#define SYSDIR_H

/* dir is the entry's own folder; below 0 ends the walk. */
typedef int (*sysdir_fn)(const char *dir, const char *name, void *arg);

/*
 * Call fn for each entry of ROOT/path whose name begins with lead, in order of
 * their numbers. 0, what fn ended with, or -errno (-ENOENT: no such folder).
 */
int sysdir_each(const char *root, const char *path, const char *lead, sysdir_fn fn, void *arg);

#endif
