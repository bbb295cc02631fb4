/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One test: state of the machine made known, clock, verdict, record.
 */
#ifndef RUNTEST_H
#define RUNTEST_H

#include <stdbool.h>
#include <stdint.h>
#include "array.h"
#include "disk.h"
#include "kmsg.h"
#include "plan.h"
#include "record.h"

enum verdict { VERDICT_PASS, VERDICT_FAIL, VERDICT_BROKEN, VERDICT_UNSUPPORTED,
	       VERDICT_VOID, VERDICTS };

extern const char *const verdict_name[VERDICTS];

/* What tests of one target and layer share. */
struct stage {
	struct record_out *out;
	struct kmsg *kmsg;
	const struct suite *suite;
	const struct plan *plan;
	const struct target *target;
	struct disk_list *disks;
	const struct disk *disk[PLAN_MEMBERS];	/* target->disks of them */
	const char *device;		/* "/dev/md101", or the single disk's path */
	const char *device_name;	/* "md101", "vda" */
	const char *layer;
	const char *file;		/* what is written and read */
	const char *short_file;		/* likewise, by tests that move less */
	uint64_t written_bytes;		/* of file, by us, from its start */
	uint64_t counts[VERDICTS];	/* of the whole run; kept across stages */
	size_t index;			/* of the test, from 1 */
	bool is_dead;			/* its device failed: the rest of it is broken */
};

/* Write step and result, add to counts. */
void runtest_run(struct stage *s, const struct plan_test *t);
/* The test is not run: step and a result that is broken for this reason. */
void runtest_skip(struct stage *s, const struct plan_test *t, const char *reason);

/*
 * Verdict on what was measured; reason filled but for a pass. Pure.
 * device_bytes may be NOT_KNOWN. Sets *cached.
 */
enum verdict runtest_judge(const struct dd_job *job, const struct dd_result *r,
			   uint64_t expected_bytes, uint64_t device_bytes,
			   bool promises_disk, bool *cached, char *reason,
			   unsigned long size);

#endif
