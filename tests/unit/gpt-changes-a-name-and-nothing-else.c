// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will rename partitions in tables that sfdisk made, with sectors of
 * 512 and 4096 bytes, compare every byte, lay a table over an empty disk, and
 * damage a table in each way that must be refused.
 * needs: fdisk
 * timeout: 60
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "check.h"
#include "metal/gpt.h"
#include "metal/mark.h"

#define MIB (1024ull * 1024)
#define SIZE (16 * MIB)

static char path[512], err[160];
static uint8_t before[SIZE], after[SIZE];

__attribute__((format(printf, 1, 2)))
static void shell(const char *fmt, ...)
{
	char command[1200];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(command, sizeof(command), fmt, ap);
	va_end(ap);
	if (system(command)) {
		printf("failed: %s\n", command);
		exit(2);
	}
}

static int open_image(void)
{
	const int fd = open(path, O_RDWR | O_CLOEXEC);

	if (fd < 0) {
		perror(path);
		exit(2);
	}
	return fd;
}

static void load(int fd, uint8_t *to)
{
	if (pread(fd, to, SIZE, 0) != (ssize_t)SIZE) {
		perror("read");
		exit(2);
	}
}

static void store(int fd, const void *data, size_t len, uint64_t at)
{
	if (pwrite(fd, data, len, (off_t)at) != (ssize_t)len) {
		perror("write");
		exit(2);
	}
}

/* Lines of sfdisk; what lies in no partition is not zero, either. */
static void make_image(const char *lines)
{
	shell("yes mdbench | head -c %llu >%s && dd if=/dev/zero of=%s bs=1M count=1 conv=notrunc status=none && "
	      "printf '%%b' 'label: gpt\\n%s' | sfdisk -q --wipe never %s", SIZE, path, path, lines, path);
}

#define THREE "size=2M,name=\"home\"\\nsize=3M\\nsize=2M,name=\"Gr\\0303\\0266\\0303\\0237e\"\\n"

/* Where the bytes of a name and of checksums are, in both copies. */
static bool may_change(uint64_t at, const struct gpt *g, unsigned number)
{
	const uint64_t headers[] = { g->block_bytes, SIZE - g->block_bytes };
	const uint64_t tables[] = { g->primary.table_lba * g->block_bytes,
				    g->backup.table_lba * g->block_bytes };
	uint64_t name;
	unsigned i;

	for (i = 0; i < 2; i++) {
		name = tables[i] + (uint64_t)(number - 1) * g->entry_bytes + 56;
		if ((at >= headers[i] + 16 && at < headers[i] + 20) ||
		    (at >= headers[i] + 88 && at < headers[i] + 92) ||
		    (at >= name && at < name + 72))
			return true;
	}
	return false;
}

static void rename_one(uint64_t block, unsigned number, bool is_back)
{
	uint16_t name[GPT_NAME_UNITS] = { 0 };
	struct gpt_partition p;
	const int fd = open_image();
	uint64_t at, wrong = 0;
	bool is_begun;
	struct gpt g;
	int units, ret = gpt_read(&g, fd, block, SIZE, err, sizeof(err));

	check(!ret, "read: %s", err);
	if (ret)
		exit(check_done());
	check(!gpt_partition(&g, number, &p), "partition %u", number);
	units = is_back ? unmark_name(&p, name) : mark_name(&p, name);
	check(units >= 0, "name of %u: %d", number, units);
	load(fd, before);
	ret = gpt_rename(&g, number, name, (unsigned)units, &is_begun);
	check(!ret && is_begun, "rename %u: %d", number, ret);
	load(fd, after);
	for (at = 0; at < SIZE; at++)
		wrong += before[at] != after[at] && !may_change(at, &g, number);
	check(!wrong, "partition %u: %llu other bytes changed", number,
	      (unsigned long long)wrong);
	check(memcmp(before, after, SIZE), "partition %u: nothing changed", number);
	gpt_free(&g);
	ret = gpt_read(&g, fd, block, SIZE, err, sizeof(err));
	check(!ret, "read back: %s", err);
	check(!gpt_partition(&g, number, &p) && p.name_units == (unsigned)units &&
	      !memcmp(p.name, name, sizeof(name)), "name of %u as read back", number);
	gpt_free(&g);
	close(fd);
}

