// SPDX-License-Identifier: GPL-2.0-only
/*
 * `mdlab bisect`: one revision from the tree that git has checked out to an
 * exit status for `git bisect run`. Build, run, compare, run again while the
 * figures do not tell, and say it in one line.
 */
#include "bisect.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "bisect_parts.h"
#include "text.h"

/* The stored runs are there: known before minutes of a build. */
static int check_stored(const struct bisect_options *o, struct fail *f)
{
	const struct {
		const char *option, *word;
	} row[] = { { "good", o->good }, { "bad", o->bad } };
	char why[512] = "";
	struct runlist list;
	size_t bad;
	int ret = 0;

	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]) && ret == 0; i++) {
		if (!row[i].word)
			continue;
		list = (struct runlist){ 0 };
		bad = 0;
		ret = store_select(&list, row[i].word, &bad, why, sizeof(why));
		if (ret == 0 && !list.count)
			ret = -ENOENT;
		if (ret < 0)
			fail_set(f, STATUS_USAGE, "%s: %s", row[i].option,
				 why[0] ? why : strerror(-ret));
		runlist_free(&list);
	}
	return ret;
}

/* Each difference a line, as nobody could read them in one. */
static void print_differences(const struct comparison *c)
{
	char text[512], line[400];
	const char *rest = c->differences;

	while (rest && *rest) {
		size_t len = strcspn(rest, "\n");

		snprintf(line, sizeof(line), "%.*s", (int)len, rest);
		fprintf(stderr, "  %s\n", text_escape(text, sizeof(text), line));
		rest += len + (rest[len] == '\n');
	}
}

static void compare(struct bisect *b, struct finding *found)
{
	struct comparison *c = calloc(1, sizeof(*c));
	char own[PATH_MAX], why[400] = "";
	const char *words[3] = { b->o.good, b->o.bad ? b->o.bad : own, own };
	struct compare_request request = {
		.word = words, .words = b->o.bad ? 3 : 2, .only = b->o.only,
		.smallest = b->o.smallest, .force = b->o.force,
	};
	int ret = c ? bisect_runs_word(b, own, sizeof(own)) : -ENOMEM;

	request.metric[b->o.metric] = true;
	if (ret == 0)
		ret = compare_make(c, &request, why, sizeof(why));
	if (ret == 0) {
		bisect_rule(c, (enum metric)b->o.metric, b->o.bad, found);
	} else {
		found->ruling = RULING_STOP;
		snprintf(found->text, sizeof(found->text), "%s", why[0] ? why : strerror(-ret));
		if (ret == -EXDEV)
			print_differences(c);
	}
	if (c)
		compare_free(c);
	free(c);
}

/* A run of no figures at all: its own reason says more than a comparison would. */
static void explain(const struct bisect *b, struct finding *found)
{
	size_t len = strlen(found->text);

	if (found->ruling != RULING_SKIP || !b->last_reason[0] || !b->rounds ||
	    strstr(found->text, b->last_reason))
		return;
	snprintf(found->text + len, sizeof(found->text) - len, "; %s", b->last_reason);
}

/* Rounds until something is told. 0, or -EINTR. */
static int judge(struct bisect *b, struct finding *found)
{
	int ret;

	do {
		ret = bisect_run(b, found);
		if (ret < 0)
			return ret;
		if (found->ruling == RULING_MORE && b->rounds >= b->o.rounds)
			compare(b, found);
	} while (found->ruling == RULING_MORE && b->rounds < b->o.max_rounds);
	if (found->ruling == RULING_MORE)
		found->ruling = RULING_SKIP;
	explain(b, found);
	return 0;
}

