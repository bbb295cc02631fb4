/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * QEMU's machine protocol, the little of it that a launcher needs. We listen
 * on a socket in a private folder, QEMU connects.
 */
#ifndef QMP_H
#define QMP_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#define QMP_LINE_MAX 65536

struct qmp {
	int listen_fd, fd;	/* -1: not open */
	bool is_ready;		/* QEMU has set up everything and takes commands */
	size_t len;
	char buf[QMP_LINE_MAX];
};

/*
 * What QEMU tells: "SHUTDOWN", "GUEST_PANICKED", … data may be NULL. "ERROR" is
 * the answer to a command that failed; data has "desc".
 */
typedef void qmp_event(void *arg, const char *name, const json_t *data);

int qmp_listen(struct qmp *q, const char *path);	/* 0 or -errno */
void qmp_accept(struct qmp *q);
/* Read what is there and call event for each; closes fd at its end. */
void qmp_read(struct qmp *q, qmp_event *event, void *arg);
/* Ask QEMU to end. False if it cannot be asked. */
bool qmp_quit(struct qmp *q);
/* Send a command, a line of JSON. False if it cannot be sent. */
bool qmp_command(struct qmp *q, const char *line);
void qmp_close(struct qmp *q);

#endif
