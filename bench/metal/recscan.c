// SPDX-License-Identifier: GPL-2.0-only
/*
 * Goes through a records file line by line. Only a line that can be a record of
 * this file counts; the first that is not ends it, whatever follows: after a
 * loss of power the end of a file on FAT may be cut, zeros, or what its clusters
 * held before.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "recline.h"
#include "record.h"
#include "recscan.h"

#define RESULTS_MOST 65536
#define SECTOR 512
#define BUFFER (RECORD_MAX + 2 + SECTOR)
#define CRASHES_MOST (256 * 1024)	/* bytes of ids */

/* What a line says, before it is taken for good. */
struct line {
	char type[16], run[64], step[128], release[80], suite[32], outcome[16], counts[8];
	uint64_t schema, seq, repeat, tests, bytes_rate, ops_rate;
	bool has_bytes_rate, has_ops_rate;
	struct recscan_result result;
};

/* The crash records of the file, to be counted when the last step is known. */
struct counts {
	unsigned without_step;
	unsigned *repeats;
	size_t n;
};

static void each_member(void *arg, const struct recline_member *m)
{
	static const struct { const char *key; size_t at, size; } texts[] = {
#define TEXT(key_, member) { key_, offsetof(struct line, member), \
			     sizeof(((struct line *)0)->member) }
		TEXT("type", type), TEXT("run", run), TEXT("step", step),
		TEXT("kernel_release", release), TEXT("suite", suite),
		TEXT("outcome", outcome), TEXT("counts", counts),
		TEXT("id", result.id), TEXT("verdict", result.verdict),
		TEXT("reason", result.reason),
#undef TEXT
	};
	static const struct { const char *key; size_t at; } numbers[] = {
#define NUMBER(key_, member) { key_, offsetof(struct line, member) }
		NUMBER("schema", schema), NUMBER("seq", seq), NUMBER("tests", tests),
		NUMBER("repeat", repeat), NUMBER("step_repeat", repeat),
		NUMBER("rate_bytes_per_s", bytes_rate), NUMBER("rate_ops_per_s", ops_rate),
#undef NUMBER
	};
	struct line *l = arg;
	uint64_t value;
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (recline_is(m, texts[i].key))
			recline_text(m, (char *)l + texts[i].at, texts[i].size);
	for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
		if (recline_is(m, numbers[i].key) && recline_number(m, &value))
			memcpy((char *)l + numbers[i].at, &value, sizeof(value));
	if (recline_is(m, "rate_bytes_per_s"))
		l->has_bytes_rate = m->kind == RECLINE_NUMBER;
	if (recline_is(m, "rate_ops_per_s"))
		l->has_ops_rate = m->kind == RECLINE_NUMBER;
	if (recline_is(m, "cached"))
		l->result.cached = m->kind == RECLINE_WORD && m->len == 4 && *m->text == 't';
}

static int add_result(struct recscan *s, const struct line *l)
{
	struct recscan_result *r;

	if (s->nresults >= RESULTS_MOST)
		return -EFBIG;
	if (!(s->nresults & (s->nresults - 1))) {	/* at each power of two */
		r = realloc(s->results, (s->nresults ? 2 * s->nresults : 1) * sizeof(*r));
		if (!r)
			return -ENOMEM;
		s->results = r;
	}
	r = &s->results[s->nresults++];
	*r = l->result;
	r->repeat = (unsigned)l->repeat;
	r->counts_ops = !strcmp(l->counts, "ops");
	r->has_rate = r->counts_ops ? l->has_ops_rate : l->has_bytes_rate;
	r->rate = !r->has_rate ? 0 : r->counts_ops ? l->ops_rate : l->bytes_rate;
	return 0;
}

/* Ids one after the other; the repeats of those with an id beside them. */
static int add_crash(struct recscan *s, struct counts *c, const struct line *l)
{
	const size_t len = strlen(l->step) + 1;
	char *ids;
	unsigned *repeats;

	if (len == 1) {
		c->without_step++;
		return 0;
	}
	if (s->crashed_bytes + len > CRASHES_MOST)
		return -EFBIG;
	ids = realloc(s->crashed, s->crashed_bytes + len + 1);
	if (!ids)
		return -ENOMEM;
	s->crashed = ids;
	repeats = realloc(c->repeats, (c->n + 1) * sizeof(*repeats));
	if (!repeats)
		return -ENOMEM;
	c->repeats = repeats;
	repeats[c->n++] = (unsigned)l->repeat;
	memcpy(ids + s->crashed_bytes, l->step, len);
	s->crashed_bytes += len;
	ids[s->crashed_bytes] = '\0';
	return 0;
}

static int take_record(struct recscan *s, struct counts *c, const struct line *l)
{
	if (!strcmp(l->type, "run")) {
		s->has_run = true;
		s->tests = l->tests;
		memcpy(s->suite, l->suite, sizeof(s->suite));
	} else if (!strcmp(l->type, "env")) {
		s->has_env = true;
		s->has_end = false;
		memcpy(s->release, l->release, sizeof(s->release));
	} else if (!strcmp(l->type, "step")) {
		s->has_end = false;
		memcpy(s->step, l->result.id, sizeof(s->step));
	} else if (!strcmp(l->type, "result")) {
		s->step[0] = '\0';
		return add_result(s, l);
	} else if (!strcmp(l->type, "crash")) {
		s->has_end = false;
		s->step[0] = '\0';
		return add_crash(s, c, l);
	} else if (!strcmp(l->type, "end")) {
		s->has_end = true;
		memcpy(s->outcome, l->outcome, sizeof(s->outcome));
	}
	return 0;
}

