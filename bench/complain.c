// SPDX-License-Identifier: GPL-2.0-only
/*
 * How commands say what went wrong: one line, `mdbench: what: object: reason`.
 * Not for the modules below them, which return -errno.
 */
#include <stdarg.h>
#include <stdio.h>
#include "commands.h"

int complain(int status, const char *format, ...)
{
	va_list args;

	fflush(stdout);
	fputs("mdbench: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	return status;
}
