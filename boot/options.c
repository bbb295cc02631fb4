// SPDX-License-Identifier: GPL-2.0-only
/*
 * The options of `mdlab run`: one row each. What the guest must know as well
 * is handed on as boot words of the same names.
 */
#include "options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/param.h>
#include "bootwords.h"
#include "opt.h"
#include "plan.h"
#include "suite.h"
#include "units.h"

#define MIB (1024ull * 1024)
#define AT(member) offsetof(struct run_options, member)

static const char *const accel_names[] = { "auto", "kvm", "tcg", NULL };
static const char *const after_names[] = { "poweroff", "reboot", "shell", NULL };

static const struct opt run_table[] = {
	{ .name = "kernel", .type = OPT_STRING, .offset = AT(kernel), .preset = "", .arg = "KERNEL",
	  .help = "file, tree, .deb, host, reference, debian:SUITE[/VERSION][:FLAVOUR] or source:DIR; not given: this Debian's" },
	{ .name = "suite", .type = OPT_STRING, .offset = AT(suite), .preset = "smoke",
	  .arg = "NAME", .help = "what to measure" },
	{ .name = "only", .type = OPT_STRING, .offset = AT(only), .arg = "GLOB",
	  .help = "only tests whose id matches" },
	{ .name = "size", .type = OPT_BYTES, .offset = AT(size_bytes), .min = 512,
	  .max = UINT64_MAX >> 1, .arg = "SIZE", .help = "bytes per test instead of the suite's" },
	{ .name = "repeat", .type = OPT_U64, .offset = AT(repeat), .min = 1, .max = 1000,
	  .arg = "N", .help = "run each test N times" },
	{ .name = "seed", .type = OPT_STRING, .offset = AT(seed), .arg = "N",
	  .help = "seed of whatever is random" },
	{ .name = "disks", .type = OPT_STRING, .offset = AT(disks), .preset = "7x4G",
	  .arg = "SPEC",
	  .help = "N or NxSIZE, then any of ,bus=BUS ,sector=512|4096 ,keep=DIR" },
	{ .name = "attach", .type = OPT_STRING, .offset = AT(attach), .arg = "FILE[,bus=BUS]",
	  .help = "add a disk that carries no consent to writes; may be repeated" },
	{ .name = "model", .type = OPT_STRING, .offset = AT(model), .arg = "SPEC",
	  .help = "exact figures: disks made in the guest, time by counted instructions" },
	{ .name = "memory", .type = OPT_BYTES, .offset = AT(memory_bytes), .min = 32 * MIB,
	  .max = 1024 * 1024 * MIB, .preset = "256M", .arg = "SIZE", .help = "of the guest" },
	{ .name = "cpus", .type = OPT_U64, .offset = AT(cpus), .min = 1, .max = 64, .preset = "1",
	  .arg = "N", .help = "of the guest" },
	{ .name = "accel", .type = OPT_CHOICE, .offset = AT(accel), .choices = accel_names,
	  .preset = "auto", .arg = "WHICH", .help = "auto: KVM once it has run a guest" },
	{ .name = "append", .type = OPT_STRING, .offset = AT(append), .arg = "WORDS",
	  .help = "more kernel words, as they are; may be repeated" },
	{ .name = "segment", .type = OPT_STRING, .offset = AT(segment), .arg = "FILE",
	  .help = "one more segment of the initramfs, laid over the others; may be repeated" },
	{ .name = "after", .type = OPT_CHOICE, .offset = AT(after), .choices = after_names,
	  .preset = "poweroff", .arg = "WHAT", .help = "what the guest does at the end" },
	{ .name = "timeout", .type = OPT_SECONDS, .offset = AT(timeout_s),
	  .max = 30 * 86400, .arg = "TIME", .help = "of the whole run; 0, or not given: none" },
	{ .name = "boot-timeout", .type = OPT_SECONDS, .offset = AT(boot_timeout_s), .min = 1,
	  .max = 86400, .arg = "TIME", .help = "to the first record; 30 s with KVM, else 120 s" },
	{ .name = "out", .type = OPT_STRING, .offset = AT(out), .arg = "DIR",
	  .help = "folder for the results; results/runs/ID unless given" },
	{ .name = "print", .type = OPT_YES, .offset = AT(print),
	  .help = "print the command that would run, and stop" },
	{ .name = "quiet", .type = OPT_YES, .offset = AT(quiet),
	  .help = "no progress and no table, only the verdict" },
	{ 0 }
};

