// SPDX-License-Identifier: GPL-2.0-only
/*
 * One GNU dd 9 with bs=: opens, window (ddcopy.c), sync. One difference: GNU
 * dd allocates its buffer and touches it first inside the window; here the
 * buffer is touched before. Reading /dev/zero for each block stays inside, as
 * there. O_DIRECT that is refused is an error, never a quiet change to buffered
 * I/O; only an odd last block drops it, as in dd.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "data.h"
#include "ddrun.h"
#include "work.h"

#define BLOCK_BYTES_MAX (1ull << 30)
#define MADE_BYTES (1ull << 20)	/* at least so much before data repeat */

int dd_fail(struct dd_run *run, const char *call, uint64_t offset, int error)
{
	struct dd_result *r = run->r;

	if (!r->failed) {
		r->failed = call;
		r->failed_offset = offset;
		r->error = error;
		atomic_store(run->halt, true);
	}
	return -error;
}

int dd_fail_in(struct dd_run *run, const char *call, uint64_t offset, int error)
{
	run->r->failed_in = !run->r->failed;
	return dd_fail(run, call, offset, error);
}

int dd_close_once(int *fd)
{
	int ret = *fd < 0 ? 0 : close(*fd);

	*fd = -1;
	return ret && errno != EINTR ? -errno : 0;
}

static int open_bits(unsigned flags)
{
	return (flags & ROW_DIRECT ? O_DIRECT : 0) | (flags & ROW_DSYNC ? O_DSYNC : 0) |
	       (flags & ROW_SYNC ? O_SYNC : 0);
}

/* A pipe's other end may be waited for. */
static int open_retry(const struct dd_run *run, const char *path, int flags)
{
	int fd;

	do
		fd = open(path, flags | O_CLOEXEC, 0666);
	while (fd < 0 && errno == EINTR && !*run->stop);
	return fd;
}

/*
 * A mistyped device must not become a file in /dev (a memory file system),
 * so nothing is created there.
 */
static bool may_create(const char *path)
{
	return strncmp(path, "/dev/", 5) || !strncmp(path, "/dev/shm/", 9);
}

/* As GNU dd with seek=: reading too if it may, all before the offset is kept. */
static int open_out_at(struct dd_run *run, int flags, bool truncates)
{
	const struct dd_job *job = run->job;

	run->out = open_retry(run, job->out, O_RDWR | flags);
	if (run->out < 0 && errno != EINTR)
		run->out = open_retry(run, job->out, O_WRONLY | flags);
	if (run->out < 0)
		return dd_fail(run, "open", 0, errno);
	if (truncates && ftruncate(run->out, (off_t)job->out_offset))
		return dd_fail(run, "ftruncate", job->out_offset, errno);
	return 0;
}

static int open_out(struct dd_run *run)
{
	const struct dd_job *job = run->job;
	bool is_regular = true, truncates;
	int flags = open_bits(job->out_flags), ret;
	struct stat st;

	if (!stat(job->out, &st) && !S_ISREG(st.st_mode)) {
		is_regular = false;
		if (S_ISBLK(st.st_mode) && job->exclusive)
			flags |= O_EXCL;
	} else if (may_create(job->out)) {
		flags |= O_CREAT | (job->makes_file ? O_EXCL : 0);
	}
	run->out_direct = job->out_flags & ROW_DIRECT;
	truncates = is_regular && flags & O_CREAT && !job->notrunc;
	if (job->out_offset) {
		ret = open_out_at(run, flags, truncates);
	} else {
		run->out = open_retry(run, job->out, O_WRONLY | flags | (truncates ? O_TRUNC : 0));
		ret = run->out < 0 ? dd_fail(run, "open", 0, errno) : 0;
	}
	run->r->made_file = run->out >= 0 && job->makes_file && flags & O_CREAT;
	return ret;
}

static int open_both(struct dd_run *run)
{
	const struct dd_job *job = run->job;

	if (job->in) {
		run->in = open_retry(run, job->in, O_RDONLY | open_bits(job->in_flags));
		if (run->in < 0)
			return dd_fail_in(run, "open", 0, errno);
	}
	if (open_out(run))
		return -run->r->error;
	if (job->in_offset && lseek(run->in, (off_t)job->in_offset, SEEK_CUR) < 0)
		return dd_fail_in(run, "lseek", job->in_offset, errno);
	if (job->out_offset && lseek(run->out, (off_t)job->out_offset, SEEK_CUR) < 0)
		return dd_fail(run, "lseek", job->out_offset, errno);
	return 0;
}

