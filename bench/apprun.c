// SPDX-License-Identifier: GPL-2.0-only
/*
 * The run inside the appliance: inventory, plan, then target after target.
 * Nothing is written to a disk before the plan is printed, and every way out
 * writes an end record.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "appliance.h"
#include "array.h"
#include "commands.h"
#include "env.h"
#include "metal/foreign.h"
#include "metal/goon.h"
#include "metal/machine.h"
#include "metal/screen.h"
#include "metal/stickrun.h"
#include "model.h"
#include "scheduler.h"
#include "units.h"
#include "version.h"

#define GUARD_REBOOT_S 10
/* To find disks, to make what is there known, to count down. */
#define GUARD_GRACE_S 900

static void write_segments(struct json *j, const char *segments)
{
	char text[1024], *rest = text, *part, *colon;

	json_open(j, "segments", '{');
	snprintf(text, sizeof(text), "%s", segments ? segments : "");
	while ((part = strsep(&rest, ","))) {
		colon = strchr(part, ':');
		if (!colon)
			continue;
		*colon = '\0';
		json_str(j, part, colon + 1);
	}
	json_close(j, '}');
}

static void write_run(struct appliance *a)
{
	const char *only = a->opt.only;
	struct json *j;

	if (a->run_written)
		return;
	a->run_written = true;
	j = record_begin(&a->out, "run");
	json_str(j, "mdbench", MDBENCH_VERSION);
	json_str(j, "suite", a->opt.suite);
	json_str(j, "only", only && *only ? only : NULL);
	json_u64(j, "tests", a->plan.ntests);
	json_open(j, "settings", '{');
	opt_json(appliance_option_list, &a->opt, j);
	json_close(j, '}');
	write_segments(j, a->opt.segments);
	record_end(&a->out);
}

int appliance_finish(struct appliance *a, const char *outcome, const char *reason, int status)
{
	struct json *j;
	int v, ret;

	write_run(a);
	kmsg_collect(&a->kmsg, &a->out, NULL);
	j = record_begin(&a->out, "end");
	json_str(j, "outcome", outcome);
	json_str(j, "reason", reason);
	for (v = 0; v < VERDICTS; v++)
		json_u64(j, verdict_name[v], a->stage.counts[v]);
	json_u64(j, "logs", a->kmsg.logs);
	json_u64(j, "records", a->out.seq);
	ret = record_end(&a->out);
	if (reason)
		fprintf(stderr, "mdbench: %s\n", reason);
	if (ret) {
		fprintf(stderr, "mdbench: end record: %s\n", strerror(-ret));
		return EXIT_FAILED;
	}
	plan_free(&a->plan);
	kmsg_close(&a->kmsg);
	return status;
}

struct wanted {
	const struct appliance *appliance;
	unsigned disks;
};

/* For disk_wait: as many disks as are wanted? */
static bool has_enough(const struct disk_list *list, void *arg)
{
	const struct wanted *want = arg;
	unsigned i, n = 0;

	for (i = 0; i < list->count; i++)
		n += list->disk[i].consent;
	return n >= want->disks && foreign_are_here(want->appliance, list);
}

static void fill_request(struct appliance *a)
{
	struct plan_request *rq = &a->request;
	unsigned i;

	rq->ndisks = 0;
	for (i = 0; i < a->disks.count && rq->ndisks < PLAN_DISKS; i++) {
		struct disk *d = &a->disks.disk[i];

		if (!d->consent)
			continue;
		a->usable[rq->ndisks] = d;
		rq->disk_bytes[rq->ndisks] = d->size_bytes;
		rq->owner[rq->ndisks] = a->opt.remake ? -1 : array_owner(d);
		rq->slot[rq->ndisks] = d->sb.role;
		rq->ndisks++;
	}
}

/*
 * Model disks hold what is written to them in memory, and the tests write the
 * span of a mirror and the files of the rest. -EINVAL with a sentence in err.
 */
static int model_fits(struct plan *p, char *err, size_t size)
{
	const uint64_t have = env_memory_bytes() / 10 * 9;
	uint64_t need = 0;
	char a[24], b[24];
	unsigned t;

	for (t = 0; t < TARGETS; t++) {
		if (p->target[t].wanted)
			need += target_list[t].level == 1 ?
				target_list[t].disks * p->span_bytes : p->most_bytes;
	}
	if (need <= have)
		return 0;
	snprintf(err, size, "model: the tests write %s, the memory has room for %s: give a smaller span= or size=, or more memory",
		 format_bytes(a, sizeof(a), need), format_bytes(b, sizeof(b), have >> 20 << 20));
	plan_free(p);
	return -EINVAL;
}

