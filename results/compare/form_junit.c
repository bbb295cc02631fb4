// SPDX-License-Identifier: GPL-2.0-only
/*
 * A comparison as JUnit XML: a suite a group but the base, a case a test and
 * metric. It keeps to what the schemas of Ant and Jenkins both allow, so there
 * are attributes that only one of them wants. All of it is ASCII, and control
 * characters, which XML 1.0 has no way to write, are \xNN.
 */
#include "forms.h"

#include <math.h>
#include <string.h>

#include "formtext.h"
#include "testid.h"
#include "units.h"

static const struct form_map escaped[] = {
	{ '&', "&amp;" }, { '<', "&lt;" }, { '>', "&gt;" }, { '"', "&quot;" }, { '\'', "&#39;" },
	{ 0, NULL }
};

struct counts {
	size_t all, of[ENDINGS];
};

static void count(struct counts *n, const struct comparison *c, size_t group)
{
	const char *why;

	memset(n, 0, sizeof(*n));
	for (size_t r = 0; r < c->rows; r++) {
		for (unsigned m = 0; m < METRICS; m++) {
			if (!c->metric[m])
				continue;
			n->all++;
			n->of[form_ending(c, &c->row[r], group, (enum metric)m, &why)]++;
		}
	}
}

/* A day that there is, of this form: the schema of Ant refuses any other. */
static bool is_date(const char *text)
{
	static const unsigned char days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	uint64_t year, month, day;
	char part[11];

	if (strlen(text) != 10 || text[4] != '-' || text[7] != '-')
		return false;
	memcpy(part, text, sizeof(part));
	part[4] = part[7] = '\0';
	if (parse_u64(part, 1970, 9999, &year) || parse_u64(part + 5, 1, 12, &month) ||
	    parse_u64(part + 8, 1, 31, &day))
		return false;
	if (month == 2 && year % 4 == 0 && year % 100)
		return day <= 29;
	return day <= days[month - 1];
}

static void put_property(FILE *out, const char *name, const char *value)
{
	fprintf(out, "      <property name=\"%s\" value=\"", name);
	form_put(out, value, escaped);
	fputs("\"/>\n", out);
}

static void put_properties(FILE *out, const struct comparison *c, size_t group)
{
	static const enum trait traits[] = {
		TRAIT_KERNEL, TRAIT_BUILD, TRAIT_SPEC, TRAIT_SUITE, TRAIT_DISKS, TRAIT_ACCEL,
		TRAIT_CPU, TRAIT_CPUS, TRAIT_MEMORY, TRAIT_MDBENCH,
	};
	const struct group *g = &c->group[group];
	char text[FORM_CELL_MAX];

	fputs("    <properties>\n", out);
	put_property(out, "base", c->group[0].label);
	snprintf(text, sizeof(text), "%zu", g->list.count);
	put_property(out, "runs", text);
	snprintf(text, sizeof(text), "%g", 100 * c->smallest);
	put_property(out, "smallest_change_pct", text);
	for (size_t i = 0; i < ARRAY_SIZE(traits) && g->list.count; i++)
		put_property(out, trait_list[traits[i]].name, g->list.run[0].trait[traits[i]]);
	fputs("    </properties>\n", out);
}

static void put_side(FILE *out, const struct comparison *c, const struct compared *row,
		     size_t group, enum metric m)
{
	const struct cell *cell = &row->cell[group];
	char value[FORM_CELL_MAX], spread[FORM_CELL_MAX];

	fprintf(out, "%c: ", group_letter(group));
	form_put(out, c->group[group].label, escaped);
	fprintf(out, "\n   median %s, spread %s, %zu value%s",
		form_value(value, row, m, cell->median[m]),
		isfinite(cell->spread[m]) ? form_percent(spread, cell->spread[m]) + 1 : "n/a",
		cell->n[m], cell->n[m] == 1 ? "" : "s");
	for (size_t i = 0; i < cell->n[m]; i++)
		fprintf(out, "%s%.6g", i ? " " : ": ", cell->value[m][i]);
	fprintf(out, " %s\n", cell->n[m] ? form_unit(row, m) : "");
}

static void put_slower(FILE *out, const struct comparison *c, const struct compared *row,
		       size_t group, enum metric m, const char *why)
{
	const struct change *change = &row->cell[group].change[m];
	char text[FORM_CELL_MAX];

	fprintf(out, "      <failure type=\"slower\" message=\"%s", form_change(text, change));
	fprintf(out, ": %s ", form_value(text, row, m, row->cell[0].median[m]));
	fprintf(out, "to %s\">", form_value(text, row, m, row->cell[group].median[m]));
	put_side(out, c, row, 0, m);
	put_side(out, c, row, group, m);
	if (!change->is_exact)
		fprintf(out, "change %s, p %.3g, corrected %.3g\n", form_change(text, change),
			change->p, change->p_adjusted);
	form_put(out, why, escaped);
	fputs("</failure>\n", out);
}