static void check_sfdisk_names(void)
{
	unsigned i;

	make_image(THREE);
	shell("cp %s %s.first", path, path);
	for (i = 1; i <= 3; i++)
		rename_one(512, i, false);
	shell("sfdisk --verify -q %s >/dev/null", path);
	shell("test \"$(sfdisk --part-label %s 1)\" = mdbench:home", path);
	shell("test \"$(sfdisk --part-label %s 2)\" = mdbench", path);
	shell("test \"$(sfdisk --part-label %s 3)\" = \"$(printf 'mdbench:Gr\\303\\266\\303\\237e')\"",
	      path);
	for (i = 3; i >= 1; i--)
		rename_one(512, i, true);
	shell("cmp %s %s.first && rm %s.first", path, path, path);
}

/* An entry of another size, at the second block of its table. */
static void check_large_entries(void)
{
	static const char *const lines = "size=1M,name=\"a\"\\n";
	char many[600] = "";
	size_t len = 0;

	while (len < 6 * strlen(lines))
		len += (size_t)snprintf(many + len, sizeof(many) - len, "%s", lines);
	make_image(many);
	rename_one(512, 5, false);
	shell("sfdisk --verify -q %s >/dev/null && test \"$(sfdisk --part-label %s 5)\" = mdbench:a && "
	      "test \"$(sfdisk --part-label %s 6)\" = a", path, path, path);
}

static void check_new_table(uint64_t block)
{
	struct gpt_partition p;
	uint8_t guids[32];
	bool is_begun;
	struct gpt g;
	char name[64];
	int fd;

	shell("rm -f %s && truncate -s %llu %s", path, SIZE, path);
	fd = open_image();
	memset(guids, 0xa5, sizeof(guids));
	guids[20] = 0x77;
	check(!gpt_make(fd, block, SIZE, "mdbench", guids, &is_begun), "make");
	check(!gpt_read(&g, fd, block, SIZE, err, sizeof(err)), "made: %s", err);
	check(!gpt_partition(&g, 1, &p) && p.start_bytes == MIB && p.size_bytes == SIZE - 2 * MIB,
	      "made: %llu %llu", (unsigned long long)p.start_bytes,
	      (unsigned long long)p.size_bytes);
	check(!strcmp(gpt_name_text(&p, name, sizeof(name)), "mdbench"), "made: '%s'", name);
	check(gpt_find(&g, MIB, SIZE - 2 * MIB) == 1 && !gpt_find(&g, MIB, MIB) &&
	      gpt_partition(&g, 2, &p) == -ENOENT && gpt_partition(&g, 129, &p) == -ENOENT &&
	      gpt_partition(&g, 0, &p) == -ENOENT, "partitions by number and place");
	gpt_free(&g);
	load(fd, after);
	check(after[MIB] == 0 && !memcmp(after + MIB, after + MIB + 1, SIZE - 2 * MIB - 1),
	      "the partition of a new table is not blank");
	close(fd);
	if (block == 512) {
		shell("sfdisk --verify -q %s >/dev/null", path);
		shell("sfdisk -d %s | grep -q 'start= *2048, size= *28672, type=0FC63DAF-8483-4772-8E79-3D69D8477DE4, .*name=\"mdbench\"'",
		      path);
	} else {
		shell("fdisk -b 4096 -l %s 2>&1 | grep -q '1  *256  *3839  *3584 '", path);
	}
	rename_one(block, 1, true);
	rename_one(block, 1, false);
}

static void put(uint64_t at, uint64_t value, unsigned len)
{
	unsigned i;

	for (i = 0; i < len; i++)
		after[at + i] = (uint8_t)(value >> 8 * i);
}

