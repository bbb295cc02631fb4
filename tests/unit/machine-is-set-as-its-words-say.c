// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will set governor, turbo and C-states of machines made of plain
 * files, ask for what they do not have, and see that nothing is set then and
 * that a value which the kernel does not keep is noticed.
 * needs: none
 * timeout: 30
 */
#include <stdbool.h>
#include "check.h"
#include "metal/machine.h"
#include "sysfile.h"
#include "tree.h"

#define CPU "sys/devices/system/cpu/"

static char err[512];

static int set(const char *governor, unsigned turbo, unsigned cstates)
{
	const struct machine_words w = { .governor = governor, .turbo = turbo,
					 .cstates = cstates };

	err[0] = '\0';
	return machine_set(tree_root, &w, err, sizeof(err));
}

static void is(const char *path, const char *want)
{
	char got[64];

	sysfile_read(tree_path(path), got, sizeof(got));
	check(!strcmp(got, want), "%s: '%s', not '%s'", path, got, want);
}

static void lay(unsigned policies)
{
	char path[256];
	unsigned i;

	tree_begin();
	for (i = 0; i < policies; i++) {
		snprintf(path, sizeof(path), CPU "cpufreq/policy%u/scaling_governor", i);
		tree_text(path, "powersave");
		snprintf(path, sizeof(path), CPU "cpufreq/policy%u/scaling_available_governors", i);
		tree_text(path, "performance powersave \n");
	}
	for (i = 0; i < 12; i++) {
		snprintf(path, sizeof(path), CPU "cpu%u/cpuidle/state%u/disable", i / 6 ? 10u : 0u,
			 i % 6 ? i % 6 : 10u);
		tree_text(path, "0");
	}
	tree_text(CPU "cpu1/online", "0");	/* offline: no idle states */
}

static void test_intel(void)
{
	lay(2);
	tree_text(CPU "intel_pstate/no_turbo", "0");
	check(!set("performance", 1, 1), "%s", err);
	is(CPU "cpufreq/policy0/scaling_governor", "performance");
	is(CPU "cpufreq/policy1/scaling_governor", "performance");
	is(CPU "intel_pstate/no_turbo", "1");
	is(CPU "cpu0/cpuidle/state1/disable", "0");
	is(CPU "cpu0/cpuidle/state2/disable", "1");
	is(CPU "cpu0/cpuidle/state10/disable", "1");
	is(CPU "cpu10/cpuidle/state5/disable", "1");
	check(!set("", 2, 0), "%s", err);
	is(CPU "intel_pstate/no_turbo", "0");
	tree_end();
}

static void test_boost(void)
{
	lay(2);
	tree_text(CPU "cpufreq/boost", "1");
	check(!set(NULL, 1, 0), "%s", err);
	is(CPU "cpufreq/boost", "0");
	is(CPU "cpufreq/policy0/scaling_governor", "powersave");
	tree_end();
	lay(2);
	tree_text(CPU "cpufreq/policy0/boost", "0");
	tree_text(CPU "cpufreq/policy1/boost", "0");
	check(!set(NULL, 2, 0), "%s", err);
	is(CPU "cpufreq/policy1/boost", "1");
	tree_end();
}

static void test_refusals(void)
{
	lay(2);
	check(set("preformance", 0, 1) == -EINVAL, "a governor that is not there");
	check(!strcmp(err, "governor=preformance: no such governor on this machine; there are: performance powersave"),
	      "%s", err);
	is(CPU "cpu0/cpuidle/state2/disable", "0");
	check(set("perform", 0, 0) == -EINVAL, "a part of a name");
	/* The governor is right, and stays as it is all the same. */
	check(set("performance", 1, 1) == -EINVAL, "turbo without a switch");
	check(!!strstr(err, "turbo=off: this machine"), "%s", err);
	is(CPU "cpufreq/policy0/scaling_governor", "powersave");
	tree_end();
	lay(0);
	check(set("performance", 0, 0) == -EINVAL, "no frequencies");
	check(!!strstr(err, "governor=performance: this machine"), "%s", err);
	check(!set("", 0, 1), "%s", err);
	tree_end();
	/* Without any idle driver CPUs halt, and that is shallow. */
	tree_begin();
	tree_text(CPU "cpu0/online", "1");
	check(!set(NULL, 0, 1), "%s", err);
	check(!set(NULL, 0, 0), "%s", err);
	tree_end();
}

static void test_kept(void)
{
	char path[1024];

	lay(1);
	snprintf(path, sizeof(path), "%s", tree_path(CPU "cpufreq/policy0/scaling_governor"));
	if (unlink(path) || symlink("/dev/null", path))
		tree_fail(path);
	check(set("performance", 0, 0) == -EIO, "a value that was not kept");
	check(!!strstr(err, "policy0/scaling_governor: not set: the kernel kept another value"),
	      "%s", err);
	tree_end();
}

int main(void)
{
	test_intel();
	test_boost();
	test_refusals();
	test_kept();
	return check_done();
}
