/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * This test will order runs, compare plans that differ in one thing, and read
 * files of verdicts, whole, cut off and hostile.
 * needs: none
 * timeout: 30
 */
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "matrix_parts.h"
#include "units.h"

static void test_order(void)
{
	struct matrix_options o = { .rounds = 2, .order = ORDER_INTERLEAVED };
	struct matrix_run *run, *longer;
	unsigned seen = 0;
	char name[64];
	size_t n;

	args_add(&o.suites, "smoke");
	run = matrix_plan_runs(&o, 3, &n);
	check(n == 6, "%zu runs", n);
	for (unsigned i = 0; i < n; i++)
		check(run[i].round == i / 3 + 1 && run[i].kernel == i % 3, "run %u", i);
	matrix_run_name(name, sizeof(name), &o, &run[5]);
	check(!strcmp(name, "r2-k3"), "%s", name);
	free(run);

	args_add(&o.suites, "classic");
	run = matrix_plan_runs(&o, 2, &n);
	check(n == 8 && run[1].suite == 0 && run[2].suite == 1 && run[4].round == 2, "suites");
	matrix_run_name(name, sizeof(name), &o, &run[7]);
	check(!strcmp(name, "r2-k2-classic"), "%s", name);
	free(run);

	/* Every kernel once a round, and more rounds change none that were there. */
	o.order = ORDER_RANDOM;
	o.seed = 3;
	run = matrix_plan_runs(&o, 26, &n);
	o.rounds = 5;
	longer = matrix_plan_runs(&o, 26, &n);
	for (unsigned i = 0; i < 26; i++)
		seen |= 1u << run[i].kernel;
	check(seen == (1u << 26) - 1, "kernels %x", seen);
	check(!memcmp(run, longer, 4 * 26 * sizeof(*run)), "the order changed with the rounds");
	free(longer);
	free(run);
	args_free(&o.suites);
}

static struct matrix *machine(void)
{
	struct matrix *m = calloc(1, sizeof(*m));

	args_add(&m->options.suites, "smoke");
	args_add(&m->options.handed, "--only=raid*");
	m->options.rounds = m->options.jobs = 1;
	m->kernels = 2;
	m->shared.files = 1;
	snprintf(m->shared.file[0].sha256, SHA256_HEX, "5ba5e");
	for (unsigned i = 0; i < 2; i++) {
		snprintf(m->kernel[i].key, sizeof(m->kernel[i].key), "k%u", i + 1);
		m->kernel[i].spec = i ? "debian:b" : "debian:a";
		snprintf(m->kernel[i].image.sha256, SHA256_HEX, "10%u", i);
	}
	return m;
}

static void machine_free(struct matrix *m)
{
	matrix_options_free(&m->options);
	free(m);
}

/* What differs, and whether it is another request or other content. */
static void test_plans(void)
{
	enum { ROUNDS, SPEC, JOBS, ORDER, OPTION, IMAGE, MODULES, BASE, GONE, CASES };
	static const bool same_request[CASES] = {
		[ROUNDS] = true, [IMAGE] = true, [MODULES] = true, [BASE] = true, [GONE] = true
	};
	static const bool same_content[CASES] = {
		[ROUNDS] = true, [SPEC] = true, [JOBS] = true, [ORDER] = true, [OPTION] = true,
		[GONE] = true
	};

	for (int i = 0; i < CASES; i++) {
		struct matrix *m = machine();
		json_t *a = matrix_plan_make(m), *b;
		char why[192] = "", hash_a[16], hash_b[16];

		switch (i) {
		case ROUNDS: m->options.rounds = 9; break;
		case SPEC: m->kernel[1].spec = "debian:c"; break;
		case JOBS: m->options.jobs = 2; break;
		case ORDER: m->options.order = ORDER_RANDOM; break;
		case OPTION: args_add(&m->options.handed, "--size=4M"); break;
		case IMAGE: m->kernel[1].image.sha256[0] = '2'; break;
		case MODULES: snprintf(m->kernel[1].modules.sha256, SHA256_HEX, "30"); break;
		case BASE: m->shared.file[0].sha256[0] = '6'; break;
		case GONE:
			m->kernel[1].image.sha256[0] = '\0';
			snprintf(m->kernel[1].error, sizeof(m->kernel[1].error), "gone");
			break;
		}
		b = matrix_plan_make(m);
		check(matrix_plan_same_request(a, b) == same_request[i], "case %d", i);
		check(matrix_plan_same_content(a, b, why, sizeof(why)) == same_content[i],
		      "case %d: %s", i, why);
		check((why[0] == '\0') == same_content[i], "case %d: '%s'", i, why);
		matrix_plan_hash(a, hash_a, sizeof(hash_a));
		matrix_plan_hash(b, hash_b, sizeof(hash_b));
		check(!strcmp(hash_a, hash_b) == (i == ROUNDS), "case %d: %s %s", i, hash_a, hash_b);
		matrix_plan_merge(a, b);
		check(json_integer_value(json_object_get(a, "rounds")) == (i == ROUNDS ? 9 : 1),
		      "case %d", i);
		matrix_plan_merge(b, a);
		if (i == GONE)
			check(!strcmp(json_string_value(json_object_get(json_array_get(
			      json_object_get(b, "kernels"), 1), "image_sha256")), "101"), "lost");
		json_decref(a);
		json_decref(b);
		machine_free(m);
	}
}

