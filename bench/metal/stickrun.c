// SPDX-License-Identifier: GPL-2.0-only
/*
 * One boot of a session: legs that are due on this kernel are run, then it is
 * left for the next one. Whatever happens, what is to come when this program
 * ends is written down for init before.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "commands.h"
#include "pstore.h"
#include "random.h"
#include "screen.h"
#include "sinks.h"
#include "stick_parts.h"
#include "stickrun.h"

#define RUN_FOLDER "/run/mdbench"
#define QR_BYTES 400
#define PULLED "the medium takes no records: put it back; they are kept in memory until then"

/* Held to be read by whoever looks; nothing more is written. */
static void hold(struct stick *st)
{
	watchdog_progress(&st->appliance->watchdog, STICK_HOLD_S + 60);
	screen_hold(STICK_HOLD_S);
}

/* It cannot go on: say so everywhere, the records of the other sinks included. */
static int stop(struct stick *st, const char *outcome, int status)
{
	/* A leg of this boot has its end record already. */
	if (st->has_run)
		status = complain(status, "%s", st->err);
	else
		status = appliance_finish(st->appliance, outcome, st->err, status);
	screen_error(st->err);
	stick_set_after("poweroff");
	hold(st);
	return status;
}

/* Once for the disks of a session, whatever kernel names them how. */
bool stick_may_begin(struct appliance *a)
{
	struct stick *st = a->stick;
	uint64_t sum = SESSION_SUM;
	unsigned i;

	for (i = 0; i < a->disks.count; i++) {
		const struct disk *d = &a->disks.disk[i];

		if (d->role)
			sum = session_sum(sum, d->id, strlen(d->id) + 1);
	}
	sum += !sum;
	if (sum == st->session.disks_sum)
		return true;
	watchdog_progress(&a->watchdog, (unsigned)a->opt.countdown_s + 300);
	if (!screen_countdown((unsigned)a->opt.countdown_s, "writing to the disks above begins"))
		return false;
	/* Not noted, it is only asked again. */
	if (session_note(&st->session, "disks %016llx", (unsigned long long)sum))
		stick_say("mdbench: %s", "mdbench/progress.txt: cannot be written now");
	return true;
}

/* S0001-r1-k1-1a2b3c4d: also two sticks have no run of the same id. */
static void name_run(struct stick *st, const char *leg)
{
	struct appliance *a = st->appliance;
	unsigned char bytes[4] = { 0 };
	const int fd = open("/dev/urandom", O_RDONLY | O_CLOEXEC);

	if (fd >= 0 && read(fd, bytes, sizeof(bytes)) < 0)
		bytes[0] = 1;
	if (fd >= 0)
		close(fd);
	snprintf(a->out.run, sizeof(a->out.run), "S%04u-%s-%02x%02x%02x%02x", st->session.number,
		 leg, bytes[0], bytes[1], bytes[2], bytes[3]);
}

enum { LEG_OPEN, LEG_HAS_ENDED, LEG_IS_HOPELESS };

static int look_at_records(struct stick *st, const char *name)
{
	struct recscan *scan = &st->goon.scan;
	char path[320];
	int ret;

	ret = medium_path(&st->medium, name, path, sizeof(path));
	if (!ret)
		ret = recscan_file(path, scan);
	if (ret)
		return ret;
	if (scan->has_end && !strcmp(scan->outcome, "done"))
		return LEG_HAS_ENDED;
	/* Stopped before its first write: what it says is of no use any more. */
	if (st->goon.was_stopped && !scan->nresults)
		recscan_free(scan);
	if (goon_is_cut(&st->goon) && !scan->step[0] && goon_crashes(&st->goon) > SESSION_CRASHES)
		return LEG_IS_HOPELESS;
	ret = sticklog_open(&st->log, &st->medium, name, scan->good_bytes);
	return ret ? ret : LEG_OPEN;
}

/* Why the last boot of this leg ended, as the journal has it. */
static void note_crash(struct stick *st, const char *key)
{
	const struct session *s = &st->session;
	const struct session_leg *leg = &s->leg[s->current];
	struct goon *g = &st->goon;
	char name[128];

	snprintf(g->dumps_name, sizeof(g->dumps_name), "%s-c%u", key, leg->crashes);
	snprintf(name, sizeof(name), "%s/pstore/%s", st->folder, g->dumps_name);
	if (medium_path(&st->medium, name, g->dumps, sizeof(g->dumps)))
		g->dumps[0] = '\0';
	memcpy(g->cause, s->crash_cause, sizeof(s->crash_cause));
	memcpy(g->text, s->crash_text, sizeof(s->crash_text));
	g->was_stopped = leg->was_stopped;
}

