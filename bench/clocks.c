// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sleep, a corrected rate, another clocksource: each makes a duration wrong,
 * and each shows in the difference of two clocks or in a name.
 */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "clocks.h"
#include "sysfile.h"

#define SOURCE "/sys/devices/system/clocksource/clocksource0/current_clocksource"
#define NS_PER_S 1000000000ll
#define NS_PER_MS 1000000ll
/* Three readings one after the other differ by what an interrupt takes. */
#define SLACK_NS (10 * NS_PER_MS)

static int64_t read_ns(clockid_t clock)
{
	struct timespec t = { 0 };

	clock_gettime(clock, &t);
	return t.tv_sec * NS_PER_S + t.tv_nsec;
}

void clocks_read(struct clocks *c)
{
	if (sysfile_read(SOURCE, c->source, sizeof(c->source)) < 0)
		c->source[0] = '\0';
	c->mono_ns = read_ns(CLOCK_MONOTONIC);
	c->raw_ns = read_ns(CLOCK_MONOTONIC_RAW);
	c->boot_ns = read_ns(CLOCK_BOOTTIME);
}

/*
 * Soon after boot x86 goes over from tsc-early to tsc: the same counter, with
 * its rate known better. Had it been wrong, the clocks would differ.
 */
static bool is_same_source(const char *before, const char *after)
{
	return !strcmp(before, after) || (!strcmp(before, "tsc-early") && !strcmp(after, "tsc"));
}

bool clocks_disturbed(const struct clocks *before, const struct clocks *after, char *why,
		      unsigned long size)
{
	const int64_t mono = after->mono_ns - before->mono_ns;
	const int64_t raw = after->raw_ns - before->raw_ns;
	const int64_t slept = after->boot_ns - before->boot_ns - mono;
	const int64_t off = mono > raw ? mono - raw : raw - mono;

	if (!is_same_source(before->source, after->source)) {
		snprintf(why, size, "the clocksource changed from %s to %s",
			 before->source[0] ? before->source : "an unknown one",
			 after->source[0] ? after->source : "an unknown one");
		return true;
	}
	if (slept > SLACK_NS) {
		snprintf(why, size, "the machine slept for %lld ms",
			 (long long)(slept / NS_PER_MS));
		return true;
	}
	if (off > raw / 100 + SLACK_NS) {
		snprintf(why, size, "the clock was corrected by %lld ms within %lld ms",
			 (long long)((mono - raw) / NS_PER_MS), (long long)(raw / NS_PER_MS));
		return true;
	}
	return false;
}