static void test_verdicts(void)
{
	static const struct {
		const char *text;
		int ret, status;
		const char *word, *reason;
		unsigned passed, tests, ms;
	} row[] = {
		{ "pass 0\nreason: none\nresults: pass=70 fail=0 broken=0 unsupported=2 void=0\n"
		  "kernel: 6.1\naccel: tcg\nwall_s: 16.023\n", 0, 0, "pass", "", 70, 72, 16023 },
		{ "fail 1\nreason: a/b: \x1b[2J\nresults: pass=1 fail=1\n", 0, 1, "fail",
		  "a/b: \\x1b[2J", 1, 2, 0 },
		{ "panic 4\n", 0, 4, "panic", "", 0, 0, 0 },
		{ "not-started 7\nwall_s: 1.2.3\n", 0, 7, "not-started", "", 0, 0, 1000 },
		{ "interrupted 130\nreason: by signal 2\n", -1, 0, NULL, NULL, 0, 0, 0 },
		{ "", -1, 0, NULL, NULL, 0, 0, 0 },
		{ "pass", -1, 0, NULL, NULL, 0, 0, 0 },
		{ "pass 0", -1, 0, NULL, NULL, 0, 0, 0 },
		{ " 0\n", -1, 0, NULL, NULL, 0, 0, 0 },
		{ "pass 0x0\n", -1, 0, NULL, NULL, 0, 0, 0 },
		{ "pass -1\n", -1, 0, NULL, NULL, 0, 0, 0 },
		{ "pass 99999999999999999999\n", -1, 0, NULL, NULL, 0, 0, 0 },
		{ "pass 0\nresults: pass=99999999999999999999 fail=x =4 pass\n", 0, 0, "pass", "",
		  0, 4, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
		struct matrix_run run = { 0 };
		int ret = matrix_verdict_parse(&run, row[i].text);

		check((ret < 0) == (row[i].ret < 0), "row %zu: %d", i, ret);
		if (ret < 0 || row[i].ret < 0)
			continue;
		check(run.status == row[i].status && !strcmp(run.word, row[i].word), "row %zu: %s %d",
		      i, run.word, run.status);
		check(!strcmp(run.reason, row[i].reason), "row %zu: '%s'", i, run.reason);
		check(run.passed == row[i].passed && run.tests == row[i].tests &&
		      run.wall_ms == row[i].ms, "row %zu: %u of %u, %u ms", i,
		      (unsigned)run.passed, (unsigned)run.tests, (unsigned)run.wall_ms);
	}
}

int main(void)
{
	char buf[32];

	test_order();
	test_plans();
	test_verdicts();
	check(!strcmp(matrix_duration(buf, sizeof(buf), 15600), "16 s"), "%s", buf);
	check(!strcmp(matrix_duration(buf, sizeof(buf), 130000), "2 min 10 s"), "%s", buf);
	check(!strcmp(matrix_duration(buf, sizeof(buf), 3900000), "1 h 5 min"), "%s", buf);
	return check_done();
}
