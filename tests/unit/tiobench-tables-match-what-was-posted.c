// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will print both tables of tiobench and compare them with posted
 * ones to the character, make the running averages of the old scripts and undo
 * them, and compute the inflation of random rates.
 * needs: none
 * timeout: 10
 */
#include <math.h>
#include <string.h>

#include "check.h"
#include "tiofmt.h"
#include "units.h"

#define ALL(mib, wall, cpu) { { mib, wall, cpu, 0, 0, 0, 0 }, { mib, wall, cpu, 0, 0, 0, 0 }, \
	{ mib, wall, cpu, 0, 0, 0, 0 }, { mib, wall, cpu, 0, 0, 0, 0 } }

/* A made-up tiotest gave 100, 50, 25 and 12.5 MB/s; 0.3.1 printed this. */
static const struct tiofmt_row made_up[] = {
	{ ".", 800, 4096, 1, ALL(800, 8, 1.6) },
	{ ".", 800, 4096, 2, ALL(800, 16, 3.2) },
	{ ".", 800, 4096, 4, ALL(800, 32, 6.4) },
	{ ".", 800, 4096, 8, ALL(800, 64, 12.8) },
};

static const char made_up_table[] =
	"Size is MB, BlkSz is Bytes, Read, Write, and Seeks are MB/sec\n"
	"\n"
	"         File   Block  Num  Seq Read    Rand Read   Seq Write  Rand Write\n"
	"  Dir    Size   Size   Thr Rate (CPU%) Rate (CPU%) Rate (CPU%) Rate (CPU%)\n"
	"------- ------ ------- --- ----------- ----------- ----------- -----------\n"
	"   .     800    4096    1    100   20%   100   20%   100   20%   100   20%\n"
	"   .     800    4096    2  66.66   20% 66.66   20% 66.66   20% 66.66   20%\n"
	"   .     800    4096    4  42.85   20% 42.85   20% 42.85   20% 42.85   20%\n"
	"   .     800    4096    8  26.66   20% 26.66   20% 26.66   20% 26.66   20%\n";

static void check_running_averages(void)
{
	struct tiofmt_row sum = { .name = NULL };
	char table[TIOFMT_MAX * 5];
	size_t len = (size_t)tiofmt_old_head(table, sizeof(table));
	int n;

	for (unsigned i = 0; i < ARRAY_SIZE(made_up); i++) {
		tiofmt_add(&sum, &made_up[i]);
		n = tiofmt_old_row(table + len, sizeof(table) - len, &sum);
		check(n > 0, "row %u", i);
		len += n > 0 ? (size_t)n : 0;
	}
	check(!strcmp(table, made_up_table), "%s", table);
}

/* linux-kernel, 2001 and 2002: widths that the made-up rows do not have. */
static const struct {
	struct tiofmt_row row;
	const char *texts[8];
	const char *line;
} old_rows[] = {
	{ { .name = ".", .size_mib = 4000, .block_bytes = 4096, .threads = 2 },
	  { "23.53", "24.4", "1.001", "1.63", "25.83", "103.", "1.241", "0.71" },
	  "   .     4000   4096    2  23.53 24.4% 1.001 1.63% 25.83 103.% 1.241 0.71%\n" },
	{ { .name = ".", .size_mib = 1792, .block_bytes = 4096, .threads = 1 },
	  { "153.6", "98.1", "0.897", "0.91", "85.59", "51.2", "3.399", "1.95" },
	  "   .     1792   4096    1  153.6 98.1% 0.897 0.91% 85.59 51.2% 3.399 1.95%\n" },
	{ { .name = "/a/long/folder", .size_mib = 512, .block_bytes = 65536, .threads = 16 },
	  { "1382.5", "7", NULL, NULL, "1", "2", NULL, NULL },
	  "/a/long  512    65536  16  1382.    7%                 1    2%\n" },
};

static void check_old_rows(void)
{
	struct tiofmt_row row = { "./sub", 800, 4096, 8, { { 1382.123, 1, 0.1234, 0, 0, 0, 0 } } };
	char line[TIOFMT_MAX];

	for (unsigned i = 0; i < ARRAY_SIZE(old_rows); i++) {
		tiofmt_old_texts(line, sizeof(line), &old_rows[i].row, old_rows[i].texts);
		check(!strcmp(line, old_rows[i].line), "%s, not %s", line, old_rows[i].line);
	}
	/* Cut, not rounded; what was not measured is blank. */
	tiofmt_old_row(line, sizeof(line), &row);
	check(!strcmp(line, " ./sub   800    4096    8  1382. 12.3%\n"), "%s", line);
	check(tiofmt_old_row(line, 10, &row) < 0, "does not fit");
	check(tiofmt_old_row(line, 0, &row) < 0, "no room");
}

#define ONE(phase, mib, cpu, avg, max, two, ten) .cell = { [phase] = \
	{ mib, 1, cpu, avg, max, two, ten } }

