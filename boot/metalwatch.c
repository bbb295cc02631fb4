// SPDX-License-Identifier: GPL-2.0-only
/*
 * One poll loop around a machine that may reset as often as it likes. The
 * serial line only tells when to do something, and how the machine ended; how
 * the run went is read from the stick.
 */
#include "metalwatch.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/param.h>
#include <sys/wait.h>
#include <unistd.h>
#include "metal.h"
#include "text.h"
#include "units.h"
#include "watch.h"

#define STOP_STEP_MS 2000
#define TICK_MS 1000
#define IDLE_RESETS 10		/* without a record between them */
#define BY_HAND "turn it off by hand"
#define HALTED "reboot: System halted"	/* Linux, where nothing can turn the power off */

static void send_words(struct metal_watch *w, const char *command, const char *name,
		       const char *value, const char *more, const char *more_value)
{
	json_t *json = json_pack("{s:s, s:{s:s, s:s*}}", "execute", command, "arguments", name,
				 value, more, more_value);
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;
	char *line = NULL;

	if (text && asprintf(&line, "%s\n", text) > 0)
		qmp_command(w->qmp, line);
	free(line);
	free(text);
	json_decref(json);
}

static void take_picture(struct metal_watch *w)
{
	if (!w->options->screen || w->was_shot)
		return;
	w->was_shot = true;
	send_words(w, "screendump", "filename", w->options->screen, "format", "png");
}

static void press(struct metal_watch *w, const char *key)
{
	char line[160];

	snprintf(line, sizeof(line), "{\"execute\":\"send-key\",\"arguments\":{\"keys\":"
		 "[{\"type\":\"qcode\",\"data\":\"%s\"}]}}\n", key);
	qmp_command(w->qmp, line);
}

static void halt_next(struct metal_watch *w)
{
	w->stop_ms = now_ms() + STOP_STEP_MS;
	if (w->halt == HALT_NO && qmp_quit(w->qmp)) {
		w->halt = HALT_QUIT;
	} else if (w->halt < HALT_TERM) {
		kill(-w->pid, SIGTERM);
		w->halt = HALT_TERM;
	} else {
		kill(-w->pid, SIGKILL);
		w->halt = HALT_KILL;
	}
}

/* The first end is the one; text of the guest is hostile. */
static void end_with(struct metal_watch *w, enum metal_end end, const char *why)
{
	if (w->end != END_NONE)
		return;
	w->end = end;
	text_escape(w->why, sizeof(w->why), why);
	if (end == END_KILLED) {	/* not a moment for it to write anything */
		kill(-w->pid, SIGKILL);
		w->halt = HALT_KILL;
		w->stop_ms = now_ms() + STOP_STEP_MS;
		return;
	}
	if (!w->options->at[ACT_SHOT])
		take_picture(w);
	halt_next(w);
}

static void act(struct metal_watch *w, enum act what, const struct trigger *t)
{
	w->done |= 1u << what;
	switch (what) {
	case ACT_KILL:
		end_with(w, END_KILLED, t->text);
		break;
	case ACT_UNTIL:
		end_with(w, END_UNTIL, t->text);
		break;
	case ACT_UNPLUG:
		conlog_note(&w->log, "mdlab", "stick pulled");
		qmp_command(w->qmp, METAL_UNPLUG);
		break;
	case ACT_REPLUG:
	case ACT_PLUG:
		conlog_note(&w->log, "mdlab", "stick plugged in");
		qmp_command(w->qmp, METAL_PLUG);
		break;
	case ACT_SHOT:
		take_picture(w);
		break;
	case ACT_PRESS:
		press(w, t->key);
		break;
	case ACTS:
		break;
	}
}

/* line: a whole one, or what there is of it yet. */
static void check_triggers(struct metal_watch *w, const char *line)
{
	/* That which is to be done now: doing it may end the line. */
	bool due[ACTS] = { false };

	for (unsigned i = 0; i < ACTS; i++) {
		const struct trigger *t = &w->options->trigger[i];

		if (!t->text[0] || w->counted[i] || w->done & 1u << i || !strstr(line, t->text))
			continue;
		if (i == ACT_REPLUG && !(w->done & 1u << ACT_UNPLUG))
			continue;
		w->counted[i] = true;
		due[i] = ++w->count[i] == t->nth;
	}
	for (unsigned i = 0; i < ACTS; i++) {
		if (due[i])
			act(w, (enum act)i, &w->options->trigger[i]);
	}
}

