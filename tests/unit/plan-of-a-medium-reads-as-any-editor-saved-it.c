// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will read plan.txt with the line ends, marks and codings that
 * editors leave, with mistakes that must be named with their line, and with
 * random damage.
 * needs: none
 * timeout: 60
 */
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "appliance.h"
#include "check.h"
#include "metal/plantext.h"
#include "units.h"

static char line[4096], err[256];
static uint64_t sum;

static int parse(const void *data, size_t len)
{
	return plantext_parse(data, len, line, sizeof(line), &sum, err, sizeof(err));
}

static int parse_text(const char *text)
{
	return parse(text, strlen(text));
}

static const struct { const char *text, *line; } good[] = {
	{ "", "" },
	{ "\n\r\n\r# nothing\r\n   # again", "" },
	{ "suite=standard", "mdbench.suite=\"standard\"" },
	{ "mdbench.suite=standard\n", "mdbench.suite=\"standard\"" },
	{ "suite=standard\r\nrounds=3\r\n", "mdbench.suite=\"standard\" mdbench.rounds=\"3\"" },
	{ "suite=standard\rrounds=3", "mdbench.suite=\"standard\" mdbench.rounds=\"3\"" },
	{ "suite=standard rounds=3 # mem=1G\n", "mdbench.suite=\"standard\" mdbench.rounds=\"3\"" },
	{ "suite = standard\n", "mdbench.suite=\"standard\"" },
	{ "\tsuite\t=\tstandard\t\n", "mdbench.suite=\"standard\"" },
	{ "verify", "mdbench.verify" },
	{ "verify\nremake = yes", "mdbench.verify mdbench.remake=\"yes\"" },
	{ "verify remake=no", "mdbench.verify mdbench.remake=\"no\"" },
	{ "only=\"raid1/*  x\"", "mdbench.only=\"raid1/*  x\"" },
	{ "only=raid1/*#x", "mdbench.only=\"raid1/*#x\"" },
	{ "only= verify", "mdbench.only=\"\" mdbench.verify" },
	{ "dry_run=yes", "mdbench.dry-run=\"yes\"" },
	{ "\xef\xbb\xbfsuite=standard", "mdbench.suite=\"standard\"" },
	{ "# gr\xc3\xbc\xc3\x9f\nrepeat=2", "mdbench.repeat=\"2\"" },
	{ "# gr\xfc\xdf\nrepeat=2", "mdbench.repeat=\"2\"" },
};

static const struct { const char *text, *err; } bad[] = {
	{ "suite=smoke\nsiute=smoke", "plan.txt: line 2: siute: unknown option" },
	{ "\r\n\r\nsize=12Q\r\n", "plan.txt: line 3: size: '12Q': not a size such as 512, 16K or 1M" },
	{ "\r\rsize=1", "plan.txt: line 3: size: '1': not from 1M to 16T" },
	{ "console=ttyS0", "plan.txt: line 1: console: unknown option" },
	{ "suite= standard", "plan.txt: line 1: standard: unknown option" },
	{ "rounds", "plan.txt: line 1: rounds: needs a value: rounds=N" },
	{ "repeat=1\n\nrepeat=2", "plan.txt: line 3: repeat: was given on line 1 already" },
	{ "dry-run\nmdbench.dry_run=no", "plan.txt: line 2: dry-run: was given on line 1 already" },
	{ "medium=1A2B-3C4D", "plan.txt: line 1: medium: is for boot entries, not for plan.txt" },
	{ "start=all", "plan.txt: line 1: start: is for boot entries, not for plan.txt" },
	{ "only=\"raid1\nrepeat=1", "plan.txt: line 1: a quote is not closed on its line" },
	{ "only=gr\xc3\xbc\xc3\x9f", "plan.txt: line 1: a character that is not ASCII stands in a word" },
	{ "=3", "plan.txt: line 1: : unknown option" },
};

