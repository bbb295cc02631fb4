// SPDX-License-Identifier: GPL-2.0-only
/*
 * Makes the runs of a matrix: `mdlab run` as children, as many at once as was
 * asked for, in the order of the plan; a line on stderr for each that ended.
 */
#include "matrix_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <sys/wait.h>
#include <unistd.h>
#include "text.h"

#define STOP_MS 15000		/* for a run to end its guest and write what there is */
#define LINE_WIDTH 79

size_t matrix_count(const struct matrix *m, enum run_state state)
{
	size_t n = 0;

	for (size_t i = 0; i < m->runs; i++)
		n += m->run[i].state == state;
	return n;
}

const char *matrix_duration(char *buf, size_t size, long long ms)
{
	const long long s = (ms + 500) / 1000;

	if (s < 60)
		snprintf(buf, size, "%lld s", s);
	else if (s < 3600)
		snprintf(buf, size, "%lld min %lld s", s / 60, s % 60);
	else
		snprintf(buf, size, "%lld h %lld min", s / 3600, s % 3600 / 60);
	return buf;
}

/* Of each suite's runs that are done; of all where it has none. False: there are none. */
static bool means_ms(const struct matrix *m, double *mean)
{
	double sum[MATRIX_SUITES] = { 0 }, all = 0;
	size_t n[MATRIX_SUITES] = { 0 }, count = 0;

	for (size_t i = 0; i < m->runs; i++) {
		const struct matrix_run *run = &m->run[i];

		if (run->state != RUN_DONE || !run->wall_ms)
			continue;
		sum[run->suite] += (double)run->wall_ms;
		n[run->suite]++;
		all += (double)run->wall_ms;
		count++;
	}
	for (size_t i = 0; i < MATRIX_SUITES && count; i++)
		mean[i] = n[i] ? sum[i] / (double)n[i] : all / (double)count;
	return count > 0;
}

long long matrix_left_ms(const struct matrix *m)
{
	double left = 0, mean[MATRIX_SUITES], spent;
	bool is_known = means_ms(m, mean);
	size_t waiting = 0;

	for (size_t i = 0; i < m->runs; i++) {
		const struct matrix_run *run = &m->run[i];

		if (run->state != RUN_MISSING && run->state != RUN_UNDER_WAY)
			continue;
		if (!is_known)
			return -1;
		spent = run->state == RUN_UNDER_WAY ? (double)(now_ms() - run->start_ms) : 0;
		left += MAX(mean[run->suite] - spent, 0);
		waiting++;
	}
	return (long long)(left / (double)MAX(MIN(m->options.jobs, waiting), 1));
}

static void line_clear(struct matrix *m)
{
	if (m->has_line)
		fputs("\r\033[K", stderr);
	m->has_line = false;
}

/* "[ 4/12] k4 debian:trixie-backports, 12 s; 2 min 10 s to go" */
static void line_draw(struct matrix *m)
{
	char line[256] = "", spec[64], time[32];
	long long left = matrix_left_ms(m);
	size_t len = 0;

	if (!m->is_terminal)
		return;
	len += (size_t)snprintf(line, sizeof(line), "[%2zu/%zu]",
				matrix_count(m, RUN_DONE), m->runs);
	for (size_t i = 0; i < m->runs && len < LINE_WIDTH; i++) {
		const struct matrix_run *run = &m->run[i];
		const struct matrix_kernel *k = &m->kernel[run->kernel];

		if (run->state != RUN_UNDER_WAY)
			continue;
		len += (size_t)snprintf(line + len, sizeof(line) - len, " %s %s, %s", k->key,
				text_escape(spec, sizeof(spec), k->spec),
				matrix_duration(time, sizeof(time), now_ms() - run->start_ms));
	}
	if (left >= 0 && len < LINE_WIDTH)
		snprintf(line + len, sizeof(line) - len, "; %s to go",
			 matrix_duration(time, sizeof(time), left));
	line[LINE_WIDTH] = '\0';	/* one that wraps is not wiped whole */
	fprintf(stderr, "\r\033[K%s", line);
	fflush(stderr);
	m->has_line = true;
}

/* "pass, 72 tests" · "fail, 70 of 72 tests passed" */
static void run_summary(const struct matrix_run *run, char *buf, size_t size)
{
	if (run->tests == run->passed)
		snprintf(buf, size, "%s, %" PRIu64 " test%s", run->word, run->tests,
			 run->tests == 1 ? "" : "s");
	else
		snprintf(buf, size, "%s, %" PRIu64 " of %" PRIu64 " tests passed", run->word,
			 run->passed, run->tests);
}

