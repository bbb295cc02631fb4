/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The writer of results/schema.md: numbers records, frames them for line
 * channels and sends the same stream to every sink. A sink that fails is
 * dropped and said once on stderr; the run goes on while one sink is left.
 */
#ifndef RECORD_H
#define RECORD_H

#include <stdbool.h>
#include <signal.h>
#include <stdint.h>
#include "json.h"

#define RECORD_SINKS 6
#define RECORD_MAX 65536

enum record_form {
	RECORD_FRAMED,		/* @mdb1 lines */
	RECORD_PLAIN,		/* JSON lines, fsync after each */
	RECORD_FUNCTION,	/* JSON lines, handed to a function */
};

/* Takes a line with its line feed: 0 or -errno. */
typedef int record_send_fn(void *arg, const char *line, size_t len);

struct record_sink {
	int fd;			/* -1: none; not closed by us */
	record_send_fn *send;	/* RECORD_FUNCTION, which is called whatever fd is */
	void *arg;
	bool has_failed;	/* which is said once */
	enum record_form form;
	char name[64];
};

struct record_out {
	struct record_sink sinks[RECORD_SINKS];
	unsigned nsinks;
	uint64_t seq;		/* of the last record begun */
	/*
	 * NULL, or: a sink that takes nothing (a pipe to a pager) is waited for
	 * until this is set. Without it a sink is waited for if it says EAGAIN.
	 */
	const volatile sig_atomic_t *stop;
	char run[64];
	char buf[RECORD_MAX];
	struct json json;
};

void record_init(struct record_out *out, const char *run);
/* 0 or -ENOSPC (too many sinks). name is copied. */
int record_add_sink(struct record_out *out, int fd, enum record_form form,
		    const char *name);
/*
 * The same for a function, which may see to its own troubles: it is called again
 * with the next record after it failed.
 */
int record_add_function(struct record_out *out, record_send_fn *send, void *arg,
			const char *name);
/* Begin a record; returns the json to fill, its object is open. */
struct json *record_begin(struct record_out *out, const char *type);
/* Close, frame, send. 0, -ENOSPC (too large) or -EIO (no sink took it). */
int record_end(struct record_out *out);

/* Frame len bytes of json into buf: bytes written, or -ENOSPC. */
int record_frame(char *buf, size_t size, uint64_t seq, const char *json,
		 size_t len);

/* RFC 3720 B.4; crc of "123456789" is e3069283. Start with 0. */
uint32_t crc32c(uint32_t crc, const void *data, size_t len);

#endif
