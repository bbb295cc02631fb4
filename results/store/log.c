// SPDX-License-Identifier: GPL-2.0-only
/*
 * mdlab log: runs to one line each, oldest first. What is too wide for its
 * column is shortened with a * in the middle, so that it still is a selection.
 */
#include "log.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "formtext.h"
#include "opt.h"
#include "store.h"
#include "text.h"
#include "units.h"

enum { LISTED, NOT_ALL, NO_RUN };	/* exit statuses, rising badness */
enum { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSON };

#define CELL_MAX 256
#define TAIL_MOST 8
#define RUN_LEAST 18		/* what the first column has at least: a date, and the tail */

struct options {
	unsigned format;
	bool help;
};

static const char *const formats[] = { "table", "csv", "json", NULL };

static const struct opt options[] = {
	{ .name = "format", .type = OPT_CHOICE, .offset = offsetof(struct options, format),
	  .choices = formats, .preset = "table", .arg = "FORM", .help = "what to print" },
	{ .name = "help", .type = OPT_YES, .offset = offsetof(struct options, help),
	  .help = "this text" },
	{ .name = NULL }
};

static const char lead[] =
	"usage: mdlab log [--OPTION=VALUE]... [SELECTION]...\n"
	"\n"
	"List runs, oldest first: all of results/runs (MDBENCH_RUNS names another folder),\n"
	"or those that are selected. A SELECTION is\n"
	"\n"
	"  PATH               a run's folder, a records file, or a folder of runs\n"
	"  ID, GLOB           of runs and folders in results/runs: '20261130*smoke*'\n"
	"  latest             the newest run\n"
	"  KEY=GLOB[,...]     of a run's traits: 'kernel=6.1*,suite=standard'\n"
	"  since=DATE, until=DATE    likewise: since=2026-11-30,accel=kvm\n"
	"\n"
	"Names that do not fit are printed with a * in the middle and select, too.\n"
	"\n";

static const char keys_lead[] = "\nKeys of a selection:\n\n";

static void print_help(void)
{
	opt_help(options, lead, stdout);
	fputs(keys_lead, stdout);
	for (unsigned t = 0; t < TRAITS; t++)
		printf("  %-12s%s\n", trait_list[t].name, trait_list[t].help);
}

/* "68 of 72": tests that passed, of those that were announced. */
static const char *verdict_text(char *buf, size_t size, const struct runinfo *r)
{
	char word[32];

	text_escape(word, sizeof(word), r->trait[TRAIT_VERDICT]);
	if (r->is_whole)
		snprintf(buf, size, "%s %" PRIu64 "/%" PRIu64, word, r->verdicts[VERDICT_PASS],
			 r->tests);
	else
		snprintf(buf, size, "%s", word);
	return buf;
}

struct column {
	const char *name;
	size_t most, width;		/* the widest that it may be; that it is */
};

enum {
	COLUMN_RUN, COLUMN_KERNEL, COLUMN_SUITE, COLUMN_ACCEL, COLUMN_VERDICT, COLUMN_DATE, COLUMNS
};

/* Short of its column: the begin, a *, and the end, where ids have what is theirs alone. */
static const char *shorten(char *text, size_t width)
{
	const size_t len = strlen(text), tail = width / 2 < TAIL_MOST ? width / 2 : TAIL_MOST;

	if (len <= width || width < 3)
		return text;
	text[width - tail - 1] = '*';
	memmove(text + width - tail, text + len - tail, tail + 1);
	return text;
}

static const char *cell_text(char buf[CELL_MAX], const struct runinfo *r, unsigned column)
{
	static const enum trait traits[COLUMNS] = {
		[COLUMN_KERNEL] = TRAIT_KERNEL, [COLUMN_SUITE] = TRAIT_SUITE,
		[COLUMN_ACCEL] = TRAIT_ACCEL, [COLUMN_DATE] = TRAIT_DATE,
	};
	const char *text = column == COLUMN_RUN ? store_short(r->path) : r->trait[traits[column]];

	if (column == COLUMN_VERDICT)
		return verdict_text(buf, CELL_MAX, r);
	if (column == COLUMN_KERNEL && !*text)
		text = r->trait[TRAIT_SPEC];
	return text_escape(buf, CELL_MAX, *text ? text : NULL);
}

static void size_columns(struct column *columns, const struct runlist *list)
{
	size_t left = TEXT_WIDTH - (COLUMNS - 1), len;
	struct column *c;
	char buf[CELL_MAX];

	for (unsigned i = COLUMNS; i-- > 0;) {
		c = &columns[i];
		c->width = strlen(c->name);
		for (size_t r = 0; r < list->count; r++) {
			len = strlen(cell_text(buf, &list->run[r], i));
			c->width = len > c->width ? len : c->width;
		}
		if (c->width > c->most)
			c->width = c->most;
		/* The kernel's gives way before the run's, which comes last. */
		if (i == COLUMN_KERNEL && c->width + RUN_LEAST > left)
			c->width = left - RUN_LEAST;
		if (i == COLUMN_RUN && c->width > left)
			c->width = left;
		left -= c->width;
	}
}