static void put_broken(FILE *out, const struct comparison *c, const struct compared *row,
		       size_t group, enum metric m, const char *element, const char *why)
{
	const struct cell *cell = &row->cell[group];

	fprintf(out, "      <%s type=\"%s\" message=\"", element, form_verdict(cell));
	form_put(out, why, escaped);
	fprintf(out, "\">%zu of %zu results passed\n", cell->passed, cell->results);
	put_side(out, c, row, 0, m);
	fprintf(out, "</%s>\n", element);
}

static void put_name(FILE *out, const struct comparison *c, const struct compared *row,
		     size_t group, enum metric m)
{
	struct testid t;

	fputs("    <testcase classname=\"", out);
	if (testid_split(row->id, &t)) {
		for (const char *p = t.place; *p; p++) {
			const char one[2] = { *p == '/' ? '.' : *p, '\0' };

			form_put(out, one, escaped);
		}
		fputc('.', out);
		form_put(out, t.family, escaped);
		fputs("\" name=\"", out);
		form_put(out, t.operation, escaped);
		fputc('/', out);
		form_put(out, t.variant, escaped);
	} else {
		fputs("mdbench\" name=\"", out);
		form_put(out, row->id, escaped);
	}
	fprintf(out, " %s", metric_list[m].name);
	/* GitLab knows a case by its own names, whatever suite it is in. */
	if (c->groups > 2) {
		fputs(" (", out);
		form_put(out, c->group[group].label, escaped);
		fputc(')', out);
	}
	fputs("\" time=\"0\"", out);
}

static void put_case(FILE *out, const struct comparison *c, const struct compared *row,
		     size_t group, enum metric m)
{
	const char *why;
	enum ending ending = form_ending(c, row, group, m, &why);

	put_name(out, c, row, group, m);
	if (ending == ENDING_PASS) {
		fputs("/>\n", out);
		return;
	}
	fputs(">\n", out);
	if (ending == ENDING_SKIP) {
		fputs("      <skipped message=\"", out);
		form_put(out, why, escaped);
		fputs("\"/>\n", out);
	} else if (ending == ENDING_SLOWER) {
		put_slower(out, c, row, group, m, why);
	} else {
		put_broken(out, c, row, group, m, ending == ENDING_FAIL ? "failure" : "error", why);
	}
	fputs("    </testcase>\n", out);
}

static void put_output(FILE *out, const struct comparison *c)
{
	fputs("    <system-out>", out);
	for (size_t i = 0; i < c->warnings; i++) {
		fputs("warning: ", out);
		form_put(out, c->warning[i], escaped);
		fputc('\n', out);
	}
	fputs("all groups: ", out);
	form_summary(out, c);
	fputs("\n</system-out>\n    <system-err></system-err>\n", out);
}

static void put_suite(FILE *out, const struct comparison *c, size_t group)
{
	const struct runlist *list = &c->group[group].list;
	const char *date = list->count ? list->run[0].trait[TRAIT_DATE] : "";
	struct counts n;

	count(&n, c, group);
	fputs("  <testsuite name=\"", out);
	form_put(out, c->group[group].label, escaped);
	fprintf(out, "\" package=\"mdbench\" id=\"%zu\" hostname=\"localhost\" "
		"timestamp=\"%sT00:00:00\" time=\"0\" tests=\"%zu\" failures=\"%zu\" "
		"errors=\"%zu\" skipped=\"%zu\">\n", group - 1, is_date(date) ? date : "1970-01-01",
		n.all, n.of[ENDING_SLOWER] + n.of[ENDING_FAIL], n.of[ENDING_BROKEN],
		n.of[ENDING_SKIP]);
	put_properties(out, c, group);
	for (size_t r = 0; r < c->rows; r++) {
		for (unsigned m = 0; m < METRICS; m++) {
			if (c->metric[m])
				put_case(out, c, &c->row[r], group, (enum metric)m);
		}
	}
	put_output(out, c);
	fputs("  </testsuite>\n", out);
}

/* Kernels that told nothing have no group, and must not pass for it. */
static void put_unmeasured(FILE *out, const struct comparison *c)
{
	char text[FORM_LINE_MAX];

	fprintf(out, "  <testsuite name=\"kernels\" package=\"mdbench\" id=\"%zu\" "
		"hostname=\"localhost\" timestamp=\"1970-01-01T00:00:00\" time=\"0\" tests=\"1\" "
		"failures=\"0\" errors=\"1\" skipped=\"0\">\n    <properties/>\n",
		c->groups ? c->groups - 1 : 0);
	fprintf(out, "    <testcase classname=\"mdbench\" name=\"kernels\" time=\"0\">\n"
		"      <error type=\"broken\" message=\"%s\"/>\n    </testcase>\n",
		form_unmeasured(text, c));
	put_output(out, c);
	fputs("  </testsuite>\n", out);
}

void form_junit(FILE *out, const struct comparison *c)
{
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", out);
	for (size_t g = 1; g < c->groups; g++)
		put_suite(out, c, g);
	if (c->unmeasured)
		put_unmeasured(out, c);
	fputs("</testsuites>\n", out);
}
