// SPDX-License-Identifier: GPL-2.0-only
/*
 * The run inside the appliance: words, inventory, plan, then target after
 * target. Nothing is written to a disk before the plan is printed, and every
 * way out writes an end record.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "appliance.h"
#include "array.h"
#include "commands.h"
#include "env.h"
#include "metal/foreign.h"
#include "model.h"
#include "random.h"
#include "sinks.h"
#include "sysfile.h"
#include "units.h"
#include "version.h"

#define MARK "/etc/mdbench/segments/base"
#define DEFAULT_WORDS "/proc/cmdline"
#define PLAN_SEGMENT "/etc/mdbench/plan"

/* Words are cut up in place and values point into them. */
static char word_text[2][4096];
static struct appliance app;

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

static int finish(struct appliance *a, const char *outcome, const char *reason,
		  int status)
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

/* Both the plan segment (metal) and the kernel's command line may hold words;
 * the command line has the last word. */
static int read_words(struct appliance *a, struct opt_error *err)
{
	const char *paths[2] = { PLAN_SEGMENT, a->words_path };
	size_t i;
	long len;

	opt_defaults(appliance_option_list, &a->opt);
	for (i = 0; i < ARRAY_SIZE(paths); i++) {
		len = sysfile_read(paths[i], word_text[i], sizeof(word_text[i]));
		if (len == -ENOENT && i == 0)
			continue;
		if (len < 0 || len == sizeof(word_text[i]) - 1) {
			snprintf(err->text, sizeof(err->text), "words: %s: %s",
				 paths[i], len < 0 ? strerror((int)-len) : "too long");
			return -EINVAL;
		}
		if (opt_parse_words(appliance_option_list, &a->opt,
				    APPLIANCE_PREFIX, word_text[i], err))
			return -EINVAL;
	}
	return 0;
}

