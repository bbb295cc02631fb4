// SPDX-License-Identifier: GPL-2.0-only
/*
 * One target after the other: bring the array up, run what the plan holds on
 * the raw device and on a file system, take it down. What cannot be brought up
 * makes its tests broken, not the run.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "appliance.h"
#include "array.h"
#include "blank.h"
#include "fs.h"
#include "metal/foreign.h"
#include "metal/goon.h"
#include "metal/screen.h"
#include "runtest.h"

/* A disk as slow as that is waited for; and what comes on top. */
#define SLOW_BYTES_PER_S (2ull << 20)
#define GRACE_S 600u

time_t appliance_uptime_s(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_BOOTTIME, &ts);
	return ts.tv_sec;
}

/* Tests of one family on one layer of one target: a run of the plan's list. */
struct group {
	size_t first, end;
	const char *layer, *family;
};

/* The group that begins at this test; false at the end of the target's tests. */
static bool group_at(const struct plan *p, unsigned t, size_t first, struct group *g)
{
	const struct plan_test *begin = &p->tests[first];
	size_t i;

	if (first >= p->ntests || begin->target != t)
		return false;
	for (i = first; i < p->ntests && p->tests[i].target == t; i++) {
		if (strcmp(p->tests[i].layer, begin->layer) ||
		    strcmp(p->tests[i].row->family, begin->row->family))
			break;
	}
	*g = (struct group){ first, i, begin->layer, begin->row->family };
	return true;
}

static size_t first_test(const struct plan *p, unsigned t)
{
	size_t i = 0;

	while (i < p->ntests && p->tests[i].target != t)
		i++;
	return i;
}

/* Has a boot before this one its result? */
static bool is_done(const struct appliance *a, const struct plan_test *test)
{
	char id[128];

	return goon_has_result(a->goon, suite_test_id(id, sizeof(id), foreign_target(test->target),
						      test->layer, test->row), test->repeat);
}

static bool group_is_done(const struct appliance *a, const struct group *g)
{
	size_t i;

	for (i = g->first; i < g->end; i++) {
		if (!is_done(a, &a->plan.tests[i]))
			return false;
	}
	return true;
}

bool target_is_done(const struct appliance *a, unsigned t)
{
	size_t first = first_test(&a->plan, t);
	struct group g;

	for (; group_at(&a->plan, t, first, &g); first = g.end) {
		if (!group_is_done(a, &g))
			return false;
	}
	return true;
}

static void say_figure(const struct stage *s, const char *id)
{
	char figure[48] = "";

	if (s->last.has_rate && s->last.counts_ops)
		snprintf(figure, sizeof(figure), "%llu ops/s", (unsigned long long)s->last.rate);
	else if (s->last.has_rate)
		snprintf(figure, sizeof(figure), "%llu.%llu MB/s",
			 (unsigned long long)s->last.rate / 1000000,
			 (unsigned long long)s->last.rate / 100000 % 10);
	screen_result(id, verdict_name[s->last.verdict], figure);
}

/* broken: NULL, or why none of them can be run. */
static void for_each_test(struct appliance *a, const struct group *g, const char *broken)
{
	struct stage *s = &a->stage;
	char id[128];
	size_t i;

	s->layer = g->layer;
	memset(&s->state, 0, sizeof(s->state));
	for (i = g->first; i < g->end; i++) {
		const struct plan_test *test = &a->plan.tests[i];

		s->index = i + 1;
		if (is_done(a, test))
			continue;
		if (!broken && a->opt.timeout_s &&
		    appliance_uptime_s() - a->started_s >= (time_t)a->opt.timeout_s)
			broken = "the time limit (timeout=) was over before this test";
		if (broken) {
			runtest_skip(s, test, broken);
			continue;
		}
		suite_test_id(id, sizeof(id), s->target, g->layer, test->row);
		printf("mdbench: [%zu/%zu] %s\n", i + 1, a->plan.ntests, id);
		fflush(stdout);
		watchdog_progress(&a->watchdog, plan_deadline_s(test) + GRACE_S);
		screen_step(i + 1, a->plan.ntests, id, plan_deadline_s(test));
		runtest_run(s, test);
		say_figure(s, id);
	}
	watchdog_progress(&a->watchdog, GRACE_S);
	runtest_end_family(s, g->family);
}

static void unpin(const int *fd, unsigned n)
{
	while (n)
		close(fd[--n]);
}

/*
 * Hold the target's disks open, so that their names stay theirs; false with
 * the reason in why, and nothing held, if one of them is not itself any more.
 */
static bool pin(struct appliance *a, int *fd, char *why, size_t size)
{
	const struct stage *s = &a->stage;
	unsigned i;

	for (i = 0; i < s->target->disks; i++) {
		fd[i] = disk_pin(&a->disks, s->disk[i], "");
		if (fd[i] >= 0)
			continue;
		snprintf(why, size, "%s: %s", s->disk[i]->id, fd[i] == -ESTALE ?
			 "another disk has taken its kernel name" : strerror(-fd[i]));
		unpin(fd, i);
		return false;
	}
	return true;
}

