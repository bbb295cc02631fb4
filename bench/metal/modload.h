/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Loads the modules of the modules segment. ORDER lists them, each after what it
 * depends on: "PATH PARAMETERS…", the path absolute or below the folder. RULES
 * says when (those of a segment for guests have no alias and no net):
 *
 *	needs NAME NAME…	what it depends on
 *	always NAME		whatever the machine
 *	alias NAME PATTERN	where a device's modalias matches
 *	net NAME		and the network is wanted, too
 *
 * and what has neither of always and alias waits until it is asked for. Without
 * RULES all are loaded. NAME.PARAMETER=VALUE on the kernel's command line reaches the
 * module NAME, as modprobe does it.
 */
#ifndef MODLOAD_H
#define MODLOAD_H

#include <stdbool.h>
#include <stddef.h>

#define MODLOAD_FOLDER "/lib/mdbench/modules"

struct modload_module {
	const char *name, *path, *params, *needs;	/* "": none */
	bool is_wanted, is_done, is_net;
};

struct modload_alias {
	const char *pattern;
	size_t module, fixed;	/* index; characters before the first * ? or [ */
};

struct modload {
	const char *root;		/* "" for "/"; for a tree of a test */
	char *text[3];			/* order, rules, command line */
	struct modload_module *module;
	struct modload_alias *alias;
	size_t modules, aliases;
	bool only_net;			/* network drivers, and nothing else */
	/* 0 or -errno; init_module of the kernel unless set between open and run. */
	int (*load)(const char *path, const char *params);
	/* What could not be loaded; may be NULL. */
	void (*failed)(const char *name, int error);
};

/* 0; -ENOENT where there is no such segment; -ENOMEM, -EINVAL, -errno. */
int modload_open(struct modload *m, const char *root);
void modload_close(struct modload *m);
/* All that is wanted now, and what is wanted because of devices that then came up. */
void modload_run(struct modload *m);
/*
 * One by its name, with what it needs. params (may be NULL) come after the row's.
 * 0 if it is loaded now; -ENOENT if the segment has it not; -errno.
 */
int modload_name(struct modload *m, const char *name, const char *params);
/* The same in this machine, by itself. */
int modload_now(const char *name, const char *params);
/* The network drivers of this machine's devices; 0 or as modload_open. */
int modload_network(void);
/* The parameters of module name on a command line, joined by spaces. False: no room. Pure. */
bool modload_params(const char *cmdline, const char *name, char *buf, size_t size);

#endif
