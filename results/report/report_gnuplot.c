// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs gnuplot: the script is its standard input, its drawings come by a pipe.
 * It reads no file of the user's, has an environment of its own and a deadline.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "report_parts.h"

#define END_MS 5000
#define NOT_THERE 127	/* exit status of a child that found no program */
#define OUTPUT_MAX (64u << 20)

static long long clock_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (long long)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

/* In the child; only calls that are safe after fork. */
static void become(int in, int out)
{
	static char program[] = "gnuplot", no_start_file[] = "-d", locale[] = "LC_ALL=C";
	char *argv[] = { program, no_start_file, NULL }, *env[] = { locale, NULL };
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	sigset_t none;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
	    dup2(null, STDERR_FILENO) < 0)
		_exit(126);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	execvpe(program, argv, env);
	_exit(NOT_THERE);
}

/* All of a pipe, NUL-ended, until its end or the deadline. 0 or -errno. */
static int read_all(int fd, char **text, size_t *len, unsigned deadline_ms)
{
	const long long end = clock_ms() + deadline_ms;
	struct pollfd p = { .fd = fd, .events = POLLIN };
	size_t room = 0;
	long long left;
	ssize_t n;
	char *more;

	for (;;) {
		if (*len + 1 >= room) {
			room = room ? 2 * room : 1u << 18;
			more = room > OUTPUT_MAX ? NULL : realloc(*text, room);
			if (!more)
				return room > OUTPUT_MAX ? -EFBIG : -ENOMEM;
			*text = more;
		}
		left = end - clock_ms();
		if (left <= 0)
			return -ETIME;
		n = poll(&p, 1, (int)left);
		if (n < 0 && errno != EINTR)
			return -errno;
		/* After a signal, nothing is known to be there. */
		if (n <= 0)
			continue;
		n = read(fd, *text + *len, room - *len - 1);
		if (n < 0 && errno != EINTR)
			return -errno;
		*len += n > 0 ? (size_t)n : 0;
		(*text)[*len] = '\0';
		if (!n)
			return 0;
	}
}

static void end(pid_t pid)
{
	kill(pid, SIGKILL);
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}

/* It has closed its output, and should be gone in a moment. 0 or -errno. */
static int wait_end(pid_t pid, unsigned deadline_ms)
{
	const struct timespec tick = { 0, 5000000 };
	const long long last = clock_ms() + (deadline_ms < END_MS ? deadline_ms : END_MS);
	int status;

	while (waitpid(pid, &status, WNOHANG) != pid) {
		if (clock_ms() > last) {
			end(pid);
			return -ETIME;
		}
		nanosleep(&tick, NULL);
	}
	if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_THERE)
		return -ENOENT;
	return status ? -EIO : 0;
}

int gnuplot_run(FILE *script, char **out, size_t *len, unsigned deadline_ms)
{
	int pipes[2], ret;
	pid_t pid;

	*out = NULL;
	*len = 0;
	if (fflush(script) || ferror(script) || lseek(fileno(script), 0, SEEK_SET) < 0)
		return errno ? -errno : -EIO;
	if (pipe2(pipes, O_CLOEXEC) < 0)
		return -errno;
	pid = fork();
	if (!pid)
		become(fileno(script), pipes[1]);
	close(pipes[1]);
	ret = pid < 0 ? -errno : read_all(pipes[0], out, len, deadline_ms);
	close(pipes[0]);
	if (pid > 0 && !ret)
		ret = wait_end(pid, deadline_ms);
	else if (pid > 0)
		end(pid);
	if (ret) {
		free(*out);
		*out = NULL;
	}
	return ret;
}
