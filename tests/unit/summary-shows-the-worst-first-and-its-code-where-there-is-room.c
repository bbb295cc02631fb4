// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will lay out a summary and a code on screens of several sizes and
 * want what did not pass before the table, all lines on some page, the code
 * beside, below or by itself with its light border whole, every module of it
 * where it belongs, and codes that are none to be refused.
 * needs: none
 * timeout: 30
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include "check.h"
#include "metal/page.h"
#include "vt.h"

static struct vt vt;
static struct qr qr, none;
static char drawing[PAGE_BYTES];

static const char summary[] =
	"mdbench S0001: finished\nsuite smoke\n\n"
	"k1 = 6.1\n     1 of 1 rounds done; 2 pass, 1 void\n\n"
	"test   unit   k1\na      MB/s   12.0\nb      MB/s   void\n\n"
	"Medians of the runs that passed.\n\n"
	"void: memory held it\n    b: k1\n\n"
	"unsupported: no such thing\n\n"
	"fail: wrong data\n    c: k1\n";

/* A code of this version with made-up modules. */
static size_t make_code(char *text, unsigned modules)
{
	size_t len = 0;
	unsigned y, x;

	for (y = 0; y < modules; y++) {
		for (x = 0; x < modules; x++, len += 2)
			memset(text + len, (x * 7 + y * 3 + x * y) % 5 < 2 ? '#' : ' ', 2);
		text[len++] = '\n';
	}
	text[len] = '\0';
	return len;
}

static void test_order(void)
{
	static const char want[] =
		"mdbench S0001: finished\nsuite smoke\n\n"
		"k1 = 6.1\n     1 of 1 rounds done; 2 pass, 1 void\n\n"
		"fail: wrong data\n    c: k1\n\n"
		"void: memory held it\n    b: k1\n\n"
		"test   unit   k1\na      MB/s   12.0\nb      MB/s   void\n\n"
		"Medians of the runs that passed.\n\n"
		"unsupported: no such thing";
	char buf[1024], small[64];
	size_t n;

	page_reorder(buf, sizeof(buf), summary);
	check(!strcmp(buf, want), "'%s'", buf);
	for (n = 1; n < sizeof(small); n++) {
		page_reorder(small, n, summary);
		check(strlen(small) < n, "%zu", n);
	}
	page_reorder(buf, sizeof(buf), "");
	check(!buf[0], "'%s'", buf);
	page_reorder(buf, sizeof(buf), "\n\n\n");
	check(!buf[0], "'%s'", buf);
}

static void test_refused(void)
{
	static char text[2 * QR_MODULES * QR_MODULES + QR_MODULES + 300];
	size_t len = make_code(text, 21);

	check(!qr_parse(&qr, text, len) && qr.modules == 21, "a good one is refused");
	check(qr_parse(&qr, text, len - 1) == -EINVAL, "cut off");
	check(!qr.modules, "%u modules", qr.modules);
	check(qr_parse(&qr, text, 0) == -EINVAL, "empty");
	text[100] ^= 1;
	check(qr_parse(&qr, text, len) == -EINVAL, "half a module");
	len = make_code(text, 22);
	check(qr_parse(&qr, text, len) == -EINVAL, "no such version");
	memset(text, '#', sizeof(text));
	check(qr_parse(&qr, text, sizeof(text)) == -EINVAL, "no line ends");
}

static bool is_light_half(unsigned y, unsigned x)
{
	const char c = vt.cell[y / 2][x];

	return c == 'F' || c == (y % 2 ? 'L' : 'U');
}

/* The code is at row, column; height rows with the border. */
static void check_code(unsigned row, unsigned column, unsigned height)
{
	const unsigned above = (2 * height - qr.modules) / 2;
	unsigned y, x, wrong = 0;

	for (y = 0; y < 2 * height; y++)
		for (x = 0; x < qr.modules + 2 * QR_SIDE; x++) {
			const bool is_inside = y >= above && y < above + qr.modules &&
				x >= QR_SIDE && x < QR_SIDE + qr.modules;
			const bool want = !is_inside || !qr.is_dark[y - above][x - QR_SIDE];

			wrong += is_light_half(2 * row + y, column + x) != want;
		}
	check(above >= 2 && 2 * height - above - qr.modules >= 2, "hardly a border");
	check(!wrong, "%u modules are wrong", wrong);
}

