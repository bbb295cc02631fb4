// SPDX-License-Identifier: GPL-2.0-only
/*
 * For tests/boot: runs in a guest that is reset several times, and knows the
 * how-manieth start it is by the first byte of the disk that it is given. What a
 * start finds, it says on the console; then it does what the steps on its
 * command line say: hang (nothing moves any more), busy (something moves again
 * and again, past the deadlines), crash, off.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/reboot.h>
#include <time.h>
#include <unistd.h>
#include "sysfile.h"
#include "metal/modload.h"
#include "metal/pstore.h"
#include "metal/watchdog.h"

#define RAMOOPS_BYTES (1ull << 20)

static struct watchdog dog;

/* 1 on the first start; counts up on the disk. */
static int count_start(const char *disk)
{
	char block[512] __attribute__((aligned(512)));
	int fd = open(disk, O_RDWR | O_SYNC), start;

	if (fd < 0 || pread(fd, block, sizeof(block), 0) != sizeof(block)) {
		printf("guard: %s: %m\n", disk);
		exit(1);
	}
	start = block[0] >= '1' && block[0] <= '8' ? block[0] - '0' + 1 : 1;
	block[0] = (char)('0' + start);
	if (pwrite(fd, block, sizeof(block), 0) != sizeof(block)) {
		printf("guard: %s: %m\n", disk);
		exit(1);
	}
	close(fd);
	return start;
}

static void say_last_words(void)
{
	unsigned long long address = pstore_ramoops_address("", RAMOOPS_BYTES);
	struct pstore_saved saved;
	char backend[64] = "none";
	int ret = address ? pstore_ramoops_load(address, RAMOOPS_BYTES) : 0;

	if (ret)
		printf("guard: ramoops at %llx: %s\n", address, strerror(-ret));
	ret = pstore_save("/run/saved", NULL, &saved);
	sysfile_read("/sys/module/pstore/parameters/backend", backend, sizeof(backend));
	printf("guard: pstore %s %d %s%s\n", backend, ret, saved.files ? "files " : "empty",
	       saved.panic);
}

static void open_dog(unsigned grace_s)
{
	int ret = watchdog_open(&dog, grace_s);

	printf("guard: watchdog %s %d%s\n", dog.identity, ret, dog.was_reset ? " has reset" : "");
}

/* Of a kernel that has modules at all. */
static void say_modules(void)
{
	static const char *const names[] = { "ata_piix", "ahci", "e1000", "xhci_pci", "vfat",
					     "softdog" };
	char path[64];
	size_t i;

	if (access(MODLOAD_FOLDER, F_OK))
		return;
	printf("guard: modules");
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(path, sizeof(path), "/sys/module/%s", names[i]);
		printf(" %s: %s", names[i], access(path, F_OK) ? "no" : "yes");
	}
	printf("\n");
}

/* Deadlines of two seconds, one after the other, for more than one timeout. */
static void be_busy(void)
{
	const struct timespec half = { 0, 500000000 };
	unsigned i;

	open_dog(2);
	for (i = 0; i < 2 * dog.timeout_s + 10; i++) {
		watchdog_progress(&dog, 2);
		nanosleep(&half, NULL);
	}
	watchdog_close(&dog);
	printf("guard: busy and closed\n");
}

int main(int argc, char **argv)
{
	const char *step;
	int start;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc < 3)
		return 2;
	start = count_start(argv[1]);
	step = start + 1 < argc ? argv[start + 1] : "off";
	printf("guard: start %d %s\n", start, step);
	say_last_words();
	if (!strcmp(step, "busy"))
		be_busy();
	/* The panic stays: only the hardware can help. */
	crash_policy_set(strcmp(step, "hang") ? 1 : 0);
	if (!strcmp(step, "hang") || !strcmp(step, "late")) {
		open_dog(1);
		say_modules();
		for (;;)
			pause();
	}
	if (!strcmp(step, "crash"))
		sysfile_write("/proc/sysrq-trigger", "c");
	if (!strcmp(step, "off")) {
		open_dog(60);
		watchdog_close(&dog);
	}
	sync();
	reboot(strcmp(step, "busy") ? RB_POWER_OFF : RB_AUTOBOOT);
	return 1;
}
