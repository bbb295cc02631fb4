// SPDX-License-Identifier: GPL-2.0-only
/*
 * What runs inside the window, on each worker's own memory: nothing here
 * allocates, locks, prints or formats. A round begins what may be begun, reaps
 * what has ended, and reads the clock once before and once behind.
 */
#include <errno.h>
#include <linux/futex.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "flow_worker.h"

#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define DIRECT_BYTES 4096u
#define GOLDEN 0x9e3779b97f4a7c15u
#define NS_PER_S 1000000000ull

static void fail(struct flow_worker *w, const char *call, uint64_t offset, int error)
{
	int nobody = 0;

	w->is_over = true;
	if (w->failed)
		return;
	w->failed = call;
	w->failed_offset = offset;
	w->error = error;
	__atomic_compare_exchange_n(&w->gate->first, &nobody, (int)w->index + 1, false,
				    __ATOMIC_RELAXED, __ATOMIC_RELAXED);
	__atomic_store_n(&w->gate->halt, 1, __ATOMIC_RELAXED);
}

/* work_now_ns() without the call. */
static inline uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_nsec;
}

static inline struct flow_slot *slot_of(struct engine_io *io)
{
	return (struct flow_slot *)io;
}

static const char *call_name(const struct engine_io *io)
{
	return io->is_write ? "write" : "read";
}

static bool is_stopped(const struct flow_worker *w)
{
	return __atomic_load_n(&w->gate->halt, __ATOMIC_RELAXED) || (w->f->stop && *w->f->stop);
}

/* Where and whether to write: drawn in this order, so that it is the seed's alone. */
static inline void place_block(struct flow_worker *w, struct flow_slot *s)
{
	const struct flow *f = w->f;
	const uint64_t block = f->block_bytes;

	if (f->is_random) {
		s->offset = w->part->base_bytes + prng_below(&w->prng, w->places) * w->align_bytes;
	} else {
		s->offset = w->part->base_bytes + w->next_bytes;
		w->next_bytes += block;
		if (w->next_bytes + block > w->part->span_bytes)
			w->next_bytes = 0;
	}
	s->io.is_write = !f->read_pct ||
			 (f->read_pct < 100 && prng_below(&w->prng, 100) >= f->read_pct);
}

static inline void fill_block(struct flow_worker *w, struct flow_slot *s)
{
	const struct flow *f = w->f;
	uint64_t word;

	if (f->verify) {
		data_fill(s->block, f->block_bytes, s->offset, f->pattern, f->seed);
		data_stamp(s->block, f->block_bytes, s->offset, w->part->run_tag);
	} else if (w->is_unique) {
		word = (s->offset + f->seed) * GOLDEN;
		memcpy(s->block, &word, sizeof(word));
	}
}

static inline void begin_block(struct flow_worker *w, struct flow_slot *s)
{
	place_block(w, s);
	if (s->io.is_write)
		fill_block(w, s);
	s->io.buf = s->block;
	s->io.offset = s->offset;
	s->io.len = (uint32_t)w->f->block_bytes;
	s->done = 0;
	s->retries = 0;
}

/*
 * What was reaped last is submitted again: with its rest, or with a new block.
 * Nothing is once the end has come.
 */
static void begin_round(struct flow_worker *w)
{
	void (*const submit)(struct engine_ctx *, struct engine_io *) = w->f->engine->submit;
	struct flow_slot *s;
	uint64_t start_ns;
	unsigned i, n = 0;

	if (unlikely(w->is_over || is_stopped(w)))
		w->ready = 0;
	for (i = 0; i < w->ready; i++) {
		s = slot_of(w->list[i]);
		if (likely(!s->goes_on)) {
			if (!w->left)
				continue;
			w->left--;
			begin_block(w, s);
		}
		w->list[n++] = &s->io;
	}
	start_ns = now_ns();
	for (i = 0; i < n; i++) {
		s = slot_of(w->list[i]);
		if (likely(!s->goes_on))
			s->start_ns = start_ns;
		s->goes_on = false;
		submit(w->ctx, &s->io);
	}
	w->flying += n;
}

static bool is_good(struct flow_worker *w, const struct flow_slot *s)
{
	char why[WORK_WHY];

	if (!data_check(s->block, w->f->block_bytes, s->offset, w->part->run_tag, why,
			sizeof(why)))
		return true;
	fail(w, "verify", s->offset, EILSEQ);
	return false;
}

static void end_ramp(struct flow_worker *w)
{
	w->is_ramping = false;
	w->begin_ns = w->gate->ramp_end_ns;
	cputime_thread(&w->begin);
	if (w->f->old_cpu)
		cputime_process(&w->old_begin);
}

static inline void end_block(struct flow_worker *w, struct flow_slot *s)
{
	const uint64_t took_ns = w->now_ns - s->start_ns;

	if (w->f->verify && !s->io.is_write && !is_good(w, s))
		return;
	if (unlikely(w->is_ramping))
		return;
	if (s->io.is_write)
		hist_add(&w->write, took_ns);
	else
		hist_add(&w->read, took_ns);
	if (unlikely(took_ns > 2 * NS_PER_S)) {
		w->over_2s++;
		w->over_10s += took_ns > 10 * NS_PER_S;
	}
}