const struct opt *options_table(void)
{
	return run_table;
}

void options_help_table(const struct opt *table, FILE *out)
{
	char *text = NULL, *save = NULL;
	size_t len = 0;
	FILE *rows = open_memstream(&text, &len);

	/* The table's help names options as boot words do; here they have dashes. */
	if (rows) {
		opt_help(table, "", rows);
		fclose(rows);
	}
	for (char *line = rows ? strtok_r(text, "\n", &save) : NULL; line;
	     line = strtok_r(NULL, "\n", &save))
		fprintf(out, "  %s%s\n", line[2] == ' ' ? "  " : "--", line + 2);
	free(text);
}

void options_help(FILE *out)
{
	char names[256];

	options_help_table(run_table, out);
	fputs("\nBUS is virtio-blk, virtio-scsi, ahci, nvme, usb, ide, megasas or mptsas1068.\n",
	      out);
	fprintf(out, "suites: %s\n", suite_names(names, sizeof(names)));
}

/* "--NAME": *value is the next word; "--NAME=VALUE"; else 0. How many words. */
static int option_is(int argc, char **argv, int i, const char *name, const char **value)
{
	size_t len = strlen(name);

	if (strncmp(argv[i], "--", 2) != 0 || strncmp(argv[i] + 2, name, len) != 0)
		return 0;
	if (argv[i][2 + len] == '=') {
		*value = argv[i] + 2 + len + 1;
		return 1;
	}
	if (argv[i][2 + len] || i + 1 >= argc)
		return 0;
	*value = argv[i + 1];
	return 2;
}

static char *join(char *old, char between, const char *more)
{
	char *all;

	if (!old)
		return strdup(more);
	if (asprintf(&all, "%s%c%s", old, between, more) < 0)
		all = NULL;
	free(old);
	return all;
}

/* Take repeatable options out of the words, joined; *count words are left. */
static int options_take_repeated(struct run_options *o, int argc, char **argv, char **left,
				 int *count)
{
	static const struct {
		const char *name;
		char between;
	} repeated[] = { { "attach", ',' }, { "append", ' ' }, { "segment", ',' } };
	const char *value = NULL;
	int used;

	*count = 0;
	for (int i = 0; i < argc; i += used) {
		used = 0;
		for (size_t k = 0; k < ARRAY_SIZE(repeated) && !used; k++) {
			used = option_is(argc, argv, i, repeated[k].name, &value);
			if (!used)
				continue;
			o->joined[k] = join(o->joined[k], repeated[k].between, value);
			if (!o->joined[k])
				return -ENOMEM;
		}
		if (!used) {
			left[(*count)++] = argv[i];
			used = 1;
		}
	}
	return 0;
}

static int options_check(const struct run_options *o, struct fail *f)
{
	char names[256];
	uint64_t seed;

	if (!suite_find(o->suite))
		return fail_set(f, STATUS_USAGE, "suite: %s: unknown; there are: %s", o->suite,
				suite_names(names, sizeof(names)));
	if (o->memory_bytes % MIB)
		return fail_set(f, STATUS_USAGE, "memory: not a whole number of MiB");
	if (o->seed && parse_u64(o->seed, 0, UINT64_MAX, &seed) != 0)
		return fail_set(f, STATUS_USAGE, "seed: %s: not a number", o->seed);
	if (o->out && !*o->out)
		return fail_set(f, STATUS_USAGE, "out: empty name");
	if (o->append && bootwords_check(o->append, f) < 0)
		return -EINVAL;
	if (o->model && o->attach)
		return fail_set(f, STATUS_USAGE, "attach: not with --model, which has no disk of "
				"the host");
	if (o->model && (o->cpus != 1 || o->accel == ACCEL_KVM))
		return fail_set(f, STATUS_USAGE, "model: counts instructions: one cpu, no kvm");
	return 0;
}

