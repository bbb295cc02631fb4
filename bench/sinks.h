/* SPDX-License-Identifier: GPL-2.0-only */
/* Where the appliance's records go: every sink that this machine has. */
#ifndef SINKS_H
#define SINKS_H

#include "record.h"

enum sinks_wanted { SINKS_ALL, SINKS_CONSOLE, SINKS_PORT };

/* Opens what is there and adds it to out; says on stderr what cannot be. */
void sinks_open(struct record_out *out, unsigned wanted);
/* The virtio ports alone, also if there is none. */
void sinks_open_ports(struct record_out *out);

#endif
