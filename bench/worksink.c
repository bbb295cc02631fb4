// SPDX-License-Identifier: GPL-2.0-only
/*
 * Opens and closes the sinks of a command's records. A file that is truncated
 * for them must not be what is measured, by whatever name it is given.
 */
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "commands.h"
#include "stopsig.h"
#include "workopt.h"
#include "worksink.h"

static int add(struct record_out *out, const char *who, const char *name, int fd)
{
	if (fd < 0)
		return complain(EXIT_FAILED, "%s: output: %s: %m", who, name);
	return record_add_sink(out, fd, RECORD_PLAIN, name) ? EXIT_FAILED : 0;
}

/* 0, or an exit status. */
static int check_file(const struct work_options *o, const char *who)
{
	struct stat st, place;

	if (stat(o->output, &st))
		return 0;
	if (S_ISBLK(st.st_mode))
		return complain(EXIT_USAGE, "%s: output: a block device: name a file", who);
	if (!stat(o->path, &place) && st.st_dev == place.st_dev && st.st_ino == place.st_ino)
		return complain(EXIT_USAGE, "%s: output: also path: name another file", who);
	return 0;
}

int worksink_open(struct record_out *out, const struct work_options *o, const char *who)
{
	const char *path = o->output;
	const bool is_standard = path && !strcmp(path, "-");
	int status = 0;

	record_init(out, "local");
	out->stop = &stopsig_caught;
	if (path && !is_standard)
		status = check_file(o, who);
	if (!status && (o->format == FORMAT_JSON || is_standard))
		status = add(out, who, "standard output", dup(STDOUT_FILENO));
	if (status || !path || is_standard)
		return status;
	return add(out, who, path, open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
}

int worksink_close(struct record_out *out, const char *who)
{
	const struct record_sink *sink;
	int status = 0;

	for (sink = out->sinks; sink < out->sinks + out->nsinks; sink++) {
		if (sink->fd < 0)
			status = EXIT_FAILED;	/* record.c has said why */
		else if (close(sink->fd))
			status = complain(EXIT_FAILED, "%s: output: close: %m", who);
	}
	out->nsinks = 0;
	return status;
}
