/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A file that a command writes: whole or not there. What is no plain file is
 * written to as it is: a device, a pipe, and a link too, as /dev/stdout is one.
 */
#ifndef OUTFILE_H
#define OUTFILE_H

#include <stdio.h>

#define OUTFILE_MAX 4096

struct outfile {
	FILE *file;
	const char *path;
	char temporary[OUTFILE_MAX];	/* "": it is written to as it is */
};

/* 0 or -errno. path is borrowed until it is closed. */
int outfile_open(struct outfile *o, const char *path);
/* 0: every byte has reached the file. Else -errno, and what was there is there still. */
int outfile_close(struct outfile *o);

/* Has all that was printed arrived? 0 or -errno; then it is dropped, and not told again. */
int outfile_flush_stdout(void);

#endif
