/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The machine's watchdog: fed only while there is progress. A child feeds it
 * until the deadline that the run has set last; a kernel that hangs stops the
 * child, a test that hangs stops the deadline, and the machine is reset.
 */
#ifndef WATCHDOG_H
#define WATCHDOG_H

#include <stdbool.h>
#include <stddef.h>

struct watchdog {
	char identity[40];	/* "iTCO_wdt"; "" if there is none */
	bool was_reset;		/* the last start was one by the watchdog (WDIOC_GETBOOTSTATUS) */
	unsigned timeout_s;
	int fd, feeder;		/* -1; pid, 0 */
	long long *deadline_ns;	/* shared with the feeder; CLOCK_BOOTTIME */
};

/*
 * Take the best there is: iTCO, i6300esb, others, softdog last. 0, -ENOENT if
 * there is none, -errno. Fed for the next grace_s seconds.
 */
int watchdog_open(struct watchdog *w, unsigned grace_s);
/* There was progress: feed it for so many seconds from now. Cheap; NULL fd is fine. */
void watchdog_progress(struct watchdog *w, unsigned seconds);
/* Stop it, where the driver can (magic close). */
void watchdog_close(struct watchdog *w);
/*
 * Leave it running with this timeout, or the longest it has, for whatever comes
 * next (another kernel). Most drivers stop it all the same at a kexec, unless
 * watchdog.stop_on_reboot=0 is on the kernel's command line: not ours, since a
 * next kernel without that driver would be reset in the middle of its run.
 */
void watchdog_leave(struct watchdog *w, unsigned timeout_s);

/* Panic and hung tasks reboot the machine after so many seconds. */
void crash_policy_set(unsigned reboot_s);

#endif
