/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Ways to have blocks moved: calls of one thread, io_uring, Linux's native AIO.
 * An engine knows nothing of patterns, offsets or clocks; flow.c does. Engines
 * never print, and allocate in open alone. An engine's context belongs to the
 * one thread that uses it.
 */
#ifndef ENGINE_H
#define ENGINE_H

#include <stdbool.h>
#include <stdint.h>

/* One block on its way. The caller owns it; it is not touched while in flight. */
struct engine_io {
	void *buf;
	uint64_t offset;
	int64_t result;		/* bytes moved, or -errno; set when it is reaped */
	uint32_t len;
	uint32_t slot;		/* 0 to depth - 1, no two in flight with the same */
	bool is_write;
};

struct engine_ctx;		/* each engine's own */

struct engine {
	const char *name, *help;
	/* NULL where this kernel has it, else a sentence. */
	const char *(*unsupported)(void);
	/* At most depth in flight. 0 or -errno. */
	int (*open)(struct engine_ctx **ctx, int fd, unsigned depth);
	/*
	 * Take one in. It may move at once, or not before the next reap. Never
	 * fails: what goes wrong with it is its result.
	 */
	void (*submit)(struct engine_ctx *ctx, struct engine_io *io);
	/*
	 * Start what was taken in, wait until one at least has ended, and put
	 * those that have into done, which has room for depth. How many; 0 where
	 * nothing is in flight; or -errno: -EINTR, -EAGAIN and -EBUSY mean try
	 * again.
	 */
	int (*reap)(struct engine_ctx *ctx, struct engine_io **done);
	void (*close)(struct engine_ctx *ctx);
};

extern const struct engine engine_psync, engine_uring, engine_aio, engine_null;

/* Ends with NULL. */
extern const struct engine *const engine_list[];
const struct engine *engine_find(const char *name);	/* or NULL */

/*
 * What io_uring is asked for and this kernel has not, aio does instead. The
 * engine that will run, or NULL with a sentence in *why.
 */
const struct engine *engine_choose(const char *name, const char **why);

/*
 * What the null engine does to the I/O that is submitted as the n-th (from 1) of
 * a context; 0: to none. Read at open. For tests; all zeros else.
 */
struct engine_null_plan {
	uint64_t fail_at;	/* it ends with -error */
	int error;
	uint64_t again_at;	/* ends with -EAGAIN, 'again' times */
	uint64_t again;
	uint64_t short_at;	/* moves short_bytes, no more */
	uint32_t short_bytes;
	uint64_t stall_at;	/* ends after stall_reaps more reaps, behind all others */
	uint64_t stall_reaps;
	bool one;		/* the next context alone does this; the plan is used up then */
	/* Called at each submit, so that a test can see it; or NULL. */
	void (*seen)(const struct engine_io *io);
};
extern struct engine_null_plan engine_null_plan;

#endif
