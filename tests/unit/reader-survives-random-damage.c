// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will damage a stream of records in random places and feed it in
 * random pieces: the reader must not crash, and a record that it keeps must be
 * one of those that were written, in its own place.
 * needs: none
 * timeout: 120
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "reader.h"
#include "record.h"

#define RECORDS 20
#define ROUNDS 3000
#define STREAM_MAX 32768

static uint32_t state = 88172645u;

static uint32_t roll(uint32_t below)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state % below;
}

static char json[RECORDS + 1][512];

static size_t make_stream(char *buf, size_t size)
{
	size_t len = 0;
	int n;

	for (unsigned seq = 1; seq <= RECORDS; seq++) {
		snprintf(json[seq], sizeof(json[seq]), "{\"schema\":1,\"type\":\"log\","
			 "\"seq\":%u,\"run\":\"r\",\"list\":[[1,2],{\"a\":null}],"
			 "\"text\":\"line %u\\u000a\"}", seq, seq);
		n = record_frame(buf + len, size - len, seq, json[seq], strlen(json[seq]));
		len += n > 0 ? (size_t)n : 0;
	}
	return len;
}

/* One of: flip a bit, set a byte, cut a piece out, double a piece, fill. */
static size_t damage(char *data, size_t len)
{
	size_t at = roll((uint32_t)len), n = 1 + roll(200);

	n = at + n <= len ? n : len - at;
	switch (roll(5)) {
	case 0:
		data[at] ^= (char)(1 << roll(8));
		break;
	case 1:
		data[at] = (char)roll(256);
		break;
	case 2:
		memmove(data + at, data + at + n, len - at - n);
		return len - n;
	case 3:
		if (len + n > STREAM_MAX)
			break;
		memmove(data + at + n, data + at, len - at);
		return len + n;
	default:
		memset(data + at, (int)roll(256), n);
	}
	return len;
}

static unsigned check_kept(const struct records *r)
{
	const char *text;
	unsigned kept = 0;

	for (uint64_t seq = 1; seq <= records_last(r); seq++) {
		text = records_text(r, seq);
		if (!text)
			continue;
		kept++;
		check(seq <= RECORDS && !strcmp(text, json[seq]), "%" PRIu64 ": %s", seq, text);
	}
	return kept;
}

int main(void)
{
	static char clean[STREAM_MAX], data[STREAM_MAX];
	size_t length = make_stream(clean, sizeof(clean)), len, n;
	struct records *r;
	unsigned kept = 0;
	uint64_t bad = 0;

	for (unsigned round = 0; round < ROUNDS; round++) {
		memcpy(data, clean, length);
		len = length;
		for (unsigned i = 1 + roll(8); i; i--)
			len = damage(data, len);
		r = records_new();
		for (size_t at = 0; at < len; at += n) {
			n = 1 + roll(400);
			n = at + n <= len ? n : len - at;
			check(!records_feed(r, round % READER_SINKS, data + at, n), "feed");
		}
		kept += check_kept(r);
		bad += records_bad(r);
		records_free(r);
	}
	printf("%u rounds: %u records were kept, %" PRIu64 " frames were bad\n", ROUNDS, kept, bad);
	/* Eight wounds leave most of twenty records alone. */
	check(kept > ROUNDS * RECORDS / 2, "%u", kept);
	check(bad > ROUNDS / 2, "%" PRIu64, bad);
	return check_done();
}
