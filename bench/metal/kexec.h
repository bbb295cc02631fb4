/* SPDX-License-Identifier: GPL-2.0-only */
/* Another kernel in this one's place, without the firmware. */
#ifndef KEXEC_H
#define KEXEC_H

#include <stddef.h>

/*
 * Load the kernel image with the segments of the comma list initrd (all paths
 * below folder) as its initramfs. 0, or -errno with a sentence in err: -ENOSYS,
 * -EPERM and such where this kernel has no kexec or does not allow it.
 */
int kexec_load(const char *folder, const char *image, const char *initrd,
	       const char *cmdline, char *err, size_t size);
/*
 * Are image and segments files that are there, and the image a kernel's? 0, or
 * -errno with a sentence: then no boot loader can start it either.
 */
int kexec_check(const char *folder, const char *image, const char *initrd, char *err,
		size_t size);
/* Start what was loaded; returns -errno only. */
int kexec_boot(void);

#endif
