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

static const struct {
	const char *name;
	unsigned flags;
	int error;
	uint64_t bytes, device_bytes;
	bool promises_disk;
	enum verdict verdict;
	bool cached;
	const char *says;
} rows[] = {
	{ "all passed the device", 0, 0, 8 * MIB, 8 * MIB, true, VERDICT_PASS, false, "" },
	{ "memory held it, smoke", 0, 0, 8 * MIB, 0, false, VERDICT_PASS, true, "" },
	{ "memory held it, standard", 0, 0, 8 * MIB, 0, true, VERDICT_VOID, true, "memory held it" },
	{ "memory held a quarter", 0, 0, 8 * MIB, 6 * MIB, true, VERDICT_PASS, false, "" },
	{ "memory held a bit more", 0, 0, 8 * MIB, 6 * MIB - 4096, true, VERDICT_VOID, true, "memory" },
	{ "both mirrors' bytes do not count twice", 0, 0, 8 * MIB, 5 * MIB, true, VERDICT_VOID, true, "memory" },
	{ "direct refused", DD_DIRECT, EINVAL, 0, 0, true, VERDICT_UNSUPPORTED, false, "direct I/O is refused by write" },
	{ "EINVAL, but not for direct", 0, EINVAL, 0, 0, true, VERDICT_FAIL, false, "write at 0" },
	{ "EINVAL after bytes moved", DD_DIRECT, EINVAL, MIB, MIB, true, VERDICT_FAIL, false, "write at" },
	{ "I/O error", 0, EIO, MIB, MIB, true, VERDICT_FAIL, false, "write at 1048576" },
	{ "no space", 0, ENOSPC, MIB, MIB, true, VERDICT_FAIL, false, "No space" },
	{ "too little", 0, 0, MIB, MIB, true, VERDICT_FAIL, false, "1048576 bytes were moved, not 8388608" },
	{ "unknown", 0, 0, 8 * MIB, NOT_KNOWN, true, VERDICT_BROKEN, false, "does not say" },
};

int main(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		const struct dd_job job = { .is_write = true, .out_flags = rows[i].flags };
		static struct dd_result r;
		enum verdict v;
		char reason[192];
		bool cached;

		memset(&r, 0, sizeof(r));
		r.error = rows[i].error;
		r.failed = r.error ? "write" : NULL;
		r.bytes = r.failed_offset = rows[i].bytes;
		v = runtest_judge(&job, &r, 8 * MIB, rows[i].device_bytes,
				  rows[i].promises_disk, &cached, reason, sizeof(reason));
		check(v == rows[i].verdict, "%s: %s", rows[i].name, verdict_name[v]);
		check(cached == rows[i].cached, "%s: cached", rows[i].name);
		check(strstr(reason, rows[i].says), "%s: %s", rows[i].name, reason);
		check(v == VERDICT_PASS || reason[0], "%s: no reason", rows[i].name);
	}
	return check_done();
}
