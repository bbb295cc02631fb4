// SPDX-License-Identifier: GPL-2.0-only
/*
 * The window: GNU dd 9's copy loop with bs= (one buffer, no reblocking), the
 * sync that conv= asks for, and the closes. Nothing in here allocates, locks,
 * prints or formats, but for a block found wrong, which ends it. What the loop
 * does for each block is all in copy(); what is rare is in functions aside.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "cputime.h"
#include "data.h"
#include "ddrun.h"
#include "rawcall.h"

#define RARE __attribute__((noinline, cold))
#define ALWAYS_INLINE inline __attribute__((always_inline))

static ALWAYS_INLINE uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t in_offset(const struct dd_run *run)
{
	return run->job->in_offset + run->read_bytes;
}

static uint64_t out_offset(const struct dd_run *run)
{
	return run->job->out_offset + run->r->bytes;
}

static ALWAYS_INLINE bool must_end(const struct dd_run *run)
{
	return *run->stop || atomic_load_explicit(run->halt, memory_order_relaxed);
}

static RARE int fail_end(struct dd_run *run)
{
	const uint64_t offset = run->job->is_write ? out_offset(run) : in_offset(run);

	return *run->stop ? dd_fail(run, "signal", offset, EINTR) :
			    dd_fail(run, "halt", offset, ECANCELED);
}

/* One read(2) that counts: interrupted ones are made again and do not. */
static ALWAYS_INLINE ssize_t read_once(struct dd_run *run, char *buf, size_t len,
				       bool is_measured)
{
	uint64_t start_ns = 0;
	ssize_t n;

	for (;;) {
		if (is_measured)
			start_ns = now_ns();
		n = rawcall_read(run->in, buf, len);
		if (n != -EINTR || must_end(run))
			break;
		run->r->retries++;
	}
	if (n > 0 && is_measured)
		hist_add(&run->r->latency, now_ns() - start_ns);
	return n;
}

/* The rest of a block of which n came: the end, a pipe's piece, an error. */
static RARE ssize_t read_odd(struct dd_run *run, char *buf, ssize_t n)
{
	size_t want = run->job->block_bytes, got = 0;

	for (;;) {
		/*
		 * After an odd end O_DIRECT is no longer aligned, and some file
		 * systems say EINVAL instead of 0.
		 */
		if (n == -EINVAL && run->read_bytes % want)
			n = 0;
		if (n == -EINTR)
			return fail_end(run);
		if (n < 0)
			return dd_fail_in(run, "read", in_offset(run), (int)-n);
		got += (size_t)n;
		run->read_bytes += (uint64_t)n;
		if (!n || got == want || !(run->job->in_flags & ROW_FULLBLOCK))
			return (ssize_t)got;
		n = read_once(run, buf + got, want - got, !run->job->is_write);
	}
}

/* For the odd tail, as dd does it: buffered, and an fsync follows. */
static int drop_direct(struct dd_run *run)
{
	int flags = fcntl(run->out, F_GETFL);

	if (flags < 0 || fcntl(run->out, F_SETFL, flags & ~O_DIRECT))
		return dd_fail(run, "fcntl", out_offset(run), errno);
	run->out_direct = false;
	run->tail_offset = out_offset(run);
	run->r->tail_buffered = true;
	/* advice, as below: nothing depends on it */
	(void)posix_fadvise(run->out, (off_t)run->tail_offset, 0, POSIX_FADV_DONTNEED);
	return 0;
}

static ALWAYS_INLINE ssize_t write_once(struct dd_run *run, const char *buf, size_t len,
					bool is_measured)
{
	uint64_t start_ns = 0;
	ssize_t n;

	if (is_measured)
		start_ns = now_ns();
	n = rawcall_write(run->out, buf, len);
	if (n > 0 && is_measured)
		hist_add(&run->r->latency, now_ns() - start_ns);
	return n;
}

/* What is left of len bytes after a write that returned n. */
static RARE int write_odd(struct dd_run *run, const char *buf, size_t len, ssize_t n)
{
	size_t done = 0;

	for (;;) {
		if (n == -EINTR && must_end(run))
			return fail_end(run);
		if (n <= 0 && n != -EINTR)
			return dd_fail(run, "write", out_offset(run), n ? (int)-n : ENOSPC);
		if (n > 0) {
			done += (size_t)n;
			run->r->bytes += (uint64_t)n;
		}
		if (done == len)
			return 0;
		run->r->retries++;
		n = write_once(run, buf + done, len - done, run->job->is_write);
	}
}

static RARE int write_tail(struct dd_run *run, const char *buf, size_t len)
{
	if (run->out_direct && drop_direct(run))
		return -run->r->error;
	return write_odd(run, buf, len, write_once(run, buf, len, run->job->is_write));
}

