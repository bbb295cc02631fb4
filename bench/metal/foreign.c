// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which arrays of others there are, and their read tests behind the plan's. What
 * brings them up is in foreignmd.c.
 */
#include "appliance.h"
#include "metal/foreign.h"

int foreign_plan(struct appliance *a, char *err, size_t size)
{
	return plan_make(&a->plan, &a->request, err, size);
}

bool foreign_are_here(const struct appliance *a, const struct disk_list *list)
{
	(void)list;
	return a->opt.foreign == FOREIGN_NO;
}

void foreign_run(struct appliance *a)
{
	(void)a;
}
