// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will let mdadm --examine read the superblocks that the other tests
 * write, and compare what it says with what we read.
 * needs: mdadm
 * timeout: 60
 */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include "check.h"
#include "disk.h"
#include "mdimage.h"
#include "mdsb.h"

#define SIZE (4 << 20)

static char path[600], said[16384];

/* --examine PATH into said; false if mdadm did not like it. */
static bool examine(void)
{
	char command[700];
	size_t len;
	FILE *in;

	snprintf(command, sizeof(command), "mdadm --examine '%s' 2>&1", path);
	in = popen(command, "r");
	if (!in)
		exit(2);
	len = fread(said, 1, sizeof(said) - 1, in);
	said[len] = '\0';
	return pclose(in) == 0;
}

static void make_image(uint64_t sector, const void *bytes)
{
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);

	if (fd < 0 || ftruncate(fd, SIZE) ||
	    pwrite(fd, bytes, 4096, (off_t)(sector * 512)) != 4096 || close(fd))
		exit(2);
}

static void check_said(const char *fmt, const char *value)
{
	char line[200];

	snprintf(line, sizeof(line), "%s%s", fmt, value);
	check(strstr(said, line), "no '%s' in:\n%s", line, said);
}

static void compare(const char *version)
{
	struct md_sb sb;
	char number[32];
	int fd = open(path, O_RDONLY);

	if (fd < 0)
		exit(2);
	check(!mdsb_read(fd, SIZE, &sb), "read");
	close(fd);
	check(sb.found && !strcmp(sb.version, version), "'%s', not '%s'", sb.version, version);
	check(examine(), "%s: mdadm refused: %s", version, said);
	check_said("Version : ", version);
	check_said("UUID : ", sb.uuid_text);
	snprintf(number, sizeof(number), "%u", sb.raid_disks);
	check_said("Raid Devices : ", number);
	snprintf(number, sizeof(number), "raid%d", sb.level);
	check_said("Raid Level : ", number);
	snprintf(number, sizeof(number), "%llu", (unsigned long long)sb.events);
	check_said("Events : ", number);
	check(strstr(said, "- correct"), "checksum: %s", said);
	if (sb.name[0])
		check_said("Name : ", sb.name);
}

int main(void)
{
	static const struct {
		const char *version;
		uint64_t sector;
	} rows[] = {
		{ "1.2", 8 }, { "1.1", 0 }, { "1.0", SIZE / 512 - 16 },
	};
	const char *tmp = getenv("TMPDIR");
	union mdimage_v1 v1;
	union mdimage_v0 v0;
	struct md_sb sb;
	size_t i;

	snprintf(path, sizeof(path), "%s/md.img", tmp ? tmp : "/tmp");
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		mdimage_v1(&v1, "mdbench:raid1", 1, rows[i].sector);
		make_image(rows[i].sector, v1.bytes);
		compare(rows[i].version);
	}
	mdimage_v0(&v0, 1);
	make_image(SIZE / 512 - 128, v0.bytes);
	compare("0.90");

	/* one wrong bit: both refuse it */
	mdimage_v1(&v1, "mdbench:raid1", 1, 8);
	v1.bytes[40] ^= 1;
	make_image(8, v1.bytes);
	mdsb_parse_v1(v1.bytes, sizeof(v1), "1.2", 8, &sb);
	check(!sb.found, "damaged");
	check(!examine() || strstr(said, "expected"), "mdadm took it: %s", said);
	unlink(path);
	return check_done();
}
