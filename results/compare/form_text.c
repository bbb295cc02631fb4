// SPDX-License-Identifier: GPL-2.0-only
/*
 * A comparison as text for mail: what was compared, on what machine, what to
 * beware of, a table for each metric, and the counts.
 */
#include "form_text.h"

#include <string.h>

#include "forms.h"

#define MARGIN 9
#define LINE_MAX_BYTES 500

static const char *trait_text(char *buf, size_t size, const struct runinfo *run, enum trait t)
{
	return text_escape(buf, size, run->trait[t]);
}

/* "A  6.1.0-57-amd64, debian:bookworm: 5 runs, the first of 2026-11-30" */
static void print_group(FILE *out, const struct comparison *c, size_t g)
{
	const struct group *group = &c->group[g];
	const struct runinfo *run = group->list.run;
	char label[200], spec[128] = "", kernel[100] = "", date[32] = "", line[LINE_MAX_BYTES];
	const char lead[2] = { group_letter(g), '\0' };
	size_t n = group->list.count;

	text_escape(label, sizeof(label), group->label);
	if (n && strcmp(group->label, run->trait[TRAIT_KERNEL]))
		trait_text(kernel, sizeof(kernel), run, TRAIT_KERNEL);
	if (n && strcmp(group->label, run->trait[TRAIT_SPEC]))
		trait_text(spec, sizeof(spec), run, TRAIT_SPEC);
	/* A label that has the release within need not be followed by it. */
	if (strstr(label, kernel))
		kernel[0] = '\0';
	if (n && run->trait[TRAIT_DATE][0])
		trait_text(date, sizeof(date), run, TRAIT_DATE);
	snprintf(line, sizeof(line), "%s%s%s%s%s: %zu run%s%s%s", label, *kernel ? ", " : "",
		 kernel, *spec ? ", " : "", spec, n, n == 1 ? "" : "s",
		 *date ? " from " : "", date);
	text_wrap(out, lead, 3, line);
}

static void line_add(char *line, const char *lead, const char *text, const char *behind)
{
	size_t len = strlen(line);
	char escaped[200];

	if (*text && len < LINE_MAX_BYTES - 1)
		snprintf(line + len, LINE_MAX_BYTES - len, "%s%s%s", len ? lead : "",
			 text_escape(escaped, sizeof(escaped), text), behind);
}

/* Of the first run: the others are alike, or a warning says what is not. */
static void print_machine(FILE *out, const struct comparison *c)
{
	const struct group *group = &c->group[0];
	char line[LINE_MAX_BYTES] = "";
	char *const *trait;

	if (!group->list.count)
		return;
	trait = group->list.run[0].trait;
	line_add(line, ", ", trait[TRAIT_ACCEL], "");
	line_add(line, ", ", trait[TRAIT_CPU], "");
	line_add(line, ", ", trait[TRAIT_CPUS], strcmp(trait[TRAIT_CPUS], "1") ? " CPUs" : " CPU");
	line_add(line, ", memory ", trait[TRAIT_MEMORY], "");
	line_add(line, ", ", trait[TRAIT_STATE], "");
	line_add(line, "; ", trait[TRAIT_DISKS], "");
	if (*line)
		text_wrap(out, "machine", MARGIN, line);
	*line = '\0';
	line_add(line, ", ", trait[TRAIT_SUITE], "");
	line_add(line, ", only ", trait[TRAIT_ONLY], "");
	line_add(line, ", ", trait[TRAIT_SETTINGS], "");
	if (*line)
		text_wrap(out, "suite", MARGIN, line);
}

static void print_warnings(FILE *out, const struct comparison *c)
{
	char text[1000];

	for (size_t i = 0; i < c->warnings; i++)
		text_wrap(out, i ? "" : "beware", MARGIN,
			  text_escape(text, sizeof(text), c->warning[i]));
}

static bool has_table(const struct comparison *c, enum metric m)
{
	for (size_t i = 0; i < c->rows && c->metric[m]; i++) {
		for (size_t g = 0; g < c->groups; g++) {
			if (c->row[i].cell[g].n[m])
				return true;
		}
	}
	return false;
}

void form_text(FILE *out, const struct comparison *c)
{
	bool is_any = false;

	for (size_t g = 0; g < c->groups; g++)
		print_group(out, c, g);
	print_machine(out, c);
	print_warnings(out, c);
	for (unsigned m = 0; m < METRICS; m++) {
		if (!has_table(c, (enum metric)m))
			continue;
		text_table(out, c, (enum metric)m);
		is_any = true;
	}
	if (!is_any)
		fprintf(out, "\nno result counts in any group\n");
	text_notes(out, c);
}
