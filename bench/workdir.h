/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A folder of a command's own inside the one that it was given, so that what
 * it makes, overwrites and removes there can be nobody else's: not a user's
 * file of the same name, not that of another command at the same time.
 */
#ifndef WORKDIR_H
#define WORKDIR_H

#define WORKDIR_PATH 448	/* families' paths of 512 bytes go below it */

struct workdir {
	char path[WORKDIR_PATH];	/* "": none */
};

/*
 * Makes PATH/mdbench.FAMILY.N, the first N from 1 that is free; if the first
 * is not, that is said on stderr. 0, or an exit status, the reason said.
 */
int workdir_make(struct workdir *d, const char *family, const char *path);
/* What is still in it is not removed. 0, or an exit status, the reason said. */
int workdir_remove(struct workdir *d, const char *family);

#endif
