// SPDX-License-Identifier: GPL-2.0-only
/*
 * The health record of a disk: asks it in its own language, adds what sysfs
 * has, and writes what came. A disk that does not answer costs seconds and
 * no more, and leaves nulls.
 */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include "disk_parts.h"
#include "machine.h"
#include "smart.h"

const char *const health_figure_name[HEALTH_FIGURES] = {
	[HEALTH_TEMPERATURE_C] = "temperature_c",
	[HEALTH_LIMIT_C] = "temperature_limit_c",
	[HEALTH_HOURS] = "power_on_hours",
	[HEALTH_CYCLES] = "power_cycles",
	[HEALTH_UNSAFE] = "unsafe_shutdowns",
	[HEALTH_USED_PCT] = "used_pct",
	[HEALTH_SPARE_PCT] = "spare_pct",
	[HEALTH_WARNING] = "warning",
	[HEALTH_MEDIA_ERRORS] = "media_errors",
	[HEALTH_REALLOCATED] = "reallocated_sectors",
	[HEALTH_PENDING] = "pending_sectors",
	[HEALTH_UNCORRECTABLE] = "uncorrectable_sectors",
	[HEALTH_CRC_ERRORS] = "crc_errors",
	[HEALTH_RPM] = "rotation_rpm",
	[HEALTH_LINK_MBPS] = "link_mbps",
	[HEALTH_LINK_MAX_MBPS] = "link_max_mbps",
	[HEALTH_LANES] = "link_lanes",
	[HEALTH_MAX_LANES] = "link_max_lanes",
};

void health_init(struct health *h)
{
	unsigned i;

	memset(h, 0, sizeof(*h));
	h->write_cache = -1;
	for (i = 0; i < HEALTH_FIGURES; i++)
		h->figure[i] = HEALTH_UNKNOWN;
}

/* A SATA disk behind a SAS adapter says ATA where others name their vendor. */
static bool speaks_ata(const struct disk *d, const char *name)
{
	char dir[SYS_PATH], vendor[16];

	if (!strcmp(d->transport, "ata") || !strcmp(d->transport, "ide") ||
	    !strcmp(d->transport, "usb"))
		return true;
	return !strcmp(d->transport, "scsi") &&
	       !text_put(dir, sizeof(dir), "/sys/class/block/%s/device", name) &&
	       !sys_text(dir, "vendor", vendor, sizeof(vendor)) && !strcmp(vendor, "ATA");
}

static void ask_disk(const struct disk *d, const char *name, struct health *h)
{
	char path[64];
	int fd;

	text_put(path, sizeof(path), "/dev/%s", name);
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return;
	if (!strcmp(d->transport, "nvme"))
		nvme_health(fd, h);
	else if (speaks_ata(d, name))
		ata_health(fd, h);
	else if (!strcmp(d->transport, "scsi"))
		scsi_health(fd, h);
	close(fd);
}

static void write_health(const struct health *h, struct json *j)
{
	static const char *const verdict[] = {
		[HEALTH_SILENT] = NULL, [HEALTH_PASSED] = "passed", [HEALTH_FAILING] = "failing",
	};
	unsigned i;

	json_str(j, "source", h->source);
	json_str(j, "smart", verdict[h->verdict]);
	if (h->write_cache < 0)
		json_none(j, "write_cache");
	else
		json_bool(j, "write_cache", h->write_cache);
	for (i = 0; i < HEALTH_FIGURES; i++) {
		if (h->figure[i] == HEALTH_UNKNOWN)
			json_none(j, health_figure_name[i]);
		else
			json_i64(j, health_figure_name[i], h->figure[i]);
	}
	irqs_json(h->has_irqs ? &h->irqs : NULL, j);
}

void health_json(const struct disk *d, const char *when, struct json *j)
{
	const char *name = d->is_partition ? d->parent : d->name;
	struct health h;

	health_init(&h);
	ask_disk(d, name, &h);
	health_read_sys("", d, name, &h);
	json_str(j, "disk", d->id);
	json_str(j, "when", when);
	write_health(&h, j);
}

static bool has_health(const struct disk *d)
{
	return d->role && strcmp(d->transport, "null_blk") && strcmp(d->transport, "ram") &&
	       strcmp(d->transport, "loop");
}

void health_write(struct record_out *out, const struct disk_list *disks, const char *when)
{
	struct json *j;
	unsigned i;

	for (i = 0; i < disks->count; i++) {
		if (!has_health(&disks->disk[i]))
			continue;
		j = record_begin(out, "health");
		health_json(&disks->disk[i], when, j);
		record_end(out);
	}
}
