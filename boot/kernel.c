// SPDX-License-Identifier: GPL-2.0-only
/*
 * Asks kernel-configs/kernel.sh for the kernel, and joins the segments of the
 * initramfs into the one file that QEMU takes.
 */
#include "kernel.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include "units.h"

static void label_clean(char *label)
{
	for (; *label; label++) {
		if (!isalnum((unsigned char)*label) && !strchr("._+-", *label))
			*label = '-';
	}
}

int kernel_parse(struct kernel *k, char *text, struct fail *f)
{
	const struct {
		const char *name;
		char *value;
		size_t size;
	} row[] = {
		{ "image", k->image, sizeof(k->image) },
		{ "modules", k->modules, sizeof(k->modules) },
		{ "release", k->release, sizeof(k->release) },
		{ "label", k->label, sizeof(k->label) },
	};
	char *save = NULL;

	for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
			size_t len = strlen(row[i].name);

			if (strncmp(line, row[i].name, len) != 0 || line[len] != '=')
				continue;
			if (i < 2 && strlen(line + len + 1) >= row[i].size)
				return fail_set(f, STATUS_NOT_STARTED, "kernel: path too long");
			snprintf(row[i].value, row[i].size, "%s", line + len + 1);
		}
	}
	if (!k->image[0])
		return fail_set(f, STATUS_NOT_STARTED, "kernel: kernel.sh named no image");
	if (!k->label[0])
		snprintf(k->label, sizeof(k->label), "%.63s",
			 k->release[0] ? k->release : "kernel");
	label_clean(k->label);
	return 0;
}

int kernel_sum(const char *path, struct signals *s, char *hex, struct fail *f)
{
	char tool[PATH_MAX], name[PATH_MAX], out[PATH_MAX + 128];
	char *argv[] = { tool, name, NULL };

	snprintf(name, sizeof(name), "%s", path);
	if (child_find("sha256sum", tool, sizeof(tool)) < 0)
		return fail_set(f, STATUS_NOT_STARTED, "sha256sum: not found; install coreutils");
	if (child_capture(argv, CAPTURE_STDERR_OURS, 60, s, out, sizeof(out)) != 0 ||
	    strspn(out, "0123456789abcdef") != SHA256_HEX - 1)
		return fail_set(f, STATUS_NOT_STARTED, "%s: sha256sum failed", path);
	memcpy(hex, out, SHA256_HEX - 1);
	hex[SHA256_HEX - 1] = '\0';
	return 0;
}

static int add_segment(struct kernel *k, const char *name, const char *path, struct signals *s,
		       struct fail *f)
{
	struct segment *g = &k->segment[k->segments];

	if (k->segments == SEGMENTS_MAX)
		return fail_set(f, STATUS_USAGE, "segment: more than %d", SEGMENTS_MAX);
	if (snprintf(g->path, sizeof(g->path), "%s", path) >= (int)sizeof(g->path))
		return fail_set(f, STATUS_USAGE, "segment: path too long");
	snprintf(g->name, sizeof(g->name), "%.*s", (int)strcspn(name, "."), name);
	label_clean(g->name);
	k->segments++;
	return kernel_sum(path, s, g->sha256, f);
}

static int add_more(struct kernel *k, const char *more, struct signals *s, struct fail *f)
{
	char *list = strdup(more), *save = NULL, *slash;
	char path[PATH_MAX];
	int ret = list ? 0 : fail_set(f, STATUS_NOT_STARTED, "no memory");

	for (char *word = list ? strtok_r(list, ",", &save) : NULL; word && ret == 0;
	     word = strtok_r(NULL, ",", &save)) {
		slash = strrchr(word, '/');
		if (!realpath(word, path) || access(path, R_OK) < 0)
			ret = fail_set(f, STATUS_USAGE, "segment: %s: %s", word, strerror(errno));
		else
			ret = add_segment(k, slash ? slash + 1 : word, path, s, f);
	}
	free(list);
	return ret;
}

