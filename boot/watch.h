/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads lines of the guest's kernel log and knows the bad ones. Pure.
 */
#ifndef WATCH_H
#define WATCH_H

enum watch {
	WATCH_NONE,
	WATCH_PANIC,		/* the guest is dead */
	WATCH_TROUBLE,		/* BUG, Oops, WARNING, hung task: it may go on */
	WATCH_INIT,		/* our /init gave up; *text is its reason */
};

/* *text: the message within line, without the time stamp. */
enum watch watch_line(const char *line, const char **text);

#endif
