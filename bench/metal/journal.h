/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Events of mdbench/progress.txt (boot/stick/LAYOUT.md): 128 bytes each, text
 * and its sum. The file comes from a stick and may hold anything. Pure.
 */
#ifndef JOURNAL_H
#define JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

#define JOURNAL_BYTES 65536
#define JOURNAL_EVENT 128
#define JOURNAL_EVENTS (JOURNAL_BYTES / JOURNAL_EVENT)
/* The longest text and a NUL: of an event, less the bar, the sum and the line end. */
#define JOURNAL_TEXT (JOURNAL_EVENT - 10 + 1)

/* An event of this text: 0, or -EINVAL if it is too long or not plain ASCII. */
int journal_format(char event[JOURNAL_EVENT], const char *text);
/* Its text (of at most JOURNAL_TEXT bytes); false if the sum is wrong. */
bool journal_parse(const char event[JOURNAL_EVENT], char text[JOURNAL_TEXT]);
bool journal_is_blank(const char *data, size_t len);

#endif