int kernel_segments(struct kernel *k, const struct project *p, const char *more,
		    struct signals *s, struct fail *f)
{
	char base[PATH_MAX];
	int ret;

	snprintf(base, sizeof(base), "%s/initramfs/base.cpio.gz", p->build);
	if (access(base, R_OK) < 0)
		return fail_set(f, STATUS_NOT_STARTED, "initramfs: %s: %s; type make first",
				base, strerror(errno));
	ret = add_segment(k, "base", base, s, f);
	if (ret == 0 && k->modules[0])
		ret = add_segment(k, "modules", k->modules, s, f);
	if (ret == 0 && more)
		ret = add_more(k, more, s, f);
	return ret;
}

int kernel_hold(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd >= 0 && flock(fd, LOCK_SH | LOCK_NB) < 0) {
		close(fd);
		fd = -1;
	}
	return fd;
}

int kernel_find(struct kernel *k, const struct project *p, const char *spec, struct signals *s,
		struct fail *f)
{
	char script[PATH_MAX], what[PATH_MAX], out[4 * PATH_MAX];
	char *argv[] = { script, *spec ? what : NULL, NULL };
	int ret;

	memset(k, 0, sizeof(*k));
	if (snprintf(what, sizeof(what), "%s", spec) >= (int)sizeof(what))
		return fail_set(f, STATUS_USAGE, "kernel: name too long");
	snprintf(script, sizeof(script), "%s/kernel-configs/kernel.sh", p->root);
	ret = child_capture(argv, CAPTURE_STDERR_OURS, 0, s, out, sizeof(out));
	if (ret < 0)
		return fail_set(f, STATUS_NOT_STARTED, "kernel: %s: %s", script, strerror(-ret));
	if (ret > 0) {
		/* It has said on stderr what is wrong. */
		fail_set(f, ret == STATUS_USAGE ? STATUS_USAGE : STATUS_NOT_STARTED, "%s", "");
		return -EIO;
	}
	ret = kernel_parse(k, out, f);
	if (ret == 0 && access(k->image, R_OK) < 0)
		ret = fail_set(f, STATUS_NOT_STARTED, "kernel: %s: %s", k->image, strerror(errno));
	if (ret == 0) {
		k->held_fd[0] = kernel_hold(k->image);
		k->held_fd[1] = kernel_hold(k->modules);
	}
	return ret;
}

static int write_all(int fd, const char *data, size_t len)
{
	while (len) {
		ssize_t n = write(fd, data, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		data += n;
		len -= (size_t)n;
	}
	return 0;
}

static int append_segment(int out, const char *path)
{
	static const char zeros[4];
	char buf[65536];
	size_t total = 0;
	ssize_t n = -1;
	int ret = 0, fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	while (ret == 0 && (n = read(fd, buf, sizeof(buf))) > 0) {
		ret = write_all(out, buf, (size_t)n);
		total += (size_t)n;
	}
	if (ret == 0 && n < 0)
		ret = -errno;
	close(fd);
	/* The kernel finds an uncompressed archive only at a multiple of 4. */
	if (ret == 0 && total % 4)
		ret = write_all(out, zeros, 4 - total % 4);
	return ret;
}

int kernel_write_initrd(const struct kernel *k, const char *path, struct fail *f)
{
	int ret = 0, fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0)
		return fail_set(f, STATUS_NOT_STARTED, "%s: %s", path, strerror(errno));
	for (unsigned i = 0; ret == 0 && i < k->segments; i++)
		ret = append_segment(fd, k->segment[i].path);
	if (close(fd) < 0 && ret == 0)
		ret = -errno;
	if (ret < 0)
		return fail_set(f, STATUS_NOT_STARTED, "%s: %s%s", path, strerror(-ret),
				ret == -ENOSPC ? "; make room or give --out elsewhere" : "");
	return 0;
}
