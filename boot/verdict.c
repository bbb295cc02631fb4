// SPDX-License-Identifier: GPL-2.0-only
/*
 * Decides how a run went. The order of the questions is the contract: what
 * the guest itself said at its end comes first, then what was seen of it.
 */
#include "verdict.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>
#include "fail.h"
#include "text.h"
#include "units.h"
#include "watch.h"

static void tally_result(const json_t *record, struct tally *t)
{
	const char *verdict = value_text(record, "verdict");
	const struct {
		const char *word;
		uint64_t *count;
	} row[] = {
		{ "pass", &t->pass }, { "fail", &t->fail }, { "broken", &t->broken },
		{ "unsupported", &t->unsupported }, { "void", &t->void_ },
	};

	uint64_t *count = &t->broken;	/* also for a word that is not ours */
	char id[128], reason[224];

	for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
		if (!strcmp(verdict, row[i].word))
			count = row[i].count;
	}
	++*count;
	if (count == &t->pass || count == &t->unsupported || t->first_bad[0])
		return;
	snprintf(t->first_bad, sizeof(t->first_bad), "%s: %s: %s",
		 text_escape(id, sizeof(id), value_text(record, "id")),
		 count == &t->broken ? "broken" : verdict,
		 text_escape(reason, sizeof(reason), value_text(record, "reason")));
}

/* Of unknown cause: the power went, or a person pressed the button. */
static void tally_crash(const json_t *record, struct tally *t)
{
	const char *cause = value_text(record, "cause");
	char step[128], text[200];

	t->crashes++;
	if (t->crash[0] || (strcmp(cause, "panic") && strcmp(cause, "watchdog")))
		return;
	snprintf(t->crash, sizeof(t->crash), "%s: %s%s%s",
		 text_escape(step, sizeof(step), value_text(record, "step")), cause,
		 value_string(record, "text") ? ": " : "",
		 text_escape(text, sizeof(text), value_text(record, "text")));
}

void verdict_tally(const struct records *r, struct tally *t)
{
	uint64_t last = records_last(r);
	const json_t *end = records_find(r, "end");
	const char *text;

	memset(t, 0, sizeof(*t));
	t->missing = records_missing(r, &t->first_missing, 1);
	for (uint64_t seq = 1; seq <= last; seq++) {
		const json_t *record = records_get(r, seq);
		const char *type = value_text(record, "type");

		t->any |= record != NULL;
		if (!strcmp(type, "result"))
			tally_result(record, t);
		else if (!strcmp(type, "crash"))
			tally_crash(record, t);
		else if (!strcmp(type, "run"))
			t->tests = value_count(record, "tests");
		else if (!strcmp(type, "log") && !t->trouble[0] &&
			 watch_line(value_text(record, "text"), &text) == WATCH_TROUBLE)
			text_escape(t->trouble, sizeof(t->trouble), text);
		else if (!strcmp(type, "env"))
			text_escape(t->release, sizeof(t->release),
				    value_text(record, "kernel_release"));
	}
	if (end) {
		text_escape(t->outcome, sizeof(t->outcome), value_text(end, "outcome"));
		text_escape(t->end_reason, sizeof(t->end_reason), value_text(end, "reason"));
	}
}

static void __attribute__((format(printf, 4, 5)))
set(struct verdict *v, const char *word, int status, const char *format, ...)
{
	va_list args;

	v->word = word;
	v->status = status;
	va_start(args, format);
	vsnprintf(v->reason, sizeof(v->reason), format, args);
	va_end(args);
}

static void set_missing(const struct tally *t, struct verdict *v)
{
	set(v, "incomplete", STATUS_INCOMPLETE, "%zu record%s missing, the first is %" PRIu64,
	    t->missing, t->missing == 1 ? "" : "s", t->first_missing);
}

/* The end record came. */
static void decide_ended(const struct facts *f, const struct tally *t, struct verdict *v)
{
	const char *trouble = f->trouble[0] ? f->trouble : t->trouble;
	const uint64_t results = t->pass + t->fail + t->broken + t->unsupported + t->void_;

	if (!strcmp(t->outcome, "usage"))
		set(v, "usage", STATUS_USAGE, "%s", t->end_reason);
	else if (!strcmp(t->outcome, "refused"))
		set(v, "refused", STATUS_REFUSED, "%s", t->end_reason);
	else if (f->panic[0])
		set(v, "panic", STATUS_PANIC, "after the last test: %s", f->panic);
	else if (t->missing)
		set_missing(t, v);
	else if (!strcmp(t->outcome, "dry-run"))
		set(v, "pass", STATUS_PASS, "%s", "dry run: nothing was measured");
	else if (strcmp(t->outcome, "done") != 0)
		set(v, "fail", STATUS_FAIL, "appliance %s: %s", t->outcome, t->end_reason);
	else if (results != t->tests)
		set(v, "incomplete", STATUS_INCOMPLETE, "%" PRIu64 " results of %" PRIu64
		    " tests", results, t->tests);
	else if (t->fail || t->broken || t->void_)
		set(v, "fail", STATUS_FAIL, "%s", t->first_bad);
	else if (t->crash[0])
		set(v, "fail", STATUS_FAIL, "crashed in %s", t->crash);
	else if (!t->pass)
		set(v, "fail", STATUS_FAIL, "no test passed");
	else if (trouble[0])
		set(v, "fail", STATUS_FAIL, "kernel log: %s", trouble);
	else
		set(v, "pass", STATUS_PASS, "%s", "");
}

/* The guest ended without an end record. */
static void decide_cut_off(const struct facts *f, const struct tally *t, struct verdict *v)
{
	if (f->panic[0])
		set(v, "panic", STATUS_PANIC, "%s", f->panic);
	else if (f->init_failed[0] && t->any)
		set(v, "incomplete", STATUS_INCOMPLETE, "no end record: init: %s", f->init_failed);
	else if (f->init_failed[0])
		set(v, "not-started", STATUS_NOT_STARTED, "init: %s", f->init_failed);
	else if (f->hung[0])
		set(v, "hung", STATUS_HUNG, "%s%s%s", f->hung, f->trouble[0] ? "; kernel log: " :
		    "", f->trouble);
	else if (!strcmp(f->shutdown, "guest-panic") || !strcmp(f->shutdown, "guest-reset"))
		set(v, "panic", STATUS_PANIC, "the guest reset itself before its end record; "
		    "its console may say more with --append=loglevel=7");
	else if (!f->shutdown[0])
		set(v, "not-started", STATUS_NOT_STARTED, "qemu died: %s", f->not_started[0] ?
		    f->not_started : "it said nothing");
	else
		set(v, "incomplete", STATUS_INCOMPLETE, "the guest went down %s",
		    t->any ? "without an end record" : "without a record");
}

void verdict_decide(const struct facts *f, const struct tally *t, struct verdict *v)
{
	if (f->signal)
		set(v, "interrupted", STATUS_SIGNAL + f->signal, "by signal %d (%s)", f->signal,
		    strsignal(f->signal));
	else if (!f->started)
		set(v, "not-started", STATUS_NOT_STARTED, "%s", f->not_started);
	else if (f->no_space[0])
		set(v, "not-started", STATUS_NOT_STARTED, "%s", f->no_space);
	else if (t->outcome[0])
		decide_ended(f, t, v);
	else
		decide_cut_off(f, t, v);
}
