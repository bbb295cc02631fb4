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
	/* struct rand_pool_info: bits, bytes, and then the bytes themselves */
	struct { int entropy_count, buf_size; __u32 buf[8]; } pool = {
		.entropy_count = 256, .buf_size = sizeof(pool.buf),
	};
	const int fd = open("/dev/random", O_WRONLY | O_CLOEXEC);
	int ret = 0;

	if (fd < 0)
		return -errno;
	memset(pool.buf, 0x6d, sizeof(pool.buf));
	if (ioctl(fd, RNDADDENTROPY, &pool) < 0)
		ret = -errno;
	close(fd);
	return ret;
}
