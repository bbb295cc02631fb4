/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Exit statuses of mdlab, and the one sentence with which a part says why it
 * could not do its work. Leaves fill it; only mdlab's main code prints it.
 */
#ifndef FAIL_H
#define FAIL_H

enum status {
	STATUS_PASS = 0,
	STATUS_FAIL = 1,	/* a test failed, is broken or void */
	STATUS_USAGE = 2,
	STATUS_REFUSED = 3,	/* for safety */
	STATUS_PANIC = 4,
	STATUS_HUNG = 5,
	STATUS_INCOMPLETE = 6,	/* records missing */
	STATUS_NOT_STARTED = 7,
	STATUS_SIGNAL = 128,	/* plus the signal's number */
};

struct fail {
	int status;		/* enum status, or 128 + signal */
	char text[640];		/* "kernel: /x: not found; give --kernel" */
};

/* Fill it. Returns -EINVAL for STATUS_USAGE, else -EIO, to be handed on. */
int fail_set(struct fail *f, int status, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

#endif
