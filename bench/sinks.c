// SPDX-License-Identifier: GPL-2.0-only
/*
 * The console, and each virtio port whose name is mdbench (the kernel names it
 * in /sys/class/virtio-ports; there is no udev here to make links).
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include "sinks.h"
#include "sysfile.h"

#define PORTS "/sys/class/virtio-ports"

static void add_sink(struct record_out *out, const char *path, const char *name)
{
	/* Not blocking: nobody may be reading at the other end. */
	const int fd = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);

	if (fd < 0 || record_add_sink(out, fd, RECORD_FRAMED, name))
		fprintf(stderr, "mdbench: sink: %s: %s\n", path, strerror(errno));
}

void sinks_open_ports(struct record_out *out)
{
	DIR *dir = opendir(PORTS);
	char path[512], name[64];
	struct dirent *e;

	if (!dir)
		return;
	while ((e = readdir(dir))) {
		if (e->d_name[0] == '.')
			continue;
		snprintf(path, sizeof(path), PORTS "/%s/name", e->d_name);
		if (sysfile_read(path, name, sizeof(name)) <= 0 ||
		    strcmp(name, "mdbench"))
			continue;
		snprintf(path, sizeof(path), "/dev/%s", e->d_name);
		add_sink(out, path, e->d_name);
	}
	closedir(dir);
}

void sinks_open(struct record_out *out, unsigned wanted)
{
	if (wanted != SINKS_CONSOLE)
		sinks_open_ports(out);
	if (wanted != SINKS_PORT || !out->nsinks)
		add_sink(out, "/dev/console", "console");
}
