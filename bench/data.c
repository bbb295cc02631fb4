// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is written. A random byte depends on seed and offset alone, so any block
 * size gives the same file: splitmix64 is a counter that is stirred, and a
 * counter can start anywhere. A stamp covers its whole block, its own first 28
 * bytes too, so that no byte can change unseen.
 */
#include <errno.h>
#include <endian.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "data.h"
#include "record.h"

#define RAMP_BYTES 128
#define WORD_BYTES 8
#define GOLDEN 0x9e3779b97f4a7c15u

const char *const data_pattern_names[DATA_PATTERNS + 1] = {
	[DATA_ZEROS] = "zeros", [DATA_RAMP] = "ramp", [DATA_RANDOM] = "random",
};

/* Little endian, on any machine. */
struct stamp {
	uint64_t magic, offset, run_tag;
	uint32_t len, crc;	/* of all before and behind it */
};

#define STAMP_MAGIC 0x3170746462646d89u	/* not text, then "mdbdtp1" */
#define CRC_OFFSET offsetof(struct stamp, crc)

_Static_assert(sizeof(struct stamp) == DATA_STAMP_BYTES && CRC_OFFSET == 28, "as on the disk");

struct prng prng_of(uint64_t seed, uint64_t stream)
{
	struct prng p = { .state = seed };
	uint64_t key = prng_next(&p);

	/* Stirred twice, so that neighbouring seeds and streams share nothing. */
	p.state = key ^ stream;
	key = prng_next(&p);
	p.state = key + stream * GOLDEN;
	return p;
}

static void fill_ramp(uint8_t *p, size_t len, uint64_t offset)
{
	size_t i, first = len < RAMP_BYTES ? len : RAMP_BYTES, done;

	for (i = 0; i < first; i++)
		p[i] = (uint8_t)((offset + i) % RAMP_BYTES);
	for (done = first; done < len; done += first) {
		first = len - done < done ? len - done : done;
		memcpy(p + done, p, first);
	}
}

/* The word that stands at 8 * index. */
static inline uint64_t random_word(uint64_t key, uint64_t index)
{
	struct prng p = { .state = key + index * GOLDEN };

	return htole64(prng_next(&p));
}

static void fill_random(uint8_t *p, size_t len, uint64_t offset, uint64_t seed)
{
	const uint64_t key = prng_of(seed, 0).state;
	uint64_t index = offset / WORD_BYTES, word;
	size_t skip = offset % WORD_BYTES, n;

	while (len) {
		word = random_word(key, index++);
		if (!skip && len >= WORD_BYTES) {
			memcpy(p, &word, WORD_BYTES);
			p += WORD_BYTES;
			len -= WORD_BYTES;
			continue;
		}
		n = WORD_BYTES - skip < len ? WORD_BYTES - skip : len;
		memcpy(p, (const uint8_t *)&word + skip, n);
		p += n;
		len -= n;
		skip = 0;
	}
}

void data_fill(void *buf, size_t len, uint64_t offset, enum data_pattern pattern,
	       uint64_t seed)
{
	switch (pattern) {
	case DATA_RAMP:
		fill_ramp(buf, len, offset);
		break;
	case DATA_RANDOM:
		fill_random(buf, len, offset, seed);
		break;
	default:
		memset(buf, 0, len);
		break;
	}
}

static uint32_t block_crc(const uint8_t *p, size_t len)
{
	return crc32c(crc32c(0, p, CRC_OFFSET), p + DATA_STAMP_BYTES, len - DATA_STAMP_BYTES);
}

void data_stamp(void *buf, size_t len, uint64_t offset, uint64_t run_tag)
{
	struct stamp s = {
		.magic = htole64(STAMP_MAGIC), .offset = htole64(offset),
		.run_tag = htole64(run_tag), .len = htole32((uint32_t)len),
	};

	memcpy(buf, &s, CRC_OFFSET);
	s.crc = htole32(block_crc(buf, len));
	memcpy((uint8_t *)buf + CRC_OFFSET, &s.crc, sizeof(s.crc));
}

static bool is_zeros(const uint8_t *p, size_t len)
{
	return !p[0] && !memcmp(p, p + 1, len - 1);
}

int data_check(const void *buf, size_t len, uint64_t offset, uint64_t run_tag,
	       char *why, size_t size)
{
	struct stamp s;

	memcpy(&s, buf, sizeof(s));
	if (le64toh(s.magic) != STAMP_MAGIC)
		snprintf(why, size, "it holds %s", is_zeros(buf, len) ? "zeros" : "no stamp");
	else if (le32toh(s.len) != (uint32_t)len)
		snprintf(why, size, "it was written in blocks of %" PRIu32 " bytes, not %zu",
			 le32toh(s.len), len);
	else if (le32toh(s.crc) != block_crc(buf, len))
		snprintf(why, size, "its checksum is wrong");
	else if (le64toh(s.offset) != offset)
		snprintf(why, size, "it holds the block of %" PRIu64, le64toh(s.offset));
	else if (le64toh(s.run_tag) != run_tag)
		snprintf(why, size, "it is of another run");
	else
		return 0;
	return -EILSEQ;
}
