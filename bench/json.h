/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes JSON into a buffer of fixed size. Errors are sticky: write freely,
 * ask json_error() once. ASCII out: other bytes become \u00XX escapes of
 * UTF-8 code points where valid, of the byte where not.
 */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JSON_DEPTH 16

struct json {
	char *buf;
	size_t size, len;
	bool failed;		/* buffer too small or nested too deep */
	bool comma[JSON_DEPTH];
	unsigned depth;
};

void json_init(struct json *j, char *buf, size_t size);
/* key NULL: an element of a list, or the top value. */
void json_open(struct json *j, const char *key, char bracket); /* '{' or '[' */
void json_close(struct json *j, char bracket);	/* '}' or ']' */
void json_str(struct json *j, const char *key, const char *text); /* NULL: null */
void json_u64(struct json *j, const char *key, uint64_t value);
void json_i64(struct json *j, const char *key, int64_t value);
void json_bool(struct json *j, const char *key, bool value);
/* null; not named so because jansson has a json_null, and mdlab links both. */
void json_none(struct json *j, const char *key);
/* Rate bytes/ns in bytes per second, cut; null when ns < 10000. */
void json_rate(struct json *j, const char *key, uint64_t bytes, uint64_t ns);
/* 0 or -ENOSPC; the text is NUL-terminated. */
int json_error(const struct json *j);

#endif
