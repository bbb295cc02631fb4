// SPDX-License-Identifier: GPL-2.0-only
/*
 * The merged records of a run. They hang in pages that are made when first
 * needed, so that a single giant sequence number costs one page. A sink is
 * read by lines; a line that is too long is looked through and forgotten but
 * for its tail, in which a frame may have begun.
 */
#include "reader.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "frame.h"
#include "reader-file.h"
#include "record.h"

#define PAGE_RECORDS 1024
#define PAGES (READER_RECORDS / PAGE_RECORDS + 1)
#define LINE_MAX_BYTES (128u << 10)

struct entry {
	json_t *json;
	char *text;
};

struct sink {
	char *line;		/* LINE_MAX_BYTES, made on first use */
	size_t len;
};

struct records {
	struct entry *page[PAGES];
	struct sink sink[READER_SINKS];
	char *run;		/* the run's id, from the first record kept */
	uint64_t last, bad;
	uint64_t schema;	/* another schema's number, 0: none was seen */
	size_t text_bytes;
};

struct records *records_new(void)
{
	return calloc(1, sizeof(struct records));
}

static void page_free(struct entry *page)
{
	for (unsigned i = 0; page && i < PAGE_RECORDS; i++) {
		json_decref(page[i].json);
		free(page[i].text);
	}
	free(page);
}

void records_free(struct records *r)
{
	if (!r)
		return;
	for (unsigned i = 0; i < PAGES; i++)
		page_free(r->page[i]);
	for (unsigned i = 0; i < READER_SINKS; i++)
		free(r->sink[i].line);
	free(r->run);
	free(r);
}

static struct entry *entry_find(const struct records *r, uint64_t seq)
{
	struct entry *page;

	if (!seq || seq > READER_RECORDS)
		return NULL;
	page = r->page[seq / PAGE_RECORDS];
	if (!page || !page[seq % PAGE_RECORDS].json)
		return NULL;
	return &page[seq % PAGE_RECORDS];
}

/* json becomes ours on success only. */
static int entry_add(struct records *r, uint64_t seq, json_t *json, const char *text,
		     size_t len)
{
	struct entry **page = &r->page[seq / PAGE_RECORDS];
	char *copy;

	if (!*page)
		*page = calloc(PAGE_RECORDS, sizeof(**page));
	if (!r->run)
		r->run = strdup(json_string_value(json_object_get(json, "run")));
	copy = malloc(len + 1);
	if (!*page || !r->run || !copy) {
		free(copy);
		return -ENOMEM;
	}
	memcpy(copy, text, len);
	copy[len] = '\0';
	(*page)[seq % PAGE_RECORDS] = (struct entry){ .json = json, .text = copy };
	r->text_bytes += len;
	if (seq > r->last)
		r->last = seq;
	return 0;
}

const char *record_fault(const json_t *json, const char *run, uint64_t seq)
{
	const json_t *schema = json_object_get(json, "schema");
	const json_t *number = json_object_get(json, "seq");
	const char *is_run = json_string_value(json_object_get(json, "run"));

	if (!json_is_object(json))
		return "not an object";
	if (!json_is_integer(schema))
		return "no schema number";
	if (json_integer_value(schema) != 1)
		return "another schema than 1, take the mdlab that belongs to it";
	if (!json_is_string(json_object_get(json, "type")))
		return "no type";
	if (!json_is_integer(number) || json_integer_value(number) < 1 ||
	    json_integer_value(number) > READER_RECORDS)
		return "no sequence number, or an impossible one";
	if (seq && (uint64_t)json_integer_value(number) != seq)
		return "another sequence number than its frame";
	if (!is_run)
		return "no run id";
	if (run && strcmp(is_run, run))
		return "of another run";
	return NULL;
}

/* Another schema's number is kept, for whoever asks why nothing came. */
static void note_schema(struct records *r, const json_t *json)
{
	const json_t *schema = json_object_get(json, "schema");

	if (json_is_integer(schema) && json_integer_value(schema) != 1)
		r->schema = (uint64_t)json_integer_value(schema);
}

