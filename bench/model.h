/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Model disks: null_blk devices, memory backed, made through configfs
 * (Documentation/block/null_blk.rst). With the launcher's virtual clock their
 * figures are exact.
 */
#ifndef MODEL_H
#define MODEL_H

#include <stdint.h>

struct model {
	uint64_t disks;
	uint64_t size_bytes;	/* whole MiB */
	uint64_t mbps;		/* 0: no limit */
	uint64_t nsec;		/* completion time of a request; 0: at once */
};

/* "2x128M,mbps=80,nsec=100000": 0 or -EINVAL with a sentence in err. */
int model_parse(const char *text, struct model *m, char *err, unsigned long size);
/* Make them: nullb0, nullb1 … 0 or -errno with a sentence in err. */
int model_make(const struct model *m, char *err, unsigned long size);

#endif