/* The medium comes first: what is seen on the serial line is on the medium, too. */
static int add_sink(struct stick *st)
{
	struct record_out *out = &st->appliance->out;
	const int ret = record_add_function(out, sticklog_send, &st->log, "medium");
	struct record_sink sink;

	if (ret)
		return ret;
	sink = out->sinks[out->nsinks - 1];
	memmove(&out->sinks[1], &out->sinks[0], (out->nsinks - 1) * sizeof(sink));
	out->sinks[0] = sink;
	return 0;
}

static void drop_sink(struct record_out *out)
{
	out->nsinks--;
	memmove(&out->sinks[0], &out->sinks[1], out->nsinks * sizeof(out->sinks[0]));
}

/* Records file, journal, sinks: what is to be done (LEG_…), or -errno with err. */
static int open_leg(struct stick *st)
{
	struct appliance *a = st->appliance;
	struct session *s = &st->session;
	const struct session_leg *leg = &s->leg[s->current];
	struct recscan *scan = &st->goon.scan;
	char key[32], name[96], text[JOURNAL_TEXT];
	int what, ret;

	session_leg_name(s, leg, key, sizeof(key));
	note_crash(st, key);
	snprintf(name, sizeof(name), "%s/%s.jsonl", st->folder, key);
	what = look_at_records(st, name);
	if (what < 0) {
		snprintf(st->err, sizeof(st->err), "%s: %s", name, medium_why(-what));
		return what;
	}
	session_leg_event(s, "run", text);
	ret = stick_note(st, text);
	if (ret || what != LEG_OPEN)
		return ret ? ret : what;
	name_run(st, key);
	if (scan->run[0])
		snprintf(a->out.run, sizeof(a->out.run), "%s", scan->run);
	a->out.seq = scan->last_seq;
	a->run_written = scan->has_run;
	a->goon = scan->has_run ? &st->goon : NULL;
	return add_sink(st);
}

static void close_leg(struct stick *st)
{
	watchdog_progress(&st->appliance->watchdog, 2 * STICK_WAIT_S);
	if (st->log.trouble[0])
		screen_error(PULLED);
	if (sticklog_flush(&st->log, STICK_WAIT_S))
		stick_say("mdbench: %s: %s", st->log.name, st->log.trouble);
	sticklog_close(&st->log);
	stick_upload(st);
	drop_sink(&st->appliance->out);
}

static void say_leg(const struct stick *st)
{
	const struct session *s = &st->session;
	const struct session_leg *leg = &s->leg[s->current];
	char title[160];

	snprintf(title, sizeof(title), "mdbench S%04u: round %u of %u, %s %s", s->number, leg->round,
		 s->rounds, s->kernel[leg->kernel].key, s->kernel[leg->kernel].release);
	screen_title(title);
	if (!screen_is_console())
		printf("%s\n", title);
	fflush(stdout);
}

/* The leg outside a test, or its kernel, goes down again and again. */
static int give_up(struct stick *st, const char *why)
{
	char text[JOURNAL_TEXT];

	session_leg_event(&st->session, "given-up", text);
	stick_say("mdbench: %s: %s", text, why);
	return stick_note(st, text);
}

/* The current leg, on this kernel. 0; -errno when the session cannot go on now. */
static int run_leg(struct stick *st)
{
	struct appliance *a = st->appliance;
	char text[JOURNAL_TEXT];
	int what;

	say_leg(st);
	what = open_leg(st);
	if (what == LEG_IS_HOPELESS)
		return give_up(st, "the machine went down in it too often");
	if (what < 0)
		return what;
	st->has_run = true;
	if (what == LEG_OPEN) {
		/* If this program is killed, it goes on as after a crash. */
		stick_set_after("reboot");
		appliance_run(a);
		close_leg(st);
		stick_set_after("poweroff");
	}
	session_leg_event(&st->session, a->was_stopped ? "stop" : "done", text);
	return stick_note(st, text);
}

