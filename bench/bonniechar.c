// SPDX-License-Identifier: GPL-2.0-only
/*
 * bonnie's phases per character. See bonnie.h for what a byte costs in 1.03
 * and why it is not libc's putc(). In 2.00 each byte is a system call.
 */
#include <errno.h>
#include <string.h>
#include "bonnie.h"
#include "rawcall.h"

struct chars {
	struct bonnie_worker *b;
	size_t at, len, size;	/* in b->buf: next, filled (getc), room */
	uint64_t offset;	/* of the buffer in the set */
	int lock;
};

static int flush(struct chars *c)
{
	const int ret = bonnie_write(c->b, c->b->buf, c->at, c->offset);

	c->offset += c->at;
	c->at = 0;
	return ret;
}

static inline int put(struct chars *c, int byte)
{
	if (c->at == c->size && flush(c))
		return -1;
	c->b->buf[c->at++] = (char)byte;
	return byte;
}

static inline int get(struct chars *c)
{
	if (c->at == c->len) {
		c->offset += c->len;
		c->at = c->len = 0;
		if (c->b->w->bytes - c->offset < c->size)
			c->size = (size_t)(c->b->w->bytes - c->offset);
		if (bonnie_read(c->b, c->b->buf, c->size, c->offset))
			return -1;
		c->len = c->size;
	}
	return (unsigned char)c->b->buf[c->at++];
}

static inline void lock(struct chars *c)
{
	while (__atomic_exchange_n(&c->lock, 1, __ATOMIC_ACQUIRE))
		;	/* nobody else is there: never taken */
}

static inline void unlock(struct chars *c)
{
	__atomic_store_n(&c->lock, 0, __ATOMIC_RELEASE);
}

/* The four calls that are measured. */
__attribute__((noinline)) static int put_unlocked(struct chars *c, int byte)
{
	return put(c, byte);
}

__attribute__((noinline)) static int put_locked(struct chars *c, int byte)
{
	int ret;

	lock(c);
	ret = put(c, byte);
	unlock(c);
	return ret;
}

__attribute__((noinline)) static int get_unlocked(struct chars *c)
{
	return get(c);
}

__attribute__((noinline)) static int get_locked(struct chars *c)
{
	int ret;

	lock(c);
	ret = get(c);
	unlock(c);
	return ret;
}

static bool is_unlocked(const struct bonnie_worker *b)
{
	return strstr(b->w->row->variant, "unlocked") != NULL;
}

static struct chars begin(struct bonnie_worker *b)
{
	return (struct chars){ .b = b, .size = b->char_bytes };
}

/* A chunk of 8192 bytes begins with 0. */
static int put_buffered(struct bonnie_worker *b)
{
	int (*const put_one)(struct chars *, int) = is_unlocked(b) ? put_unlocked : put_locked;
	struct chars c = begin(b);
	uint64_t at;
	size_t i;

	for (at = 0; at < b->w->bytes; at += b->chunk_bytes) {
		if (bonnie_is_stopped(b))
			return bonnie_fail(b, "signal", at, EINTR);
		for (i = 0; i < b->chunk_bytes; i++)
			if (put_one(&c, (int)(i & 0x7f)) < 0)
				return -b->error;
	}
	return c.at ? flush(&c) : 0;
}

static int get_buffered(struct bonnie_worker *b)
{
	int (*const get_one)(struct chars *) = is_unlocked(b) ? get_unlocked : get_locked;
	unsigned counts[256] = { 0 };
	struct chars c = begin(b);
	uint64_t at;
	size_t i;
	int byte;

	for (at = 0; at < b->w->bytes; at += b->chunk_bytes) {
		if (bonnie_is_stopped(b))
			return bonnie_fail(b, "signal", at, EINTR);
		for (i = 0; i < b->chunk_bytes; i++) {
			byte = get_one(&c);
			if (byte < 0)
				return -b->error;
			counts[byte]++;
		}
	}
	/* so that counting is not found to be for nothing */
	__asm__ volatile ("" : : "r" (counts) : "memory");
	return 0;
}

/* A system call of one byte; not timed by itself, that would cost as much. */
static int move_byte(struct bonnie_worker *b, bool writes, char *byte, uint64_t at)
{
	const int fd = b->set.fd[0];
	ssize_t n;

	do {
		n = writes ? rawcall_write(fd, byte, 1) : rawcall_read(fd, byte, 1);
		if (n == 1)
			return 0;
		b->errors++;
	} while (n == -EINTR && !bonnie_is_stopped(b));
	if (!n)
		n = writes ? -ENOSPC : -ENODATA;
	return bonnie_fail(b, writes ? "write" : "read", at, (int)-n);
}

/* 2.00a looks at the clock before and after the bytes of a chunk, and so does this. */
static int move_bytes(struct bonnie_worker *b, bool writes)
{
	uint64_t at = 0, end, start_ns;
	char byte;

	while (at < b->w->bytes) {
		end = at + b->chunk_bytes;
		start_ns = work_now_ns();
		for (; at < end; at++) {
			byte = (char)(at & 0x7f);
			if (move_byte(b, writes, &byte, at))
				return -b->error;
			b->ops++;
		}
		hist_add(&b->chunk, work_now_ns() - start_ns);
		if (bonnie_is_stopped(b))
			return bonnie_fail(b, "signal", at, EINTR);
	}
	return 0;
}

int bonnie_putc(struct bonnie_worker *b)
{
	int ret;

	if (!bonnie_is_200(b->w->row))
		return put_buffered(b);
	ret = move_bytes(b, true);
	b->written_bytes = b->ops;
	return ret;
}

int bonnie_getc(struct bonnie_worker *b)
{
	int ret;

	if (!bonnie_is_200(b->w->row))
		return get_buffered(b);
	ret = move_bytes(b, false);
	b->read_bytes = b->ops;
	return ret;
}
