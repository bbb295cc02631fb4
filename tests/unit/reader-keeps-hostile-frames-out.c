// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will hand the reader frames that are made to hurt it, each with a
 * right CRC unless said otherwise, and expect that none is kept, that memory
 * stays bounded, and that a good frame behind them still is.
 * needs: none
 * timeout: 60
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "reader.h"
#include "record.h"
#include "units.h"

#define BEGIN "{\"schema\":1,\"run\":\"r\",\"type\":\"log\","

/* Frames of this number with this JSON. */
static const struct {
	uint64_t seq;
	const char *json;
	bool is_kept;
} frames[] = {
	{ 5, BEGIN "\"seq\":5}", true },
	{ 0, BEGIN "\"seq\":0}", false },
	{ UINT64_MAX, BEGIN "\"seq\":-1}", false },
	{ READER_RECORDS + 1, BEGIN "\"seq\":1000001}", false },
	{ 6, BEGIN "\"seq\":5}", false },
	{ 5, BEGIN "\"seq\":\"5\"}", false },
	{ 5, BEGIN "\"seq\":5.0}", false },
	{ 5, BEGIN "\"seq\":99999999999999999999}", false },
	{ 5, BEGIN "\"seq\":5,\"seq\":5}", false },
	{ 5, BEGIN "\"x\":1}", false },
	{ 5, "{\"schema\":1,\"run\":\"r\",\"seq\":5}", false },
	{ 5, "{\"schema\":1,\"run\":\"r\",\"seq\":5,\"type\":7}", false },
	{ 5, "{\"schema\":1,\"type\":\"log\",\"seq\":5}", false },
	{ 5, "{\"schema\":2,\"run\":\"r\",\"type\":\"log\",\"seq\":5}", false },
	{ 5, "{\"run\":\"r\",\"type\":\"log\",\"seq\":5}", false },
	{ 5, "[]", false },
	{ 5, "[{\"schema\":1,\"run\":\"r\",\"type\":\"log\",\"seq\":5}]", false },
	{ 5, "5", false },
	{ 5, "null", false },
	{ 5, "", false },
	{ 5, "{}", false },
	{ 5, BEGIN "\"seq\":5} trailing", false },
	{ 5, BEGIN "\"seq\":5,\"text\":\"\xff\xfe\"}", false },
	{ 5, BEGIN "\"seq\":5,\"text\":\"\\u0000\"}", false },
	{ 5, BEGIN "\"seq\":5,\"text\":\"\\ud800\"}", false },
};

/* Lines as they stand, none of them right. */
static const char *const lines[] = {
	"@mdb1 \n", "@mdb1\n", "@mdb1 5\n", "@mdb1 5 \n", "@mdb1 5 2\n", "@mdb1 5 2 \n",
	"@mdb1 5 2 zzzzzzzz {}\n", "@mdb1 5 2 00000000 {}\n", "@mdb1 5 2 0000000 {}\n",
	"@mdb1 5 -2 00000000 {}\n", "@mdb1 5 65537 00000000 {}\n",
	"@mdb1 5 18446744073709551615 00000000 {}\n", "@mdb1 5 18446744073709551618 00000000 {}\n",
	"@mdb1 99999999999999999999999999999999999999 2 00000000 {}\n",
	"@mdb1 5 99999999999999999999999999999999999999 00000000 {}\n",
	"@mdb1  5 2 00000000 {}\n", "@mdb1 0x5 2 00000000 {}\n", "@mdb1 5 2 00000000{}\n",
};

static void feed_frame(struct records *r, uint64_t seq, const char *json, size_t len)
{
	static char buf[RECORD_MAX + 128];
	int n = record_frame(buf, sizeof(buf), seq, json, len);

	check(n > 0, "frame");
	if (n > 0)
		check(!records_feed(r, 0, buf, (size_t)n), "feed");
}

static void check_frames(void)
{
	struct records *r;

	for (unsigned i = 0; i < ARRAY_SIZE(frames); i++) {
		r = records_new();
		feed_frame(r, frames[i].seq, frames[i].json, strlen(frames[i].json));
		check((records_last(r) == 5) == frames[i].is_kept, "%s", frames[i].json);
		check(records_bad(r) == !frames[i].is_kept, "%s", frames[i].json);
		check((records_schema(r) == 2) == !!strstr(frames[i].json, "\"schema\":2"), "%s",
		      frames[i].json);
		feed_frame(r, 1, BEGIN "\"seq\":1}", strlen(BEGIN "\"seq\":1}"));
		check(records_get(r, 1), "good frame behind %s", frames[i].json);
		records_free(r);
	}
}

