/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel's log as /dev/kmsg gives it (Documentation/ABI/testing/dev-kmsg):
 * warnings and worse become log records.
 */
#ifndef KMSG_H
#define KMSG_H

#include <stdint.h>
#include "record.h"

struct kmsg {
	int fd;			/* -1: this kernel has none */
	uint64_t logs;		/* records written */
};

/* From the first message that the kernel still has. */
void kmsg_open(struct kmsg *k);
/* Write a record for each message since the last call. step may be NULL. */
void kmsg_collect(struct kmsg *k, struct record_out *out, const char *step);
void kmsg_close(struct kmsg *k);

/* "4,123,4567,-;text\n…": 0 and the parts, or -EINVAL. text is ended in place. */
int kmsg_parse(char *line, unsigned *level, uint64_t *time_us, char **text);

#endif
