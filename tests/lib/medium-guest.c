// SPDX-License-Identifier: GPL-2.0-only
/*
 * For tests/boot: runs in a guest with four virtio disks, vda to vdd, that are
 * FAT file systems, and does to them what people and power do to a stick: it
 * comes late, is pulled out, is full, read-only, twice there, torn, loses power.
 * Says so on the console; the last line is "medium: done N failed".
 */
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/reboot.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "check.h"
#include "metal/recscan.h"
#include "metal/sticklog.h"

#define GOOD "1A2B-3C4D"	/* vda, and its copy vdb */
#define TORN "0BAD-0BAD"	/* vdc */
#define FOLDER "0F0F-0F0F"	/* vdd: folders where files should be */

#define TORN_GOOD 8		/* records before the tear */

static char err[256];
static struct medium m;

static void shell(const char *format, const char *word)
{
	char command[512];

	snprintf(command, sizeof(command), format, word);
	check(!system(command), "%s", command);
}

/* The virtio device that has the disk of this name now. */
static const char *bus_id(const char *disk)
{
	static char id[64];
	char path[128], target[256], *p;
	ssize_t n;

	snprintf(path, sizeof(path), "/sys/class/block/%s", disk);
	n = readlink(path, target, sizeof(target) - 1);
	target[n < 0 ? 0 : n] = '\0';
	p = strstr(target, "/virtio");
	for (; p && strstr(p + 1, "/virtio"); p = strstr(p + 1, "/virtio"))
		;
	snprintf(id, sizeof(id), "%.*s", p ? (int)strcspn(p + 1, "/") : 0, p ? p + 1 : "");
	check(id[0], "%s: no virtio device: %s", disk, target);
	return id;
}

static void pull(const char *id)
{
	shell("echo %s >/sys/bus/virtio/drivers/virtio_blk/unbind", id);
}

static void plug(const char *id)
{
	shell("echo %s >/sys/bus/virtio/drivers/virtio_blk/bind", id);
}

static void reopen(const char *id, int want, const char *words)
{
	const int ret = medium_open(&m, id, 0, err, sizeof(err));

	check(ret == want, "%s: %d, not %d: %s", id, ret, want, err);
	check(!words || strstr(err, words), "%s: %s", id, err);
}

static void check_two_and_late(const char *first, const char *second)
{
	pid_t pid;

	reopen(GOOD, -EEXIST, "unplug one");
	pull(first);
	pull(second);
	reopen(GOOD, -ENOENT, "no disk or partition");
	pid = fork();
	if (!pid) {
		plug(first);
		_exit(0);
	}
	check(!medium_open(&m, GOOD, 60, err, sizeof(err)), "comes late: %s", err);
	waitpid(pid, NULL, 0);
}

static int send(struct sticklog *l, const char *line)
{
	l->again_ns = 0;
	return sticklog_send(l, line, strlen(line));
}

static void check_pulled(struct sticklog *l, const char *id)
{
	char buf[64] = "";

	pull(id);
	check(!send(l, "two\n") && strstr(l->trouble, "no disk"), "%s", l->trouble);
	check(!send(l, "three\n") && l->saved_bytes == 4, "pulled, but saved");
	check(medium_write(&m, "results/x", "x", 1), "writes to what is not there");
	plug(id);
	check(!medium_again(&m, 60, err, sizeof(err)), "%s", err);
	check(medium_read(&m, "results/S1/log", buf, sizeof(buf)) == 4, "has '%s'", buf);
	pull(id);
	check(!send(l, "") && l->trouble[0], "pulled again: no trouble");
	plug(id);
	check(!sticklog_flush(l, 60) && !l->trouble[0], "%s", l->trouble);
	check(!medium_write(&m, "results/summary.txt", "summary\n", 8), "summary");
}

