// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads /dev/kmsg: one message a read. Must not block and must not lose its
 * place; a message that was overwritten before we came is EPIPE and said.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "kmsg.h"

#define LEVEL_WARNING 4
#define LEVEL_MASK 7	/* priority is facility << 3 | level */

/* Limits a flood: the rest of it is in the console's log. */
#define LOGS_MAX 2000

void kmsg_open(struct kmsg *k)
{
	k->fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	k->logs = 0;
}

void kmsg_close(struct kmsg *k)
{
	if (k->fd >= 0)
		close(k->fd);
	k->fd = -1;
}

static int parse_field(char **p, char end, uint64_t *value)
{
	char *stop;

	errno = 0;
	*value = strtoull(*p, &stop, 10);
	if (stop == *p || *stop != end || errno)
		return -EINVAL;
	*p = stop + 1;
	return 0;
}

int kmsg_parse(char *line, unsigned *level, uint64_t *time_us, char **text)
{
	uint64_t priority, seq;
	char *p = line, *semicolon;

	if (parse_field(&p, ',', &priority) || parse_field(&p, ',', &seq))
		return -EINVAL;
	/* after the time come flags, and keys that newer kernels may add */
	semicolon = strchr(p, ';');
	if (!semicolon)
		return -EINVAL;
	if (parse_field(&p, ',', time_us))
		return -EINVAL;
	*level = (unsigned)priority & LEVEL_MASK;
	*text = semicolon + 1;
	(*text)[strcspn(*text, "\n")] = '\0';
	return 0;
}

static void write_log(struct kmsg *k, struct record_out *out, unsigned level,
		      uint64_t time_us, const char *text, const char *step)
{
	struct json *j = record_begin(out, "log");

	json_u64(j, "level", level);
	json_u64(j, "time_us", time_us);
	json_str(j, "text", text);
	json_str(j, "step", step);
	record_end(out);
	k->logs++;
}

void kmsg_collect(struct kmsg *k, struct record_out *out, const char *step)
{
	char buf[8192], *text;
	uint64_t time_us;
	unsigned level;
	ssize_t n;

	while (k->fd >= 0 && k->logs < LOGS_MAX) {
		n = read(k->fd, buf, sizeof(buf) - 1);
		if (n < 0 && errno == EPIPE) {
			write_log(k, out, LEVEL_WARNING, 0,
				  "mdbench: kernel messages were lost", step);
			continue;
		}
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return;
		buf[n] = '\0';
		if (!kmsg_parse(buf, &level, &time_us, &text) &&
		    level <= LEVEL_WARNING)
			write_log(k, out, level, time_us, text, step);
	}
}
