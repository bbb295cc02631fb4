/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The folder of one run: made, filled, tidied; and the private folder beside
 * it for the QMP socket. Nothing of an earlier run is ever used or written.
 */
#ifndef RUNFOLDER_H
#define RUNFOLDER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include "fail.h"
#include "project.h"

#define RUN_ID_MAX 64		/* what a record's writer takes, with NUL */

struct runfolder {
	char id[RUN_ID_MAX];
	char path[PATH_MAX / 2];
	char runs[PATH_MAX / 2];	/* the default place; "" with --out */
	bool is_made;			/* by us, so that we may remove it */
	char private[80];		/* mkdtemp, for the socket; "" if none */
	char console_raw[PATH_MAX], records_raw[PATH_MAX], initrd[PATH_MAX];
	char disks[PATH_MAX], records[PATH_MAX], console[PATH_MAX];
	char command[PATH_MAX], verdict[PATH_MAX], socket[104];
};

/* Choose id and names; makes nothing. out NULL or "": the default place. */
int runfolder_name(struct runfolder *r, const char *suite, const char *label, const char *out,
		   struct fail *f);
/* Make both folders and the two raw files. On error nothing is left. */
int runfolder_make(struct runfolder *r, struct fail *f);
/* Remove what only the running guest needed: initrd, raw files, socket. */
void runfolder_tidy(struct runfolder *r);
/* QEMU is connected: the socket and its private folder are not needed longer. */
void runfolder_drop_socket(struct runfolder *r);
/* Nothing ran: remove all that was made. */
void runfolder_remove(struct runfolder *r);
/* Let `latest` point here, atomically; nothing with --out. 0 or -errno. */
int runfolder_set_latest(const struct runfolder *r);
/* A path from / on, short enough for names behind it. */
int folder_name(char *buf, size_t size, const char *path, struct fail *f);
/* The default place, as store.h has it, likewise. */
int folder_of_runs(char *buf, size_t size, struct fail *f);
/* A pattern that stands for this path alone, whatever characters it has. */
void glob_literal(char *buf, size_t size, const char *path);
/* Make a folder, and those above it, unless it is there. 0 or -errno. */
int folder_make(const char *path);
/* Write a file whole: temporary name, then rename. 0 or -errno. */
int runfolder_write(const char *path, const char *text, unsigned long len);

#endif
