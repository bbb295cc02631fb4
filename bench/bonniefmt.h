/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What bonnie++ 1.0x and 2.00a print, to the character: text and CSV. The only
 * place that knows these forms: mdbench bonnie and mdlab show both use it.
 * Pure: no I/O, no allocation. Figures are cut, not rounded, as there.
 *
 * "+++++" stands for a phase too short to tell (half a second; a second up to
 * 1.00e), blanks for one that was not run. That is display: what was measured
 * is in the records.
 */
#ifndef BONNIEFMT_H
#define BONNIEFMT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BONNIEFMT_TEXT_MAX 4096	/* enough for any text, NUL included */
#define BONNIEFMT_CSV_MAX 2048	/* enough for any line, NUL included */

/* In the order in which they run and are printed. */
enum bonniefmt_phase_id {
	BONNIE_PUTC, BONNIE_WRITE, BONNIE_REWRITE, BONNIE_GETC, BONNIE_READ, BONNIE_SEEKS,
	BONNIE_SEQ_CREATE, BONNIE_SEQ_STAT, BONNIE_SEQ_DELETE,
	BONNIE_RAN_CREATE, BONNIE_RAN_STAT, BONNIE_RAN_DELETE,
	BONNIE_PHASES
};

/* "putc" "write" … "ran-delete": the operation of a row or of a test id. */
extern const char *const bonniefmt_phase_names[BONNIE_PHASES + 1];
/* Its number, or -1. */
int bonniefmt_phase_find(const char *operation);

struct bonniefmt_phase {
	double amount;		/* I/O phases: bytes; seeks and file phases: operations */
	uint64_t wall_ns;	/* 0: was not run, or failed */
	uint64_t cpu_ns;	/* as the original counted it (old_cpu_ns of a record) */
	uint64_t latency_ns;	/* of the longest call; 2.00 only; 0: blank */
};

#define BONNIEFMT_LINK (-1)
#define BONNIEFMT_SYMLINK (-2)

struct bonniefmt {
	const char *version;	/* to print: "1.00a", "1.03e", "2.00a" */
	const char *name;	/* of the machine */
	uint64_t size_bytes;	/* of the I/O phases; 0: none was run */
	uint64_t chunk_bytes;
	uint64_t files;		/* of the file phases, a multiple of 1024; 0: none */
	int64_t file_bytes_max;	/* or BONNIEFMT_LINK, BONNIEFMT_SYMLINK */
	int64_t file_bytes_min;
	uint64_t folders;	/* 0 and 1: one */
	uint64_t concurrency, seed;	/* 2.00 CSV; concurrency 0 is 1 */
	uint64_t seeks, seekers;	/* 2.00; 0: 8192 and 5 */
	/*
	 * 2.00 text: print the file columns as 2.00a does (all of them show the
	 * number of files). Else the rates that its CSV has. Its CSV is the same.
	 */
	bool as_published;
	struct bonniefmt_phase phase[BONNIE_PHASES];
};

/*
 * Text of the version's family ("1.…" or else 2.00), each line ended with a
 * line feed. A part (I/O, files) is left out when nothing of it was run. Its
 * length, or -ENOSPC.
 */
int bonniefmt_text(char *buf, size_t size, const struct bonniefmt *b);
/* The CSV line, of 27 or of 50 fields, with a line feed. Its length, or -ENOSPC. */
int bonniefmt_csv(char *buf, size_t size, const struct bonniefmt *b);

/*
 * From 1.00f to 1.02b the seek phase's time holds about 5 s of sleep. What such
 * a version would have printed for a true rate, and the true rate behind a
 * printed one (below 1638.4, else there is none: 0).
 */
bool bonniefmt_version_sleeps(const char *version);
double bonniefmt_seeks_published(double true_per_s);
double bonniefmt_seeks_true(double published_per_s);

#endif
