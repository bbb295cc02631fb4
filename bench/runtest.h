/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One test: state of the machine made known, clock, verdict, record.
 */
#ifndef RUNTEST_H
#define RUNTEST_H

#include <stdbool.h>
#include <stdint.h>
#include "array.h"
#include "clocks.h"
#include "disk.h"
#include "judge.h"
#include "kmsg.h"
#include "measure.h"
#include "plan.h"
#include "record.h"
#include "work.h"

/* What holds for all tests of a run, whatever their rows say. */
struct run_settings {
	unsigned pattern;	/* 0: the row's; else 1 + enum data_pattern */
	bool verify;
	uint64_t seed;
	uint64_t run_tag;	/* of the stamps that verify looks at */
};

/* What the tests of one family on one layer of one target share. */
struct stage {
	struct record_out *out;
	struct kmsg *kmsg;
	const struct suite *suite;
	const struct plan *plan;
	struct run_settings settings;
	const struct target *target;
	struct disk_list *disks;
	const struct disk *disk[PLAN_MEMBERS];	/* target->disks of them */
	const char *device;		/* "/dev/md101", or the single disk's path */
	const char *device_name;	/* "md101", "vda" */
	const char *layer;
	const char *path;		/* a folder, or the device if it is raw */
	struct work_state state;	/* what the family left; zeros at its start */
	uint64_t counts[VERDICTS];	/* of the whole run; kept across stages */
	size_t index;			/* of the test, from 1 */
	/* Of the last result, for people. */
	struct {
		enum verdict verdict;
		bool has_rate, counts_ops;
		uint64_t rate;
	} last;
	bool is_dead;			/* its device failed: the rest of it is broken */
	bool is_read_only;		/* nothing is prepared on it: read as it is */
	bool is_unsupported;		/* what is skipped is so, not broken */
};

/* Write step and result, add to counts. */
void runtest_run(struct stage *s, const struct plan_test *t);
/* The test is not run: step and a result that is broken for this reason. */
void runtest_skip(struct stage *s, const struct plan_test *t, const char *reason);
/* Likewise, with another verdict: what is known of it comes from elsewhere. */
void runtest_conclude(struct stage *s, const struct plan_test *t, enum verdict verdict,
		      const char *reason);

/* All tests of a family are done: remove what it left. */
void runtest_end_family(struct stage *s, const char *family);

#endif