static void draw(const char *text, const struct qr *code, unsigned page, unsigned columns,
		 unsigned rows)
{
	const struct page_size size = { columns, rows };
	const size_t len = page_summary(text, code, page, &size, drawing, sizeof(drawing));

	vt_clear(&vt, columns, rows > 1 ? rows - 1 : 1);
	vt_write(&vt, drawing, len);
	check(!vt.strange && !vt.outside, "%ux%u: %u strange, %u outside", columns, rows,
	      vt.strange, vt.outside);
}

static unsigned pages(const char *text, const struct qr *code, unsigned columns, unsigned rows)
{
	const struct page_size size = { columns, rows };

	return page_summary_count(text, code, &size);
}

static void test_places(void)
{
	static char code[2 * QR_MODULES * QR_MODULES + QR_MODULES + 1];

	check(!qr_parse(&qr, code, make_code(code, 41)), "no code");
	/* By itself: version 6 is the largest on 80x25. */
	check(pages(summary, &qr, 80, 25) == 2, "%u", pages(summary, &qr, 80, 25));
	draw(summary, &qr, 0, 80, 25);
	check(!strcmp(vt_line(&vt, 0), "mdbench S0001: finished"), "'%s'", vt_line(&vt, 0));
	draw(summary, &qr, 1, 80, 25);
	check_code(0, 31, 24);
	check(!strncmp(vt_line(&vt, 0), "mdbench S0001: finished ", 24), "no caption");
	/* Beside. */
	check(pages(summary, &qr, 129, 48) == 1, "%u", pages(summary, &qr, 129, 48));
	draw(summary, &qr, 0, 129, 48);
	check_code(0, 80, 25);
	/* Below. */
	check(pages(summary, &qr, 80, 60) == 1, "%u", pages(summary, &qr, 80, 60));
	draw(summary, &qr, 0, 80, 60);
	check_code(19, 0, 25);
	/* Nowhere. */
	check(!qr_parse(&qr, code, make_code(code, 45)), "no code");
	check(pages(summary, &qr, 80, 25) == 1, "%u", pages(summary, &qr, 80, 25));
	check(!qr_rows(&qr, 24), "%u", qr_rows(&qr, 24));
	draw(summary, &qr, 0, 80, 25);
}

static void test_colours_and_pages(void)
{
	static char text[8192];
	char line[32];
	size_t len = 0;
	unsigned i;

	draw(summary, &none, 0, 80, 25);
	check(!strcmp(vt_line(&vt, 8), "b      MB/s   void"), "'%s'", vt_line(&vt, 8));
	check(vt.colours[8][14] == 33 && vt.colours[8][0] == 0, "void is not yellow");
	check(vt.colours[4][27] == 32, "pass is not green");
	check(vt.colours[17][0] == 31, "fail is not red");
	for (i = 0; i < 100; i++)
		len += (size_t)snprintf(text + len, sizeof(text) - len, "line %u\n", i);
	check(pages(text, &none, 80, 25) == 5, "%u", pages(text, &none, 80, 25));
	for (i = 0; i < 100; i++) {
		draw(text, &none, i / 24, 80, 25);
		snprintf(line, sizeof(line), "line %u", i);
		check(!strcmp(vt_line(&vt, i % 24), line), "'%s'", vt_line(&vt, i % 24));
	}
	draw("a\033[31m\tb\x9b\n\n\001", &none, 0, 80, 25);
	check(!strcmp(vt_line(&vt, 0), "a?[31m?b?"), "'%s'", vt_line(&vt, 0));
	for (i = 1; i < 200; i++)
		draw(summary, &qr, i % 3, i, i);
}

int main(void)
{
	test_order();
	test_refused();
	test_places();
	test_colours_and_pages();
	return check_done();
}
