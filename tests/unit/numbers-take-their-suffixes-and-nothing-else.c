// SPDX-License-Identifier: GPL-2.0-only
// This test will parse and format numbers, sizes, times and globs row by row.
// needs: none
// timeout: 10
#include <errno.h>
#include <string.h>
#include "check.h"
#include "units.h"

#define MAX UINT64_MAX

struct row {
	const char *text;
	uint64_t min, max;
	int ret;
	uint64_t value;
};

static const struct row number_rows[] = {
	{ "0", 0, MAX, 0, 0 },
	{ "7", 0, 10, 0, 7 },
	{ "007", 0, 10, 0, 7 },
	{ "10", 0, 10, 0, 10 },
	{ "11", 0, 10, -ERANGE, 0 },
	{ "4", 5, 10, -ERANGE, 0 },
	{ "5", 5, 10, 0, 5 },
	{ "18446744073709551615", 0, MAX, 0, MAX },
	{ "18446744073709551616", 0, MAX, -ERANGE, 0 },
	{ "18446744073709551620", 0, MAX, -ERANGE, 0 },
	{ "99999999999999999999999", 0, MAX, -ERANGE, 0 },
	{ "99999999999999999999999x", 0, MAX, -EINVAL, 0 },
	{ "", 0, MAX, -EINVAL, 0 },
	{ " 1", 0, MAX, -EINVAL, 0 },
	{ "1 ", 0, MAX, -EINVAL, 0 },
	{ "1\n", 0, MAX, -EINVAL, 0 },
	{ "-1", 0, MAX, -EINVAL, 0 },
	{ "+1", 0, MAX, -EINVAL, 0 },
	{ "0x10", 0, MAX, -EINVAL, 0 },
	{ "1.5", 0, MAX, -EINVAL, 0 },
	{ "1K", 0, MAX, -EINVAL, 0 },
	{ NULL, 0, MAX, -EINVAL, 0 },
};

static const struct row byte_rows[] = {
	{ "0", 0, MAX, 0, 0 },
	{ "512", 0, MAX, 0, 512 },
	{ "3s", 0, MAX, 0, 1536 },
	{ "16k", 0, MAX, 0, 16384 },
	{ "16K", 0, MAX, 0, 16384 },
	{ "16KiB", 0, MAX, 0, 16384 },
	{ "16kib", 0, MAX, 0, 16384 },
	{ "16kB", 0, MAX, 0, 16000 },
	{ "16KB", 0, MAX, -EINVAL, 0 },
	{ "16kb", 0, MAX, -EINVAL, 0 },
	{ "1M", 0, MAX, 0, 1048576 },
	{ "1m", 0, MAX, 0, 1048576 },
	{ "1MB", 0, MAX, 0, 1000000 },
	{ "1mb", 0, MAX, 0, 1000000 },
	{ "1MiB", 0, MAX, 0, 1048576 },
	{ "2G", 0, MAX, 0, 2147483648 },
	{ "2GB", 0, MAX, 0, 2000000000 },
	{ "2GiB", 0, MAX, 0, 2147483648 },
	{ "1T", 0, MAX, 0, 1099511627776 },
	{ "1TB", 0, MAX, 0, 1000000000000 },
	{ "1TiB", 0, MAX, 0, 1099511627776 },
	{ "16777215T", 0, MAX, 0, 16777215ull << 40 },
	{ "16777216T", 0, MAX, -ERANGE, 0 },
	{ "4K", 0, 4096, 0, 4096 },
	{ "4097", 0, 4096, -ERANGE, 0 },
	{ "5K", 0, 4096, -ERANGE, 0 },
	{ "K", 0, MAX, -EINVAL, 0 },
	{ "", 0, MAX, -EINVAL, 0 },
	{ "-1K", 0, MAX, -EINVAL, 0 },
	{ "1.5M", 0, MAX, -EINVAL, 0 },
	{ "1 M", 0, MAX, -EINVAL, 0 },
	{ "1MM", 0, MAX, -EINVAL, 0 },
	{ "1P", 0, MAX, -EINVAL, 0 },
	{ "1Mi", 0, MAX, -EINVAL, 0 },
	{ "1B", 0, MAX, -EINVAL, 0 },
};

static const struct row second_rows[] = {
	{ "90", 0, MAX, 0, 90 },
	{ "90s", 0, MAX, 0, 90 },
	{ "5m", 0, MAX, 0, 300 },
	{ "2h", 0, MAX, 0, 7200 },
	{ "2h", 0, 7199, -ERANGE, 0 },
	{ "5124095576030432h", 0, MAX, -ERANGE, 0 },
	{ "5M", 0, MAX, -EINVAL, 0 },
	{ "5d", 0, MAX, -EINVAL, 0 },
	{ "1h30m", 0, MAX, -EINVAL, 0 },
	{ "m", 0, MAX, -EINVAL, 0 },
	{ "", 0, MAX, -EINVAL, 0 },
};

