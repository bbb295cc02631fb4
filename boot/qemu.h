/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The one place that knows QEMU's options. Pure: what is given goes in, a list
 * of words comes out.
 */
#ifndef QEMU_H
#define QEMU_H

#include "args.h"
#include "disks.h"
#include "kernel.h"
#include "options.h"

/* Longest kernel command line of x86 is 2048 bytes with its NUL. */
#define CMDLINE_MAX 2047

struct qemu_setup {
	const char *program;		/* path of qemu-system-x86_64 */
	const struct run_options *options;
	const struct vdisks *disks;
	const struct kernel *kernel;
	enum accel accel;		/* decided: never ACCEL_AUTO */
	const char *id;			/* of the run */
	const char *initrd, *console, *records;	/* paths */
	const char *qmp;		/* socket to connect to; NULL: none */
};

/* "kvm", "tcg", "tcg-icount": as records carry it. */
const char *qemu_accel_name(const struct qemu_setup *q);
/* The kernel command line. 0 (to be freed) or negative with f filled. */
int qemu_cmdline(const struct qemu_setup *q, char **line, struct fail *f);
/* The whole argument list. Freed by the caller on success. */
int qemu_argv(const struct qemu_setup *q, struct args *a, struct fail *f);
/*
 * The parts that the machine of `mdlab stick` has in common with this one:
 * an option and its value; a chardev that writes a file; the disks and their
 * controllers; the CPU that the accelerator stands, or the model given.
 */
void qemu_add_pair(struct args *a, const char *name, const char *value);
void qemu_add_file_chardev(struct args *a, const char *how, const char *id, const char *path);
void qemu_add_qmp(struct args *a, const char *socket);
void qemu_add_disks(const struct vdisks *vd, struct args *a);
void qemu_add_cpu(struct args *a, enum accel accel, const char *model, unsigned cpus);
/*
 * As a shell command that makes its files, starts QEMU and can be pasted.
 * folder is where the files of the run lie, disks_folder where the images do.
 */
void qemu_print(const struct qemu_setup *q, const struct args *a, const char *folder,
		const char *disks_folder, FILE *out);
/* The words alone, an option a line. */
void qemu_print_words(const struct args *a, FILE *out);

#endif
