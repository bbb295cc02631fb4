// SPDX-License-Identifier: GPL-2.0-only
/*
 * Finds, mounts and lets go of the medium. It is known by its volume id alone:
 * each look opens block devices for reading and reads their first sector, and
 * the one that is mounted is held open meanwhile, so that no other device can
 * take its name. What is on it may be torn (power went while it was written) or
 * made by somebody hostile: the mount goes on after errors, runs nothing, and
 * has no device nodes.
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>
#include "disk_parts.h"
#include "medium.h"

#define BOOT_BYTES 512

bool medium_id_of(const uint8_t *boot, size_t len, char *id, size_t size)
{
	return disk_fat_id(boot, len, id, size);
}

/* "1a2b-3c4d", with or without the dash, as "1A2B-3C4D": 0 or -EINVAL. */
static int id_parse(const char *text, char *id, size_t size)
{
	static const char digits[] = "0123456789ABCDEFabcdef";
	char hex[9];
	unsigned n = 0, i;

	for (i = 0; text && text[i]; i++) {
		if (text[i] == '-' && n == 4 && i == 4)
			continue;
		if (n == 8 || !strchr(digits, text[i]))
			return -EINVAL;
		hex[n++] = text[i] >= 'a' ? (char)(text[i] - 'a' + 'A') : text[i];
	}
	if (n != 8)
		return -EINVAL;
	hex[8] = '\0';
	return text_put(id, size, "%.4s-%s", hex, hex + 4);
}

/*
 * Arrays, memory disks, and what is slow and carries no results: a floppy or
 * an optical drive may take seconds to say that it is empty.
 */
static bool is_no_medium(const char *name)
{
	static const char *const leads[] = { "md", "dm-", "zram", "ram", "fd", "sr" };
	size_t i, len;

	for (i = 0; i < ARRAY_SIZE(leads); i++) {
		len = strlen(leads[i]);
		if (!strncmp(name, leads[i], len) &&
		    (leads[i][len - 1] == '-' || (name[len] >= '0' && name[len] <= '9')))
			return true;
	}
	return false;
}

/* Does the device of this name carry m->id? 1 with d filled, 0. */
static int carries(const struct medium *m, const char *name, const char *root, struct disk *d)
{
	struct disk_place at;
	uint8_t boot[BOOT_BYTES];
	char id[16];
	int fd, ret;

	if (is_no_medium(name) || disk_find_place(&at, name, root) ||
	    disk_read_identity(d, name, &at) || !d->size_bytes ||
	    (m->size_bytes && m->size_bytes != d->size_bytes))
		return 0;
	fd = disk_open_node(d, root);
	if (fd < 0)
		return 0;
	ret = read_at(fd, boot, sizeof(boot), 0);
	close(fd);
	return !ret && medium_id_of(boot, sizeof(boot), id, sizeof(id)) && !strcmp(id, m->id);
}

int medium_find(struct medium *m, const char *root)
{
	char dir[SYS_PATH];
	const struct dirent *e;
	struct disk d;
	uint64_t size_bytes = 0;
	unsigned found = 0;
	DIR *in;
	int ret = text_put(dir, sizeof(dir), "%s/sys/class/block", root);

	in = ret ? NULL : opendir(dir);
	if (!in)
		return ret ? ret : -errno;
	while ((e = readdir(in))) {
		if (e->d_name[0] == '.' || !carries(m, e->d_name, root, &d))
			continue;
		ret = text_put(m->device, sizeof(m->device), "%s", d.path + strlen(root));
		m->disk_major = d.major;
		m->disk_minor = d.minor;
		size_bytes = d.size_bytes;
		found++;
	}
	closedir(in);
	if (!ret && found == 1) {
		m->size_bytes = size_bytes;
		return 0;
	}
	m->device[0] = '\0';
	if (ret)
		return ret;
	return found ? -EEXIST : -ENOENT;
}

static int look(void *arg)
{
	struct medium *m = arg;
	int ret = medium_find(m, "");

	return ret == -ENOENT ? -EAGAIN : ret;
}

static int make_folder(const char *path)
{
	char part[sizeof(((struct medium *)0)->folder)], *p;

	if (text_put(part, sizeof(part), "%s", path))
		return -ENAMETOOLONG;
	for (p = part + 1; (p = strchr(p, '/')); *p++ = '/') {
		*p = '\0';
		if (mkdir(part, 0755) && errno != EEXIST)
			return -errno;
	}
	return mkdir(part, 0755) && errno != EEXIST ? -errno : 0;
}

