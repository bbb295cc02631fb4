// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will parse lines of /dev/kmsg and descriptions of model disks.
 * needs: none
 * timeout: 10
 */
#include <stdio.h>
#include <string.h>
#include "check.h"
#include "kmsg.h"
#include "model.h"
#include "units.h"

static void check_kmsg(void)
{
	static const struct {
		const char *line;
		int ok;
		unsigned level;
		uint64_t time_us;
		const char *text;
	} rows[] = {
		{ "4,123,4567,-;md: a warning\n SUBSYSTEM=block\n", 1, 4, 4567, "md: a warning" },
		{ "12,1,0,-;from user space, a warning\n", 1, 4, 0, "from user space, a warning" },
		{ "6,339,5140900,-,caller=T1;with, a ; in it\n", 1, 6, 5140900, "with, a ; in it" },
		{ "3,1,2,-;\n", 1, 3, 2, "" },
		{ "3,1,2,-\n", 0, 0, 0, "" },
		{ "x,1,2,-;t\n", 0, 0, 0, "" },
		{ "3,1;t\n", 0, 0, 0, "" },
		{ "", 0, 0, 0, "" },
		{ "99999999999999999999,1,2,-;t\n", 0, 0, 0, "" },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		char line[128], *text = NULL;
		uint64_t time_us = 0;
		unsigned level = 0;
		int ret;

		snprintf(line, sizeof(line), "%s", rows[i].line);
		ret = kmsg_parse(line, &level, &time_us, &text);
		check((ret == 0) == rows[i].ok, "row %zu: %d", i, ret);
		if (ret)
			continue;
		check(level == rows[i].level, "row %zu: level %u", i, level);
		check(time_us == rows[i].time_us, "row %zu: time", i);
		check(!strcmp(text, rows[i].text), "row %zu: %s", i, text);
	}
}

static void check_io_errors(void)
{
	static const struct {
		const char *text;
		bool is_error;
	} rows[] = {
		{ "blk_update_request: I/O error, dev vdb, sector 6144 op 0x1:(WRITE)", true },
		{ "I/O error, dev vdb, sector 6144 op 0x0:(READ) flags 0x0", true },
		{ "critical medium error, dev vdb, sector 8", true },
		{ "Buffer I/O error on dev vdb, logical block 2176, lost async page write", true },
		{ "I/O error, dev vdb1, sector 8", false },
		{ "I/O error, dev vd, sector 8", false },
		{ "I/O error, dev vdbc, sector 8", false },
		{ "I/O error, dev avdb, sector 8", false },
		{ "vdb: an error, devices: none", false },
		{ "", false },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		check(kmsg_is_io_error(rows[i].text, "vdb") == rows[i].is_error, "%s",
		      rows[i].text);
}

static void check_model(void)
{
	static const struct {
		const char *text;
		int ok;
		struct model m;
	} rows[] = {
		{ "2x128M", 1, { 2, 128ull << 20, 0, 0 } },
		{ "7x1G,mbps=80,nsec=100000", 1, { 7, 1ull << 30, 80, 100000 } },
		{ "0x128M", 0, { 0 } },
		{ "33x128M", 0, { 0 } },
		{ "2x", 0, { 0 } },
		{ "x128M", 0, { 0 } },
		{ "2x1000K", 0, { 0 } },
		{ "2x128M,speed=1", 0, { 0 } },
		{ "2x128M,mbps=", 0, { 0 } },
		{ "2x128M,", 0, { 0 } },
		{ "", 0, { 0 } },
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(rows); i++) {
		struct model m;
		char err[256] = "";
		const int ret = model_parse(rows[i].text, &m, err, sizeof(err));

		check((ret == 0) == rows[i].ok, "%s: %d", rows[i].text, ret);
		check(ret ? err[0] != '\0' : !memcmp(&m, &rows[i].m, sizeof(m)), "%s",
		      rows[i].text);
	}
}

int main(void)
{
	check_kmsg();
	check_io_errors();
	check_model();
	return check_done();
}