/* 0, or the exit status with the end record written. */
static int take_inventory(struct appliance *a)
{
	const struct consent_words words = { a->opt.disks, (int)a->opt.erase };
	char err[256] = "";
	struct wanted want = { .appliance = a };
	int ret;

	a->request = (struct plan_request){
		.suite = a->suite, .only = a->opt.only,
		.size_bytes = a->opt.size_bytes, .span_bytes = a->opt.span_bytes,
		.memory_bytes = env_memory_bytes(),
		.repeat = (unsigned)a->opt.repeat,
	};
	want.disks = a->opt.expect ? (unsigned)a->opt.expect :
		plan_disks_wanted(&a->request);
	ret = disk_wait(&a->disks, "/", &words, (unsigned)a->opt.wait_s,
			has_enough, &want, err, sizeof(err));
	if (ret == -EPERM)
		return appliance_finish(a, "refused", err, EXIT_REFUSED);
	if (ret == -ENOENT)
		return appliance_finish(a, "usage", err, EXIT_USAGE);
	if (ret && ret != -ETIMEDOUT) {
		if (ret == -E2BIG)
			snprintf(err, sizeof(err), "inventory: more than %d disks and partitions: detach some",
				 DISKS_MAX);
		else if (!err[0])
			snprintf(err, sizeof(err), "inventory: %s", strerror(-ret));
		return appliance_finish(a, "broken", err, EXIT_FAILED);
	}
	fill_request(a);
	if (a->request.ndisks < a->opt.expect) {
		snprintf(err, sizeof(err),
			 "too few disks: %u of the %llu expected came within %llu s",
			 a->request.ndisks, (unsigned long long)a->opt.expect,
			 (unsigned long long)a->opt.wait_s);
		return appliance_finish(a, "usage", err, EXIT_USAGE);
	}
	ret = foreign_plan(a, err, sizeof(err));
	if (!ret && a->opt.model && *a->opt.model)
		ret = model_fits(&a->plan, err, sizeof(err));
	if (ret)
		return appliance_finish(a, ret == -EINVAL ? "usage" : "broken", err,
			      ret == -EINVAL ? EXIT_USAGE : EXIT_FAILED);
	return 0;
}

/* Roles as the disk record and the plan's printout name them. */
static void name_roles(struct appliance *a)
{
	static char roles[DISKS_MAX][32];
	unsigned t, i;
	size_t len;

	for (t = 0; t < TARGETS; t++) {
		for (i = 0; a->plan.target[t].wanted && i < target_list[t].disks; i++) {
			struct disk *d = a->usable[a->plan.target[t].disk[i]];
			char *role = roles[d - a->disks.disk];

			len = strlen(role);
			snprintf(role + len, sizeof(roles[0]) - len, "%s%s",
				 len ? "+" : "", target_list[t].name);
			d->role = role;
		}
	}
}

static void write_disks(struct appliance *a)
{
	struct json *j;
	unsigned i;

	for (i = 0; i < a->disks.count; i++) {
		j = record_begin(&a->out, "disk");
		disk_json(&a->disks.disk[i], j);
		record_end(&a->out);
	}
}

static void print_plan(const struct appliance *a, FILE *out)
{
	char size[24], span[24], disk[24];
	unsigned i;

	fprintf(out, "mdbench: plan: suite %s, %zu tests, files of %s, first %s of each disk%s\n",
		a->suite->name, a->plan.ntests,
		format_bytes(size, sizeof(size), a->plan.size_bytes),
		format_bytes(span, sizeof(span), a->plan.span_bytes),
		a->plan.is_shared ? ", disks shared by turns" : "");
	for (i = 0; i < a->disks.count; i++) {
		const struct disk *d = &a->disks.disk[i];

		fprintf(out, "mdbench: plan: %s: %s %s %s: %s\n",
			d->role ? d->role : "untouched", d->id, d->model,
			format_bytes(disk, sizeof(disk), d->size_bytes), d->why);
	}
	fflush(out);
}

/* On the console; with a medium on the machine's screen too, what there is before it. */
static void show_plan(const struct appliance *a)
{
	char *text = NULL;
	size_t len;
	FILE *out;

	if (!a->stick) {
		print_plan(a, stdout);
		return;
	}
	out = open_memstream(&text, &len);
	if (!out)
		return;
	disks_print(&a->disks, out);
	print_plan(a, out);
	if (!fclose(out))
		stick_say_text(text);
	free(text);
}

