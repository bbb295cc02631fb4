// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will damage files of records at random and by rule, read each with
 * the reader that checks everything and with the fast one, and expect the same
 * results of both, to the bit.
 * needs: none
 * timeout: 120
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "reader.h"
#include "record.h"
#include "store.h"
#include "text.h"

#define ROUNDS 2500
#define H "{\"schema\":1,\"type\":\"result\","
#define RUN "\"run\":\"20261130T144912Z-smoke-6.1-ecf7\",\"t_ns\":82"
#define MORE ",\"settings\":{\"op\":\"write\",\"file\":\"/mnt\",\"x\":[1,[2]],\"y\":-3}," \
	"\"bytes\":16777216,\"ops\":4096,\"counts\":\"bytes\",\"wall_ns\":657346527," \
	"\"rate_bytes_per_s\":25522635,\"latency\":{\"op\":\"write\",\"count\":256," \
	"\"p50_ns\":61952,\"p99_ns\":307200,\"buckets\":[[353,4],[354,1],[623,1]]}," \
	"\"write_latency\":null,\"streams\":[{\"begin_ns\":0,\"sys_ns\":394690000}],\"cpu\":{\"user_ns\":300000000," \
	"\"nice_ns\":0,\"system_ns\":400000000,\"idle_ns\":5,\"iowait_ns\":1,\"irq_ns\":0," \
	"\"softirq_ns\":0,\"steal_ns\":0,\"threads\":{\"md\":10}},\"md\":null}\n"

static const char begin[] =
	"{\"schema\":1,\"type\":\"run\",\"seq\":1," RUN ",\"suite\":\"smoke\",\"tests\":3}\n"
	H "\"seq\":2," RUN ",\"id\":\"raid1/raw/dd/write/direct-1M\",\"repeat\":1,"
	"\"verdict\":\"pass\",\"reason\":null,\"cached\":false" MORE
	H "\"seq\":3," RUN ",\"id\":\"raid1/raw/dd/write/direct-1M\",\"repeat\":2,"
	"\"verdict\":\"void\",\"reason\":\"memory \\\"held\\\" it\",\"cached\":true" MORE
	H "\"seq\":4," RUN ",\"id\":\"raid0/raw/dd/write/direct-1M\",\"repeat\":1,"
	"\"verdict\":\"fail\",\"reason\":\"wrong block\",\"cached\":null}\n"
	"{\"schema\":1,\"type\":\"end\",\"seq\":5," RUN ",\"outcome\":\"done\",\"records\":5}\n";

/* Lines by rule, in the place of all of them. */
static const char *const lines[] = {
	H "\"seq\":2," RUN ",\"id\":\"a\"" MORE H "\"seq\":2," RUN ",\"id\":\"b\"" MORE,
	H "\"seq\":0," RUN ",\"id\":\"a\"" MORE,
	H "\"seq\":1000001," RUN ",\"id\":\"a\"" MORE,
	H "\"seq\":1000000," RUN ",\"id\":\"a\"" MORE,
	H "\"seq\":2.0," RUN ",\"id\":\"a\"" MORE,
	H "\"seq\":02," RUN ",\"id\":\"a\"" MORE,
	H "\"seq\":2,\"seq\":2," RUN ",\"id\":\"a\"" MORE,
	H "\"seq\":2,\"run\":7,\"id\":\"a\"" MORE,
	H "\"seq\":2,\"run\":\"x\",\"id\":\"a\"" MORE H "\"seq\":3," RUN ",\"id\":\"a\"" MORE,
	H "\"seq\":2," RUN ",\"id\":\"a\",\"schema\":2" MORE,
	H "\"seq\":2," RUN ",\"id\":\"a\\u0062\"" MORE,
	H "\"seq\":2," RUN ",\"id\":[\"a\"]" MORE,
	H "\"seq\":2," RUN ",\"id\":{}" MORE,
	H "\"seq\":2," RUN ",\"id\":\"a\",\"more\":{\"a\":[[[[[[[[[[[[1]]]]]]]]]]]]}" MORE,
	H "\"seq\":2," RUN ",\"id\":\"a\",\"more\":[1,]" MORE,
	H "\"seq\":2," RUN ",\"id\":\"a\",\"more\":{,}" MORE,
	H "\"seq\":2," RUN ",\"id\":\"a\",\"more\":nul" MORE,
	H "\"seq\":2," RUN ",\"id\":\"a\",\"more\":12345678901234567890123" MORE,
	H "\"seq\":2," RUN ",\"id\":\"a\",\"more\":-" MORE,
	H "\"seq\":2," RUN ",\"id\":\"a\",\"more\":\"\xff\"" MORE,
	H "\"seq\":2," RUN ",\"id\":\"a\",\"more\":\"\xc3\xa9\"" MORE,
	H "\"seq\":2," RUN ",\"id\":\"a\",\"latency\":{},\"cpu\":{}}\n",
	H "\"seq\":2," RUN ",\"id\":\"a\",\"latency\":[],\"cpu\":7}\r\n",
	H "\"seq\":2," RUN ",\"id\":\"a\"}}\n",
	H "\"seq\":2," RUN ",\"id\":\"a\"",
	H "\"seq\":2," RUN ",\"id\":\"a\"}",
	"\n\n" H "\"seq\":2," RUN ",\"id\":\"a\"}\n[]\n{}\n7\n",
	H "}\n", H "\n", "{\"schema\":1,\"type\":\"result\"", "",
};

