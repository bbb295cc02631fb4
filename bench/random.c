// SPDX-License-Identifier: GPL-2.0-only
/* RNDADDENTROPY (random(4)) with bytes that are no secret. */
#include <errno.h>
#include <fcntl.h>
#include <linux/random.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "random.h"

int random_credit(void)
{
	struct {
		struct rand_pool_info info;
		__u32 bytes[8];
	} pool = { .info = { .entropy_count = 256, .buf_size = 32 } };
	const int fd = open("/dev/random", O_WRONLY | O_CLOEXEC);
	int ret = 0;

	if (fd < 0)
		return -errno;
	memset(pool.bytes, 0x6d, sizeof(pool.bytes));
	if (ioctl(fd, RNDADDENTROPY, &pool) < 0)
		ret = -errno;
	close(fd);
	return ret;
}
