// SPDX-License-Identifier: GPL-2.0-only
/*
 * Calls on the set of files of bonnie's I/O phases. A position in the set is
 * mapped to a file and an offset in it. Between bonnie_begin() and bonnie_end()
 * nothing here allocates, locks or formats.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "bonnie.h"
#include "layout.h"
#include "rawcall.h"

bool bonnie_is_stopped(const struct bonnie_worker *b)
{
	return work_is_stopped(b->w) || (b->halt && *b->halt);
}

int bonnie_fail(struct bonnie_worker *b, const char *call, uint64_t at, int error)
{
	if (b->failed)
		return -b->error;
	b->failed = error == EINTR ? "signal" : call;
	b->failed_file = (unsigned)(at / b->set.file_bytes);
	b->failed_offset = b->set.base_bytes + at % b->set.file_bytes;
	b->error = error;
	return -error;
}

unsigned bonnie_files(const struct work *w)
{
	if (w->is_single || bonnie_is_200(w->row))
		return 1;
	return (unsigned)((w->bytes + BONNIE_FILE_BYTES - 1) / BONNIE_FILE_BYTES);
}

const char *bonnie_file(const struct work *w, unsigned i, char *buf, size_t size)
{
	if (w->is_single)
		snprintf(buf, size, "%s", w->path);
	else if (bonnie_is_200(w->row))
		snprintf(buf, size, "%s/mdbench.bonnie", w->path);
	else
		snprintf(buf, size, "%s/mdbench.bonnie.%03u", w->path, i);
	return buf;
}

/* As fopen("w+") in 1.03's putc; else O_EXCL. What there was is unlinked before. */
static int open_bits(const struct bonnie_worker *b, enum bonnie_open how)
{
	const struct work *w = b->w;

	if (w->read_only)
		return O_RDONLY;
	if (how == BONNIE_OPEN || w->is_single)
		return O_RDWR;
	if (!bonnie_is_200(w->row) && !strcmp(w->row->operation, "putc"))
		return O_RDWR | O_CREAT | O_TRUNC;
	return O_RDWR | O_CREAT | O_EXCL;
}

int bonnie_open(struct bonnie_worker *b, enum bonnie_open how, bool is_first)
{
	const struct work *w = b->w;
	struct bonnie_set *s = &b->set;
	const unsigned files = bonnie_files(w);
	char path[BONNIE_PATH];
	int bits = open_bits(b, how), ret;
	unsigned i;

	s->file_bytes = w->is_single || bonnie_is_200(w->row) ? UINT64_MAX : BONNIE_FILE_BYTES;
	s->base_bytes = w->is_single ? w->offset_bytes : 0;
	s->files = 0;
	for (i = 0; bits & O_CREAT && i < files; i++)
		if (unlink(bonnie_file(w, i, path, sizeof(path))) && errno != ENOENT)
			return bonnie_fail(b, "unlink", i * BONNIE_FILE_BYTES, errno);
	for (i = 0; i < files; i++) {
		do
			s->fd[i] = open(bonnie_file(w, i, path, sizeof(path)),
					bits | layout_flags(w, is_first), 0600);
		while (s->fd[i] < 0 && errno == EINTR && !bonnie_is_stopped(b));
		if (s->fd[i] < 0)
			return bonnie_fail(b, "open", i * BONNIE_FILE_BYTES, errno);
		s->files = i + 1;
	}
	ret = w->check ? w->check(w->check_arg) : 0;
	return ret ? bonnie_fail(b, "check", 0, -ret) : 0;
}

static int fd_at(const struct bonnie_worker *b, uint64_t at)
{
	return b->set.fd[at / b->set.file_bytes];
}

int bonnie_read(struct bonnie_worker *b, char *buf, size_t len, uint64_t at)
{
	const int fd = fd_at(b, at);
	uint64_t start_ns;
	size_t got = 0;
	ssize_t n;

	while (got < len) {
		start_ns = work_now_ns();
		n = rawcall_read(fd, buf + got, len - got);
		if (n == -EINTR && !bonnie_is_stopped(b)) {
			b->errors++;
			continue;
		}
		if (n <= 0)
			return bonnie_fail(b, "read", at + got, n ? (int)-n : ENODATA);
		hist_add(&b->read, work_now_ns() - start_ns);
		got += (size_t)n;
		b->errors += got < len;
		b->read_bytes += (uint64_t)n;
	}
	return 0;
}

int bonnie_write(struct bonnie_worker *b, const char *buf, size_t len, uint64_t at)
{
	const int fd = fd_at(b, at);
	uint64_t start_ns;
	size_t done = 0;
	ssize_t n;

	while (done < len) {
		start_ns = work_now_ns();
		n = rawcall_write(fd, buf + done, len - done);
		if (n == -EINTR && !bonnie_is_stopped(b)) {
			b->errors++;
			continue;
		}
		if (n <= 0)
			return bonnie_fail(b, "write", at + done, n ? (int)-n : ENOSPC);
		hist_add(&b->write, work_now_ns() - start_ns);
		done += (size_t)n;
		b->errors += done < len;
		b->written_bytes += (uint64_t)n;
	}
	return 0;
}

