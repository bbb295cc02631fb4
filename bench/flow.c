// SPDX-License-Identifier: GPL-2.0-only
/*
 * Before and behind the window: workers are made, wait at a gate, are released
 * together and added up. What runs inside is in flow_worker.c.
 */
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "flow_worker.h"

#define BLOCK_BYTES_MAX (0x7ffff000u)	/* what Linux moves in a call at most */

struct crew {
	struct flow_gate gate;
	struct flow_worker *worker;
	pthread_t thread[ROW_STREAMS_MAX];
	unsigned started;
	uint64_t joined_ns;
};

const char *flow_wrong(const struct flow *f)
{
	const uint64_t align = f->align_bytes ? f->align_bytes : f->block_bytes;
	unsigned i;

	if (!f->workers || f->workers > ROW_STREAMS_MAX)
		return "more threads than the most there can be, or none";
	if (!f->depth || f->depth > ROW_DEPTH_MAX)
		return "more in flight than the most there can be, or nothing";
	if (!f->block_bytes || f->block_bytes > BLOCK_BYTES_MAX)
		return "blocks are empty, or larger than a call can move";
	if (f->verify && (f->block_bytes < DATA_STAMP_BYTES || align % f->block_bytes))
		return "verify needs blocks of 32 bytes or more, aligned to their size";
	for (i = 0; i < f->workers; i++)
		if (f->part[i].span_bytes < f->block_bytes)
			return "the file, or a thread's part of it, is smaller than a block";
	return NULL;
}

