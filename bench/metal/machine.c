// SPDX-License-Identifier: GPL-2.0-only
/*
 * The member "machine" of the env record, from /sys and /proc alone. What
 * stands there is the firmware's and hostile: it is cut and made ASCII. Per-CPU
 * values are summed up, so that the record stays small on any machine. Nothing
 * here that names the machine itself (serial number, UUID).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>
#include "disk_parts.h"
#include "irqs.h"
#include "machine.h"
#include "sysdir.h"

#define CPU "/sys/devices/system/cpu"
#define SAMPLES 16		/* of the current frequency: on old kernels a read takes 10 ms */
#define NAMES_MAX 64		/* of idle states, of mitigations */

static void json_text(struct json *j, const char *key, const char *text)
{
	json_str(j, key, text[0] ? text : NULL);
}

static void json_number(struct json *j, const char *key, uint64_t value)
{
	if (value == UINT64_MAX)
		json_none(j, key);
	else
		json_u64(j, key, value);
}

static void json_file(struct json *j, const char *key, const char *root, const char *path)
{
	char text[128];

	sys_text(root, path, text, sizeof(text));
	json_text(j, key, text);
}

/* "1" is true, "0" false, anything else null. */
static void json_flag(struct json *j, const char *key, uint64_t value)
{
	if (value > 1)
		json_none(j, key);
	else
		json_bool(j, key, value);
}

/* Add a word to a list parted by commas, if it is not there. */
static void add_word(char *list, size_t size, const char *word)
{
	const size_t len = strlen(word), used = strlen(list);
	const char *p;

	if (!len)
		return;
	for (p = list; *p; p += strcspn(p, ","), p += *p == ',') {
		if (!strncmp(p, word, len) && (!p[len] || p[len] == ','))
			return;
	}
	text_put(list + used, size - used, "%s%s", used ? "," : "", word);
}

/* The word in brackets: "always [madvise] never", "none voluntary (full)". */
static void cut_chosen(char *text)
{
	char *open = strpbrk(text, "[("), *close = open ? strpbrk(open, ")]") : NULL;

	if (!close) {
		text[0] = '\0';
		return;
	}
	*close = '\0';
	memmove(text, open + 1, strlen(open));
}

struct cpufreq {
	char governor[96], preference[96], driver[32];
	uint64_t min_khz, max_khz, sum_khz;
	unsigned samples;
};

static int add_policy(const char *dir, const char *name, void *arg)
{
	struct cpufreq *f = arg;
	char word[40];
	uint64_t khz;

	(void)name;
	sys_text(dir, "scaling_governor", word, sizeof(word));
	add_word(f->governor, sizeof(f->governor), word);
	sys_text(dir, "energy_performance_preference", word, sizeof(word));
	add_word(f->preference, sizeof(f->preference), word);
	if (!f->driver[0])
		sys_text(dir, "scaling_driver", f->driver, sizeof(f->driver));
	khz = sys_number(dir, "scaling_min_freq", UINT64_MAX);
	f->min_khz = khz < f->min_khz ? khz : f->min_khz;
	khz = sys_number(dir, "scaling_max_freq", 0);
	f->max_khz = khz > f->max_khz ? khz : f->max_khz;
	khz = f->samples < SAMPLES ? sys_number(dir, "scaling_cur_freq", 0) : 0;
	if (khz && khz < UINT32_MAX) {
		f->sum_khz += khz;
		f->samples++;
	}
	return 0;
}

static uint64_t to_mhz(uint64_t khz)
{
	return khz && khz != UINT64_MAX ? khz / 1000 : UINT64_MAX;
}

static void write_cpufreq(struct json *j, const char *root)
{
	struct cpufreq f = { .min_khz = UINT64_MAX };
	uint64_t turbo;

	sysdir_each(root, CPU "/cpufreq", "policy", add_policy, &f);
	json_text(j, "governor", f.governor);
	json_text(j, "energy_preference", f.preference);
	json_text(j, "frequency_driver", f.driver);
	json_number(j, "min_mhz", to_mhz(f.min_khz));
	json_number(j, "max_mhz", to_mhz(f.max_khz));
	json_number(j, "cur_mhz", f.samples ? f.sum_khz / f.samples / 1000 : UINT64_MAX);
	turbo = sys_number(root, CPU "/intel_pstate/no_turbo", UINT64_MAX);
	turbo = turbo < 2 ? !turbo : sys_number(root, CPU "/cpufreq/boost", UINT64_MAX);
	if (turbo > 1)
		turbo = sys_number(root, CPU "/cpufreq/policy0/boost", UINT64_MAX);
	json_flag(j, "turbo", turbo);
}

