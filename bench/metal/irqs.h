/* SPDX-License-Identifier: GPL-2.0-only */
/* How interrupts of devices are spread over CPUs, since boot: /proc/interrupts. */
#ifndef IRQS_H
#define IRQS_H

#include <stdint.h>
#include "json.h"

#define IRQS_CPUS 4096		/* what more there are is not counted */

struct irqs {
	unsigned lines;		/* vectors, whether they fired or not */
	unsigned cpus;		/* that took at least one interrupt */
	uint64_t count;
	unsigned busiest_pct;	/* of them that the busiest CPU took, cut */
};

/*
 * device: the device's folder in sysfs, whose vectors alone are counted (NULL:
 * all numbered ones). 0; -ENOENT if it has none; -errno.
 */
int irqs_read(const char *root, const char *device, struct irqs *q);
/* The object "irqs"; null for NULL. */
void irqs_json(const struct irqs *q, struct json *j);

#endif
