/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Follows the two files that QEMU writes, console and record port, while they
 * grow: cuts the console into lines with times (console.log), feeds both to
 * the records' reader and writes new records out as they come.
 */
#ifndef TAIL_H
#define TAIL_H

#include <stdbool.h>
#include <stdio.h>
#include "conlog.h"
#include "reader.h"
#include "runfolder.h"

enum { SINK_PORT, SINK_CONSOLE, SINKS };

struct tail {
	int fd[SINKS];
	FILE *records_out;
	struct conlog console;
	struct records *records;
	uint64_t next;		/* seq of the record that is handled next */
	long long gap_ms;	/* since when `next` is missing; 0: it is not */
	bool spoke;		/* a byte came */
	int error;		/* of a write, errno; sticky */
	/* called for each whole line, and for each record in order */
	void (*on_line)(void *arg, const char *line);
	void (*on_record)(void *arg, const json_t *record);
	void *arg;
};

/* Callbacks and arg are set by the caller first. 0 or -errno. */
int tail_open(struct tail *t, const struct runfolder *r);
/* Read all that is there. final: nothing more will come, do not wait for gaps. */
void tail_read(struct tail *t, bool is_final);
/* Write a line of our own into console.log. */
void tail_note(struct tail *t, const char *who, const char *text);
/* Write records.jsonl anew, whole and in order. 0 or -errno. */
int tail_finish(struct tail *t, const struct runfolder *r);
void tail_close(struct tail *t);

#endif