/* Set what was asked for; false with a sentence in err. */
static bool set_machine(const struct appliance *a, char *err, size_t size)
{
	const struct machine_words words = {
		.governor = a->opt.governor, .turbo = a->opt.turbo, .cstates = a->opt.cstates,
	};

	return !machine_set("", &words, err, size);
}

/* Not to be had: all tests are unsupported. False with a sentence in err: it fails. */
static bool set_scheduler(struct appliance *a, char *err, size_t size)
{
	const char *name = a->opt.scheduler;
	int ret;

	if (!name || !*name)
		return true;
	ret = scheduler_set("", &a->disks, name, err, size);
	if (ret == -ENOENT)
		snprintf(a->lacks, sizeof(a->lacks), "%s", err);
	return !ret || ret == -ENOENT;
}

/* The last moment to stop it. */
static bool may_begin(struct appliance *a)
{
	if (a->stick)
		return stick_may_begin(a);
	return !a->opt.countdown_s || screen_countdown((unsigned)a->opt.countdown_s, "");
}

void appliance_guard(struct appliance *a)
{
	crash_policy_set(GUARD_REBOOT_S);
	if (watchdog_open(&a->watchdog, GUARD_GRACE_S))
		stick_say("mdbench: watchdog: this machine has none, only panics and hung tasks start it again");
}

/* A number for the run's id (FNV-1a), so that blocks of another run are known. */
static uint64_t tag_of(const char *id)
{
	uint64_t tag = 0xcbf29ce484222325u;

	for (; id && *id; id++)
		tag = (tag ^ (unsigned char)*id) * 0x100000001b3u;
	return tag;
}

static void begin_stage(struct appliance *a)
{
	a->stage.out = &a->out;
	a->stage.kmsg = &a->kmsg;
	a->stage.suite = a->suite;
	a->stage.plan = &a->plan;
	a->stage.settings = (struct run_settings){
		.pattern = a->opt.pattern, .verify = a->opt.verify, .seed = a->opt.seed,
		.run_tag = tag_of(a->out.run),
	};
}

static int run_targets(struct appliance *a)
{
	unsigned t;
	int status;

	for (t = 0; t < TARGETS; t++) {
		if (a->plan.target[t].wanted && !target_is_done(a, t))
			target_run(a, t);
	}
	foreign_run(a);
	health_write(&a->out, &a->disks, "end");
	status = a->stage.counts[VERDICT_FAIL] || a->stage.counts[VERDICT_VOID] ||
		a->stage.counts[VERDICT_BROKEN] ? EXIT_FAILED : EXIT_PASS;
	return appliance_finish(a, "done", NULL, status);
}

int appliance_run(struct appliance *a)
{
	char err[256], names[128];
	struct model model;
	int status;

	a->suite = suite_find(a->opt.suite);
	if (!a->suite) {
		snprintf(err, sizeof(err), "suite: %s: no such suite; there are %s",
			 a->opt.suite, suite_names(names, sizeof(names)));
		return appliance_finish(a, "usage", err, EXIT_USAGE);
	}
	if (a->opt.model && *a->opt.model) {
		if (model_parse(a->opt.model, &model, err, sizeof(err)))
			return appliance_finish(a, "usage", err, EXIT_USAGE);
		if (model_make(&model, err, sizeof(err)))
			return appliance_finish(a, "broken", err, EXIT_FAILED);
	}
	status = take_inventory(a);
	if (status)
		return status;
	name_roles(a);
	begin_stage(a);
	write_run(a);
	goon_begin(a);
	if (!set_machine(a, err, sizeof(err)))
		return appliance_finish(a, "usage", err, EXIT_USAGE);
	if (!set_scheduler(a, err, sizeof(err)))
		return appliance_finish(a, "broken", err, EXIT_FAILED);
	env_write(&a->out, a->opt.accel, a->init_ns, a->watchdog.identity);
	write_disks(a);
	health_write(&a->out, &a->disks, "start");
	show_plan(a);
	if (a->opt.dry_run)
		return appliance_finish(a, "dry-run", NULL, EXIT_PASS);
	if (!may_begin(a)) {
		a->was_stopped = true;
		return appliance_finish(a, "refused", "stopped at the keyboard before the first write",
					EXIT_REFUSED);
	}
	return run_targets(a);
}
