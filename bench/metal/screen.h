/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The machine's own screen and keyboard, where /dev/console is a serial line:
 * what runs, how far it is, how long it will take; at the end the summary and
 * a QR code of it. Everything here is for people and may be missing: no
 * function fails, none holds up a run for more than a moment, none is called
 * while a test is measured.
 */
#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Is /dev/console itself the screen (then framed records do not belong there)? */
bool screen_is_console(void);
void screen_open(void);
void screen_close(void);
/* A line of plain text (escaped here), on the screen alone. */
void screen_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Head of the page: kernel, suite, session, round. A leg begins: counts are from 0. */
void screen_title(const char *title);
/* A test begins: 1 of n; deadline by which it must be done. */
void screen_step(size_t index, size_t tests, const char *id, unsigned deadline_s);
/* It ended. */
void screen_result(const char *id, const char *verdict, const char *figure);
/* What is wrong and what to do, to be seen from afar. "": it is over. */
void screen_error(const char *text);
/* The final page: text of many lines, colours by verdict, QR code of qr ("": none). */
void screen_summary(const char *text, const char *qr);
/*
 * Count down on the screen and on /dev/console: "writing begins in N s, press a
 * key to stop". True when the time is over, false when a key was pressed (on
 * the keyboard, or on the serial line). 0 seconds: true at once. what: "" is
 * "writing begins".
 */
bool screen_countdown(unsigned seconds, const char *what);
/*
 * Leave what is there to be read until a key is pressed or so many seconds are
 * over. A summary of several pages goes round; Enter, Esc or q ends it then,
 * other keys turn a page.
 */
void screen_hold(unsigned seconds);

#endif
