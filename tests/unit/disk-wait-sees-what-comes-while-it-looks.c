// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will let a disk appear just after a scan: the wait must notice it
 * without a clock, end at once on a refused word and at its deadline else.
 * needs: none
 * timeout: 30
 */
#include <time.h>
#include "check.h"
#include "disk.h"
#include "tree.h"

#define DIR(n) "pci0000:00/0000:00:0" #n ".0/virtio" #n "/block/vd" #n

static struct disk_list list;
static unsigned looks;

/* Between the first look and the wait for an event. */
static bool lay_second(const struct disk_list *seen, void *arg)
{
	(void)arg;
	if (!looks++) {
		/* vd2's node comes last, as its event does */
		tree_attr(DIR(2), "serial", "mdbench-2");
		tree_device(DIR(2), 2, 1 << 20);
	}
	return seen->count == 2 && seen->disk[1].consent;
}

static bool never(const struct disk_list *seen, void *arg)
{
	(void)seen;
	(void)arg;
	looks++;
	return false;
}

static int wait_for(const char *disks, unsigned deadline_s,
		    bool (*want)(const struct disk_list *, void *), double *took_s)
{
	const struct consent_words words = { disks, ERASE_YES };
	struct timespec a, b;
	char err[256];
	int ret;

	looks = 0;
	clock_gettime(CLOCK_MONOTONIC, &a);
	ret = disk_wait(&list, tree_root, &words, deadline_s, want, NULL, err, sizeof(err));
	clock_gettime(CLOCK_MONOTONIC, &b);
	*took_s = (double)(b.tv_sec - a.tv_sec) + (double)(b.tv_nsec - a.tv_nsec) / 1e9;
	return ret;
}

int main(void)
{
	double took_s;
	int ret;

	tree_begin();
	tree_text("proc/self/mountinfo", "1 1 0:2 / / rw - rootfs rootfs rw\n");
	tree_device(DIR(1), 1, 1 << 20);
	tree_attr(DIR(1), "serial", "mdbench-1");

	ret = wait_for(NULL, 20, lay_second, &took_s);
	check(!ret && looks >= 2 && took_s < 15, "%d after %u looks, %f s", ret, looks, took_s);
	check(list.count == 2, "%u", list.count);

	ret = wait_for(NULL, 0, never, &took_s);
	check(ret == -ETIMEDOUT && looks == 1 && list.count == 2, "%d, %u looks", ret, looks);
	ret = wait_for(NULL, 1, never, &took_s);
	check(ret == -ETIMEDOUT && took_s >= 0.99, "%d after %f s", ret, took_s);

	/* a refused word ends it at once; a missing disk may yet come */
	ret = wait_for("vd1", 20, never, &took_s);
	check(ret == -EPERM && took_s < 15 && !looks, "%d after %f s", ret, took_s);
	ret = wait_for("absent", 1, never, &took_s);
	check(ret == -ENOENT && took_s >= 0.99, "%d after %f s", ret, took_s);
	tree_end();
	return check_done();
}
