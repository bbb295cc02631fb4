/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What forms of a comparison have in common: text from records made harmless,
 * figures as people read them, and how a cell ends where a form knows no more
 * than passed, failed, skipped. Nothing here allocates.
 */
#ifndef FORMTEXT_H
#define FORMTEXT_H

#include <stdio.h>

#include "compare.h"

#define FORM_CELL_MAX 48
#define FORM_LINE_MAX 96

/* What some characters become; ends with an empty row. */
struct form_map {
	char from;
	const char *to;
};

/* Printable ASCII as it is or as map has it; all else, and a backslash, as \xNN. */
void form_put(FILE *out, const char *text, const struct form_map *map);
/* As a string of JSON (and of YAML), in ASCII; what is no UTF-8 is escaped as above. */
void form_put_json(FILE *out, const char *text);

/* In as few digits as bring the same number back; false and nothing where it is none. */
bool form_put_number(FILE *out, double value);

const char *form_unit(const struct compared *row, enum metric m);
/* "83.1 MB/s", "22.9/s", "12.3us", "0.412 ns/B"; NAN: "n/a". */
const char *form_value(char buf[FORM_CELL_MAX], const struct compared *row, enum metric m,
		       double value);
/* "+0.1 %" */
const char *form_percent(char buf[FORM_CELL_MAX], double fraction);
/* "-5.3 % (-6.1 to -4.2)"; without the interval where there is none. */
const char *form_change(char buf[FORM_CELL_MAX], const struct change *change);

/* A form's word on one test and metric of a group against the base. */
enum ending { ENDING_PASS, ENDING_SLOWER, ENDING_FAIL, ENDING_BROKEN, ENDING_SKIP, ENDINGS };

/*
 * A test that no longer passes ends its first metric as FAIL or BROKEN, so that
 * it counts once, and others as SKIP unless they can be told. *why: never NULL.
 */
enum ending form_ending(const struct comparison *c, const struct compared *row, size_t group,
			enum metric m, const char **why);

/* "pass", "fail" …; "missing" where no run came to it. */
const char *form_verdict(const struct cell *cell);

/* "2 kernels started and told nothing: …"; of a comparison that has some. */
const char *form_unmeasured(char buf[FORM_LINE_MAX], const struct comparison *c);

/* "2 slower, 1 no longer passes, 1 faster, 40 same, 3 cannot tell" */
void form_summary(FILE *out, const struct comparison *c);

#endif
