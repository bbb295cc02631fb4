/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A growing list of words: the argument list of a program to be started, or
 * the words of a kernel command line. Errors are sticky: add freely, ask
 * ->failed once.
 */
#ifndef ARGS_H
#define ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct args {
	char **word;		/* NULL-terminated, each one allocated */
	size_t count, size;
	bool failed;		/* no memory */
};

void args_add(struct args *a, const char *word);
void args_addf(struct args *a, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void args_free(struct args *a);
/* One word, quoted for a POSIX shell where it must be. */
void args_print_quoted(FILE *out, const char *word);
/* Copy text for a value of QEMU's a=b,c=d lists: commas are doubled. */
int args_escape_commas(char *buf, size_t size, const char *text);

#endif
