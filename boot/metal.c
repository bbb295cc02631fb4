// SPDX-License-Identifier: GPL-2.0-only
/*
 * Builds QEMU's command for `mdlab stick`. What it has in common with the one
 * of `mdlab run` comes from qemu.c: disks, accelerator, chardevs.
 *
 * Resets are the machine's own affair here (kexec, watchdogs, panics), so there
 * is no -no-reboot; -no-shutdown leaves the screen to be looked at after the
 * guest has turned the machine off.
 */
#include "metal.h"

#include <string.h>
#include "qemu.h"

#define MIB (1024ull * 1024)
#define MEMORY_RESERVED (4096 * MIB)

enum bus metal_bus(enum machine machine)
{
	return machine == MACHINE_Q35 ? BUS_AHCI : BUS_IDE;
}

static void add_escaped(struct args *a, const char *lead, const char *path, const char *rest)
{
	char escaped[2 * PATH_MAX];

	if (args_escape_commas(escaped, sizeof(escaped), path) < 0)
		a->failed = true;
	args_addf(a, "%s%s%s", lead, escaped, rest);
}

static void add_machine(const struct metal_setup *m, struct args *a)
{
	const struct stick_options *o = m->options;
	static const char *const name[] = {
		[MACHINE_Q35] = "q35", [MACHINE_PC] = "pc",
		/* Before ACPI was to be relied on, and before the HPET. */
		[MACHINE_2003] = "pc,acpi=off,hpet=off",
	};
	const bool is_large = o->memory_bytes > MEMORY_RESERVED;
	const char *cpu = o->cpu;

	/* The first with 64 bits. Under KVM it cannot be had on every host. */
	if (!cpu && o->machine == MACHINE_2003 && m->accel != ACCEL_KVM)
		cpu = "Opteron_G1";
	args_add(a, m->program);
	qemu_add_pair(a, "-name", "mdbench-metal");
	args_add(a, "-machine");
	args_addf(a, "%s%s%s", name[o->machine], m->efi_code ? ",pflash0=code,pflash1=vars" : "",
		  is_large ? ",memory-backend=memory" : "");
	qemu_add_cpu(a, m->accel, cpu, (unsigned)o->cpus);
	args_add(a, "-m");
	args_addf(a, "%llu", (unsigned long long)(o->memory_bytes / MIB));
	if (is_large) {
		/* May be more than the host has: a guest with mem= uses a part only. */
		args_add(a, "-object");
		args_addf(a, "memory-backend-ram,id=memory,reserve=off,size=%lluM",
			  (unsigned long long)(o->memory_bytes / MIB));
	}
	args_add(a, "-nodefaults");
	args_add(a, "-no-user-config");
	args_add(a, "-no-shutdown");
	qemu_add_pair(a, "-display", "none");
	qemu_add_pair(a, "-device", "VGA");
	qemu_add_pair(a, "-boot", "strict=on");
	if (!m->efi_code)
		return;
	args_add(a, "-blockdev");
	add_escaped(a, "driver=raw,node-name=code,read-only=on,file.driver=file,file.filename=",
		    m->efi_code, "");
	args_add(a, "-blockdev");
	add_escaped(a, "driver=raw,node-name=vars,file.driver=file,file.filename=",
		    m->efi_vars, "");
}

static void add_guards(const struct metal_setup *m, struct args *a)
{
	const struct stick_options *o = m->options;

	if (o->watchdog == WATCHDOG_I6300ESB)
		qemu_add_pair(a, "-device", "i6300esb");
	if (o->watchdog == WATCHDOG_ITCO)	/* it is there always, but may not reset */
		qemu_add_pair(a, "-global", "ICH9-LPC.noreboot=off");
	if (o->watchdog != WATCHDOG_NONE)
		qemu_add_pair(a, "-action", "watchdog=reset");
	if (!m->erst)
		return;
	args_add(a, "-object");
	add_escaped(a, "memory-backend-file,id=erst,size=65536,share=on,mem-path=", m->erst, "");
	qemu_add_pair(a, "-device", "acpi-erst,memdev=erst");
}

static void add_stick(const struct metal_setup *m, struct args *a)
{
	static const char *const controller[] = {
		[PORT_XHCI] = "qemu-xhci", [PORT_EHCI] = "usb-ehci", [PORT_UHCI] = "piix3-usb-uhci",
	};
	const struct stick_options *o = m->options;

	args_add(a, "-device");
	args_addf(a, "%s,id=port", controller[o->port]);
	if (!m->stick)
		return;
	args_add(a, "-blockdev");
	add_escaped(a, "driver=raw,node-name=stick,cache.direct=off,cache.no-flush=off,"
		    "file.driver=file,file.filename=", m->stick, "");
	if (o->at[ACT_PLUG])
		return;
	args_add(a, "-device");
	args_addf(a, "usb-storage,id=stick,bus=port.0,drive=stick,removable=on,"
		  "serial=stick-0001%s", o->cdrom || o->net ? "" : ",bootindex=0");
}

static void add_other_boot(const struct metal_setup *m, struct args *a)
{
	const struct stick_options *o = m->options;
	const char *file = o->bootfile;
	char rest[128];

	if (o->cdrom) {
		args_add(a, "-blockdev");
		add_escaped(a, "driver=raw,node-name=cdrom,read-only=on,file.driver=file,"
			    "file.filename=", o->cdrom, "");
		args_add(a, "-device");
		args_addf(a, "ide-cd,bus=ide.%s,drive=cdrom,bootindex=0",
			  o->machine == MACHINE_Q35 ? "2" : "1,unit=1");
	}
	if (o->nic) {
		qemu_add_pair(a, "-netdev", "user,id=nic");
		qemu_add_pair(a, "-device", "e1000e,netdev=nic");
	}
	if (!o->net)
		return;
	if (!file)
		file = o->firmware == FIRMWARE_UEFI ? "syslinux.efi" : "pxelinux.0";
	args_add(a, "-netdev");
	snprintf(rest, sizeof(rest), ",bootfile=%s", file);
	/* What is on this host's own server is not to be kept from the guest. */
	add_escaped(a, strstr(file, "://") ? "user,id=net,tftp=" : "user,id=net,restrict=on,tftp=",
		    o->net, rest);
	qemu_add_pair(a, "-device", "e1000,netdev=net,bootindex=0");
}

int metal_argv(const struct metal_setup *m, struct args *a, struct fail *f)
{
	memset(a, 0, sizeof(*a));
	add_machine(m, a);
	add_guards(m, a);
	qemu_add_file_chardev(a, "file", "console", m->console);
	qemu_add_pair(a, "-serial", "chardev:console");
	if (m->qmp)
		qemu_add_qmp(a, m->qmp);
	add_stick(m, a);
	add_other_boot(m, a);
	qemu_add_disks(m->disks, a);
	if (!a->failed)
		return 0;
	args_free(a);
	return fail_set(f, STATUS_NOT_STARTED, "qemu: no memory for its options, or path too long");
}
