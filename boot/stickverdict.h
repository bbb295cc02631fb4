/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From how the machine ended and what is on its stick to one word and status.
 * Pure.
 */
#ifndef STICKVERDICT_H
#define STICKVERDICT_H

#include "import.h"
#include "metalwatch.h"

/* has_stick: results come from a stick, with its journal, not from the serial line. */
void stick_decide(const struct metal_watch *w, const struct import *im, bool has_stick,
		  struct verdict *v);

#endif
