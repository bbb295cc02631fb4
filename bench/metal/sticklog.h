/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Records on the medium: every record goes into memory first and from there to
 * the file, synced; what the medium does not take now is sent when it is back.
 * So as long as there is memory no record is lost, and the run goes on.
 */
#ifndef STICKLOG_H
#define STICKLOG_H

#include <stddef.h>
#include <stdint.h>
#include "medium.h"

struct sticklog {
	struct medium *medium;
	char name[96];		/* below the medium: results/S0001/r1-k1.jsonl */
	int spool_fd, fd;	/* fd -1: the medium takes nothing now */
	uint64_t base_bytes;	/* of the file, before what we add */
	uint64_t spooled_bytes, saved_bytes;	/* since; in memory, on the medium */
	uint64_t allocated_bytes;	/* of the file: clusters that it has for sure */
	int64_t again_ns;	/* not tried again before (CLOCK_MONOTONIC) */
	char trouble[160];	/* "": all is on the medium; else what is wrong, for the screen */
};

/*
 * keep_bytes of what is in the file already stay, the rest (a record that was
 * cut off) is cut away. 0 also when the medium does not take it now: trouble
 * says so, and it is tried again. -errno without memory, -EINVAL for a bad name.
 */
int sticklog_open(struct sticklog *l, struct medium *m, const char *name, uint64_t keep_bytes);
/*
 * A sink's function (record.h), arg is the sticklog: 0, or -errno if even memory
 * has no room. A medium that fails or is away is tried again with each record,
 * but for no more than a tenth of the time.
 */
int sticklog_send(void *arg, const char *data, size_t len);
/* Send the rest, waiting up to wait_s for the medium; 0 or -errno. Closes nothing. */
int sticklog_flush(struct sticklog *l, unsigned wait_s);
void sticklog_close(struct sticklog *l);

#endif
