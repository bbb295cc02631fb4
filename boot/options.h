/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What `mdlab run` was asked for, and the part of it that is handed on to the
 * guest as boot words.
 */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "args.h"
#include "fail.h"

enum accel { ACCEL_AUTO, ACCEL_KVM, ACCEL_TCG };

struct run_options {
	const char *kernel, *suite, *only, *disks, *append, *attach, *out, *seed, *model;
	const char *segment;
	uint64_t size_bytes, memory_bytes, cpus, repeat;	/* 0: not given */
	uint64_t timeout_s, boot_timeout_s;			/* 0: not given */
	unsigned accel;		/* enum accel */
	unsigned after;		/* enum run_after */
	bool print, quiet;
	char *joined[3];	/* of repeated options; freed by options_free */
};

enum run_after { AFTER_POWEROFF, AFTER_REBOOT, AFTER_SHELL };

/*
 * Parse and check what can be checked without looking at the machine. argv
 * without the command's own name. 0, or -EINVAL with f filled. A repeated
 * --attach or --segment adds to the list, a repeated --append to the words.
 */
int options_parse(struct run_options *o, int argc, char **argv, struct fail *f);
void options_free(struct run_options *o);
void options_help(FILE *out);
/* Of another table, a row an option. */
struct opt;
void options_help_table(const struct opt *table, FILE *out);
/* The rows of `mdlab run`, for a command that hands some of them on. */
const struct opt *options_table(void);

/*
 * Does the request fit: known suite, a test that matches, enough disks of
 * disk_bytes each, file size? ndisks counts those that consent.
 */
int options_check_plan(const struct run_options *o, unsigned ndisks, uint64_t disk_bytes,
		       struct fail *f);

/* Add a boot word mdbench.NAME=VALUE, quoted as the kernel wants it. */
int options_add_word(struct args *words, const char *name, const char *value, struct fail *f);
/* Add a boot word for every option that is the guest's and was given. */
int options_add_words(const struct run_options *o, struct args *words, struct fail *f);

#endif
