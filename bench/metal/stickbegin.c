// SPDX-License-Identifier: GPL-2.0-only
/*
 * From a boot line to a session: the medium, plan.txt, kernels.txt, the journal.
 * Nothing is written to any disk here, and to the medium only once all of that
 * is in order.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "bootentry.h"
#include "pstore.h"
#include "stick_parts.h"
#include "stickrun.h"
#include "sysfile.h"

#define WAIT_LEAST_S 30
#define PLAN "plan.txt"
#define TYPED "words.txt"
#define OLD_WORDS "pstore/before.txt"
#define OLD_WORDS_BYTES 32768
#define KERNELS "mdbench/kernels.txt"
#define KERNELS_BYTES 65536
#define PROGRESS "mdbench/progress.txt"

static int fail(struct stick *st, const char *object, int error)
{
	snprintf(st->err, sizeof(st->err), "%s: %s", object, medium_why(-error));
	return error;
}

/* 0, or -EINVAL with the sentence of why. */
static int refuse(struct stick *st, const struct opt_error *why)
{
	snprintf(st->err, sizeof(st->err), "%s", why->text);
	return -EINVAL;
}

/* plan.txt, which may be missing, and the words that it and the boot line have. */
static int read_plan(struct stick *st)
{
	static char line[STICKWORDS_LINE], typed[] = "";
	struct opt_error why;
	long len;

	len = medium_read(&st->medium, PLAN, st->plan, sizeof(st->plan));
	if (len < 0 && len != -ENOENT)
		return fail(st, PLAN, (int)len);
	st->plan_len = len < 0 ? 0 : (unsigned long)len;
	if (plantext_parse(st->plan, st->plan_len, line, sizeof(line), &st->session.words_sum,
			   why.text, sizeof(why.text)))
		return refuse(st, &why);
	if (stickwords_read(st->appliance, line, typed, &why) ||
	    stickwords_check(&st->appliance->opt, &why))
		return refuse(st, &why);
	return 0;
}

static int read_kernels(struct stick *st)
{
	static char text[KERNELS_BYTES];
	const char *key = st->appliance->opt.kernel;
	long len;

	len = medium_read(&st->medium, KERNELS, text, sizeof(text));
	if (len < 0)
		return fail(st, KERNELS, (int)len);
	st->session.words_sum = session_sum(st->session.words_sum, text, (size_t)len);
	if (strlen(text) != (size_t)len)
		snprintf(text, sizeof(text), "NUL");
	if (session_read_kernels(&st->session, text, st->err, sizeof(st->err)))
		return -EINVAL;
	st->kernel = session_kernel_find(&st->session, key ? key : "");
	if (st->kernel >= 0)
		return 0;
	snprintf(st->err, sizeof(st->err),
		 "kernel: %.20s: is not in %s: boot an entry of the medium's menu", key ? key : "(none)",
		 KERNELS);
	return -EINVAL;
}

int stick_open(struct stick *st)
{
	struct appliance *a = st->appliance;
	const unsigned wait_s = a->opt.wait_s < WAIT_LEAST_S ? WAIT_LEAST_S :
				(unsigned)a->opt.wait_s;
	int ret;

	if (sysfile_read("/proc/cmdline", st->cmdline, sizeof(st->cmdline)) < 0)
		st->cmdline[0] = '\0';
	ret = medium_open(&st->medium, a->opt.medium, wait_s, st->err, sizeof(st->err));
	if (!ret)
		ret = read_plan(st);
	if (!ret && a->opt.start != START_LIST)
		ret = read_kernels(st);
	return ret;
}

/* What was typed when the session began, for those of its boots that nobody sees. */
static int read_typed(struct stick *st)
{
	static char typed[STICKWORDS_LINE], line[STICKWORDS_LINE];
	struct opt_error why;
	char name[64];
	uint64_t sum;
	long len;

	snprintf(name, sizeof(name), "%s/%s", st->folder, TYPED);
	len = medium_read(&st->medium, name, typed, sizeof(typed));
	if (len == -ENOENT)
		return 0;
	if (len < 0)
		return fail(st, name, (int)len);
	plantext_parse(st->plan, st->plan_len, line, sizeof(line), &sum, why.text,
		       sizeof(why.text));
	if (stickwords_read(st->appliance, line, typed, &why) ||
	    stickwords_check(&st->appliance->opt, &why))
		return refuse(st, &why);
	return 0;
}

static int keep_words(struct stick *st)
{
	char typed[STICKWORDS_LINE], name[64];
	int ret;

	snprintf(name, sizeof(name), "%s/%s", st->folder, PLAN);
	ret = medium_write(&st->medium, name, st->plan, st->plan_len);
	stickwords_typed(st->cmdline, st->session.kernel[st->kernel].append, typed, sizeof(typed));
	if (!ret && typed[0]) {
		snprintf(name, sizeof(name), "%s/%s", st->folder, TYPED);
		ret = medium_write(&st->medium, name, typed, strlen(typed));
	}
	return ret ? fail(st, name, ret) : 0;
}

/*
 * What pstore has of before this session is its owner's: it is not taken for a
 * crash of ours, and stays where it is.
 */
static int note_old_words(struct stick *st)
{
	static char list[OLD_WORDS_BYTES];
	char name[64];
	int ret;

	ret = pstore_list(list, sizeof(list));
	if (ret)
		stick_say("mdbench: pstore: cannot be listed: %s", strerror(-ret));
	if (!list[0])
		return 0;
	snprintf(name, sizeof(name), "%s/pstore", st->folder);
	ret = medium_mkdir(&st->medium, name);
	snprintf(name, sizeof(name), "%s/" OLD_WORDS, st->folder);
	if (!ret)
		ret = medium_write(&st->medium, name, list, strlen(list));
	return ret ? fail(st, name, ret) : 0;
}

