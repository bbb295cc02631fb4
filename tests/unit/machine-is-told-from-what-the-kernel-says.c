// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will lay machines out of plain files and look at what the env
 * record says of them: Intel, AMD, an old one on battery, a guest that says
 * nothing, and one of 256 CPUs with 300 interrupts.
 * needs: none
 * timeout: 60
 */
#include <stdbool.h>
#include <stdlib.h>
#include "check.h"
#include "metal/machine.h"
#include "tree.h"

#define CPU "sys/devices/system/cpu/"

static char text[65536];

static void tell(void)
{
	struct json j;

	json_init(&j, text, sizeof(text));
	json_open(&j, NULL, '{');
	machine_json(tree_root, &j);
	json_close(&j, '}');
	check(!json_error(&j), "the record does not fit");
}

static void says(const char *member)
{
	check(strstr(text, member), "no %s in %s", member, text);
}

static void lay(const char *lead, unsigned n, const char *file, const char *value)
{
	char path[256];

	snprintf(path, sizeof(path), CPU "%s%u/%s", lead, n, file);
	tree_text(path, value);
}

static void lay_policy(unsigned n, const char *driver, const char *governor, const char *min,
		       const char *max, const char *cur)
{
	lay("cpufreq/policy", n, "scaling_driver", driver);
	lay("cpufreq/policy", n, "scaling_governor", governor);
	lay("cpufreq/policy", n, "scaling_min_freq", min);
	lay("cpufreq/policy", n, "scaling_max_freq", max);
	lay("cpufreq/policy", n, "scaling_cur_freq", cur);
}

static void lay_states(const char *const *name, unsigned deepest)
{
	unsigned i;
	char lead[64];

	for (i = 0; name[i]; i++) {
		snprintf(lead, sizeof(lead), "cpu0/cpuidle/state");
		lay(lead, i, "name", name[i]);
		lay(lead, i, "disable", i > deepest ? "1\n" : "0\n");
	}
}

static void lay_firmware(void)
{
	tree_text("sys/firmware/efi/fw_platform_size", "64\n");
	tree_text("sys/class/dmi/id/bios_vendor", "American Megatrends\n");
	tree_text("sys/class/dmi/id/bios_version", "F\"5\x1b[31m\n");
	tree_text("sys/class/dmi/id/bios_date", "07/21/2023\n");
	tree_text("sys/class/dmi/id/sys_vendor", "Example  \n");
	tree_text("sys/class/dmi/id/product_name", "Server 1\n");
	tree_text("sys/class/dmi/id/board_name", "X11\n");
	tree_text("sys/firmware/memmap/0/start", "0x0\n");
	tree_text("sys/firmware/memmap/0/end", "0x9ffff\n");
	tree_text("sys/firmware/memmap/0/type", "System RAM\n");
	tree_text("sys/firmware/memmap/1/start", "0xa0000\n");
	tree_text("sys/firmware/memmap/1/end", "0xfffff\n");
	tree_text("sys/firmware/memmap/1/type", "Reserved\n");
	tree_text("sys/firmware/memmap/2/start", "0x100000\n");
	tree_text("sys/firmware/memmap/2/end", "0x7fffffffff\n");
	tree_text("sys/firmware/memmap/2/type", "System RAM\n");
}

