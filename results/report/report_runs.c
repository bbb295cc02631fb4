// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the runs of a comparison once more, one at a time, for what it does not
 * hold: facts of the machine and its kernel, kernel messages, and the latency
 * buckets of the tests that are drawn.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "reader.h"
#include "recfile.h"
#include "report_parts.h"
#include "text.h"
#include "units.h"

#define FACT_MAX 1200		/* of a value: a command line and a half */
#define MESSAGE_MAX 240

const char *const fact_names[FACTS] = {
	[FACT_RELEASE] = "kernel",
	[FACT_BUILD] = "build",
	[FACT_SPEC] = "asked for as",
	[FACT_SUITE] = "suite",
	[FACT_ONLY] = "only",
	[FACT_SETTINGS] = "settings",
	[FACT_ACCEL] = "accelerator",
	[FACT_SYSTEM] = "machine",
	[FACT_CPU] = "CPU",
	[FACT_CPUS] = "CPUs",
	[FACT_MEMORY] = "memory",
	[FACT_STATE] = "state",
	[FACT_DISKS] = "disks",
	[FACT_ARRAYS] = "arrays",
	[FACT_CMDLINE] = "command line",
	[FACT_PREEMPT] = "preemption",
	[FACT_CLOCK] = "clock source",
	[FACT_MITIGATIONS] = "mitigations",
	[FACT_BASE] = "base segment",
	[FACT_MODULES] = "modules segment",
	[FACT_MDBENCH] = "mdbench",
	[FACT_MDADM] = "mdadm",
	[FACT_MKE2FS] = "mke2fs",
};

/* Facts that a store has made into words already. */
static const struct { enum fact fact; enum trait trait; } traits[] = {
	{ FACT_RELEASE, TRAIT_KERNEL },
	{ FACT_BUILD, TRAIT_BUILD },
	{ FACT_SPEC, TRAIT_SPEC },
	{ FACT_SUITE, TRAIT_SUITE },
	{ FACT_ONLY, TRAIT_ONLY },
	{ FACT_SETTINGS, TRAIT_SETTINGS },
	{ FACT_ACCEL, TRAIT_ACCEL },
	{ FACT_CPU, TRAIT_CPU },
	{ FACT_CPUS, TRAIT_CPUS },
	{ FACT_MEMORY, TRAIT_MEMORY },
	{ FACT_STATE, TRAIT_STATE },
	{ FACT_DISKS, TRAIT_DISKS },
	{ FACT_BASE, TRAIT_BASE },
	{ FACT_MDBENCH, TRAIT_MDBENCH },
};

struct words {
	char text[FACT_MAX];
	size_t len;
};

static void words_add(struct words *w, const char *lead, const char *text)
{
	if (text && *text)
		text_add(w, lead, "%s", text);
}

static int fact_add(struct facts *f, const char *value)
{
	size_t i = 0;

	if (!value || !*value)
		return 0;
	while (i < f->values && strcmp(f->value[i], value))
		i++;
	if (i == FACT_VALUES) {
		f->more++;
		return 0;
	}
	if (i == f->values) {
		f->value[i] = strdup(value);
		if (!f->value[i])
			return -ENOMEM;
		f->values++;
	}
	f->runs[i]++;
	return 0;
}

/* Words that name the run are another in each, and say nothing of the kernel. */
static void words_add_cmdline(struct words *w, const char *line)
{
	static const char *const own[] = { "mdbench.run=", "mdbench.segments=" };
	char word[FACT_MAX];
	bool is_own;
	size_t len;

	for (; line && *line; line += len) {
		line += strspn(line, " ");
		len = strcspn(line, " ");
		is_own = false;
		for (size_t i = 0; i < ARRAY_SIZE(own); i++)
			is_own |= !strncmp(line, own[i], strlen(own[i]));
		if (is_own || !len)
			continue;
		snprintf(word, sizeof(word), "%.*s", (int)(len < FACT_MAX ? len : FACT_MAX), line);
		words_add(w, " ", word);
	}
}

static void words_add_mitigations(struct words *w, const json_t *machine)
{
	json_t *value;
	const char *key;
	char text[160];

	if (json_is_true(json_object_get(machine, "mitigations_off")))
		words_add(w, "; ", "mitigations=off");
	json_object_foreach(json_object_get(machine, "mitigations"), key, value) {
		if (!json_is_string(value) || !strcmp(json_string_value(value), "not affected"))
			continue;
		snprintf(text, sizeof(text), "%.40s: %.100s", key, json_string_value(value));
		words_add(w, "; ", text);
	}
}

static int facts_of_env(struct facts *fact, const json_t *env)
{
	static const struct { enum fact fact; const char *key; } texts[] = {
		{ FACT_PREEMPT, "preempt" },
		{ FACT_CLOCK, "clocksource" },
		{ FACT_MDADM, "mdadm" },
		{ FACT_MKE2FS, "mke2fs" },
	};
	static const char *const system[] = {
		"system", "board", "firmware", "bios_vendor", "bios_version", "microcode",
	};
	const json_t *machine = json_object_get(env, "machine");
	struct words line = { .len = 0 }, weak = { .len = 0 }, maker = { .len = 0 };
	int ret = 0;

	for (size_t i = 0; i < ARRAY_SIZE(texts) && !ret; i++)
		ret = fact_add(&fact[texts[i].fact], value_string(env, texts[i].key));
	words_add(&maker, ", ", value_string(env, "arch"));
	for (size_t i = 0; i < ARRAY_SIZE(system); i++)
		words_add(&maker, ", ", value_string(machine, system[i]));
	words_add_cmdline(&line, value_string(env, "cmdline"));
	words_add_mitigations(&weak, machine);
	if (!ret)
		ret = fact_add(&fact[FACT_SYSTEM], maker.text);
	if (!ret)
		ret = fact_add(&fact[FACT_CMDLINE], line.len ? line.text : NULL);
	if (!ret)
		ret = fact_add(&fact[FACT_MITIGATIONS], weak.len ? weak.text : NULL);
	return ret;
}

