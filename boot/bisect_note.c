// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a bisection leaves behind besides its runs: a line a revision in
 * bisect.log, and plan.json, by which the collection reads like a matrix whose
 * kernels are the revisions.
 */
#include "bisect_parts.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "runfolder.h"
#include "store.h"
#include "text.h"

static const char *const ruling_names[RULINGS] = {
	[RULING_GOOD] = "good",
	[RULING_BAD] = "bad",
	[RULING_SKIP] = "skip",
	[RULING_MORE] = "saved",
	[RULING_STOP] = "stop",
};

/* DATE COMMIT VERDICT ROUNDS KERNEL SUBJECT FIGURES, parted by tabs. */
static int log_add(const struct bisect *b, const struct finding *found, struct fail *f)
{
	char path[PATH_MAX], date[32];
	time_t now = time(NULL);
	struct tm tm;
	FILE *out;
	int error = 0;

	gmtime_r(&now, &tm);
	strftime(date, sizeof(date), "%Y-%m-%dT%H:%M:%SZ", &tm);
	snprintf(path, sizeof(path), "%s/bisect.log", b->folder);
	out = fopen(path, "ae");
	if (!out)
		return fail_set(f, STATUS_USAGE, "%s: %s", path, strerror(errno));
	if (fprintf(out, "%s\t%s\t%s\t%u\t%s\t%s\t%s\n", date, b->commit,
		    ruling_names[found->ruling], b->rounds, b->release[0] ? b->release : "-",
		    b->subject, found->text) < 0)
		error = errno;
	if (fclose(out) != 0 && !error)
		error = errno;
	return error ? fail_set(f, STATUS_USAGE, "%s: %s", path, strerror(error)) : 0;
}

static json_t *plan_new(const struct bisect *b)
{
	json_t *options = json_array(), *suites = json_array();

	for (size_t i = 0; i < b->o.handed.count; i++)
		json_array_append_new(options, text_json(b->o.handed.word[i]));
	return json_pack("{s:i, s:s, s:[], s:o, s:I, s:s, s:n, s:o}", "schema", 1,
			 "type", "matrix", "kernels", "suites", suites, "rounds",
			 (json_int_t)b->o.max_rounds, "order", "interleaved", "seed", "options",
			 options);
}

/* What lies there, if it is a plan; else a new one. NULL: no memory. */
static json_t *plan_load(const struct bisect *b)
{
	json_t *plan = planfile_read(b->folder);

	if (json_is_array(json_object_get(plan, "kernels")))
		return plan;
	json_decref(plan);
	return plan_new(b);
}

static int plan_add(const struct bisect *b, const struct finding *found, struct fail *f)
{
	const char *error = !b->rounds && found->ruling != RULING_GOOD ? found->text : NULL;
	const char *release = b->release[0] ? b->release : NULL;
	char path[PATH_MAX], half[PATH_MAX + 8], spec[160];
	json_t *plan, *kernel;
	char *text = NULL;
	size_t count;
	int ret = -ENOMEM;

	snprintf(path, sizeof(path), "%s/plan.json", b->folder);
	snprintf(spec, sizeof(spec), "%.12s %.100s", b->commit, b->subject);
	plan = plan_load(b);
	count = json_array_size(json_object_get(plan, "kernels"));
	/* Subjects and releases are escaped; an error may name any path. */
	kernel = json_pack("{s:s, s:s, s:s?, s:n, s:n, s:o, s:s}", "key", b->key, "spec", spec,
			   "release", release, "image_sha256", "modules_sha256",
			   "error", error ? text_json(error) : json_null(),
			   "bisect", ruling_names[found->ruling]);
	/* A good one goes first: the first is the base of comparisons. */
	if (plan && kernel &&
	    !json_array_insert(json_object_get(plan, "kernels"),
			       found->ruling == RULING_GOOD ? 0 : count, kernel))
		text = json_dumps(plan, JSON_INDENT(1));
	/* A call that was killed may have left half of one. */
	snprintf(half, sizeof(half), "%s.new", path);
	unlink(half);
	if (text)
		ret = runfolder_write(path, text, strlen(text));
	free(text);
	json_decref(kernel);
	json_decref(plan);
	return ret ? fail_set(f, STATUS_USAGE, "%s: %s", path, strerror(-ret)) : 0;
}

int bisect_note(const struct bisect *b, const struct finding *found, struct fail *f)
{
	int ret = log_add(b, found, f);

	return ret ? ret : plan_add(b, found, f);
}
