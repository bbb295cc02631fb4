// SPDX-License-Identifier: GPL-2.0-only
/* The command line of rand: rows out of lists, and the table of their results. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "engine.h"
#include "randcmd.h"
#include "units.h"
#include "workcmd.h"

#define LIST_MAX 16
#define ROWS_MAX 64
#define NS_PER_S 1000000000ull

static const struct op {
	const char *name;
	enum row_dir moves;
} ops[] = {
	{ "read", DIR_READ },
	{ "write", DIR_WRITE },
	{ "mix", DIR_BOTH },
	{ NULL, DIR_NONE }
};

/* A list parted by commas, into words; how many, or -EINVAL. */
static int split(const char *text, char words[][16], unsigned max)
{
	unsigned n = 0;
	size_t len;

	if (!text)
		return -EINVAL;
	while (*text) {
		len = strcspn(text, ",");
		if (n == max || !len || len > 15)
			return -EINVAL;
		snprintf(words[n++], sizeof(words[0]), "%.*s", (int)len, text);
		text += len;
		if (*text && !*++text)
			return -EINVAL;
	}
	return n ? (int)n : -EINVAL;
}

struct lists {
	char rw[LIST_MAX][16], engine[LIST_MAX][16];
	unsigned depth[LIST_MAX], thread[LIST_MAX];
	int rws, engines, depths, threadings;
};

static const struct op *find_op(const char *name)
{
	const struct op *op;

	for (op = ops; op->name && strcmp(op->name, name); op++)
		;
	return op->name ? op : NULL;
}

static int read_lists(const struct work_options *o, struct lists *l, char *why, size_t size)
{
	int i;

	l->rws = split(o->rw, l->rw, LIST_MAX);
	l->engines = split(o->engine, l->engine, LIST_MAX);
	for (i = 0; i < l->rws && find_op(l->rw[i]); i++)
		;
	if (i != l->rws) {
		snprintf(why, size, "rw: %.60s: a list of read, write and mix is wanted", o->rw);
		return -EINVAL;
	}
	for (i = 0; i < l->engines && engine_find(l->engine[i]); i++)
		;
	if (i != l->engines) {
		snprintf(why, size, "engine: %.60s: a list of psync, uring, aio and null is wanted",
			 o->engine);
		return -EINVAL;
	}
	l->depths = workcmd_list("depth", o->depth, ROW_DEPTH_MAX, l->depth, LIST_MAX, why, size);
	if (l->depths < 0)
		return l->depths;
	l->threadings = workcmd_list("threads", o->threads, ROW_STREAMS_MAX, l->thread, LIST_MAX,
				     why, size);
	return l->threadings < 0 ? l->threadings : 0;
}

/* Names of variants live as long as the program: rows hold pointers to them. */
static void make_row(const struct work_options *o, const char *engine, const struct op *op,
		     unsigned depth, unsigned threads, struct row *row)
{
	static char names[ROWS_MAX][32];
	static unsigned used;
	char *name = names[used++ % ROWS_MAX];
	const bool is_psync = !strcmp(engine, "psync");

	snprintf(name, sizeof(names[0]), threads > 1 ? "%s-d%u-x%u" : "%s-d%u", engine, depth,
		 threads);
	*row = (struct row){
		.family = "rand", .operation = op->name, .variant = name,
		.moves = op->moves, .claims = op->moves,
		.counts_ops = true, .block_bytes = o->block_bytes, .bytes = o->size_bytes,
		.ops = o->count, .flags = o->direct ? ROW_DIRECT : 0,
		.runtime_ns = o->count ? 0 : o->runtime_s * NS_PER_S,
		.ramp_ns = o->count ? 0 : o->ramp_s * NS_PER_S,
		.streams = is_psync ? depth : threads, .depth = is_psync ? 1 : depth,
		.read_pct = op->moves == DIR_BOTH ? (unsigned)o->read_pct : 0,
		.engine = engine_find(engine)->name, .pattern = (enum data_pattern)o->pattern,
	};
}

