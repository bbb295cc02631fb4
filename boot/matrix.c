// SPDX-License-Identifier: GPL-2.0-only
/*
 * `mdlab matrix`: one suite under many kernels, in turn, so that a host that
 * grows slower does so for all of them; stopped at any point, it goes on. This
 * and its parts print; what each part does is said in matrix_parts.h.
 */
#include "matrix.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include <unistd.h>
#include "matrix_parts.h"
#include "text.h"

static void warning_make(struct matrix *m)
{
	const struct matrix_options *o = &m->options;
	const long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	const uint64_t wanted = o->jobs * MAX(o->cpus, 1);

	if (cpus > 0 && wanted > (uint64_t)cpus)
		snprintf(m->warning, sizeof(m->warning), "the guests have %" PRIu64 " CPUs "
			 "together, the host has %ld: they disturb each other's timing", wanted,
			 cpus);
	else if (o->jobs > 1)
		snprintf(m->warning, sizeof(m->warning), "%" PRIu64 " guests at once disturb each "
			 "other's timing", o->jobs);
	if (m->warning[0])
		fprintf(stderr, "mdlab: matrix: warning: %s\n", m->warning);
}

static void print_kernels(const struct matrix *m)
{
	char spec[128], release[128];

	for (unsigned i = 0; i < m->kernels; i++) {
		const struct matrix_kernel *k = &m->kernel[i];

		printf("%-4s%s  %s\n", k->key, text_escape(spec, sizeof(spec), k->spec),
		       k->error[0] ? k->error : text_escape(release, sizeof(release), k->release));
	}
}

/* --print: what is there, what would run, and for how long. */
static void print_plan(struct matrix *m)
{
	static const char *const words[] = {
		[RUN_MISSING] = "to be made", [RUN_UNDER_WAY] = "", [RUN_DONE] = "",
		[RUN_NOT_MADE] = "its kernel cannot be had"
	};
	long long left = matrix_left_ms(m);
	char name[96], time[32];

	print_kernels(m);
	for (size_t i = 0; i < m->runs; i++) {
		const struct matrix_run *run = &m->run[i];

		matrix_run_name(name, sizeof(name), &m->options, run);
		printf("%-20s%s\n", name, run->state == RUN_DONE ? run->word : words[run->state]);
	}
	printf("%zu of %zu runs are to be made, %s%s; %s\n", matrix_count(m, RUN_MISSING), m->runs,
	       left < 0 ? "for a time that is not known yet" : "for about ",
	       left < 0 ? "" : matrix_duration(time, sizeof(time), left), m->path);
}

/*
 * What a run would refuse for this plan, asked of one for each suite; the folder
 * it names is not made.
 */
static int check_runs(struct matrix *m, struct fail *f)
{
	char *out = malloc(PATH_MAX * 4);
	const struct matrix_kernel *k = NULL;
	int ret = out ? 0 : fail_set(f, STATUS_NOT_STARTED, "no memory");

	for (unsigned i = 0; i < m->kernels && !k; i++) {
		if (!m->kernel[i].error[0])
			k = &m->kernel[i];
	}
	for (size_t i = 0; i < m->options.suites.count && k && ret == 0; i++) {
		struct args argv = { 0 };

		args_add(&argv, "/proc/self/exe");
		args_add(&argv, "run");
		args_add(&argv, "--print");
		args_addf(&argv, "--kernel=%s", k->image.path);
		args_addf(&argv, "--suite=%s", m->options.suites.word[i]);
		for (size_t n = 0; n < m->options.handed.count; n++)
			args_add(&argv, m->options.handed.word[n]);
		if (argv.failed || setenv("MODULES", k->modules.path, 1) < 0)
			ret = fail_set(f, STATUS_NOT_STARTED, "no memory");
		if (ret == 0)
			ret = child_capture(argv.word, CAPTURE_STDERR_OURS, 0, &m->signals, out,
					    PATH_MAX * 4);
		args_free(&argv);
		if (ret < 0 && !f->text[0])
			fail_set(f, m->signals.got ? STATUS_SIGNAL + m->signals.got :
				 STATUS_NOT_STARTED, "mdlab run: %s", strerror(-ret));
		else if (ret > 0)
			fail_set(f, ret, "mdlab run would not start; nothing was run");
	}
	free(out);
	return ret ? -EIO : 0;
}

