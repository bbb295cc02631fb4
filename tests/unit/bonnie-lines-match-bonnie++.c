// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will want text and CSV as bonnie++ 1.00a, 1.03e and 2.00a printed
 * them, to the character, from the numbers behind them.
 * needs: none
 * timeout: 30
 */
#include <math.h>
#include <string.h>
#include "bonniefmt.h"
#include "check.h"

#define MIB 1048576.0
#define S 1000000000ull

/* A phase that took 10 s (or is as short as told) at this rate and CPU. */
static struct bonniefmt_phase io(double kib_per_s, double cpu_pct)
{
	return (struct bonniefmt_phase){ kib_per_s * 1024 * 10, 10 * S,
					 (uint64_t)(cpu_pct * 0.1 * (double)S), 0 };
}

static struct bonniefmt_phase ops(double per_s, double cpu_pct)
{
	return (struct bonniefmt_phase){ per_s * 10, 10 * S,
					 (uint64_t)(cpu_pct * 0.1 * (double)S), 0 };
}

static const struct bonniefmt_phase quick = { 1e9, S / 2 - 1, S / 4, 0 };

static struct bonniefmt_phase with(struct bonniefmt_phase p, double latency_us)
{
	p.latency_ns = (uint64_t)(latency_us * 1000);
	return p;
}

static void compare(const char *what, const char *got, int len, const char *want)
{
	check(len == (int)strlen(got), "%s: length %d of %zu", what, len, strlen(got));
	check(!strcmp(got, want), "%s:\n--- got\n%s--- want\n%s", what, got, want);
}

static void both(const char *what, const struct bonniefmt *b, const char *text, const char *csv)
{
	char buf[BONNIEFMT_TEXT_MAX];
	int len;

	if (text) {
		len = bonniefmt_text(buf, sizeof(buf), b);
		compare(what, buf, len, text);
	}
	if (csv) {
		len = bonniefmt_csv(buf, sizeof(buf), b);
		compare(what, buf, len, csv);
	}
}

#define HEAD_103							\
	"Version 1.03e       ------Sequential Output------ --Sequential Input- --Random-\n" \
	"                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
#define SIZE_103							\
	"Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"
#define CHUNK_103							\
	"Machine   Size:chnk K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"
#define FILES_103							\
	"                    ------Sequential Create------ --------Random Create--------\n" \
	"                    -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n"
#define PER_S "  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP  /sec %CP\n"
#define HEAD_200							\
	"Version 2.00a       ------Sequential Output------ --Sequential Input- --Random-\n" \
	"                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n" \
	"Name:Size etc      " PER_S
#define FILES_200							\
	"Version 2.00a       ------Sequential Create------ --------Random Create--------\n"
#define LINE2 " -Create-- --Read--- -Delete-- -Create-- --Read--- -Delete--\n"

static void test_103(void)
{
	struct bonniefmt b = {
		.version = "1.03e", .name = "testbox", .size_bytes = 800 << 20,
		.chunk_bytes = 8192, .files = 4096,
		.phase = { io(158836.4, 65), quick, quick, io(184100.9, 65.9), quick, quick,
			   quick, quick, quick, quick, quick, quick },
	};

	both("1.03e", &b, HEAD_103 SIZE_103
	     "testbox        800M 158836  65 +++++ +++ +++++ +++ 184100  65 +++++ +++ +++++ +++\n"
	     FILES_103 "              files" PER_S
	     "                  4 +++++ +++ +++++ +++ +++++ +++ +++++ +++ +++++ +++ +++++ +++\n",
	     "testbox,800M,158836,65,+++++,+++,+++++,+++,184100,65,+++++,+++,+++++,+++,"
	     "4,+++++,+++,+++++,+++,+++++,+++,+++++,+++,+++++,+++,+++++,+++\n");
	/* A wide chunk, per character not run, seeks by the thousand, sizes, folders. */
	b.name = "amachinewithalongname";
	b.size_bytes = 100 << 20;
	b.chunk_bytes = 32768;
	b.phase[BONNIE_PUTC].wall_ns = b.phase[BONNIE_GETC].wall_ns = 0;
	b.phase[BONNIE_WRITE] = io(99999.99, 7);
	b.phase[BONNIE_SEEKS] = ops(1234.56, 123.4);
	b.files = 30 * 1024;
	b.file_bytes_max = 500;
	b.file_bytes_min = 100;
	b.folders = 4;
	b.phase[BONNIE_SEQ_STAT] = ops(453.99, 99.99);
	both("1.03e chunk", &b, HEAD_103 CHUNK_103
	     "amachinewi 100M:32k           99999   7 +++++ +++           +++++ +++  1235 123\n"
	     FILES_103 "files:max:min      " PER_S
	     "       30:500:100/4 +++++ +++   453  99 +++++ +++ +++++ +++ +++++ +++ +++++ +++\n",
	     "amachinewithalongname,100M:32k,,,99999,7,+++++,+++,,,+++++,+++,1234.6,123,"
	     "30:500:100/4,+++++,+++,453,99,+++++,+++,+++++,+++,+++++,+++,+++++,+++\n");
	b.file_bytes_max = BONNIEFMT_LINK;
	b.file_bytes_min = 0;
	b.folders = 1;
	b.files = 16 * 1024;
	b.size_bytes = 0;
	both("1.03e without I/O", &b, NULL,
	     "amachinewithalongname,,,,,,,,,,,,,,16:link,+++++,+++,453,99,+++++,+++,"
	     "+++++,+++,+++++,+++,+++++,+++\n");
	b.size_bytes = 2ull << 30;
	b.chunk_bytes = 512;
	b.files = 0;
	b.phase[BONNIE_SEEKS] = ops(25.04, 0);
	both("1.03e without files", &b, HEAD_103 CHUNK_103
	     "amachinewith 2G:512           99999   7 +++++ +++           +++++ +++  25.0   0\n",
	     "amachinewithalongname,2G:512,,,99999,7,+++++,+++,,,+++++,+++,25.0,0,,,,,,,,,,,,,\n");
}