/* linux-kernel, 2002 and 2003. */
static const struct {
	struct tiofmt_row row;
	const char *line;
} new_rows[] = {
	{ { "2.5.59", 252, 4096, 10, ONE(0, 7.84, 0.04253, 12.545, 1919.32, 0, 0) },
	  "2.5.59                        252   4096   10    7.84 4.253%    12.545     1919.32"
	  "   0.00000  0.00000   184\n" },
	{ { "2.5.32-3", 4096, 4096, 256, ONE(0, 20.79, 2.834, 22.998, 111635.79, 0.16956, 0.02403) },
	  "2.5.32-3                      4096  4096  256   20.79 283.4%    22.998   111635.79"
	  "   0.16956  0.02403     7\n" },
	/* What Perl's formats make of numbers that do not fit, and of a CPU of 0. */
	{ { "a-kernel-with-quite-a-long-name", 800, 131072, 1, ONE(0, 1000, 1, 1, 1, 100, 0) },
	  "a-kernel-with-quite-a-long-n  800   13107   1  ######   100%     1.000        1.00"
	  "  ########  0.00000  1000\n" },
	{ { "x", 1, 512, 1000,
	    ONE(0, 999.994, 0, 99999.9994, 99999999.994, 99.999994, 0.000004) },
	  "x                              1     512  100  999.99     0% 99999.999 99999999.99"
	  "  99.99999  0.00000 #####\n" },
	{ { "x", 12345678, 512, 8,
	    ONE(0, 999.995, 1e-9, 99999.9995, 99999999.995, 99.999995, 0.000005) },
	  "x                            123456  512    8  ###### 1e-07% ######### ###########"
	  "  ########  0.00001 #####\n" },
};

static const char *const new_heads[TIOFMT_PHASES] = {
	"Sequential Reads\n", "Random Reads\n", "Sequential Writes\n", "Random Writes\n",
};

static const char new_head[] =
	"                              File  Blk   Num                   Avg      Maximum      "
	"Lat%     Lat%    CPU\n"
	"Identifier                    Size  Size  Thr   Rate  (CPU%)  Latency    Latency      "
	">2s      >10s    Eff\n"
	"---------------------------- ------ ----- ---  ------ ------ --------- -----------  "
	"-------- -------- -----\n";

static void check_new_rows(void)
{
	char line[TIOFMT_MAX];
	size_t len;

	for (unsigned i = 0; i < ARRAY_SIZE(new_rows); i++) {
		tiofmt_new_row(line, sizeof(line), &new_rows[i].row, TIOFMT_SEQ_READ);
		check(!strcmp(line, new_rows[i].line), "%s, not %s", line, new_rows[i].line);
	}
	tiofmt_new_row(line, sizeof(line), &new_rows[0].row, TIOFMT_RAND_READ);
	check(!strcmp(line, "2.5.59                        252   4096   10\n"), "%s", line);
	for (unsigned i = 0; i < TIOFMT_PHASES; i++) {
		tiofmt_new_head(line, sizeof(line), (enum tiofmt_phase)i);
		len = strlen(new_heads[i]);
		check(!strncmp(line, new_heads[i], len) && !strcmp(line + len, new_head), "%s",
		      line);
	}
}

static void check_undo(void)
{
	static const double printed[] = { 100, 66.66, 42.85, 26.66 }, cpu[] = { 20, 20, 20, 20 };
	static const double step[] = { 0.01, 0.01, 0.01, 0.01 };
	static const double want[] = { 100, 49.99, 24.99, 12.5 };
	static const double real[] = { 100, 50, 25, 12.5 };
	struct tiofmt_true rate[4];
	double cpu_pct[4];

	tiofmt_undo(printed, step, cpu, 4, rate, cpu_pct);
	for (unsigned i = 0; i < 4; i++) {
		check(fabs(rate[i].value - want[i]) < 0.01, "%u: %f", i, rate[i].value);
		check(rate[i].low <= real[i] && real[i] <= rate[i].high, "%u: %f to %f", i,
		      rate[i].low, rate[i].high);
		check(rate[i].high - rate[i].low < 0.1, "%u: %f to %f", i, rate[i].low,
		      rate[i].high);
		check(fabs(cpu_pct[i] - 20) < 0.01, "%u: CPU %f", i, cpu_pct[i]);
	}
	/* Running averages of these cannot be what was printed. */
	tiofmt_undo((const double[]){ 10, 100 }, step, NULL, 2, rate, NULL);
	check(rate[0].value == 10 && isnan(rate[1].value), "%f", rate[1].value);
}

static void check_inflation(void)
{
	check(tiofmt_inflation(800, 4096, 1, 4000) == 51.2, "1 thread");
	check(tiofmt_inflation(800, 4096, 8, 4000) == 51.2, "8 threads");
	/* Sizes and counts of a thread are cut: 66 MiB, 33 operations. */
	check(tiofmt_inflation(200, 4096, 3, 100) == 512, "3 threads");
	check(isnan(tiofmt_inflation(800, 4096, 8, 4)), "no operations");
	check(isnan(tiofmt_inflation(800, 0, 1, 4)) && isnan(tiofmt_inflation(1, 1, 0, 4)),
	      "no sense");
}

int main(void)
{
	check_running_averages();
	check_old_rows();
	check_new_rows();
	check_undo();
	check_inflation();
	return check_done();
}
