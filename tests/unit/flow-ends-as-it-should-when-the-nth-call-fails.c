// SPDX-License-Identifier: GPL-2.0-only
// This test will run the loop that moves blocks on an engine that moves
// nothing, make its n-th call fail, come short, be put off or stall, and want
// the right call, offset, error and counts each time.
// needs: none
// timeout: 120
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
#include "flow.h"
#include "units.h"

#define BLOCK 4096u
#define OPS 100u
#define SEEN_MAX 20000u

static const unsigned depths[] = { 1, 4, 32 };
static const char path[] = "somewhere";

static struct engine_io seen[SEEN_MAX];
static unsigned seen_count;
static volatile sig_atomic_t stop;
static unsigned stop_at;	/* 0: never */

/* Of several workers too, in whatever order. */
static void note(const struct engine_io *io)
{
	const unsigned n = __atomic_fetch_add(&seen_count, 1, __ATOMIC_RELAXED);

	if (n < SEEN_MAX)
		seen[n] = *io;
	if (n + 1 == stop_at)
		stop = 1;
}

static struct flow make_flow(unsigned depth, unsigned read_pct)
{
	struct flow f = {
		.engine = &engine_null, .workers = 1, .depth = depth, .block_bytes = BLOCK,
		.read_pct = read_pct, .ops = OPS, .pattern = DATA_ZEROS, .seed = 7, .stop = &stop,
	};
	unsigned i;

	for (i = 0; i < ROW_STREAMS_MAX; i++)
		f.part[i] = (struct flow_part){ .fd = -1, .path = path, .span_bytes = 1ull << 40 };
	return f;
}

static struct work_result r;

static void run(struct flow *f, struct engine_null_plan plan)
{
	stop = 0;
	seen_count = 0;
	plan.seen = note;
	engine_null_plan = plan;
	work_begin(&r);
	check(!flow_wrong(f), "%s", flow_wrong(f));
	flow_run(f, &r);
	engine_null_plan = (struct engine_null_plan){ 0 };
}

static void check_counts(const char *what, unsigned depth, unsigned n, uint64_t ops,
			 uint64_t rest_bytes, uint64_t errors)
{
	const uint64_t bytes = ops * BLOCK + rest_bytes;

	check(r.ops == ops && r.bytes == bytes && r.errors == errors &&
	      r.read_bytes + r.written_bytes == bytes && r.read.count + r.write.count == ops &&
	      r.stream[0].ops == ops && r.stream[0].bytes == bytes,
	      "%s %u at depth %u: %llu operations, %llu bytes, %llu errors, want %llu", what, n,
	      depth, (unsigned long long)r.ops, (unsigned long long)r.bytes,
	      (unsigned long long)r.errors, (unsigned long long)ops);
}

static void check_failure(const char *what, unsigned depth, unsigned n, const char *call,
			 uint64_t offset, int error)
{
	check(r.failed && !strcmp(r.failed, call) && r.failed_object == path &&
	      r.failed_offset == offset && r.error == error,
	      "%s %u at depth %u: %s at %llu, error %d", what, n, depth,
	      r.failed ? r.failed : "nothing", (unsigned long long)r.failed_offset, r.error);
}

/* A round submits as many as the depth, and all of them end in it. */
static void check_fail(unsigned depth, unsigned n)
{
	struct flow f = make_flow(depth, n % 2 ? 100 : 0);
	unsigned rounds = (n - 1) / depth + 1;

	run(&f, (struct engine_null_plan){ .fail_at = n, .error = EIO });
	check_failure("fail", depth, n, n % 2 ? "read" : "write", (n - 1) * BLOCK, EIO);
	check_counts("fail", depth, n, rounds * depth - 1, 0, 0);

	f.is_random = true;
	run(&f, (struct engine_null_plan){ .fail_at = n, .error = ENOSPC });
	check_failure("random", depth, n, n % 2 ? "read" : "write", seen[n - 1].offset, ENOSPC);
}

static void check_short(unsigned depth, unsigned n)
{
	struct flow f = make_flow(depth, 0);
	unsigned i, rests = 0;

	run(&f, (struct engine_null_plan){ .short_at = n, .short_bytes = 1000 });
	check(!r.failed, "short %u: %s", n, r.failed);
	check_counts("short", depth, n, OPS, 0, 1);
	for (i = 0; i < seen_count; i++)
		rests += seen[i].offset == (n - 1) * BLOCK + 1000 && seen[i].len == BLOCK - 1000 &&
			 (char *)seen[i].buf == (char *)seen[n - 1].buf + 1000;
	check(rests == 1 && seen_count == OPS + 1, "short %u at depth %u: %u rests", n, depth, rests);

	/* Direct I/O cannot go on from 1000: the block is moved again. */
	f.is_direct = true;
	run(&f, (struct engine_null_plan){ .short_at = n, .short_bytes = 1000 });
	check_counts("short direct", depth, n, OPS, 0, 1);
	for (i = 0; i < seen_count; i++)
		check(seen[i].offset % BLOCK == 0 && seen[i].len == BLOCK, "odd rest");

	f = make_flow(depth, 100);
	run(&f, (struct engine_null_plan){ .short_at = n, .short_bytes = 0 });
	check_failure("end of file", depth, n, "read", (n - 1) * BLOCK, ENODATA);
	f = make_flow(depth, 0);
	run(&f, (struct engine_null_plan){ .short_at = n, .short_bytes = 0 });
	check_failure("no room", depth, n, "write", (n - 1) * BLOCK, ENOSPC);
}