/* What verify asks for, between the read and the write of a block. */
static RARE int verify_block(struct dd_run *run, char *buf, size_t len)
{
	struct dd_result *r = run->r;
	uint64_t offset = run->job->in_offset + run->read_bytes - len;
	int ret;

	if (run->job->is_write) {
		data_stamp(buf, len, out_offset(run), run->job->run_tag);
		return 0;
	}
	if (len >= DATA_STAMP_BYTES) {
		ret = data_check(buf, len, offset, run->job->run_tag, r->why, sizeof(r->why));
	} else {
		memcpy(r->why, "it is cut off", 14);
		ret = -EILSEQ;
	}
	return ret ? dd_fail_in(run, "verify", offset, -ret) : 0;
}

/*
 * is_write and is_made are known where this is inlined, so that a loop without
 * questions is left.
 */
static ALWAYS_INLINE int copy(struct dd_run *run, bool is_write, bool is_made)
{
	const size_t want = run->job->block_bytes;
	const bool verify = run->job->verify;
	struct dd_result *r = run->r;
	char *buf = run->buf, *end = buf + run->buf_bytes;
	uint64_t left;
	ssize_t n;

	for (left = run->job->count; left; left--) {
		if (must_end(run))
			return fail_end(run);
		n = is_made ? (ssize_t)want : read_once(run, buf, want, !is_write);
		if (__builtin_expect(n == (ssize_t)want, 1)) {
			run->read_bytes += want;
			r->full_in++;
		} else {
			n = read_odd(run, buf, n);
			if (n <= 0)
				return (int)n;
			*((size_t)n == want ? &r->full_in : &r->partial_in) += 1;
		}
		if (__builtin_expect(verify, 0) && verify_block(run, buf, (size_t)n))
			return -r->error;
		if (__builtin_expect(n != (ssize_t)want, 0)) {
			if (write_tail(run, buf, (size_t)n))
				return -r->error;
			r->partial_out++;
			continue;
		}
		n = write_once(run, buf, want, is_write);
		if (__builtin_expect(n == (ssize_t)want, 1))
			r->bytes += want;
		else if (write_odd(run, buf, want, n))
			return -r->error;
		r->full_out++;
		if (is_made && (buf += want) == end)
			buf = run->buf;
	}
	return 0;
}

static int sync_retry(struct dd_run *run, int (*call)(int))
{
	int ret;

	while ((ret = call(run->out)) && errno == EINTR)
		run->r->retries++;
	return ret;
}

static int finish(struct dd_run *run)
{
	bool only_data = run->job->finish == FINISH_FDATASYNC;
	struct dd_result *r = run->r;
	uint64_t start_ns = now_ns();

	if (run->job->finish == FINISH_NONE && !r->tail_buffered)
		return 0;
	r->did_fsync = true;
	if (only_data && sync_retry(run, fdatasync)) {
		if (errno != ENOSYS && errno != EINVAL)
			return dd_fail(run, "fdatasync", out_offset(run), errno);
		only_data = false;
	}
	if ((!only_data || r->tail_buffered) && sync_retry(run, fsync))
		return dd_fail(run, "fsync", out_offset(run), errno);
	if (r->tail_buffered)
		(void)posix_fadvise(run->out, (off_t)run->tail_offset, 0,
				    POSIX_FADV_DONTNEED);
	r->fsync_ns = now_ns() - start_ns;
	return 0;
}

static void close_both(struct dd_run *run)
{
	int in_error = dd_close_once(&run->in), out_error = dd_close_once(&run->out);

	if (out_error)
		dd_fail(run, "close", out_offset(run), -out_error);
	else if (in_error)
		dd_fail_in(run, "close", in_offset(run), -in_error);
}

void dd_window(struct dd_run *run)
{
	struct dd_result *r = run->r;
	struct cputime before, after, used;
	uint64_t io_end_ns, close_ns, end_ns;

	cputime_thread(&before);
	r->begin_ns = now_ns();
	if (!run->job->is_write)
		copy(run, false, false);
	else if (run->job->in)
		copy(run, true, false);
	else
		copy(run, true, true);
	io_end_ns = now_ns();
	if (!r->error)
		finish(run);
	close_ns = now_ns();
	close_both(run);
	end_ns = now_ns();
	cputime_thread(&after);
	r->io_ns = io_end_ns - r->begin_ns;
	r->close_ns = end_ns - close_ns;
	r->wall_ns = end_ns - r->begin_ns;
	used = cputime_between(&before, &after);
	r->user_ns = used.user_ns;
	r->sys_ns = used.sys_ns;
	r->cpu_ns = used.total_ns;
	r->ops = r->latency.count;
}
