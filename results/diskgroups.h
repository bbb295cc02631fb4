/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The disks of a run, without what tells one from its like: how many there are
 * of which kind. Text is safe to print.
 */
#ifndef DISKGROUPS_H
#define DISKGROUPS_H

#include <jansson.h>
#include <stddef.h>

#define DISKGROUPS_MAX 8	/* kinds; disks of more are counted among those left */

struct diskgroups {
	struct {
		char text[400];
		unsigned count;
	} group[DISKGROUPS_MAX];
	unsigned groups, left;	/* left: did not consent */
	int is_anew;		/* the next disk is of another boot, which lists all again */
};

/* A record of any type: disks are counted, a crash begins anew. */
void diskgroups_take(struct diskgroups *g, const json_t *record);
/* "7 x virtio 4.29 GB, blocks of 512, write back; 2 x …", "" for none. Returns buf. */
const char *diskgroups_text(const struct diskgroups *g, char *buf, size_t size);

#endif
