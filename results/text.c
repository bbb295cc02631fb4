// SPDX-License-Identifier: GPL-2.0-only
/*
 * Escaping, rounding, wrapping, and looking into records. No colours, no
 * locale: the output is the same everywhere and fit for a mailing list.
 */
#include "text.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#define TEXT_JSON_MAX 4096	/* of what must be escaped */

const char *text_escape(char *buf, size_t size, const char *text)
{
	static const char digits[] = "0123456789abcdef";
	const unsigned char *p = (const unsigned char *)(text ? text : "-");
	size_t len = 0, need;
	bool is_plain;

	for (; *p; p++) {
		is_plain = *p >= ' ' && *p < 0x7f && *p != '\\';
		need = is_plain ? 1 : 4;
		if (len + need >= size)
			break;
		if (is_plain) {
			buf[len++] = (char)*p;
			continue;
		}
		buf[len++] = '\\';
		buf[len++] = 'x';
		buf[len++] = digits[*p >> 4];
		buf[len++] = digits[*p & 15];
	}
	buf[len] = '\0';
	if (*p && size > 3) {
		len = len < size - 4 ? len : size - 4;
		memcpy(buf + len, "...", 4);
	}
	return buf;
}

json_t *text_json(const char *text)
{
	json_t *json = json_string(text);
	char escaped[TEXT_JSON_MAX];

	return json ? json : json_string(text_escape(escaped, sizeof(escaped), text));
}

/* Quoted or not; white space before it does not stop all of them. */
bool text_is_formula(const char *text)
{
	text += strspn(text, " ");
	return *text && strchr("=+-@|%", *text);
}

void text_put_csv(FILE *out, const char *text)
{
	if (!text || !*text)
		return;
	fputc('"', out);
	/* An apostrophe makes text of it. */
	if (text_is_formula(text))
		fputc('\'', out);
	for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
		if (*p == '"')
			fputs("\"\"", out);
		else if (*p >= ' ' && *p < 0x7f && *p != '\\')
			fputc(*p, out);
		else
			fprintf(out, "\\x%02x", *p);
	}
	fputc('"', out);
}

size_t text_append(char *buf, size_t size, size_t len, const char *lead, const char *format, ...)
{
	va_list args;
	int n = len ? snprintf(buf + len, size - len, "%s", lead) : 0;

	len += n > 0 ? (size_t)n : 0;
	if (len >= size)
		return size - 1;
	va_start(args, format);
	n = vsnprintf(buf + len, size - len, format, args);
	va_end(args);
	len += n > 0 ? (size_t)n : 0;
	return len < size ? len : size - 1;
}

const char *figure_format(char buf[FIGURE_MAX], double value)
{
	if (!isfinite(value))
		snprintf(buf, FIGURE_MAX, "n/a");
	else if (value == 0)
		snprintf(buf, FIGURE_MAX, "0");
	else if (value >= 1e7 || value < 1)
		snprintf(buf, FIGURE_MAX, "%#.3g", value);
	else
		snprintf(buf, FIGURE_MAX, "%.*f", value < 10 ? 2 : value < 100 ? 1 : 0, value);
	return buf;
}

struct unit {
	double size;
	const char *name;
};

static const char *unit_format(char buf[FIGURE_MAX], double value, const struct unit *u)
{
	char number[FIGURE_MAX];

	if (!isfinite(value))
		return figure_format(buf, value);
	while (u[1].name && value >= u[1].size)
		u++;
	figure_format(number, value / u->size);
	snprintf(buf, FIGURE_MAX, "%.12s%s", number, u->name);
	return buf;
}

const char *figure_format_ns(char buf[FIGURE_MAX], double ns)
{
	static const struct unit units[] = {
		{ 1, "ns" }, { 1e3, "us" }, { 1e6, "ms" }, { 1e9, "s" }, { 0, NULL },
	};

	if (!isfinite(ns) || ns < 1e14)
		return unit_format(buf, ns, units);
	/* Over a day, which no call takes: keep it short. */
	snprintf(buf, FIGURE_MAX, "%.0es", ns / 1e9);
	return buf;
}

const char *figure_format_rate(char buf[FIGURE_MAX], double rate, bool counts_ops)
{
	char number[FIGURE_MAX];
	bool is_many = rate >= 1e6;

	if (!counts_ops || !isfinite(rate))
		return figure_format(buf, rate / 1e6);
	figure_format(number, is_many ? rate / 1e3 : rate);
	snprintf(buf, FIGURE_MAX, "%.12s%s", number, is_many ? "k/s" : "/s");
	return buf;
}

const char *figure_format_bytes(char buf[FIGURE_MAX], double bytes)
{
	static const struct unit units[] = {
		{ 1, " B" }, { 1e3, " kB" }, { 1e6, " MB" }, { 1e9, " GB" },
		{ 1e12, " TB" }, { 0, NULL },
	};

	return unit_format(buf, bytes, units);
}

void text_wrap(FILE *out, const char *lead, unsigned margin, const char *text)
{
	size_t room = TEXT_WIDTH - margin, len, rest;

	fprintf(out, "%-*s", (int)margin, lead);
	for (;;) {
		rest = strlen(text);
		len = rest;
		if (rest > room) {
			for (len = room; len && text[len] != ' '; len--)
				;
			len = len ? len : room;
		}
		fprintf(out, "%.*s\n", (int)len, text);
		text += len;
		while (*text == ' ')
			text++;
		if (!*text)
			return;
		fprintf(out, "%*s", (int)margin, "");
	}
}

const json_t *value_get(const json_t *json, const char *path)
{
	char key[64];
	size_t len;

	for (;;) {
		len = strcspn(path, ".");
		if (len >= sizeof(key))
			return NULL;
		memcpy(key, path, len);
		key[len] = '\0';
		json = json_object_get(json, key);
		if (!json || !path[len])
			return json;
		path += len + 1;
	}
}

double value_number(const json_t *json, const char *path)
{
	const json_t *value = value_get(json, path);
	double number = json_number_value(value);

	return json_is_number(value) && number >= 0 ? number : (double)NAN;
}

const char *value_string(const json_t *json, const char *path)
{
	return json_string_value(value_get(json, path));
}

const char *value_text(const json_t *json, const char *path)
{
	const char *text = value_string(json, path);

	return text ? text : "";
}

uint64_t value_count(const json_t *json, const char *path)
{
	json_int_t n = json_integer_value(value_get(json, path));

	return n > 0 ? (uint64_t)n : 0;
}
