/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of `mdlab bisect`: what was asked for, a revision on its way through
 * build, runs and comparison, and what is said of it at the end.
 */
#ifndef BISECT_PARTS_H
#define BISECT_PARTS_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include "args.h"
#include "child.h"
#include "compare.h"
#include "fail.h"
#include "project.h"

#define BISECT_KEY_MAX 16	/* as the store's keys */
#define BISECT_STOP 129		/* no other revision would mend it: git stops */
#define BISECT_SKIP 125		/* git tries another revision */

/* Variables that mdlab sets for its scripts; a build by the user must not see ours. */
#define BISECT_USERS 3
extern const char *const bisect_users[BISECT_USERS];

enum bisect_panic { PANIC_SKIP, PANIC_BAD };

struct bisect_options {
	const char *good, *bad, *save, *kernel, *only, *build, *modules, *smallest_pct;
	uint64_t rounds, max_rounds;
	unsigned metric, panic;		/* enum metric, enum bisect_panic */
	bool force, help;
	double smallest;		/* of smallest_pct, a fraction */
	struct args handed;		/* options of mdlab run, as they came */
	bool is_model;			/* exact figures: one round tells */
};

enum ruling {
	RULING_GOOD, RULING_BAD, RULING_SKIP,
	RULING_MORE,			/* another round may tell */
	RULING_STOP,
	RULINGS
};

/* What was found of a revision, and the sentence that says so. */
struct finding {
	enum ruling ruling;
	char text[640];
};

struct bisect {
	struct bisect_options o;
	struct project project;
	struct signals signals;
	char folder[PATH_MAX / 2];	/* the collection that takes the runs */
	char commit[64];		/* as git names it, in full */
	char subject[128];
	char key[BISECT_KEY_MAX];	/* its name in the collection */
	char *users[BISECT_USERS];	/* bisect_users, as they were; NULL: not set */
	char image[PATH_MAX];		/* KERNEL that is handed to mdlab run */
	int held_fd;			/* of it, where it is a file: as kernel_hold */
	char release[128];
	unsigned rounds;		/* runs that were made */
	int last_status;		/* exit status of the last of them */
	char last_reason[256];
};

/* 0, or -EINVAL with f filled. words without the command's own name. */
int bisect_options_parse(struct bisect_options *o, int argc, char **argv, struct fail *f);
void bisect_options_free(struct bisect_options *o);
void bisect_help(FILE *out);

/* Which revision stands here, and where its runs go; makes the folder. */
int bisect_open(struct bisect *b, int argc, char **argv, struct fail *f);
/* Take the revision and what became of it down in bisect.log and plan.json. */
int bisect_note(const struct bisect *b, const struct finding *found, struct fail *f);

/*
 * Make the kernel. 0; -EIO with f filled: this revision cannot be built (125);
 * -EINVAL: no other could (129); -EINTR: a signal came.
 */
int bisect_build(struct bisect *b, struct fail *f);

/*
 * Run the tests once. RULING_MORE: there are figures to compare (or a test
 * failed); else found says what happened. -EINTR: a signal came.
 */
int bisect_run(struct bisect *b, struct finding *found);
/* The selection that finds this revision's runs. */
int bisect_runs_word(const struct bisect *b, char *buf, size_t size);

/*
 * From a comparison of good runs, bad ones where has_bad, and those of this
 * revision to what it is. Pure.
 */
void bisect_rule(const struct comparison *c, enum metric metric, bool has_bad,
		 struct finding *found);

#endif