/* Rounds for later. */
static int save(struct bisect *b, struct finding *found)
{
	unsigned failed = 0;
	int ret;

	do {
		ret = bisect_run(b, found);
		if (ret < 0)
			return ret;
		failed += b->last_status != STATUS_PASS;
	} while (found->ruling == RULING_MORE && b->rounds < b->o.rounds);
	if (found->ruling != RULING_MORE)
		return 0;
	snprintf(found->text, sizeof(found->text), "%u run%s in %.300s", b->rounds,
		 b->rounds == 1 ? "" : "s", b->folder);
	if (failed) {
		size_t len = strlen(found->text);

		snprintf(found->text + len, sizeof(found->text) - len, ", %u of them failed: %s",
			 failed, b->last_reason);
	}
	return 0;
}

static int finish(struct bisect *b, const struct finding *found)
{
	static const struct {
		const char *word;
		int status;
	} row[RULINGS] = {
		[RULING_GOOD] = { "good", 0 },
		[RULING_BAD] = { "bad", 1 },
		[RULING_SKIP] = { "cannot judge", BISECT_SKIP },
		[RULING_MORE] = { "saved", 0 },
		[RULING_STOP] = { "stopped", BISECT_STOP },
	};
	struct fail f = { 0 };

	printf("mdlab: bisect: %.12s%s%s%s: %s: %s\n", b->commit, b->release[0] ? " (" : "",
	       b->release, b->release[0] ? ")" : "", row[found->ruling].word, found->text);
	if (bisect_note(b, found, &f) < 0) {
		fprintf(stderr, "mdlab: bisect: %s\n", f.text);
		return BISECT_STOP;
	}
	return row[found->ruling].status;
}

/* 0: *status is what is left to do; negative with f filled, or -EINTR. */
static int step(struct bisect *b, int argc, char **argv, int *status, struct fail *f)
{
	struct finding found = { .ruling = RULING_STOP };
	int ret = project_find(&b->project, f);

	if (ret == 0 && signals_open(&b->signals) < 0)
		ret = fail_set(f, STATUS_NOT_STARTED, "signals: %s", strerror(errno));
	if (ret == 0 && !b->o.save)
		ret = check_stored(&b->o, f);
	if (ret == 0)
		ret = bisect_open(b, argc, argv, f);
	if (ret < 0)
		return ret;
	fprintf(stderr, "mdlab: bisect: %.12s %s; runs go to %s\n", b->commit, b->subject,
		b->folder);
	ret = bisect_build(b, f);
	if (ret == 0)
		ret = b->o.save ? save(b, &found) : judge(b, &found);
	if (ret == -EINTR)
		return ret;
	if (ret < 0) {
		found.ruling = f->status == BISECT_SKIP ? RULING_SKIP : RULING_STOP;
		snprintf(found.text, sizeof(found.text), "%s", f->text);
	}
	*status = finish(b, &found);
	return 0;
}

int bisect_main(int argc, char **argv)
{
	struct bisect *b = calloc(1, sizeof(*b));
	struct fail f = { 0 };
	int status = BISECT_STOP, ret;

	if (!b) {
		fputs("mdlab: bisect: no memory\n", stderr);
		return BISECT_STOP;
	}
	b->signals.fd = -1;
	for (size_t i = 0; i < BISECT_USERS; i++) {
		const char *value = getenv(bisect_users[i]);

		b->users[i] = value ? strdup(value) : NULL;
	}
	ret = bisect_options_parse(&b->o, argc - 1, argv + 1, &f);
	if (ret == 0 && b->o.help) {
		bisect_help(stdout);
		status = 0;
	} else if (ret == 0) {
		ret = step(b, argc - 1, argv + 1, &status, &f);
	}
	if (ret < 0 && b->signals.got) {
		fprintf(stderr, "mdlab: bisect: interrupted\n");
		status = STATUS_SIGNAL + b->signals.got;
	} else if (ret < 0) {
		fprintf(stderr, "mdlab: bisect: %s\n", f.text);
	}
	for (size_t i = 0; i < BISECT_USERS; i++)
		free(b->users[i]);
	bisect_options_free(&b->o);
	free(b);
	return status;
}
