// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will run the payload of the KVM probe under TCG, which must work,
 * and an image of zeros, which must be told from it.
 * needs: qemu
 * timeout: 60
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "accel.h"
#include "check.h"

static int make_zeros(char *path, size_t size)
{
	const char *folder = getenv("TMPDIR");
	FILE *out;

	snprintf(path, size, "%s/zeros", folder ? folder : "/tmp");
	out = fopen(path, "w");
	if (!out)
		return -1;
	if (ftruncate(fileno(out), 65536) < 0) {
		fclose(out);
		return -1;
	}
	return fclose(out);
}

int main(void)
{
	char qemu[PATH_MAX], image[PATH_MAX], zeros[PATH_MAX];
	const char *build = getenv("BUILD");
	struct signals s;
	struct fail f = { 0 };

	if (child_find("qemu-system-x86_64", qemu, sizeof(qemu)) < 0) {
		puts("no qemu-system-x86_64");
		return 77;
	}
	snprintf(image, sizeof(image), "%s/kvmprobe.bin", build ? build : "build");
	check(signals_open(&s) == 0, "no signalfd");
	check(accel_probe(qemu, image, "tcg", 30, &s, &f) == 0, "%s", f.text);
	check(accel_probe(qemu, "/nonexistent", "tcg", 30, &s, &f) < 0, "no image, yet it ran");
	check(f.status == STATUS_NOT_STARTED && strstr(f.text, "/nonexistent"), "%s", f.text);
	check(make_zeros(zeros, sizeof(zeros)) == 0, "%s", zeros);
	check(accel_probe(qemu, zeros, "tcg", 3, &s, &f) < 0, "zeros run");
	unlink(zeros);
	return check_done();
}
