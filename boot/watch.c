// SPDX-License-Identifier: GPL-2.0-only
/*
 * Words of the kernel log that tell of trouble.
 */
#include "watch.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include "units.h"

#define INIT_LEAD "mdbench: init: "

static const struct {
	const char *word;
	enum watch means;
	const char *also;	/* must follow in the same line, NULL: nothing */
} watch_list[] = {
	{ "Kernel panic - not syncing", WATCH_PANIC, NULL },
	{ "VFS: Unable to mount root", WATCH_PANIC, NULL },
	{ "BUG: ", WATCH_TROUBLE, NULL },
	{ "Oops: ", WATCH_TROUBLE, NULL },
	{ "kernel BUG at ", WATCH_TROUBLE, NULL },
	{ "general protection fault", WATCH_TROUBLE, NULL },
	{ "WARNING: CPU: ", WATCH_TROUBLE, NULL },
	{ "WARNING: ", WATCH_TROUBLE, " at " },	/* since Linux 6.19, without CPU: */
	{ "WARNING: possible ", WATCH_TROUBLE, NULL },
	{ "INFO: task ", WATCH_TROUBLE, " blocked for more than" },
	{ "detected stall", WATCH_TROUBLE, NULL },
};

/* word where no letter stands before it: "DEBUG: " is not "BUG: ". */
static const char *find_word(const char *line, const char *word)
{
	const char *p = line;

	while ((p = strstr(p, word))) {
		if (p == line || !isalnum((unsigned char)p[-1]))
			return p;
		p++;
	}
	return NULL;
}

/* Skip "[    1.234567] " and, with thread names, "[   T1] ". */
static const char *skip_stamp(const char *line)
{
	while (*line == '[') {
		const char *end = strchr(line, ']');

		if (!end || strspn(line + 1, " 0123456789.TC") != (size_t)(end - line - 1))
			break;
		line = end + 1;
		line += *line == ' ';
	}
	return line;
}

enum watch watch_line(const char *line, const char **text)
{
	const char *p;

	*text = skip_stamp(line);
	if (!strncmp(*text, "@mdb1 ", 6) || strstr(*text, "ommand line: "))
		return WATCH_NONE;
	/* With a stamp it is only a warning of init in the kernel's log. */
	if (*text == line && !strncmp(line, INIT_LEAD, strlen(INIT_LEAD))) {
		*text += strlen(INIT_LEAD);
		return WATCH_INIT;
	}
	for (size_t i = 0; i < ARRAY_SIZE(watch_list); i++) {
		p = find_word(*text, watch_list[i].word);
		if (p && (!watch_list[i].also || strstr(p, watch_list[i].also)))
			return watch_list[i].means;
	}
	return WATCH_NONE;
}
