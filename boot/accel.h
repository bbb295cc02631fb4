/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which accelerator runs the guest. KVM is used only after it has run one:
 * /dev/kvm may open, even make a VM, and still not run a single instruction.
 */
#ifndef ACCEL_H
#define ACCEL_H

#include "child.h"
#include "options.h"
#include "project.h"

/*
 * Boot the probe image. 0: it ran; else negative, f says why not. accel is
 * "kvm" or, to try the image itself, "tcg".
 */
int accel_probe(const char *qemu, const char *image, const char *accel, unsigned deadline_s,
		struct signals *s, struct fail *f);

/*
 * Decide. note is filled (text not "") when auto falls back to TCG. 0, or
 * negative with f filled: KVM was asked for and does not work. The answer for
 * auto is remembered in BUILD/cache/accel until the next boot.
 */
int accel_choose(enum accel asked, const struct project *p, const char *qemu, struct signals *s,
		 enum accel *got, struct fail *note, struct fail *f);

#endif
