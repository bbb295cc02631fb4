/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the dd family and mdbench dd share: the jobs of many streams, and their
 * results as the one result of a row.
 */
#ifndef DDWORK_H
#define DDWORK_H

#include "dd.h"
#include "work.h"

#define DDWORK_PATH 4096

enum ddwork_spread {
	DDWORK_PARTS,		/* of the one file or device, one behind the other */
	DDWORK_FILES,		/* PATH.1, PATH.2 … */
};

/*
 * n jobs like model, whose count is that of all together: the first ones get a
 * block more where it does not divide. Paths go to paths[] and must outlive
 * the jobs. -ENAMETOOLONG, or 0.
 */
int ddwork_spread(const struct dd_job *model, enum ddwork_spread spread, unsigned n,
		  struct dd_job *jobs, char (*paths)[DDWORK_PATH]);

/* n results as one. failed: as dd_run_streams() left it; error: what it returned. */
void ddwork_collect(const struct dd_job *jobs, const struct dd_result *results, unsigned n,
		    int error, unsigned failed, struct work_result *r);

#endif
