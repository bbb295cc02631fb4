// SPDX-License-Identifier: GPL-2.0-only
/*
 * NVMe: Identify Controller, log page 2 (SMART / Health Information) and the
 * feature of the volatile write cache (NVM Express 1.4, 5.15, 5.14.1.2,
 * 5.21.1.6). Temperatures are in kelvins there.
 */
#include <errno.h>
#include <linux/nvme_ioctl.h>
#include <string.h>
#include <sys/ioctl.h>
#include "disk_parts.h"
#include "smart.h"

#define IDENTIFY_BYTES 4096
#define SMART_BYTES 512
#define TIMEOUT_MS 10000	/* one that is over resets the controller */
#define WARNING_TEMPERATURE 2
#define ZERO_C_IN_KELVINS 273

enum { NVME_GET_LOG = 2, NVME_IDENTIFY = 6, NVME_GET_FEATURE = 10 };

static int64_t to_celsius(uint16_t kelvins)
{
	return kelvins ? (int64_t)kelvins - ZERO_C_IN_KELVINS : HEALTH_UNKNOWN;
}

/* A counter of 16 bytes; what is more than fits counts as the most. */
static int64_t counter(const uint8_t *p)
{
	const uint64_t low = get_le64(p);

	return get_le64(p + 8) || low > INT64_MAX ? INT64_MAX : (int64_t)low;
}

int nvme_identify_parse(const uint8_t *page, size_t len, struct health *h, bool *has_cache)
{
	if (len < IDENTIFY_BYTES)
		return -EINVAL;
	h->figure[HEALTH_LIMIT_C] = to_celsius(get_le16(page + 266));
	h->figure[HEALTH_RPM] = 0;
	*has_cache = page[525] & 1;
	return 0;
}

int nvme_smart_parse(const uint8_t *page, size_t len, struct health *h)
{
	if (len < SMART_BYTES)
		return -EINVAL;
	h->verdict = page[0] & ~WARNING_TEMPERATURE ? HEALTH_FAILING : HEALTH_PASSED;
	h->figure[HEALTH_WARNING] = page[0];
	h->figure[HEALTH_TEMPERATURE_C] = to_celsius(get_le16(page + 1));
	h->figure[HEALTH_SPARE_PCT] = page[3];
	h->figure[HEALTH_USED_PCT] = page[5];
	h->figure[HEALTH_CYCLES] = counter(page + 112);
	h->figure[HEALTH_HOURS] = counter(page + 128);
	h->figure[HEALTH_UNSAFE] = counter(page + 144);
	h->figure[HEALTH_MEDIA_ERRORS] = counter(page + 160);
	return 0;
}

static int admin_read(int fd, uint8_t opcode, uint32_t nsid, uint32_t dword10, void *buf,
		      uint32_t len, uint32_t *result)
{
	struct nvme_admin_cmd cmd = {
		.opcode = opcode, .nsid = nsid, .cdw10 = dword10,
		.addr = (uint64_t)(uintptr_t)buf, .data_len = len, .timeout_ms = TIMEOUT_MS,
	};
	int ret;

	if (buf)
		memset(buf, 0, len);
	ret = ioctl(fd, NVME_IOCTL_ADMIN_CMD, &cmd);
	*result = cmd.result;
	/* above 0: a status of NVMe */
	return ret < 0 ? -errno : ret ? -EIO : 0;
}

int nvme_health(int fd, struct health *h)
{
	static uint8_t page[IDENTIFY_BYTES] __attribute__((aligned(4096)));
	bool has_cache = false;
	uint32_t result;
	int ret = admin_read(fd, NVME_IDENTIFY, 0, 1, page, sizeof(page), &result);

	if (ret)
		return ret;
	ret = nvme_identify_parse(page, sizeof(page), h, &has_cache);
	if (ret)
		return ret;
	h->source = "nvme";
	if (has_cache && !admin_read(fd, NVME_GET_FEATURE, 0, 6, NULL, 0, &result))
		h->write_cache = result & 1;
	/* length in dwords, less one, above the number of the page */
	if (!admin_read(fd, NVME_GET_LOG, 0xffffffff, (SMART_BYTES / 4 - 1) << 16 | 2, page,
			SMART_BYTES, &result))
		nvme_smart_parse(page, SMART_BYTES, h);
	return 0;
}
