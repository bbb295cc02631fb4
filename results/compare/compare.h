/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A comparison: groups of runs (columns, the first is the base), tests and
 * metrics (rows), a change and an outcome in each cell. Made once, printed in
 * any form (forms.h), drawn by the report, asked by bisect.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "metric.h"
#include "stats.h"
#include "store.h"

#define GROUPS_MAX 26		/* columns are named A to Z */

static inline char group_letter(size_t group)
{
	return (char)('A' + group);
}

struct group {
	char *label;		/* kernel release where it is one, and tells it from the others */
	struct runlist list;
	size_t bad;		/* runs that could not be read */
};

/* One test of one group. */
struct cell {
	size_t results;			/* that there are */
	size_t passed;			/* of them, cached ones too */
	size_t sound;			/* that count */
	enum verdict verdict;		/* the worst; a run that ended before it: broken */
	bool is_cached;
	char *reason;			/* of the worst; NULL */
	double *value[METRICS];		/* of the sound ones, in the runs' order; NULL: none */
	size_t n[METRICS];		/* what of them has this metric: a run is one value */
	double median[METRICS], spread[METRICS];
	struct change change[METRICS];	/* against the base; outcome NONE in the base itself */
};

struct compared {
	const char *id;
	bool counts_ops;
	struct cell *cell;		/* one a group */
};

struct comparison {
	struct group group[GROUPS_MAX];
	size_t groups;
	struct history history[GROUPS_MAX];
	struct compared *row;
	size_t rows;
	bool metric[METRICS];		/* that are compared */
	double smallest;		/* change that matters, 0.03 */
	bool is_exact;			/* all of the model lab */
	bool is_within_boot;		/* repeats of one boot stand for repeats */
	char *differences;		/* what is not alike, a line a trait; NULL: alike */
	size_t outcome[METRICS][OUTCOMES];	/* how many cells of each */
	/*
	 * What each form has to say above its figures, a sentence each: not alike,
	 * within one boot, the emulator, runs that broke, kernels that were not had.
	 * Without control characters, hostile otherwise. No form needs more than these.
	 */
	char **warning;
	size_t warnings;
	size_t unmeasured;		/* kernels of a matrix that started and told nothing */
};

struct compare_request {
	const char *const *word;	/* selections; one collection: its kernels are the groups */
	size_t words;
	const char *only;		/* glob on test ids; NULL: all */
	bool metric[METRICS];
	double smallest;
	bool force;			/* go on though they are not alike */
	const char *base;		/* label, number or letter of a group; NULL: the first */
};

/*
 * 0; -EXDEV: not alike (differences is set), -ENOENT: no run or no test is
 * selected, other -errno; why has the line for people in all cases. compare_free
 * gives back what c owns, whatever was returned.
 */
int compare_make(struct comparison *c, const struct compare_request *request, char *why,
		 size_t size);
void compare_free(struct comparison *c);
/* A test that passes in the base and does not in a group: those count as slower. */
size_t compare_broken(const struct comparison *c);
bool cell_is_broken(const struct compared *row, size_t group);

#endif
