// SPDX-License-Identifier: GPL-2.0-only
/*
 * Numbers, frames and sends records. A sink is written in full or dropped (but
 * for a function, which may recover): none may hold up the run for more than
 * SINK_DEADLINE_S, none may lose the others a record. A console's line may be
 * half written by the kernel, so each frame there follows a line end of its own
 * (a blank line harms no reader).
 */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "record.h"

#define SCHEMA 1
#define SINK_DEADLINE_S 10
#define STOP_POLL_MS 100
#define FRAME_MAX (RECORD_MAX + 64)

static uint64_t clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void record_init(struct record_out *out, const char *run)
{
	memset(out, 0, sizeof(*out));
	snprintf(out->run, sizeof(out->run), "%s", run);
}

int record_add_sink(struct record_out *out, int fd, enum record_form form,
		    const char *name)
{
	struct record_sink *sink;

	if (out->nsinks == RECORD_SINKS)
		return -ENOSPC;
	sink = &out->sinks[out->nsinks++];
	*sink = (struct record_sink){ .fd = fd, .form = form };
	snprintf(sink->name, sizeof(sink->name), "%s", name);
	return 0;
}

int record_add_function(struct record_out *out, record_send_fn *send, void *arg,
			const char *name)
{
	int ret = record_add_sink(out, -1, RECORD_FUNCTION, name);

	if (ret)
		return ret;
	out->sinks[out->nsinks - 1].send = send;
	out->sinks[out->nsinks - 1].arg = arg;
	return 0;
}

struct json *record_begin(struct record_out *out, const char *type)
{
	struct json *j = &out->json;

	json_init(j, out->buf, sizeof(out->buf));
	json_open(j, NULL, '{');
	json_u64(j, "schema", SCHEMA);
	json_str(j, "type", type);
	json_u64(j, "seq", ++out->seq);
	json_str(j, "run", out->run);
	json_u64(j, "t_ns", clock_ns(CLOCK_BOOTTIME));
	return j;
}

int record_frame(char *buf, size_t size, uint64_t seq, const char *json,
		 size_t len)
{
	int head;

	head = snprintf(buf, size, "@mdb1 %llu %zu %08x ", (unsigned long long)seq,
			len, crc32c(0, json, len));
	if (head < 0 || len > RECORD_MAX || (size_t)head + len + 2 > size)
		return -ENOSPC;
	memcpy(buf + head, json, len);
	memcpy(buf + head + len, "\n", 2);
	return head + (int)len + 1;
}

/* 0 when fd takes more, -ETIMEDOUT at the deadline, -EPIPE if it never will. */
static int wait_writable(int fd, uint64_t deadline_ns)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };
	uint64_t now = clock_ns(CLOCK_MONOTONIC);
	int n;

	if (now >= deadline_ns)
		return -ETIMEDOUT;
	n = poll(&p, 1, (int)((deadline_ns - now) / 1000000 + 1));
	if (n < 0)
		return errno == EINTR ? 0 : -errno;
	if (n == 0)
		return -ETIMEDOUT;
	/* A port without a listener polls as hung up at once, again and again. */
	return p.revents & POLLOUT ? 0 : -EPIPE;
}

/* 0 when fd takes PIPE_BUF bytes or has an error to tell; -EINTR when stopped. */
static int wait_reader(int fd, const volatile sig_atomic_t *stop)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };
	int n;

	while ((n = poll(&p, 1, STOP_POLL_MS)) <= 0) {
		if (n < 0 && errno != EINTR)
			return -errno;
		if (*stop)
			return -EINTR;
	}
	return 0;
}

static int write_all(int fd, const char *data, size_t len, const volatile sig_atomic_t *stop)
{
	uint64_t deadline_ns = clock_ns(CLOCK_MONOTONIC) +
			       SINK_DEADLINE_S * 1000000000ull;
	size_t most = stop ? PIPE_BUF : SIZE_MAX;
	ssize_t n;
	int ret;

	while (len) {
		ret = stop ? wait_reader(fd, stop) : 0;
		if (ret)
			return ret;
		n = write(fd, data, len < most ? len : most);
		if (n > 0) {
			data += n;
			len -= (size_t)n;
			continue;
		}
		if (n == 0)
			return -ENOSPC;
		if (errno == EINTR)
			continue;
		if (errno != EAGAIN)
			return -errno;
		ret = wait_writable(fd, deadline_ns);
		if (ret)
			return ret;
	}
	return 0;
}

static int sink_send(const struct record_sink *sink, const char *data, size_t len,
		     const volatile sig_atomic_t *stop)
{
	int ret;

	if (sink->form == RECORD_FUNCTION)
		return sink->send(sink->arg, data, len);
	ret = write_all(sink->fd, data, len, stop);
	if (ret || sink->form != RECORD_PLAIN)
		return ret;
	do
		ret = fsync(sink->fd);
	while (ret && errno == EINTR);
	if (!ret || errno == EINVAL || errno == ENOTSUP)
		return 0;	/* a pipe or a terminal has nothing to sync */
	return errno == EROFS ? 0 : -errno;
}

/* Frame, with a line end before it; the JSON alone is the frame's last part. */
static int send_all(struct record_out *out, const char *frame, size_t len)
{
	struct record_sink *sink;
	const char *data;
	size_t part;
	int ret, taken = 0;

	for (sink = out->sinks; sink < out->sinks + out->nsinks; sink++) {
		if (sink->fd < 0 && sink->form != RECORD_FUNCTION)
			continue;
		part = len;
		if (sink->form != RECORD_FRAMED)
			part = out->json.len + 1;
		else if (strcmp(sink->name, "console"))
			part = len - 1;
		data = frame + len - part;
		ret = sink_send(sink, data, part, out->stop);
		taken += !ret;
		if (ret && !sink->has_failed)
			fprintf(stderr, "mdbench: record %llu: %s: %s: %s\n",
				(unsigned long long)out->seq, sink->name, strerror(-ret),
				sink->form == RECORD_FUNCTION ? "this record does not go there" :
				"no more records go there");
		if (ret) {
			sink->has_failed = true;
			sink->fd = -1;
		}
	}
	return taken ? 0 : -EIO;
}

int record_end(struct record_out *out)
{
	char frame[FRAME_MAX];
	int len;

	json_close(&out->json, '}');
	len = -ENOSPC;
	if (!json_error(&out->json)) {
		frame[0] = '\n';
		len = record_frame(frame + 1, sizeof(frame) - 1, out->seq,
				   out->json.buf, out->json.len);
	}
	if (len < 0) {
		out->seq--;	/* never sent, so its number is free: no gap */
		return len;
	}
	return send_all(out, frame, (size_t)len + 1);
}
