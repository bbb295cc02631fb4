// SPDX-License-Identifier: GPL-2.0-only
/*
 * mdlab: the host's side of mdbench. One table of commands; each returns the
 * exit status.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bisect.h"
#include "comparecmd.h"
#include "fail.h"
#include "import.h"
#include "log.h"
#include "matrix.h"
#include "project.h"
#include "report.h"
#include "run.h"
#include "show.h"
#include "stick.h"
#include "version.h"

/* Hands over to the script that knows kernels. */
static int kernels_main(int argc, char **argv)
{
	char script[PATH_MAX], option[] = "--list";
	char **words = calloc((size_t)argc + 2, sizeof(*words));
	struct project project;
	struct fail f = { 0 };

	if (!words || project_find(&project, &f) < 0) {
		fprintf(stderr, "mdlab: kernels: %s\n", words ? f.text : "no memory");
		free(words);
		return STATUS_NOT_STARTED;
	}
	snprintf(script, sizeof(script), "%s/kernel-configs/kernel.sh", project.root);
	words[0] = script;
	words[1] = option;
	for (int i = 1; i < argc; i++)
		words[i + 1] = argv[i];
	execv(script, words);
	fprintf(stderr, "mdlab: kernels: %s: %s\n", script, strerror(errno));
	free(words);
	return STATUS_NOT_STARTED;
}

static const struct command {
	const char *name;
	int (*main)(int argc, char **argv);
	const char *help;
} command_list[] = {
	{ "run", run_main, "boot a kernel in QEMU, run a suite, bring the results home" },
	{ "matrix", matrix_main, "run a suite under many kernels in turn, compare them" },
	{ "bisect", bisect_main, "one step of git bisect run: build, run, compare" },
	{ "kernels", kernels_main, "list the kernels that are in the cache" },
	{ "stick", stick_main, "boot a stick's image in a machine that looks like metal" },
	{ "import", import_main, "take home the results of a stick or a serial line" },
	{ "show", show_main, "print the results of a run" },
	{ "log", log_main, "list runs: kernel, suite, verdict, date" },
	{ "compare", compare_main, "tell faster from slower among groups of runs" },
	{ "report", report_main, "write a comparison as a page with plots" },
	{ 0 }
};

static void help(FILE *out)
{
	fputs("usage: mdlab COMMAND [OPTION]...\n\n", out);
	for (const struct command *c = command_list; c->name; c++)
		fprintf(out, "  %-10s%s\n", c->name, c->help);
	fputs("\nmdlab COMMAND --help tells more. mdlab --version prints the version.\n", out);
}

/* Output that did not reach the file is a failure, whatever was printed. */
static int finish(int status)
{
	if (fflush(stdout) != 0 || ferror(stdout)) {
		fprintf(stderr, "mdlab: standard output: %s\n", strerror(errno));
		return status ? status : STATUS_FAIL;
	}
	return status;
}

/*
 * Where one of the first three is closed, the next file or pipe would have its
 * number: what is said would be written into it, and a child would lose it.
 * Nothing can be written to these, so that a lost output is still an error.
 */
static void hold_descriptors(void)
{
	int fd = 0;

	while (fd >= 0 && fd <= STDERR_FILENO)
		fd = fcntl(fd, F_GETFD) < 0 ? open("/dev/null", O_RDONLY) : fd + 1;
}

int main(int argc, char **argv)
{
	hold_descriptors();
	if (argc < 2) {
		fputs("mdlab: no command given; try mdlab --help\n", stderr);
		return STATUS_USAGE;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		help(stdout);
		return finish(STATUS_PASS);
	}
	if (!strcmp(argv[1], "--version")) {
		puts("mdlab " MDBENCH_VERSION);
		return finish(STATUS_PASS);
	}
	for (const struct command *c = command_list; c->name; c++) {
		if (!strcmp(c->name, argv[1]))
			return finish(c->main(argc - 1, argv + 1));
	}
	fprintf(stderr, "mdlab: %s: unknown command; try mdlab --help\n", argv[1]);
	return STATUS_USAGE;
}
