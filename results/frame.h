/* SPDX-License-Identifier: GPL-2.0-only */
/* Finds frames (results/schema.md) in a line, wherever in it they begin. Pure. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FRAME_MAGIC "@mdb1 "
#define FRAME_HEAD_MAX 64	/* magic, two numbers, CRC, blanks */

struct frame {
	size_t end;		/* where to look on; start with 0 */
	unsigned tries;		/* of CRCs that were wrong, in this line */
	bool is_right;		/* length and CRC; then the rest is set */
	uint64_t seq;
	const char *json;	/* in the line */
	size_t len;
};

/* The next frame, right or wrong. False when there is none. */
bool frame_next(const char *line, size_t len, struct frame *f);

#endif
