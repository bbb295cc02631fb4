/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The figures that were posted in years past (results/published/README.md),
 * matched to our tests, and corrected where a known flaw of the old tool can be
 * undone. They are linked in, so mdlab has them in any folder.
 */
#ifndef PUBLISHED_H
#define PUBLISHED_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct run;

struct published_file {
	const char *name;	/* "2008-03-26-raid1" */
	const char *data;	/* JSON, not ended by a NUL */
	size_t len;
};

extern const struct published_file published_files[];	/* ends with a NULL name */

#define PUBLISHED_MAX 32

struct published {
	struct {
		const char *name;
		json_t *json;
	} post[PUBLISHED_MAX];
	size_t posts;
};

/* All of them, or the one of this name. 0, -ENOENT, -EINVAL (ours is broken), -ENOMEM. */
int published_load(struct published *p, const char *name);
void published_free(struct published *p);
/* Names of all, "2000-raid0, 2008-03-26-raid1", into buf. */
const char *published_names(char *buf, size_t size);

/* One figure, borrowed from a post. */
struct published_cell {
	const char *post;
	const json_t *table, *row, *column;
	size_t row_index, column_index;
	const char *kernel;	/* NULL: not said */
	const char *text;	/* as posted */
	const char *unit;	/* NULL: none */
	bool with_sync;		/* the final sync is in it */
};

/* Call each for every figure of a post until it returns false. */
void published_each(const json_t *post, bool (*each)(const struct published_cell *, void *),
		    void *arg);
/* Does this test of ours do the same? An else does only where no such row is there. */
enum published_match { PUBLISHED_OTHER, PUBLISHED_ELSE, PUBLISHED_SAME };
enum published_match published_matches(const struct published_cell *cell, const char *id);

/* A number as posted: 80.1, 15,5176, ~35, 2x16.5 (the sum). False: +++++, 30-33. */
bool published_number(const char *text, double *value, double *step);

/* Timed: the post's rate was a guess, and its own seconds tell it better. */
enum published_flaw {
	PUBLISHED_SOUND, PUBLISHED_UNDONE, PUBLISHED_UNRELIABLE, PUBLISHED_TIMED
};

struct published_rate {
	double rate;		/* bytes or operations a second */
	bool counts_ops;
	enum published_flaw flaw;
};

/* Bytes that were moved for it; 0: not said. */
uint64_t published_bytes(const struct published_cell *cell);
/* False where the figure is no rate, or no number. What can be undone, is. */
bool published_rate(const struct published_cell *cell, struct published_rate *rate);

/* Who posted where and when, on what, wrapped. */
void published_print_head(FILE *out, const char *name, const json_t *post);
/* Posts in full, as posted, with what can be undone below. */
void published_print(FILE *out, const struct published *p);
/*
 * Only the tables of one tool of which a test is in the runs, in its own form.
 * Each line of ours begins with "# "; those of the tool do not.
 */
void published_print_tool(FILE *out, const struct published *p, const char *tool,
			  const struct run *runs, size_t count);
/* A posted line of bonnie++ as figures again: its 27 texts. False: it is none. */
struct bonniefmt;
bool published_bonnie(const json_t *table, struct bonniefmt *b);
/* A posted row of tiobench's old table. False: it is none. Its line, or empty. */
bool published_tio_line(const json_t *table, size_t row, char *line, size_t size);
/* Measured figures beside published ones, a section for each post. */
int published_print_beside(FILE *out, const struct published *p, const struct run *runs,
			   size_t count);	/* -1: no memory */

#endif
