// SPDX-License-Identifier: GPL-2.0-only
/* See goon.h. What was before is known from the records file alone. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include "appliance.h"
#include "foreign.h"
#include "goon.h"
#include "session.h"

bool goon_has_result(const struct goon *g, const char *id, unsigned repeat)
{
	if (!g)
		return false;
	return (g->crashed[0] && g->crashed_repeat == repeat && !strcmp(g->crashed, id)) ||
	       recscan_find(&g->scan, id, repeat);
}

unsigned goon_crashes(const struct goon *g)
{
	return g->scan.crashes + 1;
}

bool goon_is_cut(const struct goon *g)
{
	return g->scan.has_run && !g->scan.has_end && !g->was_stopped;
}

static void add_counts(struct appliance *a)
{
	const struct recscan *s = &a->goon->scan;
	size_t i;
	int v;

	for (i = 0; i < s->nresults; i++) {
		for (v = 0; v < VERDICTS; v++)
			a->stage.counts[v] += !strcmp(s->results[i].verdict, verdict_name[v]);
	}
}

static void list_dumps(const struct goon *g, struct json *j)
{
	DIR *dir = g->dumps[0] ? opendir(g->dumps) : NULL;
	char name[384];
	struct dirent *e;

	json_open(j, "pstore", '[');
	while (dir && (e = readdir(dir))) {
		if (e->d_name[0] == '.')
			continue;
		snprintf(name, sizeof(name), "%s/%s", g->dumps_name, e->d_name);
		json_str(j, NULL, name);
	}
	json_close(j, ']');
	if (dir)
		closedir(dir);
}

static void write_crash(struct appliance *a)
{
	const struct goon *g = a->goon;
	struct json *j = record_begin(&a->out, "crash");

	if (g->scan.step[0]) {
		json_str(j, "step", g->scan.step);
		json_u64(j, "step_repeat", g->scan.step_repeat);
	} else {
		json_none(j, "step");
		json_none(j, "step_repeat");
	}
	json_u64(j, "crashes", goon_crashes(g));
	json_str(j, "cause", g->cause[0] ? g->cause : "unknown");
	json_str(j, "text", g->text[0] ? g->text : NULL);
	list_dumps(g, j);
	record_end(&a->out);
}

/* The test that was running has crashed too often: its result. */
static void conclude(struct appliance *a)
{
	struct goon *g = a->goon;
	const bool is_panic = !strcmp(g->cause, "panic");
	char id[128], reason[192];
	size_t i;

	for (i = 0; i < a->plan.ntests; i++) {
		const struct plan_test *t = &a->plan.tests[i];
		const struct target *target = foreign_target(t->target);

		suite_test_id(id, sizeof(id), target, t->layer, t->row);
		if (strcmp(id, g->scan.step) || t->repeat != g->scan.step_repeat)
			continue;
		a->stage.target = target;
		a->stage.index = i + 1;
		snprintf(reason, sizeof(reason), "crashed: the machine went down in it %u times%s%s",
			 goon_crashes(g), g->text[0] ? ", the last time: " : "", g->text);
		runtest_conclude(&a->stage, t, is_panic ? VERDICT_FAIL : VERDICT_BROKEN, reason);
		snprintf(g->crashed, sizeof(g->crashed), "%s", id);
		g->crashed_repeat = t->repeat;
		return;
	}
}

void goon_begin(struct appliance *a)
{
	struct goon *g = a->goon;

	if (!g)
		return;
	add_counts(a);
	if (!goon_is_cut(g))
		return;
	write_crash(a);
	if (g->scan.step[0] && goon_crashes(g) >= SESSION_TRIES)
		conclude(a);
}