int bonnie_seek(struct bonnie_worker *b, uint64_t at, bool back)
{
	const long to = back ? -(long)b->chunk_bytes :
			(long)(b->set.base_bytes + at % b->set.file_bytes);
	const long ret = rawcall3(SYS_lseek, fd_at(b, at), to, back ? SEEK_CUR : SEEK_SET);

	return ret < 0 ? bonnie_fail(b, "lseek", at, (int)-ret) : 0;
}

int bonnie_fsync(struct bonnie_worker *b, uint64_t at)
{
	long ret;

	do
		ret = rawcall3(SYS_fsync, fd_at(b, at), 0, 0);
	while (ret == -EINTR && !bonnie_is_stopped(b));
	return ret < 0 ? bonnie_fail(b, "fsync", at, (int)-ret) : 0;
}

/* Linux frees the descriptor even where it says EINTR: close is not retried. */
int bonnie_close(struct bonnie_worker *b)
{
	unsigned i;

	for (i = 0; i < b->set.files; i++)
		if (close(b->set.fd[i]) && errno != EINTR)
			bonnie_fail(b, "close", i * b->set.file_bytes, errno);
	b->set.files = 0;
	return -b->error;
}

int bonnie_check(struct bonnie_worker *b, uint64_t at, unsigned rereads)
{
	const struct bonnie_set *s = &b->set;
	const uint64_t offset = s->base_bytes + at % s->file_bytes;
	char why[WORK_WHY];

	while (b->w->verify &&
	       data_check(b->buf, b->chunk_bytes, offset, b->w->run_tag + at / s->file_bytes,
			  why, sizeof(why))) {
		if (!rereads--)
			return bonnie_fail(b, "verify", at, EILSEQ);
		if (pread(fd_at(b, at), b->buf, b->chunk_bytes, (off_t)offset) < 0)
			return bonnie_fail(b, "read", at, errno);
	}
	return 0;
}

void bonnie_stamp(struct bonnie_worker *b, uint64_t at)
{
	const struct bonnie_set *s = &b->set;

	if (b->w->verify)
		data_stamp(b->buf, b->chunk_bytes, s->base_bytes + at % s->file_bytes,
			   b->w->run_tag + at / s->file_bytes);
}

bool bonnie_syncs(const struct work *w)
{
	const bool is_char = !strcmp(w->row->operation, "putc") ||
			     !strcmp(w->row->operation, "getc");

	return bonnie_is_200(w->row) || w->row->finish == FINISH_FSYNC ||
	       (w->row->detail & BONNIE_FSYNC_EACH && !is_char);
}

void bonnie_begin(struct bonnie_worker *b)
{
	cputime_process(&b->self_begin);
	cputime_thread(&b->thread_begin);
	b->begin_ns = work_now_ns();
}

void bonnie_end(struct bonnie_worker *b)
{
	const bool syncs = bonnie_syncs(b->w);
	unsigned i;

	b->io_end_ns = work_now_ns();
	for (i = 0; syncs && i < b->set.files && !b->failed; i++)
		bonnie_fsync(b, i * b->set.file_bytes);
	b->fsync_end_ns = work_now_ns();
	bonnie_close(b);
	b->end_ns = work_now_ns();
	cputime_thread(&b->thread_end);
	cputime_process(&b->self_end);
}

static void add_failure(struct work_result *r, const struct bonnie_worker *b)
{
	static char path[BONNIE_PATH];	/* outlives the result */

	if (!b->failed || r->failed)
		return;
	work_fail(r, b->failed, bonnie_file(b->w, b->failed_file, path, sizeof(path)),
		  b->failed_offset, b->error);
}

void bonnie_add(struct work_result *r, unsigned i, const struct bonnie_worker *b)
{
	const struct cputime used = cputime_between(&b->thread_begin, &b->thread_end);
	const struct cputime old = cputime_between(&b->self_begin, &b->self_end);
	struct work_stream *s = &r->stream[i];

	s->begin_ns = b->begin_ns;
	s->end_ns = b->end_ns;
	s->ops = b->ops;
	s->bytes = b->read_bytes;
	s->user_ns = used.user_ns;
	s->sys_ns = used.sys_ns;
	s->cpu_ns = used.total_ns;
	r->user_ns += s->user_ns;
	r->sys_ns += s->sys_ns;
	r->cpu_ns += s->cpu_ns;
	r->old_cpu_ns += old.user_ns + old.sys_ns;
	r->ops += b->ops;
	r->read_bytes += b->read_bytes;
	r->written_bytes += b->written_bytes;
	r->errors += b->errors;
	hist_merge(&r->read, &b->read);
	hist_merge(&r->write, &b->write);
	add_failure(r, b);
}
