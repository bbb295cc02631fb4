// SPDX-License-Identifier: GPL-2.0-only
// This test will print dd's lines in the form of each era and want those that
// people posted (2007, 2009), those of today, and two lines of the oldest.
// needs: none
// timeout: 10
#include <errno.h>
#include <string.h>
#include "check.h"
#include "ddfmt.h"
#include "units.h"

static const struct {
	enum ddfmt_era era;
	uint64_t bytes, ns;
	const char *line;
} lines[] = {
	{ DDFMT_TWO_LINES, 4096000000, 177541000000, "" },
	{ DDFMT_SECONDS, 4096000000, 177541000000,
	  "4096000000 bytes (4.1 GB) copied, 177.541 seconds, 23.1 MB/s" },
	{ DDFMT_SECONDS, 1073741824, 3835220000,
	  "1073741824 bytes (1.1 GB) copied, 3.83522 seconds, 280 MB/s" },
	{ DDFMT_S, 20971520000, 177742000000,
	  "20971520000 bytes (21 GB) copied, 177.742 s, 118 MB/s" },
	{ DDFMT_S, 512, 128000, "512 bytes (512 B) copied, 0.000128 s, 4.0 MB/s" },
	{ DDFMT_S, 1, 20484, "1 byte (1 B) copied, 2.0484e-05 s, 48.8 kB/s" },
	{ DDFMT_S, 0, 21000, "0 bytes (0 B) copied, 2.1e-05 s, 0.0 kB/s" },
	{ DDFMT_S, 3, 0, "3 bytes (3 B) copied, 0 s, Infinity B/s" },
	{ DDFMT_IEC, 1073741824, 3835220000,
	  "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 3.83522 s, 280 MB/s" },
	{ DDFMT_IEC, 3, 20246, "3 bytes copied, 2.0246e-05 s, 148 kB/s" },
	{ DDFMT_IEC, 1000, 49954, "1000 bytes (1.0 kB) copied, 4.9954e-05 s, 20.0 MB/s" },
};

static const struct {
	enum ddfmt_era era;
	const char *text;
} texts[] = {
	{ DDFMT_TWO_LINES, "3+1 records in\n3+0 records out\n" },
	{ DDFMT_SECONDS, "3+1 records in\n3+0 records out\n"
	  "8388608 bytes (8.4 MB) copied, 2 seconds, 4.2 MB/s\n" },
	{ DDFMT_S, "3+1 records in\n3+0 records out\n"
	  "8388608 bytes (8.4 MB) copied, 2 s, 4.2 MB/s\n" },
	{ DDFMT_IEC, "3+1 records in\n3+0 records out\n"
	  "8388608 bytes (8.4 MB, 8.0 MiB) copied, 2 s, 4.2 MB/s\n" },
};

int main(void)
{
	const struct ddfmt d = { .full_in = 3, .partial_in = 1, .full_out = 3,
				 .bytes = 8388608, .ns = 2000000000 };
	char buf[DDFMT_MAX], small[30];
	size_t i;
	int len;

	for (i = 0; i < ARRAY_SIZE(lines); i++) {
		len = ddfmt_line_of(lines[i].era, buf, sizeof(buf), lines[i].bytes, lines[i].ns);
		check(!strcmp(buf, lines[i].line), "%s, not %s", buf, lines[i].line);
		check(len == (int)strlen(buf), "%d", len);
	}
	for (i = 0; i < ARRAY_SIZE(texts); i++) {
		len = ddfmt_lines_of(texts[i].era, buf, sizeof(buf), &d);
		check(!strcmp(buf, texts[i].text), "%s, not %s", buf, texts[i].text);
		check(len == (int)strlen(buf), "%d", len);
		check(ddfmt_era_names[i] && i == texts[i].era, "era %zu has no name", i);
	}
	check(!ddfmt_era_names[DDFMT_ERAS], "more names than eras");
	check(ddfmt_lines(buf, sizeof(buf), &d) > 0 && !strcmp(buf, texts[DDFMT_IEC].text),
	      "today's: %s", buf);
	check(ddfmt_lines_of(DDFMT_S, small, sizeof(small), &d) == -ENOSPC, "does not fit");
	return check_done();
}