static void check_good(void)
{
	struct appliance_options values;
	struct opt_error why;
	char copy[sizeof(line)];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(good); i++) {
		check(!parse_text(good[i].text), "'%s': %s", good[i].text, err);
		check(!strcmp(line, good[i].line), "'%s' gives '%s'", good[i].text, line);
		memcpy(copy, line, sizeof(copy));
		opt_defaults(appliance_option_list, &values);
		check(!opt_parse_words(appliance_option_list, &values, APPLIANCE_PREFIX, copy,
				       &why), "'%s': %s", line, why.text);
	}
	parse_text("only=\"raid1/*  x\" suite = classic\nremake");
	memcpy(copy, line, sizeof(copy));
	opt_parse_words(appliance_option_list, &values, APPLIANCE_PREFIX, copy, &why);
	check(!strcmp(values.only, "raid1/*  x") && !strcmp(values.suite, "classic") &&
	      values.remake, "only '%s', suite '%s'", values.only, values.suite);
}

static void check_bad(void)
{
	char small[32];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		check(parse_text(bad[i].text) == -EINVAL, "'%s' passes", bad[i].text);
		check(!strcmp(err, bad[i].err), "'%s': %s", bad[i].text, err);
		check(!line[0], "'%s' leaves '%s'", bad[i].text, line);
	}
	check(parse("repeat=1\0", 9) == -EINVAL && strstr(err, "line 1: a NUL byte"), "%s", err);
	check(plantext_parse("suite=smoke repeat=3", 20, small, sizeof(small), &sum, err,
			     sizeof(err)) == -EINVAL, "too long a line fits: %s", small);
}

static size_t widen(const char *text, bool is_little, char *wide)
{
	size_t i, len = strlen(text);

	memcpy(wide, is_little ? "\xff\xfe" : "\xfe\xff", 2);
	for (i = 0; i < len; i++) {
		wide[2 + 2 * i + !is_little] = text[i];
		wide[2 + 2 * i + is_little] = 0;
	}
	return 2 + 2 * len;
}

static void check_wide(void)
{
	char wide[1024];
	size_t i, len;
	int order;

	for (order = 0; order < 2; order++)
		for (i = 0; i < ARRAY_SIZE(good); i++) {
			if (good[i].text[0] == '\xef')
				continue;
			len = widen(good[i].text, order, wide);
			check(!parse(wide, len), "%zu: %s", i, err);
			check(!strcmp(line, good[i].line), "%zu: '%s'", i, line);
		}
	/* U+2603 and U+0A3D are neither ASCII nor a line end nor an = sign. */
	check(parse("\xff\xfe" "a\0\x03\x26", 6) == -EINVAL && strstr(err, "not ASCII"), "%s", err);
	check(parse("\xff\xfe" "#\0\x3d\x0a\x0a\x26" "x\0", 10) == 0 && !line[0], "%s", err);
	len = widen("suite=standard", true, wide);
	check(parse(wide + 2, len - 2) == -EINVAL && strstr(err, "NUL"), "no mark: %s", err);
	check(!parse(wide, len) && !parse(wide, len + 1), "odd: %s", err);
}

static uint64_t sum_of(const char *text)
{
	check(!parse_text(text), "%s: %s", text, err);
	return sum;
}

static void check_sum(void)
{
	const uint64_t one = sum_of("suite=standard\nrounds=3\nverify");

	check(sum_of("# x\r\nmdbench.verify=yes  rounds = 3\r\nsuite=\"standard\"") == one,
	      "another order, other blanks");
	check(sum_of("suite=standard\nrounds=4\nverify") != one, "another value");
	check(sum_of("suite=standard\nrepeat=3\nverify") != one, "another word");
	check(sum_of("suite=standard\nrounds=3") != one, "a word less");
	check(sum_of("") == sum_of("# nothing") && sum_of("") != one, "no words");
}

static void check_damage(void)
{
	static const char text[] = "# plan\r\nsuite=standard\r\nonly=\"raid1/* x\" verify\r\nrepeat = 2\n";
	char *data;
	size_t len, i;
	unsigned round;

	srand(1);
	for (round = 0; round < 20000; round++) {
		len = (size_t)rand() % sizeof(text);
		data = malloc(len ? len : 1);	/* so that a byte beyond is seen */
		memcpy(data, text, len);
		for (i = 0; len && i < 3; i++)
			data[(size_t)rand() % len] = (char)rand();
		if (round % 3 == 0 && len > 2)
			memcpy(data, round % 2 ? "\xff\xfe" : "\xfe\xff", 2);
		if (parse(data, len))
			check(!strncmp(err, "plan.txt: line ", 15) && !line[0], "%s", err);
		free(data);
	}
}

int main(void)
{
	check_good();
	check_bad();
	check_wide();
	check_sum();
	check_damage();
	return check_done();
}
