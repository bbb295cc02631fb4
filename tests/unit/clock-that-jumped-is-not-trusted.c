// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will compare readings of three clocks: asleep, corrected, changed.
 * needs: none
 * timeout: 10
 */
#include <string.h>
#include "check.h"
#include "clocks.h"
#include "units.h"

#define MS 1000000ll
#define S (1000 * MS)

static const struct {
	const char *name;
	int64_t mono_ns, raw_ns, boot_ns;	/* how far each went on */
	const char *before, *after;		/* clocksources */
	const char *says;			/* NULL: it is trusted */
} rows[] = {
	{ "all agree", 5 * S, 5 * S, 5 * S, "tsc", "tsc", NULL },
	{ "nothing passed", 0, 0, 0, "tsc", "tsc", NULL },
	{ "the source is not known", S, S, S, "", "", NULL },
	{ "steered by time synchronisation", 1000 * S, 1000 * S + 500 * MS, 1000 * S, "tsc", "tsc", NULL },
	{ "read with an interrupt between", S, S + 9 * MS, S + 9 * MS, "tsc", "tsc", NULL },
	{ "asleep for 10 ms and a bit", S, S, S + 11 * MS, "tsc", "tsc", "the machine slept for 11 ms" },
	{ "asleep for an hour", S, S, 3601 * S, "tsc", "tsc", "slept for 3600000 ms" },
	{ "boot time behind is no sleep", S, S, S - 50 * MS, "tsc", "tsc", NULL },
	{ "1 % and 10 ms too fast, not more", 1020 * MS, 1010 * MS, 1020 * MS, "tsc", "tsc", NULL },
	{ "too fast", 1021 * MS, 1000 * MS, 1021 * MS, "tsc", "tsc", "corrected by 21 ms within 1000 ms" },
	{ "too slow", 979 * MS, 1000 * MS, 979 * MS, "tsc", "tsc", "corrected by -21 ms within 1000 ms" },
	{ "back in time", -S, S, -S, "tsc", "tsc", "corrected by -2000 ms" },
	{ "another source", S, S, S, "tsc", "hpet", "the clocksource changed from tsc to hpet" },
	{ "the same counter, known better", S, S, S, "tsc-early", "tsc", NULL },
	{ "and back", S, S, S, "tsc", "tsc-early", "the clocksource changed from tsc to tsc-early" },
	{ "a source came to be known", S, S, S, "", "hpet", "from an unknown one to hpet" },
};

static void check_rows(void)
{
	/* Clocks begin anywhere; what counts is how far they go on. */
	const int64_t start = 123456789012345;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct clocks before = { start, start - S, start + S, "" };
		struct clocks after = { start + rows[i].mono_ns, start - S + rows[i].raw_ns,
					start + S + rows[i].boot_ns, "" };
		char why[128] = "";
		bool disturbed;

		snprintf(before.source, sizeof(before.source), "%s", rows[i].before);
		snprintf(after.source, sizeof(after.source), "%s", rows[i].after);
		disturbed = clocks_disturbed(&before, &after, why, sizeof(why));
		check(disturbed == !!rows[i].says, "%s: %s", rows[i].name, why);
		check(!rows[i].says || strstr(why, rows[i].says), "%s: %s", rows[i].name, why);
	}
}

static void check_this_machine(void)
{
	struct clocks a, b;

	clocks_read(&a);
	clocks_read(&b);
	check(a.mono_ns > 0 && b.mono_ns >= a.mono_ns, "CLOCK_MONOTONIC stands or goes back");
	check(b.raw_ns >= a.raw_ns && b.boot_ns >= a.boot_ns, "another clock goes back");
	check(!strchr(a.source, '\n'), "the clocksource is one word: %s", a.source);
	check(!strcmp(a.source, b.source), "%s, then %s", a.source, b.source);
}

int main(void)
{
	check_rows();
	check_this_machine();
	return check_done();
}
