// SPDX-License-Identifier: GPL-2.0-only
/*
 * The calls on small files, one file after the other: what runs inside the
 * window. It only calls, counts and reads clocks; a name is formatted once
 * something failed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "fileset.h"

/* linux_dirent64 of getdents64(2) */
struct entry {
	uint64_t ino;
	int64_t off;
	uint16_t len;
	uint8_t type;
	char name[];
};

static char failed_path[640];	/* outlives the result */

/* name: below folder "", or below the plan's path. */
static int fail(struct files_pass *p, const char *call, const char *folder, const char *name,
		int error)
{
	if (error == EINTR && work_is_stopped(p->s->work))
		return work_fail(p->r, "signal", NULL, p->r->ops, EINTR);
	if (!p->r->failed)
		snprintf(failed_path, sizeof(failed_path), "%.511s/%s%s%.40s",
			 p->s->plan->path, folder, folder[0] ? "/" : "", name);
	return work_fail(p->r, call, failed_path, 0, error);
}

/* A call that was interrupted is made again, unless it is to end. */
static bool is_again(struct files_pass *p)
{
	if (errno != EINTR || work_is_stopped(p->s->work))
		return false;
	p->r->errors++;
	return true;
}

static bool is_links(const struct files_plan *p)
{
	return p->bytes_max >= FILES_SYMLINKS;
}

static int write_file(struct files_pass *p, int fd, uint64_t left, const char *name)
{
	const struct fileset *s = p->s;
	size_t len;
	ssize_t n;

	while (left) {
		len = left < s->chunk_bytes ? (size_t)left : s->chunk_bytes;
		n = write(fd, s->buf, len);
		if (n < 0 && is_again(p))
			continue;
		if (n <= 0)
			return fail(p, "write", "", name, n ? errno : ENOSPC);
		p->r->errors += (size_t)n < len;
		p->r->written_bytes += (uint64_t)n;
		left -= (uint64_t)n;
	}
	return 0;
}

static int sync_fd(struct files_pass *p, int fd, const char *folder, const char *name)
{
	int ret;

	do
		ret = fsync(fd);
	while (ret && is_again(p));
	return ret ? fail(p, "fsync", folder, name, errno) : 0;
}

static int folder_fd(const struct fileset *s, uint64_t folder)
{
	return s->sub ? s->sub[folder] : s->dir;
}

static int sync_folder(struct files_pass *p, uint64_t folder)
{
	char name[FILESET_FOLDER];

	if (!p->s->plan->fsync_each)
		return 0;
	fileset_folder(p->s->plan, folder, name, sizeof(name));
	return sync_fd(p, folder_fd(p->s, folder), "", name);
}

static int make_link(struct files_pass *p, const char *name)
{
	const struct fileset *s = p->s;
	const char *base = strrchr(s->name[0], '/');
	char target[FILESET_NAME + 4];
	int ret;

	/* a symbolic link is read from where it stands */
	snprintf(target, sizeof(target), "%s%s", base ? "../" : "", s->name[0]);
	do
		ret = s->plan->bytes_max == FILES_HARD_LINKS ?
			linkat(s->dir, s->name[0], s->dir, name, 0) :
			symlinkat(target, s->dir, name);
	while (ret && is_again(p));
	return ret ? fail(p, "link", "", name, errno) : 0;
}

static int make_file(struct files_pass *p, const char *name, uint64_t bytes)
{
	const int flags = O_WRONLY | O_CREAT | O_CLOEXEC |
			  (p->s->plan->is_exclusive ? O_EXCL : O_TRUNC);
	int fd, ret;

	do
		fd = openat(p->s->dir, name, flags, 0600);
	while (fd < 0 && is_again(p));
	if (fd < 0)
		return fail(p, "create", "", name, errno);
	ret = write_file(p, fd, bytes, name);
	if (!ret && p->s->plan->fsync_each)
		ret = sync_fd(p, fd, "", name);
	if (close(fd) && errno != EINTR && !ret)
		ret = fail(p, "close", "", name, errno);
	return ret;
}

static int create(struct files_pass *p)
{
	const struct fileset *s = p->s;
	const struct files_plan *plan = s->plan;
	const uint64_t spread = is_links(plan) ? 0 : plan->bytes_max - plan->bytes_min;
	uint64_t i, bytes, start_ns;
	int ret = 0;

	for (i = 0; i < plan->files && !ret; i++) {
		if (work_is_stopped(s->work))
			return fail(p, "signal", "", s->name[i], EINTR);
		bytes = is_links(plan) ? 0 : plan->bytes_min;
		if (spread)
			bytes += prng_below(&p->prng, spread + 1);
		start_ns = work_now_ns();
		if (i && is_links(plan))
			ret = make_link(p, s->name[i]);
		else
			ret = make_file(p, s->name[i], bytes);
		if (!ret)
			ret = sync_folder(p, fileset_folder_of(plan, i));
		if (ret)
			return ret;
		hist_add(&p->r->other, work_now_ns() - start_ns);
		p->r->ops++;
	}
	return ret;
}

