// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will look at each row of each suite: is it whole, and does it claim
 * no more than it can keep?
 * needs: none
 * timeout: 10
 */
#include <string.h>
#include "check.h"
#include "suite.h"
#include "tio.h"
#include "units.h"
#include "workcmd.h"

#define MIB (1024ull * 1024)

/* A row without what all rows need would be found by a run of hours only. */
static void check_rows(void)
{
	const struct row *const *group;
	const struct suite *s;
	const struct row *row;

	for (s = suite_list; s->name; s++) {
		for (group = s->groups; *group; group++) {
			for (row = *group; row->family; row++) {
				check(row->operation && row->variant && row->layers,
				      "%s: half a row of %s", s->name, row->family);
				check(row->moves == DIR_NONE ? row->ops : row->block_bytes,
				      "%s/%s: how much?", row->operation, row->variant);
				check(!(row->claims & ~row->moves),
				      "%s/%s: claims what it does not move",
				      row->operation, row->variant);
				/* seeks, files and random blocks are told a second */
				check(row->counts_ops == (!strcmp(row->family, "rand") ||
							  !strcmp(row->operation, "seeks") ||
							  row->moves == DIR_NONE),
				      "%s/%s/%s: what is its figure?", row->family,
				      row->operation, row->variant);
				check(!(row->cold && row->follows), "%s/%s: cold, but follows",
				      row->operation, row->variant);
				check(row->streams <= ROW_STREAMS_MAX &&
				      row->depth <= ROW_DEPTH_MAX,
				      "%s/%s: too many", row->operation, row->variant);
			}
		}
	}
}

/*
 * Random writes hit blocks twice and end in fsync: less passes the device than
 * was written, though memory holds nothing. So do rows of the command line.
 */
static void check_claims(void)
{
	const struct work_options o = { .size_bytes = 8 * MIB, .count = 4000,
					.block_bytes = 4096, .threads = "1,8" };
	const struct row *const *group;
	const struct suite *s;
	const struct row *row;
	struct row made[16];
	char why[128];
	int i, n;

	for (s = suite_list; s->name; s++) {
		for (group = s->groups; *group; group++) {
			for (row = *group; row->family; row++) {
				if (strcmp(row->family, "tio"))
					continue;
				check(row->claims == (strcmp(row->operation, "rand-write") ?
						      row->moves : DIR_NONE),
				      "%s: %s/%s", s->name, row->operation, row->variant);
			}
		}
	}
	n = tio_command_rows(&o, made, ARRAY_SIZE(made), why, sizeof(why));
	check(n == 8, "%d rows", n);
	for (i = 0; i < n; i++)
		check(made[i].claims == (strcmp(made[i].operation, "rand-write") ?
					 made[i].moves : DIR_NONE),
		      "%s/%s", made[i].operation, made[i].variant);
}

int main(void)
{
	check_rows();
	check_claims();
	return check_done();
}
