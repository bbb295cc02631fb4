/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What `mdlab stick` was asked for: which machine, what is plugged in, and what
 * is to be done to it when the serial line says a text.
 */
#ifndef STICKOPT_H
#define STICKOPT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "disks.h"
#include "fail.h"
#include "options.h"

enum firmware { FIRMWARE_BIOS, FIRMWARE_UEFI };
enum machine { MACHINE_Q35, MACHINE_PC, MACHINE_2003 };
enum stick_port { PORT_XHCI, PORT_EHCI, PORT_UHCI, PORTS };
enum stick_watchdog { WATCHDOG_NONE, WATCHDOG_I6300ESB, WATCHDOG_ITCO };
enum stick_pstore { PSTORE_NONE, PSTORE_ERST };

/* In the order of their options' names in stickopt.c. */
enum act { ACT_KILL, ACT_UNTIL, ACT_UNPLUG, ACT_REPLUG, ACT_PLUG, ACT_SHOT, ACT_PRESS, ACTS };

/* Do it when the nth line with the text comes on the serial line. */
struct trigger {
	char text[200];		/* "": not asked for */
	char key[24];		/* ACT_PRESS */
	unsigned nth;
};

struct stick_options {
	const char *image, *cdrom, *net, *bootfile, *attach, *cpu, *state, *out, *screen;
	const char *disks;		/* specs parted by line feeds; NULL: none */
	const char *at[ACTS];		/* as given */
	uint64_t memory_bytes, cpus, timeout_s, silence_s, kill_at_bytes;
	unsigned firmware, machine, port, watchdog, pstore, accel;
	bool nic, write, print, quiet;
	struct trigger trigger[ACTS];
	char *joined[2];		/* of repeated options; freed by stickopt_free */
};

extern const char *const firmware_names[], *const machine_names[], *const port_names[];

/* argv without the command's own name. 0, or -EINVAL with f filled. */
int stickopt_parse(struct stick_options *o, int argc, char **argv, struct fail *f);
void stickopt_free(struct stick_options *o);
void stickopt_help(FILE *out);

#endif
