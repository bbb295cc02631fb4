/* SPDX-License-Identifier: GPL-2.0-only */
/* Is what the user appends to the kernel's words what he means? */
#ifndef BOOTWORDS_H
#define BOOTWORDS_H

#include "fail.h"

/* 0, or -EINVAL: a word is an option of the appliance that lacks its prefix. */
int bootwords_check(const char *append, struct fail *f);

#endif