static void check_again(unsigned depth, unsigned n)
{
	struct flow f = make_flow(depth, 100);

	/* At depth 1 the same one five times, deeper whatever follows it. */
	run(&f, (struct engine_null_plan){ .again_at = n, .again = 5 });
	check(!r.failed && seen_count == OPS + 5, "again %u: %s, %u", n, r.failed, seen_count);
	check_counts("again", depth, n, OPS, 0, 5);
}

static void check_stall(unsigned depth, unsigned n)
{
	struct flow f = make_flow(depth, 100);

	run(&f, (struct engine_null_plan){ .stall_at = n, .stall_reaps = 50 });
	check(!r.failed, "stall %u at depth %u: %s", n, depth, r.failed);
	check_counts("stall", depth, n, OPS, 0, r.errors);
	check(depth > 1 || r.errors == 50, "stall %u: %llu tries", n,
	      (unsigned long long)r.errors);
}

static void check_stop(unsigned depth, unsigned n)
{
	struct flow f = make_flow(depth, 0);

	stop_at = n;
	run(&f, (struct engine_null_plan){ .fail_at = UINT64_MAX });
	stop_at = 0;
	check(r.failed && !strcmp(r.failed, "signal") && r.error == EINTR, "stop %u: %s", n,
	      r.failed ? r.failed : "nothing");
	check_counts("stop", depth, n, ((n - 1) / depth + 1) * depth, 0, 0);
}

static void check_limits(void)
{
	struct flow f = make_flow(1, 100);

	run(&f, (struct engine_null_plan){ .again_at = 3, .again = UINT64_MAX });
	check_failure("again for ever", 1, 3, "read", 2 * BLOCK, EAGAIN);
	check(r.errors == FLOW_RETRIES, "%llu retries", (unsigned long long)r.errors);

	/* What is lost in the engine is not waited for without end. */
	run(&f, (struct engine_null_plan){ .stall_at = 3, .stall_reaps = UINT64_MAX });
	check(r.failed && !strcmp(r.failed, "null") && r.error == EINTR, "stalled for ever: %s",
	      r.failed ? r.failed : "nothing");
	check_counts("stall for ever", 1, 3, 2, 0, FLOW_RETRIES);

	f.ops = 0;
	run(&f, (struct engine_null_plan){ .fail_at = 1, .error = EIO });
	check(!r.failed && !r.ops && !seen_count, "nothing to do: %s", r.failed);

	/* A part of a block had moved before its rest failed. */
	f.ops = OPS;
	run(&f, (struct engine_null_plan){ .short_at = 5, .short_bytes = 512, .fail_at = 6,
					   .error = EIO });
	check_failure("rest", 1, 6, "read", 4 * BLOCK + 512, EIO);
	check_counts("rest", 1, 6, 4, 512, 1);
}

/* One fails, and all end; the others by far before their time. */
static void check_crew(void)
{
	struct flow f = make_flow(4, 0);
	uint64_t ops = 0;
	unsigned i;

	f.workers = 8;
	f.ops = 1003;
	run(&f, (struct engine_null_plan){ 0 });
	check(!r.failed && r.ops == 1003 && r.streams == 8, "crew: %llu",
	      (unsigned long long)r.ops);
	for (i = 0; i < r.streams; i++) {
		check(r.stream[i].ops == 125 + (i < 3), "worker %u: %llu", i,
		      (unsigned long long)r.stream[i].ops);
		check(r.stream[i].begin_ns <= r.stream[i].end_ns, "worker %u ran backwards", i);
		ops += r.stream[i].ops;
	}
	check(ops == r.ops && r.write.count == ops, "crew: %llu", (unsigned long long)ops);

	f.runtime_ns = 3600 * 1000000000ull;
	run(&f, (struct engine_null_plan){ .fail_at = 1000, .error = ENOSPC, .one = true });
	check(r.failed && r.error == ENOSPC && r.failed_offset == 999 * BLOCK,
	      "crew with a failure: %s at %llu", r.failed ? r.failed : "nothing",
	      (unsigned long long)r.failed_offset);

	f.runtime_ns = 20000000;
	f.ramp_ns = 10000000;
	run(&f, (struct engine_null_plan){ 0 });
	check(!r.failed && r.ops && r.wall_ns >= f.runtime_ns &&
	      r.write.count == r.ops, "by time: %s", r.failed);
	for (i = 1; i < r.streams; i++)
		check(!r.stream[i].ops || r.stream[i].begin_ns == r.stream[0].begin_ns,
		      "the ramp ends at once for all");
}

