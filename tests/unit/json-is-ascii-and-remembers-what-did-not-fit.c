// SPDX-License-Identifier: GPL-2.0-only
// This test will write all kinds of JSON values and strings and then write
// the same text into every buffer that is too small for it.
// needs: none
// timeout: 10
#include <errno.h>
#include <string.h>
#include "check.h"
#include "json.h"
#include "units.h"

static const struct {
	const char *text, *json;
} string_rows[] = {
	{ "", "\"\"" },
	{ "plain", "\"plain\"" },
	{ "a\"b\\c/d", "\"a\\\"b\\\\c/d\"" },
	{ "\x01\x1f\n\t\r\x7f", "\"\\u0001\\u001f\\u000a\\u0009\\u000d\\u007f\"" },
	{ "\xc3\xa9", "\"\\u00e9\"" },			/* U+00E9 */
	{ "\xe2\x82\xac", "\"\\u20ac\"" },		/* U+20AC */
	{ "\xf0\x9f\x98\x80", "\"\\ud83d\\ude00\"" },	/* U+1F600 */
	{ "\xf4\x8f\xbf\xbf", "\"\\udbff\\udfff\"" },	/* U+10FFFF */
	{ "\xf4\x90\x80\x80", "\"\\u00f4\\u0090\\u0080\\u0080\"" },	/* beyond */
	{ "\xc0\xaf", "\"\\u00c0\\u00af\"" },		/* overlong */
	{ "\xe0\x80\x80", "\"\\u00e0\\u0080\\u0080\"" },	/* overlong */
	{ "\xed\xa0\x80", "\"\\u00ed\\u00a0\\u0080\"" },	/* surrogate */
	{ "\x80", "\"\\u0080\"" },			/* stray */
	{ "\xe2\x82", "\"\\u00e2\\u0082\"" },		/* cut off */
	{ "\xc3", "\"\\u00c3\"" },
	{ "\xff\xfe", "\"\\u00ff\\u00fe\"" },
	{ "\xc3(", "\"\\u00c3(\"" },
};

static void check_strings(void)
{
	char buf[128];
	struct json j;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(string_rows); i++) {
		json_init(&j, buf, sizeof(buf));
		json_str(&j, NULL, string_rows[i].text);
		check(!json_error(&j), "row %zu fails", i);
		check(!strcmp(buf, string_rows[i].json), "row %zu is %s", i, buf);
	}
}

static void write_sample(struct json *j)
{
	json_open(j, NULL, '{');
	json_u64(j, "big", UINT64_MAX);
	json_i64(j, "low", INT64_MIN);
	json_bool(j, "yes", true);
	json_none(j, "none");
	json_str(j, "gone", NULL);
	json_open(j, "list", '[');
	json_u64(j, NULL, 1);
	json_open(j, NULL, '[');
	json_close(j, ']');
	json_open(j, NULL, '{');
	json_bool(j, "k\n", false);
	json_close(j, '}');
	json_close(j, ']');
	json_rate(j, "rate", 1000000, 2000000000);
	json_rate(j, "short", 1000000, 9999);
	json_rate(j, "least", 1, 10000);
	json_rate(j, "most", UINT64_MAX, 10000);
	json_close(j, '}');
}

static const char sample[] =
	"{\"big\":18446744073709551615,\"low\":-9223372036854775808,\"yes\":true,"
	"\"none\":null,\"gone\":null,\"list\":[1,[],{\"k\\u000a\":false}],"
	"\"rate\":500000,\"short\":null,\"least\":100000,\"most\":18446744073709551615}";

static void check_sizes(void)
{
	char buf[sizeof(sample) + 8];
	struct json j;
	size_t size;

	for (size = 0; size < sizeof(buf); size++) {
		memset(buf, '#', sizeof(buf));
		json_init(&j, buf, size);
		write_sample(&j);
		check(json_error(&j) == (size < sizeof(sample) ? -ENOSPC : 0),
		      "size %zu gives %d", size, json_error(&j));
		check(size == sizeof(buf) || buf[size] == '#', "size %zu overruns", size);
		if (size)
			check(strlen(buf) < size && !strncmp(buf, sample, j.len),
			      "size %zu leaves %s", size, buf);
	}
	check(!strcmp(buf, sample), "all of it is %s", buf);
}

static void check_nesting(void)
{
	char buf[256];
	struct json j;
	int i;

	json_init(&j, buf, sizeof(buf));
	for (i = 0; i < JSON_DEPTH - 1; i++)
		json_open(&j, NULL, '[');
	check(!json_error(&j), "%d levels fail", i);
	json_open(&j, NULL, '[');
	check(json_error(&j) == -ENOSPC, "%d levels pass", i + 1);
	for (i = 0; i < 100; i++)
		json_open(&j, NULL, '[');
	for (i = 0; i < 200; i++)
		json_close(&j, ']');
	check(json_error(&j) == -ENOSPC, "the error is forgotten");
	json_init(&j, buf, sizeof(buf));
	json_close(&j, ']');
	check(json_error(&j) == -ENOSPC, "closing what is not open passes");
}

int main(void)
{
	check_strings();
	check_sizes();
	check_nesting();
	return check_done();
}
