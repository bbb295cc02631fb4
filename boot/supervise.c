// SPDX-License-Identifier: GPL-2.0-only
/*
 * One poll loop around the guest. It only collects facts; what they mean is
 * verdict.c's affair. Ending QEMU goes in steps of two seconds: ask by QMP,
 * SIGTERM, SIGKILL.
 */
#include "supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/param.h>
#include <sys/wait.h>
#include <unistd.h>
#include "text.h"
#include "watch.h"

#define STOP_STEP_MS 2000
/*
 * Where no step says otherwise. Members are zeroed over their span there (16 GiB
 * on a slow disk), and mke2fs alone may take the guest's 600 s; the rest is for
 * the processor, which emulation slows down.
 */
#define DISKS_S 900
#define BETWEEN_RECORDS_S 120
#define POWER_OFF_S 20		/* after the end record; later is no loss */
#define PANIC_S 10		/* for the last words of a guest that died */
#define TICK_MS 1000		/* where inotify tells nothing, as on some file systems */

#define note(where, ...) do {						\
	if (!(where)[0])						\
		snprintf((where), sizeof(where), __VA_ARGS__);		\
} while (0)

static void set_deadline(struct supervise *s, unsigned seconds)
{
	s->deadline_s = seconds;
	s->deadline_ms = now_ms() + 1000LL * seconds;
}

/* QEMU and what it may have started; with a person it shares our group. */
static void stop_signal(const struct supervise *s, int sig)
{
	kill(s->has_person ? s->pid : -s->pid, sig);
}

/* Begin, or go one step further, to end QEMU. */
static void stop_next(struct supervise *s)
{
	s->facts->we_stopped = true;
	s->stop_ms = now_ms() + STOP_STEP_MS;
	if (s->stop == STOP_NO && qmp_quit(s->qmp)) {
		s->stop = STOP_QUIT;
	} else if (s->stop < STOP_TERM) {
		stop_signal(s, SIGTERM);
		s->stop = STOP_TERM;
	} else {
		stop_signal(s, SIGKILL);
		s->stop = STOP_KILL;
	}
}

static void stop_begin(struct supervise *s)
{
	if (s->stop == STOP_NO)
		stop_next(s);
}

static void on_event(void *arg, const char *name, const json_t *data)
{
	struct supervise *s = arg;
	const char *reason = json_string_value(json_object_get(data, "reason"));

	if (!strcmp(name, "SHUTDOWN")) {
		note(s->facts->shutdown, "%s", reason ? reason : "unknown");
	} else if (!strcmp(name, "GUEST_PANICKED")) {
		note(s->facts->panic, "the guest told of a panic");
	} else if (!strcmp(name, "BLOCK_IO_ERROR") &&
		   json_is_true(json_object_get(data, "nospace"))) {
		note(s->facts->no_space, "no space on the host for the guest's disks in %.128s; "
		     "make room or give --out on another file system", s->folder->path);
		stop_begin(s);
	} else if (!strcmp(name, "STOP") && s->stop == STOP_NO && !s->facts->shutdown[0]) {
		note(s->facts->hung, "qemu stopped the guest by itself");
		stop_begin(s);
	}
}

/* What a guest's console says is hostile; it is said again on a terminal. */
static void on_line(void *arg, const char *line)
{
	struct supervise *s = arg;
	char text[256];
	const char *found;
	enum watch means = watch_line(line, &found);

	text_escape(text, sizeof(text), means == WATCH_NONE ? "" : found);
	switch (means) {
	case WATCH_PANIC:
		note(s->facts->panic, "%s", text);
		if (s->phase != PHASE_END)
			set_deadline(s, PANIC_S);
		break;
	case WATCH_TROUBLE:
		note(s->facts->trouble, "%s", text);
		break;
	case WATCH_INIT:
		if (s->phase != PHASE_END)
			note(s->facts->init_failed, "%s", text);
		break;
	case WATCH_NONE:
		break;
	}
}

static void on_record(void *arg, const json_t *record)
{
	struct supervise *s = arg;
	const char *type = json_string_value(json_object_get(record, "type"));
	const char *id = json_string_value(json_object_get(record, "id"));
	json_int_t seconds = json_integer_value(json_object_get(record, "deadline_s"));

	if (!type || s->phase == PHASE_END)
		return;
	s->phase = PHASE_RUN;
	if (!strcmp(type, "step")) {
		snprintf(s->step, sizeof(s->step), "%s", id ? id : "");
		if (seconds < 1 || seconds > 7 * 86400)
			seconds = BETWEEN_RECORDS_S;
		set_deadline(s, (unsigned)seconds * s->scale);
	} else if (!strcmp(type, "log") && s->step[0]) {
		/* A message says little about the step's progress. */
	} else {
		s->step[0] = '\0';
		set_deadline(s, MAX(DISKS_S, BETWEEN_RECORDS_S * s->scale));
	}
	if (!strcmp(type, "end")) {
		s->phase = PHASE_END;
		set_deadline(s, POWER_OFF_S);
	}
	progress_record(s->progress, record);
}

static void deadline_over(struct supervise *s)
{
	if (s->phase == PHASE_END) {
		/* All records are here: that it does not turn off loses nothing. */
	} else if (s->phase == PHASE_BOOT) {
		note(s->facts->hung, "no record within %u s of the start; see console.log, try "
		     "--append=loglevel=7 or a longer --boot-timeout", s->deadline_s);
	} else if (s->step[0]) {
		note(s->facts->hung, "no record for %u s in %s", s->deadline_s, s->step);
	} else {
		note(s->facts->hung, "no record for %u s between two tests", s->deadline_s);
	}
	stop_begin(s);
}

