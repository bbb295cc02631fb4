/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads the records of results/schema.md: from sinks (framed, mixed with other
 * lines, cut anywhere) while they grow, and from records.jsonl. All input is
 * hostile: lengths, nesting and numbers are checked, nothing is trusted.
 */
#ifndef READER_H
#define READER_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define READER_SINKS 4
#define READER_RECORDS 1000000	/* more than this is no run of ours */

struct records;

struct records *records_new(void);	/* NULL: no memory */
void records_free(struct records *r);

/*
 * The next bytes of a sink, cut anywhere. Frames that are right and new are
 * kept (first one wins). 0 or -ENOMEM. Bad frames are counted, not an error.
 */
int records_feed(struct records *r, unsigned sink, const char *data, size_t len);

/*
 * records.jsonl, or what a sink brought, in a file: 0 or -errno (-EINVAL: a
 * line is no record; why says which). A cut last line is said in why and not an
 * error: the run was cut off there.
 */
int records_load(struct records *r, const char *path, char *why, size_t size);

/* Borrowed; NULL if there is none with this seq. */
const json_t *records_get(const struct records *r, uint64_t seq);
/* The JSON as it came, without line end; for writing records.jsonl. */
const char *records_text(const struct records *r, uint64_t seq);
uint64_t records_last(const struct records *r);	/* highest seq seen, 0: none */
uint64_t records_bad(const struct records *r);	/* frames with a wrong CRC or length */
/* Schema number of a record that we do not read, 0: none came. */
uint64_t records_schema(const struct records *r);
const char *records_run(const struct records *r);	/* the run's id, NULL: no record */
/*
 * Sequence numbers that no sink has, up to the highest seen and, where an end
 * record came, up to its count. Returns how many; fills the first max.
 */
size_t records_missing(const struct records *r, uint64_t *seq, size_t max);
/* First record of a type, or NULL. */
const json_t *records_find(const struct records *r, const char *type);

#endif
