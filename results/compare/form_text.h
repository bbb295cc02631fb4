/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of a comparison's text form: its tables, and what stands below
 * them. At most 80 columns, ASCII; all text of records is escaped.
 */
#ifndef FORM_TEXT_H
#define FORM_TEXT_H

#include <stdio.h>
#include "compare.h"
#include "text.h"

/* A table of one metric; with more than one other group, the rows that differ below it. */
void text_table(FILE *out, const struct comparison *c, enum metric m);
/* What did not pass, and how many rows had which outcome and why. */
void text_notes(FILE *out, const struct comparison *c);

#endif
