// SPDX-License-Identifier: GPL-2.0-only
/*
 * ATA: IDENTIFY DEVICE, SMART READ DATA and SMART RETURN STATUS, sent as ATA
 * PASS-THROUGH (16) (SAT-3, 12.2.2), which libata, SAS adapters and most USB
 * bridges translate. ACS-3: 7.12 IDENTIFY, 7.48 SMART; attribute numbers are
 * those that vendors share, and what they put in high bytes is cut off.
 */
#include <errno.h>
#include <string.h>
#include "disk_parts.h"
#include "smart.h"

#define PAGE 512
#define ATTRIBUTES 30
#define ATTRIBUTE_BYTES 12
#define SENSE_BYTES 64

enum { PROTOCOL_NONE = 3 << 1, PROTOCOL_PIO_IN = 4 << 1 };

static const struct attribute {
	uint8_t id, bytes;	/* of the raw value that count */
	uint8_t figure;
} attributes[] = {
	/* of two with the same figure, the first that is there counts */
	{ 5, 2, HEALTH_REALLOCATED },
	{ 9, 3, HEALTH_HOURS },
	{ 12, 4, HEALTH_CYCLES },
	{ 194, 1, HEALTH_TEMPERATURE_C },
	{ 190, 1, HEALTH_TEMPERATURE_C },
	{ 197, 4, HEALTH_PENDING },
	{ 198, 4, HEALTH_UNCORRECTABLE },
	{ 187, 4, HEALTH_UNCORRECTABLE },
	{ 199, 4, HEALTH_CRC_ERRORS },
};

static uint16_t word(const uint8_t *page, unsigned n)
{
	return get_le16(page + 2 * n);
}

static bool sum_is_right(const uint8_t *page)
{
	uint8_t sum = 0;
	unsigned i;

	for (i = 0; i < PAGE; i++)
		sum = (uint8_t)(sum + page[i]);
	return !sum;
}

/* Words 76 (what it can) and 77 (what was agreed on): of a serial link. */
static void parse_link(const uint8_t *page, struct health *h)
{
	static const int64_t rate_mbps[] = { HEALTH_UNKNOWN, 1500, 3000, 6000 };
	const uint16_t can = word(page, 76), now = word(page, 77) >> 1 & 7;
	unsigned i;

	if (!can || can == 0xffff)
		return;
	for (i = 1; i < ARRAY_SIZE(rate_mbps); i++) {
		if (can & 1 << i)
			h->figure[HEALTH_LINK_MAX_MBPS] = rate_mbps[i];
	}
	if (now < ARRAY_SIZE(rate_mbps))
		h->figure[HEALTH_LINK_MBPS] = rate_mbps[now];
}

int ata_identify_parse(const uint8_t *page, size_t len, struct health *h)
{
	uint16_t commands, enabled, rotation;

	/* The sum is optional, and marked. Bit 15 of word 0: no ATA disk. */
	if (len < PAGE || word(page, 0) & 0x8000 ||
	    (page[510] == 0xa5 && !sum_is_right(page)))
		return -EINVAL;
	commands = word(page, 82);
	enabled = word(page, 85);
	if (commands == 0 || commands == 0xffff || (word(page, 83) & 0xc000) != 0x4000)
		return -EINVAL;
	h->has_smart = commands & enabled & 1;
	if (commands & 1 << 5)
		h->write_cache = enabled >> 5 & 1;
	rotation = word(page, 217);
	if (rotation == 1)
		h->figure[HEALTH_RPM] = 0;
	else if (rotation > 0x400 && rotation < 0xffff)
		h->figure[HEALTH_RPM] = rotation;
	parse_link(page, h);
	return 0;
}

static int64_t raw_value(const uint8_t *attribute, unsigned bytes)
{
	const uint64_t raw = get_le32(attribute + 5);

	return bytes == 4 ? (int64_t)raw : (int64_t)(raw & ((1u << 8 * bytes) - 1));
}

/* The raw value of an attribute, or HEALTH_UNKNOWN. */
static int64_t find_attribute(const uint8_t *page, const struct attribute *a)
{
	const uint8_t *p = page + 2;
	unsigned i;

	for (i = 0; i < ATTRIBUTES; i++, p += ATTRIBUTE_BYTES) {
		if (p[0] == a->id)
			return raw_value(p, a->bytes);
	}
	return HEALTH_UNKNOWN;
}

int ata_smart_parse(const uint8_t *page, size_t len, struct health *h)
{
	int64_t value, *figure;
	unsigned i;

	if (len < PAGE || !sum_is_right(page) || !word(page, 0))
		return -EINVAL;
	for (i = 0; i < ARRAY_SIZE(attributes); i++) {
		figure = &h->figure[attributes[i].figure];
		value = find_attribute(page, &attributes[i]);
		if (attributes[i].figure == HEALTH_TEMPERATURE_C) {
			value = value == HEALTH_UNKNOWN ? value : (int8_t)value;
			/* 0: a sensor that is not there */
			if (value <= -40 || value == 0)
				continue;
		}
		if (*figure == HEALTH_UNKNOWN)
			*figure = value;
	}
	return 0;
}

int ata_status_parse(const uint8_t *sense, size_t len, struct health *h)
{
	uint8_t mid, high;

	if (len >= 22 && (sense[0] & 0x7f) == 0x72 && sense[8] == 0x09 && sense[9] >= 12) {
		mid = sense[8 + 9];
		high = sense[8 + 11];
	} else if (len >= 12 && (sense[0] & 0x7f) == 0x70) {
		mid = sense[10];
		high = sense[11];
	} else {
		return -EINVAL;
	}
	if (mid == 0x4f && high == 0xc2)
		h->verdict = HEALTH_PASSED;
	else if (mid == 0xf4 && high == 0x2c)
		h->verdict = HEALTH_FAILING;
	else
		return -EINVAL;
	return 0;
}

static long ata_read(int fd, uint8_t command, uint8_t feature, uint8_t *page)
{
	const bool is_smart = command == 0xb0;
	/* sector count says how much, device to host, in blocks */
	const uint8_t cdb[16] = {
		0x85, PROTOCOL_PIO_IN, 0x0e, 0, feature, 0, 1, 0, 0, 0,
		is_smart ? 0x4f : 0, 0, is_smart ? 0xc2 : 0, 0, command,
	};
	uint8_t sense[SENSE_BYTES];
	size_t sense_len;

	return scsi_read(fd, cdb, sizeof(cdb), page, PAGE, sense, &sense_len);
}

static void read_status(int fd, struct health *h)
{
	const uint8_t cdb[16] = { 0x85, PROTOCOL_NONE, 0x20, 0, 0xda, 0, 0, 0, 0, 0,
				  0x4f, 0, 0xc2, 0, 0xb0 };
	uint8_t sense[SENSE_BYTES];
	size_t sense_len = 0;

	/* The answer stands in the sense, so the command ends as a failed one. */
	scsi_read(fd, cdb, sizeof(cdb), NULL, 0, sense, &sense_len);
	ata_status_parse(sense, sense_len, h);
}

int ata_health(int fd, struct health *h)
{
	uint8_t page[PAGE];
	long len = ata_read(fd, 0xec, 0, page);

	if (len < 0)
		return (int)len;
	if (ata_identify_parse(page, (size_t)len, h))
		return -EINVAL;
	h->source = "ata";
	if (!h->has_smart)
		return 0;
	len = ata_read(fd, 0xb0, 0xd0, page);
	if (len < 0)
		return 0;
	ata_smart_parse(page, (size_t)len, h);
	read_status(fd, h);
	return 0;
}
