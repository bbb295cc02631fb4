// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will make folders of runs with loops of links, pipes, folders in the
 * place of files, files of a terabyte, depths, and plans of every wrong kind, and
 * expect the runs that are right, and the others counted.
 * needs: none
 * timeout: 60
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "store.h"
#include "units.h"

#define DEEP "/a/b/c/d/e/f/g/h"

static char top[] = "/tmp/folders-XXXXXX";

static const char *at(const char *format, ...) __attribute__((format(printf, 1, 2)));

static const char *at(const char *format, ...)
{
	static char path[4][400];
	static unsigned next;
	char *buf = path[next++ % 4];
	int len = snprintf(buf, sizeof(path[0]), "%s/", top);
	va_list args;

	va_start(args, format);
	vsnprintf(buf + len, sizeof(path[0]) - (size_t)len, format, args);
	va_end(args);
	return buf;
}

static void put(const char *path, const char *text)
{
	FILE *out = fopen(path, "w");

	check(out && fputs(text, out) >= 0 && !fclose(out), "%s", path);
}

static void put_run(const char *folder, const char *id)
{
	char text[600];

	check(!mkdir(at("%s", folder), 0777), "%s", folder);
	snprintf(text, sizeof(text), "{\"schema\":1,\"type\":\"run\",\"seq\":1,\"run\":\"%s\","
		 "\"suite\":\"smoke\",\"tests\":0}\n", id);
	put(at("%s/records.jsonl", folder), text);
}

/* The names of all runs, oldest first, each with its key and round. */
static const char *list_of(const char *word, size_t *bad, int want)
{
	static char text[2000];
	struct runlist list = { .count = 0 };
	char why[400];
	size_t len = 0;
	int ret;

	*bad = 0;
	text[0] = '\0';
	ret = word ? store_select(&list, word, bad, why, sizeof(why)) :
		store_all(&list, bad, why, sizeof(why));
	check(ret == want, "%s: %d: %s", word ? word : "all", ret, why);
	for (size_t i = 0; i < list.count && len < sizeof(text); i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "%s%s%s%s%.0u",
					i ? " " : "", list.run[i].trait[TRAIT_ID],
					list.run[i].key[0] ? ":" : "", list.run[i].key,
					list.run[i].round);
	runlist_free(&list);
	return text;
}

static void make_strange(void)
{
	int fd;

	put_run("good", "20260101T000000Z-good");
	put_run("older", "20250101T000000Z-older");
	check(!symlink(".", at("loop")) && !symlink("good", at("latest")), "links");
	check(!mkdir(at("link"), 0777) && !symlink("../..", at("link/up")), "a link up");
	check(!mkdir(at("pipe"), 0777) && !mkfifo(at("pipe/records.jsonl"), 0666), "a pipe");
	check(!mkdir(at("folder"), 0777) && !mkdir(at("folder/records.jsonl"), 0777), "a folder");
	check(!mkdir(at("empty"), 0777), "an empty one");
	check(!mkdir(at("nothing"), 0777), "one with an empty file");
	put(at("nothing/records.jsonl"), "");
	check(!mkdir(at("noise"), 0777), "one with noise");
	put(at("noise/records.jsonl"), "hello\nworld\n");
	check(!mkdir(at("giant"), 0777), "one with a giant file");
	fd = open(at("giant/records.jsonl"), O_WRONLY | O_CREAT, 0666);
	check(fd >= 0 && write(fd, "{", 1) == 1 && !ftruncate(fd, (off_t)1 << 36) && !close(fd),
	      "a giant file");
	put(at("file"), "no folder\n");
	for (const char *p = DEEP; *p; p++) {
		if (p[1] == '/' || !p[1])
			check(!mkdir(at("%.*s", (int)(p - DEEP + 1), DEEP), 0777), "deep");
	}
	put_run("a/b/near", "20260102T000000Z-near");
	put_run("a/b/c/d/e/f/g/h/far", "20260103T000000Z-far");
}

