/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the records say of the machine's state and of its disks' health, for
 * people: nothing where there is nothing to say.
 */
#ifndef STATE_H
#define STATE_H

#include <jansson.h>
#include <stdio.h>

struct run;

/* A line of the head, from the env record. */
void state_print_machine(FILE *out, const json_t *env);
/* Disks to worry about, a line each; column: "A ", or "" for one run. */
void state_print_health(FILE *out, const struct run *run, const char *column);

#endif