/* A list that is being written. */
struct list {
	struct json *j;
	char deepest[32];	/* idle state: the last that is enabled */
	unsigned n;
};

static int add_state(const char *dir, const char *name, void *arg)
{
	struct list *idle = arg;
	char text[32];

	(void)name;
	if (idle->n++ == NAMES_MAX)
		return -1;
	sys_text(dir, "name", text, sizeof(text));
	json_str(idle->j, NULL, text);
	if (!sys_number(dir, "disable", 0))
		text_put(idle->deepest, sizeof(idle->deepest), "%s", text);
	return 0;
}

/* Those of the first CPU; they are set alike on all. */
static void write_idle(struct json *j, const char *root)
{
	struct list idle = { .j = j };
	char text[32];

	sys_text(root, CPU "/cpuidle/current_driver", text, sizeof(text));
	json_text(j, "idle_driver", strcmp(text, "none") ? text : "");
	json_open(j, "idle_states", '[');
	sysdir_each(root, CPU "/cpu0/cpuidle", "state", add_state, &idle);
	json_close(j, ']');
	json_text(j, "deepest_idle_state", idle.deepest);
}

/* "Mitigation: PTI; SMT vulnerable" is "PTI", "Vulnerable: No microcode" is "vulnerable". */
static const char *shorten_mitigation(char *text)
{
	static const char lead[] = "Mitigation: ";

	if (!strncmp(text, "KVM: ", 5))
		text += 5;
	if (!strncmp(text, "Not affected", 12))
		return "not affected";
	if (!strncmp(text, "Vulnerable", 10) || !strncmp(text, "Processor vulnerable", 20))
		return "vulnerable";
	if (!text[0] || !strncmp(text, "Unknown", 7))
		return "unknown";
	if (!strncmp(text, lead, strlen(lead)))
		text += strlen(lead);
	text[strcspn(text, ";,")] = '\0';
	return text;
}

static int add_mitigation(const char *dir, const char *name, void *arg)
{
	struct list *list = arg;
	char text[96];

	if (list->n++ == NAMES_MAX)
		return -1;
	sys_text(dir, NULL, text, sizeof(text));
	json_str(list->j, name, shorten_mitigation(text));
	return 0;
}

/* The last NAME=VALUE of the kernel's command line; false if there is none. */
static bool find_word(const char *cmdline, const char *name, char *value, size_t size)
{
	const size_t len = strlen(name);
	bool found = false;
	const char *p;
	size_t n;

	for (p = cmdline; *p; p += n, p += strspn(p, " ")) {
		n = strcspn(p, " ");
		if (strncmp(p, name, len) || p[len] != '=')
			continue;
		text_put(value, size, "%.*s", (int)(n - len - 1), p + len + 1);
		found = true;
	}
	return found;
}

static void write_mitigations(struct json *j, const char *root, const char *cmdline)
{
	struct list list = { .j = j };
	char value[64];

	json_open(j, "mitigations", '{');
	sysdir_each(root, CPU "/vulnerabilities", "", add_mitigation, &list);
	json_close(j, '}');
	json_bool(j, "mitigations_off", find_word(cmdline, "mitigations", value, sizeof(value)) &&
		  !strncmp(value, "off", 3));
}

static int count_entry(const char *dir, const char *name, void *arg)
{
	(void)dir;
	(void)name;
	++*(unsigned *)arg;
	return 0;
}

static void write_microcode(struct json *j, const char *root)
{
	static const char key[] = "\nmicrocode\t: ";
	char text[4096], *p;
	ssize_t len;

	sys_text(root, CPU "/cpu0/microcode/version", text, sizeof(text));
	if (!text[0]) {
		len = sys_bytes(root, "proc/cpuinfo", text, sizeof(text) - 1);
		text[len < 0 ? 0 : len] = '\0';
		p = strstr(text, key);
		p = p ? p + strlen(key) : text + strlen(text);
		p[strcspn(p, "\n")] = '\0';
		memmove(text, p, strlen(p) + 1);
	}
	json_text(j, "microcode", text);
}

static void write_pair(struct json *j, const char *key, const char *root, const char *a,
		       const char *b)
{
	char text[128], second[64];

	sys_text(root, a, text, sizeof(text) - sizeof(second));
	sys_text(root, b, second, sizeof(second));
	if (second[0])
		text_put(text + strlen(text), sizeof(second) + 1, "%s%s", text[0] ? " " : "",
			 second);
	json_text(j, key, text);
}

