/* SPDX-License-Identifier: GPL-2.0-only */
/* Between the reader's two files; all others take reader.h. */
#ifndef READER_FILE_H
#define READER_FILE_H

#include <stddef.h>
#include <stdint.h>

struct records;

/*
 * Keep one JSON text. seq is the frame's, 0 without a frame. 0 or -ENOMEM;
 * fault says why it was not kept, NULL if it was.
 */
int records_take(struct records *r, const char *text, size_t len, uint64_t seq,
		 const char **fault);

#endif
