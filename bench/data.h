/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is written: patterns, stamps that tell a wrong block from a right one,
 * and the generator behind offsets, names and incompressible data. Pure.
 */
#ifndef DATA_H
#define DATA_H

#include <stddef.h>
#include <stdint.h>
#include "row.h"

extern const char *const data_pattern_names[DATA_PATTERNS + 1];	/* "zeros" "ramp" "random", NULL */

/*
 * splitmix64 (Steele, Lea, Flood 2014; the constants are Vigna's): passes
 * BigCrush, any seed will do, a step costs five instructions or so.
 */
struct prng {
	uint64_t state;
};

static inline uint64_t prng_next(struct prng *p)
{
	uint64_t z = p->state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* Uniform in 0 to n - 1; the bias is below n / 2^64. n is not 0. */
static inline uint64_t prng_below(struct prng *p, uint64_t n)
{
	return (uint64_t)(((unsigned __int128)prng_next(p) * n) >> 64);
}

/* A generator of its own for each stream of a seed. */
struct prng prng_of(uint64_t seed, uint64_t stream);

/*
 * Fill len bytes that will stand at offset: the same bytes for the same
 * pattern, seed and offset, whatever the block size (offset and len are
 * multiples of 8, or the rest is cut).
 */
void data_fill(void *buf, size_t len, uint64_t offset, enum data_pattern pattern,
	       uint64_t seed);

/*
 * Stamp: the first DATA_STAMP_BYTES of a block say magic, offset, run tag and
 * CRC32C of all else in the block. len is at least DATA_STAMP_BYTES.
 */
#define DATA_STAMP_BYTES 32
void data_stamp(void *buf, size_t len, uint64_t offset, uint64_t run_tag);
/* 0, or -EILSEQ with what is wrong in why: "it holds the block of 8192". */
int data_check(const void *buf, size_t len, uint64_t offset, uint64_t run_tag,
	       char *why, size_t size);

#endif
