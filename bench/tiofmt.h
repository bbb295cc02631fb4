/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The two tables of tiobench, to the character: the one of 0.3.1 and 0.3.2
 * (four columns of rates) and the one of March 2002 and later (latencies). Also
 * what the old scripts did to their figures, and how to undo it. Pure: no I/O,
 * no allocation; MB are 2^20 bytes, as tiobench has them.
 */
#ifndef TIOFMT_H
#define TIOFMT_H

#include <stddef.h>
#include <stdint.h>

#define TIOFMT_MAX 512		/* enough for any header or row, NUL included */

/* In the order in which both tables have them. */
enum tiofmt_phase {
	TIOFMT_SEQ_READ, TIOFMT_RAND_READ, TIOFMT_SEQ_WRITE, TIOFMT_RAND_WRITE,
	TIOFMT_PHASES
};

struct tiofmt_cell {
	double mib, wall_s, cpu_s;	/* wall_s 0: not measured, left blank */
	double avg_ms, max_ms, over_2s_pct, over_10s_pct;	/* new table only */
};

struct tiofmt_row {
	const char *name;		/* old table: the folder; new: the identifier */
	uint64_t size_mib, block_bytes;
	unsigned threads;
	struct tiofmt_cell cell[TIOFMT_PHASES];
};

/* Lines end with a line feed. All return the length, or -ENOSPC. */

/* The unit line, an empty one and the three lines above the rows. */
int tiofmt_old_head(char *buf, size_t size);
int tiofmt_old_row(char *buf, size_t size, const struct tiofmt_row *row);
/* The same of texts as they were printed: rate and CPU, four times. NULL: blank. */
int tiofmt_old_texts(char *buf, size_t size, const struct tiofmt_row *row,
		     const char *const texts[2 * TIOFMT_PHASES]);

/* "Sequential Reads" and so on, and the three lines above the rows. */
int tiofmt_new_head(char *buf, size_t size, enum tiofmt_phase phase);
int tiofmt_new_row(char *buf, size_t size, const struct tiofmt_row *row,
		   enum tiofmt_phase phase);

/*
 * tiobench 0.3.1 to early 2002 never cleared its sums between thread counts, so
 * each row is of all rows so far. Give the rows in their order, beginning with
 * an all-zero sum: sum becomes the row that those versions printed. Amounts,
 * times and CPU add up; the latest row gives the rest.
 */
void tiofmt_add(struct tiofmt_row *sum, const struct tiofmt_row *row);

/* What was measured, from a printed figure; the range holds what was cut off. */
struct tiofmt_true {
	double value, low, high;	/* NAN where the figures do not say */
};

/*
 * The other way round, of one column: from n printed rates (and CPU
 * percentages, NULL for none) the true ones, where all rows moved the same
 * amount. Printed figures are cut after a digit, so rows that are close
 * together say little: step is the worth of a figure's last digit.
 */
void tiofmt_undo(const double *rate, const double *rate_step, const double *cpu_pct,
		 size_t n, struct tiofmt_true *true_rate, double *true_cpu_pct);

/*
 * tiobench 0.3.5 to 0.4.2 credited a random phase with all blocks of the file
 * instead of those that it moved: how many times too high its rate was. NAN
 * without operations. Divide a published rate by it, multiply a true one.
 */
double tiofmt_inflation(uint64_t size_mib, uint64_t block_bytes, unsigned threads,
			uint64_t random_ops);

/* Rate in MB/s (2^20) and CPU in percent; NAN where wall_s is 0. */
double tiofmt_rate(const struct tiofmt_cell *cell);
double tiofmt_cpu_pct(const struct tiofmt_cell *cell);

#endif
