// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the console said when a run ended badly: the lines around the kernel's
 * first cry, else the last ones. The file is anything: only its end is read,
 * lines are cut, and frames of records are left out.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "frame.h"
#include "report_parts.h"
#include "text.h"
#include "units.h"

#define READ_MAX (1u << 20)	/* of the end of a console */
#define LINES_MAX 20000
#define LINE_MAX_SHOWN 160
#define BEFORE 6
#define AFTER 24
#define LAST 8

static const char *const cries[] = {
	"Kernel panic", "BUG:", "kernel BUG at", "Oops", "general protection", "Internal error",
	"soft lockup", "hard LOCKUP", "blocked for more than", "detected stall", "detected stalls",
	"WARNING:", "Unable to mount root", "Out of memory",
};

struct console {
	char *text;
	const char *line[LINES_MAX];
	size_t lines;
};

/* The end of a file, NUL-ended; NULL: none, or it is no file. */
static char *read_end(const char *path, size_t *len)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	char *text = NULL;
	struct stat st;
	ssize_t n = -1;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode))
		text = malloc(READ_MAX + 1);
	if (text)
		n = pread(fd, text, READ_MAX, st.st_size > READ_MAX ? st.st_size - READ_MAX : 0);
	close(fd);
	if (n <= 0) {
		free(text);
		return NULL;
	}
	for (ssize_t i = 0; i < n; i++)
		text[i] = text[i] ? text[i] : ' ';
	text[n] = '\0';
	*len = (size_t)n;
	return text;
}

/* A frame in the middle of a line is still a frame; empty lines say nothing. */
static bool is_worth_it(const char *line)
{
	const char *said = strchr(line, ']');

	said = *line == '[' && said ? said + 1 : line;
	return said[strspn(said, " \t")] && !strstr(line, FRAME_MAGIC);
}

static void split(struct console *c)
{
	char *p = c->text, *end;

	while (p && *p) {
		end = strchr(p, '\n');
		if (end)
			*end = '\0';
		p[strcspn(p, "\r")] = '\0';
		if (is_worth_it(p)) {
			/* Full: the later half is what matters. */
			if (c->lines == LINES_MAX) {
				c->lines /= 2;
				memmove(c->line, c->line + LINES_MAX - c->lines,
					c->lines * sizeof(*c->line));
			}
			c->line[c->lines++] = p;
		}
		p = end ? end + 1 : NULL;
	}
}

static size_t find_cry(const struct console *c)
{
	for (size_t i = 0; i < c->lines; i++) {
		for (size_t k = 0; k < ARRAY_SIZE(cries); k++) {
			if (strstr(c->line[i], cries[k]))
				return i;
		}
	}
	return c->lines;
}

static void print_lines(FILE *out, const struct console *c, size_t from, size_t to, size_t cry)
{
	char text[LINE_MAX_SHOWN + 1];

	for (size_t i = from; i < to; i++) {
		fputs(i == cry ? "<mark>" : "", out);
		html_plain(out, text_escape(text, sizeof(text), c->line[i]));
		fputs(i == cry ? "</mark>\n" : "\n", out);
	}
}

void report_print_console(FILE *out, const char *folder)
{
	struct console *c = calloc(1, sizeof(*c));
	char path[4200];
	size_t cry, from, to, last, len = 0;

	snprintf(path, sizeof(path), "%s/console.log", folder);
	if (c)
		c->text = read_end(path, &len);
	if (c && c->text) {
		split(c);
		cry = find_cry(c);
		from = cry < c->lines ? cry : c->lines > AFTER ? c->lines - AFTER : 0;
		from = from > BEFORE ? from - BEFORE : 0;
		to = from + BEFORE + AFTER < c->lines ? from + BEFORE + AFTER : c->lines;
		last = c->lines - to > LAST ? c->lines - LAST : to;
		fputs("<pre tabindex=\"0\">", out);
		print_lines(out, c, from, to, cry);
		if (last > to)
			fprintf(out, "... %zu lines are left out ...\n", last - to);
		print_lines(out, c, last, c->lines, cry);
		fputs("</pre>\n", out);
	}
	if (c)
		free(c->text);
	free(c);
}