/* A test may be silent for as long as it says. */
static void read_deadline(struct metal_watch *w, const char *line)
{
	static const char key[] = "\"deadline_s\":";
	const char *at = strstr(line, "@mdb1 ");
	char digits[8];
	uint64_t seconds;

	if (!at)
		return;
	w->idle_resets = 0;
	w->silence_s = (unsigned)w->options->silence_s;
	at = strstr(at, "\"type\":\"step\"");
	at = at ? strstr(at, key) : NULL;
	if (!at)
		return;
	at += strlen(key);
	snprintf(digits, sizeof(digits), "%.*s", (int)strspn(at, "0123456789"), at);
	if (parse_u64(digits, 1, 86400, &seconds) == 0)
		w->silence_s = (unsigned)MAX(w->options->silence_s, seconds * w->scale);
}

static void on_line(void *arg, const char *line)
{
	struct metal_watch *w = arg;
	const char *found;

	if (watch_line(line, &found) == WATCH_PANIC)
		text_escape(w->panic, sizeof(w->panic), found);
	read_deadline(w, line);
	check_triggers(w, line);
	memset(w->counted, 0, sizeof(w->counted));
	if (strstr(line, BY_HAND) || strstr(line, HALTED))
		end_with(w, END_BY_HAND, "");
}

static void read_console(struct metal_watch *w)
{
	char buf[16384];
	ssize_t n;

	while ((n = read(w->raw_fd, buf, sizeof(buf))) > 0) {
		w->spoke = true;
		w->line_ms = now_ms();
		w->raw_bytes += (unsigned long long)n;
		conlog_bytes(&w->log, buf, (size_t)n);
		w->log.line[w->log.line_len] = '\0';
		if (w->log.in_line)
			check_triggers(w, w->log.line);
	}
	fflush(w->log.out);
	if (w->options->kill_at_bytes && w->raw_bytes >= w->options->kill_at_bytes)
		end_with(w, END_KILLED, "the number of bytes");
}

static void on_reset(struct metal_watch *w, const char *reason)
{
	w->resets++;
	conlog_note(&w->log, "mdlab", reason);
	if (++w->idle_resets > IDLE_RESETS)
		end_with(w, END_HUNG, "the machine resets again and again, with no record between");
}

static void on_event(void *arg, const char *name, const json_t *data)
{
	struct metal_watch *w = arg;
	const char *reason = value_text(data, "reason");
	char text[256];

	if (!strcmp(name, "SHUTDOWN")) {
		if (!strcmp(reason, "guest-shutdown"))
			end_with(w, END_POWEROFF, "");
	} else if (!strcmp(name, "RESET")) {
		if (!strcmp(reason, "guest-reset"))
			on_reset(w, "the machine was reset");
	} else if (!strcmp(name, "WATCHDOG")) {
		on_reset(w, "the watchdog resets the machine");
	} else if (!strcmp(name, "BLOCK_IO_ERROR") &&
		   json_is_true(json_object_get(data, "nospace"))) {
		end_with(w, END_NO_SPACE, "no space on the host; make room or give another --out");
	} else if (!strcmp(name, "ERROR")) {
		conlog_note(&w->log, "qemu", text_escape(text, sizeof(text),
							 value_text(data, "desc")));
	}
}

static void check_deadlines(struct metal_watch *w)
{
	long long now = now_ms();
	char text[128];

	if (w->halt != HALT_NO) {
		if (now >= w->stop_ms)
			halt_next(w);
	} else if (w->options->timeout_s &&
		   now >= w->start_ms + 1000LL * (long long)w->options->timeout_s) {
		snprintf(text, sizeof(text), "not done within the --timeout of %llu s",
			 (unsigned long long)w->options->timeout_s);
		end_with(w, END_HUNG, text);
	} else if (now >= w->line_ms + 1000LL * w->silence_s) {
		snprintf(text, sizeof(text), "nothing on the serial line for %u s", w->silence_s);
		end_with(w, END_HUNG, text);
	}
}

