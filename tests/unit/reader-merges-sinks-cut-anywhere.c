// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will feed the same records through several sinks in pieces of
 * random length, with other text between, and expect each record once, as it
 * was written, whatever the cuts.
 * needs: none
 * timeout: 60
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "reader.h"
#include "record.h"

#define RECORDS 40

static uint32_t state = 2463534242u;

static uint32_t roll(uint32_t below)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state % below;
}

static size_t make_json(char *buf, size_t size, unsigned seq)
{
	int len = snprintf(buf, size, "{\"schema\":1,\"type\":\"%s\",\"seq\":%u,\"run\":\"r\","
			   "\"t_ns\":%u,\"text\":\"%.*s\"%s}",
			   seq == 1 ? "run" : seq == RECORDS ? "end" : "log", seq, seq * 1000,
			   (int)(seq * 37 % 200), "abcdefghij @mdb1 1 2 00000000 abcdefghij "
			   "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij"
			   "abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghij",
			   seq == RECORDS ? ",\"records\":40" : "");

	return len > 0 ? (size_t)len : 0;
}

/* A sink's stream; bits of lost say which records it has not. */
static size_t make_stream(char *buf, size_t size, uint64_t lost, bool is_console)
{
	char json[1024];
	size_t len = 0;
	int n;

	for (unsigned seq = 1; seq <= RECORDS; seq++) {
		if (lost >> seq & 1)
			continue;
		if (is_console && seq % 3 == 0)
			len += (size_t)snprintf(buf + len, size - len,
						"[    1.%06u] md: something\r\n", seq);
		if (is_console && seq % 5 == 0)
			len += (size_t)snprintf(buf + len, size - len, "[    1.%06u] torn ", seq);
		n = record_frame(buf + len, size - len, seq, json,
				 make_json(json, sizeof(json), seq));
		len += n > 0 ? (size_t)n : 0;
		if (is_console) {
			len--;
			len += (size_t)snprintf(buf + len, size - len, "\r\n");
		}
	}
	return len;
}

static void feed_in_pieces(struct records *r, unsigned sink, const char *data, size_t len,
			   uint32_t largest)
{
	size_t n;

	while (len) {
		n = 1 + roll(largest);
		n = n < len ? n : len;
		check(!records_feed(r, sink, data, n), "feed");
		data += n;
		len -= n;
	}
}

static void check_all(const struct records *r, uint64_t lost)
{
	char json[1024];
	const char *text;

	for (unsigned seq = 1; seq <= RECORDS; seq++) {
		json[make_json(json, sizeof(json), seq)] = '\0';
		text = records_text(r, seq);
		if (lost >> seq & 1)
			check(!text && !records_get(r, seq), "%u is there", seq);
		else
			check(text && !strcmp(text, json) && records_get(r, seq), "%u", seq);
	}
	check(records_bad(r) == 0, "%" PRIu64, records_bad(r));
}

static void check_missing(void)
{
	static char data[65536];
	const uint64_t lost = 1ull << 7 | 1ull << 8 | 1ull << 12;
	struct records *r = records_new();
	uint64_t seq[2];

	feed_in_pieces(r, 0, data, make_stream(data, sizeof(data), lost, false), 100);
	check_all(r, lost);
	check(records_missing(r, seq, 2) == 3 && seq[0] == 7 && seq[1] == 8, "%" PRIu64, seq[0]);
	check(records_find(r, "end") == records_get(r, RECORDS), "end");
	check(records_find(r, "run") == records_get(r, 1), "run");
	check(!records_find(r, "env"), "env");
	/* The other sink fills two of the three. */
	feed_in_pieces(r, 1, data, make_stream(data, sizeof(data), 1ull << 12, true), 100);
	check(records_missing(r, seq, 2) == 1 && seq[0] == 12, "%" PRIu64, seq[0]);
	records_free(r);
}

static void feed_end(struct records *r, uint64_t seq, const char *records)
{
	char json[200], frame[300];
	int n = snprintf(json, sizeof(json), "{\"schema\":1,\"type\":\"end\",\"seq\":%" PRIu64
			 ",\"run\":\"r\",\"records\":%s}", seq, records);

	n = record_frame(frame, sizeof(frame), seq, json, (size_t)n);
	check(n > 0 && !records_feed(r, 3, frame, (size_t)n), "feed");
}

/* Without its end the count is not known; with it, the tail is missed. */
static void check_tail(void)
{
	static char data[65536];
	struct records *r = records_new();
	const uint64_t tail = ~0ull << 31;
	uint64_t seq[16];

	feed_in_pieces(r, 0, data, make_stream(data, sizeof(data), tail, false), 4000);
	check(records_last(r) == 30 && !records_missing(r, seq, 16), "%" PRIu64, records_last(r));
	feed_in_pieces(r, 0, data, make_stream(data, sizeof(data), ~(1ull << RECORDS), false), 9);
	check(records_missing(r, seq, 16) == 9 && seq[0] == 31 && seq[8] == 39, "tail");
	records_free(r);
	/* An end that counts more records than came, and one that lies. */
	r = records_new();
	feed_end(r, 2, "5");
	check(records_missing(r, seq, 16) == 4 && seq[3] == 5, "%" PRIu64, seq[3]);
	records_free(r);
	r = records_new();
	feed_end(r, 1, "9223372036854775807");
	check(!records_missing(r, seq, 16), "a count that cannot be");
	records_free(r);
}

int main(void)
{
	static char sink[3][65536];
	const uint64_t lost[3] = { 0x1111111110, 0xaaaaaaaaa8, 0x5555555554 };
	struct records *r;
	size_t len[3];

	for (unsigned s = 0; s < 3; s++)
		len[s] = make_stream(sink[s], sizeof(sink[s]), lost[s], s == 2);
	for (unsigned round = 0; round < 200; round++) {
		r = records_new();
		for (unsigned s = 0; s < 3; s++)
			feed_in_pieces(r, s, sink[s], len[s], 1 + roll(round < 20 ? 3 : 3000));
		check_all(r, lost[0] & lost[1] & lost[2]);
		records_free(r);
	}
	check_missing();
	check_tail();
	return check_done();
}
