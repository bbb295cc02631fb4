/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A key on the keyboard or on a serial line. A line that nobody listens at may
 * bring noise: broken characters and breaks are dropped by the terminal driver,
 * NULs, control characters but Enter, Ctrl-C and Esc, and bytes over 127 here.
 * All else counts, as stopping is always the safe way.
 */
#ifndef KEYS_H
#define KEYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

enum key {
	KEY_NONE,
	KEY_END,		/* Enter, Esc, Ctrl-C, q */
	KEY_OTHER,
};

#define KEYS_TTYS 2

struct keys {
	unsigned n;
	struct {
		int fd;		/* -1: it hung up */
		bool has_mode;
		struct termios mode;
	} tty[KEYS_TTYS];
};

/* Listen to this one too: each key by itself, no echo; what was typed before is gone. */
void keys_add(struct keys *k, int fd);
/* Wait for a key until then (CLOCK_BOOTTIME): KEY_NONE when the time is over. */
enum key keys_wait(struct keys *k, int64_t until_ns);
/* All terminals as they were. Closes nothing. */
void keys_end(struct keys *k);

/* Which key these bytes of one terminal are. Pure. */
enum key keys_judge(const char *bytes, size_t len);
int64_t keys_now_ns(void);

#endif
