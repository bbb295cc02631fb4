// SPDX-License-Identifier: GPL-2.0-only
/*
 * The words of `mdlab matrix`: its own options, kernels, and options of `mdlab
 * run`, which are handed on. Those are known by that command's own table, so
 * that a new one needs no row here.
 */
#include "matrix_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "disks.h"
#include "forms.h"
#include "opt.h"
#include "suite.h"
#include "text.h"
#include "units.h"

#define AT(member) offsetof(struct matrix_options, member)

static const char *const order_names[] = {
	[ORDER_INTERLEAVED] = "interleaved", [ORDER_RANDOM] = "random", NULL
};

static const struct opt own_table[] = {
	{ .name = "kernels", .type = OPT_STRING, .offset = AT(kernels), .arg = "KERNEL...",
	  .help = "kernels parted by spaces, each in a form of mdlab run's --kernel" },
	{ .name = "suite", .type = OPT_STRING, .offset = AT(suite), .preset = "smoke",
	  .arg = "NAME[,NAME...]", .help = "what to measure" },
	{ .name = "rounds", .type = OPT_U64, .offset = AT(rounds), .min = 1, .max = ROUNDS_MAX,
	  .preset = "1", .arg = "N", .help = "how often each kernel boots and runs it" },
	{ .name = "order", .type = OPT_CHOICE, .offset = AT(order), .choices = order_names,
	  .preset = "interleaved", .arg = "WHICH", .help = "in each round: as they are named, "
	  "or at random by --seed" },
	{ .name = "jobs", .type = OPT_U64, .offset = AT(jobs), .min = 1, .max = GUESTS_MAX,
	  .preset = "1", .arg = "N", .help = "guests at once; more than one disturb each other" },
	{ .name = "out", .type = OPT_STRING, .offset = AT(out), .arg = "DIR",
	  .help = "folder for the runs; matrix-SUITE-HASH below results/runs, or MDBENCH_RUNS, "
	  "unless given" },
	{ .name = "fresh", .type = OPT_YES, .offset = AT(fresh),
	  .help = "begin anew in another folder, though there is one that could go on" },
	{ .name = "retry", .type = OPT_YES, .offset = AT(retry),
	  .help = "make again the runs that did not pass" },
	{ .name = "format", .type = OPT_STRING, .offset = AT(format), .preset = "text",
	  .arg = "FORM", .help = "of the comparison that is printed, see mdlab compare" },
	{ .name = "print", .type = OPT_YES, .offset = AT(print),
	  .help = "print what would run, and stop" },
	{ .name = "help", .type = OPT_YES, .offset = AT(help), .help = "this text" },
	{ 0 }
};

/* Of mdlab run, but of no use here. */
static const char *const not_handed[] = { "kernel", "suite", "out", "print", "quiet", "after" };

static bool is_handed(const struct opt *row)
{
	for (size_t i = 0; i < ARRAY_SIZE(not_handed); i++) {
		if (!strcmp(row->name, not_handed[i]))
			return false;
	}
	for (const struct opt *own = own_table; own->name; own++) {
		if (!strcmp(row->name, own->name))
			return false;
	}
	return true;
}

void matrix_options_help(FILE *out)
{
	const struct opt *run = options_table();
	struct opt handed[64] = { { 0 } };
	char names[256];
	size_t count = 0;

	fputs("usage: mdlab matrix [OPTION]... KERNEL...\n\n"
	      "Boot each kernel in turn, run a suite on each, compare. The same command goes on\n"
	      "where it was stopped; a larger --rounds adds to what is there.\n\n", out);
	options_help_table(own_table, out);
	fputs("\nHanded on to each mdlab run:\n", out);
	for (; run->name && count < ARRAY_SIZE(handed) - 1; run++) {
		if (is_handed(run))
			handed[count++] = *run;
	}
	options_help_table(handed, out);
	fprintf(out, "\nsuites: %s\n", suite_names(names, sizeof(names)));
}

