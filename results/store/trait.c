// SPDX-License-Identifier: GPL-2.0-only
/*
 * The traits, one row each, and what records say of them. Where runs have to be
 * alike, a trait must read the same whatever kernel looked at the machine.
 */
#include "trait.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "text.h"
#include "units.h"

const struct trait_row trait_list[TRAITS] = {
	[TRAIT_ID] = { "id", "of the run", false },
	[TRAIT_DATE] = { "date", "as 2026-11-30, where the id has it", false },
	[TRAIT_KERNEL] = { "kernel", "release, as 6.1.0-49-cloud-amd64", false },
	[TRAIT_BUILD] = { "build", "the kernel's version line, as #1 SMP ...", false },
	[TRAIT_SPEC] = { "spec", "how a matrix was asked for this kernel", false },
	[TRAIT_VERDICT] = { "verdict", "pass, fail, panic, hung, incomplete ...", false },
	[TRAIT_SUITE] = { "suite", "smoke, standard ...", true },
	[TRAIT_ONLY] = { "only", "glob of the tests that were asked for", true },
	[TRAIT_SETTINGS] = { "settings", "options that change the work, as size=16M", true },
	[TRAIT_DISKS] = { "disks", "how many of which kind", true },
	[TRAIT_ACCEL] = { "accel", "kvm, tcg, tcg-icount or metal", true },
	[TRAIT_CPU] = { "cpu", "model", true },
	[TRAIT_CPUS] = { "cpus", "their number", true },
	[TRAIT_MEMORY] = { "memory", "of the machine, in rough steps: up to 256M", true },
	[TRAIT_STATE] = { "state", "of a real machine: governor, turbo, idle states", true },
	[TRAIT_BASE] = { "base", "sha256 of the base segment", true },
	[TRAIT_MDBENCH] = { "mdbench", "version", false },
};

enum trait trait_find(const char *name)
{
	unsigned t;

	for (t = 0; t < TRAITS && strcmp(trait_list[t].name, name); t++)
		;
	return (enum trait)t;
}

int trait_set(char **value, const char *text)
{
	size_t len = text ? strlen(text) : 0;
	char *copy;

	if (len > TRAIT_LENGTH)
		len = TRAIT_LENGTH;
	copy = calloc(1, len + 1);
	if (!copy)
		return -ENOMEM;
	if (len)
		memcpy(copy, text, len);
	free(*value);
	*value = copy;
	return 0;
}

struct line {
	char text[TRAIT_LENGTH + 1];
	size_t len;
};

/* Options of the appliance that change the work; the preset is not told. */
static const struct work_setting {
	const char *key, *preset;
	bool is_bytes;
} work_settings[] = {
	{ "size", "0", true },
	{ "span", "0", true },
	{ "seed", "1", false },
	{ "pattern", "rows", false },
	{ "verify", "no", false },
	{ "foreign", "no", false },
	{ "model", "", false },
};

static void add_setting(struct line *l, const struct work_setting *s, const json_t *value)
{
	char number[32];
	const char *text = json_string_value(value);
	json_int_t n = json_integer_value(value);

	if (json_is_boolean(value))
		text = json_is_true(value) ? "yes" : "no";
	if (json_is_integer(value) && s->is_bytes && n > 0)
		text = format_bytes(number, sizeof(number), (uint64_t)n);
	else if (json_is_integer(value))
		snprintf(number, sizeof(number), "%" JSON_INTEGER_FORMAT, n);
	if (json_is_integer(value))
		text = number;
	if (text && strcmp(text, s->preset))
		text_add(l, " ", "%s=%s", s->key, text);
}

static int take_settings(char **trait, const json_t *run)
{
	const json_t *settings = json_object_get(run, "settings");
	struct line l = { .len = 0 };

	for (size_t i = 0; i < ARRAY_SIZE(work_settings); i++)
		add_setting(&l, &work_settings[i],
			    json_object_get(settings, work_settings[i].key));
	return trait_set(trait, l.text);
}

/*
 * Kernels take more or less of the memory for themselves, and not every one
 * tells what the firmware had: both end in the same step, of halves of a power
 * of two.
 */
