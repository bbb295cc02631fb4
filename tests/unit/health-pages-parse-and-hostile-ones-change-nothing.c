// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will parse pages that disks send about their health: ATA, NVMe and
 * SCSI, good, cut off at every length, with wrong sums and with lengths that
 * point outside. Pages lie in memory of exactly their size.
 * needs: none
 * timeout: 60
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "metal/smart.h"

static struct health h;

static void is(enum health_figure figure, int64_t want)
{
	check(h.figure[figure] == want, "%s: %lld, not %lld", health_figure_name[figure],
	      (long long)h.figure[figure], (long long)want);
}

static void put(uint8_t *page, unsigned word, unsigned value)
{
	page[2 * word] = (uint8_t)value;
	page[2 * word + 1] = (uint8_t)(value >> 8);
}

static void put_sum(uint8_t *page)
{
	uint8_t sum = 0;
	unsigned i;

	for (i = 0; i < 511; i++)
		sum = (uint8_t)(sum + page[i]);
	page[511] = (uint8_t)(0x100 - sum);
}

static void make_identify(uint8_t *page)
{
	memset(page, 0, 512);
	put(page, 0, 0x0040);
	put(page, 76, 0x010e);		/* 1.5, 3 and 6 Gb/s */
	put(page, 77, 2 << 1);		/* runs at 3 */
	put(page, 82, 1 | 1 << 5);
	put(page, 83, 0x4000);
	put(page, 85, 1 | 1 << 5);
	put(page, 217, 7200);
	page[510] = 0xa5;
	put_sum(page);
}

typedef int (*parser)(const uint8_t *page, size_t len, struct health *h);

/* Every shorter page is refused, or parsed within its bounds. */
static void cut(parser parse, const uint8_t *page, size_t len, size_t least, const char *what)
{
	struct health before;
	uint8_t *exact;
	size_t n;
	int ret;

	for (n = 0; n < len; n += len > 512 ? 61 : 1) {
		exact = malloc(n ? n : 1);
		if (!exact)
			abort();
		memcpy(exact, page, n);
		health_init(&h);
		before = h;
		ret = parse(exact, n, &h);
		if (n < least)
			check(ret == -EINVAL && !memcmp(&h, &before, sizeof(h)),
			      "%s: %zu bytes: %d", what, n, ret);
		free(exact);
	}
}

static void test_identify(void)
{
	uint8_t page[512];

	make_identify(page);
	health_init(&h);
	check(!ata_identify_parse(page, 512, &h), "identify");
	check(h.has_smart && h.write_cache == 1, "SMART %d, cache %d", h.has_smart, h.write_cache);
	is(HEALTH_RPM, 7200);
	is(HEALTH_LINK_MBPS, 3000);
	is(HEALTH_LINK_MAX_MBPS, 6000);
	cut(ata_identify_parse, page, 512, 512, "identify");
	page[100] ^= 1;
	health_init(&h);
	check(ata_identify_parse(page, 512, &h) == -EINVAL, "a wrong sum");
	/* An SSD of before sums, SMART off, cache off, no serial link. */
	memset(page + 510, 0, 2);
	put(page, 76, 0xffff);
	put(page, 85, 0);
	put(page, 217, 1);
	health_init(&h);
	check(!ata_identify_parse(page, 512, &h), "no sum");
	check(!h.has_smart && h.write_cache == 0, "SMART %d, cache %d", h.has_smart, h.write_cache);
	is(HEALTH_RPM, 0);
	is(HEALTH_LINK_MBPS, HEALTH_UNKNOWN);
	/* What bridges make up: all zeros, all ones. */
	memset(page, 0, 512);
	check(ata_identify_parse(page, 512, &h) == -EINVAL, "zeros");
	memset(page, 0xff, 512);
	check(ata_identify_parse(page, 512, &h) == -EINVAL, "ones");
}

static void put_attribute(uint8_t *page, unsigned place, uint8_t id, uint64_t raw)
{
	uint8_t *p = page + 2 + 12 * place;
	unsigned i;

	p[0] = id;
	for (i = 0; i < 6; i++)
		p[5 + i] = (uint8_t)(raw >> 8 * i);
}

