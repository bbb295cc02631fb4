// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes JSON into a buffer of fixed size. What does not fit sets failed and
 * nothing more is written; the text stays NUL-terminated all the time.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "json.h"

static void put(struct json *j, const char *text, size_t len)
{
	if (j->failed || len >= j->size - j->len) {
		j->failed = true;
		return;
	}
	memcpy(j->buf + j->len, text, len);
	j->len += len;
	j->buf[j->len] = '\0';
}

static void put_unit(struct json *j, unsigned unit)
{
	char escape[8];

	snprintf(escape, sizeof(escape), "\\u%04x", unit & 0xffff);
	put(j, escape, strlen(escape));
}

static void put_code_point(struct json *j, uint32_t c)
{
	if (c < 0x10000) {
		put_unit(j, c);
		return;
	}
	c -= 0x10000;
	put_unit(j, 0xd800 + (c >> 10));
	put_unit(j, 0xdc00 + (c & 0x3ff));
}

/*
 * Length of the UTF-8 sequence at p, its code point in *c; 0 where it is not
 * valid (RFC 3629: no overlong forms, no surrogates, up to 0x10ffff).
 */
static unsigned utf8_decode(const unsigned char *p, uint32_t *c)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	unsigned len, i;

	if (p[0] >= 0xc2 && p[0] < 0xe0)
		len = 2;
	else if (p[0] >= 0xe0 && p[0] < 0xf0)
		len = 3;
	else if (p[0] >= 0xf0 && p[0] < 0xf5)
		len = 4;
	else
		return 0;
	*c = p[0] & (0x7fu >> len);
	for (i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)	/* ends at a NUL too */
			return 0;
		*c = *c << 6 | (p[i] & 0x3f);
	}
	if (*c < least[len] || *c > 0x10ffff || (*c >= 0xd800 && *c < 0xe000))
		return 0;
	return len;
}

static void put_string(struct json *j, const char *text)
{
	const unsigned char *p = (const unsigned char *)text;
	unsigned len;
	uint32_t c;

	put(j, "\"", 1);
	while (*p && !j->failed) {
		len = 1;
		if (*p == '"' || *p == '\\') {
			put(j, "\\", 1);
			put(j, (const char *)p, 1);
		} else if (*p >= 0x20 && *p < 0x7f) {
			put(j, (const char *)p, 1);
		} else {
			len = *p < 0x80 ? 0 : utf8_decode(p, &c);
			put_code_point(j, len ? c : *p);
			len = len ? len : 1;
		}
		p += len;
	}
	put(j, "\"", 1);
}

static void put_key(struct json *j, const char *key)
{
	if (j->comma[j->depth])
		put(j, ",", 1);
	j->comma[j->depth] = true;
	if (key) {
		put_string(j, key);
		put(j, ":", 1);
	}
}

void json_init(struct json *j, char *buf, size_t size)
{
	memset(j, 0, sizeof(*j));
	j->buf = buf;
	j->size = size;
	if (size)
		buf[0] = '\0';
	else
		j->failed = true;
}

void json_open(struct json *j, const char *key, char bracket)
{
	put_key(j, key);
	put(j, &bracket, 1);
	if (j->depth + 1 >= JSON_DEPTH) {
		j->failed = true;
		return;
	}
	j->comma[++j->depth] = false;
}

void json_close(struct json *j, char bracket)
{
	if (!j->depth) {
		j->failed = true;
		return;
	}
	j->depth--;
	put(j, &bracket, 1);
}

void json_str(struct json *j, const char *key, const char *text)
{
	if (!text) {
		json_none(j, key);
		return;
	}
	put_key(j, key);
	put_string(j, text);
}

static void put_word(struct json *j, const char *key, const char *word)
{
	put_key(j, key);
	put(j, word, strlen(word));
}

void json_u64(struct json *j, const char *key, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
	put_word(j, key, text);
}

void json_i64(struct json *j, const char *key, int64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "%lld", (long long)value);
	put_word(j, key, text);
}

void json_bool(struct json *j, const char *key, bool value)
{
	put_word(j, key, value ? "true" : "false");
}

void json_none(struct json *j, const char *key)
{
	put_word(j, key, "null");
}

void json_rate(struct json *j, const char *key, uint64_t bytes, uint64_t ns)
{
	unsigned __int128 rate;

	if (ns < 10000) {
		json_none(j, key);
		return;
	}
	rate = (unsigned __int128)bytes * 1000000000u / ns;
	json_u64(j, key, rate > UINT64_MAX ? UINT64_MAX : (uint64_t)rate);
}

int json_error(const struct json *j)
{
	return j->failed ? -ENOSPC : 0;
}
