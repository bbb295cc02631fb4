// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will draw the page of a run on screens of 80x25, 128x48 and any
 * other size, and want the text that belongs there, verdicts in their colours,
 * nothing beside the screen or among the messages, and no byte of hostile names
 * that is not plain text.
 * needs: none
 * timeout: 30
 */
#include <stdint.h>
#include <stdio.h>
#include "check.h"
#include "metal/page.h"
#include "vt.h"

#define GREEN 32
#define RED 31
#define YELLOW 33

static struct page_state state;
static struct vt vt;
static char drawing[PAGE_BYTES];

static void fill(void)
{
	memset(&state, 0, sizeof(state));
	snprintf(state.title, sizeof(state.title), "mdbench S0001: round 1 of 3, k2 6.1.0-57-amd64");
	snprintf(state.id, sizeof(state.id), "raid1/ext4/dd/read/direct-1M");
	state.index = 13;
	state.tests = 48;
	state.deadline_s = 300;
	state.elapsed_s = 250;
	state.tested_ms = 240000 - 1;
	page_add_result(&state, "single/raw/dd/write/fsync-1M", "pass", "118.2 MB/s");
	page_add_result(&state, "single/raw/dd/read/direct-1M", "fail", "");
	page_add_result(&state, "single/ext4/bonnie/rewrite/one", "void", "40.1 MB/s");
}

static void draw(unsigned columns, unsigned rows)
{
	const struct page_size size = { columns, rows };
	const size_t len = page_progress(&state, &size, drawing, sizeof(drawing));

	vt_clear(&vt, columns, page_rows(&size));
	check(len == strlen(drawing), "%zu", len);
	vt_write(&vt, drawing, len);
	check(!vt.strange && !vt.outside, "%ux%u: %u strange, %u outside", columns, rows,
	      vt.strange, vt.outside);
}

static void is_line(unsigned row, const char *want)
{
	check(!strcmp(vt_line(&vt, row), want), "row %u: '%s', not '%s'", row, vt_line(&vt, row), want);
}

static void test_page(unsigned columns, unsigned rows, unsigned last)
{
	draw(columns, rows);
	is_line(0, "mdbench S0001: round 1 of 3, k2 6.1.0-57-amd64");
	/* 12 of 48 are done. */
	is_line(1, "[13/48] ############...................................... 25 %");
	is_line(2, "running raid1/ext4/dd/read/direct-1M");
	/* 240 s for 3 results, 36 tests to go: 48 minutes. */
	is_line(3, "elapsed 4 min, about 48 min left; this test: at most 5 min");
	is_line(4, "1 pass, 1 fail, 1 void");
	is_line(5, "");
	is_line(6, "pass        single/raw/dd/write/fsync-1M                 118.2 MB/s");
	is_line(7, "fail        single/raw/dd/read/direct-1M");
	is_line(8, "void        single/ext4/bonnie/rewrite/one               40.1 MB/s");
	is_line(9, "");
	is_line(last, "-- messages --");
	check(vt.colours[6][0] == GREEN, "%d", vt.colours[6][0]);
	check(vt.colours[7][0] == RED, "%d", vt.colours[7][0]);
	check(vt.colours[8][0] == YELLOW, "%d", vt.colours[8][0]);
	check(vt.colours[6][20] == 0, "%d", vt.colours[6][20]);
}

static void test_results_that_scroll(void)
{
	char id[32];
	unsigned i;

	fill();
	for (i = 0; i < 200; i++) {
		snprintf(id, sizeof(id), "test/%u", i);
		page_add_result(&state, id, "pass", "");
	}
	draw(80, 25);
	/* Rows 7 to 18 of 19: the last twelve. */
	is_line(6, "pass        test/188");
	is_line(17, "pass        test/199");
	is_line(4, "201 pass, 1 fail, 1 void");
	snprintf(state.error, sizeof(state.error), "the medium takes no records: put it back");
	draw(80, 25);
	is_line(5, " the medium takes no records: put it back");
}

static void test_first_and_last(void)
{
	fill();
	state.nresults = 1;
	state.index = 1;
	draw(80, 25);
	is_line(1, "[1/48] .................................................. 0 %");
	is_line(3, "elapsed 4 min, time left not known yet; this test: at most 5 min");
	fill();
	state.index = 48;
	state.id[0] = '\0';
	draw(80, 25);
	is_line(1, "[48/48] ################################################## 100 %");
	is_line(2, "");
	is_line(3, "elapsed 4 min");
}

static void test_hostile(void)
{
	char bytes[300];
	unsigned i;

	fill();
	for (i = 0; i < 255; i++)
		bytes[i] = (char)(i + 1);
	bytes[255] = '\0';
	for (i = 0; i < 70; i++)
		page_add_result(&state, bytes, bytes + 20, bytes + 100);
	memcpy(state.title, bytes, 159);
	memcpy(state.id, bytes + 100, 127);
	memcpy(state.error, bytes, 239);
	state.index = SIZE_MAX;
	state.tested_ms = UINT64_MAX;
	state.elapsed_s = UINT64_MAX;
	draw(80, 25);
	draw(240, 100);
	page_add_result(&state, "\033[2J\033]0;x\a\x9b" "3J", "pass", "\r\n");
	draw(80, 25);
	is_line(17, "pass        ?[2J?]0;x??3J                                ??");
}

static void test_sizes(void)
{
	unsigned columns, rows;

	fill();
	for (columns = 20; columns < 260; columns += 7)
		for (rows = 4; rows < 110; rows += 5)
			draw(columns, rows);
}

static void test_times(void)
{
	static const struct { uint64_t s; const char *want; } rows[] = {
		{ 0, "0 s" }, { 99, "99 s" }, { 100, "2 min" }, { 3600, "60 min" },
		{ 5940, "99 min" }, { 6000, "1 h 40 min" }, { 360000, "100 h 00 min" },
	};
	char buf[32];
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		check(!strcmp(page_time(buf, rows[i].s), rows[i].want), "%s", buf);
}

int main(void)
{
	fill();
	test_page(80, 25, 18);
	test_page(128, 48, 35);
	test_results_that_scroll();
	test_first_and_last();
	test_hostile();
	test_sizes();
	test_times();
	return check_done();
}
