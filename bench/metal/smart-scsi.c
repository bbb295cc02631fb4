// SPDX-License-Identifier: GPL-2.0-only
/*
 * SCSI: the way to send a command (SG_IO), and the log pages of temperature
 * (SPC-4 7.3.19, page 0x0d) and of informational exceptions (7.3.8, 0x2f).
 */
#include <errno.h>
#include <scsi/sg.h>
#include <string.h>
#include <sys/ioctl.h>
#include "smart.h"
#include "units.h"

#define TIMEOUT_MS 5000
#define PAGE_TEMPERATURE 0x0d
#define PAGE_EXCEPTIONS 0x2f
#define SENSE_BYTES 64
#define STATUS_GOOD 0

long scsi_read(int fd, const uint8_t *cdb, unsigned cdb_len, void *buf, size_t len,
	       uint8_t *sense, size_t *sense_len)
{
	struct sg_io_hdr io = {
		.interface_id = 'S', .cmdp = (unsigned char *)cdb,
		.cmd_len = (unsigned char)cdb_len,
		.dxfer_direction = buf ? SG_DXFER_FROM_DEV : SG_DXFER_NONE,
		.dxferp = buf, .dxfer_len = (unsigned)len,
		.sbp = sense, .mx_sb_len = SENSE_BYTES, .timeout = TIMEOUT_MS,
	};

	*sense_len = 0;
	memset(sense, 0, SENSE_BYTES);
	if (buf)
		memset(buf, 0, len);
	if (ioctl(fd, SG_IO, &io) < 0)
		return -errno;
	*sense_len = io.sb_len_wr < SENSE_BYTES ? io.sb_len_wr : SENSE_BYTES;
	if (io.host_status || io.status != STATUS_GOOD)
		return -EIO;
	if (io.resid < 0 || (size_t)io.resid > len)
		return -EIO;
	return (long)(len - (size_t)io.resid);
}

static void parse_temperature(unsigned code, const uint8_t *p, unsigned n, struct health *h)
{
	/* 255: it does not know */
	if (n < 2 || p[1] == 255 || code > 1)
		return;
	h->figure[code ? HEALTH_LIMIT_C : HEALTH_TEMPERATURE_C] = p[1];
}

static void parse_exceptions(unsigned code, const uint8_t *p, unsigned n, struct health *h)
{
	if (code || n < 2)
		return;
	/* 0x5d: a failure is foreseen; 0x0b: a warning, 1 being of temperature */
	h->verdict = p[0] == 0x5d ? HEALTH_FAILING : HEALTH_PASSED;
	h->figure[HEALTH_WARNING] = p[0] << 8 | p[1];
	if (n > 2 && p[2] && p[2] != 255 && h->figure[HEALTH_TEMPERATURE_C] == HEALTH_UNKNOWN)
		h->figure[HEALTH_TEMPERATURE_C] = p[2];
}

int scsi_log_parse(const uint8_t *page, size_t len, struct health *h)
{
	size_t at, end;
	unsigned code, n;
	uint8_t which;

	if (len < 4)
		return -EINVAL;
	which = page[0] & 0x3f;
	if ((which != PAGE_TEMPERATURE && which != PAGE_EXCEPTIONS) || page[1])
		return -EINVAL;
	end = 4 + ((size_t)page[2] << 8 | page[3]);
	end = end < len ? end : len;
	for (at = 4; at + 4 <= end; at += 4 + n) {
		code = (unsigned)page[at] << 8 | page[at + 1];
		n = page[at + 3];
		if (at + 4 + n > end)
			break;
		if (which == PAGE_TEMPERATURE)
			parse_temperature(code, page + at + 4, n, h);
		else
			parse_exceptions(code, page + at + 4, n, h);
	}
	return at > 4 ? 0 : -EINVAL;
}

int scsi_health(int fd, struct health *h)
{
	static const uint8_t pages[] = { PAGE_TEMPERATURE, PAGE_EXCEPTIONS };
	uint8_t page[256], sense[SENSE_BYTES];
	int ret = -EIO;
	size_t sense_len;
	unsigned i;
	long len;

	for (i = 0; i < ARRAY_SIZE(pages); i++) {
		/* LOG SENSE, cumulative values */
		const uint8_t cdb[10] = { 0x4d, 0, 0x40 | pages[i], 0, 0, 0, 0, 0,
					  sizeof(page) - 1 };

		len = scsi_read(fd, cdb, sizeof(cdb), page, sizeof(page) - 1, sense, &sense_len);
		if (len >= 0 && (page[0] & 0x3f) == pages[i] &&
		    !scsi_log_parse(page, (size_t)len, h))
			ret = 0;
	}
	if (!ret)
		h->source = "scsi";
	return ret;
}
