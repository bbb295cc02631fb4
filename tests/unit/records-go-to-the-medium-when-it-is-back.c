// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will write files of a medium laid in a folder, meet what may stand
 * in their way, and log records to it while it is there, away, full of a wrong
 * file, and back.
 * needs: none
 * timeout: 30
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "check.h"
#include "metal/sticklog.h"
#include "units.h"

static struct medium medium;
static char text[4096];

static const char *path_of(const char *name)
{
	static char path[512];

	snprintf(path, sizeof(path), "%s/%s", medium.folder, name);
	return path;
}

static const char *contents(const char *name)
{
	long len = medium_read(&medium, name, text, sizeof(text));

	return len < 0 ? strerror((int)-len) : text;
}

static void check_files(void)
{
	struct stat st;

	check(!medium_write(&medium, "results/S0001/a.txt", "hello", 5), "write");
	check(!strcmp(contents("results/S0001/a.txt"), "hello"), "%s", text);
	check(!medium_write(&medium, "results/S0001/a.txt", "bye", 3), "write again");
	check(!strcmp(contents("results/S0001/a.txt"), "bye"), "%s", text);
	check(stat(path_of("results/S0001/a.txt.new"), &st) && errno == ENOENT, "leaves a file");
	check(!medium_patch(&medium, "results/S0001/a.txt", 1, "ee", 2), "patch");
	check(!strcmp(contents("results/S0001/a.txt"), "bee"), "%s", text);
	check(medium_patch(&medium, "results/S0001/a.txt", 2, "ee", 2) == -EFBIG, "it grows");
	check(medium_patch(&medium, "results/S0001/a.txt", UINT64_MAX, "ee", 2) == -EFBIG, "wraps");
	check(!strcmp(contents("results/S0001/a.txt"), "bee"), "%s", text);
	check(medium_patch(&medium, "none.txt", 0, "e", 1) == -ENOENT, "patches nothing");
	check(medium_read(&medium, "results/S0001/a.txt", text, 4) == 3, "just fits");
	check(medium_read(&medium, "results/S0001/a.txt", text, 3) == -EFBIG, "no room for NUL");
	check(!medium_write(&medium, "empty", "", 0) && medium_read(&medium, "empty", text, 1) == 0,
	      "an empty file");
	check(!medium_mkdir(&medium, "x/y/z") && !medium_mkdir(&medium, "x/y/z") &&
	      !rmdir(path_of("x/y/z")), "folders");
}

static void check_names(void)
{
	static const char *const bad[] = {
		"", "/etc/passwd", "../x", "a/../../x", "a//b", "a/", "./a", "a/..", "..", ".",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		check(medium_write(&medium, bad[i], "x", 1) == -EINVAL, "writes '%s'", bad[i]);
		check(medium_read(&medium, bad[i], text, 10) == -EINVAL, "reads '%s'", bad[i]);
		check(medium_patch(&medium, bad[i], 0, "x", 1) == -EINVAL, "patches '%s'", bad[i]);
		check(medium_mkdir(&medium, bad[i]) == -EINVAL, "makes '%s'", bad[i]);
	}
	check(!medium_write(&medium, "..a/...", "x", 1), "dots are letters, too");
}

static void check_hostile(void)
{
	check(!medium_mkdir(&medium, "plan.txt"), "mkdir");
	check(medium_read(&medium, "plan.txt", text, 10) == -EISDIR, "reads a folder");
	check(medium_patch(&medium, "plan.txt", 0, "x", 1) == -EISDIR, "patches a folder");
	check(medium_write(&medium, "plan.txt", "x", 1) == -EISDIR, "replaces a folder");
	check(!medium_write(&medium, "file", "x", 1) &&
	      medium_write(&medium, "file/x", "x", 1) == -ENOTDIR, "a file is a folder");
	check(!symlink("file", path_of("link")) &&
	      medium_read(&medium, "link", text, 10) == -ELOOP, "follows a link");
	check(!mkfifo(path_of("pipe"), 0600) &&
	      medium_read(&medium, "pipe", text, 10) == -EINVAL, "reads a pipe");
	check(strstr(medium_why(-ENOSPC), "full") && strstr(medium_why(-EROFS), "write-protected") &&
	      strstr(medium_why(-EISDIR), "folder") && strstr(medium_why(EIO), "errors"), "words");
}

