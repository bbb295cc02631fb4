// SPDX-License-Identifier: GPL-2.0-only
// This test will frame records, check the CRC against published values, and
// send them to files, a slow pipe, a full device and a closed pipe.
// needs: none
// timeout: 30
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "check.h"
#include "record.h"
#include "units.h"

static char text[4 * RECORD_MAX];

static void check_crc(void)
{
	uint8_t block[32];
	unsigned i;

	check(crc32c(0, "123456789", 9) == 0xe3069283, "of 123456789");
	check(crc32c(0, "", 0) == 0, "of nothing");
	memset(block, 0, sizeof(block));	/* RFC 3720 B.4 */
	check(crc32c(0, block, 32) == 0x8a9136aa, "of zeros");
	memset(block, 0xff, sizeof(block));
	check(crc32c(0, block, 32) == 0x62a8ab43, "of ones");
	for (i = 0; i < 32; i++)
		block[i] = (uint8_t)i;
	check(crc32c(0, block, 32) == 0x46dd794e, "of rising bytes");
	check(crc32c(crc32c(0, block, 11), block + 11, 21) == 0x46dd794e, "in two parts");
}

static void check_frame(void)
{
	static const char json[] = "123456789";
	static const char frame[] = "@mdb1 7 9 e3069283 123456789\n";
	char buf[64];
	size_t size;
	int len;

	for (size = 0; size <= sizeof(frame); size++) {
		memset(buf, '#', sizeof(buf));
		len = record_frame(buf, size, 7, json, 9);
		check(len == (size < sizeof(frame) ? -ENOSPC : (int)sizeof(frame) - 1),
		      "size %zu gives %d", size, len);
		check(buf[size] == '#', "size %zu overruns", size);
	}
	check(!strcmp(buf, frame), "is %s", buf);
}

static int temporary(void)
{
	const char *dir = getenv("TMPDIR");
	int fd = open(dir ? dir : "/tmp", O_TMPFILE | O_RDWR, 0600);

	check(fd >= 0, "%s: %m", dir);
	return fd;
}

static size_t contents(int fd)
{
	ssize_t n = pread(fd, text, sizeof(text) - 1, 0);

	text[n < 0 ? 0 : n] = '\0';
	return n < 0 ? 0 : (size_t)n;
}

static int send_one(struct record_out *out, const char *type)
{
	json_u64(record_begin(out, type), "x", 1);
	return record_end(out);
}

static void check_forms(void)
{
	static struct record_out out;
	int fd[3] = { temporary(), temporary(), temporary() };
	char *json, *end, frame[256];

	record_init(&out, "r1");
	record_add_sink(&out, fd[0], RECORD_PLAIN, "records.jsonl");
	record_add_sink(&out, fd[1], RECORD_FRAMED, "port");
	record_add_sink(&out, fd[2], RECORD_FRAMED, "console");
	while (out.nsinks < RECORD_SINKS)
		check(!record_add_sink(&out, -1, RECORD_PLAIN, "none"), "room for a sink");
	check(record_add_sink(&out, -1, RECORD_PLAIN, "none") == -ENOSPC, "one too many");
	check(record_add_function(&out, NULL, NULL, "none") == -ENOSPC, "one too many");
	check(!send_one(&out, "run") && out.seq == 1, "seq %llu", (unsigned long long)out.seq);
	contents(fd[0]);
	check(!strncmp(text, "{\"schema\":1,\"type\":\"run\",\"seq\":1,\"run\":\"r1\",\"t_ns\":", 50),
	      "begins %s", text);
	end = strchr(text, '\n');
	check(end && !end[1] && !strncmp(end - 7, ",\"x\":1}", 7), "ends %s", text);
	json = strndup(text, end ? (size_t)(end - text) : 0);
	record_frame(frame, sizeof(frame), 1, json, strlen(json));
	contents(fd[1]);
	check(!strcmp(text, frame), "port has %s", text);
	contents(fd[2]);
	check(text[0] == '\n' && !strcmp(text + 1, frame), "console has %s", text);
	free(json);
}

