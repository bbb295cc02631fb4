// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random blocks of one file or device: reads, writes, or a mix by percentage,
 * by time or count, with all workers on the same blocks. What is in flight is
 * in threads with psync (as many as the depth), in each thread's queue with
 * the others. The window and all figures are flow.h's.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "flow.h"
#include "json.h"
#include "layout.h"
#include "randcmd.h"
#include "work.h"

#define PATH_BYTES 4096

static bool is_null(const struct work *w)
{
	return !strcmp(w->row->engine, "null");
}

static const char *rand_path(const struct work *w)
{
	static char path[PATH_BYTES];

	if (w->is_single)
		return w->path;
	snprintf(path, sizeof(path), "%s/mdbench.rand", w->path);
	return path;
}

static uint64_t whole_blocks(const struct work *w)
{
	return w->bytes - w->bytes % w->row->block_bytes;
}

static void plan_flow(const struct work *w, struct flow *f)
{
	const struct row *row = w->row;
	unsigned i;

	*f = (struct flow){
		.workers = row->streams ? row->streams : 1,
		.depth = row->depth ? row->depth : 1,
		.block_bytes = row->block_bytes, .align_bytes = w->align_bytes,
		.is_random = true, .is_direct = row->flags & ROW_DIRECT,
		.read_pct = row->moves == DIR_BOTH ? row->read_pct :
			    row->moves == DIR_READ ? 100 : 0,
		.ops = w->ops ? w->ops : w->bytes / row->block_bytes,
		.runtime_ns = row->runtime_ns, .ramp_ns = row->ramp_ns,
		.pattern = row->pattern, .seed = w->seed, .verify = w->verify,
		.finish = row->finish, .stop = w->stop,
	};
	for (i = 0; i < f->workers && i < ROW_STREAMS_MAX; i++)
		f->part[i] = (struct flow_part){
			.fd = -1, .path = rand_path(w), .base_bytes = w->offset_bytes,
			.span_bytes = whole_blocks(w), .run_tag = w->run_tag,
		};
}

static int rand_prepare(struct work *w, uint64_t *written, char *why, size_t size)
{
	const struct layout l = {
		.path = rand_path(w), .base_bytes = w->offset_bytes,
		.span_bytes = whole_blocks(w), .block_bytes = w->row->block_bytes,
		.run_tag = w->run_tag,
	};
	struct flow f;
	int ret;

	*written = 0;
	plan_flow(w, &f);
	if (flow_wrong(&f)) {
		snprintf(why, size, "%s", flow_wrong(&f));
		return -EINVAL;
	}
	if (is_null(w) || w->state->written_bytes >= l.span_bytes)
		return 0;
	w->state->written_bytes = 0;
	ret = layout_write(w, &l, written, why, size);
	if (!ret)
		w->state->written_bytes = l.span_bytes;
	return ret;
}

static void close_parts(struct flow *f)
{
	unsigned i;

	for (i = 0; i < f->workers; i++)
		if (f->part[i].fd >= 0)
			close(f->part[i].fd);	/* nothing is buffered behind it */
}

static int open_parts(const struct work *w, struct flow *f, struct work_result *r)
{
	static const int access_modes[] = {
		[DIR_READ] = O_RDONLY, [DIR_WRITE] = O_WRONLY, [DIR_BOTH] = O_RDWR,
	};
	const uint64_t start_ns = work_now_ns();
	unsigned i;
	int ret;

	for (i = 0; i < f->workers && !is_null(w); i++) {
		f->part[i].fd = open(f->part[i].path,
				     access_modes[w->row->moves] | layout_flags(w, !i));
		if (f->part[i].fd < 0)
			return work_fail(r, "open", f->part[i].path, 0, errno);
	}
	r->open_ns = work_now_ns() - start_ns;
	ret = w->check ? w->check(w->check_arg) : 0;
	return ret ? work_fail(r, "check", f->part[0].path, 0, -ret) : 0;
}

static void rand_run(struct work *w, struct work_result *r)
{
	const char *why;
	struct flow f;

	plan_flow(w, &f);
	why = flow_wrong(&f);
	if (why) {
		snprintf(r->unsupported, sizeof(r->unsupported), "%s", why);
		return;
	}
	f.engine = engine_choose(w->row->engine, &why);
	if (!f.engine) {
		snprintf(r->unsupported, sizeof(r->unsupported), "%s", why);
		return;
	}
	r->engine = f.engine->name;
	if (!open_parts(w, &f, r))
		flow_run(&f, r);
	close_parts(&f);
}

static void rand_cleanup(struct work *w)
{
	if (!w->is_single)
		unlink(rand_path(w));
	memset(w->state, 0, sizeof(*w->state));
}

/* io_uring that is missing is done by another: both names stand in the record. */
static void rand_figures(const struct work *w, const struct work_result *r, struct json *j)
{
	(void)w;
	json_str(j, "engine_ran", r->engine);
}

const struct family rand_family = {
	.name = "rand",
	.help = "random blocks at a depth, by threads or in flight",
	.prepare = rand_prepare,
	.run = rand_run,
	.cleanup = rand_cleanup,
	.figures = rand_figures,
	.command_rows = rand_command_rows,
	.print = rand_print,
};
