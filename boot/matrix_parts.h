/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The parts of `mdlab matrix`: what was asked for, the kernels, the plan and its
 * folder, the runs. Each part is a file; matrix.c calls them in this order.
 */
#ifndef MATRIX_PARTS_H
#define MATRIX_PARTS_H

#include <jansson.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include "args.h"
#include "child.h"
#include "fail.h"
#include "kernel.h"
#include "options.h"
#include "project.h"

#define KERNELS_MAX 26		/* a column of the comparison each, A to Z */
#define MATRIX_SUITES 8
#define ROUNDS_MAX 1000
#define GUESTS_MAX 64		/* at once */
#define FILES_MAX (SEGMENTS_MAX + 2)

enum matrix_order { ORDER_INTERLEAVED, ORDER_RANDOM };

struct matrix_options {
	const char *kernels, *suite, *out, *format;
	uint64_t rounds, jobs;
	unsigned order;			/* enum matrix_order */
	bool fresh, retry, print, help;
	struct args spec, suites;	/* in the order of the command line */
	struct args handed;		/* "--memory=512M", by name */
	uint64_t seed, cpus;		/* as the run will take them from handed */
};

/* A file whose content was summed, and what tells that it is still the same. */
struct matrix_file {
	char path[PATH_MAX];		/* "": none */
	char sha256[SHA256_HEX];
	uint64_t size_bytes, inode;
	int64_t changed_ns;
	int held_fd;			/* a kernel's: as kernel_hold */
};

struct matrix_kernel {
	char key[16];
	const char *spec;
	char release[128];		/* "": not known */
	char error[640];		/* "": it can be had */
	struct matrix_file image, modules;
};

struct matrix_shared {			/* segments that all kernels get */
	struct matrix_file file[SEGMENTS_MAX];
	unsigned files;			/* the first is the base */
};

enum run_state { RUN_MISSING, RUN_UNDER_WAY, RUN_DONE, RUN_NOT_MADE };

/* One run of the plan. */
struct matrix_run {
	unsigned round, kernel, suite;	/* round from 1; the others are indices */
	enum run_state state;
	int status;			/* of `mdlab run` */
	uint64_t tests, passed, wall_ms;
	char word[24], reason[256];
	pid_t pid;
	long long start_ms;
};

/* All of it. Large: lives on the heap. */
struct matrix {
	struct matrix_options options;
	struct project project;
	struct signals signals;
	struct matrix_kernel kernel[KERNELS_MAX];
	unsigned kernels;
	struct matrix_shared shared;
	struct matrix_run *run;
	size_t runs;
	json_t *plan;
	char warning[192];		/* why figures may be disturbed; "": no reason */
	char runs_folder[PATH_MAX / 2];	/* the default place */
	char name[128];			/* of the collection there; "" with --out */
	char path[PATH_MAX / 2];	/* of the collection */
	int lock_fd;
	bool is_terminal, has_line, is_output_lost;
};

/* matrix_options.c */
int matrix_options_parse(struct matrix_options *o, int argc, char **argv, struct fail *f);
void matrix_options_free(struct matrix_options *o);
void matrix_options_help(FILE *out);

/* matrix_kernels.c */
/* Find each kernel and sum it and the shared segments; a kernel's error is kept. */
int matrix_find_kernels(struct matrix *m, struct fail *f);
/* Is it still the file that was summed? Sums it again only when it was touched. */
bool matrix_file_is_same(const struct matrix_file *file, struct signals *s);

/* matrix_plan.c: pure, but for reading and writing */
json_t *matrix_plan_make(const struct matrix *m);
int matrix_plan_write(const char *folder, const json_t *plan);
/* Were the same things asked for? But for the number of rounds. */
bool matrix_plan_same_request(const json_t *a, const json_t *b);
/* Are they of the same content? A kernel that one of them could not have is no difference. */
bool matrix_plan_same_content(const json_t *a, const json_t *b, char *why, size_t size);
/* Keep of an older plan what the new one does not know. */
void matrix_plan_merge(json_t *plan, const json_t *old);
/* Some hex digits for request and content. */
void matrix_plan_hash(const json_t *plan, char *hex, size_t size);
/* The runs in their order. NULL: no memory. */
struct matrix_run *matrix_plan_runs(const struct matrix_options *o, unsigned kernels,
				    size_t *runs);
/* "r2-k1", "r2-k1-smoke". */
void matrix_run_name(char *buf, size_t size, const struct matrix_options *o,
		     const struct matrix_run *run);
/* From the text of a file `verdict`. 0, or -EINVAL: none that is final. */
int matrix_verdict_parse(struct matrix_run *run, const char *text);

/* matrix_folder.c */
/* Name the collection: one that goes on, or a new one. Makes nothing. */
int matrix_folder_choose(struct matrix *m, struct fail *f);
/* Make and lock it, write its plan, see which runs are there, remove what is cut off. */
int matrix_folder_open(struct matrix *m, struct fail *f);
/* Look, and change nothing: states of the runs. */
void matrix_folder_look(struct matrix *m);
/* Name of a file in it; a run's name or "" before. */
void matrix_folder_file(char *buf, size_t size, const struct matrix *m,
			const struct matrix_run *run, const char *name);
/* Read how a run ended; its state follows. */
void matrix_folder_read(const struct matrix *m, struct matrix_run *run);
int matrix_folder_latest(const struct matrix *m);

/* matrix_runs.c */
/* Make what is missing. 0 also when runs fail; a signal is left in m->signals. */
int matrix_make_runs(struct matrix *m, struct fail *f);
size_t matrix_count(const struct matrix *m, enum run_state state);
/* Of what is missing, by what is there; -1: not known. */
long long matrix_left_ms(const struct matrix *m);
/* "2 min 10 s" */
const char *matrix_duration(char *buf, size_t size, long long ms);

/* matrix_end.c: the comparison and the report, printed and kept. */
void matrix_compare(struct matrix *m);

#endif
