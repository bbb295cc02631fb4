// SPDX-License-Identifier: GPL-2.0-only
/* Reads uname, /proc and /sys; asks the tools for their versions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "env.h"
#include "metal/machine.h"
#include "spawn.h"
#include "sysfile.h"
#include "units.h"

#define CLOCKSOURCE "/sys/devices/system/clocksource/clocksource0/current_clocksource"

/* Value of the first line that begins with key, up to the line's end. */
static const char *find_line(char *text, const char *key)
{
	char *line, *value;

	for (line = text; line; line = strchr(line, '\n')) {
		line += *line == '\n';
		if (strncmp(line, key, strlen(key)))
			continue;
		value = line + strlen(key);
		value += strspn(value, " \t:");
		value[strcspn(value, "\n")] = '\0';
		return value;
	}
	return NULL;
}

uint64_t env_memory_bytes(void)
{
	char text[2048], *end;
	const char *value;
	uint64_t kib;

	if (sysfile_read("/proc/meminfo", text, sizeof(text)) <= 0)
		return 0;
	value = find_line(text, "MemTotal:");
	if (!value)
		return 0;
	kib = strtoull(value, &end, 10);
	return strcmp(end, " kB") ? 0 : kib * 1024;
}

/* Linux 6.13 and newer say PREEMPT of lazy preemption, too (init/Makefile). */
static bool has_lazy(const char *release)
{
	char *end;
	const unsigned long major = strtoul(release, &end, 10);

	return major > 6 || (major == 6 && *end == '.' && strtoul(end + 1, NULL, 10) >= 13);
}

static const char *preempt_model(const char *version, const char *release)
{
	static const struct { const char *mark, *name; } model[] = {
		{ "PREEMPT_RT", "rt" },
		{ "PREEMPT_DYNAMIC", "dynamic" },
		{ "PREEMPT(lazy)", "lazy" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(model); i++) {
		if (strstr(version, model[i].mark))
			return model[i].name;
	}
	/* none and voluntary look alike from here */
	return strstr(version, "PREEMPT") && !has_lazy(release) ? "full" : NULL;
}

/* The first line that a program says of itself. */
static void tool_version(struct json *j, const char *key, const char *tool,
			 const char *option)
{
	struct spawn_result r;

	if (spawn_run((const char *const[]){ tool, option, NULL }, 10, &r)) {
		json_none(j, key);
		return;
	}
	r.output[strcspn(r.output, "\n")] = '\0';
	json_str(j, key, r.output);
}

void env_write(struct record_out *out, const char *accel, uint64_t init_ns, const char *watchdog)
{
	static char text[16384];
	const char *value;
	struct utsname u;
	struct json *j;

	uname(&u);
	j = record_begin(out, "env");
	json_str(j, "kernel_release", u.release);
	json_str(j, "kernel_version", u.version);
	json_str(j, "arch", u.machine);
	json_str(j, "preempt", preempt_model(u.version, u.release));
	json_str(j, "cmdline", sysfile_read("/proc/cmdline", text, sizeof(text)) > 0 ?
		 text : NULL);
	if (sysfile_read("/proc/cpuinfo", text, sizeof(text)) < 0)
		text[0] = '\0';
	json_bool(j, "hypervisor", strstr(text, " hypervisor") != NULL);
	value = find_line(text, "model name");
	json_str(j, "cpu_model", value);
	json_u64(j, "cpus", (uint64_t)sysconf(_SC_NPROCESSORS_ONLN));
	json_u64(j, "memory_bytes", env_memory_bytes());
	json_u64(j, "page_bytes", (uint64_t)sysconf(_SC_PAGESIZE));
	json_str(j, "clocksource",
		 sysfile_read(CLOCKSOURCE, text, sizeof(text)) > 0 ? text : NULL);
	json_str(j, "accel", accel && *accel ? accel : NULL);
	tool_version(j, "mdadm", "mdadm", "--version");
	tool_version(j, "mke2fs", "mke2fs", "-V");
	if (init_ns)
		json_u64(j, "init_ns", init_ns);
	else
		json_none(j, "init_ns");
	json_str(j, "watchdog", watchdog && *watchdog ? watchdog : NULL);
	machine_json("", j);
	record_end(out);
}
