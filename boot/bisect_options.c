// SPDX-License-Identifier: GPL-2.0-only
/*
 * The options of `mdlab bisect`: its own rows, and those of `mdlab run`, which
 * are checked here once and handed on to each run as they came.
 */
#include "bisect_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "comparewords.h"
#include "opt.h"
#include "options.h"
#include "units.h"

/* Of figures with noise. */
#define ROUNDS 5
#define ROUNDS_SAVED 10

#define AT(member) offsetof(struct bisect_options, member)

static const char *const panic_names[] = { "skip", "bad", NULL };

static const struct opt bisect_table[] = {
	{ .name = "good", .type = OPT_STRING, .offset = AT(good), .arg = "RUNS",
	  .help = "runs of a good revision: a folder, a glob, KEY=GLOB, as in mdlab compare" },
	{ .name = "bad", .type = OPT_STRING, .offset = AT(bad), .arg = "RUNS",
	  .help = "runs of a bad one: then a revision is what it is closer to" },
	{ .name = "save", .type = OPT_STRING, .offset = AT(save), .arg = "NAME",
	  .help = "measure this revision, for --good=NAME or --bad=NAME, and judge nothing" },
	{ .name = "kernel", .type = OPT_STRING, .offset = AT(kernel), .preset = "source:.",
	  .arg = "KERNEL", .help = "source:DIR[+FRAGMENT...] is built, only what has changed "
	  "anew; else what --build made, or any form of mdlab run" },
	{ .name = "build", .type = OPT_STRING, .offset = AT(build), .arg = "COMMAND",
	  .help = "run by sh before each revision; where it fails, git tries another" },
	{ .name = "modules", .type = OPT_STRING, .offset = AT(modules), .arg = "DIR",
	  .help = "/lib/modules tree of the kernel, where it needs modules" },
	{ .name = "only", .type = OPT_STRING, .offset = AT(only), .arg = "GLOB",
	  .help = "only tests whose id matches: fewer tell more surely, and sooner" },
	{ .name = "metric", .type = OPT_CHOICE, .offset = AT(metric), .choices = compare_metrics,
	  .preset = "rate", .arg = "NAME", .help = "what must not become slower" },
	{ .name = "smallest", .type = OPT_STRING, .offset = AT(smallest_pct), .preset = "3",
	  .arg = "PERCENT", .help = "the smallest change that matters" },
	{ .name = "rounds", .type = OPT_U64, .offset = AT(rounds), .min = 1, .max = 100,
	  .arg = "N", .help = "runs before the first verdict [5; of the model 1; with --save 10, 1]" },
	{ .name = "max-rounds", .type = OPT_U64, .offset = AT(max_rounds), .min = 1, .max = 100,
	  .preset = "10", .arg = "N", .help = "one more at a time up to N, while it cannot tell" },
	{ .name = "panic", .type = OPT_CHOICE, .offset = AT(panic), .choices = panic_names,
	  .preset = "skip", .arg = "WHAT",
	  .help = "a kernel that panics, hangs or does not come up is passed over, or is bad" },
	{ .name = "force", .type = OPT_YES, .offset = AT(force),
	  .help = "compare runs that are not alike" },
	{ .name = "help", .type = OPT_YES, .offset = AT(help), .help = "this text" },
	{ 0 }
};

static const char lead[] =
	"usage: git bisect run mdlab bisect --good=RUNS [--OPTION=VALUE]...\n"
	"       mdlab bisect --save=NAME [--OPTION=VALUE]...\n"
	"\n"
	"Build the kernel of the revision that git has checked out, run the tests named,\n"
	"compare with stored runs of a good revision. Exit status 0: good, 1: bad, 125:\n"
	"cannot judge (does not build, does not boot, cannot tell), 129: no revision\n"
	"would do better, as with a wrong option or good runs of another machine, and git\n"
	"stops; 130 and above: interrupted.\n"
	"\n"
	"The model lab's figures are exact, so that one run of each revision tells; it is\n"
	"the way to go without KVM. In a tree of Linux, with mdlab by its full path:\n"
	"\n"
	"  set -- --kernel=source:.+base+virtio+md+fs+serial \\\n"
	"      --only='raid1/raw/dd/*/direct-1M' \\\n"
	"      --model=2x64M,mbps=80,nsec=100000 --size=8M --append=mdbench.span=48M\n"
	"  git checkout GOOD && mdlab bisect --save=good \"$@\"\n"
	"  git bisect start BAD GOOD\n"
	"  git bisect run mdlab bisect --good=good \"$@\"\n"
	"\n";

