// SPDX-License-Identifier: GPL-2.0-only
/*
 * mdbench: finds the command and runs it. What a command prints has arrived
 * only when the last flush says so, hence the check at the end.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "commands.h"
#include "version.h"

static const struct command {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *help;
} command_list[] = {
	{ "appliance", appliance_main, "run a suite on this machine's consenting disks" },
	{ "bonnie", bonnie_main, "write, read, seek and make files as bonnie++ does" },
	{ "dd", dd_main, "copy and measure as GNU dd does" },
	{ "disks", disks_main, "list disks and whether they may be written to" },
	{ "mark", mark_main, "let runs overwrite a GPT partition or an empty disk" },
	{ "meta", meta_main, "make, look at and delete many small files" },
	{ "modules", modules_main, "load the kernel modules that this machine needs" },
	{ "rand", rand_main, "random blocks, at a depth, by an engine" },
	{ "tio", tio_main, "sequential and random I/O by threads as tiobench does" },
	{ "unmark", unmark_main, "take that back" },
	{ NULL, NULL, NULL }
};

static void print_help(FILE *out)
{
	const struct command *c;

	fputs("usage: mdbench COMMAND [NAME=VALUE...]\n\ncommands:\n", out);
	for (c = command_list; c->name; c++)
		fprintf(out, "  %-12s%s\n", c->name, c->help);
	fputs("\n`mdbench COMMAND --help` lists a command's options;"
	      " `mdbench --version` prints the version.\n", out);
}

static int run_command(int argc, char **argv)
{
	const struct command *c;

	if (argc < 2) {
		print_help(stderr);
		return EXIT_USAGE;
	}
	if (!strcmp(argv[1], "--help")) {
		print_help(stdout);
		return EXIT_PASS;
	}
	if (!strcmp(argv[1], "--version")) {
		puts("mdbench " MDBENCH_VERSION);
		return EXIT_PASS;
	}
	for (c = command_list; c->name; c++)
		if (!strcmp(argv[1], c->name))
			return c->run(argc - 1, argv + 1);
	return complain(EXIT_USAGE, "%s: unknown command; see mdbench --help", argv[1]);
}

/*
 * Where one of the first three is closed, the next file or device that is opened
 * would have its number, and what is said would be written into it. Nothing can
 * be written to these, so that a lost output is still an error.
 */
static void hold_descriptors(void)
{
	int fd = 0;

	while (fd >= 0 && fd <= STDERR_FILENO)
		fd = fcntl(fd, F_GETFD) < 0 ? open("/dev/null", O_RDONLY) : fd + 1;
}

int main(int argc, char **argv)
{
	int status;

	hold_descriptors();

	/* A reader that went away is an error of that write, with its line. */
	signal(SIGPIPE, SIG_IGN);
	status = run_command(argc, argv);
	if ((fflush(stdout) || ferror(stdout)) && status == EXIT_PASS)
		return complain(EXIT_FAILED, "standard output: %m");
	return status;
}
