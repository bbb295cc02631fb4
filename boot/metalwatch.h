/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Runs QEMU as a machine of metal and watches its serial line, from the power
 * button to the power off: resets are its own affair, and what is to be done to
 * it at a text (kill, pull the stick, press a key) is done here. When it
 * returns there is no QEMU left.
 */
#ifndef METALWATCH_H
#define METALWATCH_H

#include "args.h"
#include "child.h"
#include "conlog.h"
#include "qmp.h"
#include "stickopt.h"

enum metal_end {
	END_NONE,		/* it runs */
	END_POWEROFF,
	END_BY_HAND,		/* it cannot turn itself off, and said so */
	END_KILLED,		/* we pulled the plug, as asked */
	END_UNTIL,		/* the text came that we were to wait for */
	END_HUNG,
	END_DIED,		/* qemu ended by itself */
	END_NO_SPACE,
	END_SIGNAL,
};

struct metal_watch {
	/* given */
	const struct args *argv;
	const struct stick_options *options;
	struct signals *signals;
	struct qmp *qmp;			/* listening already */
	const char *console_raw, *console;	/* that QEMU writes; with times */
	unsigned scale;				/* of the guest's own deadlines */
	void (*on_running)(void *arg);		/* QEMU has opened all its files */
	void *arg;
	/* result */
	enum metal_end end;
	bool spoke;
	int signal;
	unsigned resets;
	unsigned done;				/* bits of enum act: their text came */
	char why[256];				/* of the end; escaped */
	char panic[256];			/* the last one; escaped */
	char said[256];				/* qemu's last words */
	/* state */
	struct conlog log;
	pid_t pid;
	int raw_fd, inotify_fd, said_fd;
	unsigned long long raw_bytes;
	unsigned count[ACTS], idle_resets;
	bool counted[ACTS], was_shot;
	long long start_ms, line_ms, stop_ms;
	unsigned silence_s;
	enum { HALT_NO, HALT_QUIT, HALT_TERM, HALT_KILL } halt;
};

/* Returns 0 when QEMU ran (end tells how it ended), or -errno. */
int metal_watch(struct metal_watch *w);

#endif
