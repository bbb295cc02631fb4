// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads /dev/kmsg: one message a read. Must not block and must not lose its
 * place; a message that was overwritten before we came is EPIPE and said.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "kmsg.h"
#include "units.h"

#define LEVEL_WARNING 4
#define LEVEL_MASK 7	/* priority is facility << 3 | level */

/* Limits a flood; the end of it is said, and errors are on the console as well. */
#define LOGS_MAX 2000

void kmsg_open(struct kmsg *k)
{
	memset(k, 0, sizeof(*k));
	k->fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

void kmsg_watch(struct kmsg *k, const char *const *names, unsigned n)
{
	k->nwatched = n < KMSG_WATCHED ? n : KMSG_WATCHED;
	memcpy(k->watched, names, k->nwatched * sizeof(names[0]));
	k->error[0] = '\0';
	k->error_of_target = false;
}

/*
 * blk_print_req_error() says "I/O error, dev NAME, sector", or "critical medium
 * error", "timeout error" and more in front of it; fs/buffer.c "Buffer I/O
 * error on dev NAME, logical block".
 */
bool kmsg_is_io_error(const char *text, const char *name)
{
	static const char *const leads[] = { " error, dev ", "I/O error on dev " };
	const size_t len = strlen(name);
	const char *p;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(leads); i++) {
		p = strstr(text, leads[i]);
		if (!p)
			continue;
		p += strlen(leads[i]);
		if (!strncmp(p, name, len) && p[len] == ',')
			return true;
	}
	return false;
}

static void look_for_error(struct kmsg *k, const char *text)
{
	unsigned i;

	for (i = 0; i < k->nwatched; i++) {
		if (!kmsg_is_io_error(text, k->watched[i]))
			continue;
		if (!k->error[0] || (i == 0 && !k->error_of_target))
			snprintf(k->error, sizeof(k->error), "%s", text);
		k->error_of_target |= i == 0;
		return;
	}
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
	struct json *j;

	if (k->is_full)
		return;
	if (k->logs == LOGS_MAX) {
		k->is_full = true;
		text = "mdbench: too many kernel messages: no more are recorded";
	}
	j = record_begin(out, "log");
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

	while (k->fd >= 0) {
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
		if (kmsg_parse(buf, &level, &time_us, &text) || level > LEVEL_WARNING)
			continue;
		look_for_error(k, text);
		write_log(k, out, level, time_us, text, step);
	}
}
