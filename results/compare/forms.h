/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The forms of a comparison, one row a form: adding one is a file and a row of
 * form_list in forms.c. Errors of the stream are sticky, and the caller's.
 */
#ifndef FORMS_H
#define FORMS_H

#include <stdbool.h>
#include <stdio.h>

struct comparison;

struct form {
	const char *name;	/* "text" "markdown" "csv" "json" "junit" "tap" */
	const char *help;
	void (*print)(FILE *out, const struct comparison *c);
	bool is_bare;		/* has no place for the warnings: who prints it says them */
};

extern const struct form form_list[];	/* ends with a NULL name */

void form_text(FILE *out, const struct comparison *c);	/* 80 columns, for mail */
void form_markdown(FILE *out, const struct comparison *c);
void form_csv(FILE *out, const struct comparison *c);
void form_json(FILE *out, const struct comparison *c);
void form_junit(FILE *out, const struct comparison *c);
void form_tap(FILE *out, const struct comparison *c);

#endif
