// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lines in one buffer, each parsed and forgotten. A file may be anything, and may
 * change while it is read: nothing is mapped, lengths are those of what was read.
 */
#include "recfile.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "frame.h"
#include "prune.h"
#include "reader.h"
#include "reader-file.h"
#include "record.h"
#include "units.h"

#define SINK_HEAD 65536		/* a sink has a frame in it */
#define PIECE 65536
#define TAIL 8192		/* an end record is shorter, as a rule */

/* What a reading needs. */
struct reading {
	struct recfile *f;
	int (*take)(const json_t *record, void *arg);
	void *arg;
	char *run;		/* id of the first record */
	char *pruned;		/* RECORD_MAX */
	uint64_t line, bytes;
	unsigned char seen[READER_RECORDS / 8 + 1];	/* sequence numbers, a bit each */
	size_t len;
	char text[RECORD_MAX + 2 + PIECE];
};

int recfile_find(const char *path, char *file, size_t size)
{
	/* Without mdlab, as when its command was pasted, the port's file is all. */
	const char *const names[] = { "/records.jsonl", "/records.raw" };
	struct stat st;
	bool is_folder;
	int len;

	if (stat(path, &st))
		return -errno;
	is_folder = S_ISDIR(st.st_mode);
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		len = snprintf(file, size, "%s%s", path, is_folder ? names[i] : "");
		if (len < 0 || (size_t)len >= size)
			return -ENAMETOOLONG;
		if (!stat(file, &st))
			break;
		if (!is_folder || i + 1 == ARRAY_SIZE(names))
			return -errno;
	}
	return S_ISREG(st.st_mode) ? 0 : -EINVAL;
}

/* As records_load tells them apart. */
static int find_kind(struct recfile *f)
{
	char first, *head;
	ssize_t n = pread(f->fd, &first, 1, 0);

	if (n < 0)
		return -errno;
	if (n == 0 || first == '{')
		return 0;
	head = malloc(SINK_HEAD);
	if (!head)
		return -ENOMEM;
	n = pread(f->fd, head, SINK_HEAD, 0);
	f->is_sink = n > 0 && memmem(head, (size_t)n, FRAME_MAGIC, strlen(FRAME_MAGIC));
	free(head);
	return n < 0 ? -EIO : 0;
}

int recfile_open(struct recfile *f, const char *path)
{
	struct stat st;
	int ret;

	*f = (struct recfile){ .path = path };
	/* What is no file would keep us waiting. */
	f->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (f->fd < 0)
		return -errno;
	if (fstat(f->fd, &st))
		ret = -errno;
	else if (!S_ISREG(st.st_mode))
		ret = -EINVAL;
	else
		ret = (uint64_t)st.st_size > RECORDS_FILE_MAX ? -EFBIG : find_kind(f);
	if (ret) {
		recfile_close(f);
		return ret;
	}
	f->device = st.st_dev;
	f->inode = st.st_ino;
	f->size = (uint64_t)st.st_size;
	f->changed = st.st_mtime;
	return 0;
}

void recfile_close(struct recfile *f)
{
	if (f->fd >= 0)
		close(f->fd);
	f->fd = -1;
}

static int take_sink(struct recfile *f, int (*take)(const json_t *, void *), void *arg)
{
	struct records *r = records_new();
	const json_t *json;
	int ret = r ? records_load(r, f->path, f->why, sizeof(f->why)) : -ENOMEM;

	for (uint64_t seq = 1; !ret && seq <= records_last(r); seq++) {
		json = records_get(r, seq);
		if (json)
			ret = take(json, arg);
	}
	records_free(r);
	return ret;
}

/* What is wrong with a record of right JSON, NULL if it is new and right. */
static const char *find_fault(struct reading *r, const json_t *json)
{
	const char *fault = record_fault(json, r->run, 0);
	uint64_t seq;

	if (fault)
		return fault;
	if (r->bytes > RECORDS_BYTES_MAX)
		return "more than a run may hold";
	seq = (uint64_t)json_integer_value(json_object_get(json, "seq"));
	if (r->seen[seq / 8] & 1u << seq % 8)
		return "a sequence number that was there before";
	r->seen[seq / 8] |= (unsigned char)(1u << seq % 8);
	return NULL;
}

static int take_line(struct reading *r, const char *line, size_t len, const char **fault)
{
	size_t pruned = len <= RECORD_MAX ? prune_result(line, len, r->pruned) : 0;
	json_t *json;
	int ret = 0;

	*fault = "longer than a record may be";
	if (len > RECORD_MAX)
		return 0;
	json = json_loadb(pruned ? r->pruned : line, pruned ? pruned : len,
			  JSON_REJECT_DUPLICATES, NULL);
	*fault = json ? find_fault(r, json) : "not JSON";
	if (!*fault && !r->run) {
		r->run = strdup(json_string_value(json_object_get(json, "run")));
		ret = r->run ? 0 : -ENOMEM;
	}
	if (!*fault && !ret) {
		r->bytes += len;
		ret = r->take(json, r->arg);
	}
	json_decref(json);
	return ret;
}