static void seal(uint64_t header, uint64_t table)
{
	put(header + 88, gpt_crc32(0, after + table, 128 * 128), 4);
	put(header + 16, 0, 4);
	put(header + 16, gpt_crc32(0, after + header, 92), 4);
}

#define PRIMARY 512
#define BACKUP (SIZE - 512)
#define TABLE 1024
#define BACKUP_TABLE (SIZE - 33 * 512)

/* Both copies are sealed again if wanted, so that only the field is wrong. */
static const struct {
	const char *says;
	uint64_t at, value;
	unsigned len;
	bool in_both, sealed;
} damages[] = {
	{ "no header in its place", PRIMARY, 0, 1, false, false },
	{ "no backup header", BACKUP, 0, 1, false, false },
	{ "wrong checksum", PRIMARY + 16, 1, 4, false, false },
	{ "backup header of its table has a wrong checksum", BACKUP + 16, 1, 4, false, false },
	{ "revision or size", PRIMARY + 12, 4096, 4, false, false },
	{ "revision or size", PRIMARY + 12, 16, 4, false, false },
	{ "revision or size", PRIMARY + 8, 0x20000, 4, false, false },
	{ "of another place", PRIMARY + 24, 2, 8, false, true },
	{ "do not name each other", PRIMARY + 32, 77, 8, false, true },
	{ "copies of its table differ", PRIMARY + 48, 20000, 8, false, true },
	{ "copies of its table differ", PRIMARY + 56, 77, 8, false, true },
	{ "copies of its table differ", TABLE + 56, 'x', 2, false, false },
	{ "copies of its table differ", BACKUP_TABLE + 4000, 'x', 1, false, false },
	{ "wrong checksum", 56, 'x', 2, true, false },
	{ "entries of", PRIMARY + 84, 100, 4, true, true },
	{ "entries of", PRIMARY + 84, 0, 4, true, true },
	{ "entries of", PRIMARY + 84, 0x80000080, 4, true, true },
	{ "entries of", PRIMARY + 80, 0xffffffff, 4, true, true },
	{ "entries of", PRIMARY + 80, 0, 4, true, true },
	{ "lies where partitions", PRIMARY + 80, 1024, 4, true, true },
	{ "lies where partitions", PRIMARY + 40, 4, 8, true, true },
	{ "lies where partitions", PRIMARY + 48, ~0ull, 8, true, true },
	{ "lies where partitions", PRIMARY + 48, 32767, 8, true, true },
	{ "lies where partitions", PRIMARY + 72, 1, 8, false, true },
	{ "lies where partitions", PRIMARY + 72, ~0ull, 8, false, true },
	{ "lies where partitions", BACKUP + 72, 32766, 8, false, true },
	{ "overlap", 128 + 32, 3000, 8, true, true },
	{ "overlap", 40, 7000, 8, true, true },
	{ "outside", 32, 34 - 1, 8, true, true },
	{ "outside", 2 * 128 + 40, 40000, 8, true, true },
	{ "outside", 40, 1, 8, true, true },
	{ "protective MBR", 510, 0, 1, false, false },
	{ "protective MBR", 450, 0x83, 1, false, false },
	{ "MBR with partitions", 466, 0x83, 1, false, false },
};