/* As posted in 2000; there +++++ had a CPU figure beside it. */
static void test_100a(void)
{
	struct bonniefmt b = {
		.version = "1.00a", .name = "Unknown", .size_bytes = 800 << 20,
		.chunk_bytes = 8192, .files = 30 * 1024,
		.phase = { io(6823, 99), io(35824, 56), io(9584, 28), io(5330, 80),
			   io(15657, 36), ops(17.2, 0), ops(121, 99),
			   { 30720, S - 1, (uint64_t)(0.935 * (double)S), 0 }, ops(5656, 99),
			   ops(122, 99), { 30720, S - 1, (uint64_t)(1.035 * (double)S), 0 },
			   ops(625, 97) },
	};

	both("1.00a", &b, NULL,
	     "Unknown,800,6823,99,35824,56,9584,28,5330,80,15657,36,17.2,0,"
	     "30,121,99,+++++,93,5656,99,122,99,+++++,103,625,97\n");
}

static void test_200_files(void)
{
	/* 2.00a on a clock that went on 20000 us a call */
	struct bonniefmt b = {
		.version = "2.00a", .name = "averyveryverylongmachinename",
		.size_bytes = 8 << 20, .chunk_bytes = 65536, .concurrency = 4, .seed = 3,
		.seeks = 80, .seekers = 2, .files = 2048, .file_bytes_max = 600,
		.file_bytes_min = 600, .folders = 3, .as_published = true,
	};
	const struct bonniefmt_phase io_p = with(io(1593, 0), 20000.5);
	const struct bonniefmt_phase file_p = with(ops(24.5, 0), 20000);
	int i;

	b.phase[BONNIE_WRITE] = b.phase[BONNIE_REWRITE] = b.phase[BONNIE_READ] = io_p;
	b.phase[BONNIE_SEEKS] = with(ops(24.52, 0), 3039000);
	for (i = BONNIE_SEQ_CREATE; i < BONNIE_PHASES; i++)
		b.phase[i] = file_p;
	both("2.00a", &b, HEAD_200
	     "averyve 8M:64k:4:80           1593k   0 1593k   0           1593k   0  24.5   0\n"
	     "Latency                       20000us   20000us             20000us    3039ms\n"
	     FILES_200 "averyveryverylongma" LINE2 "files:max:min      " PER_S
	     "        2:600:600/3  2048   0  2048   0  2048   0  2048   0  2048   0  2048   0\n"
	     "Latency             20000us   20000us   20000us   20000us   20000us   20000us\n",
	     "1.98,2.00a,averyveryverylongmachinename,4,3,8M,,80,2,,,1593,0,1593,0,,,1593,0,"
	     "24.5,0,2,600,600,,3,24,0,24,0,24,0,24,0,24,0,24,0,,20000us,20000us,,20000us,"
	     "3039ms,20000us,20000us,20000us,20000us,20000us,20000us\n");
	b.as_published = false;
	b.size_bytes = 0;
	b.name = "b";
	b.concurrency = 0;
	b.files = 1024;
	b.file_bytes_max = 10;
	b.file_bytes_min = 0;
	b.folders = 1;
	both("2.00a without I/O", &b, FILES_200 "b                  " LINE2
	     "files:max          " PER_S
	     "             1:10:0    24   0    24   0    24   0    24   0    24   0    24   0\n"
	     "Latency             20000us   20000us   20000us   20000us   20000us   20000us\n",
	     "1.98,2.00a,b,1,3,,,,,,,,,,,,,,,,,1,10,,,,24,0,24,0,24,0,24,0,24,0,24,0,,,,,,,"
	     "20000us,20000us,20000us,20000us,20000us,20000us\n");
}

