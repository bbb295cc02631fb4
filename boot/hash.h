/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * FNV-1a, for names of folders that the same request finds again: names are no
 * secrets, and what was asked for is compared besides. Begin with HASH_BEGIN.
 */
#ifndef HASH_H
#define HASH_H

#include <stdint.h>

#define HASH_BEGIN UINT64_C(0xcbf29ce484222325)

/* The NUL counts, so that words do not run into one another. */
static inline uint64_t hash_text(uint64_t hash, const char *text)
{
	do {
		hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
	} while (*text++);
	return hash;
}

/* What of it is for names: eight hex digits. */
static inline uint32_t hash_short(uint64_t hash)
{
	return (uint32_t)(hash ^ hash >> 32);
}

#endif