static int take_memory(char **trait, const json_t *env)
{
	const json_t *machine = json_object_get(env, "machine");
	double bytes = value_number(machine, "memory_firmware_bytes");
	const double cap = value_number(machine, "memory_cap_bytes");
	struct line l = { .len = 0 };
	uint64_t step = 16u << 20;
	char text[32];

	if (isnan(bytes))
		bytes = value_number(env, "memory_bytes");
	if (cap < bytes)
		bytes = cap;
	if (bytes > 0 && bytes < 1e18) {
		while ((double)step < bytes)
			step = (double)(step + step / 2) < bytes ? 2 * step : step + step / 2;
		text_add(&l, "", "up to %s", format_bytes(text, sizeof(text), step));
	}
	return trait_set(trait, l.text);
}

/* A virtual machine has no such state of its own, but what a kernel makes up. */
static int take_state(char **trait, const json_t *env)
{
	const json_t *machine = json_object_get(env, "machine");
	const json_t *turbo = json_object_get(machine, "turbo");
	const char *governor = value_string(machine, "governor");
	const char *idle = value_string(machine, "deepest_idle_state");
	struct line l = { .len = 0 };

	if (json_is_true(json_object_get(env, "hypervisor")))
		return trait_set(trait, "");
	if (governor)
		text_add(&l, ", ", "governor %s", governor);
	if (json_is_boolean(turbo))
		text_add(&l, ", ", "turbo %s", json_is_true(turbo) ? "on" : "off");
	if (idle)
		text_add(&l, ", ", "C-states to %s", idle);
	return trait_set(trait, l.text);
}

int trait_set_id(char *trait[TRAITS], const char *id)
{
	char date[16] = "";
	int ret = trait_set(&trait[TRAIT_ID], id);

	if (strspn(id, "0123456789") == 8)
		snprintf(date, sizeof(date), "%.4s-%.2s-%.2s", id, id + 4, id + 6);
	return ret ? ret : trait_set(&trait[TRAIT_DATE], date);
}

static const char *judge(const json_t *end)
{
	const char *outcome = value_text(end, "outcome");
	const uint64_t bad = value_count(end, "fail") + value_count(end, "broken") +
		value_count(end, "void");

	if (!end)
		return "incomplete";
	if (!strcmp(outcome, "usage") || !strcmp(outcome, "refused"))
		return outcome;
	if (!strcmp(outcome, "dry-run"))
		return "pass";
	return !strcmp(outcome, "done") && !bad && value_count(end, "pass") ? "pass" : "fail";
}

static int take_machine(char *trait[TRAITS], const json_t *env)
{
	const double cpus = value_number(env, "cpus");
	char number[32] = "";
	int ret = trait_set(&trait[TRAIT_KERNEL], value_text(env, "kernel_release"));

	if (cpus < 1e6)
		snprintf(number, sizeof(number), "%.0f", cpus);
	ret |= trait_set(&trait[TRAIT_BUILD], value_text(env, "kernel_version"));
	ret |= trait_set(&trait[TRAIT_ACCEL], value_text(env, "accel"));
	ret |= trait_set(&trait[TRAIT_CPU], value_text(env, "cpu_model"));
	ret |= trait_set(&trait[TRAIT_CPUS], number);
	ret |= take_memory(&trait[TRAIT_MEMORY], env);
	return ret | take_state(&trait[TRAIT_STATE], env);
}

int traits_take(char *trait[TRAITS], const struct trait_source *from)
{
	const char *id = value_text(from->run ? from->run : from->env, "run");
	char disks[TRAIT_LENGTH + 1];
	int ret = 0;

	if (*id)
		ret |= trait_set_id(trait, id);
	if (from->run) {
		ret |= trait_set(&trait[TRAIT_SUITE], value_text(from->run, "suite"));
		ret |= trait_set(&trait[TRAIT_ONLY], value_text(from->run, "only"));
		ret |= trait_set(&trait[TRAIT_BASE], value_text(from->run, "segments.base"));
		ret |= trait_set(&trait[TRAIT_MDBENCH], value_text(from->run, "mdbench"));
		ret |= take_settings(&trait[TRAIT_SETTINGS], from->run);
	}
	if (from->env)
		ret |= take_machine(trait, from->env);
	ret |= trait_set(&trait[TRAIT_DISKS],
			 diskgroups_text(&from->disks, disks, sizeof(disks)));
	ret |= trait_set(&trait[TRAIT_VERDICT], judge(from->end));
	return ret ? -ENOMEM : 0;
}
