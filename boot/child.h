/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Child processes and the signals that end a run. Signals are blocked and read
 * from a descriptor, so that every wait of mdlab is one poll and there is no
 * handler that could come at a bad moment.
 */
#ifndef CHILD_H
#define CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct signals {
	int fd;
	int got;		/* SIGINT, SIGTERM or SIGHUP that came; 0: none */
	bool child;		/* SIGCHLD came since this was last cleared */
};

/* Block and open. 0 or -errno. */
int signals_open(struct signals *s);
/* Read what came; never blocks. */
void signals_read(struct signals *s);

struct child_io {
	int in, out, err;	/* descriptors for the child; -1: /dev/null */
	bool same_group;	/* stay in our process group, to use the terminal */
};

/*
 * Start argv[0] (a path). The child gets a process group of its own, signals
 * unblocked, and SIGKILL when mdlab dies. Its pid, or -errno (also of exec).
 */
pid_t child_start(char *const *argv, const struct child_io *io);

enum { CAPTURE_STDERR_OURS, CAPTURE_STDERR_TOO };

/*
 * Run to the end and keep the first size-1 bytes of its output, NUL-ended.
 * deadline_s 0: none. The exit status (128 + signal), or -errno; -ETIME when
 * the deadline ended it, -EINTR when a signal to us did (see s->got).
 */
int child_capture(char *const *argv, int stderr_mode, unsigned deadline_s,
		  struct signals *s, char *buf, size_t size);

/* Find a program in PATH: 0, or -ENOENT. */
int child_find(const char *name, char *path, size_t size);

/* CLOCK_MONOTONIC in milliseconds: does not count a suspended host. */
long long now_ms(void);

#endif