static int finish_session(struct stick *st)
{
	char *text = NULL, qr[QR_BYTES] = "";

	if (!st->session.is_done && stick_note(st, "finished"))
		return stop(st, "broken", EXIT_FAILED);
	stick_write_summary(st, &text, qr, sizeof(qr));
	if (text && !screen_is_console())
		fputs(text, stdout);
	fflush(stdout);
	screen_summary(text ? text : "", qr);
	free(text);
	/* The medium has everything: whoever looks may read it, or pull it. */
	watchdog_progress(&st->appliance->watchdog, (unsigned)st->appliance->opt.hold_s + 60);
	screen_hold((unsigned)st->appliance->opt.hold_s);
	return EXIT_PASS;
}

/* After a leg that was not the last, where after= says something else than next. */
static int end_here(const struct stick *st)
{
	static const char *const words[] = { "poweroff", "reboot", "shell", "poweroff" };

	stick_set_after(words[st->appliance->opt.after]);
	return EXIT_PASS;
}

static int go_on(struct stick *st)
{
	struct session *s = &st->session;
	char why[sizeof(st->err)];
	int ret = 0;

	while (!ret && s->current < s->nlegs) {
		if (st->has_run || !stick_is_here(st)) {
			if (session_is_lost(s)) {
				ret = give_up(st, "its kernel does not come up");
				continue;
			}
			ret = stick_boot_leg(st);
			if (ret == -ENOEXEC) {
				snprintf(why, sizeof(why), "%s", st->err);
				ret = give_up(st, why);
				continue;
			}
			return ret ? stop(st, "broken", EXIT_FAILED) : EXIT_PASS;
		}
		ret = run_leg(st);
		if (!ret && st->appliance->was_stopped)
			return EXIT_REFUSED;
		if (!ret && s->current < s->nlegs) {
			stick_write_summary(st, NULL, NULL, 0);
			if (st->appliance->opt.after != AFTER_NEXT)
				return end_here(st);
		}
	}
	if (ret)
		return stop(st, "broken", EXIT_FAILED);
	ret = finish_session(st);
	end_here(st);
	return ret;
}

static void prepare(struct stick *st)
{
	struct appliance *a = st->appliance;

	if (mkdir(RUN_FOLDER, 0755) < 0 && errno != EEXIST)
		fprintf(stderr, "mdbench: %s: %s\n", RUN_FOLDER, strerror(errno));
	stick_set_after("poweroff");
	screen_open();
	record_init(&a->out, "local");
	if (screen_is_console())
		sinks_open_ports(&a->out);
	else
		sinks_open(&a->out, a->opt.results);
	kmsg_open(&a->kmsg);
	random_credit();
}

/* Where a kernel's last words can be kept from now on. */
static void keep_last_words(struct stick *st)
{
	st->ramoops_address = pstore_ramoops_address("", STICK_RAMOOPS_BYTES);
	if (st->ramoops_address)
		pstore_ramoops_load(st->ramoops_address, STICK_RAMOOPS_BYTES);
}

static int run(struct stick *st)
{
	struct appliance *a = st->appliance;
	int ret;

	ret = stick_open(st);
	if (ret)
		return stop(st, ret == -EINVAL ? "usage" : "broken",
			    ret == -EINVAL ? EXIT_USAGE : EXIT_FAILED);
	if (a->opt.start == START_LIST) {
		stick_list_disks(st);
		hold(st);
		return EXIT_PASS;
	}
	if (a->opt.watchdog)
		appliance_guard(a);
	keep_last_words(st);
	ret = stick_take_session(st);
	if (ret)
		return stop(st, ret == -EINVAL ? "usage" : "broken",
			    ret == -EINVAL ? EXIT_USAGE : EXIT_FAILED);
	if (!st->session.is_done)
		return go_on(st);
	stick_say("mdbench: S%04u is finished, nothing is run; choose an entry of the menu to begin anew",
		  st->session.number);
	return finish_session(st);
}

int stick_main(struct appliance *a)
{
	static struct stick st;
	int status;

	st.appliance = a;
	a->stick = &st;
	prepare(&st);
	status = run(&st);
	if (st.medium.is_mounted && medium_close(&st.medium))
		fprintf(stderr, "mdbench: medium: could not be synced\n");
	watchdog_close(&a->watchdog);
	screen_close();
	return status;
}
