// SPDX-License-Identifier: GPL-2.0-only
/*
 * GNU dd 9's copy loop with bs= (one buffer, no reblocking) and its window.
 * One difference: GNU dd allocates its buffer and touches it first inside the
 * window; here the buffer is touched before. Reading /dev/zero for each block
 * stays inside, as there. O_DIRECT that is refused is an error, never a quiet
 * change to buffered I/O; only an odd last block drops it, as in dd.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "dd.h"

#define BLOCK_BYTES_MAX (1ull << 30)

struct run {
	const struct dd_job *job;
	struct dd_result *r;
	int in, out;
	char *buf;
	uint64_t read_bytes, tail_offset;
	bool out_direct;
};

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static uint64_t timeval_ns(struct timeval t)
{
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_usec * 1000u;
}

static int fail(struct dd_result *r, const char *call, uint64_t offset, int error)
{
	if (!r->failed) {
		r->failed = call;
		r->failed_offset = offset;
		r->error = error;
	}
	return -error;
}

static int fail_in(struct dd_result *r, const char *call, uint64_t offset, int error)
{
	r->failed_in = !r->failed;
	return fail(r, call, offset, error);
}

static bool is_stopped(const struct run *run)
{
	return run->job->stop && *run->job->stop;
}

/* One read(2) that counts: like GNU's iread(), interrupted ones do not. */
static ssize_t read_once(struct run *run, char *buf, size_t len)
{
	bool measured = !run->job->is_write;
	uint64_t start_ns;
	ssize_t n;

	do {
		start_ns = measured ? now_ns() : 0;
		n = read(run->in, buf, len);
	} while (n < 0 && errno == EINTR && !is_stopped(run));
	if (n > 0 && measured)
		hist_add(&run->r->latency, now_ns() - start_ns);
	return n;
}

/* A block; less at the end, or from a pipe without fullblock. */
static ssize_t read_block(struct run *run)
{
	size_t want = run->job->block_bytes, got = 0;
	ssize_t n;

	do {
		n = read_once(run, run->buf + got, want - got);
		/*
		 * After an odd end O_DIRECT is no longer aligned, and some file
		 * systems say EINVAL instead of 0.
		 */
		if (n < 0 && errno == EINVAL && run->read_bytes % want)
			n = 0;
		if (n < 0)
			return fail_in(run->r, "read", run->read_bytes, errno);
		got += (size_t)n;
		run->read_bytes += (uint64_t)n;
	} while (n && got < want && run->job->in_flags & DD_FULLBLOCK);
	return (ssize_t)got;
}

/* For the odd tail, as dd does it: buffered, and an fsync follows. */
static int drop_direct(struct run *run)
{
	int flags = fcntl(run->out, F_GETFL);

	if (flags < 0 || fcntl(run->out, F_SETFL, flags & ~O_DIRECT))
		return fail(run->r, "fcntl", run->r->bytes, errno);
	run->out_direct = false;
	run->tail_offset = run->r->bytes;
	run->r->tail_buffered = true;
	/* advice, as below: nothing depends on it */
	(void)posix_fadvise(run->out, (off_t)run->tail_offset, 0, POSIX_FADV_DONTNEED);
	return 0;
}

static int write_block(struct run *run, size_t len)
{
	bool measured = run->job->is_write;
	struct dd_result *r = run->r;
	uint64_t start_ns = 0;
	size_t done = 0;
	ssize_t n;

	if (run->out_direct && len < run->job->block_bytes && drop_direct(run))
		return -r->error;
	while (done < len) {
		if (measured)
			start_ns = now_ns();
		n = write(run->out, run->buf + done, len - done);
		if (n < 0 && errno == EINTR && !is_stopped(run))
			continue;
		if (n <= 0)
			return fail(r, "write", r->bytes, n ? errno : ENOSPC);
		if (measured)
			hist_add(&r->latency, now_ns() - start_ns);
		done += (size_t)n;
		r->bytes += (uint64_t)n;
	}
	return 0;
}

static int copy(struct run *run)
{
	struct dd_result *r = run->r;
	uint64_t blocks;
	ssize_t n;

	for (blocks = 0; blocks < run->job->count; blocks++) {
		if (is_stopped(run))
			return fail(r, "signal", r->bytes, EINTR);
		n = read_block(run);
		if (n <= 0)
			return (int)n;
		if ((uint64_t)n == run->job->block_bytes)
			r->full_in++;
		else
			r->partial_in++;
		if (write_block(run, (size_t)n))
			return -r->error;
		if ((uint64_t)n == run->job->block_bytes)
			r->full_out++;
		else
			r->partial_out++;
	}
	return 0;
}

static int sync_retry(int (*call)(int), int fd)
{
	int ret;

	do
		ret = call(fd);
	while (ret && errno == EINTR);
	return ret;
}

static int finish(struct run *run)
{
	bool only_data = run->job->finish == DD_FINISH_FDATASYNC;
	struct dd_result *r = run->r;
	uint64_t start_ns = now_ns();

	if (run->job->finish == DD_FINISH_NONE && !r->tail_buffered)
		return 0;
	r->did_fsync = true;
	if (only_data && sync_retry(fdatasync, run->out)) {
		if (errno != ENOSYS && errno != EINVAL)
			return fail(r, "fdatasync", r->bytes, errno);
		only_data = false;
	}
	if ((!only_data || r->tail_buffered) && sync_retry(fsync, run->out))
		return fail(r, "fsync", r->bytes, errno);
	if (r->tail_buffered)
		(void)posix_fadvise(run->out, (off_t)run->tail_offset, 0,
				    POSIX_FADV_DONTNEED);
	r->fsync_ns = now_ns() - start_ns;
	return 0;
}

