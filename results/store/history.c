// SPDX-License-Identifier: GPL-2.0-only
/*
 * The results of many runs, boiled down while they are read: no record is kept.
 */
#include "store.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recfile.h"
#include "text.h"
#include "units.h"

#define REPEATS_MAX 1000000

struct loading {
	struct history *h;
	size_t run;
	const char *only;
};

const struct history_test *history_find(const struct history *h, const char *id)
{
	const json_t *place = json_object_get(h->index, id);

	return place ? &h->test[json_integer_value(place)] : NULL;
}

/* The test of this id, made if there is none. NULL: no memory. */
static struct history_test *test_get(struct history *h, const char *id)
{
	const struct history_test *found = history_find(h, id);
	struct history_test *grown;
	size_t room;

	if (found)
		return &h->test[found - h->test];
	if (h->tests == h->room) {
		room = h->room ? 2 * h->room : 64;
		grown = reallocarray(h->test, room, sizeof(*grown));
		if (!grown)
			return NULL;
		h->test = grown;
		h->room = room;
	}
	h->test[h->tests] = (struct history_test){ .id = strdup(id) };
	if (!h->test[h->tests].id)
		return NULL;
	/* In the list first, so that it is freed whatever comes. */
	h->tests++;
	return json_object_set_new(h->index, id, json_integer((json_int_t)h->tests - 1)) ?
		NULL : &h->test[h->tests - 1];
}

static int result_add(struct loading *l, const json_t *result, const char *id)
{
	struct history_test *t = test_get(l->h, id);
	const char *reason = value_string(result, "reason");
	struct history_result *grown, *r;
	uint64_t repeat = value_count(result, "repeat");
	size_t room;

	if (!t)
		return -ENOMEM;
	if (t->results == t->room) {
		room = t->room ? 2 * t->room : 8;
		grown = reallocarray(t->result, room, sizeof(*grown));
		if (!grown)
			return -ENOMEM;
		t->result = grown;
		t->room = room;
	}
	r = &t->result[t->results];
	*r = (struct history_result){
		.run = l->run, .repeat = repeat <= REPEATS_MAX ? (unsigned)repeat : 0,
	};
	sample_take(&r->sample, result);
	if (reason && r->sample.verdict != VERDICT_PASS) {
		r->reason = strdup(reason);
		if (!r->reason)
			return -ENOMEM;
	}
	t->results++;
	return 0;
}

static int take_result(const json_t *record, void *arg)
{
	struct loading *l = arg;
	const char *id = value_string(record, "id");

	if (strcmp(value_text(record, "type"), "result") || !id ||
	    (l->only && !glob_match(l->only, id)))
		return 0;
	return result_add(l, record, id);
}

static int load_run(struct loading *l, const char *path, char *why, size_t size)
{
	char file[4096], text[200];
	struct recfile f;
	int ret = recfile_find(path, file, sizeof(file));

	text_escape(text, sizeof(text), path);
	if (!ret)
		ret = recfile_open(&f, file);
	if (ret) {
		snprintf(why, size, "%s: %s", text, strerror(-ret));
		return ret;
	}
	ret = recfile_each(&f, take_result, l);
	recfile_close(&f);
	if (ret)
		snprintf(why, size, "%s: %s", text, strerror(-ret));
	else if (f.why[0] && !why[0])
		snprintf(why, size, "%s: %s", text, f.why);
	l->h->wrong += f.wrong;
	return ret;
}

int history_load(struct history *h, const struct runlist *list, const char *only, char *why,
		 size_t size)
{
	struct loading l = { .h = h, .only = only };
	int ret = 0;

	*h = (struct history){ .index = json_object() };
	if (size)
		why[0] = '\0';
	if (!h->index) {
		snprintf(why, size, "out of memory");
		return -ENOMEM;
	}
	for (; l.run < list->count && !ret; l.run++)
		ret = load_run(&l, list->run[l.run].path, why, size);
	if (ret)
		history_free(h);
	return ret;
}

void history_free(struct history *h)
{
	for (size_t t = 0; t < h->tests; t++) {
		for (size_t r = 0; r < h->test[t].results; r++)
			free(h->test[t].result[r].reason);
		free(h->test[t].result);
		free(h->test[t].id);
	}
	free(h->test);
	json_decref(h->index);
	*h = (struct history){ .test = NULL };
}
