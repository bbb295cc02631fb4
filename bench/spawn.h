/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Run a program: no shell, standard input is /dev/null (so that mdadm has
 * nobody to ask), output is caught, a deadline ends it.
 */
#ifndef SPAWN_H
#define SPAWN_H

#include <stddef.h>

struct spawn_result {
	int status;		/* exit status; 128 + signal; -1 if not started */
	int timed_out;
	char output[4096];	/* stdout and stderr, the last part, NUL-ended */
};

/*
 * argv[0] is looked up in PATH. 0 if it ended with status 0; -ENOENT, -ETIME,
 * -ECHILD (other status) or -errno. Looks for no other child of ours.
 */
int spawn_run(const char *const *argv, unsigned deadline_s,
	      struct spawn_result *r);
/* Last non-empty line of the output, for messages. */
const char *spawn_last_line(const struct spawn_result *r, char *buf, size_t size);

#endif