static int read_file(struct files_pass *p, int at, const char *folder, const char *name,
		     uint64_t left)
{
	const struct fileset *s = p->s;
	ssize_t n = 1;
	size_t len;
	int fd;

	do
		fd = openat(at, name, O_RDONLY | O_CLOEXEC);
	while (fd < 0 && is_again(p));
	if (fd < 0)
		return fail(p, "open", folder, name, errno);
	while (left && n > 0) {
		len = left < s->chunk_bytes ? (size_t)left : s->chunk_bytes;
		do
			n = read(fd, s->buf, len);
		while (n < 0 && is_again(p));
		if (n <= 0) {
			fail(p, "read", folder, name, n ? errno : ENODATA);
			break;
		}
		p->r->errors += (size_t)n < len;
		p->r->read_bytes += (uint64_t)n;
		left -= (uint64_t)n;
	}
	if (close(fd) && errno != EINTR)
		fail(p, "close", folder, name, errno);
	return -p->r->error;
}

/* Through symbolic links, as stat(2). */
static int stat_one(struct files_pass *p, int at, const char *folder, const char *name)
{
	struct stat st;
	int ret;

	do
		ret = fstatat(at, name, &st, 0);
	while (ret && is_again(p));
	if (ret)
		return fail(p, "stat", folder, name, errno);
	return st.st_size > 0 ? read_file(p, at, folder, name, (uint64_t)st.st_size) : 0;
}

static int unlink_one(struct files_pass *p, int at, const char *folder, const char *name)
{
	int ret;

	do
		ret = unlinkat(at, name, 0);
	while (ret && is_again(p));
	return ret ? fail(p, "unlink", folder, name, errno) : 0;
}

static int visit(struct files_pass *p, enum files_op op, int at, uint64_t index, const char *folder,
		 const char *name)
{
	uint64_t start_ns;
	int ret;

	if (work_is_stopped(p->s->work))
		return fail(p, "signal", folder, name, EINTR);
	start_ns = work_now_ns();
	ret = op == FILES_STAT ? stat_one(p, at, folder, name) : unlink_one(p, at, folder, name);
	if (!ret && op == FILES_DELETE)
		ret = sync_folder(p, index);
	if (ret)
		return ret;
	hist_add(&p->r->other, work_now_ns() - start_ns);
	p->r->ops++;
	return 0;
}

static int visit_shuffled(struct files_pass *p, enum files_op op)
{
	const struct fileset *s = p->s;
	uint64_t i;
	int ret = 0;

	for (i = 0; i < s->plan->files && !ret; i++)
		ret = visit(p, op, s->dir, fileset_folder_of(s->plan, s->order[i]), "",
			    s->name[s->order[i]]);
	return ret;
}

/* What one folder lists, in its order. */
static int visit_listed(struct files_pass *p, enum files_op op, int fd, uint64_t index,
			const char *folder)
{
	const struct entry *e;
	long n, at;
	int ret = 0;

	while (!ret) {
		n = syscall(SYS_getdents64, fd, p->s->list, FILESET_LIST_BYTES);
		if (n < 0 && is_again(p))
			continue;
		if (n < 0)
			return fail(p, "getdents64", folder, "", errno);
		if (!n)
			return 0;
		for (at = 0; at < n && !ret; at += e->len) {
			e = (const struct entry *)(const void *)(p->s->list + at);
			if (strcmp(e->name, ".") && strcmp(e->name, ".."))
				ret = visit(p, op, fd, index, folder, e->name);
		}
	}
	return ret;
}

static int remove_folder(struct files_pass *p, const char *folder)
{
	return unlinkat(p->s->dir, folder, AT_REMOVEDIR) ?
		fail(p, "rmdir", "", folder, errno) : 0;
}

static bool removes_folders(const struct files_pass *p, enum files_op op)
{
	return op == FILES_DELETE && p->s->plan->rmdir_inside;
}

static int visit_folders(struct files_pass *p, enum files_op op)
{
	const struct files_plan *plan = p->s->plan;
	char name[FILESET_FOLDER];
	uint64_t i;
	int fd, ret = 0;

	for (i = 0; i < plan->folders && !ret; i++) {
		fileset_folder(plan, i, name, sizeof(name));
		do
			fd = openat(p->s->dir, name[0] ? name : ".",
				    O_RDONLY | O_NONBLOCK | O_DIRECTORY | O_CLOEXEC);
		while (fd < 0 && is_again(p));
		if (fd < 0)
			return fail(p, "open", "", name, errno);
		ret = visit_listed(p, op, fd, i, name);
		close(fd);	/* of a folder that was only read */
		if (!ret && plan->folders > 1 && removes_folders(p, op))
			ret = remove_folder(p, name);
	}
	return ret;
}

int files_calls(struct files_pass *p, enum files_op op)
{
	const struct files_plan *plan = p->s->plan;
	char name[FILESET_FOLDER];
	uint64_t i;
	int ret;

	if (op == FILES_CREATE)
		return create(p);
	if (!plan->is_random)
		ret = visit_folders(p, op);
	else
		ret = visit_shuffled(p, op);
	if (ret || !removes_folders(p, op))
		return ret;
	for (i = 0; plan->is_random && plan->folders > 1 && i < plan->folders && !ret; i++)
		ret = remove_folder(p, fileset_folder(plan, i, name, sizeof(name)));
	if (!ret && rmdir(plan->path))
		ret = fail(p, "rmdir", "", "", errno);
	return ret;
}
