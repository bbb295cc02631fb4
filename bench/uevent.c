// SPDX-License-Identifier: GPL-2.0-only
/*
 * Waiting for disks without sleeping: listen first, then scan, and scan again
 * only when the kernel says that a block device came, went or changed. Where
 * the kernel has no netlink (CONFIG_NET=n), or under a root of a test, changes
 * of ROOT/dev say the same.
 */
#include <errno.h>
#include <linux/netlink.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "disk_parts.h"

#define KERNEL_GROUP 1
#define LOOK_AGAIN_MS 200

struct listener {
	int fd;
	bool is_netlink;
};

static int listen_netlink(void)
{
	struct sockaddr_nl addr = { .nl_family = AF_NETLINK, .nl_groups = KERNEL_GROUP };
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK,
			NETLINK_KOBJECT_UEVENT), ret;

	if (fd < 0)
		return -errno;
	if (!bind(fd, (struct sockaddr *)&addr, sizeof(addr)))
		return fd;
	ret = -errno;
	close(fd);
	return ret;
}

static int listen_inotify(const char *root)
{
	const uint32_t mask = IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_ATTRIB;
	int fd = inotify_init1(IN_CLOEXEC | IN_NONBLOCK), ret;
	char dir[SYS_PATH];

	if (fd < 0)
		return -errno;
	ret = text_put(dir, sizeof(dir), "%s/dev", root);
	if (!ret && inotify_add_watch(fd, dir, mask) >= 0)
		return fd;
	ret = ret ? ret : -errno;
	close(fd);
	return ret;
}

static int listener_open(struct listener *l, const char *root)
{
	bool is_real = !root || !*root || !strcmp(root, "/");

	l->fd = is_real ? listen_netlink() : -EAFNOSUPPORT;
	l->is_netlink = l->fd >= 0;
	if (!l->is_netlink)
		l->fd = listen_inotify(is_real ? "" : root);
	return l->fd < 0 ? l->fd : 0;
}

/* "add@/devices/…\0ACTION=add\0…\0SUBSYSTEM=block\0…" */
static bool is_block_event(const char *msg, size_t len)
{
	static const char want[] = "SUBSYSTEM=block";
	const char *p = msg, *end = msg + len;

	for (; p < end; p += strnlen(p, (size_t)(end - p)) + 1)
		if ((size_t)(end - p) >= sizeof(want) - 1 &&
		    !strncmp(p, want, (size_t)(end - p)))
			return true;
	return false;
}

/* Take all that is there: 1 if a block device changed, 0 if not, -errno. */
static int listener_drain(const struct listener *l)
{
	struct sockaddr_nl from = { .nl_pid = 0 };
	char buf[8192];
	int changed = 0;
	ssize_t len;

	for (;;) {
		socklen_t from_len = sizeof(from);

		len = l->is_netlink ?
			recvfrom(l->fd, buf, sizeof(buf), 0, (struct sockaddr *)&from,
				 &from_len) :
			read(l->fd, buf, sizeof(buf));
		if (len < 0 && errno == EINTR)
			continue;
		if (len < 0 && errno == EAGAIN)
			return changed;
		if (len < 0 && errno == ENOBUFS)	/* some were lost: look */
			changed = 1;
		else if (len <= 0)
			return len ? -errno : -EIO;
		else if (!l->is_netlink || (!from.nl_pid && is_block_event(buf, (size_t)len)))
			changed = 1;
	}
}

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

/* Until a block device changes: 0, -ETIMEDOUT or -errno. */
static int listener_wait(const struct listener *l, int64_t end_ms)
{
	struct pollfd p = { .fd = l->fd, .events = POLLIN };
	int64_t left;
	int ret;

	for (;;) {
		ret = listener_drain(l);
		if (ret)
			return ret < 0 ? ret : 0;
		left = end_ms - now_ms();
		if (left <= 0)
			return -ETIMEDOUT;
		if (poll(&p, 1, left > 60000 ? 60000 : (int)left) < 0 && errno != EINTR)
			return -errno;
	}
}

int disk_watch(const char *root, unsigned deadline_s, int (*look)(void *), void *arg)
{
	int64_t end_ms = now_ms() + (int64_t)deadline_s * 1000;
	struct listener l;
	int ret, waited;

	/* Before the first look, or a disk that comes in between is missed. */
	listener_open(&l, root);
	while ((ret = look(arg)) == -EAGAIN) {
		/* A kernel without netlink and inotify tells nothing: look often. */
		if (l.fd >= 0)
			waited = listener_wait(&l, end_ms);
		else
			waited = now_ms() < end_ms ? 0 : -ETIMEDOUT;
		if (l.fd < 0 && !waited)
			poll(NULL, 0, LOOK_AGAIN_MS);
		ret = waited;
		if (waited)
			break;
	}
	if (l.fd >= 0)
		close(l.fd);
	return ret;
}

struct search {
	struct disk_list *list;
	const char *root;
	const struct consent_words *words;
	bool (*want)(const struct disk_list *, void *);
	void *arg;
	char *err;
	unsigned long size;
	int last;	/* of the last scan: kept when the time is over */
};

static int look(void *arg)
{
	struct search *s = arg;
	int ret = disk_scan(s->list, s->root);

	if (ret) {
		snprintf(s->err, s->size, "disks: cannot be listed: %s", strerror(-ret));
		return s->last = ret;
	}
	ret = disk_consent(s->list, s->words, s->err, s->size);
	if (!ret && disk_check_claims(s->list))
		ret = disk_consent(s->list, s->words, s->err, s->size);
	s->last = ret;
	if (ret && ret != -ENOENT)
		return ret;
	return !ret && s->want(s->list, s->arg) ? 0 : -EAGAIN;
}

int disk_wait(struct disk_list *list, const char *root,
	      const struct consent_words *words, unsigned deadline_s,
	      bool (*want)(const struct disk_list *, void *), void *arg,
	      char *err, unsigned long size)
{
	struct search s = {
		.list = list, .root = root, .words = words, .want = want, .arg = arg,
		.err = err, .size = size,
	};
	int ret;

	if (size)
		err[0] = '\0';
	ret = disk_watch(root, deadline_s, look, &s);
	return s.last ? s.last : ret;
}
