// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will select among made-up runs by path, id, glob, trait and date,
 * and expect those runs, oldest first and each once, or the reason why none.
 * needs: none
 * timeout: 60
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "store.h"
#include "units.h"

static const struct {
	const char *folder, *id, *kernel, *cpu;
} runs[] = {
	{ "B", "20261130T120000Z-smoke-b", "6.1.0-49", "Model, Inc" },
	{ "A", "20261129T120000Z-smoke-a", "6.1.0-49", "Model, Inc" },
	{ "C", "20261201T000000Z-smoke-c", "6.12.9", "Other" },
	{ "matrix-1/r1-k1", "20261202T000000Z-smoke-d", "6.12.9", "Other" },
	{ "matrix-1/r1-k2", "20261202T000100Z-smoke-e", "7.3.4", "Other" },
	{ "alike/r1", "20261203T000000Z-smoke-f", "7.3.4", "Other" },
};

/* The last letter of each id that is selected, or the end of the reason. */
static const struct {
	const char *word;
	int ret;
	const char *want;
} rows[] = {
	{ "B", 0, "b" },
	{ "matrix-1", 0, "de" },
	{ "matrix-1/r1-k2", 0, "e" },
	{ "matrix-1/", 0, "de" },
	{ "matrix*", 0, "de" },
	{ "*k2", 0, "e" },
	{ "20261130T120000Z-smoke-b", 0, "b" },
	{ "202611*", 0, "ab" },
	{ "*-smoke-?", 0, "abcdef" },
	{ "latest", 0, "f" },
	{ "kernel=6.1*", 0, "abcd" },
	{ "kernel=6.1.*", 0, "ab" },
	{ "kernel=6.1.0-49,date=2026-11-30", 0, "b" },
	{ "cpu=Model, Inc", 0, "ab" },
	{ "cpu=Model, Inc,kernel=6*", 0, "ab" },
	{ "since=2026-12-01", 0, "cdef" },
	{ "since=20261201,until=20261202", 0, "cde" },
	{ "until=2026-11-30T12:00", 0, "ab" },
	{ "until=2026-11", 0, "ab" },
	{ "suite=smoke,verdict=incomplete,since=2026-12-02T00:01", 0, "ef" },
	{ "kernel=", -ENOENT, "has it; mdlab log lists them" },
	{ "kernel=5*", -ENOENT, "has it; mdlab log lists them" },
	{ "kernal=6*", -EINVAL, "until" },
	{ "kernel=6*,suit=smoke", -EINVAL, "until" },
	{ "since=yesterday", -EINVAL, "not a date as 2026-11-30" },
	{ "since=", -EINVAL, "not a date as 2026-11-30" },
	{ "nosuch", -ENOENT, "has this name; mdlab log lists them" },
	{ "nosuch*", -ENOENT, "has this name; mdlab log lists them" },
	{ "", -ENOENT, "has this name; mdlab log lists them" },
	{ "../B", -ENOENT, "has this name; mdlab log lists them" },
	{ "/nosuch", -ENOENT, "has this name; mdlab log lists them" },
};

static char top[] = "/tmp/selections-XXXXXX";

static void put_runs(void)
{
	char path[200];
	FILE *out;

	snprintf(path, sizeof(path), "%s/matrix-1", top);
	check(!mkdir(path, 0777), "%s", path);
	snprintf(path, sizeof(path), "%s/alike", top);
	check(!mkdir(path, 0777), "%s", path);
	for (size_t i = 0; i < ARRAY_SIZE(runs); i++) {
		snprintf(path, sizeof(path), "%s/%s", top, runs[i].folder);
		check(!mkdir(path, 0777), "%s", path);
		snprintf(path, sizeof(path), "%s/%s/records.jsonl", top, runs[i].folder);
		out = fopen(path, "w");
		check(out, "%s", path);
		if (!out)
			continue;
		fprintf(out, "{\"schema\":1,\"type\":\"run\",\"seq\":1,\"run\":\"%s\",\"tests\":0,"
			"\"suite\":\"smoke\"}\n{\"schema\":1,\"type\":\"env\",\"seq\":2,"
			"\"run\":\"%s\",\"kernel_release\":\"%s\",\"cpu_model\":\"%s\"}\n",
			runs[i].id, runs[i].id, runs[i].kernel, runs[i].cpu);
		check(!fclose(out), "%s", path);
	}
}

static void check_row(const char *word, int want_ret, const char *want)
{
	struct runlist list = { .count = 0 };
	char why[800], got[64] = "";
	size_t bad = 0;
	int ret = store_select(&list, word, &bad, why, sizeof(why));

	check(ret == want_ret, "%s: %d: %s", word, ret, why);
	for (size_t i = 0; i < list.count && i < sizeof(got) - 1; i++) {
		const char *id = list.run[i].trait[TRAIT_ID];

		got[i] = id[strlen(id) - 1];
		got[i + 1] = '\0';
	}
	if (!ret)
		check(!strcmp(got, want), "%s selects %s, not %s", word, got, want);
	else
		check(strlen(why) > strlen(want) && !list.count &&
		      !strcmp(why + strlen(why) - strlen(want), want), "%s: %s", word, why);
	check(bad == 0, "%s: %zu bad", word, bad);
	runlist_free(&list);
}

/* Words one after the other: what was there stays first, and none comes twice. */
static void check_several(void)
{
	struct runlist list = { .count = 0 };
	size_t bad = 0;
	char why[400];

	check(!store_select(&list, "C", &bad, why, sizeof(why)), "%s", why);
	check(!store_select(&list, "*-smoke-?", &bad, why, sizeof(why)), "%s", why);
	check(list.count == ARRAY_SIZE(runs), "%zu", list.count);
	check(!strcmp(list.run[0].trait[TRAIT_KERNEL], "6.12.9"), "the first stays so");
	check(!strcmp(store_short(list.run[0].path), "C"), "%s", store_short(list.run[0].path));
	runlist_free(&list);
}

int main(void)
{
	char command[64];

	check(mkdtemp(top) && !setenv("MDBENCH_RUNS", top, 1) && !chdir("/"), "%s", top);
	put_runs();
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		check_row(rows[i].word, rows[i].ret, rows[i].want);
	check_several();
	/* A path that is there is meant before the store. */
	check(!chdir(top), "%s", top);
	check_row("matrix-1", 0, "de");
	check_row("matrix-1/r*", 0, "de");
	check_row("./B", 0, "b");
	check_row("../nosuch", -ENOENT, "has this name; mdlab log lists them");
	snprintf(command, sizeof(command), "rm -rf %s", top);
	check(!chdir("/") && system(command) == 0, "%s", command);
	return check_done();
}
