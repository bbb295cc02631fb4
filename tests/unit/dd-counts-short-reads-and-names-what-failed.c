// SPDX-License-Identifier: GPL-2.0-only
// This test will run dd jobs on files, pipes and bad paths in this process and
// look at counters, times, bytes and errors.
// needs: none
// timeout: 30
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "check.h"
#include "dd.h"
#include "json.h"

static char in_path[300], out_path[300], fifo_path[300];
static struct dd_result r;
static const char data[] = "0123456789abcdefghijklmnopqrstuvwxyz";	/* 36 bytes */

static void fill(const char *path, const char *text, size_t len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

	check(fd >= 0 && write(fd, text, len) == (ssize_t)len && !close(fd), "%s: %m", path);
}

static bool holds(const char *path, const char *text, size_t len)
{
	char buf[256];
	int fd = open(path, O_RDONLY);
	ssize_t n = read(fd, buf, sizeof(buf));

	close(fd);
	return n == (ssize_t)len && !memcmp(buf, text, len);
}

static void check_counts(const char *what, uint64_t bytes, uint64_t full_in,
			 uint64_t partial_in, uint64_t full_out, uint64_t partial_out)
{
	check(r.bytes == bytes && r.full_in == full_in && r.partial_in == partial_in &&
	      r.full_out == full_out && r.partial_out == partial_out,
	      "%s: %llu bytes, %llu+%llu in, %llu+%llu out", what,
	      (unsigned long long)r.bytes, (unsigned long long)r.full_in,
	      (unsigned long long)r.partial_in, (unsigned long long)r.full_out,
	      (unsigned long long)r.partial_out);
}

static void check_files(void)
{
	struct dd_job job = { .in = in_path, .out = out_path, .is_write = true,
			      .block_bytes = 10, .count = UINT64_MAX };

	fill(in_path, data, 36);
	check(!dd_run(&job, &r), "%s: %s", r.failed, strerror(r.error));
	check_counts("to the end", 36, 3, 1, 3, 1);
	check(r.ops == 4 && r.latency.count == 4 && holds(out_path, data, 36), "copy");
	check(!r.did_fsync && !r.did_sync && !r.tail_buffered, "synced");
	check(r.wall_ns >= r.io_ns + r.close_ns && r.io_ns && r.wall_ns < 10000000000,
	      "wall %llu", (unsigned long long)r.wall_ns);
	job.count = 2;
	job.notrunc = true;
	job.finish = FINISH_FDATASYNC;
	job.sync_after = true;
	fill(in_path, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", 26);
	check(!dd_run(&job, &r), "%s: %s", r.failed, strerror(r.error));
	check_counts("notrunc", 20, 2, 0, 2, 0);
	check(holds(out_path, "ABCDEFGHIJKLMNOPQRSTklmnopqrstuvwxyz", 36), "notrunc");
	check(r.did_fsync && r.did_sync, "not synced");
	check(r.wall_ns >= r.io_ns + r.fsync_ns + r.close_ns, "fsync is not inside");
	job.notrunc = false;
	job.count = 0;
	check(!dd_run(&job, &r) && holds(out_path, "", 0), "count 0 does not empty it");
	check_counts("count 0", 0, 0, 0, 0, 0);
}

static void check_read(void)
{
	struct dd_job job = { .in = in_path, .out = "/dev/null", .block_bytes = 10,
			      .count = UINT64_MAX };

	fill(in_path, data, 36);
	check(!dd_run(&job, &r), "%s: %s", r.failed, strerror(r.error));
	check_counts("read", 36, 3, 1, 3, 1);
	check(r.ops == 4, "the read of nothing at the end counts: %llu",
	      (unsigned long long)r.ops);
}

/* Feeds the fifo in pieces; the next one when the one before has arrived. */
static void *feed(void *arg)
{
	static const char *const pieces[] = { "abc", "defg", "hijklmnopq", "r" };
	int fd = open(fifo_path, O_WRONLY);
	size_t i, total = 0;
	struct stat st;

	(void)arg;
	for (i = 0; i < 4; i++) {
		check(write(fd, pieces[i], strlen(pieces[i])) > 0, "fifo: %m");
		total += strlen(pieces[i]);
		do
			sched_yield();
		while (!arg && (stat(out_path, &st) || (size_t)st.st_size < total));
	}
	close(fd);
	return NULL;
}

static void check_fifo(bool fullblock)
{
	struct dd_job job = { .in = fifo_path, .out = out_path, .is_write = true,
			      .block_bytes = 10, .count = UINT64_MAX,
			      .in_flags = fullblock ? ROW_FULLBLOCK : 0 };
	pthread_t thread;

	unlink(out_path);
	check(!pthread_create(&thread, NULL, feed, fullblock ? &thread : NULL), "no thread");
	check(!dd_run(&job, &r), "%s: %s", r.failed, strerror(r.error));
	pthread_join(thread, NULL);
	check(holds(out_path, "abcdefghijklmnopqr", 18),
	      "the fifo's bytes");
	if (fullblock)
		check_counts("fullblock", 18, 1, 1, 1, 1);
	else
		check_counts("short reads", 18, 1, 3, 1, 3);
}

static void check_stop(void)
{
	static volatile sig_atomic_t stop = 1;
	struct dd_job job = { .in = "/dev/zero", .out = "/dev/null", .is_write = true,
			      .block_bytes = 1, .count = UINT64_MAX, .stop = &stop };

	check(dd_run(&job, &r) == -EINTR && !strcmp(r.failed, "signal"), "does not stop");
}

static void check_errors(void)
{
	static const struct {
		const char *in, *out;
		unsigned out_flags;
		uint64_t block_bytes;
		int error;
		const char *failed;
		bool failed_in;
	} rows[] = {
		{ "/nowhere/at/all", "/dev/null", 0, 512, ENOENT, "open", true },
		{ "/dev/zero", "/nowhere/at/all", 0, 512, ENOENT, "open", false },
		{ "/dev/zero", "/dev/mdbench-is-no-device", 0, 512, ENOENT, "open", false },
		{ "/dev/zero", "/dev/full", 0, 512, ENOSPC, "write", false },
		{ "/", "/dev/null", 0, 512, EISDIR, "read", true },
		{ "/dev/zero", "/", 0, 512, EISDIR, "open", false },
	};
	struct dd_job job = { .is_write = true, .count = 4 };
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		job.in = rows[i].in;
		job.out = rows[i].out;
		job.out_flags = rows[i].out_flags;
		job.block_bytes = rows[i].block_bytes;
		check(dd_run(&job, &r) == -rows[i].error, "row %zu gives %d", i, -r.error);
		check(r.error == rows[i].error && r.failed && !strcmp(r.failed, rows[i].failed),
		      "row %zu: %s: %s", i, r.failed, strerror(r.error));
		check(r.failed_in == rows[i].failed_in, "row %zu: the other file", i);
		check(r.bytes == 0 && r.failed_offset == 0 && !r.did_fsync, "row %zu moved", i);
	}
	check(access("/dev/mdbench-is-no-device", F_OK), "a file was made in /dev");
}

