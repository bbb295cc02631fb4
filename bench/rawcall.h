/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * System calls of a measured loop. A libc makes each read(2) a cancellation
 * point; with musl and threads that is some forty instructions a call, more
 * than all else in the loop. Nothing here is cancelled, so the instruction
 * itself does. They return a count or -errno and leave errno alone.
 */
#ifndef RAWCALL_H
#define RAWCALL_H

#include <errno.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

static inline long rawcall3(long number, long a, long b, long c)
{
#if defined(__x86_64__) && defined(__LP64__)
	long ret;

	__asm__ volatile ("syscall" : "=a" (ret) : "a" (number), "D" (a), "S" (b), "d" (c)
			  : "rcx", "r11", "memory");
	return ret;
#else
	long ret = syscall(number, a, b, c);

	return ret < 0 ? -errno : ret;
#endif
}

static inline ssize_t rawcall_read(int fd, void *buf, size_t len)
{
	return rawcall3(SYS_read, fd, (long)buf, (long)len);
}

static inline ssize_t rawcall_write(int fd, const void *buf, size_t len)
{
	return rawcall3(SYS_write, fd, (long)buf, (long)len);
}

#endif