int records_take(struct records *r, const char *text, size_t len, uint64_t seq,
		 const char **fault)
{
	json_error_t error;
	json_t *json;
	int ret = 0;

	*fault = NULL;
	if (len > RECORD_MAX) {
		*fault = "longer than a record may be";
		return 0;
	}
	json = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
	if (!json) {
		*fault = "not JSON";
		return 0;
	}
	note_schema(r, json);
	*fault = record_fault(json, r->run, seq);
	if (!*fault && r->text_bytes > RECORDS_BYTES_MAX)
		*fault = "more than a run may hold";
	if (!*fault) {
		seq = (uint64_t)json_integer_value(json_object_get(json, "seq"));
		if (entry_find(r, seq))
			*fault = "a sequence number that was there before";
		else
			ret = entry_add(r, seq, json, text, len);
	}
	if (*fault || ret)
		json_decref(json);
	return ret;
}

/* All frames of a line: 0 or -ENOMEM. */
static int line_scan(struct records *r, const char *line, size_t len)
{
	struct frame f = { .end = 0 };
	const char *fault;
	int ret;

	while (frame_next(line, len, &f)) {
		if (!f.is_right) {
			r->bad++;
			continue;
		}
		if (entry_find(r, f.seq))
			continue;	/* another sink was first */
		ret = f.seq && f.seq <= READER_RECORDS ?
			records_take(r, f.json, f.len, f.seq, &fault) : -ERANGE;
		if (ret == -ENOMEM)
			return ret;
		if (ret || fault)
			r->bad++;
	}
	return 0;
}

/* A line that fills the buffer: keep what may be the start of a frame. */
static int sink_shift(struct records *r, struct sink *s)
{
	size_t keep = RECORD_MAX + FRAME_HEAD_MAX;
	int ret = line_scan(r, s->line, s->len);

	memmove(s->line, s->line + s->len - keep, keep);
	s->len = keep;
	return ret;
}

int records_feed(struct records *r, unsigned sink, const char *data, size_t len)
{
	struct sink *s = &r->sink[sink % READER_SINKS];
	const char *feed;
	size_t n;
	int ret = 0;

	if (!s->line)
		s->line = malloc(LINE_MAX_BYTES);
	if (!s->line)
		return -ENOMEM;
	while (len && !ret) {
		n = len < LINE_MAX_BYTES - s->len ? len : LINE_MAX_BYTES - s->len;
		feed = memchr(data, '\n', n);
		if (feed)
			n = (size_t)(feed - data);
		memcpy(s->line + s->len, data, n);
		s->len += n;
		data += n;
		len -= n;
		if (feed) {
			ret = line_scan(r, s->line, s->len);
			s->len = 0;
			data++;
			len--;
		} else if (s->len == LINE_MAX_BYTES) {
			ret = sink_shift(r, s);
		}
	}
	return ret;
}

const json_t *records_get(const struct records *r, uint64_t seq)
{
	struct entry *e = entry_find(r, seq);

	return e ? e->json : NULL;
}

const char *records_text(const struct records *r, uint64_t seq)
{
	struct entry *e = entry_find(r, seq);

	return e ? e->text : NULL;
}

uint64_t records_last(const struct records *r)
{
	return r->last;
}

uint64_t records_bad(const struct records *r)
{
	return r->bad;
}

const char *records_run(const struct records *r)
{
	return r->run;
}

uint64_t records_schema(const struct records *r)
{
	return r->schema;
}

size_t records_missing(const struct records *r, uint64_t *seq, size_t max)
{
	const json_t *end = records_find(r, "end");
	uint64_t last = r->last;
	json_int_t said = json_integer_value(json_object_get(end, "records"));
	size_t count = 0;

	if (said > 0 && said <= READER_RECORDS && (uint64_t)said > last)
		last = (uint64_t)said;
	for (uint64_t i = 1; i <= last; i++) {
		if (entry_find(r, i))
			continue;
		if (count < max)
			seq[count] = i;
		count++;
	}
	return count;
}

const json_t *records_find(const struct records *r, const char *type)
{
	const json_t *json;
	const char *is;

	for (uint64_t i = 1; i <= r->last; i++) {
		json = records_get(r, i);
		is = json_string_value(json_object_get(json, "type"));
		if (is && !strcmp(is, type))
			return json;
	}
	return NULL;
}
