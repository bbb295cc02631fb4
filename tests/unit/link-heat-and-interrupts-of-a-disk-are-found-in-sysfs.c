// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will lay disks on SATA, SAS, NVMe and USB out of plain files and
 * look for the speed of their links, their temperatures and their interrupts.
 * needs: none
 * timeout: 30
 */
#include <stdbool.h>
#include "check.h"
#include "metal/smart.h"
#include "tree.h"

#define MIB (1024 * 1024)
#define PCI "pci0000:00/0000:00:"

static struct health h;

static void read_disk(const char *name, const char *transport)
{
	struct disk d = { .is_partition = false };

	snprintf(d.name, sizeof(d.name), "%s", name);
	snprintf(d.transport, sizeof(d.transport), "%s", transport);
	health_init(&h);
	health_read_sys(tree_root, &d, name, &h);
}

static void is(const char *disk, enum health_figure figure, int64_t want)
{
	check(h.figure[figure] == want, "%s: %s: %lld, not %lld", disk, health_figure_name[figure],
	      (long long)h.figure[figure], (long long)want);
}

static void test_rates(void)
{
	static const struct { const char *text; int64_t mbps; } rate[] = {
		{ "6.0 Gbps", 6000 }, { "1.5 Gbps", 1500 }, { "12.0 Gbit", 12000 },
		{ "22.5 Gbit", 22500 }, { "8.0 GT/s PCIe", 8000 }, { "2.5 GT/s", 2500 },
		{ "480", 480 }, { "1.5", 1 }, { "20000", 20000 }, { "Unknown", HEALTH_UNKNOWN },
		{ "<unknown>", HEALTH_UNKNOWN }, { "", HEALTH_UNKNOWN }, { "-3", HEALTH_UNKNOWN },
		{ "99999999999999999999 GT/s", HEALTH_UNKNOWN }, { "0", HEALTH_UNKNOWN },
		{ "16.", 16 },
	};
	unsigned i;

	for (i = 0; i < sizeof(rate) / sizeof(rate[0]); i++)
		check(health_rate_mbps(rate[i].text) == rate[i].mbps, "%s: %lld", rate[i].text,
		      (long long)health_rate_mbps(rate[i].text));
}

static void test_sata(void)
{
	const char *dir = PCI "1f.2/ata3/host2/target2:0:0/2:0:0:0/block/sda";

	tree_device(dir, 1, MIB);
	tree_attr(PCI "1f.2/ata3/link3/ata_link/link3", "sata_spd", "3.0 Gbps\n");
	tree_attr(PCI "1f.2", "irq", "25\n");
	tree_attr(PCI "1f.2/msi_irqs", "25", "msi\n");
	tree_attr(dir, "device/hwmon/hwmon4/temp1_input", "41000\n");
	read_disk("sda", "ata");
	is("sda", HEALTH_LINK_MBPS, 3000);
	is("sda", HEALTH_TEMPERATURE_C, 41);
	check(h.source && !strcmp(h.source, "hwmon"), "source %s", h.source);
	check(h.has_irqs && h.irqs.lines == 1 && h.irqs.cpus == 2 && h.irqs.count == 40 &&
	      h.irqs.busiest_pct == 75, "%u lines, %u CPUs, %llu, %u %%", h.irqs.lines,
	      h.irqs.cpus, (unsigned long long)h.irqs.count, h.irqs.busiest_pct);
}

static void test_sas(void)
{
	const char *port = PCI "02.0/host0/port-0:0";
	char dir[256], path[256];

	snprintf(dir, sizeof(dir), "%s/end_device-0:0/target0:0:0/0:0:0:0/block/sdb", port);
	tree_device(dir, 2, MIB);
	snprintf(path, sizeof(path), "%s/phy-0:3/sas_phy/phy-0:3", port);
	tree_attr(path, "negotiated_linkrate", "6.0 Gbit\n");
	tree_attr(path, "maximum_linkrate", "12.0 Gbit\n");
	/* Its adapter has a pin, and the bridge above vectors of its own. */
	tree_attr(PCI "02.0", "irq", "16\n");
	tree_attr("pci0000:00/msi_irqs", "25", "msi\n");
	read_disk("sdb", "scsi");
	is("sdb", HEALTH_LINK_MBPS, 6000);
	is("sdb", HEALTH_LINK_MAX_MBPS, 12000);
	is("sdb", HEALTH_TEMPERATURE_C, HEALTH_UNKNOWN);
	check(h.has_irqs && h.irqs.count == 7, "%llu interrupts", (unsigned long long)h.irqs.count);
}

