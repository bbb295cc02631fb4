// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names of marked partitions, unit by unit, so that a name in any script comes
 * back as it was. Pure.
 */
#include <errno.h>
#include <string.h>
#include "disk_parts.h"
#include "mark.h"

#define LEAD_UNITS (sizeof(MARK_NAME) - 1)

static bool begins_marked(const struct gpt_partition *p)
{
	unsigned i;

	for (i = 0; i < LEAD_UNITS; i++)
		if (p->name[i] != (uint16_t)MARK_NAME[i])
			return false;
	return true;
}

int mark_name(const struct gpt_partition *p, uint16_t name[GPT_NAME_UNITS])
{
	unsigned i, n = 0;

	if (begins_marked(p))
		return -EALREADY;
	if (p->name_units && LEAD_UNITS + 1 + p->name_units > GPT_NAME_UNITS)
		return -ENAMETOOLONG;
	for (i = 0; i < LEAD_UNITS; i++)
		name[n++] = (uint16_t)MARK_NAME[i];
	if (p->name_units)
		name[n++] = ':';
	for (i = 0; i < p->name_units; i++)
		name[n++] = p->name[i];
	return (int)n;
}

int unmark_name(const struct gpt_partition *p, uint16_t name[GPT_NAME_UNITS])
{
	unsigned i, n = 0;

	if (!begins_marked(p) || (p->name_units > LEAD_UNITS && p->name[LEAD_UNITS] != ':'))
		return -EINVAL;
	for (i = LEAD_UNITS + 1; i < p->name_units; i++)
		name[n++] = p->name[i];
	return (int)n;
}

const char *mark_boot_role(const struct gpt_partition *p)
{
	static const struct {
		uint8_t type[16];
		const char *role;
	} roles[] = {
		{ { 0x28, 0x73, 0x2a, 0xc1, 0x1f, 0xf8, 0xd2, 0x11,
		    0xba, 0x4b, 0x00, 0xa0, 0xc9, 0x3e, 0xc9, 0x3b },
		  "it is an EFI system partition, which machines boot from" },
		{ { 0x48, 0x61, 0x68, 0x21, 0x49, 0x64, 0x6f, 0x6e,
		    0x74, 0x4e, 0x65, 0x65, 0x64, 0x45, 0x46, 0x49 },
		  "it is a BIOS boot partition, which holds a boot loader" },
		{ { 0x38, 0x2d, 0x1a, 0x9e, 0x12, 0xc6, 0x16, 0x43,
		    0xaa, 0x26, 0x8b, 0x49, 0x52, 0x1e, 0x5a, 0x8b },
		  "it is a PReP boot partition, which holds a boot loader" },
		{ { 0x16, 0xe3, 0xc9, 0xe3, 0x5c, 0x0b, 0xb8, 0x4d,
		    0x81, 0x7d, 0xf9, 0x2d, 0xf0, 0x02, 0x15, 0xae },
		  "it is reserved by Windows" },
	};
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(roles); i++)
		if (!memcmp(p->type, roles[i].type, sizeof(p->type)))
			return roles[i].role;
	return p->attributes & 1 ? "its table says that the machine needs it" : NULL;
}
