// SPDX-License-Identifier: GPL-2.0-only
/*
 * Makes the kernel of a revision: by the user's command, by
 * kernel-configs/build-incremental.sh, or not at all. What they print goes to
 * build-KEY.log in the collection; its end is shown where they fail.
 */
#include "bisect_parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "kernel.h"
#include "text.h"

#define FRAGMENTS_MAX 40
#define TAIL_LINES 15
#define LINE_MAX_BYTES 400

/* "$0" is the log; what follows runs with its words, the rest of ours. */
static char logged[] = "log=$0; exec \"$@\" 2>>\"$log\" </dev/null";
static char commanded[] = "exec >>\"$0\" 2>&1 </dev/null; exec sh -c \"$1\"";
static char shell[] = "/bin/sh", dash_c[] = "-c";

/* A package's source is the same in every revision: mdlab run builds that. */
static const char source_form[] = "source:", package_form[] = "source:debian:";

static void log_name(const struct bisect *b, char *buf, size_t size)
{
	snprintf(buf, size, "%s/build-%s.log", b->folder, b->key);
}

/* Compilers quote by UTF-8, which would be escaped beyond reading; tabs likewise. */
static void line_plain(char *line)
{
	static const char left[] = "\xe2\x80\x98", right[] = "\xe2\x80\x99";
	char *to = line;

	for (const char *p = line; *p && *p != '\n' && *p != '\r'; p++) {
		bool is_quote = !strncmp(p, left, 3) || !strncmp(p, right, 3);

		*to++ = is_quote ? '\'' : *p == '\t' ? ' ' : *p;
		p += is_quote ? 2 : 0;
	}
	*to = '\0';
}

/* The end of the log to stderr, as it is the reason that a person looks for. */
static void print_tail(const char *path)
{
	static char lines[TAIL_LINES][LINE_MAX_BYTES];
	char text[2 * LINE_MAX_BYTES];
	size_t count = 0;
	FILE *in = fopen(path, "re");

	if (!in)
		return;
	while (fgets(lines[count % TAIL_LINES], LINE_MAX_BYTES, in))
		line_plain(lines[count++ % TAIL_LINES]);
	fclose(in);
	for (size_t i = count > TAIL_LINES ? count - TAIL_LINES : 0; i < count; i++)
		fprintf(stderr, "  %s\n",
			text_escape(text, sizeof(text), lines[i % TAIL_LINES]));
}

const char *const bisect_users[BISECT_USERS] = { "BUILD", "MDBENCH_ROOT", "MODULES" };

static int command_run(struct bisect *b, const char *log, struct fail *f)
{
	char path[PATH_MAX], *command = strdup(b->o.build), out[16];
	char *argv[] = { shell, dash_c, commanded, path, command, NULL };
	char *saved[BISECT_USERS];
	int ret;

	if (!command)
		return fail_set(f, STATUS_USAGE, "no memory");
	snprintf(path, sizeof(path), "%s", log);
	for (size_t i = 0; i < BISECT_USERS; i++) {
		const char *ours = getenv(bisect_users[i]);
		const char *users = b->users[i];

		saved[i] = ours ? strdup(ours) : NULL;
		if (users)
			setenv(bisect_users[i], users, 1);
		else
			unsetenv(bisect_users[i]);
	}
	ret = child_capture(argv, CAPTURE_STDERR_OURS, 0, &b->signals, out, sizeof(out));
	for (size_t i = 0; i < BISECT_USERS; i++) {
		if (saved[i])
			setenv(bisect_users[i], saved[i], 1);
		free(saved[i]);
	}
	free(command);
	if (ret == -EINTR)
		return ret;
	if (ret < 0)
		return fail_set(f, STATUS_USAGE, "build: /bin/sh: %s", strerror(-ret));
	if (ret > 0) {
		print_tail(log);
		return fail_set(f, BISECT_SKIP, "does not build: --build ended with status %d, "
				"its log is %s", ret, log);
	}
	return 0;
}

/* source:DIR+FRAGMENT… as words. Pieces of spec, which is cut up. */
static int source_words(char *spec, char **words, struct fail *f)
{
	char *rest = spec + sizeof(source_form) - 1;
	size_t n = 0;

	while (rest) {
		if (n == FRAGMENTS_MAX)
			return fail_set(f, STATUS_USAGE, "kernel: more than %d fragments",
					FRAGMENTS_MAX - 1);
		words[n++] = strsep(&rest, "+");
		if (!*words[n - 1])
			return fail_set(f, STATUS_USAGE, "kernel: not of the form "
					"source:DIR[+FRAGMENT...]");
	}
	words[n] = NULL;
	return 0;
}

static int source_build(struct bisect *b, const char *log, struct fail *f)
{
	char script[PATH_MAX], path[PATH_MAX], out[PATH_MAX];
	char *spec = strdup(b->o.kernel);
	char *argv[FRAGMENTS_MAX + 6] = { shell, dash_c, logged, path, script };
	int ret = spec ? source_words(spec, argv + 5, f) :
		fail_set(f, STATUS_USAGE, "no memory");

	snprintf(path, sizeof(path), "%s", log);
	snprintf(script, sizeof(script), "%s/kernel-configs/build-incremental.sh",
		 b->project.root);
	if (ret == 0)
		ret = child_capture(argv, CAPTURE_STDERR_OURS, 0, &b->signals, out, sizeof(out));
	else
		goto out;
	if (ret > 0)
		print_tail(log);
	if (ret == 2)
		ret = fail_set(f, STATUS_USAGE, "kernel: %s: see above", b->o.kernel);
	else if (ret > 0)
		ret = fail_set(f, BISECT_SKIP, "does not build: its log is %s", log);
	else if (ret < 0 && ret != -EINTR)
		ret = fail_set(f, STATUS_USAGE, "kernel: %s: %s", script, strerror(-ret));
	else if (ret == 0 && snprintf(b->image, sizeof(b->image), "%.*s/vmlinuz",
				      (int)strcspn(out, "\n"), out) >= (int)sizeof(b->image))
		ret = fail_set(f, STATUS_USAGE, "kernel: path too long");
out:
	free(spec);
	return ret;
}

int bisect_build(struct bisect *b, struct fail *f)
{
	char log[PATH_MAX];
	int ret = 0;

	log_name(b, log, sizeof(log));
	if (snprintf(b->image, sizeof(b->image), "%s", b->o.kernel) >= (int)sizeof(b->image))
		return fail_set(f, STATUS_USAGE, "kernel: name too long");
	if (b->o.build)
		ret = command_run(b, log, f);
	if (ret == 0 && !strncmp(b->o.kernel, source_form, sizeof(source_form) - 1) &&
	    strncmp(b->o.kernel, package_form, sizeof(package_form) - 1) != 0)
		ret = source_build(b, log, f);
	/* A build that worked has nothing to tell. */
	if (ret == 0) {
		unlink(log);
		b->held_fd = kernel_hold(b->image);
	}
	return ret;
}
