/* SPDX-License-Identifier: GPL-2.0-only */
/* Where a command's records go: standard output, a file, both or nowhere. */
#ifndef WORKSINK_H
#define WORKSINK_H

#include "record.h"
#include "workcmd.h"

/* out is begun, with no sink where none was asked for. 0, or an exit status. */
int worksink_open(struct record_out *out, const struct work_options *o, const char *who);
/* A sink that did not take all, or does not say that it has it, is a failure. */
int worksink_close(struct record_out *out, const char *who);

#endif
