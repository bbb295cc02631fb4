/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Lays a machine out of plain files for unit tests: ROOT/sys, ROOT/proc and
 * ROOT/dev under TMPDIR, as much of them as the inventory of disks reads. Any
 * failure ends the test.
 */
#ifndef TREE_H
#define TREE_H

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char tree_root[512];

static inline void tree_fail(const char *what)
{
	printf("tree: %s: %s\n", what, strerror(errno));
	exit(2);
}

static inline void tree_begin(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(tree_root, sizeof(tree_root), "%s/tree.XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(tree_root))
		tree_fail(tree_root);
}

static inline void tree_end(void)
{
	char command[600];

	snprintf(command, sizeof(command), "rm -rf '%s'", tree_root);
	if (system(command))
		tree_fail("rm");
}

/* Path under the root, with the folders above it made. */
static inline const char *tree_path(const char *path)
{
	static char full[2048];
	char *p;

	snprintf(full, sizeof(full), "%s/%s", tree_root, path);
	for (p = full + strlen(tree_root) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		if (mkdir(full, 0755) && errno != EEXIST)
			tree_fail(full);
		*p = '/';
	}
	return full;
}

static inline void tree_bytes(const char *path, const void *data, size_t len)
{
	const char *full = tree_path(path);
	FILE *out = fopen(full, "w");

	if (!out || fwrite(data, 1, len, out) != len || fclose(out))
		tree_fail(full);
}

static inline void tree_text(const char *path, const char *text)
{
	tree_bytes(path, text, strlen(text));
}

/* A file in the folder of a device below /sys/devices. */
static inline void tree_attr(const char *dir, const char *file, const char *text)
{
	char path[1024];

	snprintf(path, sizeof(path), "sys/devices/%s/%s", dir, file);
	tree_text(path, text);
}

/* What every device has. dir is its folder below /sys/devices, with its name. */
static inline void tree_device(const char *dir, unsigned minor, uint64_t bytes)
{
	const char *name = strrchr(dir, '/') + 1;
	char path[1024], text[1100];
	int fd;

	snprintf(text, sizeof(text), "254:%u\n", minor);
	tree_attr(dir, "dev", text);
	snprintf(text, sizeof(text), "%llu\n", (unsigned long long)bytes / 512);
	tree_attr(dir, "size", text);
	tree_attr(dir, "ro", "0\n");
	snprintf(path, sizeof(path), "sys/class/block/%s", name);
	snprintf(text, sizeof(text), "../../devices/%s", dir);
	if (symlink(text, tree_path(path)))
		tree_fail(path);
	snprintf(path, sizeof(path), "dev/%s", name);
	fd = open(tree_path(path), O_WRONLY | O_CREAT, 0644);
	if (fd < 0 || ftruncate(fd, (off_t)bytes) || close(fd))
		tree_fail(path);
}

/* Bytes on a device. */
static inline void tree_write(const char *name, uint64_t offset, const void *data,
			      size_t len)
{
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "dev/%s", name);
	fd = open(tree_path(path), O_WRONLY);
	if (fd < 0 || pwrite(fd, data, len, (off_t)offset) != (ssize_t)len || close(fd))
		tree_fail(path);
}

#endif
