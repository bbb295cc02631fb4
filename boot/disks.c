// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parses what disks were asked for and makes them. How they are plugged into
 * the machine is qemu.c's affair.
 */
#include "disks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include "units.h"

#define DISK_BYTES_PRESET (4ull << 30)

static const struct {
	const char *name;
	unsigned most;		/* disks that fit on it */
	bool only_512;		/* QEMU's ATA disks know no other sector */
} bus_list[BUSES] = {
	[BUS_VIRTIO_BLK] = { "virtio-blk", VDISKS_MAX, false },
	[BUS_VIRTIO_SCSI] = { "virtio-scsi", VDISKS_MAX, false },
	[BUS_AHCI] = { "ahci", VDISKS_MAX, true },
	[BUS_NVME] = { "nvme", VDISKS_MAX, false },
	[BUS_USB] = { "usb", 15, false },
	[BUS_IDE] = { "ide", 4, true },
	[BUS_MEGASAS] = { "megasas", 16, false },
	[BUS_MPTSAS] = { "mptsas1068", 8, false },
};

static int bus_find(const char *name, enum bus *bus, struct fail *f)
{
	char all[128];
	size_t len = 0;

	for (int i = 0; i < BUSES; i++) {
		if (!strcmp(bus_list[i].name, name)) {
			*bus = (enum bus)i;
			return 0;
		}
		len += (size_t)snprintf(all + len, sizeof(all) - len, "%s%s", i ? ", " : "",
					bus_list[i].name);
	}
	return fail_set(f, STATUS_USAGE, "disks: bus %s: unknown; there are: %s", name, all);
}

/* "N" or "NxSIZE", cut up in place. */
static int parse_count(char *text, struct vdisks *vd, unsigned *made, uint64_t *size,
		       struct fail *f)
{
	char *x = strchr(text, 'x');
	uint64_t count;

	*size = DISK_BYTES_PRESET;
	if (x) {
		*x++ = '\0';
		if (parse_bytes(x, 1 << 20, 1ull << 50, size) != 0)
			return fail_set(f, STATUS_USAGE, "disks: size %s: not 1M to 1024T", x);
		if (*size % 4096)
			return fail_set(f, STATUS_USAGE, "disks: size %s: not a multiple of 4096",
					x);
	}
	if (parse_u64(text, 1, VDISKS_MAX, &count) != 0)
		return fail_set(f, STATUS_USAGE, "disks: %s: not a number of 1 to %d disks", text,
				VDISKS_MAX);
	if (vd->count + count > VDISKS_MAX)
		return fail_set(f, STATUS_USAGE, "disks: more than %d disks", VDISKS_MAX);
	*made = (unsigned)count;
	return 0;
}

static int parse_option(const char *word, struct vdisks *vd, enum bus *bus, unsigned *sector,
			struct fail *f)
{
	if (!strncmp(word, "bus=", 4))
		return bus_find(word + 4, bus, f);
	if (!strcmp(word, "sector=512") || !strcmp(word, "sector=4096")) {
		*sector = word[7] == '5' ? 512 : 4096;
		return 0;
	}
	if (!strncmp(word, "keep=", 5) && word[5]) {
		if (strlen(word + 5) >= sizeof(vd->keep) - 32)
			return fail_set(f, STATUS_USAGE, "disks: keep: name too long");
		snprintf(vd->keep, sizeof(vd->keep), "%s", word + 5);
		return 0;
	}
	return fail_set(f, STATUS_USAGE, "disks: %s: unknown; there are bus=, sector=512|4096, "
			"keep=DIR", word);
}

static int parse_spec(char *text, struct vdisks *vd, enum bus bus, struct fail *f)
{
	unsigned sector = 512, made = 0;
	uint64_t size = 0;
	char *save = NULL, *word;
	int ret;

	word = strtok_r(text, ",", &save);
	if (!word)
		return fail_set(f, STATUS_USAGE, "disks: empty; give a number, as 7x4G");
	ret = parse_count(word, vd, &made, &size, f);
	while (ret == 0 && (word = strtok_r(NULL, ",", &save)))
		ret = parse_option(word, vd, &bus, &sector, f);
	if (ret < 0)
		return ret;
	if (sector != 512 && bus_list[bus].only_512)
		return fail_set(f, STATUS_USAGE, "disks: sector=%u: not with bus=%s", sector,
				bus_list[bus].name);
	for (unsigned i = vd->made; i < vd->made + made; i++) {
		vd->disk[i].bus = bus;
		vd->disk[i].sector_bytes = sector;
		vd->disk[i].size_bytes = size;
		snprintf(vd->disk[i].serial, sizeof(vd->disk[i].serial), "mdbench-%u", i);
	}
	vd->made += made;
	vd->count = vd->made;
	return 0;
}

