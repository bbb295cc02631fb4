// SPDX-License-Identifier: GPL-2.0-only
/*
 * Proves that KVM runs a guest, remembers it, or falls back to TCG.
 */
#include "accel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "runfolder.h"

#define KVM_DEVICE "/dev/kvm"
#define PROBE_DEADLINE_S 3
#define PROBE_STATUS 99		/* (0x31 << 1) | 1, see kvmprobe.S */

static void last_line(char *text)
{
	char *line;

	while (*text && text[strlen(text) - 1] == '\n')
		text[strlen(text) - 1] = '\0';
	line = strrchr(text, '\n');
	if (line)
		memmove(text, line + 1, strlen(line));
}

int accel_probe(const char *qemu, const char *image, const char *accel, unsigned deadline_s,
		struct signals *s, struct fail *f)
{
	char out[4096];
	char *argv[] = {
		(char *)qemu, (char *)"-machine", (char *)"pc", (char *)"-accel", (char *)accel,
		(char *)"-cpu", (char *)(strcmp(accel, "kvm") ? "max" : "host"),
		(char *)"-m", (char *)"16", (char *)"-nodefaults", (char *)"-no-user-config",
		(char *)"-display", (char *)"none", (char *)"-no-reboot",
		(char *)"-bios", (char *)image,
		(char *)"-device", (char *)"isa-debug-exit,iobase=0xf4,iosize=4", NULL
	};
	int ret = child_capture(argv, CAPTURE_STDERR_TOO, deadline_s, s, out, sizeof(out));

	if (ret == PROBE_STATUS)
		return 0;
	if (ret == -ETIME)
		return fail_set(f, STATUS_NOT_STARTED, "%s starts a guest, which then hangs "
				"or crawls", accel);
	if (ret < 0)
		return fail_set(f, STATUS_NOT_STARTED, "%s: %s", qemu, strerror(-ret));
	last_line(out);
	return fail_set(f, STATUS_NOT_STARTED, "%s does not run a guest: %.400s", accel,
			out[0] ? out : "qemu ended early");
}

/* "BOOT-ID DEVICE IMAGE QEMU VERSION": when any of them changes, ask again. */
static int cache_key(const char *qemu, const char *image, struct signals *s, char *key,
		     size_t size, struct fail *f)
{
	char *argv[] = { (char *)qemu, (char *)"--version", NULL };
	char boot[64] = "", version[1024];
	FILE *in = fopen("/proc/sys/kernel/random/boot_id", "re");
	struct stat st = { 0 }, probe = { 0 };

	if (in) {
		if (!fgets(boot, sizeof(boot), in))
			boot[0] = '\0';
		fclose(in);
	}
	boot[strcspn(boot, "\n")] = '\0';
	if (child_capture(argv, CAPTURE_STDERR_TOO, 20, s, version, sizeof(version)) != 0)
		return fail_set(f, STATUS_NOT_STARTED, "%s --version: does not work", qemu);
	version[strcspn(version, "\n")] = '\0';
	stat(KVM_DEVICE, &st);
	stat(image, &probe);
	snprintf(key, size, "%s %llx.%llx %lld %.200s", boot, (unsigned long long)st.st_rdev,
		 (unsigned long long)st.st_ino, (long long)probe.st_mtime, version);
	return 0;
}

/* 1: it worked, 0: it did not (why filled), -ENOENT: not asked yet. */
static int cache_read(const char *path, const char *key, struct fail *why)
{
	char line[512] = "", answer[640] = "";
	FILE *in = fopen(path, "re");
	bool ok;

	if (!in)
		return -ENOENT;
	ok = fgets(line, sizeof(line), in) && fgets(answer, sizeof(answer), in);
	fclose(in);
	line[strcspn(line, "\n")] = '\0';
	answer[strcspn(answer, "\n")] = '\0';
	if (!ok || strcmp(line, key) != 0)
		return -ENOENT;
	if (!strcmp(answer, "works"))
		return 1;
	fail_set(why, STATUS_NOT_STARTED, "%s", answer);
	return 0;
}

/* A cache that cannot be written only costs the next run a probe. */
static void cache_write(const struct project *p, const char *path, const char *key,
			const char *answer)
{
	char text[1200], folder[PATH_MAX];

	snprintf(folder, sizeof(folder), "%s/cache", p->build);
	mkdir(folder, 0777);
	snprintf(text, sizeof(text), "%s\n%s\n", key, answer);
	runfolder_write(path, text, strlen(text));
}

static int device_check(struct fail *f)
{
	int fd = open(KVM_DEVICE, O_RDWR | O_CLOEXEC);

	if (fd >= 0) {
		close(fd);
		return 0;
	}
	if (errno == ENOENT)
		return fail_set(f, STATUS_NOT_STARTED, "this machine has no " KVM_DEVICE);
	if (errno == EACCES || errno == EPERM)
		return fail_set(f, STATUS_NOT_STARTED, KVM_DEVICE " may not be opened: %s; join "
				"the group kvm", strerror(errno));
	return fail_set(f, STATUS_NOT_STARTED, KVM_DEVICE " does not open: %s", strerror(errno));
}

int accel_choose(enum accel asked, const struct project *p, const char *qemu, struct signals *s,
		 enum accel *got, struct fail *note, struct fail *f)
{
	char key[512], path[PATH_MAX], image[PATH_MAX];
	struct fail why = { 0 };
	int ret;

	note->text[0] = '\0';
	*got = ACCEL_TCG;
	if (asked == ACCEL_TCG)
		return 0;
	ret = device_check(&why);
	if (ret == 0) {
		snprintf(path, sizeof(path), "%s/cache/accel", p->build);
		snprintf(image, sizeof(image), "%s/kvmprobe.bin", p->build);
		ret = cache_key(qemu, image, s, key, sizeof(key), f);
		if (ret < 0)
			return ret;
		ret = cache_read(path, key, &why);
		/* Who asks for KVM by name gets a fresh answer to a past no. */
		if (ret < 0 || (ret == 0 && asked == ACCEL_KVM)) {
			ret = accel_probe(qemu, image, "kvm", PROBE_DEADLINE_S, s, &why) == 0;
			if (s->got)
				return fail_set(f, STATUS_SIGNAL + s->got, "interrupted");
			cache_write(p, path, key, ret ? "works" : why.text);
		}
		ret = ret ? 0 : -EIO;
	}
	if (ret == 0)
		*got = ACCEL_KVM;
	else if (asked == ACCEL_KVM)
		return fail_set(f, STATUS_NOT_STARTED, "accel: kvm: %s; give --accel=tcg",
				why.text);
	else
		fail_set(note, STATUS_PASS, "accel: %s: using tcg, which is slower", why.text);
	return 0;
}
