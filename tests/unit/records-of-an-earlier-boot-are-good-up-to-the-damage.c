// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will write records by the program's own writer, scan them whole,
 * cut anywhere, with zeros, old clusters and garbage behind them, and with
 * random damage: what is found must be what was written, up to the damage.
 * needs: none
 * timeout: 120
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "check.h"
#include "metal/recline.h"
#include "metal/recscan.h"
#include "record.h"
#include "units.h"

#define ROUNDS 4000

static char path[512], data[65536];
static size_t data_len, ends[64];
static unsigned nrecords;

static void lay(const char *bytes, size_t len)
{
	FILE *out = fopen(path, "w");

	check(out && fwrite(bytes, 1, len, out) == len && !fclose(out), "%s: %m", path);
}

static int keep(void *arg, const char *line, size_t len)
{
	(void)arg;
	memcpy(data + data_len, line, len);
	data_len += len;
	ends[nrecords++] = data_len;
	return 0;
}

static struct record_out out;

static void write_result(const char *id, unsigned repeat, const char *verdict, uint64_t rate)
{
	struct json *j = record_begin(&out, "result");

	json_str(j, "id", id);
	json_u64(j, "repeat", repeat);
	json_str(j, "verdict", verdict);
	json_str(j, "reason", rate ? NULL : "it \"broke\" \\ here\n");
	json_bool(j, "cached", rate == 7);
	json_open(j, "settings", '{');
	json_str(j, "id", "not this");
	json_open(j, "list", '[');
	json_i64(j, NULL, -5);
	json_none(j, NULL);
	json_close(j, ']');
	json_close(j, '}');
	if (rate) {
		json_str(j, "counts", rate == 9 ? "ops" : "bytes");
		json_u64(j, "rate_bytes_per_s", rate);
		if (rate == 9)
			json_u64(j, "rate_ops_per_s", 1234);
	}
	record_end(&out);
}

static void write_step(const char *id)
{
	json_str(record_begin(&out, "step"), "id", id);
	record_end(&out);
}

static void write_crash(const char *step, unsigned repeat)
{
	struct json *j = record_begin(&out, "crash");

	json_str(j, "step", step);
	json_u64(j, "step_repeat", repeat);
	record_end(&out);
}

static void write_head(void)
{
	struct json *j;

	data_len = nrecords = 0;
	record_init(&out, "S0001-r1-k1");
	record_add_function(&out, keep, NULL, "memory");
	j = record_begin(&out, "run");
	json_str(j, "suite", "smoke");
	json_u64(j, "tests", 5);
	record_end(&out);
	json_str(record_begin(&out, "env"), "kernel_release", "6.1.0-57-amd64");
	record_end(&out);
}

/* Five results, b crashed twice, and the machine went down in c's second repeat. */
static void write_story(void)
{
	write_head();
	write_step("a");
	write_result("a", 1, "pass", 7);
	write_step("b");
	write_crash("b", 1);
	write_step("b");
	write_crash("b", 1);
	write_result("b", 1, "fail", 0);
	write_step("c");
	write_result("c", 1, "pass", 9);
	write_step("c");
	write_crash("c", 2);
	json_str(record_begin(&out, "env"), "kernel_release", "6.1.0-58-amd64");
	record_end(&out);
	write_step("c");
}

