/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The lines that GNU dd prints at its end, to the character and in the C locale:
 * those of dd 9, and those of the years in which people posted them. The only
 * place that knows these forms: mdbench dd and mdlab show both use it. Pure: no
 * I/O, no allocation.
 */
#ifndef DDFMT_H
#define DDFMT_H

#include <stddef.h>
#include <stdint.h>

#define DDFMT_LINE_MAX 160	/* enough for any third line, NUL included */
#define DDFMT_MAX 320		/* enough for any three lines, NUL included */

/*
 * "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 3.83522 s, 280 MB/s", without a
 * line feed. 0 ns prints dd's "Infinity B/s". Its length, or -ENOSPC.
 */
int ddfmt_line(char *buf, size_t size, uint64_t bytes, uint64_t ns);

/* "1024+0 records in": what is "in" or "out". Its length, or -ENOSPC. */
int ddfmt_records(char *buf, size_t size, uint64_t full, uint64_t partial,
		  const char *what);

struct ddfmt {
	uint64_t full_in, partial_in, full_out, partial_out;
	uint64_t bytes, ns;
};

/* All three lines, each ended with a line feed. Their length, or -ENOSPC. */
int ddfmt_lines(char *buf, size_t size, const struct ddfmt *d);

enum ddfmt_era {
	DDFMT_TWO_LINES,	/* fileutils, coreutils to 5.2.1 (2004): no third line */
	DDFMT_SECONDS,		/* 5.3 to 6.x: "(4.1 GB) copied, 177.541 seconds, 23.1 MB/s" */
	DDFMT_S,		/* to 8.24: "(21 GB) copied, 177.742 s, 118 MB/s" */
	DDFMT_IEC,		/* since 8.25 (2016): the functions above */
	DDFMT_ERAS
};

extern const char *const ddfmt_era_names[DDFMT_ERAS + 1]; /* ends with NULL */

/* As above, in the form of an era. ddfmt_line_of(DDFMT_TWO_LINES) is empty. */
int ddfmt_line_of(enum ddfmt_era era, char *buf, size_t size, uint64_t bytes, uint64_t ns);
int ddfmt_lines_of(enum ddfmt_era era, char *buf, size_t size, const struct ddfmt *d);

#endif
