/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sending a finished file to a second machine by HTTP, with the programs of the
 * metal segment: the link comes up for that alone and goes down again, so no
 * test ever runs beside a network. Whatever fails is said and fails no run.
 */
#ifndef UPLOAD_H
#define UPLOAD_H

#include <stddef.h>

#define UPLOAD_MOST_S 300	/* all of it; for the watchdog */

struct upload_words {
	const char *net;	/* "no", "dhcp" or ADDRESS/PREFIX[,GATEWAY] */
	const char *url;	/* http://HOST[:PORT][/PATH]; NULL or "": nothing is sent */
};

/* Are these words ones to work with? 0, or -EINVAL with a sentence in err. Pure. */
int upload_check(const struct upload_words *w, char *err, size_t size);
/* POST the file, which is text, to URL/NAME. 0, or -errno with a sentence in err. */
int upload_send(const struct upload_words *w, const char *path, const char *name, char *err,
		size_t size);

#endif
