// SPDX-License-Identifier: GPL-2.0-only
/*
 * Text into a page. What is no printable ASCII is shown as \xNN, as everywhere
 * else: a page must not be able to hide, turn round or fake what a record says.
 */
#include "report_parts.h"

#include <string.h>

static const char *entity_of(char c)
{
	switch (c) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

static void put(FILE *out, const char *text, bool is_escaped)
{
	const unsigned char *p = (const unsigned char *)(text ? text : "-");
	const char *entity;

	for (; *p; p++) {
		entity = entity_of((char)*p);
		if (entity)
			fputs(entity, out);
		else if (*p >= ' ' && *p < 0x7f && (*p != '\\' || is_escaped))
			fputc(*p, out);
		else
			fprintf(out, "\\x%02x", *p);
	}
}

void html_text(FILE *out, const char *text)
{
	put(out, text, false);
}

void html_plain(FILE *out, const char *text)
{
	put(out, text, true);
}

void html_id(FILE *out, const char *id)
{
	char part[128];
	size_t len;

	for (; *id; id += len) {
		len = strcspn(id, "/");
		len += id[len] == '/';
		snprintf(part, sizeof(part), "%.*s", len < sizeof(part) ? (int)len :
			 (int)sizeof(part) - 1, id);
		html_text(out, part);
		if (id[len])
			fputs("<wbr/>", out);
	}
}
