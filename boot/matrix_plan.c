// SPDX-License-Identifier: GPL-2.0-only
/*
 * The plan of a matrix: plan.json as results/schema.md has it, whether two
 * plans are the same matrix, and the order of the runs.
 */
#include "matrix_parts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "hash.h"
#include "runfolder.h"
#include "text.h"
#include "units.h"

static const char *const order_words[] = {
	[ORDER_INTERLEAVED] = "interleaved", [ORDER_RANDOM] = "random"
};

static json_t *words_json(const struct args *a)
{
	json_t *list = json_array();

	for (size_t i = 0; i < a->count; i++)
		json_array_append_new(list, text_json(a->word[i]));
	return list;
}

static json_t *text_or_null(const char *text)
{
	return text[0] ? text_json(text) : json_null();
}

static json_t *kernels_json(const struct matrix *m)
{
	json_t *list = json_array();

	for (unsigned i = 0; i < m->kernels; i++) {
		const struct matrix_kernel *k = &m->kernel[i];

		json_array_append_new(list, json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}",
			"key", k->key, "spec", text_json(k->spec), "release", text_or_null(k->release),
			"image_sha256", text_or_null(k->image.sha256),
			"modules_sha256", text_or_null(k->modules.sha256),
			"error", text_or_null(k->error)));
	}
	return list;
}

json_t *matrix_plan_make(const struct matrix *m)
{
	const struct matrix_options *o = &m->options;
	json_t *segments = json_array();
	time_t now = time(NULL);
	char started[32];
	struct tm tm;

	gmtime_r(&now, &tm);
	strftime(started, sizeof(started), "%Y-%m-%dT%H:%M:%SZ", &tm);
	for (unsigned i = 0; i < m->shared.files; i++)
		json_array_append_new(segments, json_string(m->shared.file[i].sha256));
	return json_pack("{s:i, s:s, s:o, s:o, s:I, s:s, s:I, s:o, s:I, s:o, s:s, s:o}",
			 "schema", 1, "type", "matrix", "kernels", kernels_json(m),
			 "suites", words_json(&o->suites), "rounds", (json_int_t)o->rounds,
			 "order", order_words[o->order],
			 "seed", (json_int_t)(o->seed & INT64_MAX),
			 "options", words_json(&o->handed), "jobs", (json_int_t)o->jobs,
			 "segments_sha256", segments, "started", started,
			 "warning", text_or_null(m->warning));
}

int matrix_plan_write(const char *folder, const json_t *plan)
{
	char path[PATH_MAX], *text = json_dumps(plan, JSON_INDENT(1) | JSON_ENSURE_ASCII);
	int ret = text ? 0 : -ENOMEM;

	if (ret == 0 &&
	    snprintf(path, sizeof(path), "%s/plan.json", folder) >= (int)sizeof(path))
		ret = -ENAMETOOLONG;
	if (ret == 0)
		ret = runfolder_write(path, text, strlen(text));
	free(text);
	return ret;
}

static json_t *kernel_of(const json_t *plan, size_t i)
{
	return json_array_get(json_object_get(plan, "kernels"), i);
}

bool matrix_plan_same_request(const json_t *a, const json_t *b)
{
	static const char *const keys[] = { "suites", "order", "seed", "options", "jobs" };
	size_t kernels = json_array_size(json_object_get(a, "kernels"));

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++) {
		if (!json_equal(json_object_get(a, keys[i]), json_object_get(b, keys[i])))
			return false;
	}
	if (kernels != json_array_size(json_object_get(b, "kernels")))
		return false;
	for (size_t i = 0; i < kernels; i++) {
		if (strcmp(value_text(kernel_of(a, i), "spec"),
			   value_text(kernel_of(b, i), "spec")) != 0)
			return false;
	}
	return true;
}

/* Either was never had, or it is the same. */
static bool kernel_is_same(const json_t *a, const json_t *b)
{
	const char *image_a = value_string(a, "image_sha256");
	const char *image_b = value_string(b, "image_sha256");

	if (!image_a || !image_b)
		return true;
	return !strcmp(image_a, image_b) &&
	       !strcmp(value_text(a, "modules_sha256"), value_text(b, "modules_sha256"));
}

bool matrix_plan_same_content(const json_t *a, const json_t *b, char *why, size_t size)
{
	size_t kernels = json_array_size(json_object_get(a, "kernels"));
	char spec[128];

	if (!json_equal(json_object_get(a, "segments_sha256"),
			json_object_get(b, "segments_sha256"))) {
		snprintf(why, size, "the initramfs is another");
		return false;
	}
	for (size_t i = 0; i < kernels; i++) {
		if (kernel_is_same(kernel_of(a, i), kernel_of(b, i)))
			continue;
		snprintf(why, size, "%s is another kernel",
			 text_escape(spec, sizeof(spec), value_text(kernel_of(b, i), "spec")));
		return false;
	}
	return true;
}

/* A kernel that cannot be had today keeps what is known of it. */
void matrix_plan_merge(json_t *plan, const json_t *old)
{
	static const char *const known[] = { "release", "image_sha256", "modules_sha256" };
	size_t kernels = json_array_size(json_object_get(plan, "kernels"));

	for (size_t i = 0; i < kernels; i++) {
		json_t *k = kernel_of(plan, i), *was = kernel_of(old, i);

		for (size_t n = 0; n < ARRAY_SIZE(known) && value_string(k, "error"); n++) {
			if (value_string(was, known[n]))
				json_object_set(k, known[n], json_object_get(was, known[n]));
		}
	}
	if (value_count(old, "rounds") > value_count(plan, "rounds") &&
	    value_count(old, "rounds") <= ROUNDS_MAX)
		json_object_set(plan, "rounds", json_object_get(old, "rounds"));
	if (value_string(old, "started"))
		json_object_set(plan, "started", json_object_get(old, "started"));
}

