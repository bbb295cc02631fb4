// SPDX-License-Identifier: GPL-2.0-only
/*
 * To the next kernel: by kexec, else by the boot loader, whose entry is written
 * over in place. With kexec the entry stays with a kernel that comes up, which
 * finds out after a reset that the next one does not.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "bootentry.h"
#include "kexec.h"
#include "stick_parts.h"
#include "stickrun.h"
#include "sysfile.h"

#define NEXT "mdbench/next.cfg"
#define WATCHDOG_S 240		/* for the next kernel to come up */

static uint64_t find_rsdp(void)
{
	char text[1024];

	return sysfile_read("/sys/firmware/efi/systab", text, sizeof(text)) > 0 ?
	       bootentry_rsdp(text) : 0;
}

static int load_next(struct stick *st, const struct session_kernel *k)
{
	const struct bootentry_words words = {
		.mem_bytes = st->appliance->opt.mem_bytes,
		.ramoops_address = st->ramoops_address,
		.ramoops_bytes = STICK_RAMOOPS_BYTES,
		.acpi_rsdp = find_rsdp(),
		.is_kexec = true,
	};
	char line[BOOTENTRY_CMDLINE];

	if (bootentry_cmdline(line, sizeof(line), k->append, &words)) {
		snprintf(st->err, sizeof(st->err), "its command line is too long");
		return -ENOSPC;
	}
	return kexec_load(st->medium.folder, k->image, k->initrd, line, st->err, sizeof(st->err));
}

static int write_entry(struct stick *st, const struct session_kernel *k)
{
	const struct bootentry_words words = { .mem_bytes = st->appliance->opt.mem_bytes };
	char line[BOOTENTRY_CMDLINE], entry[BOOTENTRY_NEXT];
	int ret;

	ret = bootentry_cmdline(line, sizeof(line), k->append, &words);
	if (!ret)
		ret = bootentry_next(entry, k, line);
	if (!ret)
		ret = medium_patch(&st->medium, NEXT, 0, entry, sizeof(entry));
	if (ret)
		snprintf(st->err, sizeof(st->err), "%s: %s", NEXT, medium_why(-ret));
	return ret;
}

/* Does not return unless it failed; then the medium is back. */
static int leave(struct stick *st)
{
	int ret;

	ret = medium_close(&st->medium);
	if (!ret) {
		watchdog_leave(&st->appliance->watchdog, WATCHDOG_S);
		ret = kexec_boot();
	}
	snprintf(st->err, sizeof(st->err), "kexec: %s", strerror(-ret));
	watchdog_progress(&st->appliance->watchdog, 2 * STICK_WAIT_S);
	if (!st->medium.is_mounted)
		medium_open(&st->medium, st->medium.id, STICK_WAIT_S, st->err, sizeof(st->err));
	return ret;
}

int stick_boot_leg(struct stick *st)
{
	struct session *s = &st->session;
	const struct session_leg *leg = &s->leg[s->current];
	const struct session_kernel *k = &s->kernel[leg->kernel];
	char text[JOURNAL_TEXT];
	int ret;

	session_leg_event(s, "boot", text);
	ret = stick_note(st, text);
	if (ret)
		return ret;
	if (kexec_check(st->medium.folder, k->image, k->initrd, st->err, sizeof(st->err)))
		return -ENOEXEC;
	ret = load_next(st, k);
	stick_say("mdbench: round %u of %u: %s %s is next, by %s%s%s", leg->round, s->rounds, k->key,
		  k->release, ret ? "the boot loader: " : "kexec", ret ? st->err : "", "");
	if (!ret)
		leave(st);
	ret = write_entry(st, k);
	if (!ret)
		stick_set_after("reboot");
	return ret;
}
