/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Zero parts of a device that consents. The only raw writes besides the
 * measurements themselves; callers have asked disk_consent() before.
 */
#ifndef BLANK_H
#define BLANK_H

#include <stdint.h>

/*
 * Zero start..start+len of each device at the same time (a process each, the
 * kernel's own BLKZEROOUT: fast where the device can, else it writes). Devices
 * are opened O_EXCL. 0, or the first -errno; *which: index of that device.
 */
int blank_range(const char *const *paths, unsigned n, uint64_t start,
		uint64_t len, unsigned *which);
/* First MiB and last MiB: where superblocks and signatures live. */
int blank_ends(const char *const *paths, const uint64_t *size_bytes, unsigned n,
	       unsigned *which);

#endif
