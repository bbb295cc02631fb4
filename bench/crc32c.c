// SPDX-License-Identifier: GPL-2.0-only
/*
 * CRC32C, bit-reflected polynomial 0x82f63b78, four bits at a time: a table
 * that can be checked by eye is fast enough for records of a few kilobytes.
 * Stamps of whole files need more, and x86 has had an instruction since 2008.
 */
#include <string.h>
#include "record.h"

static uint32_t crc32c_by_table(uint32_t crc, const uint8_t *p, size_t len)
{
	static const uint32_t table[16] = {
		0x00000000, 0x105ec76f, 0x20bd8ede, 0x30e349b1,
		0x417b1dbc, 0x5125dad3, 0x61c69362, 0x7198540d,
		0x82f63b78, 0x92a8fc17, 0xa24bb5a6, 0xb21572c9,
		0xc38d26c4, 0xd3d3e1ab, 0xe330a81a, 0xf36e6f75,
	};

	while (len--) {
		crc ^= *p++;
		crc = crc >> 4 ^ table[crc & 15];
		crc = crc >> 4 ^ table[crc & 15];
	}
	return crc;
}

#if defined(__x86_64__)
__attribute__((target("sse4.2")))
static uint32_t crc32c_by_cpu(uint32_t crc, const uint8_t *p, size_t len)
{
	uint64_t wide = crc, word;

	for (; len >= sizeof(word); len -= sizeof(word), p += sizeof(word)) {
		memcpy(&word, p, sizeof(word));
		wide = __builtin_ia32_crc32di(wide, word);
	}
	crc = (uint32_t)wide;
	while (len--)
		crc = __builtin_ia32_crc32qi(crc, *p++);
	return crc;
}
#endif

uint32_t crc32c(uint32_t crc, const void *data, size_t len)
{
#if defined(__x86_64__)
	if (__builtin_cpu_supports("sse4.2"))
		return ~crc32c_by_cpu(~crc, data, len);
#endif
	return ~crc32c_by_table(~crc, data, len);
}
