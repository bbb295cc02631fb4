// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs qrencode, which takes the smallest version that holds the text. Its
 * output goes through a file: a pipe's would be cut.
 */
#include <stdbool.h>
#include <string.h>
#include <unistd.h>
#include "screenqr.h"
#include "spawn.h"
#include "sysfile.h"

#define QRENCODE "/bin/qrencode"
#define FOLDER "/run"
#define DEADLINE_S 20

static bool make(struct qr *qr, const char *text)
{
	static char code[2 * QR_MODULES * QR_MODULES + QR_MODULES + 2];
	const char *out = FOLDER "/qr";
	const char *const argv[] = {
		QRENCODE, "-t", "ASCII", "-m", "0", "-l", "L", "-8", "-o", out, "--", text, NULL
	};
	struct spawn_result r;
	long len;

	if (!text[0] || spawn_run(argv, DEADLINE_S, &r))
		return false;
	len = sysfile_read(out, code, sizeof(code) - 1);
	unlink(out);
	if (len <= 0)
		return false;
	code[len++] = '\n';
	return !qr_parse(qr, code, (size_t)len);
}

static bool fits(const struct qr *qr, const struct page_size *size)
{
	return qr_columns(qr) <= size->columns &&
		qr_rows(qr, page_qr_rows(size));
}

/* A line at a time, as half a line says nothing. */
static bool cut_line(char *text)
{
	char *end = strrchr(text, '\n');

	if (end)
		*end = '\0';
	return end != NULL;
}

void screenqr_make(struct qr *qr, const char *text, const struct page_size *size)
{
	char part[1024];

	qr->modules = 0;
	if (access(QRENCODE, X_OK))
		return;
	page_escape_lines(part, sizeof(part), text);
	do {
		if (make(qr, part) && fits(qr, size))
			return;
	} while (cut_line(part));
	qr->modules = 0;
}
