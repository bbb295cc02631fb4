// SPDX-License-Identifier: GPL-2.0-only
/*
 * What stands above a table: where the figures come from, and honestly what
 * they are good for. Nothing here is computed from the figures.
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "diskgroups.h"
#include "figures.h"
#include "reader.h"
#include "state.h"
#include "table.h"
#include "text.h"
#include "units.h"

#define MARGIN 9
#define TEXT_MAX 400		/* of a field: five lines and a half */

struct field {
	char text[TEXT_MAX];
	size_t len;
};

/* Append a text of a record behind a lead; nothing where it is null. */
static void field_add_value(struct field *f, const char *lead, const json_t *json,
			    const char *key)
{
	const char *value = value_string(json, key);
	char text[128];

	if (value)
		text_add(f, lead, "%s", text_escape(text, sizeof(text), value));
}

static void field_print(FILE *out, const char *label, const struct field *f)
{
	if (f->len)
		text_wrap(out, label, MARGIN, f->text);
}

static const struct accel {
	const char *name, *note;
} accels[] = {
	{ "tcg", "figures under tcg are not comparable to hardware" },
	{ "tcg-icount", "time is counted in instructions; figures are of a model, not of hardware" },
	{ "kvm", "disks are the host's, behind its cache" },
	{ NULL, NULL },
};

static void print_accel(FILE *out, const json_t *env)
{
	const char *name = value_string(env, "accel");
	struct field f = { .len = 0 };

	field_add_value(&f, "", env, "accel");
	if (!name && json_is_true(json_object_get(env, "hypervisor")))
		text_add(&f, "", "not said; this was a virtual machine");
	for (unsigned i = 0; name && accels[i].name; i++) {
		if (!strcmp(accels[i].name, name))
			text_add(&f, "", ": %s", accels[i].note);
	}
	field_print(out, "accel", &f);
}

static void print_machine(FILE *out, const json_t *env)
{
	struct field kernel = { .len = 0 }, cpu = { .len = 0 }, memory = { .len = 0 };
	double cpus = value_number(env, "cpus");
	char size[FIGURE_MAX];

	field_add_value(&kernel, "", env, "kernel_release");
	field_add_value(&kernel, ", ", env, "arch");
	field_add_value(&kernel, ", preempt ", env, "preempt");
	field_print(out, "kernel", &kernel);
	print_accel(out, env);
	field_add_value(&cpu, "", env, "cpu_model");
	if (!isnan(cpus))
		text_add(&cpu, ", ", "%.0f CPU%s", cpus, cpus > 1 ? "s" : "");
	field_print(out, "cpu", &cpu);
	if (!isnan(value_number(env, "memory_bytes")))
		text_add(&memory, "", "%s",
			  figure_format_bytes(size, value_number(env, "memory_bytes")));
	field_print(out, "memory", &memory);
	state_print_machine(out, env);
}

static void print_disks(FILE *out, const struct run *run)
{
	struct diskgroups groups = { .groups = 0 };
	struct field f = { .len = 0 };

	for (uint64_t seq = 1; seq <= records_last(run->records); seq++)
		diskgroups_take(&groups, records_get(run->records, seq));
	f.len = strlen(diskgroups_text(&groups, f.text, sizeof(f.text)));
	if (groups.left)
		text_add(&f, "; ", "%u more, not used", groups.left);
	field_print(out, "disks", &f);
}

/* Targets of arrays, in the order of their records. */
struct targets {
	const char *name[8];
	unsigned count, earlier;	/* of those, in boots before this one */
};

/* Assembled again after a crash, it is no other array. */
static bool targets_had(struct targets *t, const char *name)
{
	for (unsigned i = 0; i < t->earlier; i++) {
		if (!strcmp(t->name[i], name))
			return true;
	}
	if (t->count < ARRAY_SIZE(t->name))
		t->name[t->count++] = name;
	return false;
}

static void print_arrays(FILE *out, const struct run *run)
{
	struct field f = { .len = 0 };
	double chunk;
	char size[24];
	struct targets seen = { .count = 0 };
	const json_t *json;
	const char *type;

	for (uint64_t seq = 1; seq <= records_last(run->records); seq++) {
		json = records_get(run->records, seq);
		type = value_text(json, "type");
		if (!strcmp(type, "crash"))
			seen.earlier = seen.count;
		if (strcmp(type, "array") || targets_had(&seen, value_text(json, "target")))
			continue;
		field_add_value(&f, "; ", json, "target");
		text_add(&f, "", " of %zu, metadata",
			 json_array_size(json_object_get(json, "members")));
		field_add_value(&f, " ", json, "metadata");
		chunk = value_number(json, "chunk_bytes");
		if (chunk < 1e15)
			text_add(&f, "", ", chunk %s",
				  format_bytes(size, sizeof(size), (uint64_t)chunk));
		field_add_value(&f, ", bitmap ", json, "bitmap");
		field_add_value(&f, ", ", json, "origin");
	}
	field_print(out, "arrays", &f);
}

/* A run that went on after the machine went down in the middle of it. */
static void print_boots(FILE *out, const struct run *run)
{
	struct field f = { .len = 0 };
	unsigned boots = 1;
	const json_t *json;
	char where[96];

	for (uint64_t seq = 1; seq <= records_last(run->records); seq++) {
		json = records_get(run->records, seq);
		if (strcmp(value_text(json, "type"), "crash"))
			continue;
		boots++;
		text_add(&f, "", ", crashed %s%s",
			 value_string(json, "step") ? "in " : "between tests",
			  value_string(json, "step") ?
			  text_escape(where, sizeof(where), value_text(json, "step")) : "");
		field_add_value(&f, ": ", json, "cause");
		field_add_value(&f, ": ", json, "text");
	}
	if (boots > 1) {
		struct field all = { .len = 0 };

		text_add(&all, "", "%u%s", boots, f.text);
		field_print(out, "boots", &all);
	}
}

