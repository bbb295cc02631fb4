/* SPDX-License-Identifier: GPL-2.0-only */
/* Places in a GUID partition table (UEFI 2.10, 5.2.3, 5.3.2, 5.3.3); for gpt*.c. */
#ifndef GPT_PARTS_H
#define GPT_PARTS_H

#include "gpt.h"

#define GPT_BLOCK_MAX 4096u
#define HEADER_BYTES 92u
#define ENTRY_BYTES 128u
#define MBR_TABLE 446
#define MBR_GUARD 0xee

enum {
	HEADER_REVISION = 8, HEADER_BYTES_AT = 12, HEADER_CRC = 16, HEADER_LBA = 24,
	HEADER_OTHER = 32, HEADER_FIRST = 40, HEADER_LAST = 48, HEADER_GUID = 56,
	HEADER_TABLE = 72, HEADER_ENTRIES = 80, HEADER_ENTRY_BYTES = 84,
	HEADER_TABLE_CRC = 88,
};

enum { ENTRY_TYPE = 0, ENTRY_GUID = 16, ENTRY_FIRST = 32, ENTRY_LAST = 40,
       ENTRY_ATTRIBUTES = 48, ENTRY_NAME = 56 };

/* Of the header in this block, whose own length was checked. */
uint32_t gpt_header_crc(const uint8_t *block);

#endif
