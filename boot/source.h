/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A medium that results came home on (boot/stick/LAYOUT.md), read alike from a
 * mounted folder, an image or a block device. Never written, and hostile.
 */
#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include "fat32.h"

struct source {
	int fd;			/* of the folder, the image or the device */
	bool is_fat;
	struct fat32 fat;
};

/* What the journal says, mdbench/progress.txt. */
struct journal_said {
	unsigned session;		/* 0: there is none */
	unsigned done, given_up;	/* legs */
	bool is_finished;
};

#define SOURCE_NAMES_MAX 10000

/* 0, -ENOENT: neither a folder nor a FAT32 file system; -errno. */
int source_open(struct source *s, const char *path);
void source_close(struct source *s);
/* Names in a folder below it, sorted, those with which keep is true. 0 or -errno. */
int source_list(const struct source *s, const char *folder, bool (*keep)(const char *name),
		char ***names, size_t *count);
void source_names_free(char **names, size_t count);
/* As fat32_read. */
int source_read(const struct source *s, const char *path, size_t max, char **data, size_t *len);
/* Pure. */
void source_journal(const char *text, size_t len, struct journal_said *j);

#endif
