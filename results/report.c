// SPDX-License-Identifier: GPL-2.0-only
/*
 * mdlab report: selections in, one page out that needs nothing else. It is made
 * in memory and appears whole or not at all.
 */
#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "opt.h"
#include "report_parts.h"
#include "text.h"

enum { WRITTEN, NOT_WRITTEN, NO_REPORT, NOT_ALIKE };	/* exit statuses */

struct words {
	unsigned metrics;
	uint64_t smallest_pct;
	const char *only, *output, *base;
	bool force, help;
	const char **word;
	size_t words;
};

static const char *const metric_names[] = { "rate", "p50", "p99", "cpu", NULL };

static const struct opt options[] = {
	{ .name = "output", .type = OPT_STRING, .offset = offsetof(struct words, output),
	  .arg = "FILE", .help = "the page to write; also -o FILE" },
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
	{ .name = "force", .type = OPT_YES, .offset = offsetof(struct words, force),
	  .help = "compare runs that are not alike all the same" },
	{ .name = "help", .type = OPT_YES, .offset = offsetof(struct words, help),
	  .help = "this text" },
	{ .name = NULL }
};

static const char lead[] =
	"usage: mdlab report [--OPTION=VALUE]... -o FILE.html SELECTION...\n"
	"\n"
	"Compare runs as mdlab compare does, and write a page that tells all of it: the\n"
	"verdicts with their reasons, plots, what went wrong, and where it was measured.\n"
	"The page is one file without scripts, to be sent to others. gnuplot draws.\n"
	"\n"
	"Exits 0 once it is written, whatever the verdicts are; 1 where it cannot be; 2\n"
	"where there is nothing to compare; 3 where the runs are not alike.\n"
	"\n";

/* Texts of the library have their hostile parts escaped or not; none may act. */
static void complain(const char *text)
{
	fputs("mdlab: report: ", stderr);
	for (; *text; text++)
		fputc(*text >= ' ' && *text < 0x7f ? *text : '?', stderr);
	fputc('\n', stderr);
}

static void complain_of(const char *object, const char *reason)
{
	char text[4400];

	snprintf(text, sizeof(text), "%s: %s", object, reason);
	complain(text);
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
	bool is_option;
	int n = 0;

	for (int i = 1; i < argc; i++) {
		is_option = !strncmp(argv[i], "--", 2) && argv[i][2];
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
	int ret;

	w->word = calloc((size_t)argc + 1, sizeof(*w->word));
	if (!option || !w->word) {
		complain("out of memory");
		free(option);
		return -1;
	}
	opt_defaults(options, w);
	ret = opt_parse_argv(options, w, words_part(w, argc, argv, option), option, &error);
	if (ret)
		complain(error.text);
	free(option);
	return ret;
}

/* Beside it and then renamed. 0 or -errno. */
static int write_file(const char *path, const char *text, size_t len)
{
	char temporary[4096];
	const mode_t mask = umask(0);
	struct stat st;
	ssize_t n;
	int fd, ret = 0;

	umask(mask);
	/* A rename would do away with a device. */
	if (!lstat(path, &st) && !S_ISREG(st.st_mode))
		return S_ISDIR(st.st_mode) ? -EISDIR : -EINVAL;
	if ((size_t)snprintf(temporary, sizeof(temporary), "%s.XXXXXX", path) >= sizeof(temporary))
		return -ENAMETOOLONG;
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0)
		return -errno;
	if (fchmod(fd, 0666 & ~mask))
		ret = -errno;
	while (len && !ret) {
		n = write(fd, text, len);
		if (n < 0 && errno != EINTR)
			ret = -errno;
		text += n > 0 ? n : 0;
		len -= n > 0 ? (size_t)n : 0;
	}
	if (close(fd) && !ret)
		ret = -errno;
	if (!ret && rename(temporary, path))
		ret = -errno;
	if (ret)
		unlink(temporary);
	return ret;
}

static int make_page(struct report *r, char **text, size_t *len)
{
	FILE *out = open_memstream(text, len);
	int ret = out ? 0 : -ENOMEM;

	report_choose_curves(r);
	if (!ret)
		ret = details_read(r);
	if (!ret)
		report_make_plots(r);
	if (!ret && r->plots.no_memory)
		ret = -ENOMEM;
	if (!ret) {
		plots_draw(&r->plots);
		report_page(out, r);
		ret = ferror(out) ? -ENOMEM : 0;
	}
	if (out && fclose(out) && !ret)
		ret = -ENOMEM;
	return ret;
}

static int write_report(const struct words *w, const struct comparison *c)
{
	struct report *r = calloc(1, sizeof(*r));
	char *text = NULL;
	size_t len = 0;
	int ret = -ENOMEM;

	if (r) {
		r->c = c;
		ret = make_page(r, &text, &len);
	}
	if (ret) {
		complain("out of memory");
	} else {
		if (r->plots.why[0])
			complain_of("no plots", r->plots.why);
		ret = write_file(w->output, text, len);
		if (ret)
			complain_of(w->output, ret == -EINVAL ? "there is something that is no "
				    "file" : strerror(-ret));
	}
	if (r) {
		details_free(r);
		plots_free(&r->plots);
	}
	free(text);
	free(r);
	return ret ? NOT_WRITTEN : WRITTEN;
}

/* What is not alike, a line each, and who is who. */
static void print_differences(const struct comparison *c)
{
	char line[1200], label[200];
	const char letter[2] = { 0 };
	size_t len;

	(void)letter;
	for (size_t g = 0; g < c->groups; g++) {
		snprintf(line, sizeof(line), "%c is %s", (char)('A' + g),
			 text_escape(label, sizeof(label), c->group[g].label));
		complain(line);
	}
	for (const char *p = c->differences; p && *p; p += len + (p[len] == '\n')) {
		len = strcspn(p, "\n");
		snprintf(line, sizeof(line), "not alike: %.*s", len < 1000 ? (int)len : 1000, p);
		complain(line);
	}
}

static int report(const struct words *w)
{
	struct compare_request request = {
		.word = w->word, .words = w->words, .only = w->only, .force = w->force,
		.smallest = (double)w->smallest_pct / 100, .base = w->base,
	};
	struct comparison *c = calloc(1, sizeof(*c));
	char why[600] = "";
	int ret;

	if (!c) {
		complain("out of memory");
		return NOT_WRITTEN;
	}
	for (unsigned m = 0; m < METRICS; m++)
		request.metric[m] = w->metrics >> m & 1;
	ret = compare_make(c, &request, why, sizeof(why));
	if (ret == -EXDEV)
		print_differences(c);
	if (ret) {
		complain(why);
		ret = ret == -EXDEV ? NOT_ALIKE : NO_REPORT;
	} else {
		ret = write_report(w, c);
	}
	compare_free(c);
	free(c);
	return ret;
}

int report_main(int argc, char **argv)
{
	struct words w = { .words = 0 };
	int status = NO_REPORT;

	if (options_parse(&w, argc, argv))
		goto out;
	if (w.help) {
		opt_help(options, lead, stdout);
		status = WRITTEN;
	} else if (!w.words) {
		complain("no run is named; mdlab log lists them, mdlab report --help tells more");
	} else if (!w.output) {
		complain("output: no file is named; add -o report.html");
	} else if (!w.metrics) {
		complain("metrics: none is named; take some of rate,p50,p99,cpu");
	} else {
		status = report(&w);
	}
out:
	free(w.word);
	return status;
}
