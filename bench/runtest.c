// SPDX-License-Identifier: GPL-2.0-only
/*
 * A test begins from a stated state: real blocks to read, nothing dirty,
 * caches empty. Between measure_begin and measure_end only dd_run runs.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "fs.h"
#include "measure.h"
#include "runtest.h"
#include "units.h"

#define MIB (1024ull * 1024)
#define NS 1000000000

const char *const verdict_name[VERDICTS] = {
	[VERDICT_PASS] = "pass", [VERDICT_FAIL] = "fail",
	[VERDICT_BROKEN] = "broken", [VERDICT_UNSUPPORTED] = "unsupported",
	[VERDICT_VOID] = "void",
};

static uint64_t boottime_ns(void)
{
	struct timespec boot;

	clock_gettime(CLOCK_BOOTTIME, &boot);
	return (uint64_t)boot.tv_sec * NS + (uint64_t)boot.tv_nsec;
}

/* How long the machine slept: CLOCK_MONOTONIC does not see it. */
static int64_t slept_ns(void)
{
	struct timespec mono;

	clock_gettime(CLOCK_MONOTONIC, &mono);
	return (int64_t)boottime_ns() - mono.tv_sec * NS - mono.tv_nsec;
}

/* Opening has no offset. */
static void say_failed(const struct dd_result *r, char *reason, unsigned long size)
{
	if (!strcmp(r->failed, "open"))
		snprintf(reason, size, "open: %s", strerror(r->error));
	else
		snprintf(reason, size, "%s at %llu: %s", r->failed,
			 (unsigned long long)r->failed_offset, strerror(r->error));
}

enum verdict runtest_judge(const struct dd_job *job, const struct dd_result *r,
			   uint64_t expected_bytes, uint64_t device_bytes,
			   bool promises_disk, bool *cached, char *reason,
			   unsigned long size)
{
	const unsigned flags = job->is_write ? job->out_flags : job->in_flags;

	reason[0] = '\0';
	*cached = false;
	if (r->error == EINVAL && flags & DD_DIRECT && !r->bytes) {
		snprintf(reason, size, "direct I/O is refused by %s: %s",
			 r->failed, strerror(r->error));
		return VERDICT_UNSUPPORTED;
	}
	if (r->error == ESTALE) {
		snprintf(reason, size, "another disk has taken the kernel name of this one");
		return VERDICT_BROKEN;
	}
	if (r->error) {
		say_failed(r, reason, size);
		return VERDICT_FAIL;
	}
	if (r->bytes != expected_bytes) {
		snprintf(reason, size, "%llu bytes were moved, not %llu",
			 (unsigned long long)r->bytes,
			 (unsigned long long)expected_bytes);
		return VERDICT_FAIL;
	}
	if (device_bytes == NOT_KNOWN) {
		snprintf(reason, size, "the kernel does not say what passed the device");
		return VERDICT_BROKEN;
	}
	*cached = device_bytes / 3 < r->bytes / 4;
	if (*cached && promises_disk) {
		snprintf(reason, size, "memory held it: only %llu of %llu bytes passed the device",
			 (unsigned long long)device_bytes,
			 (unsigned long long)r->bytes);
		return VERDICT_VOID;
	}
	return VERDICT_PASS;
}

/*
 * A test that moves less than a file has, has a file of its own (not on a raw
 * device, where what the others wrote stays behind it).
 */
static bool is_short(const struct stage *s, const struct plan_test *t)
{
	return t->bytes < s->plan->size_bytes;
}

static const char *test_file(const struct stage *s, const struct plan_test *t)
{
	return is_short(s, t) ? s->short_file : s->file;
}

/* The single disk is open now and keeps its name: is it still the one planned? */
static int check_disk(const void *arg)
{
	const struct stage *s = arg;

	return disk_check_same(s->disks, s->disk[0], "");
}

static void make_job(const struct stage *s, const struct plan_test *t,
		     struct dd_job *job)
{
	const struct row *row = t->row;
	const bool is_write = !strcmp(row->operation, "write");
	const char *file = test_file(s, t);
	const bool is_raw = !strcmp(s->layer, "raw");

