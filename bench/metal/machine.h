/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The state of a real machine that moves figures: CPU frequency governor,
 * turbo, C-states, mitigations, spread of interrupts; temperature, health,
 * write cache and link speed of disks. Stated, and set where a word says so.
 * root: "" for "/", so that a test can lay a tree of its own.
 */
#ifndef MACHINE_H
#define MACHINE_H

#include <stddef.h>
#include "disk.h"
#include "json.h"
#include "record.h"

struct machine_words {
	const char *governor;	/* NULL or "": leave it */
	unsigned turbo;		/* 0: leave it; 1: off; 2: on */
	unsigned cstates;	/* 0: leave it; 1: the shallowest only */
};

/*
 * Set what is asked for and read it back. -EINVAL, and nothing was set, where
 * this machine has no such thing; -errno; with a sentence in err.
 */
int machine_set(const char *root, const struct machine_words *w, char *err, size_t size);
/* The member "machine" of the env record. */
void machine_json(const char *root, struct json *j);
/*
 * The members of a health record of one disk: temperature, SMART verdict and
 * counters, power-on hours, link speed, write cache. Reads only, null where the
 * disk does not say. when: "start" or "end".
 */
void health_json(const struct disk *d, const char *when, struct json *j);
/* A health record for each disk that has a role and is not made of memory. */
void health_write(struct record_out *out, const struct disk_list *disks, const char *when);

#endif