static void check_too_large(void)
{
	static struct record_out out;
	int fd = temporary();
	struct json *j;
	unsigned i;

	record_init(&out, "r2");
	record_add_sink(&out, fd, RECORD_PLAIN, "file");
	j = record_begin(&out, "log");
	for (i = 0; i < RECORD_MAX / 8; i++)
		json_str(j, "key", "value");
	check(record_end(&out) == -ENOSPC, "too large passes");
	check(contents(fd) == 0, "a part of it was written");
	check(!send_one(&out, "log"), "the next one fails");
	contents(fd);
	check(strstr(text, "\"seq\":1,"), "its number left a gap: %s", text);
}

static void check_bad_sinks(void)
{
	static struct record_out out;
	int good = temporary(), full = open("/dev/full", O_WRONLY), ends[2];

	check(!pipe(ends), "pipe: %m");
	close(ends[0]);
	record_init(&out, "r3");
	record_add_sink(&out, full, RECORD_FRAMED, "full");
	record_add_sink(&out, good, RECORD_PLAIN, "good");
	record_add_sink(&out, ends[1], RECORD_FRAMED, "closed");
	check(!send_one(&out, "run"), "one good sink is not enough");
	check(out.sinks[0].fd == -1 && out.sinks[1].fd == good && out.sinks[2].fd == -1,
	      "the wrong sinks are dropped");
	check(!send_one(&out, "env"), "the second record fails");
	contents(good);
	check(strstr(text, "\"seq\":1,") && strstr(text, "\"seq\":2,"), "lost one: %s", text);
	out.sinks[1].fd = -1;
	check(send_one(&out, "end") == -EIO, "no sink is no error");
}

struct taker {
	int answer;
	unsigned calls;
	char line[512];
};

static int take(void *arg, const char *line, size_t len)
{
	struct taker *t = arg;

	t->calls++;
	snprintf(t->line, sizeof(t->line), "%.*s", (int)len, line);
	return t->answer;
}

/* It has the line of a plain file, and is asked again after it failed. */
static void check_function(void)
{
	static struct record_out out;
	struct taker t = { .answer = 0 };
	int fd = temporary();

	record_init(&out, "r5");
	check(!record_add_function(&out, take, &t, "stick"), "is no sink");
	check(!send_one(&out, "run") && t.calls == 1, "%u calls", t.calls);
	t.answer = -EIO;
	check(send_one(&out, "env") == -EIO && t.calls == 2, "nothing took it: %u", t.calls);
	record_add_sink(&out, fd, RECORD_PLAIN, "file");
	t.answer = 0;
	check(!send_one(&out, "end") && t.calls == 3, "%u calls", t.calls);
	contents(fd);
	check(!strcmp(text, t.line) && strstr(text, "\"seq\":3,"), "has %s", t.line);
	t.answer = -EIO;
	check(!send_one(&out, "end") && out.sinks[1].fd == fd, "the file is none the worse");
	close(fd);
}

static void *drain(void *arg)
{
	size_t *total = arg;
	ssize_t n;

	while ((n = read((int)total[1], text + total[0], 1000)) > 0)
		total[0] += (size_t)n;
	return NULL;
}

/* The pipe holds less than a record and does not block. */
static void check_slow_sink(void)
{
	static struct record_out out;
	size_t total[2] = { 0 };
	int ends[2], seq;
	pthread_t thread;
	struct json *j;
	unsigned i;

	check(!pipe2(ends, O_NONBLOCK), "pipe: %m");
	fcntl(ends[0], F_SETFL, 0);
	fcntl(ends[1], F_SETPIPE_SZ, 4096);
	record_init(&out, "r4");
	record_add_sink(&out, ends[1], RECORD_FRAMED, "slow");
	total[1] = (size_t)ends[0];
	check(!pthread_create(&thread, NULL, drain, total), "no thread");
	for (seq = 1; seq <= 3; seq++) {
		j = record_begin(&out, "log");
		for (i = 0; i < 4000; i++)
			json_u64(j, "key", i);
		check(!record_end(&out), "record %d fails", seq);
	}
	close(ends[1]);
	pthread_join(thread, NULL);
	text[total[0]] = '\0';
	check(total[0] > 3 * 4000 * 8 && strstr(text, "\n@mdb1 3 ") && text[total[0] - 2] == '}',
	      "%zu bytes arrived", total[0]);
}

int main(void)
{
	signal(SIGPIPE, SIG_IGN);
	check_crc();
	check_frame();
	check_forms();
	check_too_large();
	check_bad_sinks();
	check_function();
	check_slow_sink();
	return check_done();
}