static void print_table(const struct runlist *list)
{
	struct column columns[COLUMNS] = {
		[COLUMN_RUN] = { "run", TEXT_WIDTH, 0 },
		[COLUMN_KERNEL] = { "kernel", 26, 0 },
		[COLUMN_SUITE] = { "suite", 8, 0 },
		[COLUMN_ACCEL] = { "accel", 5, 0 },
		[COLUMN_VERDICT] = { "verdict", 13, 0 },
		[COLUMN_DATE] = { "date", 10, 0 },
	};
	char buf[CELL_MAX];

	size_columns(columns, list);
	for (unsigned i = 0; i < COLUMNS; i++)
		printf("%-*s%s", i + 1 < COLUMNS ? (int)columns[i].width : 0, columns[i].name,
		       i + 1 < COLUMNS ? " " : "\n");
	for (size_t r = 0; r < list->count; r++) {
		for (unsigned i = 0; i < COLUMNS; i++) {
			cell_text(buf, &list->run[r], i);
			printf("%-*s%s", i + 1 < COLUMNS ? (int)columns[i].width : 0,
			       shorten(buf, columns[i].width), i + 1 < COLUMNS ? " " : "\n");
		}
	}
}

static void print_csv(const struct runlist *list)
{
	const struct runinfo *r;

	fputs("path,key,round", stdout);
	for (unsigned t = 0; t < TRAITS; t++)
		printf(",%s", trait_list[t].name);
	fputs(",tests", stdout);
	for (unsigned v = 0; v < VERDICTS; v++)
		printf(",%s", figure_verdict_name((enum verdict)v));
	fputs(",whole\n", stdout);
	for (size_t i = 0; i < list->count; i++) {
		r = &list->run[i];
		text_put_csv(stdout, r->path);
		putchar(',');
		text_put_csv(stdout, r->key);
		putchar(',');
		if (r->round)
			printf("%u", r->round);
		for (unsigned t = 0; t < TRAITS; t++) {
			putchar(',');
			text_put_csv(stdout, r->trait[t]);
		}
		printf(",%" PRIu64, r->tests);
		for (unsigned v = 0; v < VERDICTS; v++)
			printf(",%" PRIu64, r->verdicts[v]);
		printf(",%s\n", r->is_whole ? "yes" : "no");
	}
}

static void put_text(const char *key, const char *text)
{
	printf("\"%s\":", key);
	if (*text)
		form_put_json(stdout, text);
	else
		fputs("null", stdout);
	putchar(',');
}

/* One object a line, as records are; names of files need be no UTF-8. */
static void print_json(const struct runlist *list)
{
	const struct runinfo *r;

	for (size_t i = 0; i < list->count; i++) {
		r = &list->run[i];
		putchar('{');
		put_text("path", r->path);
		if (r->key[0])
			put_text("key", r->key);
		if (r->round)
			printf("\"round\":%u,", r->round);
		for (unsigned t = 0; t < TRAITS; t++)
			put_text(trait_list[t].name, r->trait[t]);
		printf("\"tests\":%" PRIu64 ",\"verdicts\":", r->tests);
		for (unsigned v = 0; v < VERDICTS; v++)
			printf("%c\"%s\":%" PRIu64, v ? ',' : '{',
			       figure_verdict_name((enum verdict)v), r->verdicts[v]);
		printf("},\"whole\":%s}\n", r->is_whole ? "true" : "false");
	}
}

static void print_runs(const struct runlist *list, unsigned format)
{
	if (format == FORMAT_CSV)
		print_csv(list);
	else if (format == FORMAT_JSON)
		print_json(list);
	else
		print_table(list);
}

static int log_runs(const struct options *o, const char *const *word, size_t words)
{
	char why[512], folder[4096], text[256];
	struct runlist list = { .count = 0 };
	size_t bad = 0;
	int ret = 0;

	if (!words)
		ret = store_all(&list, &bad, why, sizeof(why));
	for (size_t i = 0; i < words && !ret; i++)
		ret = store_select(&list, word[i], &bad, why, sizeof(why));
	if (ret)
		fprintf(stderr, "mdlab: log: %s\n", why);
	else if (list.count || o->format != FORMAT_TABLE)
		print_runs(&list, o->format);
	else
		printf("no run is in %s yet; make run makes one\n",
		       text_escape(text, sizeof(text), store_folder(folder, sizeof(folder))));
	if (bad)
		fprintf(stderr, "mdlab: log: %zu run%s could not be read; mdlab show says why\n",
			bad, bad == 1 ? "" : "s");
	runlist_free(&list);
	return ret ? NO_RUN : bad ? NOT_ALL : LISTED;
}

int log_main(int argc, char **argv)
{
	char **option = calloc((size_t)argc + 1, sizeof(*option));
	const char **word = calloc((size_t)argc + 1, sizeof(*word));
	struct options o = { .help = false };
	struct opt_error error;
	size_t words = 0;
	int ret = NO_RUN, n;

	if (!option || !word) {
		fprintf(stderr, "mdlab: log: out of memory\n");
		goto out;
	}
	opt_defaults(options, &o);
	n = opt_part(options, argc - 1, argv + 1, option, word, &words);
	if (opt_parse_argv(options, &o, n, option, &error)) {
		fprintf(stderr, "mdlab: log: %s\n", error.text);
	} else if (o.help) {
		print_help();
		ret = LISTED;
	} else {
		ret = log_runs(&o, word, words);
	}
out:
	free(option);
	free(word);
	return ret;
}
