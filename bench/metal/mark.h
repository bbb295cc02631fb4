/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parts of `mdbench mark` and `mdbench unmark`: which names they give, and
 * which partitions are no spare ones whatever their owner says. Pure.
 */
#ifndef MARK_H
#define MARK_H

#include <stdbool.h>
#include "gpt.h"

#define MARK_NAME "mdbench"

/*
 * The name that p gets: MARK_NAME, or that, a colon and the name it has. Units,
 * or -EALREADY (it has one that begins so), -ENAMETOOLONG.
 */
int mark_name(const struct gpt_partition *p, uint16_t name[GPT_NAME_UNITS]);
/* The name that it had. Units, or -EINVAL for one that mark_name does not give. */
int unmark_name(const struct gpt_partition *p, uint16_t name[GPT_NAME_UNITS]);
/* NULL, or what firmware or a boot loader has it for: "it is an EFI system partition". */
const char *mark_boot_role(const struct gpt_partition *p);

#endif