/* Parts a list; each word is its own, kept in a. */
static int list_part(struct args *a, const char *list, const char *between, struct fail *f)
{
	char *copy = strdup(list), *save = NULL;

	for (char *word = copy ? strtok_r(copy, between, &save) : NULL; word;
	     word = strtok_r(NULL, between, &save))
		args_add(a, word);
	if (!copy || a->failed) {
		free(copy);
		return fail_set(f, STATUS_NOT_STARTED, "no memory");
	}
	free(copy);
	return 0;
}

/* One option of mdlab run at argv[*i], which may take the next word too. */
static int take_handed(struct matrix_options *o, int argc, char **argv, int *i, struct fail *f)
{
	const char *word = argv[*i] + 2;
	size_t len = strcspn(word, "=");
	const struct opt *row = opt_find(options_table(), argv[*i]);

	if (!row || !is_handed(row))
		return fail_set(f, STATUS_USAGE, "%.80s: %s; try mdlab matrix --help", argv[*i],
				row ? "not an option of mdlab matrix" : "unknown option");
	if (word[len])
		args_addf(&o->handed, "--%s%s", row->name, word + len);
	else if (row->type == OPT_YES)
		args_addf(&o->handed, "--%s=yes", row->name);
	else if (*i + 1 < argc)
		args_addf(&o->handed, "--%s=%s", row->name, argv[++*i]);
	else
		return fail_set(f, STATUS_USAGE, "%s: needs a value: --%s=%s", row->name,
				row->name, row->arg);
	return 0;
}

/* Sort words into our options, those of a run, and kernels. */
static int words_part(struct matrix_options *o, int argc, char **argv, char **own, int *owns,
		      struct fail *f)
{
	const struct opt *row;
	const char *value;
	int ret = 0;

	for (int i = 0; i < argc && ret == 0; i++) {
		if (!strcmp(argv[i], "-h")) {
			o->help = true;
			continue;
		}
		if (strncmp(argv[i], "--", 2) != 0 || !argv[i][2]) {
			args_add(&o->spec, argv[i]);
			continue;
		}
		row = opt_find(own_table, argv[i]);
		if (!row) {
			ret = take_handed(o, argc, argv, &i, f);
			continue;
		}
		own[(*owns)++] = argv[i];
		value = strchr(argv[i], '=');
		if (value)
			value++;
		else if (opt_takes_next(row, argv[i]) && i + 1 < argc)
			value = own[(*owns)++] = argv[++i];
		/* Among those that are named by themselves, in their order. */
		if (row->offset == AT(kernels) && value)
			ret = list_part(&o->spec, value, " \t\n", f);
	}
	return ret;
}

/* By name, so that their order on the command line makes no other matrix. */
static void handed_sort(struct args *a)
{
	for (size_t i = 1; i < a->count; i++) {
		char *word = a->word[i];
		size_t len = strcspn(word, "=") + 1, at = i;

		for (; at && strncmp(a->word[at - 1], word, len) > 0; at--)
			a->word[at] = a->word[at - 1];
		a->word[at] = word;
	}
}

/* A folder of disks serves one guest; so does a file that is attached. */
static int check_disks(const struct matrix_options *o, const struct run_options *run,
		       struct fail *f)
{
	struct vdisks *vd = calloc(1, sizeof(*vd));
	int ret = 0;

	if (!vd)
		return fail_set(f, STATUS_NOT_STARTED, "no memory");
	vd->lock_fd = -1;
	if (!run->model)
		ret = disks_parse(vd, run->disks, run->attach, f);
	if (ret == 0 && o->jobs > 1 && vd->keep[0])
		ret = fail_set(f, STATUS_USAGE, "disks: keep=%.200s serves one guest at a time; "
			       "leave --jobs out", vd->keep);
	if (ret == 0 && o->jobs > 1 && run->attach)
		ret = fail_set(f, STATUS_USAGE, "attach: serves one guest at a time; leave --jobs "
			       "out");
	free(vd);
	return ret;
}

