// SPDX-License-Identifier: GPL-2.0-only
/*
 * The engines there are, and the two that need nothing of the kernel but read
 * and write, or not even that. A new engine is a line in the list and a file.
 */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "engine.h"

const struct engine *const engine_list[] = {
	&engine_psync,
	&engine_uring,
	&engine_aio,
	&engine_null,
	NULL
};

const struct engine *engine_find(const char *name)
{
	unsigned i;

	for (i = 0; engine_list[i]; i++)
		if (!strcmp(engine_list[i]->name, name))
			return engine_list[i];
	return NULL;
}

const struct engine *engine_choose(const char *name, const char **why)
{
	const struct engine *e = engine_find(name);

	if (!e) {
		*why = "there is no such engine";
		return NULL;
	}
	*why = e->unsupported();
	if (*why && e == &engine_uring && !engine_aio.unsupported())
		return &engine_aio;
	return *why ? NULL : e;
}

static const char *always_there(void)
{
	return NULL;
}

/*
 * pread and pwrite: submit makes the call. Depth is a matter of threads, so
 * more than one in flight is merely a batch, one after the other.
 */
struct sync_ctx {
	int fd;
	unsigned done;
	struct engine_io *list[];
};

static int psync_open(struct engine_ctx **ctx, int fd, unsigned depth)
{
	struct sync_ctx *c = calloc(1, sizeof(*c) + depth * sizeof(*c->list));

	if (!c)
		return -ENOMEM;
	c->fd = fd;
	*ctx = (struct engine_ctx *)c;
	return 0;
}

static void psync_submit(struct engine_ctx *ctx, struct engine_io *io)
{
	struct sync_ctx *c = (struct sync_ctx *)ctx;
	ssize_t n;

	n = io->is_write ? pwrite(c->fd, io->buf, io->len, (off_t)io->offset) :
			   pread(c->fd, io->buf, io->len, (off_t)io->offset);
	io->result = n < 0 ? -errno : n;
	c->list[c->done++] = io;
}

/* The lists of both engines are taken from their end: no order is promised. */
static int psync_reap(struct engine_ctx *ctx, struct engine_io **done)
{
	struct sync_ctx *c = (struct sync_ctx *)ctx;
	unsigned i, n = c->done;

	for (i = n; i; )
		*done++ = c->list[--i];
	c->done = 0;
	return (int)n;
}

static void ctx_free(struct engine_ctx *ctx)
{
	free(ctx);
}

const struct engine engine_psync = {
	.name = "psync",
	.help = "pread and pwrite; what is in flight is in threads",
	.unsupported = always_there,
	.open = psync_open,
	.submit = psync_submit,
	.reap = psync_reap,
	.close = ctx_free,
};

/* Moves nothing: the cost of the rest, and errors at will. */
struct null_ctx {
	struct engine_null_plan plan;
	uint64_t submitted;
	struct engine_io *stalled;
	bool is_planned;
	unsigned done;
	struct engine_io *list[];
};

struct engine_null_plan engine_null_plan;

static int null_open(struct engine_ctx **ctx, int fd, unsigned depth)
{
	static const struct engine_null_plan nothing;
	struct null_ctx *c = calloc(1, sizeof(*c) + depth * sizeof(*c->list));

	(void)fd;	/* nothing moves */
	if (!c)
		return -ENOMEM;
	c->plan = engine_null_plan;
	if (c->plan.one)
		engine_null_plan = nothing;
	c->is_planned = memcmp(&c->plan, &nothing, sizeof(nothing));
	*ctx = (struct engine_ctx *)c;
	return 0;
}

/* True: it stays in flight. */
static bool null_follow_plan(struct null_ctx *c, struct engine_io *io)
{
	const struct engine_null_plan *p = &c->plan;
	const uint64_t n = ++c->submitted;

	if (p->seen)
		p->seen(io);
	if (n == p->fail_at)
		io->result = -p->error;
	if (p->again_at && n >= p->again_at && n - p->again_at < p->again)
		io->result = -EAGAIN;
	if (n == p->short_at && p->short_bytes < io->len)
		io->result = p->short_bytes;
	if (n != p->stall_at)
		return false;
	c->stalled = io;
	return true;
}

static void null_submit(struct engine_ctx *ctx, struct engine_io *io)
{
	struct null_ctx *c = (struct null_ctx *)ctx;

	io->result = io->len;
	if (!c->is_planned || !null_follow_plan(c, io))
		c->list[c->done++] = io;
}

static int null_reap(struct engine_ctx *ctx, struct engine_io **done)
{
	struct null_ctx *c = (struct null_ctx *)ctx;
	unsigned n;

	if (c->stalled && !c->plan.stall_reaps--) {
		c->list[c->done++] = c->stalled;
		c->stalled = NULL;
	}
	n = c->done;
	if (!n)
		return c->stalled ? -EINTR : 0;
	while (c->done)
		*done++ = c->list[--c->done];
	return (int)n;
}

const struct engine engine_null = {
	.name = "null",
	.help = "moves nothing, at once: what the rest costs",
	.unsupported = always_there,
	.open = null_open,
	.submit = null_submit,
	.reap = null_reap,
	.close = ctx_free,
};
