// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will print the summary of a session of two kernels and two rounds
 * and compare it whole; then of many kernels, hostile names and more results
 * than are listed; and what fits into a QR code at each size.
 * needs: none
 * timeout: 30
 */
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "metal/summary.h"
#include "units.h"

static const char want[] =
	"mdbench S0001: running: round 2 of 2, k2\n"
	"suite standard\n"
	"\n"
	"k1 = 6.1.0-57-amd64\n"
	"     2 of 2 rounds done; 6 pass, 2 void\n"
	"k2 = 7.3.0-mdbench\n"
	"     1 of 2 rounds done; 2 pass, 2 unsupported, 1 broken, 1 fail\n"
	"\n"
	"test                         unit       k1       k2\n"
	"raid1/ext4/dd/write/fsync-1M MB/s      101     99.9\n"
	"raid1/ext4/dd/read/direct-1M MB/s    9.87*     fail\n"
	"raid0/raw/rand/read/uring-d4 op/s    12345   unsup.\n"
	"raid0/ext4/dd/read/cold-1M   MB/s    1235~        -\n"
	"\n"
	"Medians of the runs that passed. *: others did not. ~: memory held a part.\n"
	"\n"
	"fail: the kernel reported: md/raid1:md101: Disk failure on sda, disabling\n"
	"device.\n"
	"    raid1/ext4/dd/read/direct-1M: k2\n"
	"\n"
	"broken: the machine went down twice\n"
	"    raid1/ext4/dd/read/direct-1M: k2\n"
	"\n"
	"void: 12 of 34 bytes passed the device\n"
	"    raid1/ext4/dd/read/direct-1M and 1 more: k1\n"
	"\n"
	"unsupported: no io_uring\n"
	"    raid0/raw/rand/read/uring-d4 and 1 more: k2\n"
	"\n"
	"crash: the machine went down during\n"
	"    raid1/ext4/dd/read/direct-1M: k2, round 2\n";

#define WRITE "raid1/ext4/dd/write/fsync-1M"
#define READ "raid1/ext4/dd/read/direct-1M"
#define RAND "raid0/raw/rand/read/uring-d4"
#define COLD "raid0/ext4/dd/read/cold-1M"
#define PASS(id_, rate_, ...) \
	{ .id = id_, .repeat = 1, .verdict = "pass", .has_rate = true, .rate = rate_, ##__VA_ARGS__ }
#define NOT(id_, verdict_, reason_) \
	{ .id = id_, .repeat = 1, .verdict = verdict_, .reason = reason_ }

static struct recscan_result k1r1[] = {
	PASS(WRITE, 100000000), PASS(READ, 9870000),
	PASS(RAND, 12344, .counts_ops = true), PASS(COLD, 1234567890, .cached = true),
}, k1r2[] = {
	PASS(WRITE, 102000000), NOT(READ, "void", "12 of 34 bytes passed the device"),
	PASS(RAND, 12347, .counts_ops = true), NOT(READ, "void", "1 of 345 bytes passed the device"),
}, k2r1[] = {
	PASS(WRITE, 99900000),
	NOT(READ, "fail", "the kernel reported: md/raid1:md101: Disk failure on sda, disabling device."),
	NOT(RAND, "unsupported", "no io_uring"),
}, k2r2[] = {
	PASS(WRITE, 99999999), NOT(READ, "broken", "the machine went down twice"),
	NOT(RAND, "unsupported", "no io_uring"),
};

#define LEG(results_) .suite = "standard", .nresults = ARRAY_SIZE(results_), .results = results_

static struct recscan k1[] = {
	{ LEG(k1r1), .has_end = true, .outcome = "done" },
	{ LEG(k1r2), .has_end = true, .outcome = "done" },
}, k2[] = {
	{ LEG(k2r1), .has_end = true, .outcome = "done" },
	{ LEG(k2r2), .crashed = (char []){ READ "\0" } },
};

static struct summary two = {
	.session = "S0001", .state = "running: round 2 of 2, k2", .nkernels = 2,
	.kernel = {
		{ .key = "k1", .release = "6.1.0-57-amd64", .nlegs = 2, .legs = k1 },
		{ .key = "k2", .release = "7.3.0-mdbench", .nlegs = 2, .legs = k2 },
	},
};

static char *print(const struct summary *s)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	check(!summary_print(s, out), "fails");
	fclose(out);
	return text;
}