int options_parse(struct run_options *o, int argc, char **argv, struct fail *f)
{
	struct opt_error err = { "" };
	char **left;
	int count, ret;

	memset(o, 0, sizeof(*o));
	opt_defaults(run_table, o);
	left = calloc((size_t)argc + 1, sizeof(*left));
	if (!left || options_take_repeated(o, argc, argv, left, &count) < 0) {
		free(left);
		return fail_set(f, STATUS_NOT_STARTED, "no memory");
	}
	ret = opt_parse_argv(run_table, o, count, left, &err);
	free(left);
	if (ret < 0)
		return fail_set(f, STATUS_USAGE, "%s; try mdlab run --help", err.text);
	o->attach = o->joined[0];
	o->append = o->joined[1];
	o->segment = o->joined[2];
	return options_check(o, f);
}

void options_free(struct run_options *o)
{
	for (size_t i = 0; i < ARRAY_SIZE(o->joined); i++)
		free(o->joined[i]);
}

int options_check_plan(const struct run_options *o, unsigned ndisks, uint64_t disk_bytes,
		       struct fail *f)
{
	struct plan_request *rq = calloc(1, sizeof(*rq));
	struct plan plan;
	char err[256] = "";
	int ret;

	if (!rq)
		return fail_set(f, STATUS_NOT_STARTED, "no memory");
	rq->suite = suite_find(o->suite);
	rq->only = o->only;
	rq->size_bytes = o->size_bytes;
	/* The guest will see less memory than it gets, and has the last word. */
	rq->memory_bytes = o->memory_bytes / 4 * 3;
	rq->repeat = o->repeat ? (unsigned)o->repeat : 1;
	rq->ndisks = MIN(ndisks, PLAN_DISKS);
	for (unsigned i = 0; i < rq->ndisks; i++) {
		rq->disk_bytes[i] = disk_bytes;
		rq->owner[i] = -1;
	}
	ret = plan_make(&plan, rq, err, sizeof(err));
	if (ret == 0)
		plan_free(&plan);
	free(rq);
	if (ret < 0)
		return fail_set(f, ret == -EINVAL ? STATUS_USAGE : STATUS_NOT_STARTED, "%s",
				*err ? err : strerror(-ret));
	return 0;
}

int options_add_word(struct args *words, const char *name, const char *value, struct fail *f)
{
	const char *quote = "";

	for (const char *p = value; *p; p++) {
		if (*p < 0x20 || *p > 0x7e || *p == '"')
			return fail_set(f, STATUS_USAGE, "%s: has a character that a kernel word "
					"cannot hold", name);
		if (*p == ' ')
			quote = "\"";
	}
	/* The kernel strips quotes around a value, ours does too. */
	args_addf(words, "mdbench.%s=%s%s%s", name, quote, value, quote);
	return 0;
}

int options_add_words(const struct run_options *o, struct args *words, struct fail *f)
{
	char size[32], repeat[32];
	const struct {
		const char *name, *value;	/* NULL: not given */
	} row[] = {
		{ "only", o->only },
		{ "size", o->size_bytes ? format_bytes(size, sizeof(size), o->size_bytes) : NULL },
		{ "repeat", o->repeat ? repeat : NULL },
		{ "seed", o->seed },
		{ "after", o->after != AFTER_POWEROFF ? after_names[o->after] : NULL },
		{ "model", o->model },
	};
	int ret;

	snprintf(repeat, sizeof(repeat), "%llu", (unsigned long long)o->repeat);
	for (size_t i = 0; i < ARRAY_SIZE(row); i++) {
		if (!row[i].value)
			continue;
		ret = options_add_word(words, row[i].name, row[i].value, f);
		if (ret < 0)
			return ret;
	}
	return 0;
}
