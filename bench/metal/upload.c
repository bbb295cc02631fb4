// SPDX-License-Identifier: GPL-2.0-only
/*
 * Takes each wired interface in turn until one brings the file there. udhcpc
 * and wget have deadlines of their own, spawn_run one more.
 */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "keys.h"
#include "modload.h"
#include "spawn.h"
#include "sysfile.h"
#include "units.h"
#include "upload.h"

#define INTERFACES "/sys/class/net"
#define ETHERNET "1"		/* ARPHRD_ETHER */
#define INTERFACES_MAX 8
#define NAME_BYTES 16		/* IFNAMSIZ */
#define LINK_MS 10000		/* from up to a carrier */
#define POLL_MS 100		/* sysfs tells no carrier by itself */
#define SHORT_S 10
#define LEASE_S 20
#define SEND_S 60
#define URL_MAX 200

struct address {
	char with_prefix[64], gateway[48];	/* gateway "": none */
};

struct links {
	unsigned n;
	char name[INTERFACES_MAX][NAME_BYTES];
};

static int __attribute__((format(printf, 4, 5)))
fail(int error, char *err, size_t size, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(err, size, format, args);
	va_end(args);
	return error;
}

static int address_family(const char *text)
{
	unsigned char bytes[16];

	return inet_pton(AF_INET, text, bytes) == 1 ? AF_INET :
		inet_pton(AF_INET6, text, bytes) == 1 ? AF_INET6 : 0;
}

static bool parse_address(const char *text, struct address *a)
{
	char address[64], *prefix;
	const char *comma = strchr(text, ',');
	const size_t len = comma ? (size_t)(comma - text) : strlen(text);
	uint64_t bits;
	int family;

	if (len >= sizeof(a->with_prefix) || (comma && strlen(comma + 1) >= sizeof(a->gateway)))
		return false;
	memcpy(a->with_prefix, text, len);
	a->with_prefix[len] = '\0';
	memcpy(address, a->with_prefix, len + 1);
	snprintf(a->gateway, sizeof(a->gateway), "%s", comma ? comma + 1 : "");
	prefix = strchr(address, '/');
	if (!prefix)
		return false;
	*prefix++ = '\0';
	family = address_family(address);
	return family && !parse_u64(prefix, 1, family == AF_INET ? 32 : 128, &bits) &&
		(!comma || address_family(a->gateway) == family);
}

/* No name and password in it: it gets into the records. */
static bool is_url(const char *url)
{
	size_t i;

	if (strncmp(url, "http://", 7) || !url[7] || url[7] == '/' || strlen(url) > URL_MAX)
		return false;
	for (i = 0; url[i]; i++)
		if (url[i] <= ' ' || url[i] > '~' || strchr("#?@", url[i]))
			return false;
	return true;
}

int upload_check(const struct upload_words *w, char *err, size_t size)
{
	const bool has_net = w->net && *w->net && strcmp(w->net, "no");
	const bool has_url = w->url && *w->url;
	struct address a;

	if (has_net && strcmp(w->net, "dhcp") && !parse_address(w->net, &a))
		return fail(-EINVAL, err, size,
			    "net: %.60s: want no, dhcp or ADDRESS/PREFIX[,GATEWAY]", w->net);
	if (has_url && !is_url(w->url))
		return fail(-EINVAL, err, size, "upload: %.80s: want http://HOST[:PORT]/PATH",
			    w->url);
	if (has_url && !has_net)
		return fail(-EINVAL, err, size, "upload: needs a network: give net=dhcp, too");
	return 0;
}

/* Run a program of the metal segment; 0 or -errno, with the last line in why. */
static int run(const char *const *argv, unsigned deadline_s, char *why, size_t size)
{
	struct spawn_result r;
	const int ret = spawn_run(argv, deadline_s, &r);

	if (ret == -ETIME)
		snprintf(why, size, "%s took longer than %u s", argv[0], deadline_s);
	else if (ret)
		spawn_last_line(&r, why, size);
	if (ret && !why[0])
		snprintf(why, size, "%s: %s", argv[0], strerror(-ret));
	return ret;
}

/* ip WORD…, the rest of which may be NULL. */
static int run_ip(const char *a, const char *b, const char *c, const char *d, const char *e,
		  char *why, size_t size)
{
	const char *const argv[] = { "/bin/ip", a, b, c, d, e, NULL };

	return run(argv, SHORT_S, why, size);
}

static bool file_says(const char *name, const char *file, const char *want)
{
	char path[128], text[32];

	snprintf(path, sizeof(path), INTERFACES "/%s/%s", name, file);
	return sysfile_read(path, text, sizeof(text)) > 0 && !strcmp(text, want);
}

/* Wired, and with a device behind it. */
static bool is_wired(const char *name)
{
	char path[128];

	if (name[0] == '.' || strlen(name) >= NAME_BYTES || !file_says(name, "type", ETHERNET))
		return false;
	snprintf(path, sizeof(path), INTERFACES "/%s/device", name);
	return !access(path, F_OK);
}