/* What the user set otherwise than it is preset, of what shapes the figures. */
static void field_add_settings(struct field *f, const json_t *begin)
{
	const json_t *settings = json_object_get(begin, "settings");
	static const char *const sizes[] = { "size", "span" };
	const char *pattern = value_text(settings, "pattern");
	uint64_t value;
	char text[64];

	for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++) {
		value = value_count(settings, sizes[i]);
		if (value)
			text_add(f, "", ", %s %s", sizes[i],
				 format_bytes(text, sizeof(text), value));
	}
	value = value_count(settings, "repeat");
	if (value > 1)
		text_add(f, "", ", repeat %" PRIu64, value);
	if (*pattern && strcmp(pattern, "rows"))
		text_add(f, "", ", pattern %s", text_escape(text, sizeof(text), pattern));
	if (json_is_true(json_object_get(settings, "verify")))
		text_add(f, "", ", verify");
}

static void print_suite(FILE *out, const struct run *run)
{
	const json_t *begin = records_find(run->records, "run");
	const json_t *end = records_find(run->records, "end");
	const char *outcome = value_string(end, "outcome");
	double tests = value_number(begin, "tests");
	struct field f = { .len = 0 }, how = { .len = 0 };

	field_add_value(&f, "", begin, "suite");
	field_add_value(&f, ", only ", begin, "only");
	field_add_settings(&f, begin);
	if (!isnan(tests))
		text_add(&f, ", ", "%.0f test%s", tests, tests == 1 ? "" : "s");
	if (run->only)
		text_add(&f, "", ", those shown");
	text_add(&f, ": ", "%" PRIu64 " pass", run->verdicts[VERDICT_PASS]);
	for (unsigned v = VERDICT_PASS + 1; v < VERDICTS; v++) {
		if (run->verdicts[v])
			text_add(&f, "", ", %" PRIu64 " %s", run->verdicts[v],
				  figure_verdict_name((enum verdict)v));
	}
	if (run->logs)
		text_add(&f, "", "; kernel warnings or worse: %" PRIu64, run->logs);
	field_print(out, "suite", &f);
	if (!end)
		text_add(&how, "", "no end record: the run did not finish");
	else if (!outcome || strcmp(outcome, "done"))
		field_add_value(&how, "", end, "outcome");
	field_add_value(&how, ": ", end, "reason");
	field_print(out, "end", &how);
}

void head_print(FILE *out, const struct run *run)
{
	const json_t *env = records_find(run->records, "env");
	struct field id = { .len = 0 };
	char text[128];

	text_add(&id, "", "%s", text_escape(text, sizeof(text), run->id));
	field_print(out, "run", &id);
	if (env)
		print_machine(out, env);
	print_disks(out, run);
	print_arrays(out, run);
	print_boots(out, run);
	print_suite(out, run);
}

static void head_print_short(FILE *out, const struct run *run, char column)
{
	const json_t *env = records_find(run->records, "env");
	const json_t *begin = records_find(run->records, "run");
	double cpus = value_number(env, "cpus"), memory = value_number(env, "memory_bytes");
	struct field f = { .len = 0 };
	char text[128], lead[2] = { column, '\0' };

	text_add(&f, "", "%s", text_escape(text, sizeof(text), run->id));
	field_add_value(&f, ": Linux ", env, "kernel_release");
	field_add_value(&f, ", ", env, "accel");
	if (!isnan(cpus))
		text_add(&f, "", ", %.0f CPU%s", cpus, cpus > 1 ? "s" : "");
	if (!isnan(memory))
		text_add(&f, "", ", %s", figure_format_bytes(text, memory));
	field_add_value(&f, ", ", begin, "suite");
	field_add_settings(&f, begin);
	if (!records_find(run->records, "end"))
		text_add(&f, "", ", did not finish");
	text_wrap(out, lead, 3, f.text);
}

static void head_print_notes(FILE *out, const struct run *runs, size_t count)
{
	const char *accel;
	size_t r;

	for (unsigned i = 0; accels[i].name; i++) {
		for (r = 0; r < count; r++) {
			accel = value_string(records_find(runs[r].records, "env"), "accel");
			if (accel && !strcmp(accel, accels[i].name))
				break;
		}
		if (r < count)
			fprintf(out, "%s: %s\n", accels[i].name, accels[i].note);
	}
}

/* One figure beside another of another amount is no comparison. */
static void head_print_differing(FILE *out, const struct run *runs, size_t count)
{
	const json_t *first = records_find(runs[0].records, "run"), *begin;
	bool suite = false, size = false;

	for (size_t r = 1; r < count; r++) {
		begin = records_find(runs[r].records, "run");
		suite |= strcmp(value_text(first, "suite"), value_text(begin, "suite")) != 0;
		size |= value_count(first, "settings.size") != value_count(begin, "settings.size");
	}
	if (suite || size)
		fprintf(out, "not the same %s%s%s: figures of a row may be of different amounts\n",
			suite ? "suite" : "", suite && size ? " and " : "", size ? "size" : "");
}

void head_print_many(FILE *out, const struct run *runs, size_t count)
{
	for (size_t r = 0; r < count; r++)
		head_print_short(out, &runs[r], (char)('A' + r));
	head_print_notes(out, runs, count);
	head_print_differing(out, runs, count);
}
