/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A run as show sees it: its records, and one figure for each test id, the
 * median of its repeats. NAN is what could not be measured; it is never 0.
 */
#ifndef FIGURES_H
#define FIGURES_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct records;

/* Rising badness: the worst of the repeats is the figure's. */
enum verdict {
	VERDICT_PASS, VERDICT_UNSUPPORTED, VERDICT_VOID, VERDICT_BROKEN, VERDICT_FAIL,
	VERDICTS
};

struct figure {
	const char *id;			/* borrowed, like all of this, from the records */
	const json_t **result;		/* the repeats */
	size_t results, room;
	enum verdict verdict;
	const char *reason;		/* of the worst; NULL */
	bool is_cached;			/* one of them at least */
	bool counts_ops;		/* its rate is operations a second, not bytes */
	double rate;			/* a second, the median */
	double sync_rate;		/* likewise with the final sync; NAN without one */
	/* The sound repeat in the middle, for forms that take one; NULL: none measured. */
	const json_t *typical;
	double spread_pct;		/* (highest - lowest) / median; NAN for one */
	double cpu_pct;			/* busy, of all CPUs */
	double sys_pct;			/* the worker's system time, of one CPU */
	double p50_ns, p99_ns;
	bool is_substituted;		/* another engine did it than was asked for */
	double together_pct;		/* of the time, all streams ran; NAN for one stream */
};

struct run {
	const char *path;		/* as the user gave it */
	const char *id;			/* of the records; not NULL once loaded */
	const char *only;		/* glob on test ids, NULL: all */
	struct records *records;
	bool is_whole;			/* all records are there, and the end */
	struct figure *figure;		/* in the order of the first results */
	size_t figures, room;
	json_t *index;			/* id to place in figure */
	uint64_t verdicts[VERDICTS];	/* of all results, repeats too */
	uint64_t logs;
};

const char *figure_verdict_name(enum verdict v);
/* Of a result record; a word that we do not know counts as broken. */
enum verdict figure_verdict(const json_t *result);

#define CPU_LEAST_NS 100000000.0	/* ten clock ticks: less tells nothing */

/* Of a result record: operations a second where it counts those, else bytes. */
double figure_rate(const json_t *result);
bool figure_counts_ops(const json_t *result);
/* What all CPUs were busy for, by clock ticks; NAN where it does not say. */
double figure_busy_ns(const json_t *result);
/* CPU seconds of a result's workers, each counted once; NAN where it does not say. */
double figure_worker_s(const json_t *result);

/* The results whose id matches run->only. 0 or -ENOMEM. */
int figures_collect(struct run *run);
const struct figure *figure_find(const struct run *run, const char *id);
/* May it be compared: passed, not cached, with a rate; NULL may not. */
bool figure_is_sound(const struct figure *f);
/* Several streams that ran together for too little of the time to be called so. */
bool figure_is_ragged(const struct figure *f);
/* Times the single disk's; NAN if either must not be compared, or is missing. */
double figure_ratio(const struct run *run, const struct figure *f);
void run_free(struct run *run);

#endif
