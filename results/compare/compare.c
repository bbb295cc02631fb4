// SPDX-License-Identifier: GPL-2.0-only
/*
 * A comparison is made in steps: runs are found and put into groups, they are
 * found alike or refused, their results become cells, cells become outcomes.
 */
#include "compare.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare_parts.h"

#define SENTENCE_MAX 600

static int compare_append_va(char **text, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));

static int compare_append_va(char **text, const char *format, va_list args)
{
	size_t len = *text ? strlen(*text) : 0;
	char *more, *grown;

	if (vasprintf(&more, format, args) < 0)
		return -ENOMEM;
	grown = realloc(*text, len + strlen(more) + 1);
	if (grown) {
		memcpy(grown + len, more, strlen(more) + 1);
		*text = grown;
	}
	free(more);
	return grown ? 0 : -ENOMEM;
}

int compare_append(char **text, const char *format, ...)
{
	va_list args;
	int ret;

	va_start(args, format);
	ret = compare_append_va(text, format, args);
	va_end(args);
	return ret;
}

int compare_warn(struct comparison *c, const char *format, ...)
{
	char **grown = reallocarray(c->warning, c->warnings + 1, sizeof(*grown));
	char *text = NULL;
	va_list args;
	int ret;

	if (!grown)
		return -ENOMEM;
	c->warning = grown;
	va_start(args, format);
	ret = compare_append_va(&text, format, args);
	va_end(args);
	if (ret)
		return ret;
	if (strlen(text) > SENTENCE_MAX)
		memcpy(text + SENTENCE_MAX - 3, "...", 4);
	for (char *p = text; *p; p++) {
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			*p = '?';
	}
	c->warning[c->warnings++] = text;
	return 0;
}

/* Is the accelerator of all runs this one? */
static bool is_all(const struct comparison *c, const char *accel, bool *is_any)
{
	bool is_all_of_it = true, is_it;

	*is_any = false;
	for (size_t g = 0; g < c->groups; g++) {
		for (size_t r = 0; r < c->group[g].list.count; r++) {
			is_it = !strcmp(c->group[g].list.run[r].trait[TRAIT_ACCEL], accel);
			is_all_of_it &= is_it;
			*is_any |= is_it;
		}
	}
	return is_all_of_it;
}

static int warn_of_accel(struct comparison *c)
{
	bool is_any;
	int ret = 0;

	c->is_exact = is_all(c, "tcg-icount", &is_any);
	if (is_any)
		ret = compare_warn(c, "time is counted in instructions: figures are of a model, "
				   "not of hardware%s", c->is_exact ? ", and have no noise" : "");
	is_all(c, "tcg", &is_any);
	if (!ret && is_any)
		ret = compare_warn(c, "figures under TCG are those of the emulator, comparable "
				   "among themselves only");
	return ret;
}

/* Runs that ended early, by how they ended. */
static int warn_of_ends(struct comparison *c, size_t g)
{
	const struct runlist *list = &c->group[g].list;
	const char *verdict = "";
	size_t cut = 0;

	for (size_t r = 0; r < list->count; r++) {
		if (list->run[r].is_whole)
			continue;
		cut++;
		if (list->run[r].trait[TRAIT_VERDICT][0])
			verdict = list->run[r].trait[TRAIT_VERDICT];
	}
	if (!cut)
		return 0;
	return compare_warn(c, "%c: %zu of %zu run%s did not finish%s%s", group_letter(g), cut,
			    list->count, list->count == 1 ? "" : "s", *verdict ? ": " : "",
			    verdict);
}

static int warn_of_kernels(struct comparison *c, size_t g)
{
	const struct runlist *list = &c->group[g].list;

	for (size_t r = 1; r < list->count; r++) {
		if (strcmp(list->run[0].trait[TRAIT_KERNEL], list->run[r].trait[TRAIT_KERNEL]))
			return compare_warn(c, "%c has runs of several kernels, taken for one: "
					    "%.64s and %.64s", group_letter(g),
					    list->run[0].trait[TRAIT_KERNEL],
					    list->run[r].trait[TRAIT_KERNEL]);
	}
	return 0;
}

/* A run, whatever path it was found by. */
struct found {
	uint64_t device, inode;
	size_t group;
};

static int by_file(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	if (x->device != y->device)
		return x->device < y->device ? -1 : 1;
	if (x->inode != y->inode)
		return x->inode < y->inode ? -1 : 1;
	return (x->group > y->group) - (x->group < y->group);
}

