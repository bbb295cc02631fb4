/* SPDX-License-Identifier: GPL-2.0-only */
/* Between those that read files of records; all others take reader.h. */
#ifndef READER_FILE_H
#define READER_FILE_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#define RECORDS_FILE_MAX (1 << 30)	/* a larger file is none of records */
#define RECORDS_BYTES_MAX (256u << 20)	/* of all records of a run together */
#define RECORDS_FAULTS_MAX 1000		/* more wrong lines: no file of records */

struct records;

/*
 * What is wrong with a parsed record; NULL: nothing. run and seq are what it has
 * to say of itself; NULL and 0: anything.
 */
const char *record_fault(const json_t *json, const char *run, uint64_t seq);

/*
 * Keep one JSON text. seq is the frame's, 0 without a frame. 0 or -ENOMEM;
 * fault says why it was not kept, NULL if it was.
 */
int records_take(struct records *r, const char *text, size_t len, uint64_t seq,
		 const char **fault);

#endif
