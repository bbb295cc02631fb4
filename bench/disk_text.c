// SPDX-License-Identifier: GPL-2.0-only
/*
 * Text and bytes of sysfs, for the inventory. What a device says of itself is
 * hostile: it is cut, trimmed and made ASCII here, before anybody else sees it.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "disk_parts.h"

int text_put(char *buf, size_t size, const char *fmt, ...)
{
	va_list ap;
	int len;

	va_start(ap, fmt);
	len = vsnprintf(buf, size, fmt, ap);
	va_end(ap);
	return len < 0 || (size_t)len >= size ? -ENAMETOOLONG : 0;
}

static bool is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

void text_clean(char *dst, size_t size, const char *src, size_t len)
{
	size_t i;

	len = strnlen(src, len);
	while (len && is_blank(src[len - 1]))
		len--;
	while (len && is_blank(*src)) {
		src++;
		len--;
	}
	if (len >= size)
		len = size - 1;
	for (i = 0; i < len; i++)
		dst[i] = src[i] >= ' ' && src[i] <= '~' ? src[i] : '?';
	dst[len] = '\0';
}

ssize_t sys_bytes(const char *dir, const char *file, void *buf, size_t size)
{
	char path[SYS_PATH];
	size_t got = 0;
	ssize_t n = 0;
	int fd, ret;

	ret = text_put(path, sizeof(path), "%s%s%s", dir, file ? "/" : "",
		       file ? file : "");
	if (ret)
		return ret;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return -errno;
	do {
		n = read(fd, (char *)buf + got, size - got);
		if (n > 0)
			got += (size_t)n;
	} while ((n > 0 && got < size) || (n < 0 && errno == EINTR));
	ret = n < 0 ? -errno : 0;
	close(fd);
	return ret ? ret : (ssize_t)got;
}

int sys_text(const char *dir, const char *file, char *dst, size_t size)
{
	char buf[4096];
	ssize_t len = sys_bytes(dir, file, buf, sizeof(buf));

	dst[0] = '\0';
	if (len < 0)
		return (int)len;
	text_clean(dst, size, buf, (size_t)len);
	return 0;
}

uint64_t sys_number(const char *dir, const char *file, uint64_t preset)
{
	uint64_t value = preset;
	char text[32];

	if (!sys_text(dir, file, text, sizeof(text)))
		parse_u64(text, 0, UINT64_MAX, &value);
	return value;
}

int read_at(int fd, void *buf, size_t size, uint64_t offset)
{
	size_t got = 0;
	ssize_t n;

	while (got < size) {
		n = pread(fd, (char *)buf + got, size - got, (off_t)(offset + got));
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (!n)
			return -EIO;
		got += (size_t)n;
	}
	return 0;
}

static size_t digits(const char *p)
{
	size_t n = 0;

	while (p[n] >= '0' && p[n] <= '9')
		n++;
	return n;
}

int natural_compare(const char *a, const char *b)
{
	const char *a0 = a, *b0 = b;
	size_t na, nb;
	int diff;

	while (*a && *b) {
		na = digits(a);
		nb = digits(b);
		if (!na || !nb) {
			if (*a != *b)
				break;
			a++;
			b++;
			continue;
		}
		for (; na > 1 && *a == '0'; na--)
			a++;
		for (; nb > 1 && *b == '0'; nb--)
			b++;
		if (na != nb)
			return na < nb ? -1 : 1;
		diff = strncmp(a, b, na);
		if (diff)
			return diff;
		a += na;
		b += nb;
	}
	diff = (unsigned char)*a - (unsigned char)*b;
	return diff ? diff : strcmp(a0, b0);
}