static uint64_t hash_json(uint64_t hash, const json_t *json)
{
	char *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);

	hash = hash_text(hash, text ? text : "");
	free(text);
	return hash;
}

void matrix_plan_hash(const json_t *plan, char *hex, size_t size)
{
	static const char *const keys[] = {
		"suites", "order", "seed", "options", "jobs", "segments_sha256"
	};
	static const char *const of_kernel[] = { "spec", "image_sha256", "modules_sha256" };
	size_t kernels = json_array_size(json_object_get(plan, "kernels"));
	uint64_t hash = HASH_BEGIN;

	for (size_t i = 0; i < ARRAY_SIZE(keys); i++)
		hash = hash_json(hash, json_object_get(plan, keys[i]));
	for (size_t i = 0; i < kernels; i++) {
		for (size_t k = 0; k < ARRAY_SIZE(of_kernel); k++)
			hash = hash_text(hash, value_text(kernel_of(plan, i), of_kernel[k]));
	}
	snprintf(hex, size, "%08" PRIx32, hash_short(hash));
}

/* splitmix64 */
static uint64_t draw(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* By round and suite, so that a larger --rounds only adds. */
static void shuffle(struct matrix_run *run, unsigned count, uint64_t seed)
{
	uint64_t state = seed ^ (uint64_t)run->round << 32 ^ (uint64_t)run->suite << 56;

	for (unsigned left = count; left > 1; left--) {
		unsigned at = (unsigned)(draw(&state) % left);
		unsigned kernel = run[at].kernel;

		run[at].kernel = run[left - 1].kernel;
		run[left - 1].kernel = kernel;
	}
}

struct matrix_run *matrix_plan_runs(const struct matrix_options *o, unsigned kernels,
				    size_t *runs)
{
	const size_t suites = o->suites.count;
	struct matrix_run *list = calloc(o->rounds * suites * kernels, sizeof(*list));
	size_t n = 0;

	for (unsigned round = 1; list && round <= o->rounds; round++) {
		for (unsigned suite = 0; suite < suites; suite++) {
			for (unsigned k = 0; k < kernels; k++) {
				list[n + k].round = round;
				list[n + k].suite = suite;
				list[n + k].kernel = k;
			}
			if (o->order == ORDER_RANDOM)
				shuffle(&list[n], kernels, o->seed);
			n += kernels;
		}
	}
	*runs = n;
	return list;
}

void matrix_run_name(char *buf, size_t size, const struct matrix_options *o,
		     const struct matrix_run *run)
{
	if (o->suites.count > 1)
		snprintf(buf, size, "r%u-k%u-%s", run->round, run->kernel + 1,
			 o->suites.word[run->suite]);
	else
		snprintf(buf, size, "r%u-k%u", run->round, run->kernel + 1);
}

/* The line that begins so, without its begin. NULL: there is none. */
static const char *line_find(const char *text, const char *lead, char *buf, size_t size)
{
	size_t len = strlen(lead);

	for (; text && *text; text = strchr(text, '\n'), text += text != NULL) {
		if (strncmp(text, lead, len) != 0)
			continue;
		snprintf(buf, size, "%.*s", (int)strcspn(text + len, "\n"), text + len);
		return buf;
	}
	return NULL;
}

/* "pass=70 fail=1 broken=0 unsupported=1 void=0" */
static void counts_parse(struct matrix_run *run, char *line)
{
	char *save = NULL, *value;
	uint64_t n;

	for (char *word = strtok_r(line, " ", &save); word; word = strtok_r(NULL, " ", &save)) {
		value = strchr(word, '=');
		if (!value || parse_u64(value + 1, 0, 1000000000, &n) != 0)
			continue;
		run->tests += n;
		if (!strncmp(word, "pass=", 5))
			run->passed = n;
	}
}

/* "16.123" */
static uint64_t ms_parse(char *line)
{
	char *point = strchr(line, '.');
	uint64_t s = 0, ms = 0;

	if (point) {
		*point = '\0';
		if (parse_u64(point + 1, 0, 999, &ms) != 0)
			ms = 0;
	}
	if (parse_u64(line, 0, 100000000, &s) != 0)
		return 0;
	return s * 1000 + ms;
}

int matrix_verdict_parse(struct matrix_run *run, const char *text)
{
	char first[64], line[512], *number;
	uint64_t status;

	snprintf(first, sizeof(first), "%.*s", (int)strcspn(text, "\n"), text);
	number = strrchr(first, ' ');
	if (!number || number == first || strcspn(text, "\n") >= sizeof(first) ||
	    !text[strcspn(text, "\n")] || parse_u64(number + 1, 0, 255, &status) != 0)
		return -EINVAL;
	/* One that was interrupted is not at its end. */
	if (status > STATUS_SIGNAL)
		return -EINVAL;
	*number = '\0';
	text_escape(run->word, sizeof(run->word), first);
	run->status = (int)status;
	run->tests = run->passed = run->wall_ms = 0;
	if (line_find(text, "results: ", line, sizeof(line)))
		counts_parse(run, line);
	if (line_find(text, "wall_s: ", line, sizeof(line)))
		run->wall_ms = ms_parse(line);
	run->reason[0] = '\0';
	if (line_find(text, "reason: ", line, sizeof(line)) && strcmp(line, "none") != 0)
		text_escape(run->reason, sizeof(run->reason), line);
	return 0;
}
