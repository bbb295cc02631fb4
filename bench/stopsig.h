/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * SIGINT, SIGTERM and SIGHUP end a measurement in order: the first one sets a
 * number that loops look at, so that files can be removed; the second ends the
 * process at once, as a call may be stuck in a dead device. What the caller had
 * ignored (nohup) stays ignored.
 */
#ifndef STOPSIG_H
#define STOPSIG_H

#include <signal.h>

extern volatile sig_atomic_t stopsig_caught;	/* its number; 0: none */

void stopsig_catch(void);

#endif
