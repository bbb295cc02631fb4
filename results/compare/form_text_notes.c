// SPDX-License-Identifier: GPL-2.0-only
/*
 * What stands below the tables of the text form: the legend, tests that did
 * not pass, and the counts with the reasons summed up.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "form_text.h"
#include "units.h"

#define REASONS_MAX 64		/* of a kind that are told apart */
#define REASON_BYTES 160

/* How many times the same was said; numbers within it may differ. */
struct reason {
	char key[REASON_BYTES];
	char text[REASON_BYTES];
	size_t group;
	const char *id;		/* of the first test */
	size_t count;
	bool is_varied;		/* in its numbers */
};

/* In the order in which they matter. */
static const enum outcome outcome_order[] = {
	OUTCOME_SLOWER, OUTCOME_FASTER, OUTCOME_SAME, OUTCOME_CANNOT_TELL, OUTCOME_NONE,
};

static const char *const outcome_text[OUTCOMES] = {
	[OUTCOME_NONE] = "not compared", [OUTCOME_CANNOT_TELL] = "cannot tell",
	[OUTCOME_SAME] = "same", [OUTCOME_FASTER] = "faster", [OUTCOME_SLOWER] = "slower",
};

struct reasons {
	struct reason reason[REASONS_MAX];
	size_t count, others;
};

/* Numbers are '#': "1 repeat, 5 are needed" is said once for all rows. */
static void key_make(char key[REASON_BYTES], const char *text)
{
	size_t len = 0;

	while (*text && len + 1 < REASON_BYTES) {
		if (isdigit((unsigned char)*text)) {
			key[len++] = '#';
			text += strspn(text, "0123456789.,");
		} else {
			key[len++] = *text++;
		}
	}
	key[len] = '\0';
}

static void reason_add(struct reasons *all, size_t group, const char *text, const char *id)
{
	char key[REASON_BYTES];
	size_t i;

	key_make(key, text);
	for (i = 0; i < all->count; i++) {
		if (all->reason[i].group == group && !strcmp(all->reason[i].key, key))
			break;
	}
	if (i == REASONS_MAX) {
		all->others++;
		return;
	}
	if (i == all->count) {
		all->count++;
		snprintf(all->reason[i].text, REASON_BYTES, "%s", text);
		memcpy(all->reason[i].key, key, sizeof(key));
		all->reason[i].group = group;
		all->reason[i].id = id;
		all->reason[i].count = 0;
	}
	all->reason[i].count++;
	all->reason[i].is_varied |= strncmp(all->reason[i].text, text, REASON_BYTES - 1) != 0;
}

static void print_unpassed(FILE *out, const struct reasons *all, const char *title)
{
	const struct reason *r;
	char text[REASON_BYTES * 4], id[TEXT_WIDTH - 16], more[32] = "";
	char lead[4] = "A";

	if (!all->count)
		return;
	fprintf(out, "\n%s\n", title);
	for (size_t i = 0; i < all->count; i++) {
		r = &all->reason[i];
		lead[0] = group_letter(r->group);
		text_wrap(out, lead, 3, text_escape(text, sizeof(text), r->text));
		more[0] = '\0';
		if (r->count > 1)
			snprintf(more, sizeof(more), " and %zu more", r->count - 1);
		fprintf(out, "     %s%s\n", text_escape(id, sizeof(id), r->id), more);
	}
	if (all->others)
		fprintf(out, "   and %zu more\n", all->others);
}

static void print_verdicts(FILE *out, const struct comparison *c)
{
	struct reasons *broken = calloc(2, sizeof(*broken)), *rest;
	const struct cell *cell;
	char text[REASON_BYTES];

	if (!broken) {
		fprintf(out, "(out of memory)\n");
		return;
	}
	rest = &broken[1];
	for (size_t i = 0; i < c->rows; i++) {
		for (size_t g = 0; g < c->groups; g++) {
			cell = &c->row[i].cell[g];
			if (cell->verdict == VERDICT_PASS)
				continue;
			snprintf(text, sizeof(text), "%s%s%s", figure_verdict_name(cell->verdict),
				 cell->reason ? ": " : "", cell->reason ? cell->reason : "");
			reason_add(cell_is_broken(&c->row[i], g) ? broken : rest, g, text,
				   c->row[i].id);
		}
	}
	print_unpassed(out, broken, "Passes in A, and does not here:");
	print_unpassed(out, rest, "Did not pass:");
	free(broken);
}

