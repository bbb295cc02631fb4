// SPDX-License-Identifier: GPL-2.0-only
/*
 * Speaks QMP: greets, reads events, asks QEMU to quit. Lines that are no JSON
 * or too long are passed over; QMP only informs, it decides nothing alone.
 */
#include "qmp.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

int qmp_listen(struct qmp *q, const char *path)
{
	struct sockaddr_un address = { .sun_family = AF_UNIX };

	memset(q, 0, sizeof(*q));
	q->fd = q->listen_fd = -1;
	if (strlen(path) >= sizeof(address.sun_path))
		return -ENAMETOOLONG;
	memcpy(address.sun_path, path, strlen(path) + 1);
	q->listen_fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (q->listen_fd < 0)
		return -errno;
	if (bind(q->listen_fd, (struct sockaddr *)&address, sizeof(address)) < 0 ||
	    listen(q->listen_fd, 1) < 0) {
		int error = errno;

		qmp_close(q);
		return -error;
	}
	return 0;
}

bool qmp_command(struct qmp *q, const char *line)
{
	return q->fd >= 0 && send(q->fd, line, strlen(line), MSG_NOSIGNAL) == (ssize_t)strlen(line);
}

void qmp_accept(struct qmp *q)
{
	int fd = accept4(q->listen_fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);

	if (fd < 0)
		return;
	q->fd = fd;
	close(q->listen_fd);	/* one QEMU, one connection */
	q->listen_fd = -1;
	qmp_command(q, "{\"execute\":\"qmp_capabilities\",\"id\":\"ready\"}\n");
}

static void qmp_line(struct qmp *q, const char *line, size_t len, qmp_event *event, void *arg)
{
	json_t *message = json_loadb(line, len, 0, NULL);
	const char *name = json_string_value(json_object_get(message, "event"));
	const char *id = json_string_value(json_object_get(message, "id"));

	if (id && !strcmp(id, "ready"))
		q->is_ready = true;
	if (name)
		event(arg, name, json_object_get(message, "data"));
	else if (json_object_get(message, "error"))
		event(arg, "ERROR", json_object_get(message, "error"));
	json_decref(message);
}

static void qmp_lines(struct qmp *q, qmp_event *event, void *arg)
{
	size_t start = 0;
	char *end;

	while ((end = memchr(q->buf + start, '\n', q->len - start))) {
		qmp_line(q, q->buf + start, (size_t)(end - q->buf) - start, event, arg);
		start = (size_t)(end - q->buf) + 1;
	}
	q->len -= start;
	memmove(q->buf, q->buf + start, q->len);
	if (q->len == sizeof(q->buf))
		q->len = 0;
}

void qmp_read(struct qmp *q, qmp_event *event, void *arg)
{
	ssize_t n;

	while (q->fd >= 0) {
		n = recv(q->fd, q->buf + q->len, sizeof(q->buf) - q->len, 0);
		if (n < 0 && (errno == EAGAIN || errno == EINTR))
			return;
		if (n <= 0) {
			close(q->fd);
			q->fd = -1;
			return;
		}
		q->len += (size_t)n;
		qmp_lines(q, event, arg);
	}
}

bool qmp_quit(struct qmp *q)
{
	return qmp_command(q, "{\"execute\":\"quit\"}\n");
}

void qmp_close(struct qmp *q)
{
	if (q->fd >= 0)
		close(q->fd);
	if (q->listen_fd >= 0)
		close(q->listen_fd);
	q->fd = q->listen_fd = -1;
}
