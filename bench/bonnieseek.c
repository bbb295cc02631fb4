// SPDX-License-Identifier: GPL-2.0-only
/*
 * bonnie's seeks: processes (1.03) or threads (2.00) that draw tickets from one
 * pipe, an operation a ticket. Each tells by a pipe of its own that its files
 * are open; then the tickets are written. That pipe also shows the end of a
 * process, however it ended, so nothing can wait for one that is gone.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "bonnie.h"
#include "rawcall.h"

#define LAST_TICKET INT_MIN	/* of 2.00; 1.03 has a byte of 0 */
#define POLL_MS 100
#define REREADS 1000

enum { STREAM_TICKETS = 0x7365656b, STREAM_SEEKER };

enum halt { HALT_NO, HALT_STOPPED, HALT_FAILED };

struct seeks;

struct seeker {
	struct bonnie_worker b;
	struct seeks *all;
	unsigned index;
	pthread_t thread;
	pid_t pid;
	bool is_running;
};

/* In memory that processes share. */
struct seeks {
	struct work *w;
	bool is_200;
	uint64_t places, step_bytes;
	int halt;		/* enum halt; what a seeker sees of others and of signals */
	unsigned seekers;
	struct seeker seeker[];
};

/* bonnie++'s 8192 and its last ones are written by one call. */
#define TICKETS_MAX 16384

struct tickets {
	struct prng prng;
	uint64_t made;
	union {
		char bytes[TICKETS_MAX];	/* 1.03 */
		int32_t numbers[TICKETS_MAX];	/* 2.00 */
	};
};

/* Descriptors are each process's own. -1: closed. */
static struct {
	int tickets[2];
	int ready[ROW_STREAMS_MAX][2];
} pipes;

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

/* 1.03: the 1st, 11th … of each process; 2.00: where the parent said so. */
static int seek_once(struct seeker *s, int32_t ticket)
{
	struct bonnie_worker *b = &s->b;
	const struct seeks *all = s->all;
	const bool updates = all->is_200 ? ticket < 0 : b->ops % 10 == 0;
	const uint64_t place = all->is_200 ? (uint64_t)llabs(ticket) % all->places :
			       prng_below(&b->prng, all->places);
	const uint64_t at = place * all->step_bytes;

	if (bonnie_seek(b, at, false) || bonnie_read(b, b->buf, b->chunk_bytes, at) ||
	    bonnie_check(b, at, REREADS))
		return -b->error;
	if (updates) {
		b->buf[all->is_200 ? place % b->chunk_bytes :
		       prng_below(&b->prng, b->chunk_bytes)]--;
		bonnie_stamp(b, at);
		if (bonnie_seek(b, at, false) ||
		    bonnie_write(b, b->buf, b->chunk_bytes, at))
			return -b->error;
		if (b->w->row->detail & BONNIE_FSYNC_EACH && bonnie_fsync(b, at))
			return -b->error;
	}
	b->ops++;
	return 0;
}

/* False at the last one, and when nobody writes any more. */
static bool take_ticket(struct seeks *all, int32_t *ticket)
{
	unsigned char byte = 0;
	ssize_t n;

	do
		n = all->is_200 ? rawcall_read(pipes.tickets[0], ticket, sizeof(*ticket)) :
				  rawcall_read(pipes.tickets[0], &byte, 1);
	while (n == -EINTR);
	if (!all->is_200)
		*ticket = byte;
	return n > 0 && *ticket != (all->is_200 ? LAST_TICKET : 0);
}

/* After a failure tickets are taken all the same, or their writer would wait. */
static void *seeker_main(void *arg)
{
	struct seeker *s = arg;
	struct bonnie_worker *b = &s->b;
	int32_t ticket = 0;
	bool more;

	bonnie_open(b, BONNIE_OPEN, false);
	while (write(pipes.ready[s->index][1], "", 1) < 0 && errno == EINTR)
		;	/* its reader waits, or has gone */
	more = take_ticket(s->all, &ticket);
	if (b->failed) {
		while (more)
			more = take_ticket(s->all, &ticket);
		bonnie_close(b);
		return NULL;
	}
	bonnie_begin(b);
	for (; more; more = take_ticket(s->all, &ticket)) {
		if (b->failed || s->all->halt == HALT_FAILED)
			continue;
		if (bonnie_is_stopped(b))
			bonnie_fail(b, "signal", 0, EINTR);
		else if (seek_once(s, ticket) && b->error != EINTR)
			s->all->halt = HALT_FAILED;
	}
	bonnie_end(b);
	return NULL;
}

