// SPDX-License-Identifier: GPL-2.0-only
/*
 * The end of a matrix: its runs compared and reported, by the commands that do
 * it for anybody, as children. What they cannot do is said and loses no run.
 */
#include "matrix_parts.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "outfile.h"
#include "runfolder.h"

/* Kernels that have a run of this suite with results. */
static unsigned kernels_with_results(const struct matrix *m, unsigned suite)
{
	bool has[KERNELS_MAX] = { false };
	unsigned n = 0;

	for (size_t i = 0; i < m->runs; i++) {
		const struct matrix_run *run = &m->run[i];

		if (run->state != RUN_DONE || run->suite != suite || !run->tests ||
		    has[run->kernel])
			continue;
		has[run->kernel] = true;
		n++;
	}
	return n;
}

/* The folder, or of one of several suites a glob for each kernel. */
static void add_words(struct args *argv, const struct matrix *m, unsigned suite)
{
	char folder[PATH_MAX];

	if (m->options.suites.count < 2) {
		args_add(argv, m->path);
		return;
	}
	glob_literal(folder, sizeof(folder), m->path);
	for (unsigned k = 0; k < m->kernels; k++) {
		for (size_t i = 0; i < m->runs; i++) {
			const struct matrix_run *run = &m->run[i];

			if (run->suite != suite || run->kernel != k || run->state != RUN_DONE)
				continue;
			args_addf(argv, "%s/r*-k%u-%s", folder, k + 1,
				  m->options.suites.word[suite]);
			break;
		}
	}
}

/* The exit status, or -errno. Its standard output goes to out. */
static int command_run(struct matrix *m, struct args *argv, int out)
{
	struct child_io io = { .in = -1, .out = out, .err = STDERR_FILENO };
	struct pollfd p = { .fd = m->signals.fd, .events = POLLIN };
	int status;
	pid_t pid;

	if (argv->failed)
		return -ENOMEM;
	fflush(stdout);
	pid = child_start(argv->word, &io);
	if (pid < 0)
		return (int)pid;
	while (waitpid(pid, &status, WNOHANG) == 0) {
		poll(&p, 1, 1000);
		signals_read(&m->signals);
		if (m->signals.got)
			kill(pid, SIGTERM);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Into FILE of the collection, whole or not, or to our own output where name is NULL. */
static int compare_run(struct matrix *m, unsigned suite, const char *format, const char *name)
{
	struct args argv = { 0 };
	int ret;

	args_add(&argv, "/proc/self/exe");
	args_add(&argv, "compare");
	args_addf(&argv, "--format=%s", format);
	add_words(&argv, m, suite);
	if (name) {
		args_add(&argv, "-o");
		args_add(&argv, name);
	}
	ret = command_run(m, &argv, name ? -1 : STDOUT_FILENO);
	args_free(&argv);
	return ret;
}

static int file_print(const char *path)
{
	char buf[4096];
	FILE *in = fopen(path, "re");
	size_t n;

	if (!in)
		return -errno;
	while ((n = fread(buf, 1, sizeof(buf), in)) > 0)
		fwrite(buf, 1, n, stdout);
	fclose(in);
	return outfile_flush_stdout();
}

static int report_run(struct matrix *m, unsigned suite, const char *name)
{
	struct args argv = { 0 };
	int ret;

	args_add(&argv, "/proc/self/exe");
	args_add(&argv, "report");
	add_words(&argv, m, suite);
	args_add(&argv, "-o");
	args_add(&argv, name);
	ret = command_run(m, &argv, -1);
	args_free(&argv);
	return ret;
}

/* "FOLDER/compare.txt", "FOLDER/compare-smoke.txt" */
static void name_make(char *buf, size_t size, const struct matrix *m, unsigned suite,
		      const char *name, const char *end)
{
	bool several = m->options.suites.count > 1;

	snprintf(buf, size, "%s/%s%s%s%s", m->path, name, several ? "-" : "",
		 several ? m->options.suites.word[suite] : "", end);
}

static void suite_compare(struct matrix *m, unsigned suite)
{
	char table[PATH_MAX], report[PATH_MAX];
	int ret;

	name_make(table, sizeof(table), m, suite, "compare", ".txt");
	name_make(report, sizeof(report), m, suite, "report", ".html");
	if (kernels_with_results(m, suite) < 2) {
		fprintf(stderr, "mdlab: matrix: %s: not compared: results of two kernels are "
			"needed\n", m->options.suites.word[suite]);
		return;
	}
	unlink(table);
	ret = compare_run(m, suite, "text", table);
	/* A table in which no figure could be compared is one all the same. */
	if (access(table, F_OK) < 0) {
		fprintf(stderr, "mdlab: matrix: %s: not compared: mdlab compare ended with %d\n",
			m->options.suites.word[suite], ret);
		return;
	}
	if (strcmp(m->options.format, "text") != 0)
		ret = compare_run(m, suite, m->options.format, NULL);
	else
		ret = file_print(table);
	if (ret < 0) {
		fprintf(stderr, "mdlab: matrix: standard output: %s\n", strerror(-ret));
		m->is_output_lost = true;
	}
	ret = report_run(m, suite, report);
	if (ret != 0)
		fprintf(stderr, "mdlab: matrix: %s: not made: mdlab report ended with %d\n", report,
			ret);
	else
		fprintf(stderr, "mdlab: matrix: %s\n", report);
}

void matrix_compare(struct matrix *m)
{
	for (unsigned i = 0; i < m->options.suites.count && !m->signals.got; i++)
		suite_compare(m, i);
}
