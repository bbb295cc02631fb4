// SPDX-License-Identifier: GPL-2.0-only
/*
 * GNU dd's way with numbers, the same in all eras. A size, and a rate whose time divides (or is a
 * multiple of) one second, is rounded exactly, half to even, with one decimal
 * below 10. Any other rate is rounded in long double, with one decimal below
 * 100 and never a unit smaller than kB. Both are needed to match dd's output.
 */
#include "ddfmt.h"

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#define NS_PER_S 1000000000u
#define UNIT_MAX 8

static const char unit_letters[UNIT_MAX + 2] = " kMGTPEZY";

static const char *unit_name(char *buf, unsigned base, unsigned exponent)
{
	unsigned n = 0;

	if (exponent)
		buf[n++] = base == 1024 && exponent == 1 ? 'K' : unit_letters[exponent];
	if (exponent && base == 1024)
		buf[n++] = 'i';
	buf[n++] = 'B';
	buf[n] = '\0';
	return buf;
}

/* a / b to the nearest whole, half to even. */
static uint64_t divide_half_even(uint64_t a, uint64_t b)
{
	uint64_t quotient = a / b, rest = a % b;

	if (rest > b - rest || (rest == b - rest && quotient % 2))
		quotient++;
	return quotient;
}

/*
 * n / divisor with a unit. 10 * (n % (divisor * unit)) has to fit: with divisor
 * 1 it always does (unit <= 2^60); else the caller sees to it that 10 * n does.
 */
static void format_exact(char *buf, size_t size, uint64_t n, uint64_t divisor,
			 unsigned base)
{
	uint64_t whole, tenths;
	uint64_t unit = divisor;
	unsigned exponent = 0;
	char name[4];

	while (n / unit >= base) {
		unit *= base;
		exponent++;
	}
	whole = n / unit;
	tenths = whole * 10 + divide_half_even(n % unit * 10, unit);
	if (exponent && whole < 10 && tenths < 100) {
		snprintf(buf, size, "%" PRIu64 ".%" PRIu64 " %s", tenths / 10, tenths % 10,
			 unit_name(name, base, exponent));
		return;
	}
	whole = divide_half_even(n, unit);
	if (whole == base)
		snprintf(buf, size, "1.0 %s", unit_name(name, base, exponent + 1));
	else
		snprintf(buf, size, "%" PRIu64 " %s", whole, unit_name(name, base, exponent));
}

static void format_inexact(char *buf, size_t size, uint64_t bytes, uint64_t ns)
{
	long double rate = bytes * (NS_PER_S / (long double)ns);
	long double unit = 1000;
	unsigned exponent = 1;
	char number[48], name[4];

	while (unit * 1000 <= rate && exponent < UNIT_MAX) {
		unit *= 1000;
		exponent++;
	}
	rate /= unit;
	/* Longer than "99.9": 99.95 and above, after rounding. */
	if (snprintf(number, sizeof(number), "%.1Lf", rate) > 4)
		snprintf(number, sizeof(number), "%.0Lf", rate);
	snprintf(buf, size, "%s %s", number, unit_name(name, 1000, exponent));
}

static void format_rate(char *buf, size_t size, uint64_t bytes, uint64_t ns)
{
	if (!ns)
		snprintf(buf, size, "Infinity B");
	else if (NS_PER_S % ns == 0 && bytes <= UINT64_MAX / (NS_PER_S / ns))
		format_exact(buf, size, bytes * (NS_PER_S / ns), 1, 1000);
	else if (ns % NS_PER_S == 0 && bytes <= UINT64_MAX / 10)
		format_exact(buf, size, bytes, ns / NS_PER_S, 1000);
	else
		format_inexact(buf, size, bytes, ns);
}

static int fitted(int len, size_t size)
{
	return len < 0 || (size_t)len >= size ? -ENOSPC : len;
}

const char *const ddfmt_era_names[DDFMT_ERAS + 1] = {
	[DDFMT_TWO_LINES] = "two-lines", [DDFMT_SECONDS] = "seconds", [DDFMT_S] = "s",
	[DDFMT_IEC] = "iec",
};

/*
 * What stands in brackets behind the bytes. Old ones said it of any number,
 * "512 bytes (512 B)"; now only where it is shorter.
 */
static void format_sizes(enum ddfmt_era era, char *buf, size_t size, uint64_t bytes)
{
	char si[32], iec[32];

	format_exact(si, sizeof(si), bytes, 1, 1000);
	format_exact(iec, sizeof(iec), bytes, 1, 1024);
	if (era == DDFMT_IEC && bytes < 1000)
		buf[0] = '\0';
	else if (era == DDFMT_IEC && bytes >= 1024)
		snprintf(buf, size, " (%s, %s)", si, iec);
	else
		snprintf(buf, size, " (%s)", si);
}

int ddfmt_line_of(enum ddfmt_era era, char *buf, size_t size, uint64_t bytes, uint64_t ns)
{
	char sizes[72], rate[56];

	if (era == DDFMT_TWO_LINES)
		return fitted(snprintf(buf, size, "%s", ""), size);
	format_sizes(era, sizes, sizeof(sizes), bytes);
	format_rate(rate, sizeof(rate), bytes, ns);
	return fitted(snprintf(buf, size, "%" PRIu64 " byte%s%s copied, %g %s, %s/s", bytes,
			       bytes == 1 ? "" : "s", sizes, (double)ns / NS_PER_S,
			       era == DDFMT_SECONDS ? "seconds" : "s", rate), size);
}

int ddfmt_line(char *buf, size_t size, uint64_t bytes, uint64_t ns)
{
	return ddfmt_line_of(DDFMT_IEC, buf, size, bytes, ns);
}

int ddfmt_records(char *buf, size_t size, uint64_t full, uint64_t partial,
		  const char *what)
{
	return fitted(snprintf(buf, size, "%" PRIu64 "+%" PRIu64 " records %s", full, partial,
			       what), size);
}

int ddfmt_lines_of(enum ddfmt_era era, char *buf, size_t size, const struct ddfmt *d)
{
	char in[64], out[64], line[DDFMT_LINE_MAX];

	ddfmt_records(in, sizeof(in), d->full_in, d->partial_in, "in");
	ddfmt_records(out, sizeof(out), d->full_out, d->partial_out, "out");
	ddfmt_line_of(era, line, sizeof(line), d->bytes, d->ns);
	return fitted(snprintf(buf, size, "%s\n%s\n%s%s", in, out, line,
			       line[0] ? "\n" : ""), size);
}

int ddfmt_lines(char *buf, size_t size, const struct ddfmt *d)
{
	return ddfmt_lines_of(DDFMT_IEC, buf, size, d);
}
