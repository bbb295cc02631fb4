// SPDX-License-Identifier: GPL-2.0-only
/*
 * `mdbench modules`: what /init calls to load the kernel's modules. What cannot
 * be loaded is said, and nothing stops because of it: the disks that need it
 * will be missed where they are needed.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "commands.h"
#include "modload.h"

static void say_failed(const char *name, int error)
{
	complain(EXIT_FAILED, "modules: %s: %s", name, strerror(-error));
}

static int print_module(const char *path, const char *params)
{
	printf("%s%s%s\n", path, *params ? " " : "", params);
	return 0;
}

int modules_main(int argc, char **argv)
{
	const char *root = "";
	struct modload m;
	bool print = false;
	int i, ret;

	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--help")) {
			puts("usage: mdbench modules [--print] [--root=DIR]\n"
			     "Load the modules of the appliance's modules segment, those that this\n"
			     "machine's devices ask for. --print: say which, and load none.");
			return EXIT_PASS;
		}
		if (!strcmp(argv[i], "--print"))
			print = true;
		else if (!strncmp(argv[i], "--root=", 7))
			root = argv[i] + 7;
		else
			return complain(EXIT_USAGE, "modules: %s: unknown option; see `mdbench modules --help`",
					argv[i]);
	}
	ret = modload_open(&m, root);
	if (ret)
		return complain(EXIT_FAILED, "modules: %s%s: %s", root, MODLOAD_FOLDER,
				ret == -ENOENT ? "no modules segment is here" : strerror(-ret));
	m.failed = say_failed;
	if (print)
		m.load = print_module;
	modload_run(&m);
	modload_close(&m);
	return EXIT_PASS;
}
