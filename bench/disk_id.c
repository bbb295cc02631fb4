// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who a disk is, from sysfs: transport, model, serial, world-wide name, and
 * from these an identity that survives a boot. Kernel names (vda, sdb) change
 * between boots and are never part of it, but for devices that have no other
 * being than their name (loop0, ram0, nullb0).
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "disk_parts.h"

/* Is there a component of path that begins with lead, then a digit? */
static bool path_has(const char *path, const char *lead)
{
	size_t len = strlen(lead);
	const char *p = path;

	while ((p = strstr(p, lead))) {
		if (p[len] >= '0' && p[len] <= '9')
			return true;
		p += len;
	}
	return false;
}

/* PATA host drivers name themselves in their scsi_host. */
static bool is_ide(const char *root, const char *sys)
{
	const char *host = strstr(sys, "/host");
	char dir[SYS_PATH], name[32];
	size_t len;

	if (!host)
		return false;
	len = strcspn(host + 1, "/");
	if (text_put(dir, sizeof(dir), "%s/sys/class/scsi_host/%.*s", root,
		     (int)len, host + 1) ||
	    sys_text(dir, "proc_name", name, sizeof(name)))
		return false;
	return !strcmp(name, "ata_piix") || !strncmp(name, "pata_", 5);
}

static const char *find_transport(const struct disk *d, const struct disk_place *at,
				  bool is_model)
{
	const char *p = at->sys + strlen(at->root);

	if (is_model || (strstr(p, "/virtual/") && !strncmp(d->name, "nullb", 5)))
		return "null_blk";
	if (strstr(p, "/virtual/") && !strncmp(d->name, "loop", 4))
		return "loop";
	if (strstr(p, "/virtual/") && !strncmp(d->name, "ram", 3))
		return "ram";
	if (path_has(p, "/usb"))
		return "usb";
	if (strstr(p, "/nvme"))
		return "nvme";
	if (path_has(p, "/ata"))
		return is_ide(at->root, at->sys) ? "ide" : "ata";
	if (path_has(p, "/host"))
		return "scsi";
	if (path_has(p, "/virtio"))
		return "virtio";
	return "other";
}

/* A page of vital product data: 4 bytes of header, big-endian length, data. */
static size_t vpd_read(const char *sys, const char *page, uint8_t *buf, size_t size)
{
	ssize_t got = sys_bytes(sys, page, buf, size);
	size_t len;

	if (got < 4)
		return 0;
	len = (size_t)buf[2] << 8 | buf[3];
	return len < (size_t)got - 4 ? len : (size_t)got - 4;
}

/* SPC-4, 7.8.6: NAA and EUI-64 designators of the logical unit, NAA first. */
static void vpd_wwn(const char *sys, char *wwn, size_t size)
{
	uint8_t buf[1024];
	size_t len = vpd_read(sys, "device/vpd_pg83", buf, sizeof(buf)), at, i, n;
	unsigned type, want;
	char hex[2 * 16 + 1];

	for (want = 3; want >= 2 && !wwn[0]; want--) {
		for (at = 4; at + 4 <= len + 4; at += 4 + n) {
			n = buf[at + 3];
			type = buf[at + 1] & 0x0f;
			if (at + 4 + n > len + 4)
				break;
			if (type != want || (buf[at + 1] & 0x30) || !n || n > 16)
				continue;
			for (i = 0; i < n; i++)
				snprintf(hex + 2 * i, 3, "%02x", buf[at + 4 + i]);
			text_put(wwn, size, "%s.%s", want == 3 ? "naa" : "eui", hex);
			break;
		}
	}
}

/* The serial of the USB device that the disk hangs on: the nearest one above. */
static void usb_serial(const struct disk_place *at, char *serial, size_t size)
{
	size_t floor = strlen(at->root) + strlen("/sys/devices");
	char dir[SYS_PATH], vendor[16], *slash;

	text_put(dir, sizeof(dir), "%s", at->sys);
	while ((slash = strrchr(dir, '/')) && (size_t)(slash - dir) > floor) {
		*slash = '\0';
		if (sys_text(dir, "idVendor", vendor, sizeof(vendor)))
			continue;
		sys_text(dir, "serial", serial, size);
		return;
	}
}

static void find_serial(struct disk *d, const struct disk_place *at)
{
	uint8_t buf[512];
	size_t len;

	if (!strcmp(d->transport, "usb"))
		usb_serial(at, d->serial, sizeof(d->serial));
	if (!d->serial[0])	/* virtio-blk */
		sys_text(at->sys, "serial", d->serial, sizeof(d->serial));
	if (!d->serial[0])	/* NVMe; MMC */
		sys_text(at->sys, "device/serial", d->serial, sizeof(d->serial));
	if (d->serial[0])
		return;
	len = vpd_read(at->sys, "device/vpd_pg80", buf, sizeof(buf));
	text_clean(d->serial, sizeof(d->serial), (const char *)buf + 4, len);
}

static void find_wwn(struct disk *d, const struct disk_place *at)
{
	sys_text(at->sys, "wwid", d->wwn, sizeof(d->wwn));
	if (!d->wwn[0])
		sys_text(at->sys, "device/wwid", d->wwn, sizeof(d->wwn));
	if (!d->wwn[0])
		vpd_wwn(at->sys, d->wwn, sizeof(d->wwn));
}

