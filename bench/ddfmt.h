/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The three lines that GNU dd 9 prints at its end, to the character and in the
 * C locale. The only place that knows this form: mdbench dd and mdlab show both
 * use it. Pure: no I/O, no allocation.
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

#endif
