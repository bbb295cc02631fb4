// SPDX-License-Identifier: GPL-2.0-only
/*
 * mdlab compare: selections in, a comparison in some form out, and an exit
 * status that a script can ask. A file that is named is whole or not there.
 */
#include "comparecmd.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compare.h"
#include "forms.h"
#include "opt.h"
#include "text.h"

enum { NOT_SLOWER, SLOWER, NO_COMPARISON, NOT_ALIKE };	/* exit statuses */

#define FORMS_MAX 32

struct words {
	unsigned metrics, format;
	uint64_t smallest_pct;
	const char *only, *output, *base;
	bool force, help;
	const char **word;
	size_t words;
};

static const char *const metric_names[] = { "rate", "p50", "p99", "cpu", NULL };
static const char *form_names[FORMS_MAX];	/* of form_list */

static const struct opt options[] = {
	{ .name = "only", .type = OPT_STRING, .offset = offsetof(struct words, only),
	  .arg = "GLOB", .help = "only tests whose id matches, such as raid1/*" },
	{ .name = "metrics", .type = OPT_FLAGS, .offset = offsetof(struct words, metrics),
	  .choices = metric_names, .preset = "rate,p50,p99,cpu", .arg = "LIST",
	  .help = "what of each test is compared" },
	{ .name = "smallest", .type = OPT_U64, .offset = offsetof(struct words, smallest_pct),
	  .max = 1000, .preset = "3", .arg = "PERCENT",
	  .help = "the smallest change that matters" },
	{ .name = "base", .type = OPT_STRING, .offset = offsetof(struct words, base),
	  .arg = "GROUP", .help = "what the others are compared with, instead of the first group: "
	  "its label, a glob of it, its number or letter" },
	{ .name = "format", .type = OPT_CHOICE, .offset = offsetof(struct words, format),
	  .choices = form_names, .preset = "text", .arg = "FORM", .help = "what to print" },
	{ .name = "output", .type = OPT_STRING, .offset = offsetof(struct words, output),
	  .arg = "FILE", .help = "where to, instead of standard output; also -o FILE" },
	{ .name = "force", .type = OPT_YES, .offset = offsetof(struct words, force),
	  .help = "compare runs that are not alike all the same" },
	{ .name = "help", .type = OPT_YES, .offset = offsetof(struct words, help),
	  .help = "this text" },
	{ .name = NULL }
};

static const char lead[] =
	"usage: mdlab compare [--OPTION=VALUE]... BASE NEW...\n"
	"       mdlab compare [--OPTION=VALUE]... MATRIX\n"
	"\n"
	"Is NEW faster or slower than BASE? Each selects runs, and is a group: a run's\n"
	"folder, a glob, an id, kernel=6.1*,suite=smoke (mdlab log tells more). Of a\n"
	"single selection, such as a matrix, each kernel is a group.\n"
	"\n"
	"Exits 0 where nothing is slower, 1 where something is, or a test does not pass\n"
	"any more; 2 where there is nothing to compare; 3 where the runs are not alike.\n"
	"\n";

/* Texts of the library have their hostile parts escaped or not; none may act. */
static void complain(const char *text)
{
	fputs("mdlab: compare: ", stderr);
	for (; *text; text++)
		fputc(*text >= ' ' && *text < 0x7f ? *text : '?', stderr);
	fputc('\n', stderr);
}

/* May it stand without a value: it is for yes or no. */
static bool stands_alone(const char *word)
{
	for (const struct opt *o = options; o->name; o++) {
		if (!strcmp(word + 2, o->name))
			return o->type == OPT_YES;
	}
	return false;
}

/* Part options from selections; options go to option. The number of them. */
static int words_part(struct words *w, int argc, char **argv, char **option)
{
	static char output[] = "--output";
	int n = 0;

	for (int i = 1; i < argc; i++) {
		bool is_option = !strncmp(argv[i], "--", 2) && argv[i][2];

		if (!is_option && strcmp(argv[i], "-o")) {
			w->word[w->words++] = argv[i];
			continue;
		}
		option[n++] = is_option ? argv[i] : output;
		if (!strchr(argv[i], '=') && !(is_option && stands_alone(argv[i])) && i + 1 < argc)
			option[n++] = argv[++i];
	}
	return n;
}

static int options_parse(struct words *w, int argc, char **argv)
{
	char **option = calloc((size_t)argc + 1, sizeof(*option));
	struct opt_error error;
	size_t forms = 0;
	int n, ret;

	for (const struct form *f = form_list; f->name && forms + 1 < FORMS_MAX; f++)
		form_names[forms++] = f->name;
	w->word = calloc((size_t)argc + 1, sizeof(*w->word));
	if (!option || !w->word) {
		complain("out of memory");
		free(option);
		return -1;
	}
	opt_defaults(options, w);
	n = words_part(w, argc, argv, option);
	ret = opt_parse_argv(options, w, n, option, &error);
	if (ret)
		complain(error.text);
	free(option);
	return ret;
}

