// SPDX-License-Identifier: GPL-2.0-only
/*
 * `mdbench appliance`: its arguments and its words. With a medium the run is a
 * leg of a session (metal/stickrun.c), else it is all there is.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "appliance.h"
#include "commands.h"
#include "metal/plantext.h"
#include "metal/stickrun.h"
#include "metal/stickwords.h"
#include "random.h"
#include "sinks.h"
#include "sysfile.h"
#include "units.h"

#define MARK "/etc/mdbench/segments/base"
#define DEFAULT_WORDS "/proc/cmdline"
#define PLAN_SEGMENT "/etc/mdbench/plan"

static struct appliance app;

/* The plan segment is a plan.txt, too: its words in line, "" without one. */
static int read_plan_segment(char *line, size_t size, struct opt_error *err)
{
	static char plan[PLANTEXT_MAX];
	long len = sysfile_read(PLAN_SEGMENT, plan, sizeof(plan));
	uint64_t sum;

	line[0] = '\0';
	if (len == -ENOENT)
		return 0;
	if (len < 0 || len == sizeof(plan) - 1) {
		snprintf(err->text, sizeof(err->text), "words: " PLAN_SEGMENT ": %s",
			 len < 0 ? strerror((int)-len) : "too long");
		return -EINVAL;
	}
	return plantext_parse(plan, (size_t)len, line, size, &sum, err->text, sizeof(err->text));
}

/*
 * The lines, then the plan segment (metal) and the kernel's command line; what
 * comes later has the last word. All are cut up in place and values point into
 * them.
 */
int appliance_words(struct appliance *a, char *const *lines, unsigned n, struct opt_error *err)
{
	static char text[2][4096];
	unsigned i;
	long len;

	opt_defaults(appliance_option_list, &a->opt);
	for (i = 0; i < n; i++) {
		if (opt_parse_words(appliance_option_list, &a->opt, APPLIANCE_PREFIX, lines[i],
				    err))
			return -EINVAL;
	}
	if (read_plan_segment(text[0], sizeof(text[0]), err) < 0)
		return -EINVAL;
	len = sysfile_read(a->words_path, text[1], sizeof(text[1]));
	if (len < 0 || len == sizeof(text[1]) - 1) {
		snprintf(err->text, sizeof(err->text), "words: %s: %s", a->words_path,
			 len < 0 ? strerror((int)-len) : "too long");
		return -EINVAL;
	}
	for (i = 0; i < ARRAY_SIZE(text); i++) {
		if (opt_parse_words(appliance_option_list, &a->opt, APPLIANCE_PREFIX, text[i],
				    err))
			return -EINVAL;
	}
	return 0;
}

static void print_help(FILE *out)
{
	const struct suite *s;

	fprintf(out, "usage: mdbench appliance [--words=FILE] [--init-ns=N]\n"
		"       mdbench appliance --check=PLAN\n"
		"Run a suite inside the appliance. Its options are boot words,\n"
		"mdbench.NAME=VALUE, read from FILE (default %s) and from the\n"
		"plan segment (%s). --check only looks whether\n"
		"PLAN, the plan.txt of a medium, is one that it would take.\n\n", DEFAULT_WORDS, PLAN_SEGMENT);
	opt_help(appliance_option_list, "", out);
	fprintf(out, "\nsuites:\n\n");
	for (s = suite_list; s->name; s++)
		fprintf(out, "  %-10s%s\n", s->name, s->help);
}

static int parse_arguments(struct appliance *a, int argc, char **argv)
{
	int i;

	a->words_path = DEFAULT_WORDS;
	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--help")) {
			print_help(stdout);
			return -1;
		}
		if (!strncmp(argv[i], "--check=", 8)) {
			a->check_path = argv[i] + 8;
		} else if (!strncmp(argv[i], "--words=", 8)) {
			a->words_path = argv[i] + 8;
		} else if (strncmp(argv[i], "--init-ns=", 10) ||
			   parse_u64(argv[i] + 10, 0, UINT64_MAX, &a->init_ns)) {
			fprintf(stderr, "mdbench: appliance: %s: unknown or wrong option; see `mdbench appliance --help`\n",
				argv[i]);
			return EXIT_USAGE;
		}
	}
	return 0;
}

int appliance_main(int argc, char **argv)
{
	struct appliance *a = &app;
	struct opt_error err;
	int ret;

	ret = parse_arguments(a, argc, argv);
	if (ret)
		return ret < 0 ? EXIT_PASS : ret;
	if (a->check_path)
		return stickwords_check_file(a->check_path);
	if (access(MARK, F_OK) < 0) {
		fprintf(stderr, "mdbench: appliance: this is no mdbench appliance (%s is not here): refused; use `mdbench dd` or boot it with `make run`\n",
			MARK);
		return EXIT_REFUSED;
	}
	a->started_s = appliance_uptime_s();
	a->watchdog.fd = -1;
	ret = appliance_words(a, NULL, 0, &err);
	if (!ret && a->opt.medium && *a->opt.medium)
		return stick_main(a);
	record_init(&a->out, a->opt.run ? a->opt.run : "local");
	sinks_open(&a->out, a->opt.results);
	kmsg_open(&a->kmsg);
	/* Where it is refused something waits longer, and that is all. */
	random_credit();
	if (ret)
		return appliance_finish(a, "usage", err.text, EXIT_USAGE);
	if (a->opt.watchdog)
		appliance_guard(a);
	return appliance_run(a);
}
