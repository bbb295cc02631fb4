/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * One table row is an option: from it come the parsing of the command line and
 * of kernel boot words, the default, the help text and the settings object of
 * a record. Nothing here prints; main does.
 */
#ifndef OPT_H
#define OPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json;

enum opt_type {
	OPT_STRING,		/* const char *; points into the words parsed */
	OPT_U64,		/* uint64_t, min to max */
	OPT_BYTES,		/* uint64_t, with suffix */
	OPT_SECONDS,		/* uint64_t, with suffix */
	OPT_CHOICE,		/* unsigned, index into choices */
	OPT_FLAGS,		/* unsigned, bits by position in choices, comma list */
	OPT_YES,		/* bool: "yes" or "no"; alone means yes */
};

struct opt {
	const char *name;
	enum opt_type type;
	size_t offset;		/* into the caller's struct of values */
	uint64_t min, max;	/* of numbers */
	const char *const *choices;	/* NULL-terminated */
	const char *preset;	/* default, as text; NULL: zero or NULL */
	const char *arg;	/* what help calls the value: "SIZE" */
	const char *help;
	bool bounds;		/* a run without it could write where it must not */
};

/* What went wrong, said so that it fits behind "mdbench: ". */
struct opt_error {
	char text[192];
};

/* Set all values to their presets. Aborts on a broken table (our bug). */
void opt_defaults(const struct opt *table, void *values);

/*
 * Parse argv[0..argc): "--name=value", "--name value", "--name" (OPT_YES) or
 * "name=value" (dd's way). Returns 0 or -EINVAL with err filled; an unknown
 * option is named.
 */
int opt_parse_argv(const struct opt *table, void *values, int argc,
		   char *const *argv, struct opt_error *err);

/* The row of "--name" or "--name=value". NULL: not an option of this table. */
const struct opt *opt_find(const struct opt *table, const char *word);
/* Is the value of such a word the next one? */
bool opt_takes_next(const struct opt *row, const char *word);
/*
 * Part argv[0..argc): options, with their values, go to option for
 * opt_parse_argv, also those that it will refuse; others go to word. Both have
 * room for argc. The number of words that went to option.
 */
int opt_part(const struct opt *table, int argc, char **argv, char **option,
	     const char **word, size_t *words);

/*
 * Parse boot words: those that begin with prefix ("mdbench.") in a line of
 * words parted by white space; others are not ours, but one that is the bare
 * name of an option that bounds is an error: its prefix was forgotten. The line
 * is cut up in place and must outlive values. Double quotes group, as in the
 * kernel.
 */
int opt_parse_words(const struct opt *table, void *values, const char *prefix,
		    char *line, struct opt_error *err);

/* Is any option's bare name among the words? -EINVAL. The line is cut up. */
int opt_check_bare(const struct opt *table, const char *prefix, char *line,
		   struct opt_error *err);

/* Help text, one option a row (two if long), to a stdio stream. */
#include <stdio.h>
void opt_help(const struct opt *table, const char *lead, FILE *out);

/* Every option and its value as members of the object now open in j. */
void opt_json(const struct opt *table, const void *values, struct json *j);

#endif
