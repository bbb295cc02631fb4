/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Test ids, TARGET/LAYER/FAMILY/OPERATION/VARIANT, taken apart; and the results
 * of one family on one target and layer, which is what a table of the old tools
 * holds. Ids come from records and are hostile: see text_escape.
 */
#ifndef TESTID_H
#define TESTID_H

#include <stdbool.h>
#include <stdio.h>

#include "figures.h"

#define TESTID_MAX 128		/* of ids that a traditional table takes */

struct testid {
	char place[TESTID_MAX];		/* "raid0/ext4" */
	char family[32], operation[32], variant[32];
};

/* False where it has not these five parts, or one is too long. */
bool testid_split(const char *id, struct testid *t);

/* Rows of a text table stand in groups by target, layer and family. */
bool testid_same_group(const char *a, const char *b);
/* A line of it: "raid1/ext4/dd". */
void testid_print_group(FILE *out, const char *id);
#define TESTID_NAME_WIDTH 20	/* of a row's name, its margin of two included */
/* "  write async-1M"; one that is too long for its column has a line of its own. */
void testid_print_name(FILE *out, const char *id);

/* One family on one target and layer of one run. */
struct place {
	const struct run *run;
	const char *family;
	char name[TESTID_MAX];		/* "raid0/ext4", not escaped */
};

/* Call print for every place of a family, in the order of the first results. */
void place_each(FILE *out, const struct run *run, const char *family,
		void (*print)(FILE *, const struct place *, void *), void *arg);
/* NULL if there is none. */
const struct figure *place_find(const struct place *p, const char *operation,
				const char *variant);
/* Likewise, only what was measured: its verdict is pass. */
const struct figure *place_find_good(const struct place *p, const char *operation,
				     const char *variant);
/*
 * What a traditional table cannot say: which figures are missing and why, which
 * were held by memory, which are of several repeats. Each line begins with "# ".
 * variant NULL: of all.
 */
void place_notes(FILE *out, const struct place *p, const char *variant);
/* "# run ID, 6.1.0 …, raid0/ext4": where the table that follows comes from. */
void place_head(FILE *out, const struct place *p);
/* Kernel release of the run, escaped into buf; "unknown" where none was recorded. */
const char *place_kernel(const struct place *p, char *buf, size_t size);

#endif