static int compare(const void *a, const void *b)
{
	return strcmp(a, b);
}

static void find_links(struct links *l)
{
	DIR *dir = opendir(INTERFACES);
	struct dirent *e;

	l->n = 0;
	while (dir && l->n < INTERFACES_MAX && (e = readdir(dir))) {
		if (is_wired(e->d_name))
			snprintf(l->name[l->n++], NAME_BYTES, "%.*s", NAME_BYTES - 1, e->d_name);
	}
	if (dir)
		closedir(dir);
	qsort(l->name, l->n, NAME_BYTES, compare);
}

static void take_down(const struct links *l)
{
	char why[160] = "";
	unsigned i;

	for (i = 0; i < l->n; i++) {
		run_ip("addr", "flush", "dev", l->name[i], NULL, why, sizeof(why));
		run_ip("link", "set", l->name[i], "down", NULL, why, sizeof(why));
	}
}

/* All at once, as each takes seconds; those without a carrier are dropped. */
static void bring_up(struct links *l)
{
	const int64_t end_ns = keys_now_ns() + LINK_MS * 1000000ll;
	char why[160] = "";
	unsigned i, with;

	for (i = 0; i < l->n; i++)
		run_ip("link", "set", l->name[i], "up", NULL, why, sizeof(why));
	do {
		for (i = 0, with = 0; i < l->n; i++)
			with += file_says(l->name[i], "carrier", "1");
		if (with == l->n)
			return;
		poll(NULL, 0, POLL_MS);
	} while (keys_now_ns() < end_ns);
}

static int take_address(const char *net, const char *name, char *why, size_t size)
{
	const char *const dhcp[] = {
		"/bin/udhcpc", "-i", name, "-f", "-n", "-q", "-t", "4", "-T", "2",
		"-s", "/etc/mdbench/udhcpc.sh", NULL
	};
	const char *const route[] = {
		"/bin/ip", "route", "add", "default", "via", "", "dev", name, NULL
	};
	const char *words[ARRAY_SIZE(route)];
	struct address a;
	int ret;

	if (!strcmp(net, "dhcp"))
		return run(dhcp, LEASE_S, why, size);
	if (!parse_address(net, &a))
		return -EINVAL;
	ret = run_ip("addr", "add", a.with_prefix, "dev", name, why, size);
	if (ret || !a.gateway[0])
		return ret;
	memcpy(words, route, sizeof(route));
	words[5] = a.gateway;
	return run(words, SHORT_S, why, size);
}

static int post(const char *url, const char *path, const char *name, char *why, size_t size)
{
	char file[320], target[URL_MAX + 96];
	const char *const argv[] = {
		"/bin/wget", "-q", "-T", "20", "-O", "/dev/null",
		"--header=Content-Type: application/x-ndjson", file, target, NULL
	};

	snprintf(file, sizeof(file), "--post-file=%s", path);
	snprintf(target, sizeof(target), "%s%s%s", url, url[strlen(url) - 1] == '/' ? "" : "/",
		 name);
	return run(argv, SEND_S, why, size);
}

static int send_by(const struct upload_words *w, const char *link, const char *path,
		   const char *name, char *err, size_t size)
{
	char why[160] = "";
	int ret;

	if (!file_says(link, "carrier", "1"))
		return fail(-ENETDOWN, err, size, "upload: %s: no cable, or nothing at its end",
			    link);
	ret = take_address(w->net, link, why, sizeof(why));
	if (ret)
		return fail(ret, err, size, "upload: %s: no address by net=%s: %s", link, w->net,
			    why);
	ret = post(w->url, path, name, why, sizeof(why));
	if (ret)
		return fail(ret, err, size, "upload: %s: %s: %s", link, w->url, why);
	return 0;
}

int upload_send(const struct upload_words *w, const char *path, const char *name, char *err,
		size_t size)
{
	const int64_t end_ns = keys_now_ns() +
		(UPLOAD_MOST_S - LEASE_S - SEND_S - 4 * SHORT_S) * 1000000000ll;
	char last[256];
	struct links l;
	int ret = -ENETDOWN;
	unsigned i;

	if (access("/bin/wget", X_OK) || access("/bin/ip", X_OK))
		return fail(-ENOENT, err, size, "upload: the metal segment is not in this initramfs");
	modload_network();
	find_links(&l);
	if (!l.n)
		return fail(-ENODEV, err, size, "upload: no wired network that this kernel knows");
	bring_up(&l);
	for (i = 0; ret && i < l.n && keys_now_ns() < end_ns; i++) {
		/* Of several the one that says most: no cable is said last. */
		const int now = send_by(w, l.name[i], path, name, last, sizeof(last));

		if (!now || ret == -ENETDOWN)
			snprintf(err, size, "%s", now ? last : "");
		if (!now || ret == -ENETDOWN)
			ret = now;
	}
	take_down(&l);
	return ret;
}
