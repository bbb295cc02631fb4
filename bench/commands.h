/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The commands of mdbench. argv[0] is the command's own name; the value
 * returned is the exit status. These, and main, are the layer that prints.
 */
#ifndef COMMANDS_H
#define COMMANDS_H

enum exit_status {
	EXIT_PASS = 0,
	EXIT_FAILED = 1,
	EXIT_USAGE = 2,
	EXIT_REFUSED = 3,	/* for safety */
};

int appliance_main(int argc, char **argv);
int bonnie_main(int argc, char **argv);
int dd_main(int argc, char **argv);
int disks_main(int argc, char **argv);
int mark_main(int argc, char **argv);
int meta_main(int argc, char **argv);
int modules_main(int argc, char **argv);
int rand_main(int argc, char **argv);
int tio_main(int argc, char **argv);
int unmark_main(int argc, char **argv);

/* "mdbench: " and one line on stderr; returns status, to be returned in turn. */
int complain(int status, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
