// SPDX-License-Identifier: GPL-2.0-only
/*
 * Builds the QEMU command. Nothing else in the project writes QEMU options,
 * but for metal.c, which takes parts of it for a machine of another kind, and
 * the probe of accel.c, which boots no kernel.
 */
#include "qemu.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MIB (1024ull * 1024)
#define AHCI_PORTS 6

const char *qemu_accel_name(const struct qemu_setup *q)
{
	if (q->options->model)
		return "tcg-icount";
	return q->accel == ACCEL_KVM ? "kvm" : "tcg";
}

static void add_segments(const struct kernel *k, struct args *words)
{
	char list[SEGMENTS_MAX * (sizeof(struct segment) - PATH_MAX + 2)];
	size_t len = 0;

	list[0] = '\0';
	for (unsigned i = 0; i < k->segments && len < sizeof(list); i++)
		len += (size_t)snprintf(list + len, sizeof(list) - len, "%s%s:%s", i ? "," : "",
					k->segment[i].name, k->segment[i].sha256);
	args_addf(words, "mdbench.segments=%s", list);
}

/*
 * loglevel=4: errors and worse come on the console; warnings do not slow down
 * a measurement there, the guest reads them from /dev/kmsg and records them.
 * panic=-1 resets at once, and with -no-reboot that ends QEMU. no_timer_check:
 * a busy host may starve an emulated guest while it counts timer interrupts,
 * and it then hangs after "MP-BIOS bug"; under KVM Linux skips the count too.
 */
static int cmdline_words(const struct qemu_setup *q, struct args *words, struct fail *f)
{
	const struct run_options *o = q->options;
	int ret;

	args_add(words, "console=ttyS0");
	args_add(words, "panic=-1");
	args_add(words, "loglevel=4");
	args_add(words, "no_timer_check");
	/* Built into a kernel, md would start arrays of whoever owns the disks. */
	args_add(words, "raid=noautodetect");
	/* Built in, it would make a disk of its own. */
	args_add(words, "null_blk.nr_devices=0");
	if (o->model)
		args_add(words, "nokaslr");
	ret = options_add_word(words, "run", q->id, f);
	if (ret == 0)
		ret = options_add_word(words, "suite", o->suite, f);
	args_addf(words, "mdbench.accel=%s", qemu_accel_name(q));
	if (q->disks->made)
		args_addf(words, "mdbench.expect=%u", q->disks->made);
	add_segments(q->kernel, words);
	if (ret == 0)
		ret = options_add_words(o, words, f);
	if (o->append && *o->append)
		args_add(words, o->append);
	return ret;
}

int qemu_cmdline(const struct qemu_setup *q, char **line, struct fail *f)
{
	struct args words = { 0 };
	size_t len = 0, size = 1;
	int ret = cmdline_words(q, &words, f);

	if (ret == 0 && words.failed)
		ret = fail_set(f, STATUS_NOT_STARTED, "no memory");
	for (size_t i = 0; i < words.count; i++)
		size += strlen(words.word[i]) + 1;
	*line = ret == 0 ? malloc(size) : NULL;
	for (size_t i = 0; *line && i < words.count; i++)
		len += (size_t)snprintf(*line + len, size - len, "%s%s", i ? " " : "",
					words.word[i]);
	args_free(&words);
	if (ret < 0)
		return ret;
	if (!*line)
		return fail_set(f, STATUS_NOT_STARTED, "no memory");
	if (strpbrk(*line, "\n\r"))
		ret = fail_set(f, STATUS_USAGE, "append: has a line end in it");
	else if (len > CMDLINE_MAX)
		ret = fail_set(f, STATUS_USAGE, "append: kernel command line of %zu bytes is "
			       "longer than %d; give fewer words", len, CMDLINE_MAX);
	if (ret < 0)
		free(*line);
	return ret;
}

void qemu_add_pair(struct args *a, const char *name, const char *value)
{
	args_add(a, name);
	args_add(a, value);
}

void qemu_add_cpu(struct args *a, enum accel accel, const char *model, unsigned cpus)
{
	qemu_add_pair(a, "-accel", accel == ACCEL_KVM ? "kvm" : "tcg");
	/* QEMU 7.2's cmpxchg16b spoils the flags: Linux 6.12 dies of it. */
	if (!model)
		model = accel == ACCEL_KVM ? "host" : "max,-cx16";
	qemu_add_pair(a, "-cpu", model);
	args_add(a, "-smp");
	/*
	 * QEMU before 8.1 leaves out memory barriers where there can be but one
	 * CPU (its commit c914d46d0a64), and interrupts of virtio disks get lost.
	 */
	if (accel != ACCEL_KVM && cpus == 1)
		args_add(a, "1,maxcpus=2");
	else
		args_addf(a, "%u", cpus);
}