static void words_add_array(struct words *w, const json_t *array)
{
	const double chunk = value_number(array, "chunk_bytes");
	char text[200], size[24] = "";

	if (chunk < 1e15)
		format_bytes(size, sizeof(size), (uint64_t)chunk);
	snprintf(text, sizeof(text), "%.40s of %zu, metadata %.20s%s%s, bitmap %.20s, %.20s",
		 value_text(array, "target"), json_array_size(json_object_get(array, "members")),
		 value_text(array, "metadata"), *size ? ", chunk " : "", size,
		 value_text(array, "bitmap"), value_text(array, "origin"));
	/* Made anew between tests, it is no other array. */
	if (!strstr(w->text, text))
		words_add(w, "; ", text);
}

static int message_add(struct details *d, const char *text)
{
	char plain[MESSAGE_MAX];
	size_t i = 0;

	text_escape(plain, sizeof(plain), text);
	while (i < d->messages && strcmp(d->message[i].text, plain))
		i++;
	if (i == MESSAGES_MAX) {
		d->more_messages++;
		return 0;
	}
	if (i == d->messages) {
		d->message[i].text = strdup(plain);
		if (!d->message[i].text)
			return -ENOMEM;
		d->messages++;
	}
	d->message[i].count++;
	return 0;
}

static void curve_merge(struct hist *h, const json_t *latency)
{
	const json_t *buckets = json_object_get(latency, "buckets"), *pair;
	json_int_t index, count;
	size_t i;

	json_array_foreach(buckets, i, pair) {
		index = json_integer_value(json_array_get(pair, 0));
		count = json_integer_value(json_array_get(pair, 1));
		if (index < 0 || index >= HIST_BUCKETS || count <= 0 || count > INT32_MAX)
			continue;
		h->bucket[index] += (uint64_t)count;
		h->count += (uint64_t)count;
	}
}

static int curve_add(struct report *r, struct details *d, const json_t *result)
{
	const char *id = value_text(result, "id");
	size_t i = 0;

	while (i < r->curves && strcmp(r->curve[i], id))
		i++;
	if (i == r->curves || figure_verdict(result) != VERDICT_PASS ||
	    json_is_true(json_object_get(result, "cached")))
		return 0;
	if (!d->curve[i])
		d->curve[i] = calloc(1, sizeof(*d->curve[i]));
	if (!d->curve[i])
		return -ENOMEM;
	curve_merge(d->curve[i], json_object_get(result, "latency"));
	return 0;
}

static int records_take(struct report *r, struct details *d, const struct records *records)
{
	struct words arrays = { .len = 0 };
	const json_t *json, *env = NULL;
	const char *type;
	int ret = 0;

	for (uint64_t seq = 1; seq <= records_last(records) && !ret; seq++) {
		json = records_get(records, seq);
		type = value_text(json, "type");
		if (!strcmp(type, "result"))
			ret = curve_add(r, d, json);
		else if (!strcmp(type, "log"))
			ret = message_add(d, value_text(json, "text"));
		else if (!strcmp(type, "array"))
			words_add_array(&arrays, json);
		else if (!strcmp(type, "run"))
			ret = fact_add(&d->fact[FACT_MODULES],
				       value_string(json, "segments.modules"));
		else if (!strcmp(type, "env"))
			env = json;
	}
	if (!ret && env)
		ret = facts_of_env(d->fact, env);
	return ret ? ret : fact_add(&d->fact[FACT_ARRAYS], arrays.len ? arrays.text : NULL);
}

const char *run_folder(char *buf, size_t size, const struct runinfo *run)
{
	struct stat st;
	int len = snprintf(buf, size, "%s", run->path);

	if (len < 0 || (size_t)len >= size || stat(buf, &st) || !S_ISDIR(st.st_mode))
		buf[0] = '\0';
	return buf;
}

/* What cannot be read any more is passed over: the comparison has read it. */
static int run_read(struct report *r, struct details *d, const struct runinfo *run)
{
	struct records *records = records_new();
	char file[4200], why[160] = "";
	int ret = records ? recfile_find(run->path, file, sizeof(file)) : -ENOMEM;

	if (!ret && !records_load(records, file, why, sizeof(why)))
		ret = records_take(r, d, records);
	else if (ret != -ENOMEM)
		ret = 0;
	records_free(records);
	for (size_t i = 0; i < ARRAY_SIZE(traits) && !ret; i++)
		ret = fact_add(&d->fact[traits[i].fact], run->trait[traits[i].trait]);
	return ret;
}

int details_read(struct report *r)
{
	const struct runlist *list;
	int ret = 0;

	for (size_t g = 0; g < r->c->groups && !ret; g++) {
		list = &r->c->group[g].list;
		for (size_t i = 0; i < list->count && !ret; i++)
			ret = run_read(r, &r->details[g], &list->run[i]);
	}
	return ret;
}

void details_free(struct report *r)
{
	struct details *d;

	for (size_t g = 0; g < GROUPS_MAX; g++) {
		d = &r->details[g];
		for (size_t f = 0; f < FACTS; f++) {
			for (size_t i = 0; i < d->fact[f].values; i++)
				free(d->fact[f].value[i]);
		}
		for (size_t i = 0; i < d->messages; i++)
			free(d->message[i].text);
		for (size_t i = 0; i < CURVES_MAX; i++)
			free(d->curve[i]);
	}
}