/* A block; of data made before as many as fit into MADE_BYTES. */
static int make_buffer(struct dd_run *run)
{
	const struct dd_job *job = run->job;
	size_t len = job->block_bytes;

	if (!job->in && len < MADE_BYTES)
		len = MADE_BYTES / len * len;
	run->buf = mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (run->buf == MAP_FAILED) {
		run->buf = NULL;
		return dd_fail(run, "mmap", 0, errno);
	}
	run->buf_bytes = len;
	data_fill(run->buf, len, 0, job->in ? DATA_ZEROS : job->data, job->seed);
	return 0;
}

int dd_open(struct dd_run *run, const struct dd_job *job, struct dd_result *r,
	    atomic_bool *halt)
{
	static const volatile sig_atomic_t never;
	uint64_t start_ns;
	int ret;

	*run = (struct dd_run){ .job = job, .r = r, .in = -1, .out = -1, .halt = halt,
				.stop = job->stop ? job->stop : &never };
	memset(r, 0, sizeof(*r));
	hist_init(&r->latency);
	if (make_buffer(run))
		return -r->error;
	start_ns = work_now_ns();
	if (open_both(run))
		return -r->error;
	r->open_ns = work_now_ns() - start_ns;
	ret = job->check ? job->check(job->check_arg) : 0;
	return ret ? dd_fail(run, "check", 0, -ret) : 0;
}

void dd_release(struct dd_run *run)
{
	dd_close_once(&run->in);
	dd_close_once(&run->out);
	if (run->buf)
		munmap(run->buf, run->buf_bytes);
	run->buf = NULL;
}

/* A file or folder to reach its file system by; a device file has another. */
static int open_holder(const char *path)
{
	char copy[PATH_MAX];
	struct stat st;

	if (stat(path, &st) || strlen(path) >= sizeof(copy))
		return -1;
	if (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode))
		memcpy(copy, path, strlen(path) + 1);
	else
		return -1;
	return open(S_ISDIR(st.st_mode) ? copy : dirname(copy), O_RDONLY | O_CLOEXEC);
}

void dd_sync(const struct dd_job *job, struct dd_result *r)
{
	int fd = open_holder(job->is_write ? job->out : job->in);
	uint64_t start_ns;

	if (job->window_end)
		job->window_end(job->window_arg);
	start_ns = work_now_ns();
	if (fd >= 0 && !syncfs(fd)) {
		r->syncfs_ns = work_now_ns() - start_ns;
		r->did_syncfs = true;
	}
	sync();
	r->sync_ns = work_now_ns() - start_ns;
	r->did_sync = true;
	if (fd >= 0)
		close(fd);
}

int dd_run(const struct dd_job *job, struct dd_result *result)
{
	atomic_bool halt = false;
	struct dd_run run;

	if (!dd_open(&run, job, result, &halt)) {
		dd_window(&run);
		if (!result->error && job->sync_after)
			dd_sync(job, result);
	}
	dd_release(&run);
	return -result->error;
}

static bool is_same_file(const struct dd_job *job)
{
	struct stat in, out;

	return !stat(job->in, &in) && !stat(job->out, &out) && S_ISREG(in.st_mode) &&
	       in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

/* The input ends before in_offset. */
static bool is_beyond(const struct dd_job *job)
{
	struct stat in;

	return !stat(job->in, &in) && S_ISREG(in.st_mode) &&
	       (uint64_t)in.st_size < job->in_offset;
}

int dd_check(const struct dd_job *job, char *why, unsigned long size)
{
	const uint64_t most = job->block_bytes ? INT64_MAX / job->block_bytes : 0;

	if ((!job->in && !job->is_write) || !job->out)
		snprintf(why, size, "%s: not given", job->out ? "input" : "output");
	else if (!job->block_bytes || job->block_bytes > BLOCK_BYTES_MAX)
		snprintf(why, size, "block size: %" PRIu64 ": not from 1 to 1G",
			 job->block_bytes);
	else if (job->count != UINT64_MAX &&
		 job->count > most - (job->in_offset | job->out_offset) / job->block_bytes)
		snprintf(why, size, "count: %" PRIu64 ": larger than any file", job->count);
	else if (job->verify && job->block_bytes < DATA_STAMP_BYTES)
		snprintf(why, size, "block size: %" PRIu64 ": a stamp takes %d bytes",
			 job->block_bytes, DATA_STAMP_BYTES);
	else if (job->in && is_same_file(job))
		snprintf(why, size, "%.120s: input and output are the same file", job->out);
	else if (job->in && is_beyond(job))
		snprintf(why, size, "%.120s: ends before byte %" PRIu64, job->in,
			 job->in_offset);
	else
		return 0;
	return -EINVAL;
}
