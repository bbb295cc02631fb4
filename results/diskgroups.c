// SPDX-License-Identifier: GPL-2.0-only
/* Counts disks that are alike. */
#include "diskgroups.h"

#include <stdio.h>
#include <string.h>

#include "text.h"
#include "units.h"

static size_t append_value(char *buf, size_t size, size_t len, const char *lead,
			   const char *value)
{
	char text[128];

	return value ? text_append(buf, size, len, lead, "%s",
				   text_escape(text, sizeof(text), value)) : len;
}

/* A disk without its identity. */
static void describe(char *buf, size_t size, const json_t *disk)
{
	double logical = value_number(disk, "logical_block_bytes");
	char number[FIGURE_MAX], block[24];
	size_t len = 0;

	buf[0] = '\0';
	len = append_value(buf, size, len, "", value_string(disk, "transport"));
	len = append_value(buf, size, len, " ", value_string(disk, "model"));
	len = text_append(buf, size, len, " ", "%s",
			  figure_format_bytes(number, value_number(disk, "size_bytes")));
	if (logical < 1e9)
		len = text_append(buf, size, len, ", ", "blocks of %s",
				  format_bytes(block, sizeof(block), (uint64_t)logical));
	append_value(buf, size, len, ", ", value_string(disk, "write_cache"));
}

void diskgroups_take(struct diskgroups *g, const json_t *record)
{
	const char *type = value_text(record, "type");
	char text[sizeof(g->group[0].text)];
	unsigned i;

	if (!strcmp(type, "crash"))
		g->is_anew = 1;
	if (strcmp(type, "disk"))
		return;
	if (g->is_anew)
		memset(g, 0, sizeof(*g));
	describe(text, sizeof(text), record);
	for (i = 0; i < g->groups && strcmp(g->group[i].text, text); i++)
		;
	if (!json_is_true(json_object_get(record, "consent")) || i == DISKGROUPS_MAX) {
		g->left++;
		return;
	}
	if (i == g->groups)
		memcpy(g->group[g->groups++].text, text, sizeof(text));
	g->group[i].count++;
}

const char *diskgroups_text(const struct diskgroups *g, char *buf, size_t size)
{
	size_t len = 0;

	buf[0] = '\0';
	for (unsigned i = 0; i < g->groups; i++)
		len = text_append(buf, size, len, "; ", "%u x %s", g->group[i].count,
				  g->group[i].text);
	return buf;
}