/*
 * Written beside it and then renamed. What is no plain file is written to as it
 * is: a device, a pipe, and a link too, as /dev/stdout is one to a file.
 */
static FILE *output_open(const char *path, char *temporary, size_t size)
{
	mode_t mask = umask(0);
	struct stat st;
	FILE *file;
	int fd;

	umask(mask);
	temporary[0] = '\0';
	if (!lstat(path, &st) && !S_ISREG(st.st_mode))
		return fopen(path, "we");
	if ((size_t)snprintf(temporary, size, "%s.XXXXXX", path) >= size) {
		errno = ENAMETOOLONG;
		return NULL;
	}
	fd = mkostemp(temporary, O_CLOEXEC);
	file = fd < 0 ? NULL : fdopen(fd, "w");
	if (file)
		fchmod(fd, 0666 & ~mask);
	return file;
}

/* 0 or -errno: every byte has reached the file. */
static int output_close(FILE *file, const char *path, const char *temporary)
{
	int ret = ferror(file) ? -EIO : 0;

	if (fflush(file))
		ret = -errno;
	if (file != stdout && fclose(file) && !ret)
		ret = -errno;
	if (!*temporary)
		return ret;
	if (!ret && rename(temporary, path))
		ret = -errno;
	if (ret)
		unlink(temporary);
	return ret;
}

static int print(const struct words *w, const struct comparison *c)
{
	char temporary[4096] = "", text[4400];
	FILE *file = stdout;
	int ret = 0;

	if (w->output) {
		file = output_open(w->output, temporary, sizeof(temporary));
		ret = file ? 0 : -errno;
	}
	if (!ret) {
		form_list[w->format].print(file, c);
		ret = output_close(file, w->output, temporary);
	}
	if (ret) {
		snprintf(text, sizeof(text), "%s: %s", w->output ? w->output : "standard output",
			 strerror(-ret));
		complain(text);
	}
	return ret;
}

/* What is not alike, a line each, and who is who. */
static void print_differences(const struct comparison *c)
{
	char line[1200], label[200];
	size_t len;

	for (size_t g = 0; g < c->groups; g++) {
		snprintf(line, sizeof(line), "%c is %s", (char)('A' + g),
			 text_escape(label, sizeof(label), c->group[g].label));
		complain(line);
	}
	for (const char *p = c->differences; *p; p += len + (p[len] == '\n')) {
		len = strcspn(p, "\n");
		snprintf(line, sizeof(line), "not alike: %.*s", (int)len, p);
		complain(line);
	}
}

static int status_of(const struct comparison *c)
{
	bool is_slower = compare_broken(c) || c->unmeasured;

	for (unsigned m = 0; m < METRICS; m++)
		is_slower |= c->metric[m] && c->outcome[m][OUTCOME_SLOWER];
	return is_slower ? SLOWER : NOT_SLOWER;
}

static int compare(const struct words *w)
{
	struct compare_request request = {
		.word = w->word, .words = w->words, .only = w->only, .force = w->force,
		.smallest = (double)w->smallest_pct / 100, .base = w->base,
	};
	struct comparison *c = calloc(1, sizeof(*c));
	char why[600];
	int ret;

	if (!c) {
		complain("out of memory");
		return NO_COMPARISON;
	}
	for (unsigned m = 0; m < METRICS; m++)
		request.metric[m] = w->metrics >> m & 1;
	ret = compare_make(c, &request, why, sizeof(why));
	if (ret == -EXDEV)
		print_differences(c);
	if (ret) {
		complain(why);
		ret = ret == -EXDEV ? NOT_ALIKE : NO_COMPARISON;
	} else {
		ret = print(w, c) ? NO_COMPARISON : status_of(c);
	}
	compare_free(c);
	free(c);
	return ret;
}

int compare_main(int argc, char **argv)
{
	struct words w = { .words = 0 };
	int status = NO_COMPARISON;

	if (options_parse(&w, argc, argv))
		goto out;
	if (w.help) {
		opt_help(options, lead, stdout);
		status = NOT_SLOWER;
	} else if (!w.words) {
		complain("no run is named; mdlab log lists them, mdlab compare --help tells more");
	} else if (!w.metrics) {
		complain("metrics: none is named; take some of rate,p50,p99,cpu");
	} else {
		status = compare(&w);
	}
out:
	free(w.word);
	return status;
}
