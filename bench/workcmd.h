/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The command line of every family but dd (whose operands are GNU dd's):
 * options, consent, signals, the run, the output. A family brings rows.
 */
#ifndef WORKCMD_H
#define WORKCMD_H

#include <stdbool.h>
#include <stdint.h>
#include "row.h"

/* One struct for all families; each takes the options of its table. */
struct work_options {
	/* all of them */
	const char *path;	/* folder, file or block device */
	uint64_t size_bytes;	/* of all files together */
	uint64_t block_bytes;
	uint64_t offset_bytes, align_bytes, seed;
	unsigned pattern;	/* enum data_pattern */
	bool direct, verify, drop_caches;
	unsigned erase, format;
	const char *output, *only;
	/* tio, rand */
	const char *threads;	/* "1,2,4,8" */
	uint64_t count;		/* operations; tio: of a random phase, all threads */
	uint64_t runtime_s, ramp_s;
	/* rand */
	const char *rw, *depth, *engine;	/* lists parted by commas */
	uint64_t read_pct;
	/* bonnie, meta */
	unsigned version;	/* bonnie: 0 is 1.03, 1 is 2.00 */
	const char *name;	/* of the machine, for the text */
	bool fast, unlocked, fsync_each;	/* bonnie -f, putc_unlocked, -b */
	uint64_t files, file_bytes_min, file_bytes_max, folders;
	uint64_t seekers, seeks;
};

/*
 * "1,2,4" into values, each from 1 to most: how many, or -EINVAL with a
 * sentence in why, that begins with the option's name.
 */
int workcmd_list(const char *name, const char *text, uint64_t most, unsigned *values,
		 unsigned max, char *why, unsigned long size);

#endif
