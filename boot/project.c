// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds the project from /proc/self/exe, so that mdlab works from any folder.
 */
#include "project.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_root(const char *path)
{
	char name[PATH_MAX];

	return snprintf(name, sizeof(name), "%s/kernel-configs/build.mk", path) <
	       (int)sizeof(name) && access(name, F_OK) == 0;
}

int project_find(struct project *p, struct fail *f)
{
	const char *given = getenv("MDBENCH_ROOT");
	ssize_t n = readlink("/proc/self/exe", p->build, sizeof(p->build) - 1);
	char *slash;

	if (n <= 0 || n >= (ssize_t)sizeof(p->build) - 1)
		return fail_set(f, STATUS_NOT_STARTED, "cannot read /proc/self/exe");
	p->build[n] = '\0';
	slash = strrchr(p->build, '/');
	if (slash)
		*slash = '\0';
	snprintf(p->root, sizeof(p->root), "%s", given && *given ? given : p->build);
	/* build/ or a folder in it: look upwards. */
	while (!(given && *given) && p->root[0] && !is_root(p->root)) {
		slash = strrchr(p->root, '/');
		if (!slash)
			break;
		*slash = '\0';
	}
	if (!p->root[0] || !is_root(p->root))
		return fail_set(f, STATUS_NOT_STARTED, "project: not found above %s; set "
				"MDBENCH_ROOT", p->build);
	if (setenv("BUILD", p->build, 1) < 0 || setenv("MDBENCH_ROOT", p->root, 1) < 0)
		return fail_set(f, STATUS_NOT_STARTED, "no memory");
	return 0;
}
