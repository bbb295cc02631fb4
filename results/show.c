// SPDX-License-Identifier: GPL-2.0-only
/*
 * mdlab show: records to text. It reads whole runs, says on stderr what of
 * them is missing, and prints what is there. Nothing is printed to stdout
 * unless every run that was named is one.
 */
#include "show.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "figures.h"
#include "opt.h"
#include "outfile.h"
#include "published.h"
#include "recfile.h"
#include "showrun.h"
#include "store.h"
#include "table.h"
#include "text.h"
#include "units.h"

enum format {
	FORMAT_TABLE, FORMAT_DD, FORMAT_BONNIE, FORMAT_BONNIE_CSV, FORMAT_TIOBENCH,
	FORMAT_TIOBENCH_OLD, FORMAT_CSV, FORMAT_JSON
};

struct show {
	unsigned format;	/* enum format */
	const char *only;
	const char *published;	/* a post, "all", "none"; NULL: not said */
	bool as_published, help;
	struct published posts;
	const char **word;	/* that select runs */
	size_t words;
	struct runlist list;	/* what they selected, but for paths */
	bool has_bad;		/* some of them could not be read */
	struct run run[TABLE_RUNS];
	size_t runs;
};

static const char *const formats[] = {
	[FORMAT_TABLE] = "table",
	[FORMAT_DD] = "dd",
	[FORMAT_BONNIE] = "bonnie",
	[FORMAT_BONNIE_CSV] = "bonnie-csv",
	[FORMAT_TIOBENCH] = "tiobench",
	[FORMAT_TIOBENCH_OLD] = "tiobench-old",
	[FORMAT_CSV] = "csv",
	[FORMAT_JSON] = "json",
	NULL
};

static const struct opt options[] = {
	{ .name = "format", .type = OPT_CHOICE, .offset = offsetof(struct show, format),
	  .choices = formats, .preset = "table", .arg = "FORM", .help = "what to print" },
	{ .name = "only", .type = OPT_STRING, .offset = offsetof(struct show, only),
	  .arg = "GLOB", .help = "only tests whose id matches, such as raid1/*" },
	{ .name = "published", .type = OPT_STRING, .offset = offsetof(struct show, published),
	  .arg = "POST", .help = "figures that were posted: beside ours, or alone without RUN; "
	  "one post, all or none (preset: all of the tool, where FORM is a tool's)" },
	{ .name = "as-published", .type = OPT_YES,
	  .offset = offsetof(struct show, as_published),
	  .help = "also what old versions of the tools would have printed wrongly" },
	{ .name = "help", .type = OPT_YES, .offset = offsetof(struct show, help),
	  .help = "this text" },
	{ .name = NULL }
};

static const char lead[] =
	"usage: mdlab show [--OPTION=VALUE]... RUN...\n"
	"       mdlab show --published[=POST]\n"
	"\n"
	"Print the results of runs; RUN is a folder of results/runs or a records.jsonl, or\n"
	"a selection as 'kernel=6.1*', '20261130*' or latest (see mdlab log --help).\n"
	"Several runs stand side by side in one table.\n"
	"\n";

/* Without a run: only posts can be printed then, and only in their own form. */
static bool is_of_posts(const struct show *show)
{
	bool has_posts = show->published && strcmp(show->published, "none");

	if (!has_posts)
		fprintf(stderr, "mdlab: show: no run is named; try results/runs/latest\n");
	else if (show->format != FORMAT_TABLE)
		fprintf(stderr, "mdlab: show: format: %s needs a run: name one, or leave it out\n",
			formats[show->format]);
	return has_posts && show->format == FORMAT_TABLE;
}

static int options_parse(struct show *show, int argc, char **argv)
{
	static char all_posts[] = "--published=all";
	char **words = calloc((size_t)argc + 1, sizeof(*words));
	struct opt_error error;
	int n, ret = NO_RUN;

	if (!words) {
		fprintf(stderr, "mdlab: show: out of memory\n");
		return NO_RUN;
	}
	opt_defaults(options, show);
	for (int i = 1; i < argc; i++)
		argv[i] = strcmp(argv[i], "--published") ? argv[i] : all_posts;
	n = opt_part(options, argc - 1, argv + 1, words, show->word, &show->words);
	if (opt_parse_argv(options, show, n, words, &error)) {
		fprintf(stderr, "mdlab: show: %s\n", error.text);
		goto out;
	}
	if (show->words || show->help || is_of_posts(show))
		ret = SHOWN;
out:
	free(words);
	return ret;
}

/* Beyond the columns that there are, runs are counted only. */
static void run_add(struct show *show, const char *path)
{
	if (show->runs < TABLE_RUNS)
		show->run[show->runs].path = path;
	show->runs++;
}

/* What is no path of a run is a selection of some in the folder of runs. */
static int run_select(struct show *show, const char *word)
{
	const size_t before = show->list.count;
	char file[4096], why[512];
	size_t bad = 0;
	int ret = recfile_find(word, file, sizeof(file));
	const bool is_missing = ret == -ENOENT && access(word, F_OK);

	if (ret != -ENOENT) {
		run_add(show, word);
		return SHOWN;
	}
	ret = store_select(&show->list, word, &bad, why, sizeof(why));
	if (ret == -ENOENT && is_missing && !store_is_pattern(word))
		show_complain(word, strerror(ENOENT));
	else if (ret)
		fprintf(stderr, "mdlab: show: %s\n", why);
	if (bad)
		fprintf(stderr, "mdlab: show: %zu run%s could not be read; name one to see why\n",
			bad, bad == 1 ? "" : "s");
	show->has_bad |= bad != 0;
	for (size_t i = before; i < show->list.count && !ret; i++) {
		if (!show->list.run[i].is_empty) {
			run_add(show, show->list.run[i].path);
			continue;
		}
		/* Of a kernel that did not come up; the others are shown. */
		show_complain(show->list.run[i].path, "no record is in it");
		show->has_bad = true;
	}
	return ret ? NO_RUN : SHOWN;
}

