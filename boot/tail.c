// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads what the guest writes. Data is read from where the last read ended,
 * so that nothing depends on a notification having come.
 */
#include "tail.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include "child.h"

#define GAP_WAIT_MS 2000	/* the other sink may still bring a lost record */

int tail_open(struct tail *t, const struct runfolder *r)
{
	t->next = 1;
	t->console.start_ms = now_ms();
	t->console.on_line = t->on_line;
	t->console.arg = t->arg;
	t->fd[SINK_PORT] = open(r->records_raw, O_RDONLY | O_CLOEXEC);
	t->fd[SINK_CONSOLE] = open(r->console_raw, O_RDONLY | O_CLOEXEC);
	t->console.out = fopen(r->console, "wxe");
	t->records_out = fopen(r->records, "wxe");
	if (t->fd[0] < 0 || t->fd[1] < 0 || !t->console.out || !t->records_out)
		return -errno;
	t->records = records_new();
	return t->records ? 0 : -ENOMEM;
}

static void read_sink(struct tail *t, unsigned sink)
{
	char buf[65536];
	ssize_t n;

	while ((n = read(t->fd[sink], buf, sizeof(buf))) > 0) {
		t->spoke = true;
		if (sink == SINK_CONSOLE)
			conlog_bytes(&t->console, buf, (size_t)n);
		if (records_feed(t->records, sink, buf, (size_t)n) < 0)
			t->error = ENOMEM;
	}
}

/* Should the record that is missing be given up? */
static bool gap_is_over(struct tail *t, bool is_final)
{
	if (is_final)
		return true;
	if (!t->gap_ms)
		t->gap_ms = now_ms();
	return now_ms() - t->gap_ms > GAP_WAIT_MS;
}

static void new_records(struct tail *t, bool is_final)
{
	uint64_t last = records_last(t->records);
	const char *text;

	for (; t->next <= last; t->next++) {
		text = records_text(t->records, t->next);
		if (!text && !gap_is_over(t, is_final))
			return;
		if (text) {
			t->gap_ms = 0;
			if (fprintf(t->records_out, "%s\n", text) < 0)
				t->error = errno;
			t->on_record(t->arg, records_get(t->records, t->next));
		}
	}
	t->gap_ms = 0;
}

void tail_read(struct tail *t, bool is_final)
{
	read_sink(t, SINK_PORT);
	read_sink(t, SINK_CONSOLE);
	if (is_final)
		conlog_end(&t->console);
	new_records(t, is_final);
	if (fflush(t->console.out) != 0 || fflush(t->records_out) != 0)
		t->error = errno;
}

void tail_note(struct tail *t, const char *who, const char *text)
{
	conlog_note(&t->console, who, text);
}

int tail_finish(struct tail *t, const struct runfolder *r)
{
	uint64_t last = records_last(t->records);
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);
	int ret;

	if (!out)
		return -ENOMEM;
	for (uint64_t seq = 1; seq <= last; seq++) {
		const char *json = records_text(t->records, seq);

		if (json)
			fprintf(out, "%s\n", json);
	}
	ret = fclose(out) == 0 ? runfolder_write(r->records, text, len) : -ENOMEM;
	free(text);
	return ret ? ret : -t->error;
}

void tail_close(struct tail *t)
{
	if (t->console.out && fclose(t->console.out) != 0)
		t->error = errno;
	if (t->records_out && fclose(t->records_out) != 0)
		t->error = errno;
	t->console.out = t->records_out = NULL;
	for (int i = 0; i < SINKS; i++) {
		if (t->fd[i] >= 0)
			close(t->fd[i]);
		t->fd[i] = -1;
	}
}