/* Those that are on both sides make them alike. */
static int warn_of_shared(struct comparison *c)
{
	size_t total = 0, n = 0, shared = 0, first = 0;
	struct found *found;
	int ret = 0;

	for (size_t g = 0; g < c->groups; g++)
		total += c->group[g].list.count;
	found = calloc(total + 1, sizeof(*found));
	if (!found)
		return -ENOMEM;
	for (size_t g = 0; g < c->groups; g++) {
		for (size_t r = 0; r < c->group[g].list.count; r++)
			found[n++] = (struct found){ c->group[g].list.run[r].device,
						     c->group[g].list.run[r].inode, g };
	}
	qsort(found, n, sizeof(*found), by_file);
	for (size_t i = 1; i < n; i++) {
		if (found[i].device != found[i - 1].device || found[i].inode != found[i - 1].inode)
			continue;
		first = shared++ ? first : i;
	}
	if (shared)
		ret = compare_warn(c, "%zu run%s, as in %c and in %c, which makes them more alike",
				   shared, shared == 1 ? " is in two groups" :
				   "s are in more than one group",
				   group_letter(found[first - 1].group),
				   group_letter(found[first].group));
	free(found);
	return ret;
}

static int warn_of_groups(struct comparison *c)
{
	int ret = 0;

	for (size_t g = 0; g < c->groups && !ret; g++) {
		if (c->group[g].bad)
			ret = compare_warn(c, "%c: %zu run%s could not be read", group_letter(g),
					   c->group[g].bad, c->group[g].bad == 1 ? "" : "s");
		if (!ret)
			ret = warn_of_ends(c, g);
		if (!ret)
			ret = warn_of_kernels(c, g);
	}
	return ret ? ret : warn_of_shared(c);
}

/* A line of the differences is a sentence of its own. */
static int warn_of_differences(struct comparison *c)
{
	const char *line = c->differences;
	int ret = 0, len;

	while (line && *line && !ret) {
		len = (int)strcspn(line, "\n");
		ret = compare_warn(c, "not alike, and compared by force: %.*s", len, line);
		line += len + (line[len] == '\n');
	}
	return ret;
}

static int find_alike(struct comparison *c, bool force, char *why, size_t size)
{
	int ret = alike_find(c);

	if (ret || !c->differences)
		return ret;
	if (!force) {
		snprintf(why, size, "the runs are not alike; --force compares them all the same");
		return -EXDEV;
	}
	return warn_of_differences(c);
}

/* Where each group has but one run, its repeats are all that can be compared. */
static int find_unit(struct comparison *c)
{
	c->is_within_boot = true;
	for (size_t g = 0; g < c->groups; g++)
		c->is_within_boot &= c->group[g].list.count == 1;
	if (!c->is_within_boot || c->is_exact)
		return 0;
	return compare_warn(c, "one boot of each: what differs from boot to boot is not in these "
			    "intervals");
}

static int load(struct comparison *c, const char *only, char *why, size_t size)
{
	int ret = 0;

	for (size_t g = 0; g < c->groups && !ret; g++) {
		ret = history_load(&c->history[g], &c->group[g].list, only, why, size);
		if (!ret && c->history[g].wrong)
			ret = compare_warn(c, "%c: %s", group_letter(g), why);
	}
	if (!ret)
		ret = cells_make(c);
	if (!ret && !c->rows) {
		snprintf(why, size, "%s%.100s", only ? "no result has an id that matches " :
			 "the runs have no results", only ? only : "");
		ret = -ENOENT;
	}
	return ret ? ret : changes_make(c);
}

int compare_make(struct comparison *c, const struct compare_request *request, char *why,
		 size_t size)
{
	int ret;

	*c = (struct comparison){ .smallest = request->smallest };
	memcpy(c->metric, request->metric, sizeof(c->metric));
	if (size)
		*why = '\0';
	ret = groups_make(c, request, why, size);
	if (!ret)
		ret = find_alike(c, request->force, why, size);
	if (!ret)
		ret = warn_of_accel(c);
	if (!ret)
		ret = find_unit(c);
	if (!ret)
		ret = warn_of_groups(c);
	if (!ret)
		ret = load(c, request->only, why, size);
	if (ret && size && !*why)
		snprintf(why, size, "%s", strerror(-ret));
	return ret;
}

static void cell_free(struct cell *cell)
{
	free(cell->reason);
	for (unsigned m = 0; m < METRICS; m++)
		free(cell->value[m]);
}

void compare_free(struct comparison *c)
{
	for (size_t i = 0; i < c->rows; i++) {
		for (size_t g = 0; g < c->groups && c->row[i].cell; g++)
			cell_free(&c->row[i].cell[g]);
		free(c->row[i].cell);
	}
	free(c->row);
	for (size_t g = 0; g < GROUPS_MAX; g++) {
		free(c->group[g].label);
		runlist_free(&c->group[g].list);
		history_free(&c->history[g]);
	}
	for (size_t i = 0; i < c->warnings; i++)
		free(c->warning[i]);
	free(c->warning);
	free(c->differences);
	*c = (struct comparison){ .groups = 0 };
}
