// SPDX-License-Identifier: GPL-2.0-only
/*
 * A place in memory for the last words of a kernel, which a warm start leaves
 * alone: above what mem= lets the kernel use, where the firmware says that there
 * is memory. The lowest such place is taken, because firmware and boot loaders
 * take theirs from the top.
 */
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "modload.h"
#include "pstore.h"
#include "sysfile.h"

#define RANGES 256
#define MIB (1ull << 20)
/* Between the kernel's end and ours: who counts pages roughly does no harm. */
#define MARGIN (16 * MIB)

/* -1 where it does not begin with a number of this base that fits. */
static int read_number(const char *text, char **end, int base, unsigned long long *value)
{
	errno = 0;
	*value = strtoull(text, end, base);
	return errno || *end == text ? -1 : 0;
}

static int read_address(const char *root, unsigned i, const char *name, unsigned long long *value)
{
	char path[PATH_MAX], text[40], *end;

	snprintf(path, sizeof(path), "%s/sys/firmware/memmap/%u/%s", root, i, name);
	if (sysfile_read(path, text, sizeof(text)) < 0)
		return -1;
	return read_number(text, &end, 16, value) || *end ? -1 : 0;
}

/* The first address that this kernel does not take for its memory; 0: it hides that. */
static unsigned long long memory_end(const char *root)
{
	unsigned long long first, last, end = 0;
	char path[PATH_MAX], line[256], *rest;
	FILE *f;

	snprintf(path, sizeof(path), "%s/proc/iomem", root);
	f = fopen(path, "r");
	if (!f)
		return 0;
	while (fgets(line, sizeof(line), f)) {
		if (line[0] == ' ' || !strstr(line, " : System RAM"))
			continue;
		if (read_number(line, &rest, 16, &first) || *rest != '-' ||
		    read_number(rest + 1, &rest, 16, &last))
			continue;
		if (last != UINT64_MAX && last + 1 > end)
			end = last + 1;
	}
	fclose(f);
	return end > 1 ? end : 0;
}

unsigned long long pstore_ramoops_address(const char *root, unsigned long long size)
{
	unsigned long long first, last, at, best = 0, end;
	char path[PATH_MAX], type[32];
	unsigned i;

	end = memory_end(root);
	if (!end || !size)
		return 0;
	for (i = 0; i < RANGES; i++) {
		snprintf(path, sizeof(path), "%s/sys/firmware/memmap/%u/type", root, i);
		if (sysfile_read(path, type, sizeof(type)) < 0)
			break;
		if (strcmp(type, "System RAM") || read_address(root, i, "start", &first) ||
		    read_address(root, i, "end", &last))
			continue;
		at = first > end + MARGIN ? first : end + MARGIN;
		at = (at + MIB - 1) / MIB * MIB;
		if (at >= first && at <= last && size - 1 <= last - at && (!best || at < best))
			best = at;
	}
	return best;
}

bool pstore_has_backend(const char *root)
{
	char path[PATH_MAX], name[64];

	snprintf(path, sizeof(path), "%s/sys/module/pstore/parameters/backend", root);
	return sysfile_read(path, name, sizeof(name)) > 0 && strcmp(name, "(null)");
}

int pstore_ramoops_load(unsigned long long address, unsigned long long size)
{
	char params[160];

	if (!address)
		return -EINVAL;
	if (pstore_has_backend(""))
		return 0;
	snprintf(params, sizeof(params),
		 "mem_address=0x%llx mem_size=0x%llx record_size=0x%llx console_size=0 ftrace_size=0 pmsg_size=0",
		 address, size, size / 4 / 4096 * 4096);
	return modload_now("ramoops", params);
}
