/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The steps of compare_make, each in its file: runs into groups, what a matrix
 * planned, what is not alike, results into cells. All return 0 or -errno.
 */
#ifndef COMPARE_PARTS_H
#define COMPARE_PARTS_H

#include "compare.h"

/* Add a sentence that each form prints; control characters become '?'. */
int compare_warn(struct comparison *c, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* A text that grows. NULL is empty. */
int compare_append(char **text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Fills group and groups with runs and labels, the base first. */
int groups_make(struct comparison *c, const struct compare_request *request, char *why,
		size_t size);
int groups_label(struct comparison *c, const struct compare_request *request);

/* What a matrix has planned, plan.json of the folder that all its runs are in. */
struct plan_kernel {
	char *key, *spec, *error;	/* error NULL: it was had */
};

struct compare_plan {
	char *folder;
	struct plan_kernel *kernel;
	size_t kernels;
};

/* 0 or -errno, and nothing to free; -ENOENT: these runs are not of one matrix. */
int compare_plan_load(struct compare_plan *plan, const struct runlist *list);
void compare_plan_free(struct compare_plan *plan);
/* Name the kernels that were not had, or told nothing. */
int compare_plan_warn(struct comparison *c, const struct compare_plan *plan,
		      const struct runlist *list);

/* Sets differences. */
int alike_find(struct comparison *c);
/* Rows and cells from the histories, without changes. */
int cells_make(struct comparison *c);
/* Changes, outcomes and their counts. */
int changes_make(struct comparison *c);

#endif