/* What mdlab run would say of its options, said before a kernel is looked for. */
static int check_handed(struct matrix_options *o, struct fail *f)
{
	char **words = calloc(o->handed.count + 2, sizeof(*words));
	struct run_options run = { 0 };
	char suite[128];
	int ret = words ? 0 : fail_set(f, STATUS_NOT_STARTED, "no memory");

	for (size_t i = 0; i < o->suites.count && ret == 0; i++) {
		snprintf(suite, sizeof(suite), "--suite=%s", o->suites.word[i]);
		for (size_t k = 0; k < o->handed.count; k++)
			words[k] = o->handed.word[k];
		words[o->handed.count] = suite;
		ret = options_parse(&run, (int)o->handed.count + 1, words, f);
		if (ret == 0)
			ret = check_disks(o, &run, f);
		if (ret == 0 && run.seed)
			ret = parse_u64(run.seed, 0, UINT64_MAX, &o->seed);
		o->cpus = run.cpus;
		options_free(&run);
	}
	free(words);
	return ret;
}

/* Said before the first run, as the comparison comes after the last. */
static int check_format(const struct matrix_options *o, struct fail *f)
{
	char names[128] = "";
	size_t len = 0;

	for (const struct form *form = form_list; form->name; form++) {
		if (!strcmp(form->name, o->format))
			return 0;
		len = text_append(names, sizeof(names), len, ", ", "%s", form->name);
	}
	return fail_set(f, STATUS_USAGE, "format: '%.40s': not one of %s", o->format, names);
}

/* A variable that is empty, or an option with one dash. */
static int check_specs(const struct matrix_options *o, struct fail *f)
{
	for (size_t i = 0; i < o->spec.count; i++) {
		const char *spec = o->spec.word[i];

		if (!spec[strspn(spec, " \t\n")])
			return fail_set(f, STATUS_USAGE, "kernels: an empty name; try mdlab matrix "
					"--help");
		if (spec[0] == '-')
			return fail_set(f, STATUS_USAGE, "kernels: %.80s: begins with -, as an "
					"option would; try mdlab matrix --help", spec);
	}
	return 0;
}

static int options_check(struct matrix_options *o, struct fail *f)
{
	char names[256];

	if (!o->spec.count)
		return fail_set(f, STATUS_USAGE, "no kernel is named: give some, such as "
				"debian:bookworm; try mdlab matrix --help");
	if (o->spec.count > KERNELS_MAX)
		return fail_set(f, STATUS_USAGE, "kernels: %zu are more than %d: make two of it",
				o->spec.count, KERNELS_MAX);
	if (!o->suites.count || o->suites.count > MATRIX_SUITES)
		return fail_set(f, STATUS_USAGE, "suite: none, or more than %d; there are: %s",
				MATRIX_SUITES, suite_names(names, sizeof(names)));
	for (size_t i = 0; i < o->suites.count; i++) {
		for (size_t k = 0; k < i; k++) {
			if (!strcmp(o->suites.word[i], o->suites.word[k]))
				return fail_set(f, STATUS_USAGE, "suite: %.40s: named twice; "
						"--rounds repeats it", o->suites.word[i]);
		}
	}
	if (o->out && !*o->out)
		return fail_set(f, STATUS_USAGE, "out: empty name");
	if (check_specs(o, f) < 0 || check_format(o, f) < 0)
		return -EINVAL;
	return check_handed(o, f);
}

int matrix_options_parse(struct matrix_options *o, int argc, char **argv, struct fail *f)
{
	char **own = calloc((size_t)argc + 1, sizeof(*own));
	struct opt_error err = { "" };
	int owns = 0, ret;
	bool help;

	if (!own)
		return fail_set(f, STATUS_NOT_STARTED, "no memory");
	ret = words_part(o, argc, argv, own, &owns, f);
	help = o->help;
	opt_defaults(own_table, o);
	if (ret == 0 && opt_parse_argv(own_table, o, owns, own, &err) < 0)
		ret = fail_set(f, STATUS_USAGE, "%s; try mdlab matrix --help", err.text);
	free(own);
	o->help |= help;
	if (ret == 0 && o->help)
		return 0;
	if (ret == 0)
		ret = list_part(&o->suites, o->suite, ",", f);
	if (ret == 0 && (o->handed.failed || o->spec.failed))
		ret = fail_set(f, STATUS_NOT_STARTED, "no memory");
	handed_sort(&o->handed);
	return ret ? ret : options_check(o, f);
}

void matrix_options_free(struct matrix_options *o)
{
	args_free(&o->spec);
	args_free(&o->suites);
	args_free(&o->handed);
}
