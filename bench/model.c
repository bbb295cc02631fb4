// SPDX-License-Identifier: GPL-2.0-only
/*
 * Making null_blk disks. Folders are named nullb0, nullb1 … because older
 * kernels number the disks themselves and newer ones take the folder's name.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include "model.h"
#include "sysfile.h"
#include "units.h"

#define CONFIGFS "/sys/kernel/config"
#define MIB (1024ull * 1024)

static int parse_part(const char *part, struct model *m)
{
	if (!strncmp(part, "mbps=", 5))
		return parse_u64(part + 5, 0, 1000000, &m->mbps);
	if (!strncmp(part, "nsec=", 5))
		return parse_u64(part + 5, 0, 1000000000, &m->nsec);
	return -EINVAL;
}

int model_parse(const char *text, struct model *m, char *err, unsigned long size)
{
	char buf[128], *part, *rest, *x;
	int ret;

	memset(m, 0, sizeof(*m));
	if (strlen(text) >= sizeof(buf)) {
		snprintf(err, size, "model: too long");
		return -EINVAL;
	}
	memcpy(buf, text, strlen(text) + 1);
	rest = buf;
	part = strsep(&rest, ",");
	x = strchr(part, 'x');
	ret = -EINVAL;
	if (x) {
		*x = '\0';
		ret = parse_u64(part, 1, 32, &m->disks);
		if (!ret)
			ret = parse_bytes(x + 1, MIB, 1ull << 40, &m->size_bytes);
		if (!ret && m->size_bytes % MIB)
			ret = -EINVAL;
	}
	while (!ret && (part = strsep(&rest, ",")))
		ret = parse_part(part, m);
	if (ret)
		snprintf(err, size,
			 "model: %s: not of the form NxSIZE[,mbps=N][,nsec=N] with 1 to 32 disks of whole MiB",
			 text);
	return ret;
}

static int set_attribute(unsigned i, const char *name, uint64_t value,
			 char *err, unsigned long size)
{
	char path[96], text[24];
	int ret;

	snprintf(path, sizeof(path), CONFIGFS "/nullb/nullb%u/%s", i, name);
	snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
	ret = sysfile_write(path, text);
	if (ret)
		snprintf(err, size, "model: nullb%u: %s: %s", i, name,
			 strerror(-ret));
	return ret;
}

static int make_one(const struct model *m, unsigned i, char *err,
		    unsigned long size)
{
	const struct { const char *name; uint64_t value; } attribute[] = {
		{ "size", m->size_bytes / MIB },
		{ "blocksize", 512 },
		{ "memory_backed", 1 },
		{ "submit_queues", 1 },
		{ "irqmode", m->nsec ? 2 : 0 },	/* 2: a timer */
		{ "completion_nsec", m->nsec },
		{ "mbps", m->mbps },
		{ "power", 1 },
	};
	char path[96];
	size_t k;
	int ret;

	snprintf(path, sizeof(path), CONFIGFS "/nullb/nullb%u", i);
	if (mkdir(path, 0755) < 0) {
		ret = -errno;
		snprintf(err, size, "model: nullb%u: %s (is null_blk in this kernel?)",
			 i, strerror(-ret));
		return ret;
	}
	for (k = 0; k < ARRAY_SIZE(attribute); k++) {
		ret = set_attribute(i, attribute[k].name, attribute[k].value,
				    err, size);
		if (ret)
			return ret;
	}
	return 0;
}

int model_make(const struct model *m, char *err, unsigned long size)
{
	struct stat st;
	unsigned i;
	int ret;

	if (stat(CONFIGFS "/nullb", &st) < 0)
		mount("configfs", CONFIGFS, "configfs", 0, NULL);
	for (i = 0; i < m->disks; i++) {
		ret = make_one(m, i, err, size);
		if (ret)
			return ret;
	}
	return 0;
}
