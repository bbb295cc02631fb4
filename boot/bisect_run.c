// SPDX-License-Identifier: GPL-2.0-only
/*
 * One round: `mdlab run` as a child, into a folder of the collection. Its exit
 * status tells whether there is something to compare.
 */
#include "bisect_parts.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "text.h"

#define END_MS 60000		/* for mdlab run to end its guest and keep what came */

/* Its exit status; 128 + signal; a signal of ours is handed on, and waited for. */
static int wait_child(struct bisect *b, pid_t pid)
{
	struct pollfd p = { .fd = b->signals.fd, .events = POLLIN };
	long long end = 0;
	int status;

	for (;;) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			break;
		if (b->signals.got && !end) {
			kill(pid, b->signals.got);
			end = now_ms() + END_MS;
		} else if (end && now_ms() >= end) {
			kill(-pid, SIGKILL);
		}
		poll(&p, 1, end ? 1000 : -1);
		signals_read(&b->signals);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* What verdict of the run's folder says: its reason, and the kernel's release. */
static void read_verdict(struct bisect *b, const char *folder)
{
	const struct {
		const char *name;
		char *buf;
		size_t size;
	} row[] = {
		{ "reason: ", b->last_reason, sizeof(b->last_reason) },
		{ "kernel: ", b->release, sizeof(b->release) },
	};
	char path[PATH_MAX], line[1024];
	FILE *in;

	b->last_reason[0] = '\0';
	snprintf(path, sizeof(path), "%s/verdict", folder);
	in = fopen(path, "re");
	while (in && fgets(line, sizeof(line), in)) {
		line[strcspn(line, "\n")] = '\0';
		for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
			if (!strncmp(line, row[i].name, strlen(row[i].name)))
				text_escape(row[i].buf, row[i].size, line + strlen(row[i].name));
		}
	}
	if (in)
		fclose(in);
	if (!strcmp(b->last_reason, "none"))
		b->last_reason[0] = '\0';
}

static int start(struct bisect *b, const char *folder)
{
	static char self[] = "/proc/self/exe";
	const struct child_io io = { .in = -1, .out = STDERR_FILENO, .err = STDERR_FILENO };
	struct args argv = { 0 };
	pid_t pid;

	/* Flushed, so that lines come in their order. */
	fflush(stdout);
	args_add(&argv, self);
	args_add(&argv, "run");
	args_addf(&argv, "--kernel=%s", b->image);
	if (b->o.only)
		args_addf(&argv, "--only=%s", b->o.only);
	for (size_t i = 0; i < b->o.handed.count; i++)
		args_add(&argv, b->o.handed.word[i]);
	args_add(&argv, "--quiet");
	args_addf(&argv, "--out=%s", folder);
	if (b->o.modules && setenv("MODULES", b->o.modules, 1) < 0)
		argv.failed = true;
	pid = argv.failed ? -ENOMEM : child_start(argv.word, &io);
	args_free(&argv);
	return pid;
}

static void set(struct finding *found, enum ruling ruling, const char *what, const char *reason)
{
	found->ruling = ruling;
	snprintf(found->text, sizeof(found->text), "%s%s%s", what, reason[0] ? ": " : "", reason);
}

/* A guest that came to no end: of this kernel, so far as we know. */
static void rule_cut_off(const struct bisect *b, const char *what, struct finding *found)
{
	set(found, b->o.panic == PANIC_BAD ? RULING_BAD : RULING_SKIP, what, b->last_reason);
}

static void rule_status(const struct bisect *b, bool has_folder, struct finding *found)
{
	switch (b->last_status) {
	case STATUS_PASS:
	case STATUS_FAIL:
		set(found, RULING_MORE, "", "");
		break;
	case STATUS_PANIC:
		rule_cut_off(b, "panics", found);
		break;
	case STATUS_HUNG:
		rule_cut_off(b, "hangs", found);
		break;
	case STATUS_INCOMPLETE:
		rule_cut_off(b, "its run is not whole", found);
		break;
	case STATUS_NOT_STARTED:
		/* Without a folder nothing of a guest was seen: it is the host's fault. */
		if (has_folder)
			rule_cut_off(b, "does not come up", found);
		else
			set(found, RULING_STOP, "mdlab run could not start a guest", "");
		break;
	default:
		set(found, RULING_STOP, "mdlab run refuses what was asked for", b->last_reason);
		break;
	}
}

int bisect_run(struct bisect *b, struct finding *found)
{
	char folder[PATH_MAX / 2 + 64];
	int pid;

	snprintf(folder, sizeof(folder), "%s/r%u-%s", b->folder, b->rounds + 1, b->key);
	pid = start(b, folder);
	if (pid < 0) {
		set(found, RULING_STOP, "mdlab run cannot be started", strerror(-pid));
		return 0;
	}
	b->last_status = wait_child(b, pid);
	if (b->signals.got)
		return -EINTR;
	/* Somebody ended it, and means us all. */
	if (b->last_status > STATUS_SIGNAL) {
		b->signals.got = b->last_status - STATUS_SIGNAL;
		return -EINTR;
	}
	b->rounds++;
	read_verdict(b, folder);
	rule_status(b, access(folder, F_OK) == 0, found);
	return 0;
}