typedef int parser(const char *, uint64_t, uint64_t, uint64_t *);

static void check_rows(const char *name, parser *parse, const struct row *row, size_t n)
{
	for (; n--; row++) {
		uint64_t value = 4711;
		int ret = parse(row->text, row->min, row->max, &value);

		check(ret == row->ret, "%s '%s' gives %d, not %d", name, row->text, ret,
		      row->ret);
		check(value == (row->ret ? 4711 : row->value), "%s '%s' is %llu", name,
		      row->text, (unsigned long long)value);
	}
}

static void check_percents(void)
{
	static const struct {
		const char *text;
		int ret;
		double fraction;
	} rows[] = {
		{ "3", 0, 0.03 }, { "0", 0, 0 }, { "0.0", 0, 0 }, { "2.5", 0, 0.025 },
		{ "0.5", 0, 0.005 }, { "0.125", 0, 0.00125 }, { "007.50", 0, 0.075 },
		{ "100", 0, 1 }, { "100.000", 0, 1 }, { "100.001", -ERANGE, 0 },
		{ "101", -ERANGE, 0 }, { "999999999", -ERANGE, 0 },
		{ "99999999999999999999999999999999", -EINVAL, 0 },
		{ "0.1234", -EINVAL, 0 }, { "1.", -EINVAL, 0 }, { ".5", -EINVAL, 0 },
		{ ".", -EINVAL, 0 }, { "1.2.3", -EINVAL, 0 }, { "1,5", -EINVAL, 0 },
		{ "3%", -EINVAL, 0 }, { "-1", -EINVAL, 0 }, { "+1", -EINVAL, 0 },
		{ " 1", -EINVAL, 0 }, { "1 ", -EINVAL, 0 }, { "1e1", -EINVAL, 0 },
		{ "nan", -EINVAL, 0 }, { "inf", -EINVAL, 0 }, { "0x1", -EINVAL, 0 },
		{ "", -EINVAL, 0 }, { NULL, -EINVAL, 0 },
	};

	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		double fraction = 4711;
		int ret = parse_percent(rows[i].text, 100, &fraction);

		check(ret == rows[i].ret, "percent '%s' gives %d, not %d", rows[i].text, ret,
		      rows[i].ret);
		check(ret ? fraction > 4710 : fraction >= rows[i].fraction &&
		      fraction <= rows[i].fraction, "percent '%s' is %.17g", rows[i].text,
		      fraction);
	}
}

static void check_format(void)
{
	static const struct {
		uint64_t bytes;
		const char *text;
	} rows[] = {
		{ 0, "0" }, { 1, "1" }, { 512, "512" }, { 1000, "1000" },
		{ 1024, "1K" }, { 1536, "1536" }, { 16384, "16K" },
		{ 1048576, "1M" }, { 1049600, "1025K" }, { 3ull << 30, "3G" },
		{ 1ull << 40, "1T" }, { 1ull << 50, "1024T" },
		{ UINT64_MAX, "18446744073709551615" },
	};
	char buf[24];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		uint64_t back = 1;

		format_bytes(buf, sizeof(buf), rows[i].bytes);
		check(!strcmp(buf, rows[i].text), "%s, not %s", buf, rows[i].text);
		check(!parse_bytes(buf, 0, MAX, &back) && back == rows[i].bytes,
		      "%s does not read back", buf);
	}
}

static void check_globs(void)
{
	static const struct {
		const char *glob, *text;
		int match;
	} rows[] = {
		{ "", "", 1 }, { "", "a", 0 }, { "*", "", 1 }, { "*", "a/b", 1 },
		{ "?", "", 0 }, { "?", "a", 1 }, { "?", "ab", 0 },
		{ "a", "a", 1 }, { "a", "ab", 0 }, { "ab", "a", 0 },
		{ "raid1/*", "raid1/ext4/dd/write/async-1M", 1 },
		{ "*/write/*", "raid1/ext4/dd/write/async-1M", 1 },
		{ "*/read/*", "raid1/ext4/dd/write/async-1M", 0 },
		{ "*-1M", "raid1/async-1M-1M", 1 }, { "*-1M", "async-1Mx", 0 },
		{ "a*b*c", "axxbxxbc", 1 }, { "a*b*c", "axxbxxb", 0 },
		{ "**", "x", 1 }, { "a**", "a", 1 }, { "*a*a*a*b", "aaaaaaaaaaaaaaaa", 0 },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		check(!!glob_match(rows[i].glob, rows[i].text) == rows[i].match,
		      "glob %s on %s", rows[i].glob, rows[i].text);
}

int main(void)
{
	check_rows("number", parse_u64, number_rows, ARRAY_SIZE(number_rows));
	check_rows("size", parse_bytes, byte_rows, ARRAY_SIZE(byte_rows));
	check_rows("time", parse_seconds, second_rows, ARRAY_SIZE(second_rows));
	check_percents();
	check_format();
	check_globs();
	return check_done();
}
