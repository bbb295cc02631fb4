/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The appliance with a medium: which leg of the session is due, that leg, and
 * then the next kernel, until all are done.
 */
#ifndef STICKRUN_H
#define STICKRUN_H

#include <stdbool.h>

struct appliance;

/* All of it; an exit status. /run/mdbench/after says what is to come then. */
int stick_main(struct appliance *a);

/*
 * The plan was shown: count down, unless it was done for these disks in this
 * session. False when a key was pressed.
 */
bool stick_may_begin(struct appliance *a);
/* Lines for people: on the console, and on the machine's screen where that is another. */
void stick_say_text(const char *text);
void stick_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
