// SPDX-License-Identifier: GPL-2.0-only
/*
 * The kernels of a matrix: each asked for once, before the first guest starts,
 * and summed, so that a run of tomorrow is of the same kernel or is not made.
 */
#include "matrix_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "text.h"

/* What kernel.sh says: handed on to stderr as it comes, the last line kept. */
struct said {
	char line[480];
	size_t len;
	bool is_ended;
};

static void said_take(struct said *said, const char *buf, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (said->is_ended && buf[i] != '\n') {
			said->len = 0;
			said->is_ended = false;
		}
		if (buf[i] == '\n')
			said->is_ended = true;
		else if (said->len < sizeof(said->line) - 1)
			said->line[said->len++] = buf[i];
		said->line[said->len] = '\0';
	}
}

/* False at the end. */
static bool pipe_read(int fd, char *buf, size_t size, size_t *len)
{
	ssize_t n = read(fd, buf + *len, size - 1 - *len);

	if (n < 0)
		return errno == EINTR || errno == EAGAIN;
	*len += (size_t)n;
	buf[*len] = '\0';
	return n > 0 && *len < size - 1;
}

static bool said_read(struct said *said, int fd)
{
	char buf[1024];
	size_t len = 0;
	bool more = pipe_read(fd, buf, sizeof(buf), &len) || len > 0;

	if (len) {
		fwrite(buf, 1, len, stderr);
		said_take(said, buf, len);
	}
	return more;
}

/* Until both pipes are closed, the child is gone, or a signal came to us. */
static int script_wait(pid_t pid, const int fd[2], struct signals *s, char *out, size_t size,
		       struct said *said)
{
	struct pollfd p[3] = {
		{ .fd = fd[0], .events = POLLIN }, { .fd = fd[1], .events = POLLIN },
		{ .fd = s->fd, .events = POLLIN },
	};
	bool is_gone = false;
	size_t len = 0;
	int status = 0, n;