static void add_machine(const struct qemu_setup *q, struct args *a)
{
	const struct run_options *o = q->options;

	args_add(a, q->program);
	qemu_add_pair(a, "-name", "mdbench");
	/* Only the old PC has the two-channel IDE controller. */
	qemu_add_pair(a, "-machine", disks_on_bus(q->disks, BUS_IDE) ? "pc" : "q35");
	if (o->model) {
		/* One instruction is one nanosecond of the only clock there is. */
		qemu_add_pair(a, "-accel", "tcg");
		qemu_add_pair(a, "-icount", "shift=0,sleep=off");
		qemu_add_pair(a, "-rtc", "base=2020-01-01,clock=vm");
		qemu_add_pair(a, "-cpu", "Nehalem,-cx16");
		qemu_add_pair(a, "-smp", "1");
	} else {
		qemu_add_cpu(a, q->accel, NULL, (unsigned)o->cpus);
	}
	args_add(a, "-m");
	args_addf(a, "%llu", (unsigned long long)(o->memory_bytes / MIB));
	args_add(a, "-nodefaults");
	args_add(a, "-no-user-config");
	args_add(a, "-no-reboot");
	qemu_add_pair(a, "-display", "none");
	qemu_add_pair(a, "-device", "pvpanic");
	if (!o->model) {	/* host randomness has no place in the model */
		qemu_add_pair(a, "-object", "rng-random,id=rng0,filename=/dev/urandom");
		qemu_add_pair(a, "-device", "virtio-rng-pci,rng=rng0");
	}
}

/* id=…,path=…: a character device that writes a file of ours. */
void qemu_add_file_chardev(struct args *a, const char *how, const char *id, const char *path)
{
	char escaped[2 * PATH_MAX];

	args_add(a, "-chardev");
	if (args_escape_commas(escaped, sizeof(escaped), path) < 0)
		a->failed = true;
	args_addf(a, "%s,id=%s,%s=%s", how, id, strncmp(how, "file", 4) ? "logfile" : "path",
		  escaped);
}

void qemu_add_qmp(struct args *a, const char *socket)
{
	args_add(a, "-chardev");
	args_addf(a, "socket,id=qmp,path=%s", socket);
	qemu_add_pair(a, "-mon", "chardev=qmp,mode=control");
}

/*
 * Console and records go into plain files, which are whole even if mdlab dies.
 * With after=shell a person sits at the console. A virtio port is served by
 * QEMU's main loop whenever the host likes, which would be seen in the model's
 * clock: there the console alone brings the records.
 */
static void add_channels(const struct qemu_setup *q, struct args *a)
{
	bool person = q->options->after == AFTER_SHELL;

	qemu_add_file_chardev(a, person ? "stdio,signal=off" : "file", "console", q->console);
	qemu_add_pair(a, "-serial", "chardev:console");
	if (!q->options->model) {
		qemu_add_pair(a, "-device", "virtio-serial-pci,id=port0");
		qemu_add_file_chardev(a, "file", "records", q->records);
		qemu_add_pair(a, "-device",
			 "virtserialport,bus=port0.0,chardev=records,name=mdbench");
	}
	if (q->qmp)
		qemu_add_qmp(a, q->qmp);
}

/* Controllers that the disks need, once each. */
static void add_controllers(const struct vdisks *vd, struct args *a)
{
	unsigned ahci = disks_on_bus(vd, BUS_AHCI);

	for (unsigned i = 0; i * AHCI_PORTS < ahci; i++) {
		args_add(a, "-device");
		args_addf(a, "ich9-ahci,id=ahci%u", i);
	}
	if (disks_on_bus(vd, BUS_VIRTIO_SCSI))
		qemu_add_pair(a, "-device", "virtio-scsi-pci,id=scsi0");
	if (disks_on_bus(vd, BUS_USB))
		qemu_add_pair(a, "-device", "qemu-xhci,id=usb0,p2=15,p3=15");
	if (disks_on_bus(vd, BUS_MEGASAS))
		qemu_add_pair(a, "-device", "megasas-gen2,id=megasas0");
	if (disks_on_bus(vd, BUS_MPTSAS))
		qemu_add_pair(a, "-device", "mptsas1068,id=mptsas0");
}