/* One line of all results, so that two readings can be compared. */
static void print_sample(FILE *out, const char *id, unsigned repeat, const struct sample *s,
			 const char *reason)
{
	fprintf(out, "%s %u %d %d %d %s", id, repeat, (int)s->verdict, s->is_cached,
		s->counts_ops, s->verdict == VERDICT_PASS || !reason ? "-" : reason);
	for (unsigned m = 0; m < METRICS; m++)
		fprintf(out, " %a", isnan(s->value[m]) ? -1.0 : s->value[m]);
	fprintf(out, "\n");
}

/* In the order of the file, whatever its numbers: tests first, then their results. */
static char *read_whole(const char *path)
{
	struct records *r = records_new();
	char why[160], *text = NULL;
	struct sample s;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	records_load(r, path, why, sizeof(why));
	for (uint64_t seq = 1; seq <= records_last(r); seq++) {
		const json_t *json = records_get(r, seq);
		const char *id = value_string(json, "id");

		if (!json || strcmp(value_text(json, "type"), "result") || !id)
			continue;
		sample_take(&s, json);
		print_sample(out, id, (unsigned)value_count(json, "repeat"), &s,
			     value_string(json, "reason"));
	}
	records_free(r);
	fclose(out);
	return text;
}

static char *read_fast(char *path)
{
	struct runinfo run = { .path = path };
	const struct runlist list = { .run = &run, .count = 1 };
	struct history h;
	char why[256], *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);
	int ret = history_load(&h, &list, NULL, why, sizeof(why));

	check(ret == 0, "%d: %s", ret, why);
	for (size_t t = 0; t < h.tests; t++) {
		for (size_t i = 0; i < h.test[t].results; i++)
			print_sample(out, h.test[t].id, h.test[t].result[i].repeat,
				     &h.test[t].result[i].sample, h.test[t].result[i].reason);
	}
	history_free(&h);
	fclose(out);
	return text;
}

static void put(const char *path, const char *text, size_t len)
{
	FILE *out = fopen(path, "w");

	check(out && fwrite(text, 1, len, out) == len && !fclose(out), "%s", path);
}

/* How many results there are. */
static unsigned compare(char *path, const char *text, size_t len)
{
	char *whole, *fast;
	unsigned n = 0;

	put(path, text, len);
	whole = read_whole(path);
	fast = read_fast(path);
	check(!strcmp(whole, fast), "of\n%.*s\nthe reader takes\n%s\nand the fast one\n%s",
	      (int)len, text, whole, fast);
	for (const char *p = fast; *p; p++)
		n += *p == '\n';
	free(whole);
	free(fast);
	return n;
}

/* A fixed generator: the test is the same each time. */
static unsigned draw(unsigned below)
{
	static uint64_t state = 88172645463325252u;

	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (unsigned)(state >> 33) % below;
}

static size_t damage(char *text, size_t len)
{
	static const char marks[] = "\"{}[],:\\\n0-9e.x \r\xc3\x80";
	size_t at = draw((unsigned)len), n = 1 + draw(20);

	switch (draw(4)) {
	case 0:
		text[at] = marks[draw(sizeof(marks))];
		return len;
	case 1:
		text[at] = (char)draw(256);
		return len;
	case 2:
		if (at + n > len)
			n = len - at;
		memmove(text + at, text + at + n, len - at - n);
		return len - n;
	default:
		memmove(text + at + n, text + at, len - at);
		return len + n;		/* what was there stands there twice */
	}
}

/* The same records as a port brought them: in frames, among other lines. */
static void check_sink(char *path)
{
	char text[sizeof(begin) + 1024];
	size_t len = 0;
	unsigned seq = 0;

	for (const char *line = begin; *line; line = strchr(line, '\n') + 1) {
		size_t n = strcspn(line, "\n");

		len += (size_t)snprintf(text + len, sizeof(text) - len,
					"[    1.0] md: a message\n@mdb1 %u %zu %08x %.*s\n", ++seq, n,
					(unsigned)crc32c(0, line, n), (int)n, line);
	}
	check(compare(path, text, len) == 3, "frames");
	*strstr(text, "direct-1M") = 'D';
	check(compare(path, text, len) == 2, "a frame that is damaged");
}

int main(void)
{
	char path[] = "/tmp/history-XXXXXX", text[sizeof(begin) + 256];
	int fd = mkstemp(path);
	unsigned right = 0;

	check(fd >= 0 && !close(fd), "%s", path);
	check(compare(path, begin, sizeof(begin) - 1) == 3, "undamaged");
	check_sink(path);
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		compare(path, lines[i], strlen(lines[i]));
	for (unsigned i = 0; i < ROUNDS; i++) {
		size_t len = sizeof(begin) - 1;

		memcpy(text, begin, sizeof(begin));
		for (unsigned n = 1 + draw(3); n; n--)
			len = damage(text, len);
		right += compare(path, text, len);
	}
	/* Damage that leaves nothing, or nothing damaged, would show nothing. */
	check(right > ROUNDS / 2 && right < 3 * ROUNDS, "%u results", right);
	unlink(path);
	return check_done();
}