/*
 * FAT mounts only with a code page and a character set that the kernel has;
 * which of these it has is told by trying (all names on a medium are ASCII). The
 * file system stays writable after an error in it: else a torn one would take no
 * more results. Nothing of it is held back by a mount option: what is to be safe
 * is synced by whoever wrote it, in its order.
 */
static int mount_fat(const char *device, const char *folder)
{
	static const char *const options[] = {
		"codepage=437,iocharset=iso8859-1,shortname=mixed,tz=UTC,errors=continue",
		"codepage=437,iocharset=ascii,shortname=mixed,tz=UTC,errors=continue",
		"codepage=437,iocharset=utf8,shortname=mixed,tz=UTC,errors=continue",
		"shortname=mixed,errors=continue",
	};
	const unsigned long flags = MS_NOATIME | MS_NODEV | MS_NOEXEC | MS_NOSUID;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(options); i++) {
		if (!mount(device, folder, "vfat", flags, options[i]))
			return 0;
		if (errno != EINVAL)
			break;
	}
	return errno == EACCES ? -EROFS : -errno;
}

/* Is what has the name now what was found? Then it stays so while fd is open. */
static int pin(const struct medium *m)
{
	struct disk d = { .major = m->disk_major, .minor = m->disk_minor };

	text_put(d.path, sizeof(d.path), "%s", m->device);
	return disk_open_node(&d, "");
}

static int mount_found(struct medium *m)
{
	const int fd = pin(m);
	int ret;

	if (fd < 0)
		return fd == -ENODEV ? -ENOENT : fd;
	ret = make_folder(m->folder);
	if (!ret)
		ret = mount_fat(m->device, m->folder);
	close(fd);
	m->is_mounted = !ret;
	return ret;
}

static const char *open_why(int error)
{
	switch (error) {
	case -ENOENT:
		return "no disk or partition has this volume id: plug the stick in, or boot from the one that is";
	case -EEXIST:
		return "two disks or partitions have this volume id: unplug one";
	case -EINVAL:
		return "its FAT file system is damaged, or the kernel lacks code page 437 and a character set: write the stick anew, or load nls_cp437 and nls_iso8859-1";
	case -ENODEV:
		return "the kernel cannot mount FAT: it needs vfat, nls_cp437 and nls_iso8859-1";
	default:
		return medium_why(error);
	}
}

static int find_and_mount(struct medium *m, unsigned wait_s, char *err, size_t size)
{
	int ret = wait_s ? disk_watch("", wait_s, look, m) : medium_find(m, "");

	if (ret == -ETIMEDOUT)
		ret = -ENOENT;
	if (!ret)
		ret = mount_found(m);
	if (!ret) {
		if (size)
			err[0] = '\0';
		return 0;
	}
	snprintf(err, size, "medium: %s%s%s: %s", m->id, m->device[0] ? " on " : "",
		 m->device, open_why(ret));
	m->device[0] = '\0';
	return ret;
}

int medium_open(struct medium *m, const char *id, unsigned wait_s, char *err, size_t size)
{
	char known[sizeof(m->id)];	/* id may be m->id, of a medium that was closed */

	if (id_parse(id, known, sizeof(known))) {
		snprintf(err, size, "medium: '%.20s': not a volume id such as 1A2B-3C4D",
			 id ? id : "");
		memset(m, 0, sizeof(*m));
		return -EINVAL;
	}
	memset(m, 0, sizeof(*m));
	text_put(m->id, sizeof(m->id), "%s", known);
	disk_know_medium(m->id);
	text_put(m->folder, sizeof(m->folder), "%s", MEDIUM_FOLDER);
	return find_and_mount(m, wait_s, err, size);
}

int medium_again(struct medium *m, unsigned wait_s, char *err, size_t size)
{
	if (m->is_mounted)
		umount2(m->folder, MNT_DETACH);
	m->is_mounted = false;
	m->device[0] = '\0';
	return find_and_mount(m, wait_s, err, size);
}

int medium_close(struct medium *m)
{
	int ret;

	if (!m->is_mounted)
		return 0;
	ret = medium_sync(m);
	if (umount2(m->folder, 0)) {
		ret = ret ? ret : -errno;
		umount2(m->folder, MNT_DETACH);
	}
	m->is_mounted = false;
	m->device[0] = '\0';
	return ret;
}