static void write_board(struct json *j, const char *root)
{
	char path[SYS_PATH];

	text_put(path, sizeof(path), "%s/sys/firmware/efi", root);
	json_str(j, "firmware", access(path, F_OK) ? "bios" : "uefi");
	json_file(j, "bios_vendor", root, "/sys/class/dmi/id/bios_vendor");
	json_file(j, "bios_version", root, "/sys/class/dmi/id/bios_version");
	json_file(j, "bios_date", root, "/sys/class/dmi/id/bios_date");
	write_pair(j, "system", root, "/sys/class/dmi/id/sys_vendor",
		   "/sys/class/dmi/id/product_name");
	write_pair(j, "board", root, "/sys/class/dmi/id/board_vendor",
		   "/sys/class/dmi/id/board_name");
}

static uint64_t hex_of(const char *dir, const char *file)
{
	char text[32], *end;
	uint64_t value;

	sys_text(dir, file, text, sizeof(text));
	value = strtoull(text, &end, 16);
	return *end ? 0 : value;
}

static int add_memory(const char *dir, const char *name, void *arg)
{
	uint64_t start, end, *sum = arg;
	char type[32];

	(void)name;
	sys_text(dir, "type", type, sizeof(type));
	start = hex_of(dir, "start");
	end = hex_of(dir, "end");
	if (!strncmp(type, "System RAM", 10) && end > start)
		*sum += end - start + 1;
	return 0;
}

static void write_memory(struct json *j, const char *root, const char *cmdline)
{
	uint64_t bytes = 0, cap = UINT64_MAX;
	char text[64];

	sysdir_each(root, "/sys/firmware/memmap", "", add_memory, &bytes);
	json_number(j, "memory_firmware_bytes", bytes ? bytes : UINT64_MAX);
	if (find_word(cmdline, "mem", text, sizeof(text)))
		parse_bytes(text, 1, UINT64_MAX - 1, &cap);
	json_number(j, "memory_cap_bytes", cap);
}

struct power {
	bool has_mains, is_online, is_discharging;
};

static int add_supply(const char *dir, const char *name, void *arg)
{
	struct power *power = arg;
	char text[32];

	(void)name;
	sys_text(dir, "type", text, sizeof(text));
	if (!strcmp(text, "Mains")) {
		power->has_mains = true;
		power->is_online |= sys_number(dir, "online", 0) == 1;
	}
	sys_text(dir, "scope", text, sizeof(text));	/* "Device": of a mouse */
	if (strcmp(text, "Device") && !sys_text(dir, "status", text, sizeof(text)))
		power->is_discharging |= !strcmp(text, "Discharging");
	return 0;
}

static void write_power(struct json *j, const char *root)
{
	struct power power = { .has_mains = false };

	sysdir_each(root, "/sys/class/power_supply", "", add_supply, &power);
	if (power.is_online || power.is_discharging || power.has_mains)
		json_bool(j, "on_battery", !power.is_online);
	else
		json_none(j, "on_battery");
}

/* What a kernel of PREEMPT_DYNAMIC does is said in debugfs alone. */
static void write_preempt(struct json *j, const char *root, const char *cmdline)
{
	static const char debug[] = "/sys/kernel/debug";
	const bool mounted = !root[0] && !mount("debugfs", debug, "debugfs", 0, NULL);
	char text[64];

	sys_text(root, "/sys/kernel/debug/sched/preempt", text, sizeof(text));
	if (mounted)
		umount2(debug, MNT_DETACH);
	cut_chosen(text);
	if (!text[0])
		find_word(cmdline, "preempt", text, sizeof(text));
	json_text(j, "preempt", text);
}

void machine_json(const char *root, struct json *j)
{
	char cmdline[4096], text[64];
	unsigned nodes = 0;
	struct irqs irqs;

	sys_text(root, "proc/cmdline", cmdline, sizeof(cmdline));
	json_open(j, "machine", '{');
	write_cpufreq(j, root);
	write_idle(j, root);
	json_flag(j, "smt", sys_number(root, CPU "/smt/active", UINT64_MAX));
	write_mitigations(j, root, cmdline);
	sysdir_each(root, "/sys/devices/system/node", "node", count_entry, &nodes);
	json_number(j, "numa_nodes", nodes ? nodes : UINT64_MAX);
	write_microcode(j, root);
	write_board(j, root);
	write_memory(j, root, cmdline);
	sys_text(root, "/sys/kernel/mm/transparent_hugepage/enabled", text, sizeof(text));
	cut_chosen(text);
	json_text(j, "transparent_hugepages", text);
	write_preempt(j, root, cmdline);
	write_power(j, root);
	irqs_json(irqs_read(root, NULL, &irqs) ? NULL : &irqs, j);
	json_close(j, '}');
}
