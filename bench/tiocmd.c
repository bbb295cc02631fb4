// SPDX-License-Identifier: GPL-2.0-only
/* The command line of tio: rows of its thread counts, and tiobench's tables. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include "tio.h"
#include "tiofmt.h"
#include "units.h"
#include "workcmd.h"

#define THREADINGS_MAX 16
#define MIB (1ull << 20)

static const struct phase {
	const char *operation;
	enum row_dir moves;
	bool is_random;
	enum tiofmt_phase column;
} phases[] = {
	{ "seq-write", DIR_WRITE, false, TIOFMT_SEQ_WRITE },
	{ "rand-write", DIR_WRITE, true, TIOFMT_RAND_WRITE },
	{ "seq-read", DIR_READ, false, TIOFMT_SEQ_READ },
	{ "rand-read", DIR_READ, true, TIOFMT_RAND_READ },
	{ NULL, DIR_NONE, false, TIOFMT_PHASES }
};

static struct row make_row(const struct work_options *o, const struct phase *p,
			   unsigned threads, const char *variant)
{
	return (struct row){
		.family = "tio", .operation = p->operation, .variant = variant,
		.moves = p->moves,
		/* Blocks that are hit twice before the fsync pass the device once. */
		.claims = p->is_random && p->moves == DIR_WRITE ? DIR_NONE : p->moves,
		.follows = p != phases && !o->drop_caches,
		.counts_ops = false, .block_bytes = o->block_bytes,
		/* What is left over when it is shared out is nobody's. */
		.bytes = threads * tio_part_bytes(o->size_bytes, threads),
		.ops = p->is_random ? o->count / threads * threads : 0,
		.flags = o->direct ? ROW_DIRECT : 0,
		.finish = p->moves == DIR_WRITE ? FINISH_FSYNC : FINISH_NONE,
		.streams = threads, .depth = 1, .pattern = (enum data_pattern)o->pattern,
	};
}

int tio_command_rows(const struct work_options *o, struct row *rows, size_t max,
		     char *why, size_t size)
{
	static char variants[THREADINGS_MAX][8];
	unsigned threads[THREADINGS_MAX];
	const struct phase *p;
	int i, n = workcmd_list("threads", o->threads, ROW_STREAMS_MAX, threads, THREADINGS_MAX,
				why, size);
	size_t made = 0;

	for (i = 0; i < n; i++) {
		if (!tio_part_bytes(o->size_bytes, threads[i])) {
			snprintf(why, size, "size: less than 1 MiB is left to each of %u threads",
				 threads[i]);
			return -EINVAL;
		}
		if (tio_part_bytes(o->size_bytes, threads[i]) < o->block_bytes) {
			snprintf(why, size, "size: less than bs is left to each of %u threads",
				 threads[i]);
			return -EINVAL;
		}
		if (o->count < threads[i]) {
			snprintf(why, size, "count: less than one operation for each of %u threads",
				 threads[i]);
			return -EINVAL;
		}
		snprintf(variants[i], sizeof(variants[i]), "t%u", threads[i]);
		for (p = phases; p->operation; p++) {
			if (made == max) {
				snprintf(why, size, "threads: more than %zu phases: give a shorter list",
					 max);
				return -EINVAL;
			}
			rows[made++] = make_row(o, p, threads[i], variants[i]);
		}
	}
	return n < 0 ? n : (int)made;
}

/* CPU is the true one, each thread counted once; tio.h has what tiotest would say. */
static struct tiofmt_cell make_cell(const struct work_result *r, const struct hist *h)
{
	if (r->failed || r->unsupported[0] || !h->count || !r->wall_ns)
		return (struct tiofmt_cell){ .wall_s = 0 };
	return (struct tiofmt_cell){
		.mib = (double)r->bytes / MIB,
		.wall_s = (double)r->wall_ns / 1e9,
		.cpu_s = (double)r->cpu_ns / 1e9,
		.avg_ms = (double)h->sum_ns / (double)h->count / 1e6,
		.max_ms = (double)h->max_ns / 1e6,
		.over_2s_pct = 100.0 * (double)r->over_2s / (double)h->count,
		.over_10s_pct = 100.0 * (double)r->over_10s / (double)h->count,
	};
}

static const struct phase *phase_of(const struct row *row)
{
	const struct phase *p;

	for (p = phases; p->operation && strcmp(p->operation, row->operation); p++)
		;
	return p;
}

/* Rows of the tables, one a thread count. */
static size_t collect(const struct work_options *o, const char *name, const struct work *works,
		      const struct work_result *const *results, size_t n, struct tiofmt_row *table)
{
	size_t i, rows = 0;

	for (i = 0; i < n; i++) {
		const struct row *row = works[i].row;
		const struct hist *h = row->moves == DIR_READ ? &results[i]->read :
								&results[i]->write;

		if (!rows || table[rows - 1].threads != row->streams) {
			if (rows == THREADINGS_MAX)
				break;
			table[rows++] = (struct tiofmt_row){
				.name = name, .size_mib = o->size_bytes / MIB,
				.block_bytes = o->block_bytes, .threads = row->streams,
			};
		}
		table[rows - 1].cell[phase_of(row)->column] = make_cell(results[i], h);
	}
	return rows;
}

static void print_text(int len, const char *buf, FILE *out)
{
	if (len > 0)
		fputs(buf, out);
}

/* Whether a thread count has a figure in this table at all. */
static bool has_cell(const struct tiofmt_row *row, int phase)
{
	return row->cell[phase].wall_s > 0;
}

static void print_new(const struct tiofmt_row *table, size_t rows, FILE *out)
{
	char buf[TIOFMT_MAX];
	size_t i;
	int phase;

	for (phase = 0; phase < TIOFMT_PHASES; phase++) {
		for (i = 0; i < rows && !has_cell(&table[i], phase); i++)
			;
		if (i == rows)
			continue;
		fputc('\n', out);
		print_text(tiofmt_new_head(buf, sizeof(buf), (enum tiofmt_phase)phase), buf, out);
		for (i = 0; i < rows; i++)
			print_text(tiofmt_new_row(buf, sizeof(buf), &table[i],
						  (enum tiofmt_phase)phase), buf, out);
	}
}

void tio_print(const struct work_options *o, const struct work *works,
	       const struct work_result *const *results, size_t n, FILE *out)
{
	struct tiofmt_row table[THREADINGS_MAX];
	struct utsname uts = { .release = "" };
	char buf[TIOFMT_MAX];
	size_t i, rows;

	uname(&uts);	/* cannot fail on memory of ours */
	rows = collect(o, o->path, works, results, n, table);
	print_text(tiofmt_old_head(buf, sizeof(buf)), buf, out);
	for (i = 0; i < rows; i++)
		print_text(tiofmt_old_row(buf, sizeof(buf), &table[i]), buf, out);
	for (i = 0; i < rows; i++)
		table[i].name = o->name ? o->name : uts.release;
	print_new(table, rows, out);
}