	*job = (struct dd_job){
		.in = is_write ? "/dev/zero" : file,
		.out = is_write ? file : "/dev/null",
		.is_write = is_write,
		.block_bytes = row->block_bytes,
		.count = t->bytes / row->block_bytes,
		.in_flags = is_write ? 0 : row->flags,
		.out_flags = is_write ? row->flags : 0,
		.finish = row->finish,
		.pattern = "zeros",
		.exclusive = is_raw,
		.check = is_raw && !s->target->is_array ? check_disk : NULL,
		.check_arg = s,
	};
}

static void make_measure(const struct stage *s, struct measure *m)
{
	unsigned i;

	memset(m, 0, sizeof(*m));
	m->name[0] = s->device_name;
	m->id[0] = s->target->is_array ? s->device_name : s->disk[0]->id;
	m->ndisks = 1;
	m->target_is_member = !s->target->is_array;
	m->is_array = s->target->is_array;
	for (i = 0; s->target->is_array && i < s->target->disks; i++) {
		m->name[m->ndisks] = s->disk[i]->name;
		m->id[m->ndisks++] = s->disk[i]->id;
	}
}

/* The target, then what lies under it; a partition's errors name its disk. */
static void watch_errors(const struct stage *s)
{
	const char *names[KMSG_WATCHED];
	unsigned i, n = 0;

	names[n++] = s->device_name;
	for (i = 0; i < s->target->disks && n < KMSG_WATCHED; i++) {
		const struct disk *d = s->disk[i];

		names[n++] = d->is_partition ? d->parent : d->name;
	}
	kmsg_watch(s->kmsg, names, n);
}

/*
 * What the kernel said of the devices. A mirror makes up for its members'
 * errors, so nothing was lost, but the figure is not one of a sound array.
 */
static enum verdict judge_errors(const struct stage *s, enum verdict verdict, char *reason,
				 unsigned long size)
{
	const bool is_mirrored = s->target->is_array && s->target->level > 0 &&
				 !s->kmsg->error_of_target;

	if (!s->kmsg->error[0] ||
	    (verdict != VERDICT_PASS && (verdict != VERDICT_VOID || is_mirrored)))
		return verdict;
	snprintf(reason, size, "the kernel reported: %s", s->kmsg->error);
	return is_mirrored ? VERDICT_VOID : VERDICT_FAIL;
}

static void write_step(struct stage *s, const struct plan_test *t, const char *id,
		       uint64_t bytes)
{
	struct json *j = record_begin(s->out, "step");

	json_str(j, "id", id);
	json_u64(j, "index", s->index);
	json_u64(j, "tests", s->plan->ntests);
	json_u64(j, "bytes", bytes);
	json_u64(j, "deadline_s", plan_deadline_s(s->plan, t));
	record_end(s->out);
}

static struct json *begin_result(struct stage *s, const struct plan_test *t,
				 const char *id, enum verdict verdict,
				 const char *reason, bool cached)
{
	struct json *j = record_begin(s->out, "result");

	s->counts[verdict]++;
	json_str(j, "id", id);
	json_u64(j, "repeat", t->repeat);
	json_str(j, "verdict", verdict_name[verdict]);
	json_str(j, "reason", verdict == VERDICT_PASS ? NULL : reason);
	json_bool(j, "cached", cached);
	return j;
}

/*
 * A write starts without the file of the one before it, a read with a file
 * that holds what we wrote (a hole would be read without a disk).
 */
static int prepare(struct stage *s, const struct dd_job *job, uint64_t *prepared,
		   char *reason, unsigned long size)
{
	static struct dd_result filled;
	const struct dd_job fill = {
		.in = "/dev/zero", .out = s->file, .is_write = true,
		.block_bytes = MIB, .count = s->plan->size_bytes / MIB,
		.finish = DD_FINISH_FSYNC, .exclusive = job->exclusive,
		.check = job->check, .check_arg = job->check_arg,
	};
	int ret;

	*prepared = 0;
	if (job->is_write && strcmp(s->layer, "raw")) {
		if (unlink(job->out) < 0 && errno != ENOENT) {
			snprintf(reason, size, "remove %s: %s", job->out, strerror(errno));
			return -EIO;
		}
		if (job->out == s->file)
			s->written_bytes = 0;
	}
	if (!job->is_write && s->written_bytes < s->plan->size_bytes) {
		ret = dd_run(&fill, &filled);
		if (ret) {
			memcpy(reason, "prepare: ", 10);
			say_failed(&filled, reason + 9, size - 9);
			return ret;
		}
		*prepared = filled.bytes;
		s->written_bytes = filled.bytes;
	}
	ret = cache_drop();
	if (ret)
		snprintf(reason, size, "drop caches: %s", strerror(-ret));
	return ret;
}