static void check_damages(void)
{
	struct gpt g;
	unsigned i;
	int fd, ret;

	make_image(THREE);
	fd = open_image();
	load(fd, before);
	for (i = 0; i < sizeof(damages) / sizeof(damages[0]); i++) {
		const uint64_t at = damages[i].at;

		memcpy(after, before, SIZE);
		/* In both: a field of the headers, or of an entry, of both copies. */
		if (damages[i].in_both && at < PRIMARY) {
			put(TABLE + at, damages[i].value, damages[i].len);
			put(BACKUP_TABLE + at, damages[i].value, damages[i].len);
		} else {
			put(at, damages[i].value, damages[i].len);
			if (damages[i].in_both)
				put(at - PRIMARY + BACKUP, damages[i].value, damages[i].len);
		}
		if (damages[i].sealed) {
			seal(PRIMARY, TABLE);
			seal(BACKUP, BACKUP_TABLE);
		}
		store(fd, after, SIZE, 0);
		err[0] = '\0';
		ret = gpt_read(&g, fd, 512, SIZE, err, sizeof(err));
		check(ret == -EINVAL && strstr(err, damages[i].says), "damage %u: %d '%s', not '%s'",
		      i, ret, err, damages[i].says);
		if (!ret)
			gpt_free(&g);
	}
	/* As it was it is sound; on a disk that has grown the backup is not at its end. */
	store(fd, before, SIZE, 0);
	check(!gpt_read(&g, fd, 512, SIZE, err, sizeof(err)), "undamaged: %s", err);
	gpt_free(&g);
	check(gpt_read(&g, fd, 512, SIZE - 512, err, sizeof(err)) == -EINVAL, "shrunk");
	check(gpt_read(&g, fd, 4096, SIZE, err, sizeof(err)) == -EINVAL, "other sectors");
	check(gpt_read(&g, fd, 0, SIZE, err, sizeof(err)) == -EINVAL, "no sectors");
	check(gpt_read(&g, fd, 512, 512, err, sizeof(err)) == -EINVAL, "no room");
	close(fd);
}

/* Every byte of headers and tables at random: no read outside, no table taken. */
static void check_random_damage(void)
{
	struct gpt g;
	unsigned i, taken = 0;
	uint64_t at;
	int fd;

	make_image(THREE);
	fd = open_image();
	load(fd, before);
	srand(7);
	for (i = 0; i < 4000; i++) {
		const uint64_t area = i % 2 ? PRIMARY : BACKUP_TABLE;
		uint8_t byte;

		at = area + (uint64_t)rand() % (33 * 512);
		byte = before[at] ^ (uint8_t)(1 + rand() % 255);
		store(fd, &byte, 1, at);
		if (!gpt_read(&g, fd, 512, SIZE, err, sizeof(err))) {
			/* Behind the header's 92 bytes nothing is summed up. */
			taken += !((at >= PRIMARY + 92 && at < TABLE) || at >= BACKUP + 92);
			gpt_free(&g);
		}
		store(fd, before + at, 1, at);
	}
	check(!taken, "%u damaged tables were taken", taken);
	close(fd);
}

static void check_names(void)
{
	struct gpt_partition p = { .name_units = 28 };
	uint16_t name[GPT_NAME_UNITS];
	unsigned i;

	for (i = 0; i < 28; i++)
		p.name[i] = 0xd83d;
	check(mark_name(&p, name) == 36 && name[8] == 0xd83d && name[35] == 0xd83d, "28 units");
	p.name[p.name_units++] = 'x';
	check(mark_name(&p, name) == -ENAMETOOLONG, "29 units");
	check(unmark_name(&p, name) == -EINVAL, "a name that was not given");
	memset(&p, 0, sizeof(p));
	for (i = 0; i < 9; i++)
		p.name[p.name_units++] = (uint16_t)"mdbench-a"[i];
	check(mark_name(&p, name) == -EALREADY && unmark_name(&p, name) == -EINVAL,
	      "a name given by hand");
	p.name[7] = ':';
	check(unmark_name(&p, name) == 1 && name[0] == 'a', "the name before");
	check(!mark_boot_role(&p), "no boot role");
	p.attributes = 1;
	check(mark_boot_role(&p), "needed by the platform");
	memcpy(p.type, "Hah!IdontNeedEFI", 16);
	check(strstr(mark_boot_role(&p), "BIOS boot"), "%s", mark_boot_role(&p));
	check(gpt_crc32(0, "123456789", 9) == 0xcbf43926, "crc32");
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(path, sizeof(path), "%s/gpt.img", tmp ? tmp : "/tmp");
	check_names();
	check_sfdisk_names();
	check_large_entries();
	check_new_table(512);
	check_new_table(4096);
	check_damages();
	check_random_damage();
	unlink(path);
	return check_done();
}
