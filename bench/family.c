// SPDX-License-Identifier: GPL-2.0-only
/* The families there are. A new one is a line here and a file of its own. */
#include <string.h>
#include "work.h"

const struct family *const family_list[] = {
	&dd_family,
	&bonnie_family,
	&meta_family,
	&rand_family,
	&tio_family,
	NULL
};

const struct family *family_find(const char *name)
{
	unsigned i;

	for (i = 0; family_list[i]; i++)
		if (!strcmp(family_list[i]->name, name))
			return family_list[i];
	return NULL;
}
