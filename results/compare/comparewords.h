/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The words of the commands that compare: selections, and the options that say
 * what of them is compared. A command's table has the rows of COMPARE_ROWS, and
 * its own; these functions print what is wrong, as "mdlab: COMMAND: …".
 */
#ifndef COMPAREWORDS_H
#define COMPAREWORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "compare.h"
#include "opt.h"

struct compare_words {
	const char *command;		/* "compare" */
	unsigned metrics;		/* bits of enum metric */
	unsigned format;		/* compare's alone */
	const char *only, *output, *base, *smallest_pct;
	double smallest;		/* of smallest_pct, a fraction */
	bool force, help;
	const char **word;		/* selections */
	size_t words;
};

extern const char *const compare_metrics[];	/* ends with NULL */

#define COMPARE_ROWS \
	{ .name = "only", .type = OPT_STRING, .offset = offsetof(struct compare_words, only), \
	  .arg = "GLOB", .help = "only tests whose id matches, such as raid1/*" }, \
	{ .name = "metrics", .type = OPT_FLAGS, \
	  .offset = offsetof(struct compare_words, metrics), \
	  .choices = compare_metrics, .preset = "rate,p50,p99,cpu", .arg = "LIST", \
	  .help = "what of each test is compared" }, \
	{ .name = "smallest", .type = OPT_STRING, \
	  .offset = offsetof(struct compare_words, smallest_pct), \
	  .preset = "3", .arg = "PERCENT", \
	  .help = "the smallest change that matters, as 3 or 0.5" }, \
	{ .name = "base", .type = OPT_STRING, .offset = offsetof(struct compare_words, base), \
	  .arg = "GROUP", .help = "what the others are compared with, instead of the first " \
	  "group: its label, a glob of it, its number or letter" }, \
	{ .name = "force", .type = OPT_YES, .offset = offsetof(struct compare_words, force), \
	  .help = "compare runs that are not alike all the same" }, \
	{ .name = "help", .type = OPT_YES, .offset = offsetof(struct compare_words, help), \
	  .help = "this text" }

/* Nothing in text can act on a terminal, whatever it is made of. */
void compare_complain(const struct compare_words *w, const char *text);
/* 0, or -1 once it is said what is wrong. -o FILE is --output=FILE. */
int compare_words_parse(struct compare_words *w, const struct opt *options, int argc, char **argv);
void compare_words_free(struct compare_words *w);
/* Exit statuses of both commands. */
enum { NO_COMPARISON = 2, NOT_ALIKE = 3 };

/* What use says of the comparison that the words ask for; else, once it is said, why not. */
int compare_words_use(const struct compare_words *w,
		      int (*use)(const struct compare_words *, const struct comparison *));

#endif