static void make_smart(uint8_t *page)
{
	memset(page, 0, 512);
	put(page, 0, 16);
	put_attribute(page, 0, 5, 0x000100000007);	/* high bytes are the vendor's */
	put_attribute(page, 1, 9, 0x123400009c40);
	put_attribute(page, 3, 190, 0x1f1f0020);
	put_attribute(page, 4, 194, 0x003700140021);
	put_attribute(page, 5, 197, 8);
	put_attribute(page, 6, 187, 99);
	put_attribute(page, 29, 199, 0xffffffffffff);
	put_sum(page);
}

static void test_smart(void)
{
	uint8_t page[512];

	make_smart(page);
	health_init(&h);
	check(!ata_smart_parse(page, 512, &h), "SMART data");
	is(HEALTH_REALLOCATED, 7);
	is(HEALTH_HOURS, 40000);
	is(HEALTH_TEMPERATURE_C, 33);
	is(HEALTH_PENDING, 8);
	is(HEALTH_UNCORRECTABLE, 99);
	is(HEALTH_CRC_ERRORS, 0xffffffff);
	is(HEALTH_CYCLES, HEALTH_UNKNOWN);
	cut(ata_smart_parse, page, 512, 512, "SMART data");
	put_attribute(page, 4, 194, 0xf6);		/* -10 */
	put_attribute(page, 7, 198, 2);			/* comes before 187 */
	put_sum(page);
	health_init(&h);
	check(!ata_smart_parse(page, 512, &h), "SMART data");
	is(HEALTH_TEMPERATURE_C, -10);
	is(HEALTH_UNCORRECTABLE, 2);
	put_attribute(page, 4, 194, 0);			/* no sensor: 190 has one */
	put_sum(page);
	health_init(&h);
	ata_smart_parse(page, 512, &h);
	is(HEALTH_TEMPERATURE_C, 32);
	page[2]++;
	check(ata_smart_parse(page, 512, &h) == -EINVAL, "a wrong sum");
}

static void test_status(void)
{
	uint8_t descriptor[22] = { 0x72, 0, 0, 0, 0, 0, 0, 14, 0x09, 0x0c };
	uint8_t fixed[18] = { 0x70 };

	descriptor[17] = 0x4f;
	descriptor[19] = 0xc2;
	health_init(&h);
	check(!ata_status_parse(descriptor, 22, &h) && h.verdict == HEALTH_PASSED, "passed");
	cut(ata_status_parse, descriptor, 22, 22, "sense");
	descriptor[17] = 0xf4;
	descriptor[19] = 0x2c;
	check(!ata_status_parse(descriptor, 22, &h) && h.verdict == HEALTH_FAILING, "failing");
	descriptor[19] = 0;
	health_init(&h);
	check(ata_status_parse(descriptor, 22, &h) == -EINVAL && h.verdict == HEALTH_SILENT,
	      "no verdict");
	fixed[10] = 0xf4;
	fixed[11] = 0x2c;
	check(!ata_status_parse(fixed, 18, &h) && h.verdict == HEALTH_FAILING, "fixed, failing");
	cut(ata_status_parse, fixed, 18, 12, "fixed sense");
}

static int parse_identify_nvme(const uint8_t *page, size_t len, struct health *health)
{
	bool has_cache;

	return nvme_identify_parse(page, len, health, &has_cache);
}