static int begin(struct stick *st)
{
	const struct appliance_options *o = &st->appliance->opt;
	struct session *s = &st->session;
	const int only = o->start == START_ONE ? st->kernel : -1;
	const unsigned legs = (unsigned)o->rounds * (only < 0 ? s->nkernels : 1);
	char path[320];
	unsigned number;
	int ret;

	if (legs > SESSION_LEGS) {
		snprintf(st->err, sizeof(st->err),
			 "rounds: %u kernels in %u rounds are more than %u runs: use fewer rounds",
			 s->nkernels, (unsigned)o->rounds, SESSION_LEGS);
		return -EINVAL;
	}
	ret = medium_path(&st->medium, "results", path, sizeof(path));
	if (ret)
		return fail(st, "results", ret);
	number = session_next_number(path, s->number);
	if (number > SESSION_NUMBERS) {
		snprintf(st->err, sizeof(st->err), "results: S%u is there: move it away", SESSION_NUMBERS);
		return -EINVAL;
	}
	snprintf(st->folder, sizeof(st->folder), "results/S%04u", number);
	/* The folder first: a number whose journal was lost is not given again. */
	ret = keep_words(st);
	if (!ret)
		ret = note_old_words(st);
	if (ret)
		return ret;
	ret = session_begin(s, number, (unsigned)o->rounds, only);
	return ret ? fail(st, PROGRESS, ret) : 0;
}

/* The journal's text of a crash takes no bar and nothing but ASCII. */
static void keep_text(char *to, size_t size, const char *from)
{
	size_t i;

	for (i = 0; i + 1 < size && from[i]; i++)
		to[i] = from[i] < ' ' || from[i] > '~' || from[i] == '|' ? '.' : from[i];
	to[i] = '\0';
}

/* What the kernel left of its last words, to results/S0001/pstore/NAME. */
static void bring_home(struct stick *st, const char *name, struct pstore_saved *saved)
{
	static char old[OLD_WORDS_BYTES];
	char parent[64], folder[128], path[320];
	int ret;

	memset(saved, 0, sizeof(*saved));
	snprintf(path, sizeof(path), "%s/" OLD_WORDS, st->folder);
	if (medium_read(&st->medium, path, old, sizeof(old)) < 0)
		old[0] = '\0';
	snprintf(parent, sizeof(parent), "%s/pstore", st->folder);
	snprintf(folder, sizeof(folder), "%s/%s", parent, name);
	ret = medium_mkdir(&st->medium, parent);
	if (!ret)
		ret = medium_path(&st->medium, folder, path, sizeof(path));
	if (!ret)
		ret = pstore_save(path, old, saved);
	if (ret)
		stick_say("mdbench: pstore: not all of it could be saved: %s", strerror(-ret));
	if (saved->files)
		stick_say("mdbench: pstore: %u files saved to %s: %s", saved->files, folder,
			  saved->panic);
}

/* A leg was begun before this boot, and did not end: why? */
static int look_back(struct stick *st)
{
	struct session *s = &st->session;
	const struct session_leg *leg = &s->leg[s->current];
	char leg_name[32], name[64], text[64], head[JOURNAL_TEXT], event[2 * JOURNAL_TEXT];
	struct pstore_saved saved;

	if (s->current >= s->nlegs || (!leg->is_running && !leg->boots))
		return 0;
	session_leg_name(s, leg, leg_name, sizeof(leg_name));
	snprintf(name, sizeof(name), "%s-%c%u", leg_name, leg->is_running ? 'c' : 'b',
		 leg->is_running ? leg->crashes + 1 : leg->boots);
	bring_home(st, name, &saved);
	if (!leg->is_running)
		return 0;
	keep_text(text, sizeof(text), saved.panic);
	session_leg_event(s, "crash", head);
	snprintf(event, sizeof(event), "%s %s%s%s", head, saved.panic[0] ? "panic" :
		 st->appliance->watchdog.was_reset ? "watchdog" : "unknown", text[0] ? " " : "",
		 text);
	event[JOURNAL_TEXT - 1] = '\0';
	stick_say("mdbench: the machine went down in %s: going on", leg_name);
	return stick_note(st, event);
}

int stick_take_session(struct stick *st)
{
	static char journal[JOURNAL_BYTES + 1];
	const unsigned start = st->appliance->opt.start;
	struct session *s = &st->session;
	long len;
	int ret;

	s->medium = &st->medium;
	len = medium_read(&st->medium, PROGRESS, journal, sizeof(journal));
	if (len < 0)
		return fail(st, PROGRESS, (int)len);
	session_replay(s, journal, (size_t)len);
	if (s->is_damaged)
		stick_say("mdbench: %s: is damaged behind event %u: %s", PROGRESS, s->nevents,
			  s->number ? "going on from there" : "beginning anew");
	if (start == START_ALL || start == START_ONE || !s->number || s->is_stale)
		return begin(st);
	snprintf(st->folder, sizeof(st->folder), "results/S%04u", s->number);
	ret = read_typed(st);
	return ret ? ret : look_back(st);
}

bool stick_is_here(const struct stick *st)
{
	const struct session *s = &st->session;
	const uint64_t want = st->appliance->opt.mem_bytes;
	uint64_t have;

	if ((int)s->leg[s->current].kernel != st->kernel)
		return false;
	return !want || (bootentry_mem(st->cmdline, &have) && have == want);
}
