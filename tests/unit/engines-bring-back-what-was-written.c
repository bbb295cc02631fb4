// SPDX-License-Identifier: GPL-2.0-only
// This test will write stamped blocks with each engine that this machine has,
// read them back with each, across 4 GiB and beyond it, damage one and want it
// found at its offset; and want what the kernel refuses named.
// needs: none
// timeout: 120
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include "check.h"
#include "data.h"
#include "flow.h"
#include "units.h"

#define BLOCK 4096u
#define GIB (1ull << 30)
#define TAG 0x1234567890abcdefull

static char path[4096];
static int file;
static struct work_result r;

static struct flow make_flow(const struct engine *e, uint64_t base, uint64_t blocks,
			     unsigned read_pct)
{
	struct flow f = {
		.engine = e, .workers = 1, .depth = e == &engine_psync ? 1 : 8,
		.block_bytes = BLOCK, .read_pct = read_pct, .ops = blocks,
		.pattern = DATA_RANDOM, .seed = 11, .verify = true,
	};
	unsigned i;

	for (i = 0; i < ROW_STREAMS_MAX; i++)
		f.part[i] = (struct flow_part){
			.fd = file, .path = path, .base_bytes = base,
			.span_bytes = blocks * BLOCK, .run_tag = TAG,
		};
	return f;
}

static void run(struct flow *f)
{
	work_begin(&r);
	check(!flow_wrong(f), "%s", flow_wrong(f));
	flow_run(f, &r);
}

/* Without any engine: is the right block there? */
static bool is_there(uint64_t offset, uint64_t tag)
{
	static char buf[BLOCK];
	char why[WORK_WHY];

	return pread(file, buf, BLOCK, (off_t)offset) == BLOCK &&
	       !data_check(buf, BLOCK, offset, tag, why, sizeof(why));
}

static void check_good(const char *what, const struct engine *e, uint64_t ops)
{
	check(!r.failed && r.ops == ops && r.bytes == ops * BLOCK, "%s by %s: %s at %llu, %llu done",
	      what, e->name, r.failed ? r.failed : "-", (unsigned long long)r.failed_offset,
	      (unsigned long long)r.ops);
}

static void damage(uint64_t offset)
{
	char byte = 0;

	check(pread(file, &byte, 1, (off_t)offset) == 1, "pread: %s", strerror(errno));
	byte ^= 0x10;
	check(pwrite(file, &byte, 1, (off_t)offset) == 1, "pwrite: %s", strerror(errno));
}

static void check_engine(const struct engine *e, const struct engine *reader)
{
	static const uint64_t bases[] = { 0, 4 * GIB - 64 * BLOCK, 5 * GIB + BLOCK };
	const uint64_t blocks = 128;
	struct flow f;
	uint64_t at;
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(bases); i++) {
		check(!ftruncate(file, 0), "ftruncate: %s", strerror(errno));
		f = make_flow(e, bases[i], blocks, 0);
		run(&f);
		check_good("write", e, blocks);
		for (at = bases[i]; at < bases[i] + blocks * BLOCK; at += BLOCK)
			check(is_there(at, TAG), "%s: %llu is not what was written", e->name,
			      (unsigned long long)at);
		f = make_flow(reader, bases[i], blocks, 100);
		run(&f);
		check_good("read", reader, blocks);

		/* Twice as many, anywhere in there, by several at once. */
		f.is_random = true;
		f.workers = 4;
		f.ops = 2 * blocks;
		f.read_pct = 50;
		run(&f);
		check_good("mix", reader, 2 * blocks);

		damage(bases[i] + 100 * BLOCK + 2345);
		f = make_flow(reader, bases[i], blocks, 100);
		run(&f);
		check(r.failed && !strcmp(r.failed, "verify") && r.error == EILSEQ &&
		      r.failed_offset == bases[i] + 100 * BLOCK && r.failed_object == path,
		      "damage by %s: %s at %llu", reader->name, r.failed ? r.failed : "nothing",
		      (unsigned long long)r.failed_offset);
	}
}

/* A part for each of four workers, a tag of its own: nobody writes next door. */
static void check_parts(const struct engine *e)
{
	struct flow f = make_flow(e, 0, 4 * 32, 0);
	unsigned i;

	check(!ftruncate(file, 0), "ftruncate: %s", strerror(errno));
	f.workers = 4;
	for (i = 0; i < 4; i++) {
		f.part[i].base_bytes = i * 32ull * BLOCK;
		f.part[i].span_bytes = 32ull * BLOCK;
		f.part[i].run_tag = TAG + i;
	}
	run(&f);
	check_good("parts", e, 4 * 32);
	for (i = 0; i < 4 * 32; i++)
		check(is_there((uint64_t)i * BLOCK, TAG + i / 32), "%s: block %u of %u", e->name,
		      i % 32, i / 32);
}