static void find_model(struct disk *d, const struct disk_place *at)
{
	char vendor[32], model[64];

	sys_text(at->sys, "device/vendor", vendor, sizeof(vendor));
	sys_text(at->sys, "device/model", model, sizeof(model));
	if (!model[0])	/* MMC */
		sys_text(at->sys, "device/name", model, sizeof(model));
	/* virtio's vendor is a number, ATA's is only "ATA" */
	if (!model[0] || !vendor[0] || !strcmp(vendor, "ATA") || !strncmp(vendor, "0x", 2))
		text_put(d->model, sizeof(d->model), "%s", model);
	else
		text_put(d->model, sizeof(d->model), "%s %s", vendor, model);
}

/*
 * The way to the device, without what is numbered in order of discovery: hosts
 * and virtio devices. "pci0000:00/0000:00:05.0/0:0:0".
 */
static void find_path_id(struct disk *d, const struct disk_place *at)
{
	const char *p = at->sys + strlen(at->root) + strlen("/sys/devices/");
	bool is_address = false;	/* HOST:CHANNEL:TARGET:LUN comes next */
	size_t len, used = 0;
	char path[512] = "";
	const char *from;

	if (!strncmp(p, "virtual/", 8)) {
		text_put(d->id, sizeof(d->id), "path:%s", d->name);
		return;
	}
	for (; *p; p += len + (p[len] == '/')) {
		len = strcspn(p, "/");
		from = is_address ? p + strcspn(p, ":/") : p;
		from += *from == ':';
		is_address = !strncmp(p, "target", 6);
		if (!strncmp(p, "host", 4) || !strncmp(p, "target", 6) ||
		    !strncmp(p, "virtio", 6) || !strncmp(p, "block/", 6) || !p[len])
			continue;
		text_put(path + used, sizeof(path) - used, "%s%.*s", used ? "/" : "",
			 (int)(p + len - from), from);
		used = strlen(path);
	}
	text_put(d->id, sizeof(d->id), "path:%s", path);
}

/* Made through configfs with memory behind it: only in this boot, by us. */
static bool has_memory_behind(const struct disk *d, const char *root)
{
	char dir[SYS_PATH];

	return !text_put(dir, sizeof(dir), "%s/sys/kernel/config/nullb/%s", root,
			 d->name) &&
	       sys_number(dir, "memory_backed", 0) == 1;
}

void disk_identify(struct disk *d, const struct disk_place *at)
{
	bool is_virtual = strstr(at->sys + strlen(at->root), "/virtual/block/");
	bool is_model = is_virtual && !d->is_partition && has_memory_behind(d, at->root);

	text_put(d->transport, sizeof(d->transport), "%s",
		 find_transport(d, at, is_model));
	if (d->is_partition)
		return;		/* its identity follows from its disk's */
	find_serial(d, at);
	find_wwn(d, at);
	find_model(d, at);
	if (is_model)
		text_put(d->id, sizeof(d->id), "model:%s", d->name);
	else if (d->serial[0])
		text_put(d->id, sizeof(d->id), "serial:%s", d->serial);
	else if (d->wwn[0])
		text_put(d->id, sizeof(d->id), "wwn:%s", d->wwn);
	else
		find_path_id(d, at);
}

static bool wwn_is_unique(const struct disk_list *list, const struct disk *d)
{
	unsigned i;

	for (i = 0; i < list->count; i++)
		if (&list->disk[i] != d && !strcmp(list->disk[i].wwn, d->wwn))
			return false;
	return true;
}

/*
 * One serial, several units: the namespaces of an NVMe controller, the volumes
 * of a SCSI array. There the wwn tells them apart. Disks that share both keep
 * one id, and consent.c refuses them.
 */
static void part_shared_serials(struct disk_list *list)
{
	bool shared[DISKS_MAX] = { false };
	struct disk *d;
	unsigned i, j;

	for (i = 0; i < list->count; i++)
		for (j = 0; j < list->count; j++)
			if (i != j && !list->disk[i].is_partition &&
			    !strcmp(list->disk[i].id, list->disk[j].id))
				shared[i] = true;
	for (i = 0; i < list->count; i++) {
		d = &list->disk[i];
		if (shared[i] && d->wwn[0] && wwn_is_unique(list, d))
			text_put(d->id, sizeof(d->id), "wwn:%s", d->wwn);
	}
}

void disk_finish_ids(struct disk_list *list)
{
	const struct disk *parent;
	struct disk *d;
	unsigned i;
	size_t len;

	part_shared_serials(list);
	for (i = 0; i < list->count; i++) {
		d = &list->disk[i];
		if (!d->is_partition)
			continue;
		parent = disk_parent(list, d);
		len = strlen(d->parent);
		if (d->partuuid[0])
			text_put(d->id, sizeof(d->id), "partuuid:%s", d->partuuid);
		else
			text_put(d->id, sizeof(d->id), "%s-part%s",
				 parent ? parent->id : "path:unknown",
				 strlen(d->name) > len ? d->name + len : "");
	}
}