/* Linux frees the descriptor even where it says EINTR: close is not retried. */
static int close_once(int *fd)
{
	int ret = *fd < 0 ? 0 : close(*fd);

	*fd = -1;
	return ret && errno != EINTR ? -errno : 0;
}

static int close_both(struct run *run)
{
	int in_error = close_once(&run->in), out_error = close_once(&run->out);

	if (out_error)
		return fail(run->r, "close", run->r->bytes, -out_error);
	if (in_error)
		return fail_in(run->r, "close", run->read_bytes, -in_error);
	return 0;
}

static int open_bits(unsigned flags)
{
	return (flags & DD_DIRECT ? O_DIRECT : 0) | (flags & DD_DSYNC ? O_DSYNC : 0) |
	       (flags & DD_SYNC ? O_SYNC : 0);
}

/*
 * A mistyped device must not become a file in /dev (a memory file system),
 * so nothing is created there.
 */
static bool may_create(const char *path)
{
	return strncmp(path, "/dev/", 5) || !strncmp(path, "/dev/shm/", 9);
}

static int open_out(struct run *run)
{
	const struct dd_job *job = run->job;
	int flags = O_WRONLY | O_CLOEXEC | open_bits(job->out_flags);
	struct stat st;

	if (!stat(job->out, &st) && !S_ISREG(st.st_mode)) {
		if (S_ISBLK(st.st_mode) && job->exclusive)
			flags |= O_EXCL;
	} else if (may_create(job->out)) {
		flags |= O_CREAT | (job->notrunc ? 0 : O_TRUNC);
	}
	run->out = open(job->out, flags, 0666);
	run->out_direct = job->out_flags & DD_DIRECT;
	return run->out < 0 ? fail(run->r, "open", 0, errno) : 0;
}

static int open_both(struct run *run)
{
	uint64_t start_ns = now_ns();
	int ret;

	run->in = open(run->job->in, O_RDONLY | O_CLOEXEC | open_bits(run->job->in_flags));
	if (run->in < 0)
		return fail_in(run->r, "open", 0, errno);
	if (open_out(run))
		return -run->r->error;
	run->r->open_ns = now_ns() - start_ns;
	ret = run->job->check ? run->job->check(run->job->check_arg) : 0;
	return ret ? fail(run->r, "check", 0, -ret) : 0;
}

/* The window. Nothing in here allocates, locks, prints or formats. */
static int run_window(struct run *run)
{
	struct dd_result *r = run->r;
	struct rusage before, after;
	uint64_t start_ns, io_end_ns, close_ns, end_ns;

	getrusage(RUSAGE_THREAD, &before);
	start_ns = now_ns();
	copy(run);
	io_end_ns = now_ns();
	if (!r->error)
		finish(run);
	close_ns = now_ns();
	close_both(run);
	end_ns = now_ns();
	getrusage(RUSAGE_THREAD, &after);
	r->io_ns = io_end_ns - start_ns;
	r->close_ns = end_ns - close_ns;
	r->wall_ns = end_ns - start_ns;
	r->user_ns = timeval_ns(after.ru_utime) - timeval_ns(before.ru_utime);
	r->sys_ns = timeval_ns(after.ru_stime) - timeval_ns(before.ru_stime);
	r->ops = r->latency.count;
	return -r->error;
}

static void sync_timed(struct dd_result *r)
{
	uint64_t start_ns = now_ns();

	sync();
	r->sync_ns = now_ns() - start_ns;
	r->did_sync = true;
}

int dd_run(const struct dd_job *job, struct dd_result *result)
{
	struct run run = { .job = job, .r = result, .in = -1, .out = -1 };
	size_t len = job->block_bytes;

	memset(result, 0, sizeof(*result));
	hist_init(&result->latency);
	run.buf = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (run.buf == MAP_FAILED)
		return fail(result, "mmap", 0, errno);
	memset(run.buf, 0, len);
	if (!open_both(&run) && !run_window(&run) && job->sync_after)
		sync_timed(result);
	close_once(&run.in);
	close_once(&run.out);
	munmap(run.buf, len);
	return -result->error;
}

int dd_check(const struct dd_job *job, char *why, unsigned long size)
{
	struct stat in, out;

	if (!job->in || !job->out)
		snprintf(why, size, "%s: not given", job->in ? "output" : "input");
	else if (!job->block_bytes || job->block_bytes > BLOCK_BYTES_MAX)
		snprintf(why, size, "block size: %" PRIu64 ": not from 1 to 1G",
			 job->block_bytes);
	else if (job->count != UINT64_MAX && job->count > INT64_MAX / job->block_bytes)
		snprintf(why, size, "count: %" PRIu64 ": larger than any file", job->count);
	else if (!stat(job->in, &in) && !stat(job->out, &out) && S_ISREG(in.st_mode) &&
		 in.st_dev == out.st_dev && in.st_ino == out.st_ino)
		snprintf(why, size, "%.120s: input and output are the same file", job->out);
	else
		return 0;
	return -EINVAL;
}
