// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will judge results: passed, failed, unsupported, void, cached.
 * needs: none
 * timeout: 10
 */
#include <errno.h>
#include <string.h>
#include "check.h"
#include "measure.h"
#include "runtest.h"
#include "units.h"

#define MIB (1024ull * 1024)

static const struct row
	writes = { .moves = DIR_WRITE, .claims = DIR_WRITE },
	reads = { .moves = DIR_READ, .claims = DIR_READ },
	both = { .moves = DIR_BOTH, .claims = DIR_BOTH },
	silent = { .moves = DIR_WRITE, .claims = DIR_NONE },
	direct = { .moves = DIR_WRITE, .claims = DIR_WRITE, .flags = ROW_DIRECT },
	counted = { .moves = DIR_READ, .claims = DIR_READ, .ops = 1000 },
	timed = { .moves = DIR_READ, .claims = DIR_READ, .runtime_ns = 5000, .ramp_ns = 1000 },
	files = { .moves = DIR_NONE, .ops = 100, .counts_ops = true };

static const struct {
	const char *name;
	const struct row *row;
	int error;
	uint64_t bytes, ops;	/* of the result; 8 MiB and 100 were planned */
	uint64_t device_read, device_written;
	bool promises_disk;
	enum verdict verdict;
	bool cached;
	const char *says;
} rows[] = {
	{ "all passed the device", &writes, 0, 8 * MIB, 8, 0, 8 * MIB, true, VERDICT_PASS, false, "" },
	{ "memory held it, smoke", &writes, 0, 8 * MIB, 8, 0, 0, false, VERDICT_PASS, true, "" },
	{ "memory held it, standard", &writes, 0, 8 * MIB, 8, 0, 0, true, VERDICT_VOID, true, "memory held it" },
	{ "memory held a quarter", &writes, 0, 8 * MIB, 8, 0, 6 * MIB, true, VERDICT_PASS, false, "" },
	{ "memory held a bit more", &writes, 0, 8 * MIB, 8, 0, 6 * MIB - 4096, true, VERDICT_VOID, true, "memory" },
	{ "both mirrors' bytes do not count twice", &writes, 0, 8 * MIB, 8, 0, 5 * MIB, true, VERDICT_VOID, true, "memory" },
	{ "what a read wrote does not count", &reads, 0, 8 * MIB, 8, 0, 8 * MIB, true, VERDICT_VOID, true, "only 0 of 8388608" },
	{ "a read of the device", &reads, 0, 8 * MIB, 8, 8 * MIB, 0, true, VERDICT_PASS, false, "" },
	{ "of both, reads were held", &both, 0, 8 * MIB, 8, MIB, 8 * MIB, true, VERDICT_VOID, true, "only 1048576" },
	{ "of both, writes were held", &both, 0, 8 * MIB, 8, 8 * MIB, MIB, true, VERDICT_VOID, true, "only 1048576" },
	{ "of both, none was held", &both, 0, 8 * MIB, 8, 8 * MIB, 8 * MIB, true, VERDICT_PASS, false, "" },
	{ "no claim, so nothing is held", &silent, 0, 8 * MIB, 8, 0, 0, true, VERDICT_PASS, false, "" },
	{ "direct refused", &direct, EINVAL, 0, 0, 0, 0, true, VERDICT_UNSUPPORTED, false, "direct I/O is refused by write" },
	{ "EINVAL, but not for direct", &writes, EINVAL, 0, 0, 0, 0, true, VERDICT_FAIL, false, "write at 0" },
	{ "EINVAL after bytes moved", &direct, EINVAL, MIB, 1, 0, MIB, true, VERDICT_FAIL, false, "write at" },
	{ "direct refused at an odd offset", &direct, EINVAL, MIB + 512, 1, 0, MIB, true, VERDICT_UNSUPPORTED, false, "direct I/O is refused by write" },
	{ "I/O error", &writes, EIO, MIB, 1, 0, MIB, true, VERDICT_FAIL, false, "write at 1048576" },
	{ "no space", &writes, ENOSPC, MIB, 1, 0, MIB, true, VERDICT_FAIL, false, "No space" },
	{ "wrong data", &reads, EILSEQ, MIB, 1, MIB, 0, true, VERDICT_FAIL, false, "at 1048576" },
	{ "another disk", &writes, ESTALE, 0, 0, 0, 0, true, VERDICT_BROKEN, false, "another disk" },
	{ "too little", &writes, 0, MIB, 1, 0, MIB, true, VERDICT_FAIL, false, "1048576 bytes were moved, not 8388608" },
	{ "too few", &files, 0, 0, 99, 0, 0, true, VERDICT_FAIL, false, "99 operations were made, not 100" },
	{ "as many files as planned", &files, 0, 0, 100, 0, 0, true, VERDICT_PASS, false, "" },
	{ "as many reads as planned", &counted, 0, MIB, 100, MIB, 0, true, VERDICT_PASS, false, "" },
	{ "by time, whatever came", &timed, 0, 4096, 1, 4096, 0, true, VERDICT_PASS, false, "" },
	{ "by time, the ramp's bytes do not count", &timed, 0, 600 * 4096, 600, 510 * 4096, 0, true, VERDICT_VOID, true, "only 1740800 of" },
	{ "by time, the ramp's bytes are there, too", &timed, 0, 600 * 4096, 600, 720 * 4096, 0, true, VERDICT_PASS, false, "" },
	{ "by time, and nothing came", &timed, 0, 0, 0, 0, 0, true, VERDICT_FAIL, false, "not one operation" },
	{ "unknown", &writes, 0, 8 * MIB, 8, 0, NOT_KNOWN, true, VERDICT_BROKEN, false, "does not say" },
	{ "unknown, and not asked for", &silent, 0, 8 * MIB, 8, NOT_KNOWN, NOT_KNOWN, true, VERDICT_PASS, false, "" },
	{ "unknown of the other direction", &reads, 0, 8 * MIB, 8, 8 * MIB, NOT_KNOWN, true, VERDICT_PASS, false, "" },
};