/* For disk_wait: as many disks as are wanted? */
static bool has_enough(const struct disk_list *list, void *arg)
{
	const unsigned *want = arg;
	unsigned i, n = 0;

	for (i = 0; i < list->count; i++)
		n += list->disk[i].consent;
	return n >= *want && foreign_are_here(&app, list);
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
	unsigned want;
	int ret;

	a->request = (struct plan_request){
		.suite = a->suite, .only = a->opt.only,
		.size_bytes = a->opt.size_bytes, .span_bytes = a->opt.span_bytes,
		.memory_bytes = env_memory_bytes(),
		.repeat = (unsigned)a->opt.repeat,
	};
	want = a->opt.expect ? (unsigned)a->opt.expect :
		plan_disks_wanted(&a->request);
	ret = disk_wait(&a->disks, "/", &words, (unsigned)a->opt.wait_s,
			has_enough, &want, err, sizeof(err));
	if (ret == -EPERM)
		return finish(a, "refused", err, EXIT_REFUSED);
	if (ret == -ENOENT)
		return finish(a, "usage", err, EXIT_USAGE);
	if (ret && ret != -ETIMEDOUT) {
		if (ret == -E2BIG)
			snprintf(err, sizeof(err), "inventory: more than %d disks and partitions: detach some",
				 DISKS_MAX);
		else if (!err[0])
			snprintf(err, sizeof(err), "inventory: %s", strerror(-ret));
		return finish(a, "broken", err, EXIT_FAILED);
	}
	fill_request(a);
	if (a->request.ndisks < a->opt.expect) {
		snprintf(err, sizeof(err),
			 "too few disks: %u of the %llu expected came within %llu s",
			 a->request.ndisks, (unsigned long long)a->opt.expect,
			 (unsigned long long)a->opt.wait_s);
		return finish(a, "usage", err, EXIT_USAGE);
	}
	ret = foreign_plan(a, err, sizeof(err));
	if (!ret && a->opt.model && *a->opt.model)
		ret = model_fits(&a->plan, err, sizeof(err));
	if (ret)
		return finish(a, ret == -EINVAL ? "usage" : "broken", err,
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

static void print_plan(const struct appliance *a)
{
	char size[24], span[24], disk[24];
	unsigned i;

	printf("mdbench: plan: suite %s, %zu tests, files of %s, first %s of each disk%s\n",
	       a->suite->name, a->plan.ntests,
	       format_bytes(size, sizeof(size), a->plan.size_bytes),
	       format_bytes(span, sizeof(span), a->plan.span_bytes),
	       a->plan.is_shared ? ", disks shared by turns" : "");
	for (i = 0; i < a->disks.count; i++) {
		const struct disk *d = &a->disks.disk[i];

		printf("mdbench: plan: %s: %s %s %s: %s\n",
		       d->role ? d->role : "untouched", d->id, d->model,
		       format_bytes(disk, sizeof(disk), d->size_bytes), d->why);
	}
	fflush(stdout);
}

/* A number for the run's id (FNV-1a), so that blocks of another run are known. */
static uint64_t tag_of(const char *id)
{
	uint64_t tag = 0xcbf29ce484222325u;

	for (; id && *id; id++)
		tag = (tag ^ (unsigned char)*id) * 0x100000001b3u;
	return tag;
}

static int run(struct appliance *a)
{
	char err[256], names[128];
	struct model model;
	unsigned t;
	int status;

	a->suite = suite_find(a->opt.suite);
	if (!a->suite) {
		snprintf(err, sizeof(err), "suite: %s: no such suite; there are %s",
			 a->opt.suite, suite_names(names, sizeof(names)));
		return finish(a, "usage", err, EXIT_USAGE);
	}
	if (a->opt.model && *a->opt.model) {
		if (model_parse(a->opt.model, &model, err, sizeof(err)))
			return finish(a, "usage", err, EXIT_USAGE);
		if (model_make(&model, err, sizeof(err)))
			return finish(a, "broken", err, EXIT_FAILED);
	}
	status = take_inventory(a);
	if (status)
		return status;
	name_roles(a);
	write_run(a);
	env_write(&a->out, a->opt.accel, a->init_ns);
	write_disks(a);
	print_plan(a);
	if (a->opt.dry_run)
		return finish(a, "dry-run", NULL, EXIT_PASS);
	a->stage.out = &a->out;
	a->stage.kmsg = &a->kmsg;
	a->stage.suite = a->suite;
	a->stage.plan = &a->plan;
	a->stage.settings = (struct run_settings){
		.pattern = a->opt.pattern, .verify = a->opt.verify, .seed = a->opt.seed,
		.run_tag = tag_of(a->opt.run),
	};
	for (t = 0; t < TARGETS; t++) {
		if (a->plan.target[t].wanted)
			target_run(a, t);
	}
	foreign_run(a);
	status = a->stage.counts[VERDICT_FAIL] || a->stage.counts[VERDICT_VOID] ||
		a->stage.counts[VERDICT_BROKEN] ? EXIT_FAILED : EXIT_PASS;
	return finish(a, "done", NULL, status);
}

static void print_help(FILE *out)
{
	const struct suite *s;

	fprintf(out, "usage: mdbench appliance [--words=FILE] [--init-ns=N]\n"
		"Run a suite inside the appliance. Its options are boot words,\n"
		"mdbench.NAME=VALUE, read from FILE (default %s) and from the\n"
		"plan segment (%s):\n\n", DEFAULT_WORDS, PLAN_SEGMENT);
	opt_help(appliance_option_list, "", out);
	fprintf(out, "\nsuites:\n\n");
	for (s = suite_list; s->name; s++)
		fprintf(out, "  %-10s%s\n", s->name, s->help);
}

static int parse_arguments(struct appliance *a, int argc, char **argv)
{
	int i;

	a->words_path = DEFAULT_WORDS;
	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--help")) {
			print_help(stdout);
			return -1;
		}
		if (!strncmp(argv[i], "--words=", 8)) {
			a->words_path = argv[i] + 8;
		} else if (strncmp(argv[i], "--init-ns=", 10) ||
			   parse_u64(argv[i] + 10, 0, UINT64_MAX, &a->init_ns)) {
			fprintf(stderr, "mdbench: appliance: %s: unknown or wrong option; see `mdbench appliance --help`\n",
				argv[i]);
			return EXIT_USAGE;
		}
	}
	return 0;
}

int appliance_main(int argc, char **argv)
{
	struct appliance *a = &app;
	struct opt_error err;
	int ret;

	ret = parse_arguments(a, argc, argv);
	if (ret)
		return ret < 0 ? EXIT_PASS : ret;
	if (access(MARK, F_OK) < 0) {
		fprintf(stderr, "mdbench: appliance: this is no mdbench appliance (%s is not here): refused; use `mdbench dd` or boot it with `make run`\n",
			MARK);
		return EXIT_REFUSED;
	}
	a->started_s = appliance_uptime_s();
	ret = read_words(a, &err);
	record_init(&a->out, a->opt.run ? a->opt.run : "local");
	sinks_open(&a->out, a->opt.results);
	kmsg_open(&a->kmsg);
	/* Where it is refused something waits longer, and that is all. */
	random_credit();
	if (ret)
		return finish(a, "usage", err.text, EXIT_USAGE);
	return run(a);
}
