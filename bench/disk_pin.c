// SPDX-License-Identifier: GPL-2.0-only
/*
 * A kernel name may change hands between the inventory and a write: a disk is
 * unplugged, another one plugged in takes its name. So whoever is about to
 * write looks again. A device that is open keeps its name, even if it is gone;
 * hence open first, then compare, then write while it is still open.
 */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "disk_parts.h"

static bool is_same(const struct disk *is, const struct disk *was)
{
	if (is->major != was->major || is->minor != was->minor ||
	    is->size_bytes != was->size_bytes || is->is_partition != was->is_partition ||
	    strcmp(is->parent, was->parent) || strcmp(is->transport, was->transport) ||
	    strcmp(is->serial, was->serial) || strcmp(is->wwn, was->wwn) ||
	    strcmp(is->model, was->model) || strcmp(is->partname, was->partname))
		return false;
	/* The table itself was read where the kernel does not tell: before 6.16. */
	if (is->partuuid[0] && strcmp(is->partuuid, was->partuuid))
		return false;
	/* With neither serial nor wwn the way to it is all there is. */
	return is->is_partition || is->serial[0] || is->wwn[0] || !strcmp(is->id, was->id);
}

static int look_again(const struct disk *was, const char *root)
{
	struct disk_place at;
	struct disk is;
	int ret = disk_find_place(&at, was->name, root);

	if (!ret)
		ret = disk_read_identity(&is, was->name, &at);
	if (ret)
		return ret;
	return is_same(&is, was) ? 0 : -ESTALE;
}

int disk_check_same(struct disk_list *list, const struct disk *d, const char *root)
{
	const struct disk *parent = disk_parent(list, d);
	int ret = look_again(d, root);

	if (!ret && d->is_partition)
		ret = parent ? look_again(parent, root) : -ESTALE;
	return ret;
}

int disk_pin(struct disk_list *list, const struct disk *d, const char *root)
{
	int fd = disk_open_node(d, root), ret;

	if (fd < 0)
		return fd == -ENODEV ? -ESTALE : fd;
	ret = disk_check_same(list, d, root);
	if (!ret)
		return fd;
	close(fd);
	return ret;
}