static int send(struct sticklog *l, const char *line)
{
	l->again_ns = 0;	/* not how long it takes is asked here */
	return sticklog_send(l, line, strlen(line));
}

static void check_log(void)
{
	struct sticklog l;

	medium_write(&medium, "results/S1/log", "one\ntwo\ncut o", 13);
	check(!sticklog_open(&l, &medium, "results/S1/log", 8) && !l.trouble[0], "%s", l.trouble);
	check(!strcmp(contents("results/S1/log"), "one\ntwo\n"), "%s", text);
	check(!send(&l, "three\n") && !l.trouble[0] && l.saved_bytes == 6, "%s", l.trouble);
	check(!strcmp(contents("results/S1/log"), "one\ntwo\nthree\n"), "%s", text);
	/* It is away: none on this machine has its id. */
	close(l.fd);
	l.fd = -1;
	medium.is_mounted = false;
	check(!send(&l, "four\n") && !send(&l, "five\n"), "memory does not take it");
	check(!strncmp(l.trouble, "medium: FEDC-0F1E: no disk", 26), "%s", l.trouble);
	check(l.saved_bytes == 6 && l.spooled_bytes == 16, "saved what is away");
	check(sticklog_flush(&l, 0) == -ENOENT, "flushes to nowhere");
	medium.is_mounted = true;
	/* and meanwhile a part of what was in the file was lost */
	check(!truncate(path_of("results/S1/log"), 10), "truncate: %m");
	check(!send(&l, "six\n") && !l.trouble[0], "%s", l.trouble);
	check(!strcmp(contents("results/S1/log"), "one\ntwo\nthree\nfour\nfive\nsix\n"), "%s", text);
	check(!sticklog_flush(&l, 0) && l.saved_bytes == l.spooled_bytes, "not all is saved");
	sticklog_close(&l);
	sticklog_close(&l);
}

static void check_log_trouble(void)
{
	struct sticklog l;

	check(sticklog_open(&l, &medium, "../log", 0) == -EINVAL, "leaves the medium");
	/* What should be there is not. */
	medium_write(&medium, "short", "one\n", 4);
	check(!sticklog_open(&l, &medium, "short", 8) && strstr(l.trouble, "length"), "%s", l.trouble);
	check(!send(&l, "two\n") && l.trouble[0] && !strcmp(contents("short"), "one\n"), "%s", text);
	sticklog_close(&l);
	/* A folder has the name, and then no more. */
	medium_mkdir(&medium, "log");
	check(!sticklog_open(&l, &medium, "log", 0) && strstr(l.trouble, "folder"), "%s", l.trouble);
	check(!send(&l, "one\n") && l.trouble[0], "no trouble");
	check(!rmdir(path_of("log")) && !sticklog_flush(&l, 0) && !l.trouble[0], "%s", l.trouble);
	check(!strcmp(contents("log"), "one\n"), "%s", text);
	/* It failed a moment ago: it is not tried with every record. */
	close(l.fd);
	l.fd = -1;
	medium.is_mounted = false;
	l.again_ns = INT64_MAX;
	snprintf(l.trouble, sizeof(l.trouble), "as before");
	check(!sticklog_send(&l, "two\n", 4) && !strcmp(l.trouble, "as before"), "%s", l.trouble);
	medium.is_mounted = true;
	check(!sticklog_flush(&l, 0) && !strcmp(contents("log"), "one\ntwo\n"), "%s", text);
	sticklog_close(&l);
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");
	char command[600];

	snprintf(medium.folder, sizeof(medium.folder), "%s/medium.XXXXXX", tmp ? tmp : "/tmp");
	check(mkdtemp(medium.folder), "%s: %m", medium.folder);
	snprintf(medium.id, sizeof(medium.id), "FEDC-0F1E");
	medium.is_mounted = true;
	check_files();
	check_names();
	check_hostile();
	check_log();
	check_log_trouble();
	snprintf(command, sizeof(command), "rm -rf '%s'", medium.folder);
	check(!system(command), "%s", command);
	return check_done();
}