static void test_intel(void)
{
	static const char *const states[] = { "POLL\n", "C1\n", "C1E\n", "C6\n", NULL };

	tree_begin();
	lay_policy(0, "intel_pstate\n", "powersave\n", "800000\n", "3900000\n", "1000000\n");
	lay_policy(1, "intel_pstate\n", "performance\n", "1200000\n", "3500000\n", "3000000\n");
	lay_policy(10, "intel_pstate\n", "powersave\n", "800000\n", "3900000\n", "<unsupported>\n");
	lay("cpufreq/policy", 0, "energy_performance_preference", "balance_performance\n");
	tree_text(CPU "intel_pstate/no_turbo", "0\n");
	tree_text(CPU "cpuidle/current_driver", "intel_idle\n");
	lay_states(states, 2);
	tree_text(CPU "smt/active", "1\n");
	tree_text(CPU "vulnerabilities/meltdown", "Mitigation: PTI\n");
	tree_text(CPU "vulnerabilities/mds", "Mitigation: Clear CPU buffers; SMT vulnerable\n");
	tree_text(CPU "vulnerabilities/itlb_multihit", "KVM: Mitigation: VMX disabled\n");
	tree_text(CPU "vulnerabilities/tsa", "Vulnerable: Clear CPU buffers attempted\n");
	tree_text(CPU "vulnerabilities/l1tf", "Not affected\n");
	tree_text(CPU "vulnerabilities/srbds", "Unknown: Dependent on hypervisor status\n");
	tree_text(CPU "cpu0/microcode/version", "0xb000040\n");
	tree_text("sys/devices/system/node/node0/cpulist", "0-9\n");
	tree_text("sys/devices/system/node/node1/cpulist", "10-19\n");
	tree_text("sys/devices/system/node/online", "0-1\n");
	tree_text("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
	tree_text("sys/kernel/debug/sched/preempt", "none voluntary (full) lazy\n");
	tree_text("proc/cmdline", "mem=2G quiet mem=1G memtest=3 preempt=none mitigations=auto\n");
	tree_text("proc/interrupts", "           CPU0       CPU1\n"
		  "  0:         30          0  IO-APIC  2-edge  timer\n"
		  " 24:         10         60  PCI-MSI 524288-edge  nvme0q0\n"
		  "NMI:       1000       1000  Non-maskable interrupts\n");
	lay_firmware();
	tell();
	says("{\"machine\":{\"governor\":\"powersave,performance\"");
	says("\"energy_preference\":\"balance_performance\",\"frequency_driver\":\"intel_pstate\"");
	says("\"min_mhz\":800,\"max_mhz\":3900,\"cur_mhz\":2000,\"turbo\":true");
	says("\"idle_driver\":\"intel_idle\",\"idle_states\":[\"POLL\",\"C1\",\"C1E\",\"C6\"],"
	     "\"deepest_idle_state\":\"C1E\",\"smt\":true");
	says("\"mitigations\":{\"itlb_multihit\":\"VMX disabled\",\"l1tf\":\"not affected\","
	     "\"mds\":\"Clear CPU buffers\",\"meltdown\":\"PTI\",\"srbds\":\"unknown\","
	     "\"tsa\":\"vulnerable\"},\"mitigations_off\":false,\"numa_nodes\":2");
	says("\"microcode\":\"0xb000040\",\"firmware\":\"uefi\"");
	says("\"bios_version\":\"F\\\"5?[31m\",\"bios_date\":\"07/21/2023\"");
	says("\"system\":\"Example Server 1\",\"board\":\"X11\"");
	says("\"memory_firmware_bytes\":549755420672,\"memory_cap_bytes\":1073741824");
	says("\"transparent_hugepages\":\"madvise\",\"preempt\":\"full\",\"on_battery\":null");
	says("\"irqs\":{\"lines\":2,\"cpus\":2,\"count\":100,\"busiest_pct\":60}}}");
	tree_end();
}

static void test_amd(void)
{
	tree_begin();
	lay_policy(0, "amd-pstate-epp\n", "performance\n", "1500000\n", "5700000\n", "5100000\n");
	lay("cpufreq/policy", 0, "boost", "0\n");
	tree_text(CPU "smt/active", "0\n");
	tree_text("proc/cmdline", "mitigations=off,nosmt preempt=voluntary\n");
	tell();
	says("\"governor\":\"performance\",\"energy_preference\":null");
	says("\"cur_mhz\":5100,\"turbo\":false,\"idle_driver\":null,\"idle_states\":[],"
	     "\"deepest_idle_state\":null,\"smt\":false");
	says("\"mitigations_off\":true");
	says("\"memory_cap_bytes\":null");
	says("\"preempt\":\"voluntary\"");
	tree_end();
}

static void test_old_on_battery(void)
{
	tree_begin();
	lay_policy(0, "acpi-cpufreq\n", "ondemand\n", "1000000\n", "2000000\n", "1000000\n");
	tree_text(CPU "cpufreq/boost", "1\n");
	tree_text("sys/class/power_supply/AC/type", "Mains\n");
	tree_text("sys/class/power_supply/AC/online", "0\n");
	tree_text("sys/class/power_supply/BAT0/type", "Battery\n");
	tree_text("sys/class/power_supply/BAT0/status", "Discharging\n");
	tree_text("proc/cpuinfo", "processor\t: 0\nmicrocode\t: 0x1b\ncpu MHz\t: 1000\n");
	tell();
	says("\"frequency_driver\":\"acpi-cpufreq\"");
	says("\"turbo\":true");
	says("\"microcode\":\"0x1b\",\"firmware\":\"bios\",\"bios_vendor\":null");
	says("\"on_battery\":true");
	tree_text("sys/class/power_supply/AC/online", "1\n");
	tell();
	says("\"on_battery\":false");
	tree_end();
	/* A mouse with an empty battery is no laptop. */
	tree_begin();
	tree_text("sys/class/power_supply/hid-0/type", "Battery\n");
	tree_text("sys/class/power_supply/hid-0/scope", "Device\n");
	tree_text("sys/class/power_supply/hid-0/status", "Discharging\n");
	tell();
	says("\"on_battery\":null");
	tree_end();
}

static void test_guest(void)
{
	tree_begin();
	tree_text(CPU "cpuidle/current_driver", "none\n");
	tell();
	says("{\"governor\":null,\"energy_preference\":null,\"frequency_driver\":null,"
	     "\"min_mhz\":null,\"max_mhz\":null,\"cur_mhz\":null,\"turbo\":null,"
	     "\"idle_driver\":null,\"idle_states\":[],\"deepest_idle_state\":null,"
	     "\"smt\":null,\"mitigations\":{},\"mitigations_off\":false,\"numa_nodes\":null,"
	     "\"microcode\":null,\"firmware\":\"bios\",");
	says("\"system\":null,\"board\":null,\"memory_firmware_bytes\":null,"
	     "\"memory_cap_bytes\":null,\"transparent_hugepages\":null,\"preempt\":null,"
	     "\"on_battery\":null,\"irqs\":null}");
	tree_end();
}

static void test_many_cpus(void)
{
	static char table[300 * 256 * 12 + 65536];
	size_t len = 0;
	unsigned line, cpu;

	tree_begin();
	for (cpu = 0; cpu < 256; cpu++) {
		lay_policy(cpu, "intel_pstate\n", "performance\n", "800000\n", "3900000\n",
			   "2000000\n");
		len += (size_t)snprintf(table + len, sizeof(table) - len, "%*s%u",
					cpu ? 8 : 14, "CPU", cpu);
	}
	for (line = 0; line < 300; line++) {
		len += (size_t)snprintf(table + len, sizeof(table) - len, "\n%4u:", line);
		for (cpu = 0; cpu < 256; cpu++)
			len += (size_t)snprintf(table + len, sizeof(table) - len, " %10u",
						line < 256 && cpu == line ? line + 1 : 0);
		len += (size_t)snprintf(table + len, sizeof(table) - len,
					"  IR-PCI-MSI 49807360-edge  nvme0q%u", line);
	}
	table[len++] = '\n';
	tree_bytes("proc/interrupts", table, len);
	tell();
	check(strlen(text) < 2048, "%zu bytes for a machine of 256 CPUs", strlen(text));
	says("\"governor\":\"performance\"");
	says("\"cur_mhz\":2000");
	/* 1 + … + 256 */
	says("\"irqs\":{\"lines\":300,\"cpus\":256,\"count\":32896,\"busiest_pct\":0}");
	tree_end();
}

int main(void)
{
	test_intel();
	test_amd();
	test_old_on_battery();
	test_guest();
	test_many_cpus();
	return check_done();
}
