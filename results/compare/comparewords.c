// SPDX-License-Identifier: GPL-2.0-only
/*
 * What mdlab compare and mdlab report have in common before anything is printed:
 * parting options from selections, and saying why there is no comparison.
 */
#include "comparewords.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"
#include "units.h"

#define SMALLEST_MAX 1000

const char *const compare_metrics[] = { "rate", "p50", "p99", "cpu", NULL };

_Static_assert(ARRAY_SIZE(compare_metrics) == METRICS + 1, "each of metric_list has a name here");

/* Texts of the library have their hostile parts escaped or not. */
void compare_complain(const struct compare_words *w, const char *text)
{
	fprintf(stderr, "mdlab: %s: ", w->command);
	for (; *text; text++)
		fputc(*text >= ' ' && *text < 0x7f ? *text : '?', stderr);
	fputc('\n', stderr);
}

int compare_words_parse(struct compare_words *w, const struct opt *options, int argc, char **argv)
{
	static char output[] = "--output";
	char **option = calloc((size_t)argc + 1, sizeof(*option));
	struct opt_error error;
	int n, ret;

	w->word = calloc((size_t)argc + 1, sizeof(*w->word));
	if (!option || !w->word) {
		compare_complain(w, "out of memory");
		free(option);
		return -1;
	}
	opt_defaults(options, w);
	for (int i = 1; i < argc; i++)
		argv[i] = strcmp(argv[i], "-o") ? argv[i] : output;
	n = opt_part(options, argc - 1, argv + 1, option, w->word, &w->words);
	ret = opt_parse_argv(options, w, n, option, &error);
	free(option);
	if (!ret && parse_percent(w->smallest_pct, SMALLEST_MAX, &w->smallest)) {
		snprintf(error.text, sizeof(error.text),
			 "smallest: %.40s: not a percentage up to %d, as 3 or 0.5",
			 w->smallest_pct, SMALLEST_MAX);
		ret = -EINVAL;
	}
	if (ret)
		compare_complain(w, error.text);
	return ret ? -1 : 0;
}

void compare_words_free(struct compare_words *w)
{
	free(w->word);
	w->word = NULL;
}

/* What is not alike, a line each, and who is who. */
static void print_differences(const struct compare_words *w, const struct comparison *c)
{
	char line[1200], label[200];
	size_t len;

	for (size_t g = 0; g < c->groups; g++) {
		snprintf(line, sizeof(line), "%c is %s", group_letter(g),
			 text_escape(label, sizeof(label), c->group[g].label));
		compare_complain(w, line);
	}
	for (const char *p = c->differences; p && *p; p += len + (p[len] == '\n')) {
		len = strcspn(p, "\n");
		snprintf(line, sizeof(line), "not alike: %.*s", (int)len, p);
		compare_complain(w, line);
	}
}

/* 0 or, once it is said why not, -errno of compare_make. */
static int words_compare(const struct compare_words *w, struct comparison *c)
{
	struct compare_request request = {
		.word = w->word, .words = w->words, .only = w->only, .force = w->force,
		.smallest = w->smallest, .base = w->base,
	};
	char why[600] = "";
	int ret;

	if (!w->words) {
		snprintf(why, sizeof(why), "no run is named; mdlab log lists them, "
			 "mdlab %s --help tells more", w->command);
		ret = -EINVAL;
	} else if (!w->metrics) {
		snprintf(why, sizeof(why), "metrics: none is named; take some of rate,p50,p99,cpu");
		ret = -EINVAL;
	} else {
		for (unsigned m = 0; m < METRICS; m++)
			request.metric[m] = w->metrics >> m & 1;
		ret = compare_make(c, &request, why, sizeof(why));
	}
	if (ret == -EXDEV)
		print_differences(w, c);
	if (ret)
		compare_complain(w, why);
	return ret;
}

int compare_words_use(const struct compare_words *w,
		      int (*use)(const struct compare_words *, const struct comparison *))
{
	struct comparison *c = calloc(1, sizeof(*c));
	int ret, status = NO_COMPARISON;

	if (!c) {
		compare_complain(w, "out of memory");
		return NO_COMPARISON;
	}
	ret = words_compare(w, c);
	if (!ret)
		status = use(w, c);
	else if (ret == -EXDEV)
		status = NOT_ALIKE;
	compare_free(c);
	free(c);
	return status;
}
