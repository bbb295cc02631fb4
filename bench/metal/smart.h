/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a disk says of its own health, by the commands of its kind: ATA (SMART,
 * also behind SCSI and USB), NVMe (log page 2), SCSI (log pages 0x0d, 0x2f).
 * The parsers are pure and trust nothing: a page that is short, or whose sum is
 * wrong, is -EINVAL and changes nothing. The readers send reading commands
 * alone, and nothing that switches anything on.
 */
#ifndef SMART_H
#define SMART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "disk.h"
#include "irqs.h"

#define HEALTH_UNKNOWN INT64_MIN

/* health_figure_name has the keys of the record, in this order. */
enum health_figure {
	HEALTH_TEMPERATURE_C, HEALTH_LIMIT_C, HEALTH_HOURS, HEALTH_CYCLES, HEALTH_UNSAFE,
	HEALTH_USED_PCT, HEALTH_SPARE_PCT, HEALTH_WARNING, HEALTH_MEDIA_ERRORS,
	HEALTH_REALLOCATED, HEALTH_PENDING, HEALTH_UNCORRECTABLE, HEALTH_CRC_ERRORS,
	HEALTH_RPM, HEALTH_LINK_MBPS, HEALTH_LINK_MAX_MBPS, HEALTH_LANES, HEALTH_MAX_LANES,
	HEALTH_FIGURES
};

extern const char *const health_figure_name[HEALTH_FIGURES];

enum health_verdict { HEALTH_SILENT, HEALTH_PASSED, HEALTH_FAILING };

struct health {
	const char *source;		/* "ata" "nvme" "scsi" "hwmon"; NULL: it said nothing */
	enum health_verdict verdict;
	int write_cache;		/* -1: unknown */
	bool has_smart;			/* ATA: it is there and on */
	int64_t figure[HEALTH_FIGURES];
	bool has_irqs;
	struct irqs irqs;
};

void health_init(struct health *h);

/* smart.c: ATA. Pages of 512 bytes. */
int ata_identify_parse(const uint8_t *page, size_t len, struct health *h);
int ata_smart_parse(const uint8_t *page, size_t len, struct health *h);
/* The sense of SMART RETURN STATUS with CK_COND, in either form. */
int ata_status_parse(const uint8_t *sense, size_t len, struct health *h);
int ata_health(int fd, struct health *h);

/* smart-nvme.c: pages of 4096 and 512 bytes. */
int nvme_identify_parse(const uint8_t *page, size_t len, struct health *h, bool *has_cache);
int nvme_smart_parse(const uint8_t *page, size_t len, struct health *h);
int nvme_health(int fd, struct health *h);

/* smart-scsi.c: either log page. */
int scsi_log_parse(const uint8_t *page, size_t len, struct health *h);
int scsi_health(int fd, struct health *h);

/*
 * One SCSI command that reads (buf may be NULL: no data), within 5 s. Bytes
 * read, or -errno; *sense_len says how much of sense came, in any case.
 */
long scsi_read(int fd, const uint8_t *cdb, unsigned cdb_len, void *buf, size_t len,
	       uint8_t *sense, size_t *sense_len);

/* health-sys.c: link, interrupts and, where temperature is unknown, hwmon; root as in machine.h. */
void health_read_sys(const char *root, const struct disk *d, const char *name, struct health *h);
/* "6.0 Gbps", "8.0 GT/s PCIe", "480": in Mb/s of a lane; HEALTH_UNKNOWN. Pure. */
int64_t health_rate_mbps(const char *text);

#endif