static void check_full(struct sticklog *l)
{
	static char line[65536];
	unsigned sent = 0;

	shell("dd if=/dev/zero of=%s/fill bs=64k 2>/dev/null; sync", m.folder[0] ? m.folder : "/x");
	memset(line, 'x', sizeof(line) - 1);
	line[sizeof(line) - 2] = '\n';
	while (!l->trouble[0] && sent++ < 64)
		check(!send(l, line), "memory does not take it");
	check(strstr(l->trouble, "full"), "%u sent: %s", sent, l->trouble);
	check(medium_write(&m, "results/more", line, 65535) == -ENOSPC, "there is room");
	check(!medium_patch(&m, "progress", 128, "patched", 7), "no patch when full");
	shell("rm %s/fill", m.folder);
	check(!send(l, "last\n") && !l->trouble[0], "%s", l->trouble);
	printf("medium: sent %u\n", sent);
}

static void set_read_only(int value)
{
	int fd = open(m.device, O_RDONLY);

	check(fd >= 0 && !ioctl(fd, BLKROSET, &value), "%s: %m", m.device);
	close(fd);
}

static void check_read_only(struct sticklog *l)
{
	char device[64];

	snprintf(device, sizeof(device), "%s", m.device);
	sticklog_close(l);
	set_read_only(1);
	check(medium_again(&m, 0, err, sizeof(err)) == -EROFS && strstr(err, "write-protected"),
	      "%s", err);
	snprintf(m.device, sizeof(m.device), "%s", device);
	set_read_only(0);
	check(!medium_again(&m, 0, err, sizeof(err)), "%s", err);
	check(!medium_close(&m), "close");
}

/* Nothing hangs, nothing is taken for good that is not, each has a sentence. */
static void check_torn(void)
{
	struct sticklog l;
	struct recscan s;
	char path[512];

	reopen(TORN, 0, NULL);
	check(!medium_path(&m, "results/log", path, sizeof(path)), "path");
	check(!recscan_file(path, &s) && s.last_seq == TORN_GOOD && s.was_unreadable,
	      "records up to the tear: %u", (unsigned)s.last_seq);
	check(!sticklog_open(&l, &m, "results/log", s.good_bytes) && !l.trouble[0], "%s",
	      l.trouble);
	check(!send(&l, "{}\n") && !l.trouble[0], "%s", l.trouble);
	sticklog_close(&l);
	check(!medium_close(&m), "close");
	recscan_free(&s);
}

static void check_folders(void)
{
	struct sticklog l;
	char buf[16];

	reopen(FOLDER, 0, NULL);
	check(medium_read(&m, "plan.txt", buf, sizeof(buf)) == -EISDIR, "plan.txt");
	check(medium_write(&m, "plan.txt", "x", 1) == -EISDIR, "plan.txt");
	check(!sticklog_open(&l, &m, "plan.txt", 0) && strstr(l.trouble, "folder"), "%s", l.trouble);
	sticklog_close(&l);
	check(!medium_close(&m), "close");
}

/* What is said to be on the medium is, when power goes now. */
static void lose_power(void)
{
	struct sticklog l;

	reopen(FOLDER, 0, NULL);
	check(!medium_write(&m, "results/S2/plan.txt", "plan\n", 5), "plan.txt");
	check(!sticklog_open(&l, &m, "results/S3/log", 0) && !send(&l, "one\n") && !l.trouble[0],
	      "%s", l.trouble);
	printf("medium: done %u failed\n", check_failed);
	reboot(RB_POWER_OFF);	/* which syncs nothing */
}

int main(void)
{
	char first[64], second[64];
	struct sticklog l;

	setvbuf(stdout, NULL, _IOLBF, 0);
	snprintf(first, sizeof(first), "%s", bus_id("vda"));
	snprintf(second, sizeof(second), "%s", bus_id("vdb"));
	check_two_and_late(first, second);
	check(!medium_write(&m, "progress", "\n", 1) && !sticklog_open(&l, &m, "results/S1/log", 0) &&
	      !send(&l, "one\n") && !l.trouble[0], "%s", l.trouble);
	shell("dd if=/dev/zero of=%s/progress bs=512 count=8 conv=fsync 2>/dev/null", m.folder);
	check_pulled(&l, first);
	check_full(&l);
	check_read_only(&l);
	check_torn();
	check_folders();
	lose_power();
	return check_done();
}
