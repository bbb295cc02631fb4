/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files as the flow families (rand, tio) need them before a row: real blocks,
 * each written, never a hole or an extent that was only promised (reads of
 * those never reach a disk). Never prints.
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include <stdint.h>
#include "work.h"

struct layout {
	const char *path;
	uint64_t base_bytes, span_bytes;	/* span: whole blocks */
	uint64_t block_bytes;
	uint64_t run_tag;
};

/*
 * How the row opens it: O_DIRECT, O_DSYNC, O_SYNC as its flags say, and for a
 * device O_EXCL where the work asks for it and is_first (a process can have it
 * but once).
 */
int layout_flags(const struct work *w, bool is_first);

/*
 * Write the span buffered and fsync it; a file of a folder is made anew. Adds
 * to *written. 0, or -errno with a sentence in why. Ends early with -EINTR on
 * w->stop.
 */
int layout_write(const struct work *w, const struct layout *l, uint64_t *written,
		 char *why, size_t size);

#endif
