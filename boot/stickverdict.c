// SPDX-License-Identifier: GPL-2.0-only
/*
 * How a try of a stick went. What the machine did is seen from outside, how the
 * session went is read from the stick: only both together are a pass.
 */
#include "stickverdict.h"

#include <stdarg.h>
#include <stdio.h>

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

/* Of this session's runs: the first that did not pass, and how many there are. */
static const struct import_run *first_bad(const struct import *im, size_t *count)
{
	const struct import_run *bad = NULL;

	*count = 0;
	for (size_t i = 0; i < im->runs; i++) {
		const struct import_run *run = &im->run[i];

		if (im->journal.session && run->session != im->journal.session)
			continue;
		*count += run->folder[0] != '\0';
		if (!bad && (!run->folder[0] || run->verdict.status))
			bad = run;
	}
	return bad;
}

/* The machine was turned off by its own will. */
static void decide_ended(const struct metal_watch *w, const struct import *im, bool has_stick,
			 struct verdict *v)
{
	const struct journal_said *j = &im->journal;
	size_t count;
	const struct import_run *bad = first_bad(im, &count);

	if (has_stick && !j->session)
		set(v, w->panic[0] ? "panic" : "incomplete",
		    w->panic[0] ? STATUS_PANIC : STATUS_INCOMPLETE,
		    "no session on the stick%s%s", w->panic[0] ? ": " : "", w->panic);
	else if (has_stick && !j->is_finished)
		set(v, "incomplete", STATUS_INCOMPLETE, "session S%04u did not finish%s%s",
		    j->session, w->panic[0] ? ": " : "", w->panic);
	else if (bad && !bad->folder[0])
		set(v, "incomplete", STATUS_INCOMPLETE, "%s: %s", bad->from, bad->reason);
	else if (bad)
		set(v, bad->verdict.word, bad->verdict.status, "%s: %.500s", bad->from,
		    bad->verdict.reason);
	else if (j->given_up)
		set(v, "fail", STATUS_FAIL, "%u kernels' runs were given up", j->given_up);
	else if (!count || count < j->done)
		set(v, "incomplete", STATUS_INCOMPLETE, "%zu runs came home of %u", count, j->done);
	else
		set(v, "pass", STATUS_PASS, "%s", "");
}

void stick_decide(const struct metal_watch *w, const struct import *im, bool has_stick,
		  struct verdict *v)
{
	size_t count;
	const struct import_run *bad = first_bad(im, &count);

	if (w->end == END_SIGNAL)
		set(v, "interrupted", STATUS_SIGNAL + w->signal, "by signal %d (%s)", w->signal,
		    w->why);
	else if (w->end == END_DIED)
		set(v, "not-started", STATUS_NOT_STARTED, "qemu died: %s", w->why);
	else if (w->end == END_NO_SPACE)
		set(v, "not-started", STATUS_NOT_STARTED, "%s", w->why);
	else if (bad && bad->folder[0] && (bad->verdict.status == STATUS_USAGE ||
					   bad->verdict.status == STATUS_REFUSED))
		set(v, bad->verdict.word, bad->verdict.status, "%s: %.500s", bad->from,
		    bad->verdict.reason);
	else if (w->end == END_HUNG)
		set(v, "hung", STATUS_HUNG, "%s%s%s", w->why, w->panic[0] ? "; " : "", w->panic);
	else if (w->end == END_KILLED)
		set(v, "incomplete", STATUS_INCOMPLETE, "the plug was pulled at %s", w->why);
	else if (w->end == END_UNTIL)
		set(v, "incomplete", STATUS_INCOMPLETE, "stopped as asked at %s", w->why);
	else
		decide_ended(w, im, has_stick, v);
}
