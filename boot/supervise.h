/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Runs QEMU and watches it to its end: records, console, QMP, deadlines and
 * our own signals. When it returns there is no QEMU left.
 */
#ifndef SUPERVISE_H
#define SUPERVISE_H

#include "args.h"
#include "child.h"
#include "progress.h"
#include "qmp.h"
#include "runfolder.h"
#include "tail.h"
#include "verdict.h"

struct supervise {
	/* given */
	const struct args *argv;
	const struct runfolder *folder;
	struct signals *signals;
	struct qmp *qmp;		/* listening already */
	struct tail *tail;		/* not opened yet */
	struct progress *progress;
	struct facts *facts;
	unsigned boot_s, total_s;	/* deadlines; total 0: none */
	unsigned scale;			/* of the guest's own deadlines */
	bool has_person;		/* at the guest's console: no deadline after the end */
	void (*on_running)(void *arg);	/* QEMU has opened all its files */
	void *arg;
	/* state */
	pid_t pid;
	int inotify_fd, said_fd;	/* said: QEMU's stdout and stderr */
	long long start_ms, deadline_ms, stop_ms;
	unsigned deadline_s;
	enum { PHASE_BOOT, PHASE_RUN, PHASE_END } phase;
	enum { STOP_NO, STOP_QUIT, STOP_TERM, STOP_KILL } stop;
	char step[128];			/* test that runs */
};

/* Returns 0 when QEMU ran (facts tell how it ended), or -errno. */
int supervise_run(struct supervise *s);

#endif