/* Words to runs. All of them are counted, so that it can be said how many. */
static int runs_select(struct show *show)
{
	int ret = SHOWN;

	for (size_t i = 0; i < show->words && !ret; i++)
		ret = run_select(show, show->word[i]);
	if (!ret && show->runs > TABLE_RUNS) {
		fprintf(stderr, "mdlab: show: %zu runs are selected, more than %d columns: name "
			"fewer\n", show->runs, TABLE_RUNS);
		ret = NO_RUN;
	}
	if (!show->runs && show->words)
		ret = NO_RUN;
	if (show->runs > TABLE_RUNS)
		show->runs = 0;
	return ret;
}

/* The tool whose form it is; NULL: none. */
static const char *format_tool(enum format format)
{
	switch (format) {
	case FORMAT_DD:
		return "GNU dd";
	case FORMAT_BONNIE:
		return "bonnie++";
	case FORMAT_TIOBENCH:
	case FORMAT_TIOBENCH_OLD:
		return "tiobench";
	default:
		return NULL;
	}
}

/* The posts that are to be printed, if any. */
static int posts_load(struct show *show)
{
	const char *name = show->published;
	char names[200];
	int ret;

	if (!name && format_tool((enum format)show->format))
		name = "all";
	if (!name || !strcmp(name, "none"))
		return SHOWN;
	ret = published_load(&show->posts, strcmp(name, "all") ? name : NULL);
	if (ret == -ENOENT)
		fprintf(stderr, "mdlab: show: published: no such post: take one of %s\n",
			published_names(names, sizeof(names)));
	else if (ret)
		fprintf(stderr, "mdlab: show: published: the figures within mdlab are broken\n");
	return ret ? NO_RUN : SHOWN;
}

/* What stands below: old tools' figures, and posted ones. */
static int print_more(const struct show *show)
{
	const char *tool = format_tool((enum format)show->format);

	if (show->format != FORMAT_TABLE && !tool)
		return 0;
	if (show->as_published && show->runs)
		oldtools_print(stdout, show->run, show->runs);
	if (!show->posts.posts)
		return 0;
	if (!show->runs)
		published_print(stdout, &show->posts);
	else if (tool)
		published_print_tool(stdout, &show->posts, tool, show->run, show->runs);
	else
		return published_print_beside(stdout, &show->posts, show->run, show->runs);
	return 0;
}

static int print(const struct show *show)
{
	int ret = 0;

	switch ((enum format)show->format) {
	case FORMAT_TABLE:
		ret = show->runs ? table_print(stdout, show->run, show->runs) : 0;
		break;
	case FORMAT_DD:
		export_dd(stdout, show->run, show->runs);
		break;
	case FORMAT_BONNIE:
		export_bonnie(stdout, show->run, show->runs, show->as_published);
		break;
	case FORMAT_BONNIE_CSV:
		export_bonnie_csv(stdout, show->run, show->runs);
		break;
	case FORMAT_TIOBENCH:
		export_tiobench(stdout, show->run, show->runs);
		break;
	case FORMAT_TIOBENCH_OLD:
		export_tiobench_old(stdout, show->run, show->runs, show->as_published);
		break;
	case FORMAT_CSV:
		export_csv(stdout, show->run, show->runs);
		break;
	case FORMAT_JSON:
		export_json(stdout, show->run, show->runs);
		break;
	}
	if (ret || print_more(show)) {
		fprintf(stderr, "mdlab: show: out of memory\n");
		return NOT_WHOLE;
	}
	ret = outfile_flush_stdout();
	if (ret) {
		fprintf(stderr, "mdlab: show: standard output: %s\n", strerror(-ret));
		return NOT_WHOLE;
	}
	return SHOWN;
}

/* A glob that nothing matches is a slip of the pen, not an empty result. */
static int only_check(const struct show *show)
{
	for (size_t i = 0; i < show->runs; i++) {
		if (show->run[i].figures)
			return SHOWN;
	}
	if (!show->only || !show->runs)
		return SHOWN;
	show_complain(show->only, "no result has an id that matches --only");
	return NO_RUN;
}

int show_main(int argc, char **argv)
{
	struct show *show = calloc(1, sizeof(*show));
	int worst, ret;

	if (show)
		show->word = calloc((size_t)argc + 1, sizeof(*show->word));
	if (!show || !show->word) {
		fprintf(stderr, "mdlab: show: out of memory\n");
		free(show);
		return NO_RUN;
	}
	worst = options_parse(show, argc, argv);
	if (!worst && show->help) {
		opt_help(options, lead, stdout);
		goto out;
	}
	if (!worst)
		worst = posts_load(show);
	if (worst != NO_RUN && runs_select(show))
		worst = NO_RUN;
	if (worst != NO_RUN && show->has_bad)
		worst = NOT_WHOLE;
	for (size_t i = 0; i < show->runs && worst != NO_RUN; i++) {
		ret = show_load(&show->run[i], show->only);
		worst = ret > worst ? ret : worst;
	}
	if (worst != NO_RUN && only_check(show))
		worst = NO_RUN;
	if (worst != NO_RUN) {
		ret = print(show);
		worst = ret > worst ? ret : worst;
	}
out:
	for (size_t i = 0; i < show->runs; i++)
		run_free(&show->run[i]);
	published_free(&show->posts);
	runlist_free(&show->list);
	free(show->word);
	free(show);
	return worst;
}
