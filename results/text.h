/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Text for people and numbers as they read them. What comes from a record is
 * hostile: it goes through text_escape before it meets a terminal. Pure.
 */
#ifndef TEXT_H
#define TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define TEXT_WIDTH 80
#define FIGURE_MAX 24

/*
 * Printable ASCII; all else, and a backslash, as \xNN. What does not fit ends
 * in "...". NULL becomes "-". Returns buf.
 */
const char *text_escape(char *buf, size_t size, const char *text);
/* As JSON; what is no UTF-8, as names of files are at times, is escaped as above. */
json_t *text_json(const char *text);
/* Would a spreadsheet run it? */
bool text_is_formula(const char *text);
/* As a quoted field of CSV (RFC 4180), no formula; nothing for NULL and "". */
void text_put_csv(FILE *out, const char *text);

/*
 * Append at len, behind a lead unless it is the first; what does not fit is left
 * out. The new length.
 */
size_t text_append(char *buf, size_t size, size_t len, const char *lead, const char *format, ...)
	__attribute__((format(printf, 5, 6)));
/* Likewise to a struct that has an array text and its len. */
#define text_add(line, ...) \
	((line)->len = text_append((line)->text, sizeof((line)->text), (line)->len, __VA_ARGS__))

/* Three significant digits at least, and not over 9 characters; NAN: "n/a". */
const char *figure_format(char buf[FIGURE_MAX], double value);
/* "812ns" "12.3us" "1.23ms" "4.56s", 7 characters at most; NAN: "n/a". */
const char *figure_format_ns(char buf[FIGURE_MAX], double ns);
/*
 * A figure of a second: MB (10^6) of bytes, "59.9"; operations marked, "22.9/s"
 * and "1234k/s", so that the two cannot be taken for each other. NAN: "n/a".
 */
const char *figure_format_rate(char buf[FIGURE_MAX], double rate, bool counts_ops);
/* "512 MB": decimal units; NAN: "n/a". */
const char *figure_format_bytes(char buf[FIGURE_MAX], double bytes);

/* A paragraph of at most 80 columns: lead, then text with its margin. */
void text_wrap(FILE *out, const char *lead, unsigned margin, const char *text);

/* Value at a path of keys parted by dots. NAN: no number, or a negative one. */
double value_number(const json_t *json, const char *path);
/* NULL: no text there. Borrowed. */
const char *value_string(const json_t *json, const char *path);
/* Likewise, "" for no text; and a whole number, 0 for none or a negative one. */
const char *value_text(const json_t *json, const char *path);
uint64_t value_count(const json_t *json, const char *path);
const json_t *value_get(const json_t *json, const char *path);

#endif