static int refuse(const void *arg)
{
	return *(const int *)arg;
}

static void check_refusal(void)
{
	int answer = -ESTALE;
	const struct dd_job job = { .in = in_path, .out = out_path, .is_write = true,
				    .block_bytes = 10, .count = UINT64_MAX, .notrunc = true,
				    .check = refuse, .check_arg = &answer };

	fill(in_path, data, 36);
	fill(out_path, "theirs", 6);
	check(dd_run(&job, &r) == -ESTALE && !strcmp(r.failed, "check"), "%d", r.error);
	check(!r.bytes && holds(out_path, "theirs", 6), "written though refused");
	answer = 0;
	check(!dd_run(&job, &r) && r.bytes == 36, "refused though right: %d", r.error);
}

static void check_checks(void)
{
	const struct {
		struct dd_job job;
		const char *why;
	} rows[] = {
		{ { .in = "a", .out = "b", .block_bytes = 1, .count = UINT64_MAX }, NULL },
		{ { .in = "a", .out = "b", .block_bytes = 1 << 30, .count = 5 }, NULL },
		{ { .out = "b", .block_bytes = 1 }, "input: not given" },
		{ { .in = "a", .block_bytes = 1 }, "output: not given" },
		{ { .in = "a", .out = "b" }, "block size: 0: not from 1 to 1G" },
		{ { .in = "a", .out = "b", .block_bytes = (1 << 30) + 1 },
		  "block size: 1073741825: not from 1 to 1G" },
		{ { .in = "a", .out = "b", .block_bytes = 1 << 30, .count = 1ull << 33 },
		  "count: 8589934592: larger than any file" },
		{ { .in = in_path, .out = in_path, .block_bytes = 1 }, "the same file" },
	};
	char why[400];
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		why[0] = '\0';
		check(dd_check(&rows[i].job, why, sizeof(why)) == (rows[i].why ? -EINVAL : 0),
		      "row %zu: %s", i, why);
		check(!rows[i].why || strstr(why, rows[i].why), "row %zu: %s", i, why);
	}
}

int main(void)
{
	char root[256];
	const char *dir = getenv("TMPDIR");

	snprintf(root, sizeof(root), "%s/mdbench-dd-XXXXXX", dir ? dir : "/tmp");
	check(mkdtemp(root), "%s: %m", root);
	snprintf(in_path, sizeof(in_path), "%s/in", root);
	snprintf(out_path, sizeof(out_path), "%s/out", root);
	snprintf(fifo_path, sizeof(fifo_path), "%s/fifo", root);
	check(!mkfifo(fifo_path, 0600), "%s: %m", fifo_path);
	check_files();
	check_read();
	check_fifo(false);
	check_fifo(true);
	check_stop();
	check_errors();
	check_refusal();
	check_checks();
	return check_done();
}