/* One line, with or without its end. 0 or -errno. */
static int next_line(struct reading *r, const char *line, size_t len, bool is_cut)
{
	struct recfile *f = r->f;
	const char *fault;
	int ret;

	r->line++;
	if (!is_cut && len && line[len - 1] == '\r')
		len--;
	ret = take_line(r, line, len, &fault);
	if (ret || !fault)
		return ret;
	if (is_cut && !f->why[0])
		snprintf(f->why, sizeof(f->why), "line %" PRIu64 " is cut off", r->line);
	else if (!f->why[0])
		snprintf(f->why, sizeof(f->why), "line %" PRIu64 " is no record: %s", r->line,
			 fault);
	f->wrong += !is_cut;
	return f->wrong >= RECORDS_FAULTS_MAX ? -ECANCELED : 0;
}

/* All whole lines of the buffer; the rest moves to its front. */
static int take_buffer(struct reading *r, bool *is_long)
{
	char *line = r->text, *end = r->text + r->len, *feed;
	int ret = 0;

	while (!ret && (feed = memchr(line, '\n', (size_t)(end - line)))) {
		if (!*is_long)
			ret = next_line(r, line, (size_t)(feed - line), false);
		*is_long = false;
		line = feed + 1;
	}
	r->len = (size_t)(end - line);
	/* A line that is too long is told once, and passed over to its end. */
	if (!ret && r->len >= RECORD_MAX + 2) {
		if (!*is_long)
			ret = next_line(r, line, r->len, false);
		*is_long = true;
		r->len = 0;
	}
	memmove(r->text, line, r->len);
	return ret;
}

static int take_lines(struct reading *r)
{
	bool is_long = false;
	off_t offset = 0;
	ssize_t n;
	int ret = 0;

	while (!ret) {
		n = pread(r->f->fd, r->text + r->len, PIECE, offset);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (n == 0)
			break;
		offset += n;
		r->len += (size_t)n;
		ret = (uint64_t)offset > RECORDS_FILE_MAX ? -EFBIG : take_buffer(r, &is_long);
	}
	if (!ret && r->len && !is_long)
		ret = next_line(r, r->text, r->len, true);
	return ret;
}

int recfile_each(struct recfile *f, int (*take)(const json_t *record, void *arg), void *arg)
{
	struct reading *r;
	int ret;

	if (f->is_sink) {
		ret = take_sink(f, take, arg);
		return ret == -ECANCELED ? 0 : ret;
	}
	r = malloc(sizeof(*r));
	if (!r)
		return -ENOMEM;
	memset(r, 0, offsetof(struct reading, text));
	r->f = f;
	r->take = take;
	r->arg = arg;
	r->pruned = malloc(RECORD_MAX);
	ret = r->pruned ? take_lines(r) : -ENOMEM;
	free(r->pruned);
	free(r->run);
	free(r);
	return ret == -ECANCELED ? 0 : ret;
}

struct wanted {
	json_t *end;
};

static int take_end(const json_t *record, void *arg)
{
	struct wanted *wanted = arg;

	if (strcmp(json_string_value(json_object_get(record, "type")), "end"))
		return 0;
	wanted->end = json_deep_copy(record);
	return wanted->end ? -ECANCELED : -ENOMEM;
}

/* Of the file's last line, if it is whole and an end record of this run. */
static json_t *last_line(struct recfile *f, const char *run, char *text, size_t size, bool *is_all)
{
	const uint64_t from = f->size > size ? f->size - size : 0;
	ssize_t n = pread(f->fd, text, size, (off_t)from);
	const char *feed;
	json_t *json;
	size_t len;

	*is_all = from == 0;
	if (n <= 0)
		return NULL;
	len = (size_t)n;
	while (len && (text[len - 1] == '\n' || text[len - 1] == '\r'))
		len--;
	feed = memrchr(text, '\n', len);
	*is_all |= feed != NULL;
	if (!*is_all)
		return NULL;
	feed = feed ? feed + 1 : text;
	json = json_loadb(feed, len - (size_t)(feed - text), JSON_REJECT_DUPLICATES, NULL);
	if (json && !record_fault(json, run, 0) &&
	    !strcmp(json_string_value(json_object_get(json, "type")), "end"))
		return json;
	json_decref(json);
	return NULL;
}

json_t *recfile_end(struct recfile *f, const char *run)
{
	struct wanted wanted = { .end = NULL };
	char *text;
	bool is_all;

	if (f->is_sink) {
		take_sink(f, take_end, &wanted);
		return wanted.end;
	}
	text = malloc(RECORD_MAX + 2);
	if (!text)
		return NULL;
	wanted.end = last_line(f, run, text, TAIL, &is_all);
	if (!is_all)
		wanted.end = last_line(f, run, text, RECORD_MAX + 2, &is_all);
	free(text);
	return wanted.end;
}