static void lay_nvme(const char *pci, const char *ctrl)
{
	char path[256];

	tree_attr(pci, "current_link_speed", "8.0 GT/s PCIe\n");
	tree_attr(pci, "max_link_speed", "16.0 GT/s PCIe\n");
	tree_attr(pci, "current_link_width", "2\n");
	tree_attr(pci, "max_link_width", "4\n");
	tree_attr(pci, "irq", "16\n");
	tree_attr(pci, "msi_irqs/30", "msix\n");
	tree_attr(pci, "msi_irqs/31", "msix\n");
	snprintf(path, sizeof(path), "%s/nvme/%s", pci, ctrl);
	tree_attr(path, "hwmon2/temp1_input", "-5850\n");
}

/* Where its sensor is depends on what `device` leads to. */
static void link_device(const char *ctrl, const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "sys/devices/%s/%s/device", ctrl, name);
	if (symlink("..", tree_path(path)))
		tree_fail(path);
}

static void check_nvme(const char *name)
{
	read_disk(name, "nvme");
	is(name, HEALTH_LINK_MBPS, 8000);
	is(name, HEALTH_LINK_MAX_MBPS, 16000);
	is(name, HEALTH_LANES, 2);
	is(name, HEALTH_MAX_LANES, 4);
	check(h.has_irqs && h.irqs.lines == 2 && h.irqs.count == 300, "%s: %u lines, %llu", name,
	      h.irqs.lines, (unsigned long long)h.irqs.count);
}

static void test_nvme(void)
{
	lay_nvme(PCI "03.0/0000:01:00.0", "nvme0");
	tree_device(PCI "03.0/0000:01:00.0/nvme/nvme0/nvme0n1", 3, MIB);
	link_device(PCI "03.0/0000:01:00.0/nvme/nvme0", "nvme0n1");
	check_nvme("nvme0n1");
	is("nvme0n1", HEALTH_TEMPERATURE_C, -5);
	/* A namespace with several paths, one of which is here. */
	lay_nvme(PCI "04.0/0000:02:00.0", "nvme1");
	tree_attr(PCI "04.0/0000:02:00.0/nvme/nvme1", "serial", "S1  \n");
	if (symlink("../../devices/" PCI "04.0/0000:02:00.0/nvme/nvme1",
		    tree_path("sys/class/nvme/nvme1")))
		tree_fail("nvme1");
	tree_device("virtual/nvme-subsystem/nvme-subsys1/nvme1n1", 4, MIB);
	tree_attr("virtual/nvme-subsystem/nvme-subsys1/nvme1n1", "device/serial", "S1\n");
	check_nvme("nvme1n1");
	/* Another controller has taken the number. */
	tree_attr(PCI "04.0/0000:02:00.0/nvme/nvme1", "serial", "S2\n");
	read_disk("nvme1n1", "nvme");
	is("nvme1n1", HEALTH_LINK_MBPS, HEALTH_UNKNOWN);
	check(!h.has_irqs, "interrupts of another controller");
}

static void test_usb(void)
{
	const char *usb = PCI "14.0/usb2/2-1";
	char dir[256];

	snprintf(dir, sizeof(dir), "%s/2-1:1.0/host6/target6:0:0/6:0:0:0/block/sdc", usb);
	tree_device(dir, 5, MIB);
	tree_attr(usb, "idVendor", "1234\n");
	tree_attr(usb, "speed", "5000\n");
	read_disk("sdc", "usb");
	is("sdc", HEALTH_LINK_MBPS, 5000);
	is("sdc", HEALTH_LINK_MAX_MBPS, HEALTH_UNKNOWN);
	check(!h.has_irqs && !h.source, "more than there is");
	read_disk("sdz", "usb");
	is("sdz", HEALTH_LINK_MBPS, HEALTH_UNKNOWN);
}

int main(void)
{
	test_rates();
	tree_begin();
	tree_text("proc/interrupts", "            CPU0       CPU2\n"
		  "  16:          3          4   IO-APIC  16-fasteoi   mpt3sas\n"
		  "  25:         10         30   PCI-MSI 512000-edge   ahci[0000:00:1f.2]\n"
		  "  30:        100          0   PCI-MSI 524288-edge   nvme0q0\n"
		  "  31:          0        200   PCI-MSI 524289-edge   nvme0q1\n"
		  " ERR:          0\n");
	test_sata();
	test_sas();
	test_nvme();
	test_usb();
	tree_end();
	return check_done();
}