/* QEMU's own messages: kept in console.log. */
static void read_said(struct metal_watch *w)
{
	char buf[2048], text[256], *line, *save = NULL;
	ssize_t n = read(w->said_fd, buf, sizeof(buf) - 1);

	if (n <= 0) {
		if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
			close(w->said_fd);
			w->said_fd = -1;
		}
		return;
	}
	buf[n] = '\0';
	for (line = strtok_r(buf, "\r\n", &save); line; line = strtok_r(NULL, "\r\n", &save)) {
		conlog_note(&w->log, "qemu", text_escape(text, sizeof(text), line));
		if (!strstr(line, ": warning: ") && !strstr(line, "terminating on signal"))
			snprintf(w->said, sizeof(w->said), "%s", text);
	}
}

static int next_timeout(const struct metal_watch *w)
{
	long long now = now_ms(), next = now + TICK_MS;

	if (w->halt != HALT_NO)
		next = MIN(next, w->stop_ms);
	return (int)(next > now ? next - now : 0);
}

static void wait_for_something(struct metal_watch *w)
{
	struct pollfd p[5] = {
		{ .fd = w->inotify_fd, .events = POLLIN },
		{ .fd = w->qmp->listen_fd, .events = POLLIN },
		{ .fd = w->qmp->fd, .events = POLLIN },
		{ .fd = w->signals->fd, .events = POLLIN },
		{ .fd = w->said_fd, .events = POLLIN },
	};
	char events[4096];

	if (poll(p, 5, next_timeout(w)) <= 0)
		return;
	if (p[0].revents && read(w->inotify_fd, events, sizeof(events)) < 0)
		w->inotify_fd = -1;
	if (p[1].revents)
		qmp_accept(w->qmp);
	if (p[4].revents)
		read_said(w);
}

static void check_signals(struct metal_watch *w)
{
	signals_read(w->signals);
	if (!w->signals->got)
		return;
	if (w->signal) {	/* asked twice: no more patience */
		w->halt = HALT_TERM;
		halt_next(w);
	}
	w->signal = w->signals->got;
	w->signals->got = 0;
	end_with(w, END_SIGNAL, strsignal(w->signal));
}

static void loop(struct metal_watch *w)
{
	bool running = false, gone = false;

	while (!gone) {
		wait_for_something(w);
		check_signals(w);
		/* Asked before the file is read: what it wrote last is seen. */
		gone = waitpid(w->pid, NULL, WNOHANG) == w->pid;
		if (gone)
			w->halt = HALT_KILL;
		read_console(w);
		qmp_read(w->qmp, on_event, w);
		if (!running && w->qmp->is_ready) {
			running = true;
			w->on_running(w->arg);
		}
		if (!gone)
			check_deadlines(w);
	}
	while (w->said_fd >= 0)
		read_said(w);
	conlog_end(&w->log);
	if (w->end == END_NONE) {
		w->end = END_DIED;
		snprintf(w->why, sizeof(w->why), "%s", w->said[0] ? w->said : "it said nothing");
	}
}

static int start(struct metal_watch *w)
{
	struct child_io io = { .in = -1 };
	int said[2];

	if (pipe2(said, O_CLOEXEC) < 0)
		return -errno;
	io.out = io.err = said[1];
	w->said_fd = said[0];
	w->pid = child_start(w->argv->word, &io);
	close(said[1]);
	return w->pid < 0 ? (int)w->pid : 0;
}

int metal_watch(struct metal_watch *w)
{
	int ret;

	w->said_fd = w->inotify_fd = -1;
	w->raw_fd = open(w->console_raw, O_RDONLY | O_CLOEXEC);
	w->log.out = fopen(w->console, "wxe");
	if (w->raw_fd < 0 || !w->log.out)
		return -errno;
	w->start_ms = w->line_ms = w->log.start_ms = now_ms();
	w->silence_s = (unsigned)w->options->silence_s;
	w->log.on_line = on_line;
	w->log.arg = w;
	w->inotify_fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (w->inotify_fd >= 0)
		inotify_add_watch(w->inotify_fd, w->console_raw, IN_MODIFY);
	ret = start(w);
	if (ret == 0)
		loop(w);
	if (w->said_fd >= 0)
		close(w->said_fd);
	if (w->inotify_fd >= 0)
		close(w->inotify_fd);
	close(w->raw_fd);
	if (fclose(w->log.out) != 0 && ret == 0)
		ret = -errno;
	qmp_close(w->qmp);
	return ret;
}