static void check_story(void)
{
	const struct recscan_result *r;
	struct recscan s;

	write_story();
	lay(data, data_len);
	check(!recscan_file(path, &s), "fails");
	check(s.good_bytes == data_len && s.last_seq == nrecords, "%zu bytes of %zu",
	      (size_t)s.good_bytes, data_len);
	check(s.has_run && s.has_env && !s.has_end && s.tests == 5, "run, env");
	check(!strcmp(s.run, "S0001-r1-k1") && !strcmp(s.suite, "smoke") &&
	      !strcmp(s.release, "6.1.0-58-amd64"), "%s, %s", s.run, s.release);
	check(!strcmp(s.step, "c") && s.step_repeat == 2 && s.crashes == 1,
	      "step %s repeat %u, %u crashes", s.step, s.step_repeat, s.crashes);
	check(s.crashed_bytes == 6 && !memcmp(s.crashed, "b\0b\0c\0", 7), "%zu",
	      s.crashed_bytes);
	check(s.nresults == 3, "%zu results", s.nresults);
	r = recscan_find(&s, "a", 1);
	check(r && r->cached && r->has_rate && !r->counts_ops && r->rate == 7 &&
	      !strcmp(r->verdict, "pass") && !r->reason[0], "a");
	r = recscan_find(&s, "b", 1);
	check(r && !r->has_rate && !r->cached && !strcmp(r->verdict, "fail"), "b");
	check(r && !strcmp(r->reason, "it \"broke\" \\ here?"), "b: %s", r ? r->reason : "");
	r = recscan_find(&s, "c", 1);
	check(r && r->counts_ops && r->has_rate && r->rate == 1234, "c");
	check(!recscan_find(&s, "c", 2) && !recscan_find(&s, "not this", 1), "found too much");
	recscan_free(&s);
	recscan_free(&s);
}

static void check_ends(void)
{
	struct recscan s;

	write_head();
	write_step("a");
	write_result("a", 1, "pass", 7);
	json_str(record_begin(&out, "end"), "outcome", "done");
	record_end(&out);
	lay(data, data_len);
	check(!recscan_file(path, &s) && s.has_end && !strcmp(s.outcome, "done") && !s.step[0],
	      "it ended: %s", s.outcome);
	recscan_free(&s);
	write_crash(NULL, 0);
	lay(data, data_len);
	check(!recscan_file(path, &s) && !s.has_end && s.crashes == 1 && !s.crashed[0],
	      "it crashed outside a test: %u", s.crashes);
	recscan_free(&s);
}

static void check_none(void)
{
	char missing[600];
	struct recscan s;

	snprintf(missing, sizeof(missing), "%s.missing", path);
	check(!recscan_file(missing, &s) && !s.good_bytes && !s.nresults && s.crashed &&
	      !s.crashed[0], "a file that is not there");
	recscan_free(&s);
	check(!mkdir(missing, 0755) && recscan_file(missing, &s) == -EISDIR, "a folder");
	check(!rmdir(missing) && !symlink(path, missing) && recscan_file(missing, &s) == -ELOOP,
	      "a link");
	unlink(missing);
	lay("", 0);
	check(!recscan_file(path, &s) && !s.good_bytes, "an empty file");
	recscan_free(&s);
}

/* Records that end within the first len bytes. */
static unsigned whole(size_t len)
{
	unsigned n = 0;

	while (n < nrecords && ends[n] <= len)
		n++;
	return n;
}

static void expect_good(const char *what, size_t at, unsigned n)
{
	struct recscan s;

	check(!recscan_file(path, &s), "%s at %zu fails", what, at);
	check(s.good_bytes == (n ? ends[n - 1] : 0) && s.last_seq == n,
	      "%s at %zu: %zu bytes, %zu records, not %u", what, at, (size_t)s.good_bytes,
	      (size_t)s.last_seq, n);
	recscan_free(&s);
}

/* Cut at each byte; then with what may stand behind it. */
static void check_tails(void)
{
	static const struct { const char *what, *bytes; size_t len; } tails[] = {
		{ "cut", "", 0 },
		{ "zeros", "\0\0\0\0\0\0\0\0", 8 },
		{ "line feeds", "\n\n\n", 3 },
		{ "garbage", "\xff\x12}\n{\"schema\":1}\n", 17 },
		{ "an old cluster", "ss}\n{\"schema\":1,\"type\":\"step\",\"seq\":900,\"run\":\"S0001-r1-k1\",\"id\":\"x\"}\n", 68 },
	};
	char copy[sizeof(data)];
	size_t i, at;

	write_story();
	for (i = 0; i < ARRAY_SIZE(tails); i++)
		for (at = 0; at < data_len; at += i ? 7 : 1) {
			memcpy(copy, data, at);
			memcpy(copy + at, tails[i].bytes, tails[i].len);
			lay(copy, at + tails[i].len);
			/* a line feed right where one was lost makes the record whole */
			expect_good(tails[i].what, at, tails[i].bytes[0] == '\n' ?
				    whole(at + 1) : whole(at));
		}
}

