// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lines of a serial console, with the time at which each began.
 */
#include "conlog.h"

#include "child.h"

static void stamp(struct conlog *c)
{
	long long ms = now_ms() - c->start_ms;

	fprintf(c->out, "[%5lld.%03lld] ", ms / 1000, ms % 1000);
}

static void end_line(struct conlog *c)
{
	c->line[c->line_len] = '\0';
	fputc('\n', c->out);
	c->in_line = false;
	c->line_len = 0;
	if (c->on_line)
		c->on_line(c->arg, c->line);
}

void conlog_bytes(struct conlog *c, const char *data, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (data[i] == '\r')
			continue;
		if (!c->in_line)
			stamp(c);
		c->in_line = true;
		if (data[i] == '\n') {
			end_line(c);
			continue;
		}
		fputc(data[i], c->out);
		if (c->line_len < sizeof(c->line) - 1)
			c->line[c->line_len++] = data[i];
	}
}

void conlog_end(struct conlog *c)
{
	if (c->in_line)
		end_line(c);
}

void conlog_note(struct conlog *c, const char *who, const char *text)
{
	conlog_end(c);
	stamp(c);
	fprintf(c->out, "%s: %s\n", who, text);
}
