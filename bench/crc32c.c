// SPDX-License-Identifier: GPL-2.0-only
/*
 * CRC32C, bit-reflected polynomial 0x82f63b78, four bits at a time: a table
 * that can be checked by eye is fast enough for records of a few kilobytes.
 */
#include "record.h"

uint32_t crc32c(uint32_t crc, const void *data, size_t len)
{
	static const uint32_t table[16] = {
		0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1,
		0x417b1dbc, 0x5125dad3, 0x61c69362, 0x7198540d,
		0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9,
		0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75,
	};
	const uint8_t *p = data;

	crc = ~crc;
	while (len--) {
		crc ^= *p++;
		crc = crc >> 4 ^ table[crc & 15];
		crc = crc >> 4 ^ table[crc & 15];
	}
	return ~crc;
}