/* The highest of all runs that the plan has, of earlier calls too. */
static int worst_status(const struct matrix *m)
{
	int worst = 0;

	for (size_t i = 0; i < m->runs; i++)
		worst = MAX(worst, m->run[i].state == RUN_NOT_MADE && !m->run[i].status ?
			    STATUS_NOT_STARTED : m->run[i].status);
	return worst;
}

static void say_begin(const struct matrix *m)
{
	size_t done = matrix_count(m, RUN_DONE), missing = matrix_count(m, RUN_MISSING);
	long long left = matrix_left_ms(m);
	char time[32];

	fprintf(stderr, "mdlab: matrix: %zu run%s to make%s", missing, missing == 1 ? "" : "s",
		done ? ", " : "");
	if (done)
		fprintf(stderr, "%zu of %zu are there", done, m->runs);
	if (left > 0)
		fprintf(stderr, "; about %s", matrix_duration(time, sizeof(time), left));
	fprintf(stderr, "; %s\n", m->path);
}

static int matrix_execute(struct matrix *m, struct fail *f)
{
	int ret = matrix_folder_open(m, f);

	if (ret < 0)
		return ret;
	say_begin(m);
	ret = matrix_make_runs(m, f);
	if (matrix_count(m, RUN_DONE) && matrix_folder_latest(m) < 0)
		fprintf(stderr, "mdlab: matrix: %s/latest: cannot be set\n", m->runs_folder);
	if (m->signals.got)
		return fail_set(f, STATUS_SIGNAL + m->signals.got, "interrupted: %zu of %zu runs "
				"are done; the same command goes on: %s",
				matrix_count(m, RUN_DONE), m->runs, m->path);
	if (ret < 0)
		return ret;
	matrix_compare(m);
	if (m->signals.got)
		return fail_set(f, STATUS_SIGNAL + m->signals.got, "interrupted: all runs are there; "
				"the same command compares them: %s", m->path);
	if (m->warning[0])
		fprintf(stderr, "mdlab: matrix: warning: %s\n", m->warning);
	fprintf(stderr, "mdlab: matrix: %zu of %zu runs are done (exit status %d); %s\n",
		matrix_count(m, RUN_DONE), m->runs, worst_status(m), m->path);
	return 0;
}

static int matrix_do(struct matrix *m, int argc, char **argv, struct fail *f)
{
	int ret = matrix_options_parse(&m->options, argc - 1, argv + 1, f);

	if (ret == 0 && m->options.help) {
		matrix_options_help(stdout);
		return 0;
	}
	if (ret == 0)
		ret = project_find(&m->project, f);
	if (ret == 0 && signals_open(&m->signals) < 0)
		ret = fail_set(f, STATUS_NOT_STARTED, "signals: %s", strerror(errno));
	if (ret < 0)
		return ret;
	warning_make(m);
	ret = matrix_find_kernels(m, f);
	if (ret == 0)
		ret = check_runs(m, f);
	if (ret < 0)
		return ret;
	m->run = matrix_plan_runs(&m->options, m->kernels, &m->runs);
	m->plan = matrix_plan_make(m);
	if (!m->run || !m->plan)
		return fail_set(f, STATUS_NOT_STARTED, "no memory");
	ret = matrix_folder_choose(m, f);
	if (ret < 0 || !m->options.print)
		return ret ? ret : matrix_execute(m, f);
	matrix_folder_look(m);
	print_plan(m);
	return 0;
}

int matrix_main(int argc, char **argv)
{
	struct matrix *m = calloc(1, sizeof(*m));
	struct fail f = { 0 };
	int status;

	if (!m) {
		fputs("mdlab: matrix: no memory\n", stderr);
		return STATUS_NOT_STARTED;
	}
	m->signals.fd = m->lock_fd = -1;
	if (matrix_do(m, argc, argv, &f) < 0) {
		if (f.text[0])
			fprintf(stderr, "mdlab: matrix: %s\n", f.text);
		status = f.status;
	} else {
		status = m->options.help || m->options.print ? STATUS_PASS : worst_status(m);
		if (!status && m->is_output_lost)
			status = STATUS_FAIL;
	}
	if (m->lock_fd >= 0)
		close(m->lock_fd);
	json_decref(m->plan);
	free(m->run);
	matrix_options_free(&m->options);
	free(m);
	return status;
}
