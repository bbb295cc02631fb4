/* SPDX-License-Identifier: GPL-2.0-only */
/* What machine and kernel this is: the env record. */
#ifndef ENV_H
#define ENV_H

#include <stdint.h>
#include "record.h"

/*
 * accel: as the launcher said, NULL or "" if nobody did. init_ns 0: unknown.
 * watchdog: who resets the machine; NULL or "": nobody.
 */
void env_write(struct record_out *out, const char *accel, uint64_t init_ns, const char *watchdog);
uint64_t env_memory_bytes(void);	/* MemTotal; 0 if unknown */

#endif
