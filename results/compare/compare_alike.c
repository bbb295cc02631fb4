// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is not alike in runs that are to be compared: one line for each trait
 * that must be, with the groups that have each of its values.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare_parts.h"

#define VALUES_MAX 8		/* of a trait that are named */
#define VALUE_BYTES 120

/* A value of a trait, and which groups have it. */
struct trait_value {
	const char *text;
	bool has[GROUPS_MAX];
};

struct trait_values {
	struct trait_value value[VALUES_MAX];
	size_t count;
	bool is_more;
};

/*
 * A run that broke before it said anything of its machine has no env record, and
 * one that broke soon after has not named all its disks: what it does not say is
 * not another value.
 */
static bool is_said(const struct runinfo *run, enum trait t)
{
	if (t == TRAIT_DISKS && !run->has_disks)
		return false;
	return run->trait[t][0] || run->has_env;
}

static void values_add(struct trait_values *values, const char *text, size_t g)
{
	size_t i;

	for (i = 0; i < values->count && strcmp(values->value[i].text, text); i++)
		;
	if (i == VALUES_MAX) {
		values->is_more = true;
		return;
	}
	if (i == values->count)
		values->value[values->count++] = (struct trait_value){ .text = text };
	values->value[i].has[g] = true;
}

static int line_add(char **text, const struct trait_row *row, const struct trait_values *values)
{
	const struct trait_value *v;
	const char *sep;
	char shown[VALUE_BYTES];
	int ret = compare_append(text, "%s:", row->name);

	for (size_t i = 0; i < values->count && !ret; i++) {
		v = &values->value[i];
		sep = i ? "; " : " ";
		for (size_t g = 0; g < GROUPS_MAX && !ret; g++) {
			if (!v->has[g])
				continue;
			ret = compare_append(text, "%s%c", sep, group_letter(g));
			sep = ", ";
		}
		snprintf(shown, sizeof(shown), "%s", v->text[0] ? v->text : "(not said)");
		for (char *p = shown; *p; p++) {
			if ((unsigned char)*p < ' ' || *p == 0x7f)
				*p = '?';
		}
		if (!ret)
			ret = compare_append(text, " %s", shown);
	}
	return ret ? ret : compare_append(text, "%s\n", values->is_more ? "; and more" : "");
}

int alike_find(struct comparison *c)
{
	const struct runlist *list;
	int ret = 0;

	for (unsigned t = 0; t < TRAITS && !ret; t++) {
		struct trait_values values = { .count = 0 };

		if (!trait_list[t].must_be_alike)
			continue;
		for (size_t g = 0; g < c->groups; g++) {
			list = &c->group[g].list;
			for (size_t r = 0; r < list->count; r++) {
				if (is_said(&list->run[r], (enum trait)t))
					values_add(&values, list->run[r].trait[t], g);
			}
		}
		if (values.count > 1)
			ret = line_add(&c->differences, &trait_list[t], &values);
	}
	return ret;
}
