// SPDX-License-Identifier: GPL-2.0-only
/*
 * Numbers as people write them. One digit loop serves plain numbers, sizes and
 * durations: it refuses signs, white space, overflow and anything that follows
 * the number and is no suffix.
 */
#include <errno.h>
#include <stdio.h>
#include <strings.h>
#include <string.h>
#include "units.h"

struct suffix {
	const char *text;
	uint64_t factor;
	int exact_case;
};

#define KIB 1024ull
#define DECIMALS_MAX 3
#define THOUSAND UINT64_C(1000)	/* as many decimals */

/*
 * KB and kb are neither K nor kB: dd and mdadm read them differently, so they
 * are no suffix here.
 */
static const struct suffix byte_suffixes[] = {
	{ "", 1, 0 },
	{ "kB", 1000, 1 },
	{ "MB", 1000000, 0 },
	{ "GB", 1000000000, 0 },
	{ "TB", 1000000000000, 0 },
	{ "K", KIB, 0 },
	{ "M", KIB * KIB, 0 },
	{ "G", KIB * KIB * KIB, 0 },
	{ "T", KIB * KIB * KIB * KIB, 0 },
	{ "KiB", KIB, 0 },
	{ "MiB", KIB * KIB, 0 },
	{ "GiB", KIB * KIB * KIB, 0 },
	{ "TiB", KIB * KIB * KIB * KIB, 0 },
	{ "s", 512, 0 },
	{ NULL, 0, 0 }
};

static const struct suffix second_suffixes[] = {
	{ "", 1, 0 },
	{ "s", 1, 1 },
	{ "m", 60, 1 },
	{ "h", 3600, 1 },
	{ NULL, 0, 0 }
};

static const struct suffix no_suffix[] = {
	{ "", 1, 0 },
	{ NULL, 0, 0 }
};

static const struct suffix *suffix_find(const struct suffix *list, const char *text)
{
	for (; list->text; list++)
		if (list->exact_case ? !strcmp(list->text, text) :
		    !strcasecmp(list->text, text))
			return list;
	return NULL;
}

static int parse_scaled(const char *text, const struct suffix *suffixes,
			uint64_t min, uint64_t max, uint64_t *value)
{
	const struct suffix *suffix;
	const char *p = text;
	int too_large = 0;
	uint64_t v = 0;

	if (!text)
		return -EINVAL;
	for (; *p >= '0' && *p <= '9'; p++)
		if (__builtin_mul_overflow(v, 10, &v) ||
		    __builtin_add_overflow(v, (uint64_t)(*p - '0'), &v))
			too_large = 1;
	suffix = p == text ? NULL : suffix_find(suffixes, p);
	if (!suffix)
		return -EINVAL;
	if (__builtin_mul_overflow(v, suffix->factor, &v))
		too_large = 1;
	if (too_large || v < min || v > max)
		return -ERANGE;
	*value = v;
	return 0;
}

int parse_u64(const char *text, uint64_t min, uint64_t max, uint64_t *value)
{
	return parse_scaled(text, no_suffix, min, max, value);
}

int parse_bytes(const char *text, uint64_t min, uint64_t max, uint64_t *bytes)
{
	return parse_scaled(text, byte_suffixes, min, max, bytes);
}

int parse_seconds(const char *text, uint64_t min, uint64_t max, uint64_t *s)
{
	return parse_scaled(text, second_suffixes, min, max, s);
}

int parse_percent(const char *text, unsigned max, double *fraction)
{
	const char *p = text;
	uint64_t value = 0;
	unsigned digits = 0;
	int decimals = -1;

	/* Twelve digits do not overflow, and are more than anybody means. */
	for (; text && *p && digits <= 12 && decimals < DECIMALS_MAX + 1; p++) {
		if (*p == '.' && digits && decimals < 0) {
			decimals = 0;
			continue;
		}
		if (*p < '0' || *p > '9')
			return -EINVAL;
		value = 10 * value + (uint64_t)(*p - '0');
		decimals += decimals >= 0;
		digits++;
	}
	if (!digits || *p || decimals == 0 || decimals > DECIMALS_MAX)
		return -EINVAL;
	for (decimals = decimals < 0 ? 0 : decimals; decimals < DECIMALS_MAX; decimals++)
		value *= 10;
	if (value > THOUSAND * max)
		return -ERANGE;
	*fraction = (double)value / (100.0 * THOUSAND);
	return 0;
}

const char *format_bytes(char *buf, size_t len, uint64_t bytes)
{
	static const char letters[] = "KMGT";
	unsigned power = 0;

	while (bytes && bytes % KIB == 0 && power < sizeof(letters) - 1) {
		bytes /= KIB;
		power++;
	}
	if (power)
		snprintf(buf, len, "%llu%c", (unsigned long long)bytes,
			 letters[power - 1]);
	else
		snprintf(buf, len, "%llu", (unsigned long long)bytes);
	return buf;
}

/* Goes back to the last '*' only: enough, and never worse than length squared. */
int glob_match(const char *glob, const char *text)
{
	const char *star = NULL, *resume = NULL;

	while (*text) {
		if (*glob == '*') {
			star = glob++;
			resume = text;
		} else if (*glob == '?' || *glob == *text) {
			glob++;
			text++;
		} else if (star) {
			glob = star + 1;
			text = ++resume;
		} else {
			return 0;
		}
	}
	while (*glob == '*')
		glob++;
	return !*glob;
}
