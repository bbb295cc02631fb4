/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * QEMU's command for a machine that looks like metal: nothing of virtio, a
 * firmware that boots a stick, an ISO or the network, a screen. Pure.
 */
#ifndef METAL_H
#define METAL_H

#include "args.h"
#include "stickopt.h"

struct metal_setup {
	const char *program;		/* path of qemu-system-x86_64 */
	const struct stick_options *options;
	const struct vdisks *disks;
	enum accel accel;		/* decided: never ACCEL_AUTO */
	const char *stick;		/* image that is written to; NULL: none */
	const char *efi_code, *efi_vars, *erst;	/* paths, where they are wanted */
	const char *console, *qmp;	/* QMP: NULL: none */
};

/* The whole argument list. Freed by the caller on success. */
int metal_argv(const struct metal_setup *m, struct args *a, struct fail *f);
/* The bus that disks are on where none is named. */
enum bus metal_bus(enum machine machine);
/* QMP's command that plugs the stick in again, as at the start; and the one that pulls it. */
#define METAL_PLUG "{\"execute\":\"device_add\",\"arguments\":{\"driver\":\"usb-storage\"," \
	"\"id\":\"stick\",\"bus\":\"port.0\",\"drive\":\"stick\",\"removable\":true," \
	"\"serial\":\"stick-0001\"}}\n"
#define METAL_UNPLUG "{\"execute\":\"device_del\",\"arguments\":{\"id\":\"stick\"}}\n"

#endif
