/* SPDX-License-Identifier: GPL-2.0-only */
/* What the files stick*.c share. */
#ifndef STICK_PARTS_H
#define STICK_PARTS_H

#include <stdbool.h>
#include "appliance.h"
#include "goon.h"
#include "medium.h"
#include "plantext.h"
#include "session.h"
#include "sticklog.h"
#include "stickwords.h"

#define STICK_HOLD_S 300	/* what went wrong is left on the screen so long */
#define STICK_WAIT_S 600	/* for a medium that was pulled out */
#define STICK_RAMOOPS_BYTES (1ull << 20)

struct stick {
	struct appliance *appliance;
	struct medium medium;
	struct session session;
	struct sticklog log;
	struct goon goon;
	char cmdline[4096];	/* of the kernel that runs */
	int kernel;		/* which it is */
	char plan[PLANTEXT_MAX + 1];
	unsigned long plan_len;
	char folder[24];	/* results/S0001 */
	unsigned long long ramoops_address;	/* 0: there is no place for it */
	bool has_run;		/* a leg in this boot */
	char err[256];
};

/* stickbegin.c: words, plan, kernels, journal. 0, or -EINVAL or -errno with err. */
int stick_open(struct stick *st);
/* What an earlier boot left: the session to go on with, or a new one. Errors as above. */
int stick_take_session(struct stick *st);
/* Does the kernel that runs, with its memory, fit the current leg? */
bool stick_is_here(const struct stick *st);

/*
 * sticknext.c: leave for the current leg's kernel. Returns when init is to reboot,
 * or -errno: -ENOEXEC, with err, where its files on the medium are no kernel.
 */
int stick_boot_leg(struct stick *st);

/* stickend.c: an event of the journal, the medium waited for; 0 or -errno with err. */
int stick_note(struct stick *st, const char *text);
/* summary.txt; where text is not NULL, also its text (to be freed) and what a QR code is to say. */
int stick_write_summary(struct stick *st, char **text, char *qr, unsigned long qr_size);
/* The current leg's records to a second machine (upload=); stickupload.c. */
void stick_upload(struct stick *st);
/* List the disks and wait for a key. */
void stick_list_disks(struct stick *st);
/* What init does when this program ends: "poweroff", "reboot", "shell". */
void stick_set_after(const char *what);

#endif
