/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * CPU time of a thread or of the process. user_ns and sys_ns are getrusage's:
 * the kernel splits by ticks and brings a running thread up to date at ticks
 * (1 to 10 ms). total_ns is the CPU clock's, to the nanosecond.
 */
#ifndef CPUTIME_H
#define CPUTIME_H

#include <stdint.h>

struct cputime {
	uint64_t user_ns, sys_ns, total_ns;
};

void cputime_thread(struct cputime *t);
void cputime_process(struct cputime *t);
/* Of ended children that were waited for; total_ns is user_ns + sys_ns. */
void cputime_children(struct cputime *t);
struct cputime cputime_between(const struct cputime *from, const struct cputime *to);

#endif
