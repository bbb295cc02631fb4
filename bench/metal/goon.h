/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Going on with a run that the machine went down in: tests that have their
 * result are left alone, the one that was running is tried once more, and has
 * its result from the crashes if it went down twice.
 */
#ifndef GOON_H
#define GOON_H

#include <stdbool.h>
#include "recscan.h"

struct appliance;

struct goon {
	struct recscan scan;	/* the records of the boots before */
	bool was_stopped;	/* in good order, by a key: nothing crashed */
	char cause[16];		/* "panic", "watchdog", "unknown" */
	char text[80];		/* the panic's line, or "" */
	char dumps[320];	/* folder of what pstore had, "" if there is none */
	char dumps_name[64];	/* as it is named in records */
	char crashed[128];	/* has its result from the crashes, in this boot; or "" */
	unsigned crashed_repeat;
};

/* g NULL: no boot was before. */
bool goon_has_result(const struct goon *g, const char *id, unsigned repeat);
/* How often the run, outside a test, or its running test went down, the last time included. */
unsigned goon_crashes(const struct goon *g);
/* Was it cut off, as the records say? */
bool goon_is_cut(const struct goon *g);
/*
 * The plan is made: counts of the results so far, the crash record, and the
 * result of a test that is not tried again.
 */
void goon_begin(struct appliance *a);

#endif
