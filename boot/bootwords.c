// SPDX-License-Identifier: GPL-2.0-only
/*
 * Boot words that the kernel would take for its own and the appliance would
 * not see. The kernel documents no parameter with the name of an option of the
 * appliance.
 */
#include "bootwords.h"

#include <stdlib.h>
#include <string.h>
#include "appliance.h"

int bootwords_check(const char *append, struct fail *f)
{
	struct opt_error err = { "" };
	char *line = strdup(append);
	int ret;

	if (!line)
		return fail_set(f, STATUS_NOT_STARTED, "no memory");
	ret = opt_check_bare(appliance_option_list, APPLIANCE_PREFIX, line, &err);
	free(line);
	return ret ? fail_set(f, STATUS_USAGE, "append: %s", err.text) : 0;
}