static int parse_specs(char *text, struct vdisks *vd, enum bus preset, struct fail *f)
{
	char *end;
	int ret;

	for (; (end = strchr(text, '\n')); text = end + 1) {
		*end = '\0';
		ret = parse_spec(text, vd, preset, f);
		if (ret)
			return ret;
	}
	return parse_spec(text, vd, preset, f);
}

static int parse_attach(char *text, struct vdisks *vd, enum bus preset, struct fail *f)
{
	char *save = NULL;
	struct vdisk *d = NULL;
	int ret;

	for (char *word = strtok_r(text, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
		if (!strncmp(word, "bus=", 4)) {
			if (!d)
				return fail_set(f, STATUS_USAGE, "attach: %s: no file before it",
						word);
			ret = bus_find(word + 4, &d->bus, f);
			if (ret < 0)
				return ret;
			continue;
		}
		if (vd->count == VDISKS_MAX)
			return fail_set(f, STATUS_USAGE, "attach: more than %d disks", VDISKS_MAX);
		d = &vd->disk[vd->count++];
		d->bus = preset;
		d->sector_bytes = 512;
		d->is_attached = true;
		if (snprintf(d->path, sizeof(d->path), "%s", word) >= (int)sizeof(d->path))
			return fail_set(f, STATUS_USAGE, "attach: name too long");
		snprintf(d->serial, sizeof(d->serial), "attached-%u", vd->count - vd->made - 1);
	}
	return 0;
}

void disks_none(struct vdisks *vd)
{
	memset(vd, 0, sizeof(*vd));
	vd->lock_fd = -1;
}

unsigned disks_on_bus(const struct vdisks *vd, enum bus bus)
{
	unsigned n = 0;

	for (unsigned i = 0; i < vd->count; i++)
		n += vd->disk[i].bus == bus;
	return n;
}

int disks_parse(struct vdisks *vd, const char *spec, const char *attach, struct fail *f)
{
	return disks_parse_on(vd, BUS_VIRTIO_BLK, spec, attach, f);
}

int disks_parse_on(struct vdisks *vd, enum bus preset, const char *spec, const char *attach,
		   struct fail *f)
{
	char *text = strdup(spec), *list = strdup(attach ? attach : "");
	int ret;

	disks_none(vd);
	if (!text || !list)
		ret = fail_set(f, STATUS_NOT_STARTED, "no memory");
	else
		ret = parse_specs(text, vd, preset, f);
	if (ret == 0)
		ret = parse_attach(list, vd, preset, f);
	free(text);
	free(list);
	for (int i = 0; ret == 0 && i < BUSES; i++) {
		if (disks_on_bus(vd, (enum bus)i) > bus_list[i].most)
			ret = fail_set(f, STATUS_USAGE, "disks: bus %s holds %u at the most",
				       bus_list[i].name, bus_list[i].most);
	}
	return ret;
}

/* An absolute path of a name that need not exist. */
static int absolute(char *path, size_t size, struct fail *f)
{
	char name[PATH_MAX], cwd[PATH_MAX];

	if (path[0] == '/')
		return 0;
	snprintf(name, sizeof(name), "%s", path);
	if (!getcwd(cwd, sizeof(cwd)) ||
	    strlen(cwd) + 1 + strlen(name) + 32 > size)
		return fail_set(f, STATUS_USAGE, "%s: path too long", name);
	snprintf(path, size, "%s/%.*s", cwd, (int)strlen(name), name);
	return 0;
}

int disks_place(struct vdisks *vd, const char *folder, struct fail *f)
{
	int ret = 0;

	if (vd->keep[0])
		ret = absolute(vd->keep, sizeof(vd->keep), f);
	for (unsigned i = 0; ret == 0 && i < vd->count; i++) {
		struct vdisk *d = &vd->disk[i];

		if (d->is_attached)
			ret = absolute(d->path, sizeof(d->path), f);
		else if (snprintf(d->path, sizeof(d->path), "%s/disk-%u.img",
				  vd->keep[0] ? vd->keep : folder, i) >= (int)sizeof(d->path))
			ret = fail_set(f, STATUS_USAGE, "disks: path too long");
	}
	return ret;
}

int disks_check_attached(struct vdisks *vd, struct fail *f)
{
	for (unsigned i = vd->made; i < vd->count; i++) {
		struct vdisk *d = &vd->disk[i];
		struct stat st;
		int fd = open(d->path, O_RDWR | O_CLOEXEC | O_NONBLOCK);

		if (fd < 0)
			return fail_set(f, STATUS_USAGE, "attach: %s: %s", d->path,
					strerror(errno));
		if (fstat(fd, &st) < 0 || !(S_ISREG(st.st_mode) || S_ISBLK(st.st_mode))) {
			close(fd);
			return fail_set(f, STATUS_USAGE, "attach: %s: neither a file nor a block "
					"device", d->path);
		}
		d->size_bytes = (uint64_t)lseek(fd, 0, SEEK_END);
		close(fd);
		if (!d->size_bytes)
			return fail_set(f, STATUS_USAGE, "attach: %s: empty", d->path);
	}
	return 0;
}

static int make_folder(const char *path, struct fail *f)
{
	if (mkdir(path, 0700) == 0 || errno == EEXIST)
		return 0;
	return fail_set(f, STATUS_NOT_STARTED, "disks: %s: %s", path, strerror(errno));
}

static int lock_keep(struct vdisks *vd, struct fail *f)
{
	vd->lock_fd = open(vd->keep, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (vd->lock_fd < 0)
		return fail_set(f, STATUS_NOT_STARTED, "disks: %s: %s", vd->keep, strerror(errno));
	if (flock(vd->lock_fd, LOCK_EX | LOCK_NB) < 0)
		return fail_set(f, STATUS_USAGE, "disks: %s: in use by another run; give "
				"another keep=", vd->keep);
	return 0;
}

static int make_image(struct vdisk *d, bool keep, struct fail *f)
{
	int fd = open(d->path, O_RDWR | O_CREAT | O_CLOEXEC | (keep ? 0 : O_EXCL), 0600);
	struct stat st;
	int error = 0;

	if (fd < 0 || fstat(fd, &st) < 0)
		error = errno;
	else if (!S_ISREG(st.st_mode))
		error = EINVAL;
	else if (st.st_size == 0 && ftruncate(fd, (off_t)d->size_bytes) < 0)
		error = errno;
	if (fd >= 0)
		close(fd);
	if (error)
		return fail_set(f, STATUS_NOT_STARTED, "disks: %s: %s", d->path, strerror(error));
	if (st.st_size && (uint64_t)st.st_size != d->size_bytes)
		return fail_set(f, STATUS_USAGE, "disks: %s: has %llu bytes, not %llu; give that "
				"size or another keep=", d->path, (unsigned long long)st.st_size,
				(unsigned long long)d->size_bytes);
	return 0;
}

int disks_make(struct vdisks *vd, const char *folder, struct fail *f)
{
	int ret = 0;

	if (!vd->made)
		return 0;
	ret = make_folder(vd->keep[0] ? vd->keep : folder, f);
	if (ret == 0 && vd->keep[0])
		ret = lock_keep(vd, f);
	for (unsigned i = 0; ret == 0 && i < vd->made; i++)
		ret = make_image(&vd->disk[i], vd->keep[0], f);
	return ret;
}

void disks_remove(struct vdisks *vd, const char *folder)
{
	if (vd->keep[0] || !vd->made) {
		if (vd->lock_fd >= 0)
			close(vd->lock_fd);
		vd->lock_fd = -1;
		return;
	}
	for (unsigned i = 0; i < vd->made; i++)
		unlink(vd->disk[i].path);
	rmdir(folder);
}