static void check_row(size_t i)
{
	static struct work_result r;
	const struct work w = { .row = rows[i].row, .bytes = 8 * MIB, .ops = 100 };
	const struct device_bytes device = { rows[i].device_read, rows[i].device_written };
	enum verdict v;
	char reason[WORK_WHY + 64];
	bool cached;

	work_begin(&r);
	r.error = rows[i].error;
	r.failed = r.error ? "write" : NULL;
	r.bytes = r.failed_offset = rows[i].bytes;
	r.ops = rows[i].ops;
	r.wall_ns = 5000;
	r.read_bytes = rows[i].row->moves & DIR_READ ? r.bytes : 0;
	r.written_bytes = rows[i].row->moves & DIR_WRITE ? r.bytes : 0;
	v = judge_result(&w, &r, &device, JUDGE_KNOWS_DEVICE |
			 (rows[i].promises_disk ? JUDGE_PROMISES_DISK : 0), &cached, reason,
			 sizeof(reason));
	check(v == rows[i].verdict, "%s: %s", rows[i].name, verdict_name[v]);
	check(cached == rows[i].cached, "%s: cached", rows[i].name);
	check(strstr(reason, rows[i].says), "%s: %s", rows[i].name, reason);
	check((v == VERDICT_PASS && !cached) == !reason[0], "%s: %s", rows[i].name, reason);
}

/* A file system without one device below it: nothing can be said of memory. */
static void check_unknown_device(void)
{
	static struct work_result r;
	const struct work w = { .row = &writes, .bytes = 8 * MIB, .ops = 100 };
	const struct device_bytes device = { NOT_KNOWN, NOT_KNOWN };
	char reason[WORK_WHY + 64];
	bool cached;

	work_begin(&r);
	r.bytes = r.written_bytes = 8 * MIB;
	check(judge_result(&w, &r, &device, 0, &cached, reason, sizeof(reason)) == VERDICT_PASS,
	      "on a place that has no device: %s", reason);
	check(!cached, "cached, and nobody knows");
	r.failed = "signal";
	r.error = EINTR;
	check(judge_result(&w, &r, &device, 0, &cached, reason, sizeof(reason)) ==
	      VERDICT_BROKEN, "stopped: %s", reason);
}

/* What a family says that this machine cannot is its own sentence. */
static void check_unsupported(void)
{
	static struct work_result r;
	const struct work w = { .row = &writes, .bytes = 8 * MIB };
	const struct device_bytes device = { NOT_KNOWN, NOT_KNOWN };
	char reason[WORK_WHY + 64];
	bool cached;

	work_begin(&r);
	snprintf(r.unsupported, sizeof(r.unsupported), "this kernel has no io_uring");
	check(judge_result(&w, &r, &device, JUDGE_KNOWS_DEVICE | JUDGE_PROMISES_DISK, &cached,
			   reason, sizeof(reason)) == VERDICT_UNSUPPORTED, "unsupported");
	check(!strcmp(reason, "this kernel has no io_uring"), "%s", reason);
}

int main(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		check_row(i);
	check_unsupported();
	check_unknown_device();
	return check_done();
}