static void check_deadlines(struct supervise *s)
{
	long long now = now_ms();

	if (s->stop != STOP_NO) {
		if (now >= s->stop_ms)
			stop_next(s);
		return;
	}
	if (s->total_s && s->phase != PHASE_END && now >= s->start_ms + 1000LL * s->total_s) {
		note(s->facts->hung, "not done within the --timeout of %u s", s->total_s);
		stop_begin(s);
	} else if (now >= s->deadline_ms && !(s->has_person && s->phase == PHASE_END)) {
		deadline_over(s);
	}
}

/* QEMU's own messages: kept in console.log, the last one in the facts. */
static void read_said(struct supervise *s)
{
	char buf[2048], *line, *save = NULL;
	ssize_t n = read(s->said_fd, buf, sizeof(buf) - 1);

	if (n <= 0) {
		if (n == 0 || (errno != EAGAIN && errno != EINTR)) {
			close(s->said_fd);
			s->said_fd = -1;
		}
		return;
	}
	buf[n] = '\0';
	for (line = strtok_r(buf, "\r\n", &save); line; line = strtok_r(NULL, "\r\n", &save)) {
		const char *colon = strstr(line, "qemu-system-x86_64: ");

		tail_note(s->tail, "qemu", line);
		if (strstr(line, ": warning: ") || strstr(line, "terminating on signal"))
			continue;
		snprintf(s->facts->not_started, sizeof(s->facts->not_started), "%s",
			 colon ? strchr(colon, ' ') + 1 : line);
	}
}

static int next_timeout(const struct supervise *s)
{
	long long now = now_ms(), next = now + TICK_MS;

	next = MIN(next, s->stop == STOP_NO ? s->deadline_ms : s->stop_ms);
	if (s->stop == STOP_NO && s->total_s)
		next = MIN(next, s->start_ms + 1000LL * s->total_s);
	return (int)(next > now ? next - now : 0);
}

static void wait_for_something(struct supervise *s)
{
	struct pollfd p[5] = {
		{ .fd = s->inotify_fd, .events = POLLIN },
		{ .fd = s->qmp->listen_fd, .events = POLLIN },
		{ .fd = s->qmp->fd, .events = POLLIN },
		{ .fd = s->signals->fd, .events = POLLIN },
		{ .fd = s->said_fd, .events = POLLIN },
	};
	char events[4096];

	if (poll(p, 5, next_timeout(s)) <= 0)
		return;
	if (p[0].revents && read(s->inotify_fd, events, sizeof(events)) < 0)
		s->inotify_fd = -1;
	if (p[1].revents)
		qmp_accept(s->qmp);
	if (p[4].revents)
		read_said(s);
}

static void check_signals(struct supervise *s)
{
	int before = s->facts->signal;

	signals_read(s->signals);
	if (!s->signals->got)
		return;
	s->facts->signal = s->signals->got;
	s->signals->got = 0;
	if (!before)
		stop_begin(s);
	else if (s->stop != STOP_KILL)	/* asked twice: no more patience */
		s->stop = STOP_TERM, stop_next(s);
}

static void loop(struct supervise *s)
{
	bool running = false, gone = false;

	while (!gone) {
		wait_for_something(s);
		check_signals(s);
		/* Asked before the files are read: what it wrote last is seen. */
		gone = waitpid(s->pid, NULL, WNOHANG) == s->pid;
		qmp_read(s->qmp, on_event, s);
		if (!running && s->qmp->is_ready) {
			running = true;
			s->on_running(s->arg);
		}
		tail_read(s->tail, gone);
		if (!gone)
			check_deadlines(s);
		progress_tick(s->progress);
	}
	if (s->said_fd >= 0)
		read_said(s);
}

static int start(struct supervise *s)
{
	int said[2];
	struct child_io io = { .in = -1 };

	if (pipe2(said, O_CLOEXEC | O_NONBLOCK) < 0)
		return -errno;
	io.out = io.err = said[1];
	if (s->has_person) {
		io.in = STDIN_FILENO;
		io.out = STDOUT_FILENO;
		io.same_group = true;
	}
	s->said_fd = said[0];
	s->pid = child_start(s->argv->word, &io);
	close(said[1]);
	if (s->pid < 0) {
		close(said[0]);
		return (int)s->pid;
	}
	return 0;
}

int supervise_run(struct supervise *s)
{
	int ret;

	s->tail->on_line = on_line;
	s->tail->on_record = on_record;
	s->tail->arg = s;
	ret = tail_open(s->tail, s->folder);
	if (ret < 0)
		return ret;
	s->inotify_fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (s->inotify_fd >= 0) {
		inotify_add_watch(s->inotify_fd, s->folder->console_raw, IN_MODIFY);
		inotify_add_watch(s->inotify_fd, s->folder->records_raw, IN_MODIFY);
	}
	s->start_ms = now_ms();
	set_deadline(s, s->boot_s);
	ret = start(s);
	if (ret == 0) {
		s->facts->started = true;
		loop(s);
	}
	s->facts->guest_spoke = s->tail->spoke;
	if (s->inotify_fd >= 0)
		close(s->inotify_fd);
	if (s->said_fd >= 0)
		close(s->said_fd);
	qmp_close(s->qmp);
	progress_clear(s->progress);
	return ret;
}