static void say_ended(struct matrix *m, const struct matrix_run *run)
{
	const struct matrix_kernel *k = &m->kernel[run->kernel];
	const char *suite = m->options.suites.count > 1 ? m->options.suites.word[run->suite] : "";
	long long left = matrix_left_ms(m);
	char spec[96], release[96], what[128], took[32], go[48];

	line_clear(m);
	run_summary(run, what, sizeof(what));
	fprintf(stderr, "[%2zu/%zu] %s %s %s%s%s: %s, %s", matrix_count(m, RUN_DONE), m->runs,
		k->key, text_escape(spec, sizeof(spec), k->spec),
		text_escape(release, sizeof(release), k->release), suite[0] ? " " : "", suite,
		what, matrix_duration(took, sizeof(took), now_ms() - run->start_ms));
	if (left > 0)
		fprintf(stderr, "; %s to go", matrix_duration(go, sizeof(go), left));
	fputc('\n', stderr);
	if (run->status && run->reason[0])
		fprintf(stderr, "        %s\n", run->reason);
}

static void said_name(const struct matrix *m, const struct matrix_run *run, char *buf,
		      size_t size)
{
	char name[96];

	matrix_run_name(name, sizeof(name), &m->options, run);
	snprintf(buf, size, "%s/.said-%s", m->path, name);
}

/* It left no folder: what it said is the only thing there is. */
static void say_not_made(struct matrix *m, struct matrix_run *run)
{
	char path[PATH_MAX], line[512], text[640], spec[96];
	const struct matrix_kernel *k = &m->kernel[run->kernel];
	FILE *in;

	line_clear(m);
	fprintf(stderr, "mdlab: matrix: %s %s: no run was made (exit status %d)%s\n", k->key,
		text_escape(spec, sizeof(spec), k->spec), run->status,
		m->signals.got ? "" : "; it said:");
	said_name(m, run, path, sizeof(path));
	in = m->signals.got ? NULL : fopen(path, "re");
	while (in && fgets(line, sizeof(line), in)) {
		line[strcspn(line, "\n")] = '\0';
		fprintf(stderr, "        %s\n", text_escape(text, sizeof(text), line));
	}
	if (in)
		fclose(in);
	unlink(path);
}

static void run_ended(struct matrix *m, struct matrix_run *run, int status)
{
	char said[PATH_MAX], kept[PATH_MAX];

	run->pid = 0;
	matrix_folder_read(m, run);
	if (run->state == RUN_DONE) {
		said_name(m, run, said, sizeof(said));
		matrix_folder_file(kept, sizeof(kept), m, run, "said");
		if (rename(said, kept) < 0)
			unlink(said);
		say_ended(m, run);
		return;
	}
	/* Interrupted: it will be made again, by the next call. */
	run->status = status ? status : STATUS_INCOMPLETE;
	if (!m->signals.got)
		run->state = RUN_NOT_MADE;
	say_not_made(m, run);
}

