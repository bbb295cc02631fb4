// SPDX-License-Identifier: GPL-2.0-only
// This test will fill buffers in blocks of many sizes and want the same bytes,
// bytes of random data that all come as often as chance has it, and stamps that
// show every byte that was flipped and every block that stands where it should not.
// needs: none
// timeout: 30
#include <errno.h>
#include <string.h>
#include "check.h"
#include "data.h"

#define WHOLE 200000u
#define BLOCK 4096u
#define SAMPLE (1u << 20)

static uint8_t whole[WHOLE], parts[WHOLE], sample[SAMPLE], block[BLOCK];

static void check_blocks(void)
{
	static const size_t sizes[] = { 1, 3, 7, 8, 100, 127, 129, 512, 1000, 4096, 65536 };
	unsigned pattern;
	size_t i, at, len;

	for (pattern = 0; pattern < DATA_PATTERNS; pattern++) {
		memset(whole, 0xee, WHOLE);
		data_fill(whole, WHOLE, 5000, pattern, 42);
		for (i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
			memset(parts, 0xdd, WHOLE);
			for (at = 0; at < WHOLE; at += len) {
				len = WHOLE - at < sizes[i] ? WHOLE - at : sizes[i];
				data_fill(parts + at, len, 5000 + at, pattern, 42);
			}
			check(!memcmp(whole, parts, WHOLE), "%s in blocks of %zu",
			      data_pattern_names[pattern], sizes[i]);
		}
	}
}

static void check_ramp(void)
{
	size_t i;

	data_fill(whole, 1000, 300, DATA_RAMP, 1);
	for (i = 0; i < 1000; i++)
		if (whole[i] != (300 + i) % 128)
			break;
	check(i == 1000, "byte %zu is %u", i, whole[i]);
	data_fill(whole, 10, UINT64_MAX - 200, DATA_ZEROS, 1);
	check(!memcmp(whole, "\0\0\0\0\0\0\0\0\0", 10), "zeros");
}

/* Of 2^20 even bytes each value comes 4096 times, give or take 64 (one sigma). */
static void check_random(void)
{
	unsigned count[256] = { 0 }, ones[256] = { 0 }, i;

	data_fill(sample, SAMPLE, 0, DATA_RANDOM, 7);
	for (i = 0; i < SAMPLE; i++)
		count[sample[i]]++;
	for (i = 8; i < SAMPLE; i++)
		ones[sample[i] ^ sample[i - 8]]++;
	for (i = 0; i < 256; i++) {
		check(count[i] > 4096 - 384 && count[i] < 4096 + 384, "%u times %u", count[i], i);
		check(ones[i] > 4096 - 384 && ones[i] < 4096 + 384,
		      "words that differ by %u: %u", i, ones[i]);
	}
	data_fill(whole, WHOLE, 0, DATA_RANDOM, 8);
	for (i = 0, count[0] = 0; i < WHOLE; i++)
		count[0] += whole[i] == sample[i];
	check(count[0] < 2 * WHOLE / 256, "seeds 7 and 8 share %u bytes", count[0]);
	data_fill(whole, 64, 1ull << 40, DATA_RANDOM, 7);
	check(memcmp(whole, sample, 64), "4 GiB further stands the same");
}

static void check_prng(void)
{
	struct prng a = { 0 }, b = prng_of(1, 0), c = prng_of(1, 1), d = prng_of(2, 0);
	uint64_t i, most = 0, least = 10;

	/* the first value of splitmix64 from state 0, as published */
	check(prng_next(&a) == 0xe220a8397b1dcdafu, "not splitmix64");
	check(b.state != c.state && b.state != d.state && c.state != d.state, "streams share");
	check(prng_of(1, 1).state == c.state, "not the same again");
	for (i = 0; i < 1000; i++) {
		uint64_t v = prng_below(&b, 10);

		most = v > most ? v : most;
		least = v < least ? v : least;
	}
	check(!least && most == 9, "%llu to %llu", (unsigned long long)least,
	      (unsigned long long)most);
}

static int verify(uint64_t offset, uint64_t tag, char *why, size_t size)
{
	return data_check(block, BLOCK, offset, tag, why, size);
}

static void check_flips(void)
{
	char why[100];
	size_t i, seen = 0;

	data_fill(block, BLOCK, 8192, DATA_RANDOM, 3);
	data_stamp(block, BLOCK, 8192, 99);
	check(!verify(8192, 99, why, sizeof(why)), "%s", why);
	for (i = 0; i < BLOCK; i++) {
		block[i] ^= (uint8_t)(1u << i % 8);
		why[0] = '\0';
		seen += verify(8192, 99, why, sizeof(why)) == -EILSEQ && why[0];
		block[i] ^= (uint8_t)(1u << i % 8);
	}
	check(seen == BLOCK, "%zu of %u flips were seen", seen, BLOCK);
	check(!verify(8192, 99, why, sizeof(why)), "%s", why);
}

static void check_wrong_blocks(void)
{
	char why[100];

	data_fill(block, BLOCK, 0, DATA_RAMP, 0);
	data_stamp(block, BLOCK, 8192, 99);
	check(verify(4096, 99, why, sizeof(why)) == -EILSEQ &&
	      !strcmp(why, "it holds the block of 8192"), "%s", why);
	check(verify(8192, 98, why, sizeof(why)) == -EILSEQ &&
	      !strcmp(why, "it is of another run"), "%s", why);
	check(data_check(block, 512, 8192, 99, why, sizeof(why)) == -EILSEQ &&
	      !strcmp(why, "it was written in blocks of 4096 bytes, not 512"), "%s", why);
	block[BLOCK - 1] ^= 1;
	check(verify(8192, 99, why, sizeof(why)) == -EILSEQ &&
	      !strcmp(why, "its checksum is wrong"), "%s", why);
	memset(block, 0, BLOCK);
	check(verify(8192, 99, why, sizeof(why)) == -EILSEQ && !strcmp(why, "it holds zeros"),
	      "%s", why);
	block[BLOCK - 1] = 1;
	check(verify(8192, 99, why, sizeof(why)) == -EILSEQ &&
	      !strcmp(why, "it holds no stamp"), "%s", why);
	data_stamp(block, DATA_STAMP_BYTES, 0, 1);
	check(!data_check(block, DATA_STAMP_BYTES, 0, 1, why, sizeof(why)), "smallest: %s", why);
}

int main(void)
{
	check_blocks();
	check_ramp();
	check_random();
	check_prng();
	check_flips();
	check_wrong_blocks();
	return check_done();
}
