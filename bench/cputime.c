// SPDX-License-Identifier: GPL-2.0-only
/* See cputime.h. */
#include <sys/resource.h>
#include <time.h>
#include "cputime.h"

static uint64_t timeval_ns(struct timeval t)
{
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_usec * 1000u;
}

static void read_usage(int who, struct cputime *t)
{
	struct rusage u;

	getrusage(who, &u);
	t->user_ns = timeval_ns(u.ru_utime);
	t->sys_ns = timeval_ns(u.ru_stime);
}

static uint64_t read_clock(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void cputime_thread(struct cputime *t)
{
	read_usage(RUSAGE_THREAD, t);
	t->total_ns = read_clock(CLOCK_THREAD_CPUTIME_ID);
}

void cputime_process(struct cputime *t)
{
	read_usage(RUSAGE_SELF, t);
	t->total_ns = read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

void cputime_children(struct cputime *t)
{
	read_usage(RUSAGE_CHILDREN, t);
	t->total_ns = t->user_ns + t->sys_ns;
}

struct cputime cputime_between(const struct cputime *from, const struct cputime *to)
{
	return (struct cputime){
		.user_ns = to->user_ns - from->user_ns,
		.sys_ns = to->sys_ns - from->sys_ns,
		.total_ns = to->total_ns - from->total_ns,
	};
}
