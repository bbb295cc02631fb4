/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The kernel to boot and the initrd that goes with it. Which kernel a SPEC
 * means is kernel-configs/kernel.sh's affair; here its answer is read.
 */
#ifndef KERNEL_H
#define KERNEL_H

#include <limits.h>
#include "child.h"
#include "fail.h"
#include "project.h"

#define SHA256_HEX 65

#define SEGMENTS_MAX 8

struct segment {
	char name[32];			/* "base", "modules", … */
	char path[PATH_MAX];
	char sha256[SHA256_HEX];
};

struct kernel {
	char image[PATH_MAX];
	char modules[PATH_MAX];		/* segment; "" where none is needed */
	char release[128], label[64];	/* label: fit for a file name */
	int held_fd[2];			/* image and modules, as kernel_hold */
	unsigned segments;
	struct segment segment[SEGMENTS_MAX];	/* in the order of the initrd */
};

/* kernel.sh SPEC ("" for the default). 0, or negative with f filled. */
int kernel_find(struct kernel *k, const struct project *p, const char *spec, struct signals *s,
		struct fail *f);
/*
 * List the segments and sum them: base, the kernel's modules, then those of
 * more (comma list of files, NULL: none), each named as its file up to a dot.
 */
int kernel_segments(struct kernel *k, const struct project *p, const char *more,
		    struct signals *s, struct fail *f);
/* sha256 of a file, in SHA256_HEX bytes. */
int kernel_sum(const char *path, struct signals *s, char *hex, struct fail *f);
/* The answer of kernel.sh, lines of name=value. Pure. */
int kernel_parse(struct kernel *k, char *text, struct fail *f);
/*
 * Until the descriptor is closed, or we end, kernel-configs/prune.sh lets the
 * file be. -1: it cannot be held, which is no harm by itself.
 */
int kernel_hold(const char *path);
/* The segments one after another, each padded with zeros to 4 bytes. */
int kernel_write_initrd(const struct kernel *k, const char *path, struct fail *f);

#endif
