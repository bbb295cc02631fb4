/* SPDX-License-Identifier: GPL-2.0-only */
/* The verdict on a row: the same in the appliance and on the command line. */
#ifndef JUDGE_H
#define JUDGE_H

#include <stdbool.h>
#include <stdint.h>
#include "work.h"

enum verdict { VERDICT_PASS, VERDICT_FAIL, VERDICT_BROKEN, VERDICT_UNSUPPORTED,
	       VERDICT_VOID, VERDICTS };

extern const char *const verdict_name[VERDICTS];

/* What passed the target device within the window; each may be NOT_KNOWN. */
struct device_bytes {
	uint64_t read, written;
};

/* How strict: what a place can tell, and what a suite promises. */
enum judge_flag {
	JUDGE_KNOWS_DEVICE = 1,	/* else a claim that cannot be checked is broken */
	JUDGE_PROMISES_DISK = 2,	/* a figure that memory held is void */
};

/*
 * Verdict on what was measured; reason (size >= WORK_WHY) filled but for a
 * pass, and for a pass that is cached. Pure. Sets *cached.
 */
enum verdict judge_result(const struct work *w, const struct work_result *r,
			  const struct device_bytes *device, unsigned flags,
			  bool *cached, char *reason, unsigned long size);

#endif