void bisect_help(FILE *out)
{
	fputs(lead, out);
	options_help_table(bisect_table, out);
	fputs("\nand the options of mdlab run, but out and print. The runs, bisect.log and\n"
	      "plan.json lie in results/runs/bisect-HASH, for mdlab show, compare and report.\n",
	      out);
}

/* Ours to own, the others to handed. The number of ours. */
static int words_part(struct bisect_options *o, int argc, char **argv, char **own)
{
	const struct opt *row;
	int n = 0;

	for (int i = 0; i < argc; i++) {
		row = opt_find(bisect_table, argv[i]);
		if (!row) {
			args_add(&o->handed, argv[i]);
			continue;
		}
		own[n++] = argv[i];
		if (opt_takes_next(row, argv[i]) && i + 1 < argc)
			own[n++] = argv[++i];
	}
	return n;
}

/* What mdlab run would say of them, said before anything is built. */
static int handed_check(struct bisect_options *o, struct fail *f)
{
	struct run_options run;
	int ret = options_parse(&run, (int)o->handed.count, o->handed.word, f);

	if (ret == 0 && run.out)
		ret = fail_set(f, STATUS_USAGE, "out: each run has a folder of its own; "
			       "--save=NAME names that of a good revision");
	if (ret == 0 && run.print)
		ret = fail_set(f, STATUS_USAGE, "print: nothing would be measured");
	if (ret == 0 && run.after == AFTER_SHELL)
		ret = fail_set(f, STATUS_USAGE, "after: nobody is there to use a shell");
	o->is_model = ret == 0 && run.model;
	options_free(&run);
	return ret;
}

static int options_check(struct bisect_options *o, struct fail *f)
{
	if (!o->good == !o->save)
		return fail_set(f, STATUS_USAGE, o->good ? "save: not with --good: one measures, the "
				"other judges" : "good: not given; measure a good revision first "
				"with --save=NAME, then say --good=NAME");
	if (o->bad && !o->good)
		return fail_set(f, STATUS_USAGE, "bad: needs --good, too");
	if (o->save && (!*o->save || *o->save == '.' || *o->save == '-' ||
			strlen(o->save) > 100 || strpbrk(o->save, "/*?[=,")))
		return fail_set(f, STATUS_USAGE, "save: %s: not a name for a folder of "
				"results/runs", o->save);
	if (parse_percent(o->smallest_pct, 100, &o->smallest) < 0 || !(o->smallest > 0))
		return fail_set(f, STATUS_USAGE, "smallest: %s: not a percentage, as 3 or 0.5",
				o->smallest_pct);
	/* As few as the statistics take; what is saved is compared again and again. */
	if (!o->rounds)
		o->rounds = o->is_model ? 1 : o->save ? ROUNDS_SAVED : ROUNDS;
	if (o->max_rounds < o->rounds)
		o->max_rounds = o->rounds;
	return 0;
}

int bisect_options_parse(struct bisect_options *o, int argc, char **argv, struct fail *f)
{
	char **own = calloc((size_t)argc + 1, sizeof(*own));
	struct opt_error err = { "" };
	int n, ret;

	memset(o, 0, sizeof(*o));
	if (!own)
		return fail_set(f, STATUS_NOT_STARTED, "no memory");
	opt_defaults(bisect_table, o);
	n = words_part(o, argc, argv, own);
	ret = opt_parse_argv(bisect_table, o, n, own, &err);
	free(own);
	if (ret < 0)
		return fail_set(f, STATUS_USAGE, "%s; try mdlab bisect --help", err.text);
	if (o->help)
		return 0;
	if (o->handed.failed)
		return fail_set(f, STATUS_NOT_STARTED, "no memory");
	ret = handed_check(o, f);
	return ret ? ret : options_check(o, f);
}

void bisect_options_free(struct bisect_options *o)
{
	args_free(&o->handed);
}
