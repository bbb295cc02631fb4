/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the project lies, as seen from the running mdlab.
 */
#ifndef PROJECT_H
#define PROJECT_H

#include <limits.h>
#include "fail.h"

struct project {
	char root[PATH_MAX / 2];	/* MDBENCH_ROOT, or above the folder of mdlab */
	char build[PATH_MAX / 2];	/* the folder of mdlab */
};

/* 0, or -EIO with f filled. Also sets BUILD and MDBENCH_ROOT for children. */
int project_find(struct project *p, struct fail *f);

#endif
