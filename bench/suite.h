/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The suites: what is measured, on what, how large. Tables only: targets and
 * suites are in suite.c, the rows that suites share in rows.c. Shared by
 * mdbench (which runs them) and mdlab (which checks a request before it boots
 * anything).
 */
#ifndef SUITE_H
#define SUITE_H

#include <stdbool.h>
#include <stdint.h>
#include "row.h"

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

/* A layer's name in test ids, and its bit in row.layers. */
struct layer {
	const char *name;	/* "raw", "ext4" */
	enum row_layer bit;
};

extern const struct layer layer_list[];	/* in the order they run; ends with name NULL */

struct suite {
	const char *name, *help;
	const struct row *const *groups;	/* ends with NULL; each ends with family NULL */
	unsigned targets;		/* bits by enum target_index */
	uint64_t size_bytes;		/* of the files; 0: twice the memory */
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
/* The rows of each, rows.c. */
extern const struct row *const smoke_groups[], *const standard_groups[];
extern const struct row *const classic_groups[], *const random_groups[];

const struct suite *suite_find(const char *name);	/* or NULL */
/* "smoke, standard": for messages. */
const char *suite_names(char *buf, unsigned long size);
/*
 * What one test of this row has: bytes of all its files together (0: none),
 * and operations (0: as many as come within its time). size_bytes is what
 * files have where the row does not say; is_given: its user said so, and that
 * holds for every row (but a row that claims nothing of the device and does not
 * count operations is about its calls, and never has more of them than its bytes).
 */
void suite_row_size(const struct suite *s, const struct row *row, uint64_t size_bytes,
		    bool is_given, uint64_t *bytes, uint64_t *ops);
/* TARGET/LAYER/FAMILY/OPERATION/VARIANT. Returns buf. */
const char *suite_test_id(char *buf, unsigned long size, const struct target *t,
			  const char *layer, const struct row *row);

#endif