/* mke2fs and mount go by the name of a single disk; an array's is our own. */
static int make_fs(struct appliance *a, struct fs *fs)
{
	int fd[PLAN_MEMBERS], ret;

	if (fs->target->is_array)
		return fs_up(fs);
	if (!pin(a, fd, fs->error, sizeof(fs->error)))
		return -ESTALE;
	ret = fs_up(fs);
	unpin(fd, fs->target->disks);
	return ret;
}

/* Each family has a fresh file system, so that none finds what another left. */
static void run_ext4(struct appliance *a, unsigned t, const struct group *g)
{
	const struct target *target = &target_list[t];
	struct fs fs = {
		.target = target, .device = a->stage.device,
		.size_bytes = a->plan.span_bytes *
			(target->level == 0 && target->is_array ? target->disks : 1),
	};
	struct json *j;

	a->stage.path = FS_MOUNT_POINT;
	watchdog_progress(&a->watchdog, GRACE_S);
	if (make_fs(a, &fs)) {
		for_each_test(a, g, fs.error);
		return;
	}
	j = record_begin(&a->out, "fs");
	fs_json(&fs, j);
	record_end(&a->out);
	for_each_test(a, g, NULL);
	if (fs_down(&fs))
		fprintf(stderr, "mdbench: %s\n", fs.error);
}

void target_run_groups(struct appliance *a, unsigned t, const char *broken)
{
	size_t first = first_test(&a->plan, t);
	struct group g;

	for (; group_at(&a->plan, t, first, &g); first = g.end) {
		if (group_is_done(a, &g))
			continue;
		if (!broken && a->stage.is_dead)
			broken = "its device failed before this test";
		if (!broken && strcmp(g.layer, "raw")) {
			run_ext4(a, t, &g);
			continue;
		}
		a->stage.path = a->stage.device;
		for_each_test(a, &g, broken);
	}
}

/* An array of which some members are there and some are not is not made anew
 * over the ones that are. */
static bool is_partial(const struct appliance *a, unsigned t, char *why,
		       size_t size)
{
	unsigned i, n = 0;

	for (i = 0; i < a->request.ndisks; i++)
		n += a->request.owner[i] == (int)t;
	if (a->plan.is_shared || a->plan.target[t].found || !n)
		return false;
	if (n >= target_list[t].disks)
		return false;
	snprintf(why, size,
		 "%u of the %u members of the array found are missing; attach them, or make it anew with remake=yes",
		 target_list[t].disks - n, target_list[t].disks);
	return true;
}

/* Returns NULL, or why the tests on the array cannot be run. */
static const char *bring_up(struct appliance *a, unsigned t, struct array *array)
{
	static char why[512];
	int fd[PLAN_MEMBERS], ret;
	struct json *j;

	if (is_partial(a, t, why, sizeof(why)) || !pin(a, fd, why, sizeof(why)))
		return why;
	/* Members are zeroed or a resync is waited for. */
	watchdog_progress(&a->watchdog, GRACE_S + (unsigned)(array->n * a->plan.span_bytes /
							     SLOW_BYTES_PER_S));
	ret = array_up(array, a->plan.target[t].found);
	unpin(fd, array->n);
	if (ret) {
		snprintf(why, sizeof(why), "array %s: %s", target_list[t].name,
			 array->error);
		return why;
	}
	j = record_begin(&a->out, "array");
	array_json(array, j);
	record_end(&a->out);
	return NULL;
}

/*
 * What the tests left on a disk outside an array must not be taken for its
 * owner's, by the next run (which would refuse it) or by anybody else.
 */
static void leave_blank(struct appliance *a, const struct disk *d)
{
	const char *const path = d->path;
	const uint64_t size_bytes = d->size_bytes;
	const int fd = disk_pin(&a->disks, d, "");
	int ret = fd < 0 ? fd : 0;
	unsigned which;

	if (!ret)
		ret = blank_ends(&path, &size_bytes, 1, &which);
	if (fd >= 0)
		close(fd);
	if (ret)
		fprintf(stderr, "mdbench: %s: what the tests left was not removed: %s\n",
			d->id, strerror(-ret));
}

void target_run(struct appliance *a, unsigned t)
{
	const struct target *target = &target_list[t];
	struct array array = { .target = target, .n = target->disks,
			       .span_bytes = a->plan.span_bytes };
	struct stage *s = &a->stage;
	const char *broken = NULL;
	unsigned i;

	s->target = target;
	s->disks = &a->disks;
	s->is_dead = false;
	for (i = 0; i < target->disks; i++) {
		s->disk[i] = a->usable[a->plan.target[t].disk[i]];
		array.member[i] = s->disk[i];
	}
	if (target->is_array && !a->lacks[0]) {
		broken = bring_up(a, t, &array);
		s->device = array.path;
		s->device_name = array.name;
	} else {
		s->device = s->disk[0]->path;
		s->device_name = s->disk[0]->name;
	}
	s->is_unsupported = a->lacks[0];
	target_run_groups(a, t, s->is_unsupported ? a->lacks : broken);
	s->is_unsupported = false;
	if (!target->is_array && !s->is_dead && !a->lacks[0])
		leave_blank(a, s->disk[0]);
	if (array_down(&array))
		fprintf(stderr, "mdbench: array %s: %s\n", target->name, array.error);
	kmsg_collect(&a->kmsg, &a->out, NULL);
}