static void check_strange(void)
{
	const char *text;
	size_t bad;

	text = list_of(NULL, &bad, 0);
	check(!strcmp(text, "20250101T000000Z-older 20260101T000000Z-good 20260102T000000Z-near"),
	      "%s", text);
	check(bad == 5, "%zu could not be read", bad);
	/* Named by themselves, they say why. */
	list_of(at("pipe"), &bad, -EINVAL);
	list_of(at("folder"), &bad, -EINVAL);
	list_of(at("giant"), &bad, -EFBIG);
	list_of(at("nothing"), &bad, -ENODATA);
	list_of(at("noise"), &bad, -ENODATA);
	list_of(at("empty"), &bad, -ENOENT);
	list_of(at("file"), &bad, -ENODATA);
	text = list_of(at("loop/loop/good"), &bad, 0);
	check(!strcmp(text, "20260101T000000Z-good"), "%s", text);
	text = list_of("latest", &bad, 0);
	check(!strcmp(text, "20260102T000000Z-near"), "%s", text);
}

#define KERNELS(K) "{\"schema\":1,\"type\":\"matrix\",\"kernels\":" K "}"

static const struct {
	const char *plan, *folder, *want;
} plans[] = {
	{ KERNELS("[{\"key\":\"k1\"},{\"key\":\"k2\"}]"), "r3-k2", "x:k23" },
	{ KERNELS("[{\"key\":\"k1\"},{\"key\":\"k2\"}]"), "r3-k2-smoke", "x:k23" },
	{ KERNELS("[{\"key\":\"k1\"}]"), "r3-k2", "x" },
	{ KERNELS("[{\"key\":\"k1\"}]"), "r0-k1", "x" },
	{ KERNELS("[{\"key\":\"k1\"}]"), "r99999999999999999999-k1", "x" },
	{ KERNELS("[{\"key\":\"k1\"}]"), "r-k1", "x" },
	{ KERNELS("[{\"key\":\"k1\"}]"), "s1-k1", "x" },
	{ KERNELS("[{\"key\":\"k1\"}]"), "r1", "x" },
	{ KERNELS("[{\"key\":\"\"}]"), "r1-", "x" },
	{ KERNELS("[{\"key\":\"k12345678901234567890\"}]"), "r1-k12345678901234567890", "x" },
	{ KERNELS("[7,null,[],{},{\"key\":7},{\"key\":\"k1\",\"spec\":[],\"release\":{}}]"),
	  "r1-k1", "x:k11" },
	{ KERNELS("{\"key\":\"k1\"}"), "r1-k1", "x" },
	{ "{\"schema\":2,\"type\":\"matrix\",\"kernels\":[{\"key\":\"k1\"}]}", "r1-k1", "x" },
	{ "{\"schema\":1,\"type\":\"plan\",\"kernels\":[{\"key\":\"k1\"}]}", "r1-k1", "x" },
	{ "{\"schema\":1,", "r1-k1", "x" },
	{ "[]", "r1-k1", "x" },
	{ "", "r1-k1", "x" },
};

static void check_plans(void)
{
	const char *text;
	char folder[64];
	size_t bad;

	check(!mkdir(at("plans"), 0777), "plans");
	for (size_t i = 0; i < ARRAY_SIZE(plans); i++) {
		snprintf(folder, sizeof(folder), "plans/p%zu", i);
		check(!mkdir(at("%s", folder), 0777), "%s", folder);
		put(at("%s/plan.json", folder), plans[i].plan);
		snprintf(folder, sizeof(folder), "plans/p%zu/%s", i, plans[i].folder);
		put_run(folder, "x");
		/* By the collection, and alone. */
		text = list_of(at("plans/p%zu", i), &bad, 0);
		check(!strcmp(text, plans[i].want), "%s in %s: %s", plans[i].folder,
		      plans[i].plan, text);
		text = list_of(at("%s/", folder), &bad, 0);
		check(!strcmp(text, plans[i].want), "%s in %s: %s, alone", plans[i].folder,
		      plans[i].plan, text);
	}
}

int main(void)
{
	char command[64];

	check(mkdtemp(top) && !setenv("MDBENCH_RUNS", top, 1), "%s", top);
	make_strange();
	check_strange();
	check_plans();
	snprintf(command, sizeof(command), "rm -rf %s", top);
	check(system(command) == 0, "%s", command);
	return check_done();
}
