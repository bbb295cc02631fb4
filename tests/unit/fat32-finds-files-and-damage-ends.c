// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will read files of a FAT32 file system that it lays itself, and then
 * of the same with every byte that says something damaged in turn.
 * needs: none
 * timeout: 60
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "check.h"
#include "fat32.h"
#include "units.h"

#define SECTOR 512
#define BASE 4			/* sectors before the partition */
#define RESERVED 2
#define FAT_SECTORS 1
#define DATA (BASE + RESERVED + FAT_SECTORS)
#define CLUSTERS 20
#define IMAGE ((DATA + CLUSTERS) * SECTOR)
#define FILE_BYTES 700		/* clusters 4 and 6 */

static uint8_t image[IMAGE];

static void put16(size_t at, unsigned v)
{
	image[at] = (uint8_t)v;
	image[at + 1] = (uint8_t)(v >> 8);
}

static void put32(size_t at, uint32_t v)
{
	put16(at, v & 0xffff);
	put16(at + 2, v >> 16);
}

static void put_chain(unsigned cluster, uint32_t next)
{
	put32((BASE + RESERVED) * SECTOR + 4 * cluster, next);
}

static size_t cluster_at(unsigned cluster)
{
	return (DATA + cluster - 2) * SECTOR;
}

static void put_entry(size_t at, const char *name, unsigned attributes, unsigned cluster,
		      uint32_t size)
{
	memcpy(image + at, name, 11);
	image[at + 11] = (uint8_t)attributes;
	put16(at + 26, cluster);
	put32(at + 28, size);
}

/* "r1-k1.jsonl" before its short name, in one piece. */
static void put_long(size_t at, const char *name, const char *short_name)
{
	static const uint8_t place[13] = { 1, 3, 5, 7, 9, 14, 16, 18, 20, 22, 24, 28, 30 };
	uint8_t sum = 0;
	size_t len = strlen(name);

	for (unsigned i = 0; i < 11; i++)
		sum = (uint8_t)((sum >> 1 | sum << 7) + (uint8_t)short_name[i]);
	image[at] = 0x41;
	image[at + 11] = 0x0f;
	image[at + 13] = sum;
	for (unsigned i = 0; i < 13; i++)
		put16(at + place[i], i < len ? (uint8_t)name[i] : i == len ? 0 : 0xffff);
}

static void lay(void)
{
	const size_t boot = BASE * SECTOR;

	memset(image, 0, sizeof(image));
	image[450] = 0x0c;
	put32(454, BASE);
	put16(510, 0xaa55);
	put16(boot + 11, SECTOR);
	image[boot + 13] = 1;
	put16(boot + 14, RESERVED);
	image[boot + 16] = 1;
	put32(boot + 32, RESERVED + FAT_SECTORS + CLUSTERS);
	put32(boot + 36, FAT_SECTORS);
	put32(boot + 44, 2);
	put32(boot + 67, 0x1a2b3c4d);
	put16(boot + 510, 0xaa55);
	put_chain(2, 0x0fffffff);
	put_chain(3, 0x0fffffff);
	put_chain(4, 6);
	put_chain(6, 0x0fffffff);
	put_entry(cluster_at(2), "MDBENCH    ", 0x08, 0, 0);
	put_entry(cluster_at(2) + 32, "RESULTS    ", 0x10, 3, 0);
	image[cluster_at(2) + 32 + 12] = 0x08;	/* in lower case */
	put_long(cluster_at(3), "r1-k1.jsonl", "R1-K1~1JSO");
	put_entry(cluster_at(3) + 32, "R1-K1~1JSO", 0x20, 4, FILE_BYTES);
	memset(image + cluster_at(4), 'a', SECTOR);
	memset(image + cluster_at(6), 'b', SECTOR);
}

static void count(void *arg, const char *name, bool is_folder)
{
	unsigned *n = arg;

	*n += 1 + is_folder * 100 + (!strcmp(name, "r1-k1.jsonl") || !strcmp(name, "results")) * 10;
}

static int read_all(int fd, char **data, size_t *len, unsigned *root, unsigned *leg)
{
	struct fat32 f;
	int ret = pwrite(fd, image, sizeof(image), 0) == (ssize_t)sizeof(image) ? 0 : -1;

	*root = *leg = 0;
	*data = NULL;
	ret = ret ? ret : fat32_open(&f, fd);
	if (ret)
		return ret;
	fat32_list(&f, "", count, root);
	fat32_list(&f, "results", count, leg);
	return fat32_read(&f, "results/r1-k1.jsonl", 1 << 20, data, len);
}

static void test_sound(int fd)
{
	struct fat32 f;
	unsigned root, leg;
	size_t len = 0;
	char *data;

	lay();
	check(read_all(fd, &data, &len, &root, &leg) == 0, "not read");
	check(root == 111 && leg == 11, "names: %u, %u", root, leg);
	check(data && len == FILE_BYTES && data[511] == 'a' && data[512] == 'b' && !data[len],
	      "%zu bytes, or others", len);
	free(data);
	check(fat32_open(&f, fd) == 0 && !strcmp(f.id, "1A2B-3C4D"), "id %s", f.id);
	check(fat32_read(&f, "results/r1-k1.jsonl", FILE_BYTES - 1, &data, &len) == -EFBIG,
	      "limit");
	check(fat32_read(&f, "results", 9999, &data, &len) == -EISDIR, "a folder as a file");
	check(fat32_read(&f, "nothing", 9999, &data, &len) == -ENOENT, "what is not there");
	check(fat32_list(&f, "results/r1-k1.jsonl", count, &root) == -ENOTDIR,
	      "a file as a folder");
}

/* Chains that meet themselves, of a folder and of a file. */
static void test_circles(int fd)
{
	unsigned root, leg;
	size_t len = 0;
	char *data;

	lay();
	put_chain(3, 3);
	put_chain(6, 4);
	put32(cluster_at(3) + 32 + 28, 1 << 19);
	memset(image + cluster_at(3) + 64, 0xe5, SECTOR - 64);
	check(read_all(fd, &data, &len, &root, &leg) == 0, "a circle: not read");
	check(len == 1 << 19, "a circle: %zu bytes", len);
	free(data);
}

static void test_damage(int fd)
{
	static const uint8_t damage[] = { 0x00, 0x01, 0x0f, 0x7f, 0x80, 0xff };
	const struct {
		size_t from, to;
	} part[] = {
		{ 446, 512 }, { BASE * SECTOR, BASE * SECTOR + 96 },
		{ (BASE + RESERVED) * SECTOR, (BASE + RESERVED) * SECTOR + 32 },
		{ cluster_at(2), cluster_at(2) + 64 }, { cluster_at(3), cluster_at(3) + 64 },
	};
	unsigned root, leg;
	size_t len = 0;
	char *data;

	for (size_t p = 0; p < ARRAY_SIZE(part); p++) {
		for (size_t at = part[p].from; at < part[p].to; at++) {
			for (size_t i = 0; i < ARRAY_SIZE(damage); i++) {
				lay();
				image[at] = damage[i];
				if (read_all(fd, &data, &len, &root, &leg) == 0)
					check(len <= 1 << 20, "%zu: %zu bytes", at, len);
				free(data);
			}
		}
	}
}

int main(void)
{
	char name[] = "/tmp/fat32-XXXXXX";
	int fd = mkstemp(name);

	if (fd < 0) {
		check(0, "no file");
		return check_done();
	}
	unlink(name);
	test_sound(fd);
	test_circles(fd);
	test_damage(fd);
	close(fd);
	return check_done();
}
