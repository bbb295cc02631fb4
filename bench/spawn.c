// SPDX-License-Identifier: GPL-2.0-only
/*
 * Run a program and wait for it: standard input is /dev/null, output is caught
 * through a pipe, a pidfd says when it ends, and a deadline ends it.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "spawn.h"

static long now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static void child_exec(const char *const *argv, int out)
{
	const int null = open("/dev/null", O_RDONLY);
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setpgid(0, 0);
	if (null < 0 || dup2(null, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
		_exit(127);
	/* exec's prototype lacks a const that it keeps. */
	execvp(argv[0], (char *const *)(uintptr_t)argv);
	_exit(errno == ENOENT ? 127 : 126);
}

/* Keep the last part: a message that matters comes last. */
static void keep_output(struct spawn_result *r, size_t *len, const char *data,
			size_t n)
{
	const size_t room = sizeof(r->output) - 1;

	if (n > room) {
		data += n - room;
		n = room;
	}
	if (*len + n > room) {
		const size_t drop = *len + n - room;

		memmove(r->output, r->output + drop, *len - drop);
		*len -= drop;
	}
	memcpy(r->output + *len, data, n);
	*len += n;
	r->output[*len] = '\0';
}

/* Returns false at the end of the output. */
static int drain(int fd, struct spawn_result *r, size_t *len)
{
	char buf[1024];
	ssize_t n;

	while ((n = read(fd, buf, sizeof(buf))) > 0)
		keep_output(r, len, buf, (size_t)n);
	return n < 0 && (errno == EAGAIN || errno == EINTR);
}

static void wait_child(pid_t pid, int pidfd, int out, unsigned deadline_s,
		       struct spawn_result *r)
{
	const long end = now_ms() + (long)deadline_s * 1000;
	struct pollfd fds[2] = {
		{ .fd = pidfd, .events = POLLIN }, { .fd = out, .events = POLLIN },
	};
	size_t len = 0;
	int status;
	long left;

	while (!(fds[0].revents & POLLIN)) {
		left = end - now_ms();
		if (left <= 0) {
			r->timed_out = 1;
			kill(-pid, SIGKILL);
			kill(pid, SIGKILL);
			break;
		}
		if (poll(fds, 2, (int)left) < 0 && errno != EINTR)
			break;
		if (fds[1].revents && !drain(out, r, &len))
			fds[1].fd = -1;
	}
	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return;
	}
	drain(out, r, &len);
	r->status = WIFEXITED(status) ? WEXITSTATUS(status) :
		128 + WTERMSIG(status);
}

int spawn_run(const char *const *argv, unsigned deadline_s,
	      struct spawn_result *r)
{
	int out[2], pidfd, ret;
	pid_t pid;

	memset(r, 0, sizeof(*r));
	r->status = -1;
	if (pipe2(out, O_CLOEXEC) < 0)
		return -errno;
	/* Ours alone: the program sees an ordinary pipe. */
	fcntl(out[0], F_SETFL, O_NONBLOCK);
	pid = fork();
	if (pid < 0) {
		ret = -errno;
		close(out[0]);
		close(out[1]);
		return ret;
	}
	if (!pid)
		child_exec(argv, out[1]);
	close(out[1]);
	pidfd = (int)syscall(SYS_pidfd_open, pid, 0);
	if (pidfd < 0) {
		ret = -errno;
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
		close(out[0]);
		return ret;
	}
	wait_child(pid, pidfd, out[0], deadline_s, r);
	close(pidfd);
	close(out[0]);
	if (r->timed_out)
		return -ETIME;
	if (r->status == 127)
		return -ENOENT;
	return r->status ? -ECHILD : 0;
}

const char *spawn_last_line(const struct spawn_result *r, char *buf, size_t size)
{
	const char *end = r->output + strlen(r->output), *start;
	size_t len;

	while (end > r->output && (end[-1] == '\n' || end[-1] == '\r'))
		end--;
	for (start = end; start > r->output && start[-1] != '\n'; start--)
		;
	len = (size_t)(end - start);
	if (len >= size)
		len = size - 1;
	memcpy(buf, start, len);
	buf[len] = '\0';
	return buf;
}