static void test_nvme(void)
{
	static uint8_t identify[4096], smart[512];
	bool has_cache = false;

	identify[266] = 0x57;		/* 343 K */
	identify[267] = 0x01;
	identify[525] = 7;
	health_init(&h);
	check(!nvme_identify_parse(identify, 4096, &h, &has_cache) && has_cache, "identify");
	is(HEALTH_LIMIT_C, 70);
	cut(parse_identify_nvme, identify, 4096, 4096, "NVMe identify");
	smart[1] = 0x43;		/* 323 K */
	smart[2] = 0x01;
	smart[3] = 100;
	smart[5] = 255;
	smart[112] = 12;
	smart[129] = 1;
	smart[144] = 3;
	smart[160 + 8] = 1;		/* more than 64 bits */
	health_init(&h);
	check(!nvme_smart_parse(smart, 512, &h) && h.verdict == HEALTH_PASSED, "passed");
	is(HEALTH_TEMPERATURE_C, 50);
	is(HEALTH_SPARE_PCT, 100);
	is(HEALTH_USED_PCT, 255);
	is(HEALTH_CYCLES, 12);
	is(HEALTH_HOURS, 256);
	is(HEALTH_UNSAFE, 3);
	is(HEALTH_MEDIA_ERRORS, INT64_MAX);
	is(HEALTH_WARNING, 0);
	cut(nvme_smart_parse, smart, 512, 512, "NVMe SMART");
	smart[0] = 2;			/* hot, which is no failure */
	nvme_smart_parse(smart, 512, &h);
	check(h.verdict == HEALTH_PASSED, "hot");
	smart[0] = 4;
	memset(smart + 1, 0, 2);
	nvme_smart_parse(smart, 512, &h);
	check(h.verdict == HEALTH_FAILING, "degraded");
	is(HEALTH_WARNING, 4);
	is(HEALTH_TEMPERATURE_C, HEALTH_UNKNOWN);
}

static void test_scsi(void)
{
	uint8_t heat[] = { 0x0d, 0, 0, 12, 0, 0, 3, 2, 0, 38, 0, 1, 3, 2, 0, 65 };
	uint8_t exceptions[] = { 0x2f, 0, 0, 8, 0, 0, 3, 4, 0x5d, 0x10, 41, 0 };

	health_init(&h);
	check(!scsi_log_parse(heat, sizeof(heat), &h), "temperature");
	is(HEALTH_TEMPERATURE_C, 38);
	is(HEALTH_LIMIT_C, 65);
	check(!scsi_log_parse(exceptions, sizeof(exceptions), &h), "exceptions");
	check(h.verdict == HEALTH_FAILING, "failing");
	is(HEALTH_WARNING, 0x5d10);
	is(HEALTH_TEMPERATURE_C, 38);
	cut(scsi_log_parse, heat, sizeof(heat), 10, "temperature");
	cut(scsi_log_parse, exceptions, sizeof(exceptions), 12, "exceptions");
	exceptions[8] = exceptions[9] = 0;
	health_init(&h);
	check(!scsi_log_parse(exceptions, sizeof(exceptions), &h), "exceptions");
	check(h.verdict == HEALTH_PASSED, "passed");
	is(HEALTH_TEMPERATURE_C, 41);
	heat[2] = heat[3] = 0xff;	/* a page longer than what came */
	heat[9] = 255;			/* unknown */
	health_init(&h);
	check(!scsi_log_parse(heat, sizeof(heat), &h), "temperature");
	is(HEALTH_TEMPERATURE_C, HEALTH_UNKNOWN);
	heat[7] = 255;			/* a parameter longer than the page */
	check(scsi_log_parse(heat, sizeof(heat), &h) == -EINVAL, "a long parameter");
	heat[0] = 0x10;
	check(scsi_log_parse(heat, sizeof(heat), &h) == -EINVAL, "another page");
}

/* Nothing but bounds: whatever a disk sends, at the end of its memory. */
static void test_noise(void)
{
	static const struct { parser parse; size_t len; } all[] = {
		{ ata_identify_parse, 512 }, { ata_smart_parse, 512 }, { ata_status_parse, 64 },
		{ nvme_smart_parse, 512 }, { scsi_log_parse, 255 }, { parse_identify_nvme, 4096 },
	};
	uint8_t *page = malloc(4096), *begin;
	unsigned i, round, seed = 1;

	if (!page)
		abort();
	for (round = 0; round < 1000; round++) {
		for (i = 0; i < 4096; i++) {
			seed = seed * 1103515245u + 12345u;
			page[i] = (uint8_t)(seed >> 16);
		}
		health_init(&h);
		for (i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
			begin = page + 4096 - all[i].len;
			if (i == 4) {		/* a page that it would look into */
				begin[0] = round & 1 ? 0x0d : 0x2f;
				begin[1] = 0;
			}
			all[i].parse(begin, all[i].len, &h);
		}
	}
	free(page);
}

int main(void)
{
	test_identify();
	test_smart();
	test_status();
	test_nvme();
	test_scsi();
	test_noise();
	return check_done();
}