	do {
		n = poll(p, 3, is_gone ? 0 : -1);
		if (n < 0 && errno != EINTR)
			return -errno;
		signals_read(s);
		if (s->got && !is_gone)
			kill(-pid, SIGTERM);
		if (n > 0 && p[0].revents && !pipe_read(fd[0], out, size, &len))
			p[0].fd = -1;
		if (n > 0 && p[1].revents && !said_read(said, fd[1]))
			p[1].fd = -1;
		/* Its own children may hold the pipes: when it is gone, what is there is all. */
		if (!is_gone && waitpid(pid, &status, WNOHANG) == pid)
			is_gone = true;
		else if (is_gone && n <= 0)
			break;
	} while (!is_gone || p[0].fd >= 0 || p[1].fd >= 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The script's exit status, or -errno. */
static int script_run(char *const *argv, struct signals *s, char *out, size_t size,
		      struct said *said)
{
	int pipes[2][2], ret;
	struct child_io io = { .in = -1 };
	pid_t pid;

	out[0] = '\0';
	if (pipe2(pipes[0], O_CLOEXEC) < 0)
		return -errno;
	if (pipe2(pipes[1], O_CLOEXEC) < 0) {
		ret = -errno;
		close(pipes[0][0]);
		close(pipes[0][1]);
		return ret;
	}
	io.out = pipes[0][1];
	io.err = pipes[1][1];
	pid = child_start(argv, &io);
	close(pipes[0][1]);
	close(pipes[1][1]);
	ret = (int)pid;
	if (pid > 0) {
		const int fd[2] = { pipes[0][0], pipes[1][0] };

		ret = script_wait(pid, fd, s, out, size, said);
	}
	close(pipes[0][0]);
	close(pipes[1][0]);
	return ret;
}

/* make KERNELS="~/linux" brings a tilde that no shell has seen. */
static int spec_expand(char *buf, size_t size, const char *spec)
{
	const char *home = getenv("HOME"), *lead = "";

	if (!strncmp(spec, "source:", 7)) {
		lead = "source:";
		spec += 7;
	}
	if (home && (!strncmp(spec, "~/", 2) || !strcmp(spec, "~")))
		return snprintf(buf, size, "%s%s%s", lead, home, spec + 1) < (int)size ? 0 :
			-ENAMETOOLONG;
	return snprintf(buf, size, "%s%s", lead, spec) < (int)size ? 0 : -ENAMETOOLONG;
}

static int kernel_ask(struct matrix *m, const char *spec, struct kernel *k, struct fail *f)
{
	char script[PATH_MAX], what[PATH_MAX], *out = malloc(4 * PATH_MAX);
	char *argv[] = { script, what, NULL };
	struct said said = { .line = "" };
	const char *reason;
	int ret;

	if (!out || spec_expand(what, sizeof(what), spec) < 0) {
		free(out);
		return fail_set(f, STATUS_USAGE, "%s", out ? "name too long" : "no memory");
	}
	snprintf(script, sizeof(script), "%s/kernel-configs/kernel.sh", m->project.root);
	memset(k, 0, sizeof(*k));
	ret = script_run(argv, &m->signals, out, 4 * PATH_MAX, &said);
	reason = said.line;
	/* "mdlab: kernel: …" was said already. */
	if (!strncmp(reason, "mdlab: ", 7))
		reason += 7;
	if (ret < 0)
		ret = fail_set(f, STATUS_NOT_STARTED, "%s: %s", script, strerror(-ret));
	else if (ret > 0)
		ret = fail_set(f, STATUS_NOT_STARTED, "%.480s", reason[0] ? reason :
			       "kernel.sh failed and said nothing");
	else
		ret = kernel_parse(k, out, f);
	if (ret == 0 && access(k->image, R_OK) < 0)
		ret = fail_set(f, STATUS_NOT_STARTED, "%.400s: %s", k->image, strerror(errno));
	free(out);
	return ret;
}

static int file_stamp(struct matrix_file *file, const char *path)
{
	struct stat st;

	if (stat(path, &st) < 0)
		return -errno;
	file->size_bytes = (uint64_t)st.st_size;
	file->inode = st.st_ino;
	file->changed_ns = st.st_ctim.tv_sec * 1000000000LL + st.st_ctim.tv_nsec;
	return 0;
}

/* The stamp comes first: what is written while it is summed is seen later. */
static int file_sum(struct matrix_file *file, const char *path, struct signals *s,
		    struct fail *f)
{
	int ret;

	memset(file, 0, sizeof(*file));
	if (!path[0])
		return 0;
	if (snprintf(file->path, sizeof(file->path), "%s", path) >= (int)sizeof(file->path))
		return fail_set(f, STATUS_USAGE, "path too long");
	ret = file_stamp(file, path);
	if (ret < 0)
		return fail_set(f, STATUS_NOT_STARTED, "%.400s: %s", path, strerror(-ret));
	return kernel_sum(path, s, file->sha256, f);
}

bool matrix_file_is_same(const struct matrix_file *file, struct signals *s)
{
	struct matrix_file now = { .path = "" };
	struct fail f = { 0 };

	if (!file->path[0])
		return true;
	if (file_stamp(&now, file->path) == 0 && now.size_bytes == file->size_bytes &&
	    now.inode == file->inode && now.changed_ns == file->changed_ns)
		return true;
	return file_sum(&now, file->path, s, &f) == 0 && !strcmp(now.sha256, file->sha256);
}

/* The base segment and those of --segment: the same for each kernel. */
static int shared_sum(struct matrix *m, struct kernel *k, struct fail *f)
{
	char *more = NULL;
	size_t len = 0;
	FILE *list = open_memstream(&more, &len);
	int ret = 0;

	if (!list)
		return fail_set(f, STATUS_NOT_STARTED, "no memory");
	for (size_t i = 0; i < m->options.handed.count; i++) {
		if (!strncmp(m->options.handed.word[i], "--segment=", 10))
			fprintf(list, ",%s", m->options.handed.word[i] + 10);
	}
	if (fclose(list) != 0)
		ret = fail_set(f, STATUS_NOT_STARTED, "no memory");
	memset(k, 0, sizeof(*k));
	if (ret == 0)
		ret = kernel_segments(k, &m->project, more[0] ? more : NULL, &m->signals, f);
	for (unsigned i = 0; i < k->segments && ret == 0; i++) {
		ret = file_sum(&m->shared.file[i], k->segment[i].path, &m->signals, f);
		m->shared.files++;
	}
	free(more);
	return ret;
}

static void say_same_content(const struct matrix *m, unsigned at)
{
	const struct matrix_kernel *k = &m->kernel[at];

	for (unsigned i = 0; i < at; i++) {
		const struct matrix_kernel *other = &m->kernel[i];

		if (other->error[0] || strcmp(other->image.sha256, k->image.sha256) != 0 ||
		    strcmp(other->modules.sha256, k->modules.sha256) != 0)
			continue;
		fprintf(stderr, "mdlab: matrix: %s and %s are the same kernel: what differs "
			"between them is noise\n", other->key, k->key);
		return;
	}
}

static int kernel_take(struct matrix *m, struct matrix_kernel *k, struct kernel *found)
{
	struct fail f = { 0 };
	int ret = kernel_ask(m, k->spec, found, &f);

	if (ret == 0)
		ret = file_sum(&k->image, found->image, &m->signals, &f);
	if (ret == 0)
		ret = file_sum(&k->modules, found->modules, &m->signals, &f);
	k->image.held_fd = kernel_hold(k->image.path);
	k->modules.held_fd = kernel_hold(k->modules.path);
	snprintf(k->release, sizeof(k->release), "%s", found->release);
	if (ret < 0)
		text_escape(k->error, sizeof(k->error), f.text);
	return ret;
}

int matrix_find_kernels(struct matrix *m, struct fail *f)
{
	struct kernel *found = calloc(1, sizeof(*found));
	int ret = found ? shared_sum(m, found, f) : fail_set(f, STATUS_NOT_STARTED, "no memory");
	char spec[128];

	m->kernels = (unsigned)m->options.spec.count;
	for (unsigned i = 0; i < m->kernels && ret == 0; i++) {
		struct matrix_kernel *k = &m->kernel[i];

		snprintf(k->key, sizeof(k->key), "k%u", i + 1);
		k->spec = m->options.spec.word[i];
		if (kernel_take(m, k, found) < 0)
			fprintf(stderr, "mdlab: matrix: %s %s: cannot be had%s\n", k->key,
				text_escape(spec, sizeof(spec), k->spec),
				m->kernels > 1 ? "; the others go on" : "");
		else
			say_same_content(m, i);
		if (m->signals.got)
			ret = fail_set(f, STATUS_SIGNAL + m->signals.got, "interrupted, nothing "
				       "was run");
	}
	free(found);
	return ret;
}