/* What went wrong for good; what of it had moved is counted. */
static void give_up(struct flow_worker *w, struct flow_slot *s, int error)
{
	if (!w->is_ramping)
		*(s->io.is_write ? &w->written_rest_bytes : &w->read_rest_bytes) += s->done;
	fail(w, call_name(&s->io), s->io.offset, error);
}

static void go_on(struct flow_worker *w, struct flow_slot *s)
{
	w->errors++;
	s->io.buf = (char *)s->block + s->done;
	s->io.offset = s->offset + s->done;
	s->io.len = (uint32_t)w->f->block_bytes - s->done;
	s->goes_on = true;
}

/* Anything but all that was asked for. */
static void end_odd(struct flow_worker *w, struct flow_slot *s)
{
	const int64_t result = s->io.result;
	uint32_t before = s->done;

	if (result > s->io.len) {
		give_up(w, s, EOVERFLOW);
	} else if (result > 0) {
		s->done += (uint32_t)result;
		if (w->f->is_direct)
			s->done -= s->done % DIRECT_BYTES;
		s->retries = s->done > before ? 0 : s->retries + 1;
		if (s->retries > FLOW_RETRIES)
			give_up(w, s, EIO);
		else
			go_on(w, s);
	} else if (!result) {
		give_up(w, s, s->io.is_write ? ENOSPC : ENODATA);
	} else if ((result == -EINTR || result == -EAGAIN) && s->retries++ < FLOW_RETRIES) {
		go_on(w, s);
	} else {
		give_up(w, s, (int)-result);
	}
}

/*
 * False: this worker can do no more. What is still in flight then is lost with
 * the engine's context, which is closed before the buffers go.
 */
static bool end_round(struct flow_worker *w, unsigned *fruitless)
{
	const struct engine *e = w->f->engine;
	int i, n = e->reap(w->ctx, w->list);

	w->ready = 0;
	w->now_ns = now_ns();
	if (unlikely(n <= 0)) {
		if ((n == -EINTR || n == -EAGAIN || n == -EBUSY) &&
		    (*fruitless)++ < FLOW_RETRIES) {
			w->errors++;
			return true;
		}
		fail(w, e->name, 0, n ? -n : EIO);
		return false;
	}
	*fruitless = 0;
	w->ready = (unsigned)n;
	w->flying -= (unsigned)n;
	if (unlikely(w->is_ramping) && w->now_ns >= w->gate->ramp_end_ns)
		end_ramp(w);
	for (i = 0; i < n; i++) {
		struct flow_slot *s = slot_of(w->list[i]);

		if (likely(s->io.result == s->io.len))
			end_block(w, s);
		else
			end_odd(w, s);
	}
	if (w->gate->end_ns && w->now_ns >= w->gate->end_ns)
		w->is_over = true;
	return true;
}

static void move_blocks(struct flow_worker *w)
{
	unsigned fruitless = 0;

	do
		begin_round(w);
	while (w->flying && end_round(w, &fruitless));
}

static int sync_retry(int (*call)(int), int fd)
{
	int ret;

	do
		ret = call(fd);
	while (ret && errno == EINTR);
	return ret;
}

/* fsync and close, inside the window; the descriptor goes, whatever happened. */
static void finish(struct flow_worker *w)
{
	const bool data_only = w->f->finish == FINISH_FDATASYNC;
	uint64_t start_ns = w->io_end_ns;

	if (w->f->finish != FINISH_NONE && !is_stopped(w)) {
		if (sync_retry(data_only ? fdatasync : fsync, w->part->fd))
			fail(w, data_only ? "fdatasync" : "fsync",
			     w->part->base_bytes, errno);
		w->end_ns = now_ns();
		w->fsync_ns = w->end_ns - start_ns;
		start_ns = w->end_ns;
	}
	if (w->f->close_inside) {
		/* Linux frees it even where it says EINTR. */
		if (close(w->part->fd) && errno != EINTR)
			fail(w, "close", 0, errno);
		w->part->fd = -1;
		w->end_ns = now_ns();
		w->close_ns = w->end_ns - start_ns;
	}
}

static void pass_gate(struct flow_gate *g)
{
	__atomic_add_fetch(&g->ready, 1, __ATOMIC_RELEASE);
	syscall(SYS_futex, &g->ready, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
	while (!__atomic_load_n(&g->go, __ATOMIC_ACQUIRE))
		syscall(SYS_futex, &g->go, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
}

void *flow_worker_main(void *worker)
{
	struct flow_worker *w = worker;

	pass_gate(w->gate);
	w->is_ramping = w->gate->ramp_end_ns > w->gate->start_ns;
	cputime_thread(&w->begin);
	if (w->f->old_cpu)
		cputime_process(&w->old_begin);
	w->begin_ns = w->now_ns = now_ns();
	move_blocks(w);
	w->io_end_ns = w->end_ns = w->now_ns;
	finish(w);
	cputime_thread(&w->end);
	if (w->f->old_cpu)
		cputime_process(&w->old_end);
	return NULL;
}
