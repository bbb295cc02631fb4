/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From what was seen of a run to one word, one exit status and one reason.
 * Facts are collected elsewhere; deciding is pure, so that every case has a
 * test. QEMU's own exit status never means success.
 */
#ifndef VERDICT_H
#define VERDICT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "reader.h"

/* What the launcher saw. Texts are "" where it did not happen. */
struct facts {
	bool started;		/* QEMU ran */
	bool guest_spoke;	/* a byte came on the console or the port */
	bool we_stopped;	/* QEMU was ended by us */
	int signal;		/* that interrupted us; 0: none */
	char not_started[256];	/* qemu's last words */
	char shutdown[32];	/* reason of QMP's SHUTDOWN event */
	char panic[256], trouble[256], init_failed[256], hung[256], no_space[256];
};

/* What the records say. */
struct tally {
	uint64_t pass, fail, broken, unsupported, void_;
	uint64_t tests;		/* that the run record announced */
	size_t missing;
	uint64_t first_missing;
	char outcome[16];	/* of the end record; "": none came */
	char end_reason[256];
	char first_bad[384];	/* "ID: VERDICT: reason" of the first that did not pass */
	uint64_t crashes;	/* after which the run went on */
	char crash[384];	/* "STEP: CAUSE: text" of the first that was the kernel's fault */
	char trouble[256];	/* first log record that tells of trouble */
	char release[128];	/* of the kernel, from env */
	bool any;		/* a record came */
};

struct verdict {
	const char *word;
	int status;
	char reason[640];	/* "" where there is nothing to say */
};

void verdict_tally(const struct records *r, struct tally *t);
void verdict_decide(const struct facts *f, const struct tally *t, struct verdict *v);

#endif
