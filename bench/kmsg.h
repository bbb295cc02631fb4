/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel's log as /dev/kmsg gives it (Documentation/ABI/testing/dev-kmsg):
 * warnings and worse become log records.
 */
#ifndef KMSG_H
#define KMSG_H

#include <stdbool.h>
#include <stdint.h>
#include "record.h"

#define KMSG_WATCHED 34

struct kmsg {
	int fd;			/* -1: this kernel has none */
	uint64_t logs;		/* records written */
	bool is_full;		/* no more records: there were too many */
	const char *watched[KMSG_WATCHED];	/* [0] is the target itself */
	unsigned nwatched;
	char error[120];	/* first I/O error of a watched device, or "" */
	bool error_of_target;	/* then it is of the target's, if there was one */
};

/* From the first message that the kernel still has. */
void kmsg_open(struct kmsg *k);
/* Write a record for each message since the last call. step may be NULL. */
void kmsg_collect(struct kmsg *k, struct record_out *out, const char *step);
void kmsg_close(struct kmsg *k);
/* From here on look for I/O errors of these devices. Names are kept, not copied. */
void kmsg_watch(struct kmsg *k, const char *const *names, unsigned n);
/* Does this message tell of an I/O error of the device of this kernel name? Pure. */
bool kmsg_is_io_error(const char *text, const char *name);

/* "4,123,4567,-;text\n…": 0 and the parts, or -EINVAL. text is ended in place. */
int kmsg_parse(char *line, unsigned *level, uint64_t *time_us, char **text);

#endif
