/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The folder of runs as a database: finds runs, selects among them, loads what
 * is compared of them. A folder that holds records.jsonl (or records.raw) is a
 * run. A folder that holds runs is a collection: a matrix (with plan.json,
 * results/schema.md), a session of a stick, results/runs itself. A store is
 * read anew each time; there is no index that could be stale.
 *
 * A selection is one word:
 *   PATH               a run, a records file, or a collection: all runs within
 *   GLOB               of paths, or of ids in the store: 20261130*smoke*
 *   ID                 of a run or a collection in the store; latest
 *   KEY=GLOB[,KEY=…]   all runs of the store with these traits (trait.h):
 *                      kernel=6.1*,suite=standard; besides since=DATE, until=DATE
 */
#ifndef STORE_H
#define STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "metric.h"
#include "trait.h"

/* A run as its head and its end tell it, without its results. */
struct runinfo {
	char *path;			/* of the folder or file */
	char *trait[TRAITS];		/* never NULL, "" where it is not said */
	char key[16];			/* of a matrix: "k1"; else "" */
	unsigned round;			/* of a matrix, from 1; else 0 */
	uint64_t tests, verdicts[VERDICTS];	/* announced; of the end record */
	bool is_whole;			/* has its end record */
	bool is_empty;			/* not a record: it broke before it could say anything */
	bool has_env;			/* it told of its machine; else its kernel is hearsay */
	bool has_disks;			/* and of all its disks: it came to what follows them */
	int64_t when;			/* by its id, in seconds since 1970; else of its file */
	uint64_t device, inode;		/* of its file: which is the same, whatever its path */
};

struct runlist {
	struct runinfo *run;
	size_t count, room;
};

/*
 * Where the runs are: MDBENCH_RUNS, else results/runs of the project that mdlab
 * belongs to (MDBENCH_ROOT, or beside the program), else of this folder.
 */
const char *store_folder(char *buf, size_t size);

/* A path without the folder of runs, where it is in there: as mdlab log prints it. */
const char *store_short(const char *path);
/* May runs of the store be meant, and no path: it has an =, or characters of a glob. */
bool store_is_pattern(const char *word);

/*
 * Add the runs that a word selects, oldest first, each once. 0 or -errno; why
 * says what was wrong: "kernel=6.9*: no run in results/runs has it, mdlab log
 * lists them". Runs that cannot be read are said in why, too, when they were
 * named; in a collection they are passed over and counted in *bad.
 */
int store_select(struct runlist *list, const char *word, size_t *bad, char *why, size_t size);
/* All runs of the store, oldest first. 0, also where there is none, or -errno. */
int store_all(struct runlist *list, size_t *bad, char *why, size_t size);
void runlist_free(struct runlist *list);

/* plan.json of a collection: the caller's to free. NULL: none, or none of ours. */
json_t *planfile_read(const char *folder);
/* "r3-KEY", "r3-KEY-SUITE": is it a run's folder of this key? round: NULL or set then. */
bool run_is_of_key(const char *name, const char *key, uint64_t *round);
/* The word of a run's file verdict. False: there is none. */
bool run_verdict(const char *folder, char *word, size_t size);

/* The results of some runs, by test. */
struct history_test {
	char *id;
	struct history_result {
		size_t run;		/* index into the list */
		unsigned repeat;
		struct sample sample;
		char *reason;		/* NULL with pass */
	} *result;
	size_t results, room;
};

struct history {
	struct history_test *test;	/* in the order of the first results */
	size_t tests, room;
	void *index;			/* id to place in test */
	uint64_t wrong;			/* lines that are no record: passed over */
};

/*
 * Reads the result records of all runs of the list whose id matches only (NULL:
 * all) into h, whatever was in it. 0 or -errno; where lines were passed over, 0
 * and the first of them in why: "PATH: line 7 is no record: not JSON".
 */
int history_load(struct history *h, const struct runlist *list, const char *only, char *why,
		 size_t size);
/* The test of this id; NULL: no result of it. */
const struct history_test *history_find(const struct history *h, const char *id);
void history_free(struct history *h);

#endif
