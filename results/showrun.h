/* SPDX-License-Identifier: GPL-2.0-only */
/* One run for show; between its files. */
#ifndef SHOWRUN_H
#define SHOWRUN_H

struct run;

enum { SHOWN, NOT_WHOLE, NO_RUN };	/* exit statuses, rising badness */

/* "mdlab: show: OBJECT: reason", OBJECT being hostile too. */
void show_complain(const char *object, const char *reason);
/* What run->path names. An exit status; what is missing was said. */
int show_load(struct run *run, const char *only);

#endif
