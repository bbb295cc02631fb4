// SPDX-License-Identifier: GPL-2.0-only
/*
 * A test begins from a stated state: real blocks to read, nothing dirty,
 * caches empty. Between measure_begin and measure_end only the family runs.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "fs.h"
#include "runtest.h"

static bool is_raw(const struct stage *s)
{
	return !strcmp(s->layer, "raw");
}

/* The single disk is open now and keeps its name: is it still the one planned? */
static int check_disk(const void *arg)
{
	const struct stage *s = arg;

	return disk_check_same(s->disks, s->disk[0], "");
}

/* row: where to put the row as it is run. */
static void make_work(struct stage *s, const struct plan_test *t, struct row *row,
		      struct work *w)
{
	*row = *t->row;
	/* bonnie's ramp is a part of what it does. */
	if (s->settings.pattern && row->pattern != DATA_RAMP)
		row->pattern = (enum data_pattern)(s->settings.pattern - 1);
	*w = (struct work){
		.row = row,
		.path = s->path,
		.is_single = is_raw(s), .is_device = is_raw(s), .exclusive = is_raw(s),
		.read_only = s->is_read_only,
		.bytes = t->bytes, .ops = t->ops,
		.seed = s->settings.seed, .verify = s->settings.verify,
		.run_tag = s->settings.run_tag,
		.state = &s->state,
		.check = is_raw(s) && !s->target->is_array ? check_disk : NULL,
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
	json_u64(j, "deadline_s", plan_deadline_s(t));
	record_end(s->out);
}

static struct json *begin_result(struct stage *s, const struct plan_test *t,
				 const char *id, enum verdict verdict,
				 const char *reason, bool cached)
{
	struct json *j = record_begin(s->out, "result");

	s->counts[verdict]++;
	s->last.verdict = verdict;
	s->last.has_rate = false;
	json_str(j, "id", id);
	json_u64(j, "repeat", t->repeat);
	json_str(j, "verdict", verdict_name[verdict]);
	json_str(j, "reason", verdict == VERDICT_PASS ? NULL : reason);
	json_bool(j, "cached", cached);
	return j;
}

/*
 * What the row needs is there, and nothing is dirty or cached, when it returns;
 * but a row that follows finds things as the one before it left them.
 */
static int prepare(const struct family *f, struct work *w, uint64_t *prepared,
		   char *reason, unsigned long size)
{
	char why[WORK_WHY] = "";
	int ret;

	*prepared = 0;
	ret = w->read_only ? 0 : f->prepare(w, prepared, why, sizeof(why));
	if (ret) {
		snprintf(reason, size, "prepare: %s", why[0] ? why : strerror(-ret));
		return ret;
	}
	if (w->row->follows && !*prepared)
		return 0;
	ret = cache_drop();
	if (ret)
		snprintf(reason, size, "drop caches: %s", strerror(-ret));
	return ret;
}

/* ENOENT of a raw device: its node went with it. */
static bool is_error_of_device(const struct stage *s, int error)
{
	return error == EIO || error == ENODEV || error == ENXIO || error == EROFS ||
	       error == ESTALE || (error == ENOENT && is_raw(s));
}

/* One test, as it was measured. */
struct measured {
	const struct work *work;
	const struct family *family;
	const struct work_result *result;
	const struct measure *measure;
	struct clocks before, after;
	uint64_t prepared;
};

static void note_rate(struct stage *s, const struct work *w, const struct work_result *r)
{
	const uint64_t count = w->row->counts_ops ? r->ops : r->bytes;

	s->last.has_rate = r->wall_ns >= 10000 && count;
	s->last.counts_ops = w->row->counts_ops;
	if (s->last.has_rate)
		s->last.rate = (uint64_t)((unsigned __int128)count * 1000000000u / r->wall_ns);
}

static void write_result(struct stage *s, const struct plan_test *t, const char *id,
			 const struct measured *m)
{
	const struct work_result *r = m->result;
	const struct device_bytes device = { measure_device_bytes(m->measure, false),
					     measure_device_bytes(m->measure, true) };
	char reason[WORK_WHY + 64];
	enum verdict verdict;
	struct json *j;
	bool cached;

	verdict = judge_result(m->work, r, &device, JUDGE_KNOWS_DEVICE |
			       (s->suite->promises_disk ? JUDGE_PROMISES_DISK : 0), &cached,
				reason, sizeof(reason));
	if (verdict == VERDICT_PASS && measure_disturbed(m->measure, reason, sizeof(reason)))
		verdict = VERDICT_VOID;
	if (verdict == VERDICT_PASS &&
	    clocks_disturbed(&m->before, &m->after, reason, sizeof(reason)))
		verdict = VERDICT_VOID;
	verdict = judge_errors(s, verdict, reason, sizeof(reason));
	j = begin_result(s, t, id, verdict, reason, cached);
	work_settings_json(m->work, m->family, j);
	json_u64(j, "prepared_bytes", m->prepared);
	json_u64(j, "begin_ns", (uint64_t)m->before.boot_ns);
	if (verdict != VERDICT_UNSUPPORTED) {
		note_rate(s, m->work, r);
		work_result_json(m->work, m->family, r, j);
		/* Of what reads and writes, the side that it is judged by. */
		measure_json(m->measure, t->row->moves != DIR_READ && t->row->claims != DIR_READ,
			     r->user_ns, r->sys_ns, j);
	}
	record_end(s->out);
	if (is_error_of_device(s, r->error) ||
	    (verdict == VERDICT_FAIL && s->kmsg->error[0]))
		s->is_dead = true;
}

static void run_prepared(struct stage *s, const struct plan_test *t, const char *id,
			 const struct family *f, struct work *w, uint64_t prepared)
{
	static struct work_result result;
	static struct measure measure;
	struct measured m = { .work = w, .family = f, .result = &result,
			      .measure = &measure, .prepared = prepared };

	make_measure(s, &measure);
	w->window_end = measure_window_end;
	w->window_arg = &measure;
	work_begin(&result);
	measure_begin(&measure);
	clocks_read(&m.before);
	f->run(w, &result);
	clocks_read(&m.after);
	measure_end(&measure);
	kmsg_collect(s->kmsg, s->out, id);
	write_result(s, t, id, &m);
}

void runtest_run(struct stage *s, const struct plan_test *t)
{
	const struct family *f = family_find(t->row->family);
	char id[128], reason[WORK_WHY + 64];
	struct work w;
	struct row row;
	uint64_t prepared;

	suite_test_id(id, sizeof(id), s->target, t->layer, t->row);
	if (s->is_dead || !f) {
		runtest_skip(s, t, f ? "its device failed before this test" :
			     "this program has no such family");
		return;
	}
	make_work(s, t, &row, &w);
	kmsg_collect(s->kmsg, s->out, NULL);	/* of before this test */
	watch_errors(s);
	write_step(s, t, id, plan_test_moves(t) + (row.moves & DIR_READ &&
		   s->state.written_bytes < t->bytes ? t->bytes : 0));
	if (prepare(f, &w, &prepared, reason, sizeof(reason))) {
		begin_result(s, t, id, VERDICT_BROKEN, reason, false);
		record_end(s->out);
		kmsg_collect(s->kmsg, s->out, id);
		return;
	}
	run_prepared(s, t, id, f, &w, prepared);
}

void runtest_end_family(struct stage *s, const char *family)
{
	const struct family *f = family_find(family);
	const struct row row = { .family = family };
	struct work w = {
		.row = &row, .path = s->path, .state = &s->state,
		.is_single = is_raw(s), .is_device = is_raw(s), .exclusive = is_raw(s),
	};

	if (f && !s->is_dead && !s->is_read_only)
		f->cleanup(&w);
}

void runtest_conclude(struct stage *s, const struct plan_test *t, enum verdict verdict,
		      const char *reason)
{
	char id[128];

	suite_test_id(id, sizeof(id), s->target, t->layer, t->row);
	write_step(s, t, id, 0);
	begin_result(s, t, id, verdict, reason, false);
	record_end(s->out);
}

void runtest_skip(struct stage *s, const struct plan_test *t, const char *reason)
{
	runtest_conclude(s, t, s->is_unsupported ? VERDICT_UNSUPPORTED : VERDICT_BROKEN, reason);
}
