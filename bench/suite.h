/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The suites: what is measured, on what, how large. Tables only; a new row, a
 * new target or a new suite is one line in suite.c. Shared by mdbench (which
 * runs them) and mdlab (which checks a request before it boots anything).
 */
#ifndef SUITE_H
#define SUITE_H

#include <stdbool.h>
#include <stdint.h>
#include "dd.h"

enum target_index { TARGET_SINGLE, TARGET_RAID1, TARGET_RAID0, TARGETS };

/* Something to measure on. Uuids are pinned so that making it twice gives the
 * same bytes, and so that it is known again (and no random pool is waited for). */
struct target {
	const char *name;
	bool is_array;
	int level;		/* md level, if an array */
	unsigned disks;
	uint64_t chunk_bytes;	/* 0: none */
	const char *array_uuid;	/* as mdadm writes it */
	const char *fs_uuid, *fs_hash_seed;
};

extern const struct target target_list[TARGETS];

/* One dd measurement. */
struct row {
	const char *operation;	/* "write", "read" */
	const char *variant;	/* "async-1M" */
	uint64_t block_bytes;
	unsigned flags;		/* enum dd_flag, of the measured side */
	enum dd_finish finish;
	bool cold;		/* caches are dropped first, and that matters */
};

struct suite {
	const char *name, *help;
	const struct row *rows;		/* ends with operation NULL */
	const char *const *layers;	/* ends with NULL */
	unsigned targets;		/* bits by enum target_index */
	uint64_t size_bytes;		/* of a file; 0: twice the memory */
	uint64_t span_bytes;		/* first part of each disk that is used */
	bool promises_disk;		/* a figure that memory held is void */
	/*
	 * Calls of one dsync test, at the most: each waits for the medium, up to
	 * 20 ms on a rotating disk, and none of them is held by memory, so the
	 * size rule does not need them to be many.
	 */
	uint64_t dsync_calls;
};

extern const struct suite suite_list[];	/* ends with name NULL */

const struct suite *suite_find(const char *name);	/* or NULL */
/* "smoke, standard": for messages. */
const char *suite_names(char *buf, unsigned long size);
/* What one test of this row moves when files have size_bytes. */
uint64_t suite_row_bytes(const struct suite *s, const struct row *row,
			 uint64_t size_bytes);
/* TARGET/LAYER/dd/OPERATION/VARIANT. Returns buf. */
const char *suite_test_id(char *buf, unsigned long size, const struct target *t,
			  const char *layer, const struct row *row);

#endif
