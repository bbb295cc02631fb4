// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads what json.c writes. As strict as that: a line that was cut, overwritten
 * or made by anybody else shall not pass by luck.
 */
#include <string.h>
#include "json.h"
#include "recline.h"
#include "units.h"

struct scan {
	const char *p, *end;
	void (*each)(void *arg, const struct recline_member *m);
	void *arg;
};

static bool take(struct scan *s, char c)
{
	if (s->p == s->end || *s->p != c)
		return false;
	s->p++;
	return true;
}

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The text between the quotes. */
static bool string(struct scan *s, const char **text, size_t *len)
{
	unsigned i;

	if (!take(s, '"'))
		return false;
	*text = s->p;
	while (s->p < s->end && *s->p != '"') {
		if (*s->p < ' ' || *s->p > '~')
			return false;
		if (*s->p++ != '\\')
			continue;
		if (s->p == s->end)
			return false;
		if (*s->p == '"' || *s->p == '\\') {
			s->p++;
			continue;
		}
		if (!take(s, 'u') || s->end - s->p < 4)
			return false;
		for (i = 0; i < 4; i++)
			if (!is_hex(*s->p++))
				return false;
	}
	*len = (size_t)(s->p - *text);
	return take(s, '"');
}

static bool number(struct scan *s)
{
	const char *begin;

	take(s, '-');
	begin = s->p;
	while (s->p < s->end && is_digit(*s->p))
		s->p++;
	return s->p > begin && (*begin != '0' || s->p == begin + 1);
}

static bool word(struct scan *s, const char *text)
{
	const size_t len = strlen(text);

	if ((size_t)(s->end - s->p) < len || memcmp(s->p, text, len))
		return false;
	s->p += len;
	return true;
}

static bool value(struct scan *s, unsigned depth, struct recline_member *m);

/* The list or object that begins here; members of the outermost one are handed out. */
static bool nested(struct scan *s, unsigned depth)
{
	const bool is_object = *s->p == '{';
	const char close = is_object ? '}' : ']';
	struct recline_member m;

	s->p++;
	if (take(s, close))
		return true;
	do {
		if (is_object && (!string(s, &m.key, &m.key_len) || !take(s, ':')))
			return false;
		if (!value(s, depth, &m))
			return false;
		if (depth == 1)
			s->each(s->arg, &m);
	} while (take(s, ','));
	return take(s, close);
}

static bool value(struct scan *s, unsigned depth, struct recline_member *m)
{
	bool is_right;

	if (s->p == s->end || depth >= JSON_DEPTH)
		return false;
	if (*s->p == '"') {
		m->kind = RECLINE_STRING;
		return string(s, &m->text, &m->len);
	}
	m->text = s->p;
	if (*s->p == '{' || *s->p == '[') {
		m->kind = RECLINE_NESTED;
		is_right = nested(s, depth + 1);
	} else if (*s->p == '-' || is_digit(*s->p)) {
		m->kind = RECLINE_NUMBER;
		is_right = number(s);
	} else {
		m->kind = RECLINE_WORD;
		is_right = word(s, "null") || word(s, "true") || word(s, "false");
	}
	m->len = (size_t)(s->p - m->text);
	return is_right;
}

bool recline_parse(const char *line, size_t len,
		   void (*each)(void *arg, const struct recline_member *m), void *arg)
{
	struct scan s = { .p = line, .end = line + len, .each = each, .arg = arg };

	return len && *line == '{' && nested(&s, 1) && s.p == s.end;
}

bool recline_is(const struct recline_member *m, const char *key)
{
	return strlen(key) == m->key_len && !memcmp(key, m->key, m->key_len);
}

void recline_text(const struct recline_member *m, char *buf, size_t size)
{
	const char *p = m->text, *end = m->text + m->len;
	size_t len = 0;

	for (; m->kind == RECLINE_STRING && p < end && len + 1 < size; p++) {
		buf[len] = *p;
		if (*p == '\\' && p[1] == 'u') {
			buf[len] = '?';
			p += 5;
		} else if (*p == '\\') {
			buf[len] = *++p;
		}
		len++;
	}
	buf[len] = '\0';
}

bool recline_number(const struct recline_member *m, uint64_t *value_out)
{
	char text[24];

	if (m->kind != RECLINE_NUMBER || m->len >= sizeof(text))
		return false;
	memcpy(text, m->text, m->len);
	text[m->len] = '\0';
	return !parse_u64(text, 0, UINT64_MAX, value_out);
}
