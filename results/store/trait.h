/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a run says of itself, one row a trait: the columns of `mdlab log`, the
 * keys of a selection (kernel=6.1*), and what must be alike in runs that are
 * compared. Values are text, from records, hostile (see text_escape).
 */
#ifndef TRAIT_H
#define TRAIT_H

#include <jansson.h>
#include <stdbool.h>
#include "diskgroups.h"

enum trait {
	TRAIT_ID,		/* of the run */
	TRAIT_DATE,		/* "2026-11-30", of the id; "" unknown */
	TRAIT_KERNEL,		/* release */
	TRAIT_BUILD,		/* kernel_version: "#1 SMP …" */
	TRAIT_SPEC,		/* KERNEL= form, of a matrix; else "" */
	TRAIT_VERDICT,		/* "pass" "fail" "panic" …, as file verdict says, else of the records */
	TRAIT_SUITE,
	TRAIT_ONLY,
	TRAIT_SETTINGS,		/* options of the appliance that change the work, "size=4M span=…" */
	TRAIT_DISKS,		/* "7 x virtio 4.29 GB, blocks of 512, write back", as in show's head */
	TRAIT_ACCEL,
	TRAIT_CPU,		/* model */
	TRAIT_CPUS,
	TRAIT_MEMORY,		/* of the machine, not what this kernel left of it */
	TRAIT_STATE,		/* governor, turbo, idle states: of real machines */
	TRAIT_BASE,		/* sha256 of the base segment */
	TRAIT_MDBENCH,		/* version */
	TRAITS
};

struct trait_row {
	const char *name;	/* key of a selection */
	const char *help;
	bool must_be_alike;
};

extern const struct trait_row trait_list[TRAITS];

/* The records that traits come from; NULL where there is none. */
struct trait_source {
	const json_t *run, *env, *end;
	struct diskgroups disks;
};

/*
 * Set those that records tell; others stay as they are. The verdict is that of
 * the records, and "incomplete" without an end. 0 or -ENOMEM.
 */
int traits_take(char *trait[TRAITS], const struct trait_source *from);
/* Replace a value by a copy of text, at most TRAIT_LENGTH of it. 0 or -ENOMEM. */
#define TRAIT_LENGTH 1023
int trait_set(char **value, const char *text);
/* The id, and the date of one that begins 20261130T… or 20261130-…. */
int trait_set_id(char *trait[TRAITS], const char *id);

/* TRAITS for none of that name. */
enum trait trait_find(const char *name);

#endif