/* The image that was summed, not what the spec may mean by now. */
static int run_start(struct matrix *m, struct matrix_run *run, struct fail *f)
{
	const struct matrix_kernel *k = &m->kernel[run->kernel];
	char said[PATH_MAX], out[PATH_MAX];
	struct child_io io = { .in = -1, .out = -1 };
	struct args argv = { 0 };
	int ret = 0;

	matrix_folder_file(out, sizeof(out), m, run, "");
	said_name(m, run, said, sizeof(said));
	args_add(&argv, "/proc/self/exe");
	args_add(&argv, "run");
	args_addf(&argv, "--kernel=%s", k->image.path);
	args_addf(&argv, "--suite=%s", m->options.suites.word[run->suite]);
	args_addf(&argv, "--out=%s", out);
	args_add(&argv, "--quiet");
	for (size_t i = 0; i < m->options.handed.count; i++)
		args_add(&argv, m->options.handed.word[i]);
	/* Of a call that was killed, or a pipe that would hold us up. */
	unlink(said);
	io.err = open(said, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (io.err < 0)
		ret = fail_set(f, STATUS_NOT_STARTED, "%.400s: %s", said, strerror(errno));
	else if (argv.failed || setenv("MODULES", k->modules.path, 1) < 0)
		ret = fail_set(f, STATUS_NOT_STARTED, "no memory");
	if (ret == 0) {
		run->pid = child_start(argv.word, &io);
		if (run->pid < 0)
			ret = fail_set(f, STATUS_NOT_STARTED, "mdlab run: %s",
				       strerror(-run->pid));
	}
	if (io.err >= 0)
		close(io.err);
	args_free(&argv);
	if (ret < 0)
		return ret;
	run->state = RUN_UNDER_WAY;
	run->start_ms = now_ms();
	return 0;
}

/* A tree that is rebuilt meanwhile is another kernel, of another collection. */
static bool kernel_is_there(struct matrix *m, struct matrix_run *run)
{
	struct matrix_kernel *k = &m->kernel[run->kernel];
	char spec[96];

	/* A sum that a signal ended tells nothing. */
	if (!k->error[0] && (!matrix_file_is_same(&k->image, &m->signals) ||
			     !matrix_file_is_same(&k->modules, &m->signals)) &&
	    !m->signals.got) {
		snprintf(k->error, sizeof(k->error), "was changed while the matrix ran");
		line_clear(m);
		fprintf(stderr, "mdlab: matrix: %s %s: was changed while the matrix ran; the same "
			"command begins a new collection\n", k->key,
			text_escape(spec, sizeof(spec), k->spec));
	}
	if (!k->error[0])
		return true;
	run->state = RUN_NOT_MADE;
	run->status = STATUS_NOT_STARTED;
	return false;
}

static int shared_check(struct matrix *m, struct fail *f)
{
	for (unsigned i = 0; i < m->shared.files; i++) {
		if (!matrix_file_is_same(&m->shared.file[i], &m->signals) && !m->signals.got)
			return fail_set(f, STATUS_NOT_STARTED, "%.400s: was changed while the "
					"matrix ran; the same command begins a new collection",
					m->shared.file[i].path);
	}
	return 0;
}

static int start_more(struct matrix *m, struct fail *f)
{
	size_t guests = matrix_count(m, RUN_UNDER_WAY);
	int ret = 0;

	for (size_t i = 0; i < m->runs && ret == 0 && guests < m->options.jobs; i++) {
		if (m->signals.got)
			break;
		if (m->run[i].state != RUN_MISSING || !kernel_is_there(m, &m->run[i]))
			continue;
		ret = shared_check(m, f);
		if (ret == 0 && !m->signals.got)
			ret = run_start(m, &m->run[i], f);
		guests++;
	}
	return ret;
}

static void reap(struct matrix *m)
{
	int status;

	m->signals.child = false;
	for (size_t i = 0; i < m->runs; i++) {
		struct matrix_run *run = &m->run[i];

		if (run->state == RUN_UNDER_WAY && waitpid(run->pid, &status, WNOHANG) == run->pid)
			run_ended(m, run, WIFEXITED(status) ? WEXITSTATUS(status) :
				  128 + WTERMSIG(status));
	}
}

static void signal_all(struct matrix *m, int sig)
{
	for (size_t i = 0; i < m->runs; i++) {
		if (m->run[i].state == RUN_UNDER_WAY)
			kill(m->run[i].pid, sig);
	}
}

static void wait_event(struct matrix *m, int timeout_ms)
{
	struct pollfd p = { .fd = m->signals.fd, .events = POLLIN };

	poll(&p, 1, timeout_ms);
	signals_read(&m->signals);
}

/* All of them, asked kindly first; those that stay are killed, guests with them. */
static void stop_all(struct matrix *m, int sig)
{
	const long long end = now_ms() + STOP_MS;

	signal_all(m, sig);
	while (matrix_count(m, RUN_UNDER_WAY)) {
		if (now_ms() >= end)
			signal_all(m, SIGKILL);
		wait_event(m, now_ms() >= end ? 100 : (int)(end - now_ms()));
		reap(m);
	}
}

int matrix_make_runs(struct matrix *m, struct fail *f)
{
	int ret;

	m->is_terminal = isatty(STDERR_FILENO);
	do {
		ret = start_more(m, f);
		if (ret < 0 || m->signals.got || !matrix_count(m, RUN_UNDER_WAY))
			break;
		line_draw(m);
		wait_event(m, m->is_terminal ? 1000 : -1);
		reap(m);
	} while (!m->signals.got);
	if (m->signals.got || ret < 0)
		stop_all(m, m->signals.got ? m->signals.got : SIGTERM);
	line_clear(m);
	return ret;
}
