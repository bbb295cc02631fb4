/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Words of a run with a medium: its presets, plan.txt, what was typed into the
 * boot menu when the session began, the command line.
 */
#ifndef STICKWORDS_H
#define STICKWORDS_H

#include <stddef.h>
#include "appliance.h"

#define STICKWORDS_LINE 4096

/*
 * All words into a->opt: presets, then plan and typed (lines, which stay in use;
 * "": none), then the command line. 0 or -EINVAL.
 */
int stickwords_read(struct appliance *a, char *plan, char *typed, struct opt_error *err);
/* Is there such a suite, a test that only= matches, such a model? 0 or -EINVAL. */
int stickwords_check(const struct appliance_options *o, struct opt_error *err);
/*
 * Our words of a command line that its entry (append) does not have: somebody
 * typed them. Not what the entry alone may say (start, kernel, medium, segments).
 * Pure.
 */
void stickwords_typed(const char *cmdline, const char *append, char *line, size_t size);
/* Would plan.txt at this path be taken? An exit status, with the mistake on stderr. */
int stickwords_check_file(const char *path);

#endif
