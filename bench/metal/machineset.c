// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sets what the boot words ask of the machine: governor, turbo, C-states. All
 * of it is looked at before any of it is written, and all that is written is
 * read back. Nothing is put back at the end: the appliance owns the machine,
 * and the next start of it sets its own.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "disk_parts.h"
#include "machine.h"
#include "modload.h"
#include "sysdir.h"
#include "sysfile.h"

#define CPU "/sys/devices/system/cpu"
#define SHALLOW 1		/* deepest idle state to keep: POLL is 0, C1 (HLT) is 1 */

struct setting {
	const char *value;	/* to write */
	unsigned n;		/* places seen */
	char text[256];		/* what there is; what did not take it */
};

static int write_checked(const char *dir, const char *file, const char *value, char *place,
			 size_t size)
{
	char path[SYS_PATH], text[64];
	int ret;

	if (text_put(path, sizeof(path), "%s/%s", dir, file))
		return -ENAMETOOLONG;
	ret = sysfile_write(path, value);
	if (!ret)
		ret = sys_text(path, NULL, text, sizeof(text));
	if (!ret && strcmp(text, value))
		ret = -EIO;
	if (ret)
		text_put(place, size, "%s", path);
	return ret;
}

/* Is value one of the words of text? */
static bool has_word(const char *text, const char *value)
{
	const size_t len = strlen(value);
	const char *p;

	for (p = text; *p; p += strcspn(p, " "), p += strspn(p, " ")) {
		if (strcspn(p, " ") == len && !strncmp(p, value, len))
			return true;
	}
	return false;
}

static int look_at_policy(const char *dir, const char *name, void *arg)
{
	struct setting *s = arg;

	(void)name;
	s->n++;
	sys_text(dir, "scaling_available_governors", s->text, sizeof(s->text));
	return has_word(s->text, s->value) ? 0 : -EINVAL;
}

static int set_policy(const char *dir, const char *name, void *arg)
{
	struct setting *s = arg;

	(void)name;
	return write_checked(dir, "scaling_governor", s->value, s->text, sizeof(s->text));
}

static int check_governor(const char *root, const char *governor, char *err, size_t size)
{
	struct setting s = { .value = governor };
	char module[64];
	int ret = sysdir_each(root, CPU "/cpufreq", "policy", look_at_policy, &s);

	/* Some are modules that nobody has asked for yet. */
	if (ret == -EINVAL && !root[0] &&
	    !text_put(module, sizeof(module), "cpufreq_%s", governor) &&
	    !modload_now(module, NULL))
		ret = sysdir_each(root, CPU "/cpufreq", "policy", look_at_policy, &s);
	if (ret == -EINVAL) {
		snprintf(err, size, "governor=%s: no such governor on this machine; there are: %s",
			 governor, s.text);
		return -EINVAL;
	}
	if (ret || !s.n) {
		snprintf(err, size, "governor=%s: this machine, or its kernel, does not set CPU frequencies: leave the word out",
			 governor);
		return -EINVAL;
	}
	return 0;
}

/* Where turbo is switched, and what is written there for "on"; NULL: nowhere. */
static const char *find_turbo(const char *root, bool *is_inverse)
{
	static const char *const place[] = {
		CPU "/intel_pstate/no_turbo", CPU "/cpufreq/boost", "",
	};
	unsigned i;

	for (i = 0; i < 2; i++) {
		*is_inverse = i == 0;
		if (sys_number(root, place[i], UINT64_MAX) < 2)
			return place[i];
	}
	/* amd-pstate of some kernels has a switch in each policy alone */
	return sys_number(root, CPU "/cpufreq/policy0/boost", UINT64_MAX) < 2 ? place[2] : NULL;
}

static int set_policy_boost(const char *dir, const char *name, void *arg)
{
	struct setting *s = arg;

	(void)name;
	return write_checked(dir, "boost", s->value, s->text, sizeof(s->text));
}

static int set_turbo(const char *root, const char *place, bool value, struct setting *s)
{
	s->value = value ? "1" : "0";
	if (place[0])
		return write_checked(root, place + 1, s->value, s->text, sizeof(s->text));
	return sysdir_each(root, CPU "/cpufreq", "policy", set_policy_boost, s);
}

static int shut_state(const char *dir, const char *name, void *arg)
{
	struct setting *s = arg;
	uint64_t number;

	if (parse_u64(name + strlen("state"), 0, 99, &number) || number <= SHALLOW)
		return 0;
	return write_checked(dir, "disable", "1", s->text, sizeof(s->text));
}

static int shut_states(const char *dir, const char *name, void *arg)
{
	int ret;

	if (name[3] < '0' || name[3] > '9')	/* cpufreq, cpuidle */
		return 0;
	/* A CPU that is offline has none; without a driver CPUs halt, which is C1. */
	ret = sysdir_each(dir, "/cpuidle", "state", shut_state, arg);
	return ret == -ENOENT ? 0 : ret;
}

static int not_set(const char *word, const char *value, const struct setting *s, int ret,
		   char *err, size_t size)
{
	snprintf(err, size, "%s=%s: %s: not set: %s", word, value, s->text,
		 ret == -EIO ? "the kernel kept another value" : strerror(-ret));
	return ret;
}

int machine_set(const char *root, const struct machine_words *w, char *err, size_t size)
{
	const char *const turbo = w->turbo == 2 ? "on" : "off", *place = NULL;
	struct setting s = { .value = w->governor };
	bool is_inverse = false;
	int ret = 0;

	if (w->governor && w->governor[0] && check_governor(root, w->governor, err, size))
		return -EINVAL;
	if (w->turbo) {
		place = find_turbo(root, &is_inverse);
		if (!place) {
			snprintf(err, size, "turbo=%s: this machine, or its kernel, has no switch for it: leave the word out",
				 turbo);
			return -EINVAL;
		}
	}
	if (w->governor && w->governor[0]) {
		ret = sysdir_each(root, CPU "/cpufreq", "policy", set_policy, &s);
		if (ret)
			return not_set("governor", w->governor, &s, ret, err, size);
	}
	if (place) {
		ret = set_turbo(root, place, (w->turbo == 2) != is_inverse, &s);
		if (ret)
			return not_set("turbo", turbo, &s, ret, err, size);
	}
	if (w->cstates) {
		ret = sysdir_each(root, CPU, "cpu", shut_states, &s);
		if (ret)
			return not_set("cstates", "shallow", &s, ret, err, size);
	}
	return 0;
}
