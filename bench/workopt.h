/* SPDX-License-Identifier: GPL-2.0-only */
/* The options of each family's command: tables of opt.h over work_options. */
#ifndef WORKOPT_H
#define WORKOPT_H

#include "opt.h"
#include "workcmd.h"

enum work_format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV };

struct work_command {
	const char *family;
	const struct opt *options;
	const char *summary;	/* of the help text */
};

const struct work_command *workopt_find(const char *family);	/* or NULL */

#endif
