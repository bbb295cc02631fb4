// SPDX-License-Identifier: GPL-2.0-only
/*
 * What sysfs says of a disk's health without a command to it: the speed of its
 * link, who takes its interrupts, and the temperature that drivetemp or nvme
 * offer, for where the disk did not say one.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "disk_parts.h"
#include "smart.h"
#include "sysdir.h"

int64_t health_rate_mbps(const char *text)
{
	unsigned long whole, tenth = 0;
	char *end;

	if (*text < '0' || *text > '9')
		return HEALTH_UNKNOWN;
	whole = strtoul(text, &end, 10);
	if (*end == '.' && end[1] >= '0' && end[1] <= '9') {
		tenth = (unsigned long)(end[1] - '0');
		end += 1 + strspn(end + 1, "0123456789");
	}
	end += *end == ' ';
	if (!whole || whole > 1000000)
		return HEALTH_UNKNOWN;
	return *end == 'G' ? (int64_t)(whole * 1000 + tenth * 100) : (int64_t)whole;
}

static void read_rate(const char *dir, const char *file, int64_t *figure)
{
	char text[64];

	if (*figure == HEALTH_UNKNOWN && !sys_text(dir, file, text, sizeof(text)))
		*figure = health_rate_mbps(text);
}

static void read_lanes(const char *dir, const char *file, int64_t *figure)
{
	const uint64_t lanes = sys_number(dir, file, 0);

	if (lanes && lanes < 64)	/* 255: of a bus without links */
		*figure = (int64_t)lanes;
}

/* Shorten dir to the nearest folder at or above it that has this file; false if none has. */
static bool walk_up(char *dir, const char *root, const char *file)
{
	const size_t floor = strlen(root) + strlen("/sys/devices");
	char path[SYS_PATH], *slash;

	while (strlen(dir) > floor) {
		if (!text_put(path, sizeof(path), "%s/%s", dir, file) && !access(path, F_OK))
			return true;
		slash = strrchr(dir, '/');
		if (!slash)
			break;
		*slash = '\0';
	}
	return false;
}

/* ".../ata3/host2/...": the link has a folder of its own beside it. */
static void read_ata_link(const char *sys, struct health *h)
{
	const char *port = strstr(sys, "/ata");
	char dir[SYS_PATH];
	unsigned len;

	if (!port)
		return;
	len = (unsigned)strcspn(port + 1, "/");
	if (text_put(dir, sizeof(dir), "%.*s/link%.*s/ata_link/link%.*s",
		     (int)(port + 1 - sys) + (int)len, sys, (int)len - 3, port + 4,
		     (int)len - 3, port + 4))
		return;
	read_rate(dir, "sata_spd", &h->figure[HEALTH_LINK_MBPS]);
}

static int read_phy(const char *dir, const char *name, void *arg)
{
	struct health *h = arg;
	char phy[SYS_PATH];

	if (text_put(phy, sizeof(phy), "%s/sas_phy/%s", dir, name))
		return 0;
	read_rate(phy, "negotiated_linkrate", &h->figure[HEALTH_LINK_MBPS]);
	read_rate(phy, "maximum_linkrate", &h->figure[HEALTH_LINK_MAX_MBPS]);
	return 0;
}

/* A port's folder names the phys it is made of, the adapter's or an expander's. */
static void read_sas_link(const char *sys, struct health *h)
{
	const char *end = strstr(sys, "/end_device-");
	char dir[SYS_PATH];

	if (end && !text_put(dir, sizeof(dir), "%.*s", (int)(end - sys), sys))
		sysdir_each("", dir, "phy-", read_phy, h);
}

static void read_pci_link(const char *sys, const char *root, struct health *h)
{
	char dir[SYS_PATH];

	text_put(dir, sizeof(dir), "%s", sys);
	if (!walk_up(dir, root, "current_link_speed"))
		return;
	read_rate(dir, "current_link_speed", &h->figure[HEALTH_LINK_MBPS]);
	read_rate(dir, "max_link_speed", &h->figure[HEALTH_LINK_MAX_MBPS]);
	read_lanes(dir, "current_link_width", &h->figure[HEALTH_LANES]);
	read_lanes(dir, "max_link_width", &h->figure[HEALTH_MAX_LANES]);
}

static int read_sensor(const char *dir, const char *name, void *arg)
{
	struct health *h = arg;
	char text[32];
	long value;
	char *end;

	if (!strcmp(name, "hwmon"))	/* one more folder, for a device of a bus */
		return sysdir_each("", dir, "hwmon", read_sensor, arg);
	if (h->figure[HEALTH_TEMPERATURE_C] != HEALTH_UNKNOWN ||
	    sys_text(dir, "temp1_input", text, sizeof(text)))
		return 0;
	value = strtol(text, &end, 10);
	if (*end || !text[0] || value < -100000 || value > 250000)
		return 0;
	h->figure[HEALTH_TEMPERATURE_C] = value / 1000;
	h->source = h->source ? h->source : "hwmon";
	return 0;
}

/*
 * Where the disk is plugged in. A namespace that could have several paths is a
 * virtual device; its controller, if it has the same serial, is taken for it.
 */
static void find_hardware(char *sys, const char *root, const struct disk *d, const char *name)
{
	char path[SYS_PATH], serial[64], want[64], real[PATH_MAX];

	if (strcmp(d->transport, "nvme") || !strstr(sys + strlen(root), "/virtual/"))
		return;
	if (text_put(path, sizeof(path), "%s/sys/class/nvme/%.*s", root,
		     (int)(4 + strspn(name + 4, "0123456789")), name))
		return;
	sys_text(path, "serial", serial, sizeof(serial));
	sys_text(sys, "device/serial", want, sizeof(want));
	if (serial[0] && !strcmp(serial, want) && realpath(path, real))
		text_put(sys, SYS_PATH, "%s", real);
}

void health_read_sys(const char *root, const struct disk *d, const char *name, struct health *h)
{
	struct disk_place at;
	char dir[SYS_PATH];

	if (disk_find_place(&at, name, root))
		return;
	find_hardware(at.sys, at.root, d, name);
	text_put(dir, sizeof(dir), "%s", at.sys);
	if (!strcmp(d->transport, "usb")) {
		if (walk_up(dir, at.root, "idVendor"))
			read_rate(dir, "speed", &h->figure[HEALTH_LINK_MBPS]);
	} else if (!strcmp(d->transport, "nvme")) {
		read_pci_link(at.sys, at.root, h);
	} else if (!strcmp(d->transport, "scsi")) {
		read_sas_link(at.sys, h);
	} else {
		read_ata_link(at.sys, h);
	}
	sysdir_each("", at.sys, "hwmon", read_sensor, h);
	text_put(dir, sizeof(dir), "%s/device", at.sys);
	sysdir_each("", dir, "hwmon", read_sensor, h);
	text_put(dir, sizeof(dir), "%s", at.sys);
	if (walk_up(dir, at.root, "irq"))
		h->has_irqs = !irqs_read(at.root, dir, &h->irqs);
}