/* "cannot tell, 72 of 72: 1 repeat, 5 are needed" */
static void print_reasons(FILE *out, const struct comparison *c, enum metric m, enum outcome o)
{
	struct reasons *all = calloc(1, sizeof(*all));
	const struct change *change;
	char line[REASON_BYTES * 5], text[REASON_BYTES * 4];

	for (size_t i = 0; all && i < c->rows; i++) {
		for (size_t g = 1; g < c->groups; g++) {
			change = &c->row[i].cell[g].change[m];
			if (change->outcome == o && *change->why)
				reason_add(all, 0, change->why, c->row[i].id);
		}
	}
	for (size_t i = 0; all && i < all->count; i++) {
		snprintf(line, sizeof(line), "%s, %zu of %zu%s: %s", outcome_text[o],
			 all->reason[i].count, c->outcome[m][o],
			 all->reason[i].is_varied ? ", such as" : "",
			 text_escape(text, sizeof(text), all->reason[i].text));
		text_wrap(out, "", 6, line);
	}
	free(all);
}

/* "B: 3 slower, 1 faster, 60 same, 8 cannot tell"; of one group, what there is. */
static void print_group_counts(FILE *out, const struct comparison *c, enum metric m, size_t g)
{
	size_t n[OUTCOMES] = { 0 };
	const char *sep = ": ";

	for (size_t i = 0; i < c->rows; i++)
		n[c->row[i].cell[g].change[m].outcome]++;
	fprintf(out, "      %c", group_letter(g));
	for (size_t i = 0; i < ARRAY_SIZE(outcome_order); i++) {
		if (n[outcome_order[i]]) {
			fprintf(out, "%s%zu %s", sep, n[outcome_order[i]],
				outcome_text[outcome_order[i]]);
			sep = ", ";
		}
	}
	fprintf(out, "\n");
}

static void print_counts(FILE *out, const struct comparison *c, enum metric m)
{
	const char *sep = ": ";
	enum outcome o;

	fprintf(out, "%s", metric_list[m].name);
	for (size_t i = 0; i < ARRAY_SIZE(outcome_order); i++) {
		o = outcome_order[i];
		if (o != OUTCOME_NONE || c->outcome[m][o]) {
			fprintf(out, "%s%zu %s", sep, c->outcome[m][o], outcome_text[o]);
			sep = ", ";
		}
	}
	fprintf(out, "\n");
	for (size_t g = 1; g < c->groups && c->groups > 2; g++)
		print_group_counts(out, c, m, g);
	for (size_t i = 0; i < ARRAY_SIZE(outcome_order); i++) {
		if (outcome_order[i] != OUTCOME_SAME)
			print_reasons(out, c, m, outcome_order[i]);
	}
}

static bool has_ops(const struct comparison *c)
{
	for (size_t i = 0; i < c->rows; i++) {
		if (c->row[i].counts_ops)
			return true;
	}
	return false;
}

static bool has_cached(const struct comparison *c)
{
	for (size_t i = 0; i < c->rows; i++) {
		for (size_t g = 0; g < c->groups; g++) {
			if (c->row[i].cell[g].is_cached)
				return true;
		}
	}
	return false;
}

static void print_legend(FILE *out, const struct comparison *c)
{
	bool has_times = c->metric[METRIC_P50] || c->metric[METRIC_P99] || c->metric[METRIC_CPU];
	char line[600];

	snprintf(line, sizeof(line), "A is the base. Medians of %s; MB/s: 10^6 bytes a second%s."
		 "%s%s%s A change of less than %g %% does not matter.%s",
		 c->is_within_boot ? "the repeats" : "the runs",
		 has_ops(c) ? "; /s, k/s: operations; cpu with a unit: of one" : "",
		 has_cached(c) ? " cached: memory held a part of it." : "",
		 c->groups == 2 ? " +-%: spread of A." : " Beside the medians: + faster than A, "
		 "- slower, = same, ? cannot tell, ! does not pass any more.",
		 has_times ? " Of p50, p99 (time of a call) and cpu (time of all CPUs) less is "
		 "faster." : "", 100 * c->smallest,
		 c->is_exact ? "" : " Verdicts are corrected for the number of rows.");
	fprintf(out, "\n");
	text_wrap(out, "", 0, line);
}

void text_notes(FILE *out, const struct comparison *c)
{
	print_legend(out, c);
	print_verdicts(out, c);
	fprintf(out, "\n");
	for (unsigned m = 0; m < METRICS; m++) {
		if (c->metric[m])
			print_counts(out, c, (enum metric)m);
	}
}
