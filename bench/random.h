/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel's random pool. */
#ifndef RANDOM_H
#define RANDOM_H

/*
 * Call the pool full, so that nothing waits for it: without a hardware source
 * the first reader of /dev/urandom (mdadm, for a member's uuid) takes about a
 * second. The appliance makes no secrets. 0 or -errno; needs root.
 */
int random_credit(void);

#endif
