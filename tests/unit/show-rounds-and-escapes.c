// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will round figures to three digits or more, escape what is not
 * plain text, and look up values in records that may be missing.
 * needs: none
 * timeout: 10
 */
#include <math.h>
#include <string.h>

#include "check.h"
#include "text.h"
#include "units.h"

static const struct {
	double value;
	const char *plain, *ns;
} numbers[] = {
	{ 0, "0", "0ns" },
	{ 0.15, "0.150", "0.150ns" },
	{ 1, "1.00", "1.00ns" },
	{ 9.994, "9.99", "9.99ns" },
	{ 12.34, "12.3", "12.3ns" },
	{ 812, "812", "812ns" },
	{ 1234, "1234", "1.23us" },
	{ 12345678, "1.23e+07", "12.3ms" },
	{ 61500000000.0, "6.15e+10", "61.5s" },
	{ 9.2e18, "9.20e+18", "9e+09s" },
	{ 99999e9, "1.00e+14", "99999s" },
	{ (double)NAN, "n/a", "n/a" },
	{ (double)INFINITY, "n/a", "n/a" },
};

static const struct {
	size_t size;
	const char *text, *escaped;
} texts[] = {
	{ 80, "plain", "plain" },
	{ 80, NULL, "-" },
	{ 80, "", "" },
	{ 80, "\033[31m", "\\x1b[31m" },
	{ 80, "a\nb\tc\r", "a\\x0ab\\x09c\\x0d" },
	{ 80, "\177\xc3\xa9", "\\x7f\\xc3\\xa9" },
	{ 80, "back\\slash", "back\\x5cslash" },
	{ 8, "1234567", "1234567" },
	{ 8, "12345678", "1234..." },
	{ 8, "1234\n", "1234..." },
};

static void check_values(void)
{
	json_t *json = json_loads("{\"a\":{\"b\":7,\"n\":null,\"s\":\"x\"},\"neg\":-1,\"l\":[1]}", 0,
				  NULL);

	check(json, "json");
	check(value_number(json, "a.b") == 7, "a.b");
	check(isnan(value_number(json, "a.n")), "null is no number");
	check(isnan(value_number(json, "a.s")), "text is no number");
	check(isnan(value_number(json, "a.missing.more")), "missing");
	check(isnan(value_number(json, "neg")), "negative");
	check(isnan(value_number(json, "l.0")), "list");
	check(isnan(value_number(NULL, "a")), "nothing");
	check(!strcmp(value_string(json, "a.s"), "x") && !value_string(json, "a.b"), "text");
	json_decref(json);
}

int main(void)
{
	char figure[FIGURE_MAX], text[80];

	for (unsigned i = 0; i < ARRAY_SIZE(numbers); i++) {
		figure_format(figure, numbers[i].value);
		check(!strcmp(figure, numbers[i].plain), "%s, not %s", figure, numbers[i].plain);
		figure_format_ns(figure, numbers[i].value);
		check(!strcmp(figure, numbers[i].ns), "%s, not %s", figure, numbers[i].ns);
	}
	for (unsigned i = 0; i < ARRAY_SIZE(texts); i++) {
		text_escape(text, texts[i].size, texts[i].text);
		check(!strcmp(text, texts[i].escaped), "%s, not %s", text, texts[i].escaped);
	}
	check_values();
	return check_done();
}
