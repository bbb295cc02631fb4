// SPDX-License-Identifier: GPL-2.0-only
/*
 * io_uring by way of liburing. A ring of its own for each thread, no fixed
 * files or buffers, no polling: what a program gets that just uses it.
 * Completions do not interrupt the thread where the kernel can leave that out
 * (5.19 and newer), as fio has it.
 */
#include <errno.h>
#include <liburing.h>
#include <stdlib.h>
#include "engine.h"

struct uring_ctx {
	struct io_uring ring;
	int fd;
	unsigned flying;	/* taken in, not reaped */
	struct engine_io *late;	/* no room in the ring: comes back with its error */
};

static int ring_open(struct io_uring *ring, unsigned depth)
{
	int ret = io_uring_queue_init(depth, ring, IORING_SETUP_COOP_TASKRUN);

	return ret == -EINVAL ? io_uring_queue_init(depth, ring, 0) : ret;
}

static bool has_read_and_write(struct io_uring *ring)
{
	struct io_uring_probe *probe = io_uring_get_probe_ring(ring);
	bool has;

	has = probe && io_uring_opcode_supported(probe, IORING_OP_READ) &&
	      io_uring_opcode_supported(probe, IORING_OP_WRITE);
	if (probe)
		io_uring_free_probe(probe);
	return has;
}

static const char *uring_unsupported(void)
{
	struct io_uring ring;
	bool has;
	int ret = ring_open(&ring, 1);

	if (ret == -ENOSYS)
		return "this kernel has no io_uring";
	if (ret == -EPERM || ret == -EACCES)
		return "io_uring is not allowed here: see the sysctl kernel.io_uring_disabled";
	if (ret == -ENOMEM)
		return "io_uring may lock too little memory here: see ulimit -l";
	if (ret)
		return "io_uring could not be set up";
	has = has_read_and_write(&ring);
	io_uring_queue_exit(&ring);
	return has ? NULL : "this kernel's io_uring is older than 5.6 and has no plain read and write";
}

static int uring_open(struct engine_ctx **ctx, int fd, unsigned depth)
{
	struct uring_ctx *c = calloc(1, sizeof(*c));
	int ret;

	if (!c)
		return -ENOMEM;
	ret = ring_open(&c->ring, depth);
	if (ret) {
		free(c);
		return ret;
	}
	c->fd = fd;
	*ctx = (struct engine_ctx *)c;
	return 0;
}

static void uring_submit(struct engine_ctx *ctx, struct engine_io *io)
{
	struct uring_ctx *c = (struct uring_ctx *)ctx;
	struct io_uring_sqe *sqe = io_uring_get_sqe(&c->ring);

	/* The ring has depth entries at least, and no more are in flight. */
	if (!sqe) {
		io->result = -EBUSY;
		c->late = io;
		return;
	}
	if (io->is_write)
		io_uring_prep_write(sqe, c->fd, io->buf, io->len, io->offset);
	else
		io_uring_prep_read(sqe, c->fd, io->buf, io->len, io->offset);
	io_uring_sqe_set_data(sqe, io);
	c->flying++;
}

static unsigned take_ended(struct uring_ctx *c, struct engine_io **done)
{
	struct io_uring_cqe *cqe;
	unsigned head, n = 0;

	io_uring_for_each_cqe(&c->ring, head, cqe) {
		done[n] = io_uring_cqe_get_data(cqe);
		done[n++]->result = cqe->res;
	}
	io_uring_cq_advance(&c->ring, n);
	c->flying -= n;
	return n;
}

static int uring_reap(struct engine_ctx *ctx, struct engine_io **done)
{
	struct uring_ctx *c = (struct uring_ctx *)ctx;
	unsigned n;
	int ret;

	if (c->late) {
		done[0] = c->late;
		c->late = NULL;
		return 1;
	}
	if (!c->flying)
		return 0;
	ret = io_uring_submit_and_wait(&c->ring, 1);
	n = take_ended(c, done);
	if (n)
		return (int)n;
	return ret < 0 ? ret : -EINTR;
}

static void uring_close(struct engine_ctx *ctx)
{
	struct uring_ctx *c = (struct uring_ctx *)ctx;

	io_uring_queue_exit(&c->ring);
	free(c);
}

const struct engine engine_uring = {
	.name = "uring",
	.help = "io_uring, one thread with all in flight",
	.unsupported = uring_unsupported,
	.open = uring_open,
	.submit = uring_submit,
	.reap = uring_reap,
	.close = uring_close,
};
