// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads the code that qrencode made and lays it out in half blocks. Of the
 * light border above and below it takes what the screen has room for: readers
 * do with two modules of the standard's four.
 */
#include <errno.h>
#include <string.h>
#include "qr.h"

#define LEAST_BORDER 5		/* modules above and below together; odd, as codes are */
#define FULL_BORDER 9

static bool is_size(size_t modules)
{
	return modules >= 21 && modules <= QR_MODULES && modules % 4 == 1;
}

static int parse_row(uint8_t *is_dark, size_t modules, const char *line)
{
	size_t i;

	for (i = 0; i < modules; i++) {
		if (line[2 * i] != line[2 * i + 1] || (line[2 * i] != ' ' && line[2 * i] != '#'))
			return -EINVAL;
		is_dark[i] = line[2 * i] == '#';
	}
	return 0;
}

int qr_parse(struct qr *qr, const char *text, size_t len)
{
	const char *end = memchr(text, '\n', len);
	const size_t width = end ? (size_t)(end - text) : 0, modules = width / 2;
	size_t i;

	qr->modules = 0;
	if (width % 2 || !is_size(modules) || len != modules * (width + 1))
		return -EINVAL;
	for (i = 0; i < modules; i++, text += width + 1) {
		if (text[width] != '\n' || parse_row(qr->is_dark[i], modules, text))
			return -EINVAL;
	}
	qr->modules = (unsigned)modules;
	return 0;
}

unsigned qr_columns(const struct qr *qr)
{
	return qr->modules + 2 * QR_SIDE;
}

unsigned qr_rows(const struct qr *qr, unsigned rows)
{
	unsigned border;

	for (border = FULL_BORDER; border >= LEAST_BORDER; border -= 2) {
		if (qr->modules + border <= 2 * rows)
			return (qr->modules + border) / 2;
	}
	return 0;
}

static bool is_light(const struct qr *qr, long y, long x)
{
	const long n = (long)qr->modules;

	return y < 0 || x < 0 || y >= n || x >= n || !qr->is_dark[y][x];
}

size_t qr_print_row(const struct qr *qr, unsigned height, unsigned row, char *buf, size_t size)
{
	/* By whether the lower and the upper half are light. */
	static const char *const half[2][2] = { { " ", "\u2580" }, { "\u2584", "\u2588" } };
	const long above = (2 * (long)height - (long)qr->modules) / 2;
	const long y = 2 * (long)row - above;
	size_t len = 0, n;
	long x;

	if (size < 3 * (size_t)qr_columns(qr) + 1)
		return 0;
	for (x = -QR_SIDE; x < (long)qr->modules + QR_SIDE; x++) {
		const char *text = half[is_light(qr, y + 1, x)][is_light(qr, y, x)];

		n = strlen(text);
		memcpy(buf + len, text, n);
		len += n;
	}
	buf[len] = '\0';
	return len;
}
