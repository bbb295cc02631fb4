/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Cuts a result record down to what is compared, before it is parsed: most of it
 * is buckets, streams and members. Pure. It knows the records as they are
 * written and is sure of what it takes; anything else is left to the parser.
 */
#ifndef PRUNE_H
#define PRUNE_H

#include <stddef.h>

/* The length of what is in out (room of len), 0: not sure, parse the whole. */
size_t prune_result(const char *text, size_t len, char *out);

#endif
