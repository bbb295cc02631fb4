// SPDX-License-Identifier: GPL-2.0-only
/*
 * A pass over small files: what it needs before, its window (files_calls() and,
 * where asked for, a sync(2)), and what is there afterwards.
 */
#include "files.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "cputime.h"
#include "fileset.h"

enum { STREAM_SIZES = 0x73697a65 };
enum { STATE_PLAN = 0 };	/* work_state.detail: which plan's files are there, + 1 */

/* The window. */
static void run_timed(struct files_pass *p, enum files_op op)
{
	struct work_result *r = p->r;
	struct work_stream *stream = &r->stream[0];
	struct cputime before, after, used;
	uint64_t sync_ns;

	cputime_process(&before);
	stream->begin_ns = work_now_ns();
	files_calls(p, op);
	sync_ns = work_now_ns();
	if (!r->failed && p->s->plan->sync_inside && op != FILES_STAT) {
		sync();
		r->did_fsync = true;
	}
	stream->end_ns = work_now_ns();
	cputime_process(&after);
	used = cputime_between(&before, &after);
	r->fsync_ns = stream->end_ns - sync_ns;
	r->io_ns = sync_ns - stream->begin_ns;
	r->wall_ns = stream->end_ns - stream->begin_ns;
	r->user_ns = used.user_ns;
	r->sys_ns = used.sys_ns;
	r->cpu_ns = used.total_ns;
	r->old_cpu_ns = r->user_ns + r->sys_ns;
	stream->user_ns = r->user_ns;
	stream->sys_ns = r->sys_ns;
	stream->cpu_ns = r->cpu_ns;
	stream->ops = r->ops;
}

static uint64_t plan_id(const struct files_plan *p)
{
	return 1 + (uint64_t)p->naming * 2 + p->is_random;
}

/* Everything up to the window, the window, and what is there afterwards. */
static int run_whole(const struct work *w, const struct files_plan *plan, enum files_op op,
		     struct work_result *r)
{
	static const char *const calls[] = {
		[FILES_CREATE] = "create", [FILES_STAT] = "stat", [FILES_DELETE] = "unlink",
	};
	const uint64_t start_ns = work_now_ns();
	struct fileset s;
	struct files_pass p = { &s, r, prng_of(w->seed, STREAM_SIZES) };
	int ret;

	r->other_call = calls[op];
	ret = fileset_begin(&s, w, plan);
	if (ret)
		work_fail(r, "memory", plan->path, 0, -ret);
	if (!ret && op == FILES_CREATE)
		ret = fileset_make_folders(&s);
	if (!ret)
		ret = fileset_open_folders(&s);
	if (ret)
		work_fail(r, "folders", plan->path, 0, -ret);
	if (!ret) {
		r->open_ns = work_now_ns() - start_ns;
		run_timed(&p, op);
	}
	fileset_end(&s);
	w->state->files = r->failed || op == FILES_DELETE ? 0 : plan->files;
	w->state->detail[STATE_PLAN] = w->state->files ? plan_id(plan) : 0;
	return -r->error;
}

void files_run(const struct work *w, const struct files_plan *p, enum files_op op,
	       struct work_result *r)
{
	if (!run_whole(w, p, op, r) && op == FILES_DELETE && !p->rmdir_inside)
		files_remove(p->path);	/* empty folders; what is left, cleanup says */
	r->bytes = r->read_bytes + r->written_bytes;
}

int files_prepare(const struct work *w, const struct files_plan *p, enum files_op op,
		  uint64_t *written, char *why, size_t size)
{
	static struct work_result filled;
	int ret;

	if (op != FILES_CREATE && w->state->files == p->files &&
	    w->state->detail[STATE_PLAN] == plan_id(p))
		return 0;
	w->state->files = w->state->detail[STATE_PLAN] = 0;
	ret = files_remove(p->path);
	if (ret) {
		snprintf(why, size, "remove %.120s: %s", p->path, strerror(-ret));
		return ret;
	}
	if (op == FILES_CREATE)
		return 0;
	work_begin(&filled);
	ret = run_whole(w, p, FILES_CREATE, &filled);
	*written += filled.written_bytes;
	if (ret)
		work_describe(&filled, why, size);
	return ret;
}
