// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will load files of records, whole, cut, damaged and strange, and
 * expect the records that are right and a sentence that names the first line
 * that is not.
 * needs: none
 * timeout: 30
 */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "reader.h"
#include "units.h"

#define R(SEQ) "{\"schema\":1,\"run\":\"r\",\"type\":\"log\",\"seq\":" #SEQ "}"

static const struct {
	const char *text;
	int ret;
	uint64_t last;
	unsigned count;
	const char *says;
} rows[] = {
	{ R(1) "\n" R(2) "\n", 0, 2, 2, "" },
	{ R(1) "\r\n" R(2) "\r\n", 0, 2, 2, "" },
	{ R(1) "\n" R(2), 0, 2, 2, "" },
	{ R(2) "\n" R(1) "\n", 0, 2, 2, "" },
	{ R(1) "\n{\"schema\":1,\"run", 0, 1, 1, "line 2 is cut off" },
	{ "", 0, 0, 0, "" },
	{ R(1) "\n\n" R(2) "\n", -EINVAL, 2, 2, "line 2 is no record: not JSON" },
	{ R(1) "\n" R(1) "\n" R(3) "\n", -EINVAL, 3, 2, "line 2 is no record: a sequence number" },
	{ "hello\n" R(1) "\nworld\n", -EINVAL, 1, 1, "line 1 is no record: not JSON" },
	{ "{\"schema\":2}\n" R(1) "\n", -EINVAL, 1, 1, "line 1 is no record: another schema" },
	{ "[1]\n", -EINVAL, 0, 0, "line 1 is no record: not an object" },
	{ R(1) "\n{\"schema\":1,\"run\":\"s\",\"type\":\"log\",\"seq\":2}\n", -EINVAL, 1, 1,
	  "line 2 is no record: of another run" },
};

static void load(const char *path, const char *text, size_t len, struct records *r, int want,
		 const char *says)
{
	char why[160] = "unset";
	FILE *out = fopen(path, "w");
	int ret;

	check(out && fwrite(text, 1, len, out) == len && !fclose(out), "%s", path);
	ret = records_load(r, path, why, sizeof(why));
	check(ret == want, "%d, not %d: %s", ret, want, text);
	check(*says ? !strncmp(why, says, strlen(says)) : !*why, "%s, not %s", why, says);
}

static void check_long_line(const char *path)
{
	static char text[300000];
	struct records *r = records_new();

	memset(text, 'x', sizeof(text));
	memcpy(text, R(1) "\n", strlen(R(1) "\n"));
	memcpy(text + sizeof(text) - strlen("\n" R(3) "\n"), "\n" R(3) "\n", strlen("\n" R(3) "\n"));
	load(path, text, sizeof(text), r, -EINVAL, "line 2 is no record: longer than");
	check(records_get(r, 1) && records_get(r, 3), "lines around it");
	records_free(r);
}

static void check_nul(const char *path)
{
	static const char text[] = R(1) "\n\0\0\0\0\n" R(2) "\n";
	struct records *r = records_new();

	load(path, text, sizeof(text) - 1, r, -EINVAL, "line 2 is no record");
	check(records_get(r, 1) && records_get(r, 2), "lines around it");
	records_free(r);
}

int main(void)
{
	const char *folder = getenv("TMPDIR");
	struct records *r;
	char path[4096], why[160];
	unsigned count;

	snprintf(path, sizeof(path), "%s/mdbench-records.%ld", folder ? folder : "/tmp",
		 (long)getpid());
	for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
		r = records_new();
		load(path, rows[i].text, strlen(rows[i].text), r, rows[i].ret, rows[i].says);
		check(records_last(r) == rows[i].last, "%" PRIu64, records_last(r));
		count = 0;
		for (uint64_t seq = 1; seq <= records_last(r); seq++)
			count += !!records_get(r, seq);
		check(count == rows[i].count, "%u of %s", count, rows[i].text);
		records_free(r);
	}
	check_long_line(path);
	check_nul(path);
	unlink(path);
	r = records_new();
	check(records_load(r, path, why, sizeof(why)) == -ENOENT, "no file");
	check(records_load(r, "/", why, sizeof(why)) == -EISDIR, "a folder");
	records_free(r);
	return check_done();
}
