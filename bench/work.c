// SPDX-License-Identifier: GPL-2.0-only
/*
 * What all families share when they run: the result's first state, its first
 * failure, the clock, and how far streams overlapped.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "work.h"

void work_begin(struct work_result *r)
{
	memset(r, 0, sizeof(*r));
	hist_init(&r->read);
	hist_init(&r->write);
	hist_init(&r->other);
	r->streams = 1;
}

int work_fail(struct work_result *r, const char *call, const char *object,
	      uint64_t offset, int error)
{
	if (!r->failed) {
		r->failed = call;
		r->failed_object = object;
		r->failed_offset = offset;
		r->error = error;
	}
	return -error;
}

bool work_is_stopped(const struct work *w)
{
	return w->stop && *w->stop;
}

uint64_t work_now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Calls on a whole file have no offset that would mean anything. */
static bool has_offset(const char *call)
{
	static const char *const with[] = { "read", "write", "lseek", "fsync", "fdatasync",
					    "verify", NULL };
	unsigned i;

	for (i = 0; with[i]; i++)
		if (!strcmp(call, with[i]))
			return true;
	return false;
}

const char *work_describe(const struct work_result *r, char *buf, size_t size)
{
	const char *of = r->failed_object ? " of " : "";
	const char *object = r->failed_object ? r->failed_object : "";
	const char *reason = r->error == EILSEQ ? "not the data that were written" :
						  strerror(r->error);

	if (!strcmp(r->failed, "signal"))
		snprintf(buf, size, "stopped by a signal");
	else if (has_offset(r->failed))
		snprintf(buf, size, "%s at %llu%s%s: %s", r->failed,
			 (unsigned long long)r->failed_offset, of, object, reason);
	else
		snprintf(buf, size, "%s%s%s: %s", r->failed, of, object, reason);
	return buf;
}

void work_overlap(const struct work_result *r, uint64_t *together_ns, uint64_t *span_ns)
{
	uint64_t first = UINT64_MAX, last = 0, last_begin = 0, first_end = UINT64_MAX;
	unsigned i;

	*together_ns = *span_ns = 0;
	for (i = 0; i < r->streams; i++) {
		const struct work_stream *s = &r->stream[i];

		if (s->begin_ns < first)
			first = s->begin_ns;
		if (s->begin_ns > last_begin)
			last_begin = s->begin_ns;
		if (s->end_ns > last)
			last = s->end_ns;
		if (s->end_ns < first_end)
			first_end = s->end_ns;
	}
	if (last > first)
		*span_ns = last - first;
	if (first_end > last_begin)
		*together_ns = first_end - last_begin;
}
