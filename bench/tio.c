// SPDX-License-Identifier: GPL-2.0-only
/* What runs of tio. See tio.h for what it does, flow.h for how. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "flow.h"
#include "layout.h"
#include "tio.h"

#define PATH_BYTES 4096
#define MIB (1ull << 20)

uint64_t tio_part_bytes(uint64_t bytes, unsigned threads)
{
	return bytes / threads / MIB * MIB;
}

static bool is_random(const struct row *row)
{
	return !strncmp(row->operation, "rand-", 5);
}

/* Makes the files that it writes; all others find them. */
static bool makes_files(const struct row *row)
{
	return !is_random(row) && row->moves == DIR_WRITE;
}

static const char *file_path(const struct work *w, unsigned thread)
{
	static char paths[ROW_STREAMS_MAX][PATH_BYTES];

	if (w->is_single)
		return w->path;
	snprintf(paths[thread], PATH_BYTES, "%s/_mdbench_tiotest.%u", w->path, thread);
	return paths[thread];
}

/* What tiotest says of a size that it cannot divide; or NULL. */
static const char *plan_flow(const struct work *w, struct flow *f)
{
	const struct row *row = w->row;
	const unsigned threads = row->streams ? row->streams : 1;
	const uint64_t span = tio_part_bytes(w->bytes, threads);
	const uint64_t blocks = row->block_bytes ? span / row->block_bytes : 0;
	unsigned i;

	if (threads > ROW_STREAMS_MAX || !span)
		return "size: less than 1 MiB is left to each thread";
	*f = (struct flow){
		.engine = &engine_psync, .workers = threads, .depth = 1,
		.block_bytes = row->block_bytes, .align_bytes = w->align_bytes,
		.is_random = is_random(row), .is_direct = row->flags & ROW_DIRECT,
		.read_pct = row->moves == DIR_READ ? 100 : 0,
		.ops = threads * (is_random(row) ? w->ops / threads : blocks),
		.pattern = row->pattern, .seed = w->seed, .verify = w->verify,
		.finish = row->finish, .close_inside = true, .until_join = true,
		.old_cpu = true, .stop = w->stop,
	};
	for (i = 0; i < threads; i++)
		f->part[i] = (struct flow_part){
			.fd = -1, .path = file_path(w, i),
			.base_bytes = w->is_single ? w->offset_bytes + i * span : 0,
			.span_bytes = blocks * row->block_bytes,
			.run_tag = w->run_tag + i,
		};
	return flow_wrong(f);
}

static void remove_files(const struct work *w)
{
	unsigned i;

	for (i = 0; !w->is_single && i < ROW_STREAMS_MAX; i++)
		unlink(file_path(w, i));
	memset(w->state, 0, sizeof(*w->state));
}

static int lay_out(struct work *w, const struct flow *f, uint64_t *written, char *why,
		   size_t size)
{
	unsigned i;
	int ret = 0;

	for (i = 0; i < f->workers && !ret; i++) {
		const struct layout l = {
			.path = f->part[i].path, .base_bytes = f->part[i].base_bytes,
			.span_bytes = f->part[i].span_bytes, .block_bytes = f->block_bytes,
			.run_tag = f->part[i].run_tag,
		};

		ret = layout_write(w, &l, written, why, size);
	}
	return ret;
}

static void note_files(struct work *w, const struct flow *f)
{
	w->state->streams = f->workers;
	w->state->written_bytes = f->workers * f->part[0].span_bytes;
}

static int tio_prepare(struct work *w, uint64_t *written, char *why, size_t size)
{
	struct flow f;
	const char *wrong = plan_flow(w, &f);
	int ret;

	*written = 0;
	if (wrong) {
		snprintf(why, size, "%s", wrong);
		return -EINVAL;
	}
	if (!makes_files(w->row) && w->state->streams == f.workers &&
	    w->state->written_bytes == f.workers * f.part[0].span_bytes)
		return 0;
	remove_files(w);
	if (makes_files(w->row))
		return 0;
	ret = lay_out(w, &f, written, why, size);
	if (!ret)
		note_files(w, &f);
	return ret;
}

static int open_flags(const struct work *w, bool is_first)
{
	const int flags = layout_flags(w, is_first);

	if (w->row->moves == DIR_READ)
		return flags | O_RDONLY;
	if (!makes_files(w->row) || w->is_single)
		return flags | (makes_files(w->row) ? O_RDWR : O_WRONLY);
	return flags | O_RDWR | O_CREAT | O_TRUNC;
}

static int open_parts(const struct work *w, struct flow *f, struct work_result *r)
{
	const uint64_t start_ns = work_now_ns();
	unsigned i;
	int ret;

	for (i = 0; i < f->workers; i++) {
		f->part[i].fd = open(f->part[i].path, open_flags(w, !i), 0600);
		if (f->part[i].fd < 0)
			return work_fail(r, "open", f->part[i].path, 0, errno);
	}
	r->open_ns = work_now_ns() - start_ns;
	ret = w->check ? w->check(w->check_arg) : 0;
	return ret ? work_fail(r, "check", f->part[0].path, 0, -ret) : 0;
}

static void close_parts(struct flow *f)
{
	unsigned i;

	for (i = 0; i < f->workers; i++)
		if (f->part[i].fd >= 0)
			close(f->part[i].fd);	/* only those of a row that failed before */
}

static void tio_run(struct work *w, struct work_result *r)
{
	struct flow f;
	const char *wrong = plan_flow(w, &f);

	if (wrong) {
		snprintf(r->unsupported, sizeof(r->unsupported), "%s", wrong);
		return;
	}
	if (!open_parts(w, &f, r))
		flow_run(&f, r);
	close_parts(&f);
	if (r->failed && r->written_bytes)
		memset(w->state, 0, sizeof(*w->state));
	else if (!r->failed && makes_files(w->row))
		note_files(w, &f);
}

static void tio_cleanup(struct work *w)
{
	remove_files(w);
}

const struct family tio_family = {
	.name = "tio",
	.help = "sequential and random I/O by threads, as tiobench",
	.prepare = tio_prepare,
	.run = tio_run,
	.cleanup = tio_cleanup,
	.command_rows = tio_command_rows,
	.print = tio_print,
};
