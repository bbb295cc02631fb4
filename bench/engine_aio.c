// SPDX-License-Identifier: GPL-2.0-only
/*
 * Linux's native AIO by its own system calls, for kernels without io_uring. It
 * is asynchronous with O_DIRECT only: io_submit itself waits for buffered I/O.
 */
#include <errno.h>
#include <linux/aio_abi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "engine.h"

struct aio_ctx {
	aio_context_t id;
	int fd;
	unsigned depth, pending, flying;
	struct iocb *iocb;	/* by slot */
	struct iocb **list;	/* taken in, not yet submitted */
	struct io_event *event;
};

static int aio_setup(unsigned depth, aio_context_t *id)
{
	*id = 0;
	return syscall(SYS_io_setup, depth, id) ? -errno : 0;
}

static const char *aio_unsupported(void)
{
	aio_context_t id;
	int ret = aio_setup(1, &id);

	if (ret == -ENOSYS)
		return "this kernel has no native AIO";
	if (ret == -EAGAIN)
		return "native AIO is used up: see the sysctl fs.aio-max-nr";
	if (ret)
		return "native AIO could not be set up";
	syscall(SYS_io_destroy, id);
	return NULL;
}

static void aio_free(struct aio_ctx *c)
{
	free(c->iocb);
	free(c->list);
	free(c->event);
	free(c);
}

static int aio_open(struct engine_ctx **ctx, int fd, unsigned depth)
{
	struct aio_ctx *c = calloc(1, sizeof(*c));
	int ret = -ENOMEM;

	if (!c)
		return ret;
	c->iocb = calloc(depth, sizeof(*c->iocb));
	c->list = calloc(depth, sizeof(*c->list));
	c->event = calloc(depth, sizeof(*c->event));
	if (c->iocb && c->list && c->event)
		ret = aio_setup(depth, &c->id);
	if (ret) {
		aio_free(c);
		return ret;
	}
	c->fd = fd;
	c->depth = depth;
	*ctx = (struct engine_ctx *)c;
	return 0;
}

static void aio_submit(struct engine_ctx *ctx, struct engine_io *io)
{
	struct aio_ctx *c = (struct aio_ctx *)ctx;
	struct iocb *cb = &c->iocb[io->slot];

	*cb = (struct iocb){
		.aio_data = (uint64_t)(uintptr_t)io,
		.aio_lio_opcode = io->is_write ? IOCB_CMD_PWRITE : IOCB_CMD_PREAD,
		.aio_fildes = (uint32_t)c->fd,
		.aio_buf = (uint64_t)(uintptr_t)io->buf,
		.aio_nbytes = io->len,
		.aio_offset = (int64_t)io->offset,
	};
	c->list[c->pending++] = cb;
}

static void list_drop(struct aio_ctx *c, unsigned n)
{
	c->pending -= n;
	memmove(c->list, c->list + n, c->pending * sizeof(*c->list));
}

/*
 * NULL, or the io that the kernel would not take, with its error: io_submit
 * says at once what a read or write would say later.
 */
static struct engine_io *aio_begin(struct aio_ctx *c)
{
	struct engine_io *io;
	long n;

	while (c->pending) {
		n = syscall(SYS_io_submit, c->id, (long)c->pending, c->list);
		if (n > 0) {
			c->flying += (unsigned)n;
			list_drop(c, (unsigned)n);
			continue;
		}
		io = (struct engine_io *)(uintptr_t)c->list[0]->aio_data;
		io->result = n ? -errno : -EAGAIN;
		list_drop(c, 1);
		return io;
	}
	return NULL;
}

static int aio_reap(struct engine_ctx *ctx, struct engine_io **done)
{
	struct aio_ctx *c = (struct aio_ctx *)ctx;
	struct engine_io *refused = aio_begin(c);
	long i, n;

	if (refused) {
		done[0] = refused;
		return 1;
	}
	if (!c->flying)
		return 0;
	n = syscall(SYS_io_getevents, c->id, 1L, (long)c->depth, c->event,
		    NULL);
	if (n <= 0)
		return n ? -errno : -EINTR;
	for (i = 0; i < n; i++) {
		done[i] = (struct engine_io *)(uintptr_t)c->event[i].data;
		done[i]->result = c->event[i].res;
	}
	c->flying -= (unsigned)n;
	return (int)n;
}

static void aio_close(struct engine_ctx *ctx)
{
	struct aio_ctx *c = (struct aio_ctx *)ctx;

	syscall(SYS_io_destroy, c->id);
	aio_free(c);
}

const struct engine engine_aio = {
	.name = "aio",
	.help = "Linux's native AIO; waits for itself unless direct",
	.unsupported = aio_unsupported,
	.open = aio_open,
	.submit = aio_submit,
	.reap = aio_reap,
	.close = aio_close,
};
