/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Between the parts of mdbench dd: what was asked for (ddcmd.c), the jobs and
 * files that it comes to (ddjobs.c), what is said of it (ddreport.c).
 */
#ifndef DDCMD_H
#define DDCMD_H

#include "clocks.h"
#include "dddevice.h"
#include "ddwork.h"
#include "measure.h"

enum dd_format { FORMAT_DD, FORMAT_JSON };
enum dd_conv { CONV_FSYNC = 1, CONV_FDATASYNC = 2, CONV_NOTRUNC = 4 };

struct dd_options {
	const char *in, *out, *output;
	uint64_t block_bytes, count, size_bytes, skip, seek;
	unsigned in_flags, out_flags, conv, format, erase;
	bool sync, drop_caches;
	uint64_t streams;	/* 0: one plain dd */
	unsigned pattern;	/* enum data_pattern; DATA_PATTERNS: not given */
	uint64_t seed;
	bool verify, keep;
};

struct dd_command {
	struct dd_options o;
	struct dd_job model;	/* of a plain dd; what all streams have in common */
	unsigned n;		/* jobs */
	struct dd_job job[ROW_STREAMS_MAX];
	struct dd_result result[ROW_STREAMS_MAX];
	char path[ROW_STREAMS_MAX][DDWORK_PATH];
	char base[DDWORK_PATH];
	enum ddwork_spread spread;
	bool was_there[ROW_STREAMS_MAX];	/* the output, before */
	int error;		/* of the run: 0 or -errno */
	unsigned failed;	/* whose it is */
	struct work_result sum;	/* all results as one */
	struct clocks before, after;
	struct measure measure;
	struct dd_target target;
};

/* Jobs from options. 0, or the exit status, the reason said. */
int ddjobs_make(struct dd_command *c);
/* Streams make their files: those that are there need erase=. 0, or the exit status. */
int ddjobs_take_names(struct dd_command *c);
/* What a device or file is worked on, as it was named. */
const char *ddjobs_target(const struct dd_command *c);
/* Note which outputs are there, before the run. */
void ddjobs_note_files(struct dd_command *c);
/* Remove what streams made, unless they are to be kept. 0, or a status. */
int ddjobs_remove_files(const struct dd_command *c);

/* Lines on stderr. */
void ddreport_print(const struct dd_command *c);
/* What failed, and what is left of it, on stderr. */
void ddreport_failure(const struct dd_command *c);
/* 0, or not; the reason said. */
int ddreport_record(const struct dd_command *c, int fd);

#endif