static void check_two(void)
{
	char *text = print(&two);
	FILE *full = fopen("/dev/full", "w");

	check(!strcmp(text, want), "is:\n%s", text);
	check(summary_print(&two, full) == -5, "a full file is no error");
	fclose(full);
	free(text);
}

static size_t widest(const char *text)
{
	size_t most = 0, len;

	for (; *text; text += len + 1) {
		len = strcspn(text, "\n");
		most = len > most ? len : most;
	}
	return most;
}

static void check_wide(void)
{
	static struct recscan_result long_id[] = { PASS("raid1/ext4/bonnie/seq-create/with-a-name-far-too-long-for-it", 1) };
	static struct recscan leg[] = { { LEG(long_id) } };
	static struct summary s = { .session = "S0002", .state = "finished" };
	char *text;
	unsigned k;

	for (s.nkernels = 0; s.nkernels <= SUMMARY_KERNELS; s.nkernels++) {
		for (k = 0; k < s.nkernels; k++)
			s.kernel[k] = (struct summary_kernel){
				.key = "k16", .release = "6.1", .nlegs = 1, .legs = leg };
		text = print(&s);
		check(s.nkernels > 4 || widest(text) <= 80, "%u kernels: %zu columns",
		      s.nkernels, widest(text));
		check(!s.nkernels || strstr(text, "     0.00"), "%s", text);
		free(text);
	}
}

static void check_hostile(void)
{
	static struct recscan_result many[2000];
	static struct recscan leg[] = { { .nresults = ARRAY_SIZE(many), .results = many } };
	static struct summary s = {
		.session = "S\033[2J", .state = "x\ny", .nkernels = 1,
		.kernel = { { .key = "k\a", .release = "\xff", .nlegs = 1, .legs = leg } },
	};
	char *text;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(many); i++) {
		snprintf(many[i].id, sizeof(many[i].id), "test/%zu", i);
		snprintf(many[i].verdict, sizeof(many[i].verdict), "odd");
		snprintf(many[i].reason, sizeof(many[i].reason), "%c%c", 'a' + (int)(i % 26),
			 'a' + (int)(i / 26 % 26));
	}
	text = print(&s);
	check(!strpbrk(text, "\033\a\xff") && strstr(text, "x?y"), "controls are printed");
	check(strstr(text, "and 976 results of other tests"), "rows left out are not told");
	check(strstr(text, "results with other reasons"), "reasons left out are not told");
	check(strstr(text, "0 pass, 2000 fail"), "an unknown verdict passes");
	free(text);
}

static void check_short(void)
{
	static const char full[] =
		"mdbench S0001 running: round 2 of 2, k2\n"
		"k1 6.1.0-57-amd64 6 pass 2 void\n"
		"k2 7.3.0-mdbench 2 pass 2 unsupported 1 broken 1 fail\n"
		"MB/s k1 k2\n"
		"raid1 write 101 99\n"
		"raid1 read 9.8 fail\n";
	char buf[512];
	size_t size, len;

	for (size = 0; size < sizeof(buf); size++) {
		memset(buf, '#', sizeof(buf));
		len = summary_short(&two, buf, size);
		check(buf[size] == '#', "size %zu overruns", size);
		if (!size)
			continue;
		check(len == strlen(buf) && !strncmp(buf, full, len) &&
		      (!len || buf[len - 1] == '\n'), "size %zu: %s", size, buf);
	}
	check(!strcmp(buf, full), "is:\n%s", buf);
}

int main(void)
{
	check_two();
	check_wide();
	check_hostile();
	check_short();
	return check_done();
}