/* On the border of two records: whole records, but of another file. */
static void check_strangers(void)
{
	static const char *const lines[] = {
		"{\"schema\":1,\"type\":\"step\",\"seq\":16,\"run\":\"S0001-r1-k2\",\"id\":\"x\"}\n",
		"{\"schema\":1,\"type\":\"step\",\"seq\":17,\"run\":\"S0001-r1-k1\",\"id\":\"x\"}\n",
		"{\"schema\":1,\"type\":\"step\",\"seq\":3,\"run\":\"S0001-r1-k1\",\"id\":\"x\"}\n",
		"{\"schema\":2,\"type\":\"step\",\"seq\":16,\"run\":\"S0001-r1-k1\",\"id\":\"x\"}\n",
		"{\"schema\":1,\"seq\":16,\"run\":\"S0001-r1-k1\",\"id\":\"x\"}\n",
		"{\"schema\":1,\"type\":\"result\",\"seq\":16,\"run\":\"S0001-r1-k1\",\"id\":\"x\"}\n",
	};
	size_t i;

	write_story();
	check(nrecords == 15, "%u records: give the lines the next number", nrecords);
	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		memcpy(data + data_len, lines[i], strlen(lines[i]));
		lay(data, data_len + strlen(lines[i]));
		expect_good("a stranger", i, nrecords);
	}
}

static void nothing(void *arg, const struct recline_member *m)
{
	++*(unsigned *)arg;
	check(m->len < 65536, "%zu", m->len);
}

static void check_lines(void)
{
	static const struct { const char *text; bool is_ours; } lines[] = {
		{ "{}", true }, { "{\"a\":1}", true }, { "{\"a\":-1,\"b\":[]}", true },
		{ "{\"a\":[[1,2],{\"b\":null}],\"c\":\"\\u00e4\\\"\\\\\"}", true },
		{ "", false }, { "[]", false }, { "{", false }, { "{}}", false }, { "{} ", false },
		{ "{\"a\"}", false }, { "{\"a\":}", false }, { "{\"a\":1,}", false },
		{ "{\"a\": 1}", false }, { "{\"a\":01}", false }, { "{\"a\":1.5}", false },
		{ "{\"a\":nul}", false }, { "{\"a\":\"\\n\"}", false }, { "{\"a\":\"\\u12\"}", false },
		{ "{\"a\":\"\t\"}", false }, { "{\"a\":\"\xc3\xa4\"}", false }, { "{\"a\":\"b}", false },
		{ "{a:1}", false }, { "{\"a\":[1}", false }, { "{\"a\":-}", false },
		{ "{\"a\":[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]}", false },
	};
	unsigned n = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(lines); i++)
		check(recline_parse(lines[i].text, strlen(lines[i].text), nothing, &n) ==
		      lines[i].is_ours, "%s", lines[i].text);
}

static void check_damage(void)
{
	char copy[sizeof(data)];
	struct recscan s;
	size_t i, len, at;
	unsigned round;

	srand(7);
	write_story();
	for (round = 0; round < ROUNDS; round++) {
		memcpy(copy, data, data_len);
		len = data_len - (size_t)rand() % 100;
		at = (size_t)rand() % len;
		for (i = at; i < len && i < at + 1 + round % 40; i++)
			copy[i] = (char)rand();
		lay(copy, len);
		check(!recscan_file(path, &s), "fails");
		/* a letter for another within a string is not seen; all before it is good */
		check(s.good_bytes >= (whole(at) ? ends[whole(at) - 1] : 0) && s.good_bytes <= len,
		      "damage at %zu: %zu of %zu", at, (size_t)s.good_bytes, len);
		recscan_free(&s);
	}
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(path, sizeof(path), "%s/records.jsonl", tmp ? tmp : "/tmp");
	check_story();
	check_ends();
	check_none();
	check_tails();
	check_strangers();
	check_lines();
	check_damage();
	unlink(path);
	return check_done();
}