static void check_offsets(void)
{
	struct flow f = make_flow(4, 70);
	static struct engine_io first[SEEN_MAX];
	uint64_t reads = 0, high = 0;
	unsigned i;

	f.ops = 10000;
	f.is_random = true;
	f.align_bytes = 512;
	f.part[0].base_bytes = 3ull << 30;
	f.part[0].span_bytes = (2ull << 30) + 100;
	run(&f, (struct engine_null_plan){ .fail_at = UINT64_MAX });
	for (i = 0; i < 10000; i++) {
		const uint64_t at = seen[i].offset - (3ull << 30);

		check(seen[i].offset >= 3ull << 30 && at % 512 == 0 &&
		      at + BLOCK <= f.part[0].span_bytes, "offset %llu",
		      (unsigned long long)seen[i].offset);
		check((uintptr_t)seen[i].buf % 4096 == 0, "the buffer is not aligned");
		reads += !seen[i].is_write;
		high += seen[i].offset >= 1ull << 32;
	}
	check(reads > 6800 && reads < 7200 && r.read.count == reads, "%llu reads of 10000",
	      (unsigned long long)reads);
	check(high > 4800 && high < 5200, "%llu of 10000 are above 4 GiB", (unsigned long long)high);

	memcpy(first, seen, sizeof(first));
	run(&f, (struct engine_null_plan){ .fail_at = UINT64_MAX });
	for (i = 0; i < 10000 && seen[i].offset == first[i].offset; i++)
		;
	check(i == 10000, "the same seed draws other offsets from %u on", i);
	f.seed++;
	run(&f, (struct engine_null_plan){ .fail_at = UINT64_MAX });
	for (i = 0, high = 0; i < 10000; i++)
		high += seen[i].offset == first[i].offset;
	check(high < 10, "another seed draws %llu of the same offsets", (unsigned long long)high);

	/* One after the other, and from the start again where the part ends. */
	f = make_flow(1, 0);
	f.part[0].span_bytes = 7 * BLOCK + 100;
	f.part[0].base_bytes = (1ull << 32) - 3 * BLOCK;
	run(&f, (struct engine_null_plan){ .fail_at = UINT64_MAX });
	for (i = 0; i < OPS; i++)
		check(seen[i].offset == f.part[0].base_bytes + i % 7 * BLOCK, "block %u at %llu",
		      i, (unsigned long long)seen[i].offset);
}

static int by_offset(const void *a, const void *b)
{
	const uint64_t x = ((const struct engine_io *)a)->offset;
	const uint64_t y = ((const struct engine_io *)b)->offset;

	return x < y ? -1 : x > y;
}

/* Workers on the same file draw each their own. */
static void check_streams(void)
{
	struct flow f = make_flow(2, 100);
	unsigned i, same = 0;

	f.is_random = true;
	f.workers = 4;
	f.ops = 1000;
	run(&f, (struct engine_null_plan){ .fail_at = UINT64_MAX });
	check(!r.failed && seen_count == 1000, "%u seen", seen_count);
	qsort(seen, 1000, sizeof(*seen), by_offset);
	for (i = 1; i < 1000; i++)
		same += seen[i].offset == seen[i - 1].offset;
	check(same < 10, "%u of 1000 offsets were drawn twice", same);
}

static void check_wrong(void)
{
	struct flow f = make_flow(0, 0);

	check(flow_wrong(&f) != NULL, "nothing in flight");
	f = make_flow(ROW_DEPTH_MAX + 1, 0);
	check(flow_wrong(&f) != NULL, "too much in flight");
	f = make_flow(1, 0);
	f.workers = ROW_STREAMS_MAX + 1;
	check(flow_wrong(&f) != NULL, "too many threads");
	f = make_flow(1, 0);
	f.part[0].span_bytes = BLOCK - 1;
	check(flow_wrong(&f) != NULL, "no room for a block");
	f = make_flow(1, 0);
	f.verify = true;
	f.align_bytes = 512;
	check(flow_wrong(&f) != NULL, "stamps would overlap");
}

int main(void)
{
	unsigned i, n;

	for (i = 0; i < ARRAY_SIZE(depths); i++)
		for (n = 1; n <= 40; n++) {
			check_fail(depths[i], n);
			check_short(depths[i], n);
			check_again(depths[i], n);
			check_stall(depths[i], n);
			check_stop(depths[i], n);
		}
	check_limits();
	check_crew();
	check_offsets();
	check_streams();
	check_wrong();
	return check_done();
}
