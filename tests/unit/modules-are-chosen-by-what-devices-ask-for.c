// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will choose modules for made-up machines: by aliases, with what they
 * need and in order, those of devices that another module brings in the same
 * run, with parameters of the list and of the kernel's command line.
 * needs: none
 * timeout: 30
 */
#include <unistd.h>
#include "check.h"
#include "tree.h"
#include "metal/modload.h"

#define PCI "sys/bus/pci/devices/"
#define LIST "lib/mdbench/modules/"

static char loaded[4096], failed[256];
static const char *refused = "";

static int load(const char *path, const char *params)
{
	const char *name = strrchr(path, '/') + 1;
	size_t used = strlen(loaded);

	snprintf(loaded + used, sizeof(loaded) - used, "%s[%s] ", name, params);
	/* This one brings a device to light. */
	if (!strcmp(name, "lpc_ich.ko"))
		tree_text("sys/bus/platform/devices/iTCO_wdt.1/modalias", "platform:iTCO_wdt\n");
	if (!strcmp(name, refused))
		return -ENODEV;
	if (!strcmp(name, "raid0.ko"))
		return -EEXIST;
	return strcmp(name, "broken.ko") ? 0 : -ENOEXEC;
}

static void say(const char *name, int error)
{
	snprintf(failed, sizeof(failed), "%s %d", name, error);
}

static void lay_segment(void)
{
	tree_begin();
	tree_text(LIST "order",
		  "/lib/mdbench/modules/libata.ko\n"
		  "/lib/mdbench/modules/libahci.ko\n"
		  "/lib/mdbench/modules/ahci.ko\n"
		  "/lib/mdbench/modules/nvme.ko poll_queues=1\n"
		  "raid0.ko\n"
		  "/lib/mdbench/modules/iTCO_wdt.ko\n"
		  "/lib/mdbench/modules/lpc_ich.ko\n"
		  "/lib/mdbench/modules/null_blk.ko nr_devices=0\n"
		  "/lib/mdbench/modules/softdog.ko\n"
		  "/lib/mdbench/modules/e1000.ko\n");
	tree_text("proc/cmdline", "quiet nvme.poll_queues=2 raid0.default_layout=2 x=\"a nvme.b=1\" "
		  "null-blk.nr_devices=\"7 8\" nvme_core.x=1 softdog.nowayout=1 -- nvme.after=1\n");
}

static void lay_rules(void)
{
	tree_text(LIST "rules",
		  "needs libahci libata\n"
		  "needs ahci libahci\n"
		  "alias ahci pci:v*d*sv*sd*bc01sc06i01*\n"
		  "alias nvme pci:v*d*sv*sd*bc01sc08i02*\n"
		  "alias nvme pci:v0000106Bd00002001sv*sd*bc*sc*i*\n"
		  "always raid0\n"
		  "alias iTCO_wdt platform:iTCO_wdt\n"
		  "alias lpc_ich pci:v00008086d00002918sv*sd*bc*sc*i*\n"
		  "net e1000\n"
		  "alias e1000 pci:v00008086d0000100Esv*sd*bc*sc*i*\n"
		  "always null_blk\n");
}

static void run_segment(int want, const char *want_loaded)
{
	struct modload m;
	int ret;

	loaded[0] = failed[0] = '\0';
	ret = modload_open(&m, tree_root);
	check(ret == want, "%d", ret);
	if (ret)
		return;
	m.load = load;
	m.failed = say;
	modload_run(&m);
	check(!strcmp(loaded, want_loaded), "'%s'", loaded);
	loaded[0] = '\0';
	ret = modload_name(&m, "soft-dog", NULL);
	check(ret == -ENOENT, "%d", ret);
	modload_close(&m);
}

static void check_guest(void)
{
	lay_segment();
	run_segment(0, "libata.ko[] libahci.ko[] ahci.ko[] nvme.ko[poll_queues=1 poll_queues=2] "
		    "raid0.ko[default_layout=2] iTCO_wdt.ko[] lpc_ich.ko[] "
		    "null_blk.ko[nr_devices=0 nr_devices=\"7 8\"] softdog.ko[nowayout=1] e1000.ko[] ");
	check(!failed[0], "%s", failed);
	tree_end();
}

static void check_metal(void)
{
	lay_segment();
	lay_rules();
	tree_text(PCI "0000:00:1f.2/modalias",
		  "pci:v00008086d00002922sv00001AF4sd00001100bc01sc06i01\n");
	tree_text(PCI "0000:00:1f.0/modalias",
		  "pci:v00008086d00002918sv00001AF4sd00001100bc06sc01i00\n");
	tree_text(PCI "0000:00:02.0/modalias",
		  "pci:v00008086d00002918\n");
	tree_text(PCI "0000:00:03.0/modalias",
		  "pci:v00008086d0000100Esv00001AF4sd00001100bc02sc00i00\n");
	run_segment(0, "libata.ko[] libahci.ko[] ahci.ko[] raid0.ko[default_layout=2] lpc_ich.ko[] "
		    "null_blk.ko[nr_devices=0 nr_devices=\"7 8\"] iTCO_wdt.ko[] ");
	tree_end();
}

static void check_errors(void)
{
	tree_begin();
	run_segment(-ENOENT, "");
	tree_text(LIST "order", "broken.ko\nabsent.ko\n\nlast.ko");
	refused = "absent.ko";
	run_segment(0, "broken.ko[] absent.ko[] last.ko[] ");
	check(!strcmp(failed, "broken -8"), "%s", failed);
	tree_text(LIST "rules", "alias nosuch pci:*\n");
	run_segment(-EINVAL, "");
	tree_text(LIST "rules", "never last\n");
	run_segment(-EINVAL, "");
	tree_end();
}

static void check_name(void)
{
	struct modload m;

	lay_segment();
	lay_rules();
	loaded[0] = '\0';
	check(!modload_open(&m, tree_root), "open");
	m.load = load;
	check(!modload_name(&m, "ahci", "a=1"), "ahci");
	check(!modload_name(&m, "softdog", NULL), "softdog");
	check(!strcmp(loaded, "libata.ko[] libahci.ko[] ahci.ko[ a=1] softdog.ko[nowayout=1] "),
	      "'%s'", loaded);
	modload_close(&m);
	tree_end();
}

int main(void)
{
	char buf[8];

	check_guest();
	check_metal();
	check_errors();
	check_name();
	check(!modload_params("a.b=1234567890", "a", buf, sizeof(buf)), "no room");
	check(modload_params("a.b=12345 ab.c", "a", buf, sizeof(buf)) && !strcmp(buf, "b=12345"),
	      "'%s'", buf);
	return check_done();
}
