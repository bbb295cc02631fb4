// SPDX-License-Identifier: GPL-2.0-only
/*
 * Many dd at once, a thread each. All files are open and all threads there
 * before a barrier lets them go, so that opening does not skew their starts;
 * the figure of the whole is from the first start to the last end.
 */
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include "ddrun.h"
#include "row.h"

struct start {
	pthread_mutex_t gate;	/* held until all threads are there, or given up */
	pthread_barrier_t barrier;
	bool given_up;
};

struct stream {
	struct dd_run run;
	struct start *start;
	pthread_t thread;
};

static void *stream_main(void *arg)
{
	struct stream *s = arg;
	bool given_up;

	pthread_mutex_lock(&s->start->gate);
	given_up = s->start->given_up;
	pthread_mutex_unlock(&s->start->gate);
	if (given_up)
		return NULL;
	pthread_barrier_wait(&s->start->barrier);
	dd_window(&s->run);
	return NULL;
}

static void run_threads(struct stream *s, unsigned n)
{
	struct start start = { .gate = PTHREAD_MUTEX_INITIALIZER };
	unsigned made;
	int ret = pthread_barrier_init(&start.barrier, NULL, n);

	if (ret) {
		dd_fail(&s[0].run, "barrier", 0, ret);
		return;
	}
	pthread_mutex_lock(&start.gate);
	for (made = 0; made < n; made++) {
		s[made].start = &start;
		ret = pthread_create(&s[made].thread, NULL, stream_main, &s[made]);
		if (ret) {
			dd_fail(&s[made].run, "thread", 0, ret);
			start.given_up = true;
			break;
		}
	}
	pthread_mutex_unlock(&start.gate);
	while (made)
		pthread_join(s[--made].thread, NULL);
	pthread_barrier_destroy(&start.barrier);
}

/* The first that failed of itself: one that was halted only followed it. */
static int first_failure(const struct dd_result *r, unsigned n, unsigned *failed)
{
	unsigned i;

	for (i = 0; i < n; i++) {
		if (r[i].error && r[i].error != ECANCELED) {
			*failed = i;
			return -r[i].error;
		}
	}
	return 0;
}

int dd_run_streams(const struct dd_job *jobs, struct dd_result *results, unsigned n,
		   unsigned *failed)
{
	static struct stream streams[ROW_STREAMS_MAX];
	atomic_bool halt = false;
	unsigned i, opened;
	int ret = 0;

	if (!n || n > ROW_STREAMS_MAX)
		return -EINVAL;
	memset(results, 0, n * sizeof(*results));
	for (opened = 0; opened < n && !ret; opened++)
		ret = dd_open(&streams[opened].run, &jobs[opened], &results[opened], &halt);
	if (!ret)
		run_threads(streams, n);
	ret = first_failure(results, n, failed);
	if (!ret && jobs[0].sync_after)
		dd_sync(&jobs[0], &results[0]);
	for (i = 0; i < opened; i++)
		dd_release(&streams[i].run);
	return ret;
}
