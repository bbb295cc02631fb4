// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sentence that says why something could not be done.
 */
#include "fail.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

int fail_set(struct fail *f, int status, const char *format, ...)
{
	va_list args;

	f->status = status;
	va_start(args, format);
	vsnprintf(f->text, sizeof(f->text), format, args);
	va_end(args);
	return status == STATUS_USAGE ? -EINVAL : -EIO;
}
