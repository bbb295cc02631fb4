// SPDX-License-Identifier: GPL-2.0-only
/*
 * Starts programs, waits for them, and reads the signals meant for mdlab.
 */
#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

long long now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (long long)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

int signals_open(struct signals *s)
{
	sigset_t set;

	memset(s, 0, sizeof(*s));
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGCHLD);
	if (sigprocmask(SIG_BLOCK, &set, NULL) < 0)
		return -errno;
	signal(SIGPIPE, SIG_IGN);
	s->fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	return s->fd < 0 ? -errno : 0;
}

void signals_read(struct signals *s)
{
	struct signalfd_siginfo info;

	while (read(s->fd, &info, sizeof(info)) == (ssize_t)sizeof(info)) {
		if (info.ssi_signo == SIGCHLD)
			s->child = true;
		else
			s->got = (int)info.ssi_signo;
	}
}

/* In the child; only calls that are safe after fork. */
static void child_become(char *const *argv, const struct child_io *io, pid_t parent, int report)
{
	const int want[3] = { io->in, io->out, io->err };
	sigset_t none;
	int fd, error;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)	/* it died before we asked */
		_exit(127);
	if (!io->same_group)
		setpgid(0, 0);
	for (int i = 0; i < 3; i++) {
		fd = want[i] >= 0 ? want[i] : open("/dev/null", O_RDWR | O_CLOEXEC);
		if (fd == i)
			fcntl(fd, F_SETFD, 0);
		else if (fd < 0 || dup2(fd, i) < 0)
			_exit(127);
	}
	signal(SIGPIPE, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execv(argv[0], argv);
	error = errno;
	if (write(report, &error, sizeof(error)) < 0)
		_exit(126);
	_exit(127);
}

pid_t child_start(char *const *argv, const struct child_io *io)
{
	pid_t parent = getpid(), pid;
	int report[2], error = 0;

	if (pipe2(report, O_CLOEXEC) < 0)
		return -errno;
	pid = fork();
	if (pid == 0)
		child_become(argv, io, parent, report[1]);
	error = errno;
	close(report[1]);
	if (pid < 0) {
		close(report[0]);
		return -error;
	}
	/* The pipe closes itself when exec succeeds. */
	if (read(report[0], &error, sizeof(error)) == (ssize_t)sizeof(error)) {
		waitpid(pid, NULL, 0);
		close(report[0]);
		return -error;
	}
	close(report[0]);
	return pid;
}

static int child_status(int status)
{
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* End a group that we started: ask, wait two seconds, insist. */
static void child_end(pid_t pid)
{
	const struct timespec tick = { 0, 20000000 };

	kill(-pid, SIGTERM);
	for (int i = 0; i < 100; i++) {
		if (waitpid(pid, NULL, WNOHANG) == pid)
			return;
		nanosleep(&tick, NULL);
	}
	kill(-pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* Read what is there. False at the end of the output. */
static bool capture_read(int fd, char *buf, size_t size, size_t *len)
{
	char chunk[4096];
	ssize_t n = read(fd, chunk, sizeof(chunk));
	size_t keep;

	if (n < 0)
		return errno == EINTR || errno == EAGAIN;
	keep = (size_t)n < size - 1 - *len ? (size_t)n : size - 1 - *len;
	memcpy(buf + *len, chunk, keep);
	*len += keep;
	buf[*len] = '\0';
	return n > 0;
}

static int capture_wait(pid_t pid, int fd, unsigned deadline_s, struct signals *s, char *buf,
			size_t size)
{
	long long end = now_ms() + 1000LL * deadline_s, left = -1;
	struct pollfd p[2] = { { .fd = fd, .events = POLLIN }, { .fd = s->fd, .events = POLLIN } };
	size_t len = 0;
	int status;

	buf[0] = '\0';
	for (;;) {
		if (deadline_s)
			left = end - now_ms();
		if (deadline_s && left <= 0)
			return -ETIME;
		if (poll(p, 2, (int)left) < 0 && errno != EINTR)
			return -errno;
		signals_read(s);
		if (s->got)
			return -EINTR;
		if ((p[0].revents & (POLLIN | POLLHUP | POLLERR)) &&
		    !capture_read(fd, buf, size, &len))
			p[0].fd = -1;
		/* Grandchildren may hold the pipe: the end of the child is the end. */
		if (waitpid(pid, &status, WNOHANG) == pid)
			break;
	}
	if (p[0].fd >= 0) {
		fcntl(fd, F_SETFL, O_NONBLOCK);
		while (poll(p, 1, 0) > 0 && capture_read(fd, buf, size, &len))
			;
	}
	return child_status(status);
}

int child_capture(char *const *argv, int stderr_mode, unsigned deadline_s, struct signals *s,
		  char *buf, size_t size)
{
	struct child_io io = { .in = -1 };
	int pipes[2], ret;
	pid_t pid;

	if (pipe2(pipes, O_CLOEXEC) < 0)
		return -errno;
	io.out = pipes[1];
	io.err = stderr_mode == CAPTURE_STDERR_TOO ? pipes[1] : STDERR_FILENO;
	pid = child_start(argv, &io);
	close(pipes[1]);
	if (pid < 0) {
		close(pipes[0]);
		return (int)pid;
	}
	ret = capture_wait(pid, pipes[0], deadline_s, s, buf, size);
	if (ret < 0)
		child_end(pid);
	close(pipes[0]);
	return ret;
}

int child_find(const char *name, char *path, size_t size)
{
	const char *list = getenv("PATH");
	int len;

	for (const char *p = list ? list : "/usr/bin:/bin"; *p; ) {
		size_t n = strcspn(p, ":");

		len = snprintf(path, size, "%.*s/%s", (int)n, n ? p : ".", name);
		if (len > 0 && (size_t)len < size && access(path, X_OK) == 0)
			return 0;
		p += n + (p[n] == ':');
	}
	return -ENOENT;
}