/* Engine by engine, threads, depth, then what is done: psync knows no threads but its depth. */
int rand_command_rows(const struct work_options *o, struct row *rows, size_t max,
		      char *why, size_t size)
{
	struct lists l;
	int i, at, all, ret = read_lists(o, &l, why, size);
	size_t n = 0;

	if (ret)
		return ret;
	all = l.engines * l.threadings * l.depths * l.rws;
	for (i = 0; i < all; i++) {
		const struct op *op = find_op(l.rw[i % l.rws]);
		const unsigned depth = l.depth[(at = i / l.rws) % l.depths];
		const unsigned threads = l.thread[(at /= l.depths) % l.threadings];
		const char *engine = l.engine[at / l.threadings];
		const bool is_psync = !strcmp(engine, "psync");

		if (is_psync && at % l.threadings)
			continue;
		if (o->verify && !strcmp(engine, "null")) {
			snprintf(why, size, "verify: the null engine moves nothing to be checked");
			return -EINVAL;
		}
		if (is_psync && depth > ROW_STREAMS_MAX) {
			snprintf(why, size, "depth: psync has at most %d threads: give less, or another engine",
				 ROW_STREAMS_MAX);
			return -EINVAL;
		}
		if (n == max || n == ROWS_MAX) {
			snprintf(why, size, "more than %zu phases: give shorter lists", n);
			return -EINVAL;
		}
		make_row(o, engine, op, depth, is_psync ? 1 : threads, &rows[n++]);
	}
	return (int)n;
}

static void print_latency(const struct hist *h, FILE *out)
{
	static const unsigned points[] = { 5000, 9900, 9990 };
	unsigned i;

	if (!h->count) {
		fprintf(out, " %9s %9s %9s %9s %9s\n", "-", "-", "-", "-", "-");
		return;
	}
	fprintf(out, " %9.1f", (double)h->sum_ns / (double)h->count / 1e3);
	for (i = 0; i < ARRAY_SIZE(points); i++)
		fprintf(out, " %9.1f", (double)hist_percentile(h, points[i]) / 1e3);
	fprintf(out, " %9.1f\n", (double)h->max_ns / 1e3);
}

/* A phase that failed, or could not be run, has no figures, which is not 0. */
static void print_row(const struct row *row, const struct work_result *r, FILE *out)
{
	const double wall_s = (double)r->wall_ns / 1e9;
	const bool is_good = !r->failed && !r->unsupported[0] && r->wall_ns && r->ops;
	char name[40];

	snprintf(name, sizeof(name), "%s%s%s", row->variant,
		 r->engine && strcmp(r->engine, row->engine) ? " by " : "",
		 r->engine && strcmp(r->engine, row->engine) ? r->engine : "");
	fprintf(out, "%-6s %-16s", row->operation, name);
	if (!is_good) {
		fprintf(out, " %11s %9s", "-", "-");
		print_latency(&(struct hist){ .count = 0 }, out);
		return;
	}
	fprintf(out, " %11.1f %9.2f", (double)r->ops / wall_s, (double)r->bytes / wall_s / 1e6);
	print_latency(row->moves == DIR_WRITE ? &r->write : &r->read, out);
	if (row->moves != DIR_BOTH)
		return;
	fprintf(out, "%-45s", "       its writes");
	print_latency(&r->write, out);
}

void rand_print(const struct work_options *o, const struct work *works,
		const struct work_result *const *results, size_t n, FILE *out)
{
	char size[24], block[24];
	size_t i;

	fprintf(out, "random blocks of %s in %s, %s; MB are 10^6 bytes, latencies microseconds\n\n",
		format_bytes(block, sizeof(block), o->block_bytes),
		format_bytes(size, sizeof(size), o->size_bytes),
		o->direct ? "direct" : "buffered");
	fprintf(out, "%-6s %-16s %11s %9s %9s %9s %9s %9s %9s\n", "op", "engine, depth", "IOPS",
		"MB/s", "lat mean", "p50", "p99", "p99.9", "max");
	for (i = 0; i < n; i++)
		print_row(works[i].row, results[i], out);
}