/* In a file with nothing else, each block that is there is right, low and high. */
static void check_sparse(const struct engine *e)
{
	struct flow f = make_flow(e, 0, 8 * GIB / BLOCK, 0);
	off_t data = 0;
	unsigned low = 0, high = 0;

	f.is_random = true;
	f.ops = 200;
	check(!ftruncate(file, 0), "ftruncate: %s", strerror(errno));
	run(&f);
	check_good("sparse", e, 200);
	while ((data = lseek(file, data, SEEK_DATA)) >= 0) {
		check(is_there((uint64_t)data, TAG), "%s: wrong block at %lld", e->name,
		      (long long)data);
		*((uint64_t)data < 4 * GIB ? &low : &high) += 1;
		data += BLOCK;
	}
	check(low + high >= 199 && low + high <= 200 && low > 50 && high > 50,
	      "%s: %u below 4 GiB, %u above", e->name, low, high);
}

static void check_refusals(const struct engine *e)
{
	const struct rlimit limit = { 10 * BLOCK, RLIM_INFINITY };
	struct rlimit before;
	struct flow f = make_flow(e, 20 * BLOCK, 32, 0);
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	check(!ftruncate(file, 0), "ftruncate: %s", strerror(errno));
	f.part[0].fd = fd;
	run(&f);
	check(r.failed && !strcmp(r.failed, "write") && r.error == EBADF && !r.ops,
	      "%s: read-only: %s, %d", e->name, r.failed ? r.failed : "nothing", r.error);
	close(fd);

	/* A file that ends early: never fewer bytes that look like a block. */
	f = make_flow(e, 0, 32, 0);
	f.verify = false;
	run(&f);
	check(!ftruncate(file, 9 * BLOCK + 100), "ftruncate: %s", strerror(errno));
	f.read_pct = 100;
	run(&f);
	check(r.failed && !strcmp(r.failed, "read") && r.error == ENODATA &&
	      r.failed_offset >= 9 * BLOCK, "%s: end of file: %s at %llu, %d", e->name,
	      r.failed ? r.failed : "nothing", (unsigned long long)r.failed_offset, r.error);

	/* The first block that is too far fails, and it alone is named. */
	check(!ftruncate(file, 0) && !getrlimit(RLIMIT_FSIZE, &before) &&
	      !setrlimit(RLIMIT_FSIZE, &limit), "setrlimit: %s", strerror(errno));
	f = make_flow(e, 0, 32, 0);
	f.depth = 1;
	run(&f);
	check(!setrlimit(RLIMIT_FSIZE, &before), "setrlimit: %s", strerror(errno));
	check(r.failed && !strcmp(r.failed, "write") && r.error == EFBIG &&
	      r.failed_offset == 10 * BLOCK && r.ops == 10, "%s: too large: %s at %llu, %d",
	      e->name, r.failed ? r.failed : "nothing", (unsigned long long)r.failed_offset,
	      r.error);
}

/* A half-filled row of the list would crash in the middle of a run. */
static void check_list(void)
{
	unsigned i;

	for (i = 0; engine_list[i]; i++) {
		const struct engine *e = engine_list[i];

		check(e->name && e->help && e->unsupported && e->open && e->submit && e->reap &&
		      e->close, "engine %u: something is missing", i);
		check(engine_find(e->name) == e, "%s is not found by its name", e->name);
	}
	check(i == 4 && !engine_find("no-such"), "%u engines", i);
}

static void check_choice(void)
{
	const char *why = NULL;
	const struct engine *e = engine_choose("uring", &why);

	if (!engine_uring.unsupported())
		check(e == &engine_uring, "io_uring is there, but not chosen");
	else
		check(e == (engine_aio.unsupported() ? NULL : &engine_aio), "not aio instead");
	check(!engine_choose("no-such", &why) && why, "no such engine");
}

int main(void)
{
	static const struct engine *there[4];
	unsigned i, k, n = 0;

	signal(SIGXFSZ, SIG_IGN);
	snprintf(path, sizeof(path), "%s/file", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	check(file >= 0, "%s: %s", path, strerror(errno));
	check_list();
	check_choice();
	for (i = 0; engine_list[i]; i++) {
		if (engine_list[i]->unsupported())
			printf("%s: %s\n", engine_list[i]->name, engine_list[i]->unsupported());
		else if (engine_list[i] != &engine_null)
			there[n++] = engine_list[i];
	}
	for (i = 0; i < n; i++) {
		for (k = 0; k < n; k++)
			check_engine(there[i], there[k]);
		check_parts(there[i]);
		check_sparse(there[i]);
		check_refusals(there[i]);
	}
	close(file);
	unlink(path);
	return check_done();
}