static _Noreturn void child_main(struct seeker *s)
{
	/* with the parent gone nobody would remove the files that it works on */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	close_fd(&pipes.ready[s->index][0]);
	close_fd(&pipes.tickets[1]);
	seeker_main(s);
	_exit(0);
}

static int start_seeker(struct seeker *s)
{
	pid_t pid;
	int ret;

	if (pipe2(pipes.ready[s->index], O_CLOEXEC))
		return -errno;
	if (s->all->is_200) {
		ret = -pthread_create(&s->thread, NULL, seeker_main, s);
	} else {
		pid = fork();
		if (!pid)
			child_main(s);	/* s is memory of both: it does not set pid */
		s->pid = pid;
		ret = pid < 0 ? -errno : 0;
		close_fd(&pipes.ready[s->index][1]);
	}
	s->is_running = !ret;
	return ret;
}

/* Its byte, or that it is gone; or nothing more once all is to end. */
static void wait_ready(const struct seeks *all, const struct seeker *s)
{
	struct pollfd p = { .fd = pipes.ready[s->index][0], .events = POLLIN };
	char byte;

	while (!work_is_stopped(all->w))
		if (poll(&p, 1, POLL_MS) > 0 && read(p.fd, &byte, 1) >= 0)
			return;
}

/* A process sees a signal of its own only: pass on what the parent was told. */
static void wait_end(struct seeks *all, struct seeker *s, struct work_result *r)
{
	struct pollfd p = { .fd = pipes.ready[s->index][0], .events = POLLIN };
	int status = 0;
	char bytes[8];

	if (all->is_200) {
		pthread_join(s->thread, NULL);
		return;
	}
	for (;;) {
		if (poll(&p, 1, POLL_MS) > 0 && read(p.fd, bytes, sizeof(bytes)) == 0)
			break;
		if (work_is_stopped(all->w))
			all->halt = HALT_STOPPED;
	}
	while (waitpid(s->pid, &status, 0) < 0 && errno == EINTR)
		;
	if (status && !s->b.failed)
		work_fail(r, "a seeker that ended early", NULL, 0, ECHILD);
}

/* Of all operations, and a last one for each seeker; as many as the buffer holds. */
static size_t make_tickets(const struct seeks *all, struct tickets *t)
{
	const uint64_t ops = all->w->ops;
	size_t n = 0;

	for (; n < TICKETS_MAX && t->made < ops + all->seekers; n++, t->made++) {
		const bool is_last = t->made >= ops;

		if (!all->is_200) {
			t->bytes[n] = !is_last;
			continue;
		}
		t->numbers[n] = (int32_t)prng_below(&t->prng, INT_MAX);
		if (t->numbers[n] % 10 == 0)
			t->numbers[n] = -t->numbers[n];
		if (is_last)
			t->numbers[n] = LAST_TICKET;
	}
	return n * (all->is_200 ? sizeof(t->numbers[0]) : 1);
}

static int write_tickets(const struct seeks *all, const char *buf, size_t len)
{
	ssize_t n;

	while (len) {
		if (work_is_stopped(all->w))
			return -EINTR;
		n = write(pipes.tickets[1], buf, len);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		buf += n;
		len -= (size_t)n;
	}
	return 0;
}

/* 2.00's own descriptor is open until the tickets are written, then synced. */
static void release(struct seeks *all, struct bonnie_worker *own, struct tickets *t, size_t len,
		    struct work_result *r)
{
	int ret;

	if (!all->is_200)
		close_fd(&pipes.tickets[0]);
	do
		ret = write_tickets(all, t->bytes, len);
	while (!ret && (len = make_tickets(all, t)));
	if (ret == -EINTR)
		all->halt = HALT_STOPPED;
	if (ret)
		work_fail(r, ret == -EINTR ? "signal" : "tickets", NULL, 0, -ret);
	close_fd(&pipes.tickets[1]);
	if (!all->is_200)
		return;
	if (!own->failed)
		bonnie_fsync(own, 0);
	if (!own->w->is_device)
		bonnie_close(own);
}

static void run_seekers(struct seeks *all, struct bonnie_worker *own, struct work_result *r)
{
	static struct tickets tickets;
	unsigned i;
	size_t len;
	int ret = 0;

	tickets.prng = prng_of(all->w->seed, STREAM_TICKETS);
	tickets.made = 0;
	len = make_tickets(all, &tickets);
	for (i = 0; i < all->seekers && !ret; i++)
		ret = start_seeker(&all->seeker[i]);
	if (ret)
		work_fail(r, "seekers", NULL, 0, -ret);
	for (i = 0; i < all->seekers; i++)
		if (all->seeker[i].is_running)
			wait_ready(all, &all->seeker[i]);
	if (!ret)
		release(all, own, &tickets, len, r);
	close_fd(&pipes.tickets[1]);	/* whoever waits for more sees the end */
	for (i = 0; i < all->seekers; i++)
		if (all->seeker[i].is_running)
			wait_end(all, &all->seeker[i], r);
}