/* ENOENT: its node went with it. */
static bool is_error_of_device(int error)
{
	return error == EIO || error == ENODEV || error == ENXIO || error == EROFS ||
	       error == ESTALE || error == ENOENT;
}

static void write_result(struct stage *s, const struct plan_test *t,
			 const char *id, const struct dd_job *job,
			 const struct dd_result *r, const struct measure *m,
			 uint64_t prepared, uint64_t begin_ns, int64_t sleep_ns)
{
	enum verdict verdict;
	char reason[192];
	struct json *j;
	bool cached;

	verdict = runtest_judge(job, r, t->bytes,
				measure_device_bytes(m, job->is_write),
				s->suite->promises_disk, &cached, reason,
				sizeof(reason));
	if (verdict == VERDICT_PASS && measure_disturbed(m, reason, sizeof(reason)))
		verdict = VERDICT_VOID;
	if (verdict == VERDICT_PASS && sleep_ns > NS / 100) {
		snprintf(reason, sizeof(reason), "the machine slept for %lld ms",
			 (long long)(sleep_ns / 1000000));
		verdict = VERDICT_VOID;
	}
	verdict = judge_errors(s, verdict, reason, sizeof(reason));
	j = begin_result(s, t, id, verdict, reason, cached);
	dd_settings_json(job, t->row->cold, j);
	json_u64(j, "prepared_bytes", prepared);
	json_u64(j, "begin_ns", begin_ns);
	if (verdict != VERDICT_UNSUPPORTED) {
		dd_result_json(job, r, j);
		measure_json(m, job->is_write, r->user_ns, r->sys_ns, j);
	}
	record_end(s->out);
	if (is_error_of_device(r->error) ||
	    (verdict == VERDICT_FAIL && s->kmsg->error[0]))
		s->is_dead = true;
}

void runtest_run(struct stage *s, const struct plan_test *t)
{
	static struct dd_result result;
	static struct measure measure;
	struct dd_job job;
	char id[128], reason[192];
	uint64_t prepared, begin_ns;
	int64_t slept;

	suite_test_id(id, sizeof(id), s->target, t->layer, t->row);
	if (s->is_dead) {
		runtest_skip(s, t, "its device failed before this test");
		return;
	}
	make_job(s, t, &job);
	kmsg_collect(s->kmsg, s->out, NULL);	/* of before this test */
	watch_errors(s);
	write_step(s, t, id, t->bytes + (job.is_write ||
		   s->written_bytes >= s->plan->size_bytes ? 0 : s->plan->size_bytes));
	if (prepare(s, &job, &prepared, reason, sizeof(reason))) {
		begin_result(s, t, id, VERDICT_BROKEN, reason, false);
		record_end(s->out);
		kmsg_collect(s->kmsg, s->out, id);
		return;
	}
	make_measure(s, &measure);
	slept = slept_ns();
	measure_begin(&measure);
	begin_ns = boottime_ns();
	dd_run(&job, &result);
	measure_end(&measure);
	slept = slept_ns() - slept;
	if (job.is_write && !result.error && result.bytes > s->written_bytes &&
	    job.out == s->file)
		s->written_bytes = result.bytes;
	kmsg_collect(s->kmsg, s->out, id);
	write_result(s, t, id, &job, &result, &measure, prepared, begin_ns, slept);
}

void runtest_skip(struct stage *s, const struct plan_test *t, const char *reason)
{
	char id[128];

	suite_test_id(id, sizeof(id), s->target, t->layer, t->row);
	write_step(s, t, id, 0);
	begin_result(s, t, id, VERDICT_BROKEN, reason, false);
	record_end(s->out);
}