static int make_slots(struct flow_worker *w)
{
	const struct flow *f = w->f;
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	unsigned i;

	w->stride_bytes = (f->block_bytes + page - 1) / page * page;
	w->buf_bytes = w->stride_bytes * w->depth;
	w->buf = mmap(NULL, w->buf_bytes, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (w->buf == MAP_FAILED) {
		w->buf = NULL;
		return -ENOMEM;
	}
	/* Small pages everywhere; where there are no others it says EINVAL. */
	(void)madvise(w->buf, w->buf_bytes, MADV_NOHUGEPAGE);
	for (i = 0; i < w->depth; i++) {
		w->slot[i].block = w->buf + i * w->stride_bytes;
		w->slot[i].io.slot = i;
		data_fill(w->slot[i].block, w->stride_bytes,
			  ((uint64_t)w->index * w->depth + i) * w->stride_bytes, f->pattern,
			  f->seed);
		w->list[i] = &w->slot[i].io;
	}
	w->ready = w->depth;
	return 0;
}

/* Operations of a worker: the same for all, the first ones have the rest. */
static uint64_t share(const struct flow *f, unsigned index)
{
	return f->runtime_ns ? UINT64_MAX : f->ops / f->workers + (index < f->ops % f->workers);
}

static int worker_make(struct flow_worker *w)
{
	const struct flow *f = w->f;
	int ret;

	hist_init(&w->read);
	hist_init(&w->write);
	w->depth = f->depth;
	w->left = share(f, w->index);
	w->prng = prng_of(f->seed, w->index);
	w->align_bytes = f->align_bytes ? f->align_bytes : f->block_bytes;
	w->places = (w->part->span_bytes - f->block_bytes) / w->align_bytes + 1;
	w->is_unique = f->pattern == DATA_RANDOM && f->block_bytes >= sizeof(uint64_t);
	w->slot = calloc(w->depth, sizeof(*w->slot));
	w->list = calloc(w->depth, sizeof(*w->list));
	if (!w->slot || !w->list)
		return -ENOMEM;
	ret = make_slots(w);
	return ret ? ret : f->engine->open(&w->ctx, w->part->fd, w->depth);
}

static void worker_free(struct flow_worker *w)
{
	if (w->ctx)
		w->f->engine->close(w->ctx);
	if (w->buf)
		munmap(w->buf, w->buf_bytes);
	free(w->slot);
	free(w->list);
}

static int make_workers(struct flow *f, struct crew *c)
{
	unsigned i;
	int ret = 0;

	c->worker = calloc(f->workers, sizeof(*c->worker));
	if (!c->worker)
		return -ENOMEM;
	for (i = 0; i < f->workers && !ret; i++) {
		c->worker[i].f = f;
		c->worker[i].gate = &c->gate;
		c->worker[i].part = &f->part[i];
		c->worker[i].index = i;
		ret = worker_make(&c->worker[i]);
	}
	return ret;
}

static void free_workers(struct flow *f, struct crew *c)
{
	unsigned i;

	for (i = 0; c->worker && i < f->workers; i++)
		if (c->worker[i].f)
			worker_free(&c->worker[i]);
	free(c->worker);
}

/* All are waiting; then the clock, and go. */
static void open_gate(const struct flow *f, struct crew *c)
{
	struct flow_gate *g = &c->gate;
	int ready;

	while ((ready = __atomic_load_n(&g->ready, __ATOMIC_ACQUIRE)) < (int)c->started)
		syscall(SYS_futex, &g->ready, FUTEX_WAIT_PRIVATE, ready, NULL, NULL, 0);
	g->start_ns = g->ramp_end_ns = work_now_ns();
	if (f->runtime_ns) {
		g->ramp_end_ns += f->ramp_ns;
		g->end_ns = g->ramp_end_ns + f->runtime_ns;
	}
	__atomic_store_n(&g->go, 1, __ATOMIC_RELEASE);
	syscall(SYS_futex, &g->go, FUTEX_WAKE_PRIVATE, ROW_STREAMS_MAX, NULL, NULL, 0);
}

static int run_workers(struct flow *f, struct crew *c)
{
	unsigned i;
	int error = 0;

	for (i = 0; i < f->workers && !error; i++) {
		error = pthread_create(&c->thread[i], NULL, flow_worker_main, &c->worker[i]);
		c->started += !error;
	}
	if (error)
		__atomic_store_n(&c->gate.halt, 1, __ATOMIC_RELAXED);
	open_gate(f, c);
	for (i = 0; i < c->started; i++)
		pthread_join(c->thread[i], NULL);
	c->joined_ns = work_now_ns();
	return -error;
}

static void add_worker(const struct flow_worker *w, struct work_result *r)
{
	struct work_stream *s = &r->stream[w->index];
	struct cputime used, old;
	const uint64_t block = w->f->block_bytes;
	const uint64_t read_bytes = w->read.count * block + w->read_rest_bytes;
	const uint64_t written_bytes = w->write.count * block + w->written_rest_bytes;

	s->begin_ns = w->begin_ns;
	s->end_ns = w->end_ns;
	s->bytes = read_bytes + written_bytes;
	s->ops = w->read.count + w->write.count;
	used = cputime_between(&w->begin, &w->end);
	s->user_ns = used.user_ns;
	s->sys_ns = used.sys_ns;
	s->cpu_ns = used.total_ns;
	r->bytes += s->bytes;
	r->ops += s->ops;
	r->read_bytes += read_bytes;
	r->written_bytes += written_bytes;
	r->user_ns += s->user_ns;
	r->sys_ns += s->sys_ns;
	r->cpu_ns += s->cpu_ns;
	if (w->f->old_cpu)
		old = cputime_between(&w->old_begin, &w->old_end);
	else
		old = used;
	r->old_cpu_ns += old.user_ns + old.sys_ns;
	r->over_2s += w->over_2s;
	r->over_10s += w->over_10s;
	r->errors += w->errors;
	hist_merge(&r->read, &w->read);
	hist_merge(&r->write, &w->write);
}

static void raise_to(uint64_t *most, uint64_t value)
{
	if (value > *most)
		*most = value;
}

static void add_up(const struct flow *f, const struct crew *c, struct work_result *r)
{
	const uint64_t start_ns = c->gate.ramp_end_ns;
	uint64_t io_end_ns = start_ns, end_ns = start_ns;
	unsigned i;

	r->streams = c->started;
	for (i = 0; i < c->started; i++) {
		const struct flow_worker *w = &c->worker[i];

		add_worker(w, r);
		raise_to(&io_end_ns, w->io_end_ns);
		raise_to(&end_ns, w->end_ns);
		raise_to(&r->fsync_ns, w->fsync_ns);
		raise_to(&r->close_ns, w->close_ns);
	}
	if (f->until_join)
		raise_to(&end_ns, c->joined_ns);
	r->wall_ns = end_ns - start_ns;
	r->io_ns = io_end_ns - start_ns;
	r->did_fsync = f->finish != FINISH_NONE && r->fsync_ns;
	r->did_close = f->close_inside;
}

void flow_run(struct flow *f, struct work_result *r)
{
	struct crew c = { .started = 0 };
	const struct flow_worker *first;
	int ret = make_workers(f, &c);

	if (ret) {
		work_fail(r, f->engine->name, "set-up", 0, -ret);
		free_workers(f, &c);
		return;
	}
	ret = run_workers(f, &c);
	add_up(f, &c, r);
	if (ret) {
		work_fail(r, "pthread_create", NULL, 0, -ret);
	} else if (c.gate.first) {
		first = &c.worker[c.gate.first - 1];
		work_fail(r, first->failed, first->part->path, first->failed_offset, first->error);
	} else if (f->stop && *f->stop) {
		work_fail(r, "signal", NULL, r->bytes, EINTR);
	}
	free_workers(f, &c);
}