/* n: which disk on its bus, from 0. */
static void add_disk_device(struct args *a, const struct vdisk *d, unsigned i, unsigned n)
{
	char common[160];

	snprintf(common, sizeof(common),
		 "drive=disk%u,serial=%s,logical_block_size=%u,physical_block_size=%u", i,
		 d->serial, d->sector_bytes, d->sector_bytes);
	args_add(a, "-device");
	switch (d->bus) {
	case BUS_VIRTIO_BLK:
		args_addf(a, "virtio-blk-pci,write-cache=on,%s", common);
		break;
	case BUS_VIRTIO_SCSI:
		args_addf(a, "scsi-hd,bus=scsi0.0,scsi-id=%u,write-cache=on,%s", n, common);
		break;
	case BUS_AHCI:
		args_addf(a, "ide-hd,bus=ahci%u.%u,write-cache=on,%s", n / AHCI_PORTS,
			  n % AHCI_PORTS, common);
		break;
	case BUS_NVME:
		args_addf(a, "nvme,%s", common);
		break;
	case BUS_USB:
		args_addf(a, "usb-storage,bus=usb0.0,write-cache=on,%s", common);
		break;
	case BUS_MEGASAS:
	case BUS_MPTSAS:
		args_addf(a, "scsi-hd,bus=%s0.0,scsi-id=%u,write-cache=on,%s",
			  d->bus == BUS_MEGASAS ? "megasas" : "mptsas", n, common);
		break;
	default:
		args_addf(a, "ide-hd,bus=ide.%u,unit=%u,write-cache=on,%s", n / 2, n % 2, common);
		break;
	}
}

/* In /dev/shm are files, also those that are too large for a file system. */
static bool is_device_path(const char *path)
{
	return !strncmp(path, "/dev/", 5) && strncmp(path, "/dev/shm/", 9);
}

/*
 * The host's page cache holds the writes (cache.direct=off), and a flush from
 * the guest is an fdatasync of the image (no-flush=off, write-cache=on): what
 * the guest was told is on the disk is there, and direct or dsync tests pay
 * for their flushes. Zeros are written, not detected; a discard frees space.
 */
void qemu_add_disks(const struct vdisks *vd, struct args *a)
{
	unsigned on_bus[BUSES] = { 0 };
	char escaped[2 * PATH_MAX];

	add_controllers(vd, a);
	for (unsigned i = 0; i < vd->count; i++) {
		const struct vdisk *d = &vd->disk[i];

		if (args_escape_commas(escaped, sizeof(escaped), d->path) < 0)
			a->failed = true;
		args_add(a, "-blockdev");
		args_addf(a, "driver=raw,node-name=disk%u,cache.direct=off,cache.no-flush=off,"
			  "discard=unmap,detect-zeroes=off,file.driver=%s,file.filename=%s", i,
			  is_device_path(d->path) ? "host_device" : "file", escaped);
		add_disk_device(a, d, i, on_bus[d->bus]++);
	}
}

int qemu_argv(const struct qemu_setup *q, struct args *a, struct fail *f)
{
	char *line;
	int ret = qemu_cmdline(q, &line, f);

	if (ret < 0)
		return ret;
	memset(a, 0, sizeof(*a));
	add_machine(q, a);
	add_channels(q, a);
	qemu_add_disks(q->disks, a);
	qemu_add_pair(a, "-kernel", q->kernel->image);
	qemu_add_pair(a, "-initrd", q->initrd);
	qemu_add_pair(a, "-append", line);
	free(line);
	if (!a->failed)
		return 0;
	args_free(a);
	return fail_set(f, STATUS_NOT_STARTED, "qemu: no memory for its options, or path too long");
}

static void print_words(FILE *out, const char *lead, const char *a, const char *b, const char *end)
{
	fputs(lead, out);
	args_print_quoted(out, a);
	if (b) {
		fputc(' ', out);
		args_print_quoted(out, b);
	}
	fputs(end, out);
}

/* What mdlab does before it starts QEMU, in words of the shell. */
static void print_preparation(const struct qemu_setup *q, const char *folder,
			      const char *disks_folder, FILE *out)
{
	const struct kernel *k = q->kernel;

	print_words(out, "mkdir -p ", folder, q->disks->made ? disks_folder : NULL, " &&\n");
	for (unsigned i = 0; i < k->segments; i++) {
		print_words(out, "cat ", k->segment[i].path, NULL, i ? " >>" : " >");
		print_words(out, "", q->initrd, NULL, " &&\n");
		print_words(out, "truncate -s %4 ", q->initrd, NULL, " &&\n");
	}
	for (unsigned i = 0; i < q->disks->made; i++) {
		const struct vdisk *d = &q->disks->disk[i];

		fprintf(out, "truncate -s %llu ", (unsigned long long)d->size_bytes);
		print_words(out, "", d->path, NULL, " &&\n");
	}
}

void qemu_print(const struct qemu_setup *q, const struct args *a, const char *folder,
		const char *disks_folder, FILE *out)
{
	print_preparation(q, folder, disks_folder, out);
	qemu_print_words(a, out);
}

void qemu_print_words(const struct args *a, FILE *out)
{
	for (size_t i = 0; i < a->count; i++) {
		bool is_option = i && a->word[i][0] == '-' && a->word[i][1];

		if (i)
			fputs(is_option ? " \\\n\t" : " ", out);
		args_print_quoted(out, a->word[i]);
	}
	fputc('\n', out);
}