/* From the first start to the last end. */
static void add_seekers(const struct seeks *all, struct work_result *r)
{
	uint64_t begin_ns = UINT64_MAX, io_end_ns = 0, end_ns = 0;
	unsigned i;

	for (i = 0; i < all->seekers; i++) {
		const struct bonnie_worker *b = &all->seeker[i].b;

		bonnie_add(r, i, b);
		if (!b->end_ns)
			continue;
		if (b->begin_ns < begin_ns)
			begin_ns = b->begin_ns;
		if (b->io_end_ns > io_end_ns)
			io_end_ns = b->io_end_ns;
		if (b->end_ns > end_ns)
			end_ns = b->end_ns;
		if (b->fsync_end_ns - b->io_end_ns > r->fsync_ns)
			r->fsync_ns = b->fsync_end_ns - b->io_end_ns;
	}
	r->streams = all->seekers;
	r->did_fsync = bonnie_syncs(all->w);
	r->bytes = r->read_bytes;
	if (!end_ns)
		return;
	r->wall_ns = end_ns - begin_ns;
	r->io_ns = io_end_ns - begin_ns;
}

static int set_up(struct seeks *all, char *bufs)
{
	struct work *w = all->w;
	unsigned i;

	all->is_200 = bonnie_is_200(w->row);
	all->step_bytes = w->align_bytes ? w->align_bytes : w->row->block_bytes;
	all->places = (w->bytes - w->row->block_bytes) / all->step_bytes + 1;
	for (i = 0; i < all->seekers; i++) {
		struct seeker *s = &all->seeker[i];

		s->all = all;
		s->index = i;
		pipes.ready[i][0] = pipes.ready[i][1] = -1;
		s->b.w = w;
		s->b.halt = &all->halt;
		s->b.chunk_bytes = w->row->block_bytes;
		s->b.buf = bufs + (size_t)i * BONNIE_BUF_BYTES;
		s->b.prng = prng_of(w->seed, STREAM_SEEKER + i);
		hist_init(&s->b.read);
		hist_init(&s->b.write);
	}
	return pipe2(pipes.tickets, O_CLOEXEC) ? -errno : 0;
}

static void *map(size_t len, int kind)
{
	return mmap(NULL, len, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS, -1, 0);
}

static void run_mapped(struct seeks *all, char *bufs, struct work_result *r)
{
	/* of the parent: for 2.00's calls, and so that a device is ours alone */
	static struct bonnie_worker own;
	struct work *w = all->w;
	uint64_t start_ns = work_now_ns();
	unsigned i;
	int ret;

	ret = set_up(all, bufs);
	if (ret) {
		work_fail(r, "pipe", NULL, 0, -ret);
		return;
	}
	memset(&own, 0, sizeof(own));
	own.w = w;
	own.chunk_bytes = w->row->block_bytes;
	if ((all->is_200 || w->is_device) && bonnie_open(&own, BONNIE_OPEN, true))
		bonnie_add(r, 0, &own);
	r->open_ns = work_now_ns() - start_ns;
	if (!own.failed)
		run_seekers(all, &own, r);
	bonnie_close(&own);
	for (i = 0; i < all->seekers; i++) {
		close_fd(&pipes.ready[i][0]);
		close_fd(&pipes.ready[i][1]);
	}
	close_fd(&pipes.tickets[0]);
	close_fd(&pipes.tickets[1]);
	if (own.failed)
		bonnie_add(r, 0, &own);
	else
		add_seekers(all, r);
}

void bonnie_seeks(struct work *w, struct work_result *r)
{
	const unsigned seekers = w->row->streams ? w->row->streams :
				 bonnie_is_200(w->row) ? 5 : 3;
	const size_t all_len = sizeof(struct seeks) + seekers * sizeof(struct seeker);
	const size_t bufs_len = (size_t)seekers * BONNIE_BUF_BYTES;
	struct seeks *all = map(all_len, MAP_SHARED);
	char *bufs = map(bufs_len, MAP_PRIVATE);

	if (all == MAP_FAILED || bufs == MAP_FAILED) {
		work_fail(r, "mmap", NULL, 0, errno);
	} else {
		all->w = w;
		all->seekers = seekers;
		run_mapped(all, bufs, r);
	}
	if (all != MAP_FAILED)
		munmap(all, all_len);
	if (bufs != MAP_FAILED)
		munmap(bufs, bufs_len);
}