static void check_lines(void)
{
	struct records *r = records_new();

	for (unsigned i = 0; i < ARRAY_SIZE(lines); i++)
		check(!records_feed(r, 0, lines[i], strlen(lines[i])), "feed");
	check(!records_last(r), "%" PRIu64, records_last(r));
	records_free(r);
}

/* A record of another run, and the same number twice: the first stays. */
static void check_first_wins(void)
{
	struct records *r = records_new();
	static const char other[] = "{\"schema\":1,\"run\":\"s\",\"type\":\"log\",\"seq\":2}";
	static const char again[] = "{\"schema\":1,\"run\":\"r\",\"type\":\"end\",\"seq\":1}";

	feed_frame(r, 1, BEGIN "\"seq\":1}", strlen(BEGIN "\"seq\":1}"));
	feed_frame(r, 2, other, strlen(other));
	feed_frame(r, 1, again, strlen(again));
	check(records_last(r) == 1 && records_bad(r) == 1, "%" PRIu64, records_last(r));
	check(!records_find(r, "end") && !strcmp(records_run(r), "r"), "first");
	records_free(r);
}

static void check_bombs(void)
{
	static char bomb[RECORD_MAX];
	struct records *r = records_new();

	memset(bomb, '[', sizeof(bomb));
	feed_frame(r, 1, bomb, sizeof(bomb));
	for (size_t i = 0; i + 5 < sizeof(bomb); i += 5)
		memcpy(bomb + i, "{\"a\":", 5);
	feed_frame(r, 1, bomb, sizeof(bomb));
	memset(bomb, 0, sizeof(bomb));
	feed_frame(r, 1, bomb, sizeof(bomb));
	check(!records_last(r) && records_bad(r) == 3, "%" PRIu64, records_bad(r));
	records_free(r);
}

/* Lines without end, of nothing and of frame heads; a frame at their end. */
static void check_endless(void)
{
	static char noise[1 << 16];
	static const char head[] = "@mdb1 1 65000 00000000 ";
	struct records *r = records_new();

	for (unsigned i = 0; i < 64; i++) {
		for (size_t k = 0; k < sizeof(noise); k++)
			noise[k] = i < 32 ? 'x' : head[k % (sizeof(head) - 1)];
		check(!records_feed(r, 0, noise, sizeof(noise)), "feed");
	}
	check(records_bad(r) > 0 && !records_last(r), "%" PRIu64, records_bad(r));
	check(!records_feed(r, 0, "\n", 1), "feed");
	feed_frame(r, 1, BEGIN "\"seq\":1}", strlen(BEGIN "\"seq\":1}"));
	check(records_get(r, 1), "a good frame behind it");
	records_free(r);
}

/* A frame in a line that is longer than the buffer, across the buffer's end. */
static void check_long_lines(void)
{
	static char noise[1 << 16];
	struct records *r;
	char json[400];

	memset(noise, 'y', sizeof(noise));
	snprintf(json, sizeof(json), BEGIN "\"seq\":2,\"text\":\"%.300s\"}", noise);
	for (size_t before = 1; before < 400; before += 13) {
		r = records_new();
		check(!records_feed(r, 0, noise, sizeof(noise)), "feed");
		check(!records_feed(r, 0, noise, sizeof(noise) - before), "feed");
		feed_frame(r, 2, json, strlen(json));
		check(records_get(r, 2), "a frame %zu bytes before the end", before);
		records_free(r);
	}
}

/* A frame that was cut off, and the next one in the same line. */
static void check_torn(void)
{
	static const char torn[] = "@mdb1 7 60 0123abcd {\"schema\":1,\"ty";
	struct records *r = records_new();

	check(!records_feed(r, 0, torn, strlen(torn)), "feed");
	feed_frame(r, 8, BEGIN "\"seq\":8}", strlen(BEGIN "\"seq\":8}"));
	check(records_get(r, 8) && records_bad(r) == 1, "%" PRIu64, records_bad(r));
	records_free(r);
}

int main(void)
{
	check_frames();
	check_lines();
	check_first_wins();
	check_bombs();
	check_endless();
	check_long_lines();
	check_torn();
	return check_done();
}
