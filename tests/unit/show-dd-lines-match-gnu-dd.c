// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will run GNU dd with many sizes and print its last line again from
 * the bytes and the time that it says. A time is printed with six digits: those
 * lines are compared that come out alike at both ends of what it may have been.
 * needs: none
 * timeout: 60
 */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "ddfmt.h"
#include "units.h"

#define NO_DD 77

/* Known lines, for the arithmetic that a fast machine's dd does not show. */
static const struct {
	uint64_t bytes, ns;
	const char *line;
} known[] = {
	{ 1073741824, 3835220000, "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 3.83522 s, 280 MB/s" },
	{ 0, 21000, "0 bytes copied, 2.1e-05 s, 0.0 kB/s" },
	{ 1, 20484, "1 byte copied, 2.0484e-05 s, 48.8 kB/s" },
	{ 3, 0, "3 bytes copied, 0 s, Infinity B/s" },
	{ 999, 23017, "999 bytes copied, 2.3017e-05 s, 43.4 MB/s" },
	{ 1000, 49954, "1000 bytes (1.0 kB) copied, 4.9954e-05 s, 20.0 MB/s" },
	{ 1023, 32997, "1023 bytes (1.0 kB) copied, 3.2997e-05 s, 31.0 MB/s" },
	{ 1024, 49336, "1024 bytes (1.0 kB, 1.0 KiB) copied, 4.9336e-05 s, 20.8 MB/s" },
	{ 9950, 30364, "9950 bytes (10 kB, 9.7 KiB) copied, 3.0364e-05 s, 328 MB/s" },
	{ 999500, 513742, "999500 bytes (1.0 MB, 976 KiB) copied, 0.000513742 s, 1.9 GB/s" },
	{ 10485759, 7425080, "10485759 bytes (10 MB, 10 MiB) copied, 0.00742508 s, 1.4 GB/s" },
	{ 7, 2000000000, "7 bytes copied, 2 s, 4 B/s" },
	{ 5000, 2000000000, "5000 bytes (5.0 kB, 4.9 KiB) copied, 2 s, 2.5 kB/s" },
	{ 500, 1000000000, "500 bytes copied, 1 s, 500 B/s" },
	{ 1000000, 1000000, "1000000 bytes (1.0 MB, 977 KiB) copied, 0.001 s, 1.0 GB/s" },
};

static const uint64_t sizes[] = {
	0, 1, 2, 9, 10, 99, 100, 512, 999, 1000, 1001, 1023, 1024, 1025, 1049, 1050, 1051, 1499,
	1500, 1949, 1950, 1999, 2048, 2049, 4096, 9949, 9950, 9999, 10000, 10188, 10189, 10240,
	10239, 65536, 99999, 100000, 102400, 524288, 999499, 999500, 999999, 1000000, 1047552,
	1048063, 1048064, 1048575, 1048576, 1500000, 9949999, 9950000, 10485759, 10485760,
	12345678,
};

static void check_known(void)
{
	char line[DDFMT_LINE_MAX];
	int len;

	for (unsigned i = 0; i < ARRAY_SIZE(known); i++) {
		len = ddfmt_line(line, sizeof(line), known[i].bytes, known[i].ns);
		check(!strcmp(line, known[i].line), "%s, not %s", line, known[i].line);
		check(len == (int)strlen(line), "%d", len);
	}
}

/* True if GNU dd ran and its last line is in line. */
static bool run_dd(bool is_bytewise, uint64_t size, char *line, size_t max)
{
	char args[64], words[128];
	FILE *in;

	if (is_bytewise)
		snprintf(args, sizeof(args), "bs=1 count=%" PRIu64, size);
	else if (size)
		snprintf(args, sizeof(args), "bs=%" PRIu64 " count=1", size);
	else
		snprintf(args, sizeof(args), "count=0");
	snprintf(words, sizeof(words), "LC_ALL=C dd if=/dev/zero of=/dev/null %s 2>&1", args);
	in = popen(words, "r");
	if (!in)
		return false;
	while (fgets(line, (int)max, in))
		;
	line[strcspn(line, "\n")] = '\0';
	return !pclose(in) && strstr(line, " copied, ");
}

/* 1 if the line was compared, 0 if its time is not told well enough. */
static unsigned check_line(const char *line)
{
	const char *text = strstr(line, " copied, ") + strlen(" copied, ");
	char low[DDFMT_LINE_MAX], high[DDFMT_LINE_MAX];
	uint64_t bytes = strtoull(line, NULL, 10);
	double ns = strtod(text, NULL) * 1e9, half = 0;

	/* Six digits leave half a unit of the sixth either way. */
	if (ns >= 1e6)
		half = pow(10, floor(log10(ns)) - 5) / 2;
	ddfmt_line(low, sizeof(low), bytes, (uint64_t)llround(ns - half * 0.98));
	ddfmt_line(high, sizeof(high), bytes, (uint64_t)llround(ns + half * 0.98));
	if (strcmp(low, high))
		return 0;
	check(!strcmp(line, low), "dd: %s; ours: %s", line, low);
	return 1;
}

int main(void)
{
	unsigned compared = 0, ran = 0;
	char line[256] = "", small[16];

	check_known();
	check(ddfmt_line(small, sizeof(small), 1, 1) < 0, "does not fit");
	if (!run_dd(false, 512, line, sizeof(line))) {
		printf("no GNU dd here\n");
		return check_failed ? 1 : NO_DD;
	}
	for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++) {
		for (int c = 0; c < 2; c++) {
			if (c && sizes[i] > 100000)
				continue;
			check(run_dd(c == 1, sizes[i], line, sizeof(line)), "dd, %" PRIu64, sizes[i]);
			if (!strstr(line, " copied, "))
				continue;
			ran++;
			compared += check_line(line);
		}
	}
	printf("%u of %u lines of dd were compared\n", compared, ran);
	check(compared * 2 > ran, "%u of %u", compared, ran);
	return check_done();
}
