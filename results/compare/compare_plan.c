// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a matrix wanted, beside what it got: kernels in the order in which they
 * were asked for, and those that could not be had or whose runs told nothing.
 * plan.json is as hostile as records are.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare_parts.h"
#include "store_parts.h"
#include "text.h"

#define PLAN_KERNELS 1000

/* The folder that all runs are in, each with a key; NULL: there is none, or no memory. */
static char *common_folder(const struct runlist *list)
{
	char folder[STORE_PATH_MAX] = "", other[STORE_PATH_MAX];
	bool is_same = list->count && path_parent(folder, sizeof(folder), list->run[0].path);

	for (size_t r = 0; r < list->count && is_same; r++)
		is_same = path_parent(other, sizeof(other), list->run[r].path) &&
			!strcmp(folder, other) && list->run[r].key[0];
	return is_same ? strdup(folder) : NULL;
}

static int kernel_take(struct plan_kernel *k, const json_t *json)
{
	const char *error = value_string(json, "error");

	k->key = strdup(value_text(json, "key"));
	k->spec = strdup(value_text(json, "spec"));
	k->error = error ? strdup(error) : NULL;
	return k->key && k->spec && (k->error || !error) ? 0 : -ENOMEM;
}

int compare_plan_load(struct compare_plan *plan, const struct runlist *list)
{
	const json_t *kernels;
	json_t *json;
	size_t count;
	int ret = 0;

	*plan = (struct compare_plan){ .folder = common_folder(list) };
	json = plan->folder ? planfile_read(plan->folder) : NULL;
	kernels = json_object_get(json, "kernels");
	count = json_array_size(kernels);
	if (!count || count > PLAN_KERNELS)
		ret = -ENOENT;
	else
		plan->kernel = calloc(count, sizeof(*plan->kernel));
	if (!ret && !plan->kernel)
		ret = -ENOMEM;
	for (size_t k = 0; k < count && !ret; k++)
		ret = kernel_take(&plan->kernel[plan->kernels++], json_array_get(kernels, k));
	json_decref(json);
	if (ret)
		compare_plan_free(plan);
	return ret;
}

void compare_plan_free(struct compare_plan *plan)
{
	for (size_t k = 0; k < plan->kernels; k++) {
		free(plan->kernel[k].key);
		free(plan->kernel[k].spec);
		free(plan->kernel[k].error);
	}
	free(plan->kernel);
	free(plan->folder);
	*plan = (struct compare_plan){ .folder = NULL };
}

/* How many runs of a kernel ended, and how the last that is met did. */
static size_t runs_ended(const struct compare_plan *plan, const char *key, char *word, size_t size)
{
	DIR *dir = opendir(plan->folder);
	char folder[STORE_PATH_MAX];
	const struct dirent *entry;
	size_t ended = 0;

	while (dir && (entry = readdir(dir)) != NULL)
		ended += run_is_of_key(entry->d_name, key, NULL) &&
			(size_t)snprintf(folder, sizeof(folder), "%s/%s", plan->folder,
					 entry->d_name) < sizeof(folder) &&
			run_verdict(folder, word, size);
	if (dir)
		closedir(dir);
	return ended;
}

static bool has_run(const struct runlist *list, const char *key)
{
	for (size_t r = 0; r < list->count; r++) {
		if (!strcmp(list->run[r].key, key))
			return true;
	}
	return false;
}

int compare_plan_warn(struct comparison *c, const struct compare_plan *plan,
		      const struct runlist *list)
{
	const struct plan_kernel *k;
	char word[64] = "";
	size_t ended;
	int ret = 0;

	for (size_t i = 0; i < plan->kernels && !ret; i++) {
		k = &plan->kernel[i];
		if (has_run(list, k->key))
			continue;
		ended = k->error ? 0 : runs_ended(plan, k->key, word, sizeof(word));
		if (k->error)
			ret = compare_warn(c, "%.100s could not be had: %.200s", k->spec, k->error);
		else if (ended)
			ret = compare_warn(c, "%.100s brought no results: %zu run%s, %s", k->spec,
					   ended, ended == 1 ? "" : "s", *word ? word : "broken");
		else
			ret = compare_warn(c, "%.100s has no run yet", k->spec);
		c->unmeasured += ended > 0;
	}
	return ret;
}
