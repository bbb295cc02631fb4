/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Can the clock be trusted? Three clocks of the kernel and the name of what
 * they count by, read before and after a measurement, must tell the same time.
 */
#ifndef CLOCKS_H
#define CLOCKS_H

#include <stdbool.h>
#include <stdint.h>

struct clocks {
	int64_t mono_ns;	/* CLOCK_MONOTONIC: what we measure by */
	int64_t raw_ns;		/* CLOCK_MONOTONIC_RAW: nobody has corrected it */
	int64_t boot_ns;	/* CLOCK_BOOTTIME: goes on in sleep */
	char source[32];	/* "tsc", "kvm-clock"; "" where it is not known */
};

void clocks_read(struct clocks *c);
/* Pure. True with a sentence in why (size >= 128) if time between them is not to be trusted. */
bool clocks_disturbed(const struct clocks *before, const struct clocks *after, char *why,
		      unsigned long size);

#endif