/* 1: a record of this file, and taken; 0: none; -errno. */
static int take_line(struct recscan *s, struct counts *c, const char *text, size_t len)
{
	struct line l;
	int ret;

	memset(&l, 0, sizeof(l));
	if (len > RECORD_MAX || !recline_parse(text, len, each_member, &l) || l.schema != 1 ||
	    !l.type[0] || !l.run[0] || !l.seq ||
	    (s->last_seq && l.seq != s->last_seq + 1) ||
	    (s->run[0] && strcmp(s->run, l.run)))
		return 0;
	if (!strcmp(l.type, "result") &&
	    (!l.result.id[0] || !l.result.verdict[0] || !l.repeat || l.repeat > UINT32_MAX))
		return 0;
	ret = take_record(s, c, &l);
	if (ret)
		return ret;
	memcpy(s->run, l.run, sizeof(s->run));
	s->last_seq = l.seq;
	s->good_bytes += len + 1;
	return 1;
}

struct source {
	const char *path;
	int fd, direct;		/* -1: not needed yet */
	uint64_t at;
};

/*
 * The next bytes, at least a sector's room given. Where the chain of a file is
 * torn, the cache reads nothing of the page that it is torn in: then sector by
 * sector, past the cache.
 */
static ssize_t read_some(struct source *src, char *buf, size_t size)
{
	static char sector[SECTOR] __attribute__((aligned(4096)));
	ssize_t n;

	do
		n = pread(src->fd, buf, size, (off_t)src->at);
	while (n < 0 && errno == EINTR);
	if (n < 0 && errno == EIO && src->at % SECTOR == 0) {
		if (src->direct < 0)
			src->direct = open(src->path, O_RDONLY | O_DIRECT | O_CLOEXEC | O_NOFOLLOW);
		n = pread(src->direct, sector, sizeof(sector), (off_t)src->at);
		if (n > 0)
			memcpy(buf, sector, (size_t)n);
		else
			errno = EIO;
	}
	if (n > 0)
		src->at += (uint64_t)n;
	return n;
}

/* Lines until one is bad: 0 or -errno. */
static int take_lines(struct recscan *s, struct counts *c, struct source *src, char *buf)
{
	size_t have = 0, begin;
	char *end;
	ssize_t n;
	int ret;

	/* longer than any record: none */
	while (have <= RECORD_MAX + 1) {
		n = read_some(src, buf + have, BUFFER - have);
		if (n < 0) {
			s->was_unreadable = true;
			return s->good_bytes ? 0 : -errno;
		}
		if (!n)
			return 0;
		have += (size_t)n;
		for (begin = 0; (end = memchr(buf + begin, '\n', have - begin));
		     begin = (size_t)(end - buf) + 1) {
			ret = take_line(s, c, buf + begin, (size_t)(end - buf) - begin);
			if (ret <= 0)
				return ret;
		}
		memmove(buf, buf + begin, have - begin);
		have -= begin;
	}
	return 0;
}

/* Repeats of a test come one after the other, so its results tell which this is. */
static void finish(struct recscan *s, const struct counts *c)
{
	const char *id = s->crashed;
	size_t i;

	s->crashes = s->step[0] ? 0 : c->without_step;
	if (!s->step[0])
		return;
	s->step_repeat = 1;
	for (i = 0; i < s->nresults; i++)
		if (!strcmp(s->results[i].id, s->step) && s->results[i].repeat >= s->step_repeat)
			s->step_repeat = s->results[i].repeat + 1;
	for (i = 0; i < c->n; i++, id += strlen(id) + 1)
		s->crashes += !strcmp(id, s->step) && c->repeats[i] == s->step_repeat;
}

static int open_plain(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	struct stat st;

	if (fd < 0)
		return -errno;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode))
		return fd;
	close(fd);
	return -EISDIR;
}

int recscan_file(const char *path, struct recscan *s)
{
	struct source src = { .path = path, .fd = -1, .direct = -1 };
	struct counts c = { 0 };
	char *buf;
	int ret;

	memset(s, 0, sizeof(*s));
	s->crashed = calloc(1, 1);
	buf = malloc(BUFFER);
	src.fd = s->crashed && buf ? open_plain(path) : -ENOMEM;
	ret = src.fd == -ENOENT ? 0 : src.fd;
	if (src.fd >= 0) {
		ret = take_lines(s, &c, &src, buf);
		close(src.fd);
	}
	if (src.direct >= 0)
		close(src.direct);
	finish(s, &c);
	free(c.repeats);
	free(buf);
	if (ret < 0)
		recscan_free(s);
	return ret < 0 ? ret : 0;
}

void recscan_free(struct recscan *s)
{
	free(s->results);
	free(s->crashed);
	memset(s, 0, sizeof(*s));
}

const struct recscan_result *recscan_find(const struct recscan *s, const char *id, unsigned repeat)
{
	size_t i;

	for (i = s->nresults; i-- > 0;)
		if (s->results[i].repeat == repeat && !strcmp(s->results[i].id, id))
			return &s->results[i];
	return NULL;
}
