/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What stands behind the file that mdbench dd works on: may a device be
 * overwritten, and which device's counters belong to the measurement.
 */
#ifndef DDDEVICE_H
#define DDDEVICE_H

#include "measure.h"

struct dd_target {
	char name[64];		/* the kernel's name, "" if there is no device */
	char id[80];
};

/*
 * 0 if path is no block device or may be overwritten; else the exit status,
 * the reason said, with who ("dd") before it. erase as in struct consent_words.
 */
int dddevice_consent(const char *who, const char *path, unsigned erase);

/*
 * The device that path is or that its file system is on, into target and m
 * (which keeps pointers into target). A path that is not there yet stands for
 * its folder. No device, no disks in m.
 */
void dddevice_target(const char *path, struct dd_target *target, struct measure *m);

#endif