/* Rates on both sides of each change of unit, as 2.00a printed them. */
static void test_200_units(void)
{
	static const struct {
		double kib;
		const char *text;
	} rates[] = {
		{ 51, "   51k" }, { 9999, " 9999k" }, { 10000, "  9.8m" }, { 10200, " 10.0m" },
		{ 12750, " 12.5m" }, { 85001, " 83.0m" }, { 102001, " 99.6m" },
		{ 492187, "  481m" }, { 888881, "  868m" }, { 1019671, "  996m" },
		{ 1032006, "  1.0g" }, { 1706250, "  1.6g" }, { 2132812, "  2.0g" },
	};
	struct bonniefmt b = { .version = "2.00a", .name = "x", .size_bytes = 64 << 20 };
	char buf[BONNIEFMT_TEXT_MAX], *line;
	unsigned i;

	for (i = 0; i < sizeof(rates) / sizeof(rates[0]); i++) {
		b.phase[BONNIE_PUTC] = io(rates[i].kib + 0.5, 0);
		bonniefmt_text(buf, sizeof(buf), &b);
		line = strstr(buf, "\nx ");
		check(line && !strncmp(line + 20, rates[i].text, 6), "%s is %.6s",
		      rates[i].text, line ? line + 20 : "missing");
	}
}

/* A run with -f on a machine, then each limit of the latencies' units. */
static void test_200_csv(void)
{
	struct bonniefmt b = {
		.version = "2.00a", .name = "x", .size_bytes = 1500u << 20, .chunk_bytes = 8192,
		.seed = 7,
	};

	b.phase[BONNIE_WRITE] = with(io(191810.5, 61), 8171);
	b.phase[BONNIE_REWRITE] = with(io(1181257.5, 38.2), 31586.9);
	b.phase[BONNIE_READ] = with(quick, 8044);
	b.phase[BONNIE_SEEKS] = with(ops(8730.2, 23), 57785);
	both("2.00a sample", &b, NULL,
	     "1.98,2.00a,x,1,7,1500M,,8192,5,,,191810,61,1181257,38,,,+++++,+++,8730,23,"
	     ",,,,,,,,,,,,,,,,,,8171us,31586us,,8044us,57785us,,,,,,\n");
	b.phase[BONNIE_WRITE] = with((struct bonniefmt_phase){ 3072, S / 2, 6 * S, 0 }, 99999);
	b.phase[BONNIE_REWRITE].latency_ns = 99999001;
	b.phase[BONNIE_READ].latency_ns = 99999 * 1000000ull;
	b.phase[BONNIE_SEEKS].latency_ns = 100 * S;
	both("2.00a latencies", &b, NULL,
	     "1.98,2.00a,x,1,7,1500M,,8192,5,,,6,1200,1181257,38,,,+++++,+++,8730,23,"
	     ",,,,,,,,,,,,,,,,,,99999us,99ms,,99999ms,100s,,,,,,\n");
}

static void test_seek_sleep(void)
{
	static const struct {
		double published, truly;
	} pairs[] = { { 150, 165.1 }, { 1000, 2566.4 } };
	unsigned i;

	for (i = 0; i < 2; i++) {
		check(fabs(bonniefmt_seeks_true(pairs[i].published) - pairs[i].truly) < 0.1,
		      "true of %.1f", pairs[i].published);
		check(fabs(bonniefmt_seeks_published(bonniefmt_seeks_true(pairs[i].published)) -
			   pairs[i].published) < 0.001, "back to %.1f", pairs[i].published);
	}
	check(bonniefmt_seeks_true(1700) == 0, "no such rate");
	check(bonniefmt_seeks_true(0) == 0, "nothing");
	check(bonniefmt_version_sleeps("1.00f") && bonniefmt_version_sleeps("1.01d") &&
	      bonniefmt_version_sleeps("1.02b"), "these sleep");
	check(!bonniefmt_version_sleeps("1.00e") && !bonniefmt_version_sleeps("1.02c") &&
	      !bonniefmt_version_sleeps("1.03e") && !bonniefmt_version_sleeps("2.00a") &&
	      !bonniefmt_version_sleeps("1.00"), "these do not");
}

/* Every length that is too small is told, none is overrun. */
static void test_small_buffers(void)
{
	struct bonniefmt b = { .version = "2.00a", .name = "x", .size_bytes = 1 << 30,
			       .files = 1024 };
	char buf[BONNIEFMT_TEXT_MAX], exact[BONNIEFMT_TEXT_MAX];
	size_t size;
	int full, i;

	for (i = 0; i < BONNIE_PHASES; i++)
		b.phase[i] = with(io(1e9, 1e5), 5e9);
	full = bonniefmt_text(exact, sizeof(exact), &b);
	check(full > 0, "whole: %d", full);
	for (size = 1; size <= (size_t)full; size++)
		check(bonniefmt_text(buf, size, &b) < 0, "%zu bytes are too few", size);
	check(bonniefmt_text(buf, (size_t)full + 1, &b) == full, "exactly enough");
	check(bonniefmt_csv(buf, 20, &b) < 0, "20 bytes are too few");
}

int main(void)
{
	test_103();
	test_100a();
	test_200_files();
	test_200_units();
	test_200_csv();
	test_seek_sleep();
	test_small_buffers();
	check(bonniefmt_phase_find("ran-stat") == BONNIE_RAN_STAT, "found");
	check(bonniefmt_phase_find("stat") == -1, "not found");
	return check_done();
}
