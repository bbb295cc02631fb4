/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Numbers as people write them. Pure: no I/O, no allocation. Every option,
 * boot word and /sys file goes through these; there is no other number parser.
 */
#ifndef UNITS_H
#define UNITS_H

#include <stddef.h>
#include <stdint.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/*
 * Plain decimal, 0 to UINT64_MAX. 0 or -EINVAL (not a number, trailing
 * characters, sign) or -ERANGE (outside min..max). *value unchanged on error.
 */
int parse_u64(const char *text, uint64_t min, uint64_t max, uint64_t *value);

/*
 * Decimal number of bytes with an optional suffix. K M G T and KiB MiB GiB TiB
 * are powers of 1024 (as in dd and mdadm), kB MB GB TB powers of 1000, s is a
 * sector of 512; case matters only for kB. Errors as above.
 */
int parse_bytes(const char *text, uint64_t min, uint64_t max, uint64_t *bytes);

/* Duration in whole seconds: "90", "90s", "5m", "2h". Errors as above. */
int parse_seconds(const char *text, uint64_t min, uint64_t max, uint64_t *s);

/*
 * "3", "0.5", "2.75": percent, no more than max of them, three decimals at most.
 * The fraction of it, 0.03. Errors as above.
 */
int parse_percent(const char *text, unsigned max, double *fraction);

/* "1M", "16K", "512": the shortest exact form. buf of at least 24 bytes. */
const char *format_bytes(char *buf, size_t len, uint64_t bytes);

/* True where text matches a glob of * and ?; '*' crosses '/'. */
int glob_match(const char *glob, const char *text);

#endif
