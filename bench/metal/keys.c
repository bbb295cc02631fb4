// SPDX-License-Identifier: GPL-2.0-only
/*
 * Terminals in raw mode, and which bytes are a key. The way out keeps its
 * line ends: others write to the same terminals.
 */
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "keys.h"

int64_t keys_now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_BOOTTIME, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

enum key keys_judge(const char *bytes, size_t len)
{
	enum key key = KEY_NONE;
	size_t i;

	for (i = 0; i < len; i++) {
		/* Esc that more follows is an arrow or a function key. */
		if (bytes[i] == '\033' && i + 1 < len &&
		    (bytes[i + 1] == '[' || bytes[i + 1] == 'O'))
			return KEY_OTHER;
		if (bytes[i] == '\r' || bytes[i] == '\n' || bytes[i] == '\033' ||
		    bytes[i] == '\003' || bytes[i] == 'q')
			return KEY_END;
		if (bytes[i] >= ' ' && bytes[i] <= '~')
			key = KEY_OTHER;
	}
	return key;
}

void keys_add(struct keys *k, int fd)
{
	struct termios mode;
	unsigned i = k->n;

	if (fd < 0 || i == KEYS_TTYS)
		return;
	k->n++;
	k->tty[i].fd = fd;
	k->tty[i].has_mode = tcgetattr(fd, &k->tty[i].mode) == 0;
	if (!k->tty[i].has_mode)
		return;
	mode = k->tty[i].mode;
	mode.c_iflag &= ~(tcflag_t)(BRKINT | PARMRK | ISTRIP | IXON | INLCR | IGNCR | ICRNL);
	mode.c_iflag |= IGNBRK | IGNPAR;
	mode.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
	mode.c_cc[VMIN] = 1;
	mode.c_cc[VTIME] = 0;
	tcsetattr(fd, TCSANOW, &mode);
	tcflush(fd, TCIFLUSH);
}

void keys_end(struct keys *k)
{
	while (k->n) {
		k->n--;
		if (k->tty[k->n].has_mode)
			tcsetattr(k->tty[k->n].fd, TCSANOW, &k->tty[k->n].mode);
		k->tty[k->n].has_mode = false;
	}
}

/* A terminal without a line behind it is always ready and brings nothing. */
static enum key read_key(struct keys *k, unsigned i, short events)
{
	char bytes[64];
	ssize_t n;

	if (!events)
		return KEY_NONE;
	n = read(k->tty[i].fd, bytes, sizeof(bytes));
	if (n > 0)
		return keys_judge(bytes, (size_t)n);
	if (n == 0 || (errno != EAGAIN && errno != EINTR))
		k->tty[i].fd = -1;
	return KEY_NONE;
}

enum key keys_wait(struct keys *k, int64_t until_ns)
{
	struct pollfd fds[KEYS_TTYS];
	enum key key = KEY_NONE;
	int64_t left_ms;
	unsigned i;

	for (;;) {
		left_ms = (until_ns - keys_now_ns() + 999999) / 1000000;
		if (left_ms <= 0)
			return KEY_NONE;
		for (i = 0; i < k->n; i++)
			fds[i] = (struct pollfd){ .fd = k->tty[i].fd, .events = POLLIN };
		if (poll(fds, k->n, left_ms < 60000 ? (int)left_ms : 60000) <= 0)
			continue;
		for (i = 0; i < k->n && key == KEY_NONE; i++)
			key = read_key(k, i, fds[i].revents);
		if (key != KEY_NONE)
			return key;
	}
}
