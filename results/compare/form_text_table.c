// SPDX-License-Identifier: GPL-2.0-only
/*
 * The tables of the text form. Two groups: both medians, the change with its
 * interval, the verdict. More: a column for each with a mark behind the median,
 * and below it what differs from the base.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "form_text.h"
#include "testid.h"

#define NAME_WIDTH TESTID_NAME_WIDTH
#define CELL_WIDTH 12		/* its mark included */
#define CELLS ((TEXT_WIDTH - NAME_WIDTH) / CELL_WIDTH)
#define VALUE_MAX 8
#define INTERVAL_WIDTH 16	/* a blank before it included */

struct table {
	const struct comparison *c;
	enum metric metric;
	size_t first, last;	/* columns of this block, last not included */
};

/* "+5.0" of 0.05; short whatever the number is. */
static const char *text_percent(char buf[FIGURE_MAX], double fraction)
{
	double percent = 100 * fraction;

	if (!isfinite(percent))
		snprintf(buf, FIGURE_MAX, "n/a");
	else if (fabs(percent) < 0.05)
		snprintf(buf, FIGURE_MAX, "0.0");	/* and not -0.0 */
	else if (fabs(percent) < 99.95)
		snprintf(buf, FIGURE_MAX, "%+.1f", percent);
	else if (fabs(percent) < 99999)
		snprintf(buf, FIGURE_MAX, "%+.0f", percent);
	else
		snprintf(buf, FIGURE_MAX, "%+.0e", percent);
	return buf;
}

/* Without a unit it is that of the head: MB/s, ns/B. */
static const char *value_text_of(char buf[FIGURE_MAX], const struct compared *row, enum metric m,
				 double value)
{
	if (m == METRIC_RATE)
		figure_format_rate(buf, value, row->counts_ops);
	else if (m == METRIC_CPU && !row->counts_ops)
		figure_format(buf, value);
	else
		figure_format_ns(buf, value);
	/* A number that cannot be true still keeps its column. */
	if (strlen(buf) > VALUE_MAX)
		snprintf(buf, FIGURE_MAX, "%.0e", m == METRIC_RATE ? value / 1e6 : value);
	return buf;
}

static const char *cell_text(char buf[FIGURE_MAX], const struct compared *row, size_t g,
			     enum metric m)
{
	const struct cell *cell = &row->cell[g];

	if (cell->n[m])
		return value_text_of(buf, row, m, cell->median[m]);
	if (!cell->sound && cell->passed && cell->is_cached)
		return "cached";
	if (cell->verdict == VERDICT_UNSUPPORTED)
		return "unsup.";
	if (cell->verdict != VERDICT_PASS)
		return figure_verdict_name(cell->verdict);
	return cell->results ? "n/a" : "-";
}

/* The first metric shows every row; the others, those that have it. */
static bool is_shown(const struct table *t, const struct compared *row)
{
	bool is_first = true;

	for (unsigned m = 0; m < (unsigned)t->metric; m++)
		is_first &= !t->c->metric[m];
	for (size_t g = 0; g < t->c->groups && !is_first; g++)
		is_first = row->cell[g].n[t->metric] > 0;
	return is_first;
}

/* Rows in groups by place, groups in the order of their first rows. */
static void rows_print(FILE *out, const struct table *t,
		       void (*print)(FILE *, const struct table *, const struct compared *))
{
	const struct compared *row = t->c->row;
	bool *is_done = calloc(t->c->rows + 1, sizeof(*is_done));

	if (!is_done) {
		fprintf(out, "(out of memory)\n");
		return;
	}
	for (size_t i = 0; i < t->c->rows; i++) {
		if (is_done[i] || !is_shown(t, &row[i]))
			continue;
		testid_print_group(out, row[i].id);
		for (size_t j = i; j < t->c->rows; j++) {
			if (is_done[j] || !is_shown(t, &row[j]) ||
			    !testid_same_group(row[i].id, row[j].id))
				continue;
			is_done[j] = true;
			testid_print_name(out, row[j].id);
			print(out, t, &row[j]);
		}
	}
	free(is_done);
}

static const char *interval_text(char buf[48], const struct change *change)
{
	char low[FIGURE_MAX], high[FIGURE_MAX];

	if (!isfinite(change->low) || !isfinite(change->high) || change->is_exact)
		return "";
	snprintf(buf, 48, "[%s, %s]", text_percent(low, change->low),
		 text_percent(high, change->high));
	/* Ends that are a millionfold apart tell no more than that it is wide. */
	return strlen(buf) < INTERVAL_WIDTH ? buf : "[wide]";
}

/* Of two groups. */

static void print_two_row(FILE *out, const struct table *t, const struct compared *row)
{
	const struct cell *a = &row->cell[0], *b = &row->cell[1];
	const struct change *change = &b->change[t->metric];
	char text[FIGURE_MAX], spread[FIGURE_MAX] = "", percent[FIGURE_MAX], interval[48];
	bool is_compared = change->outcome != OUTCOME_NONE;

	if (isfinite(a->spread[t->metric]))
		snprintf(spread, sizeof(spread), a->spread[t->metric] < 10 ? "%.1f" : "%.0e",
			 100 * a->spread[t->metric]);
	fprintf(out, "%9s%6s", cell_text(text, row, 0, t->metric), spread);
	fprintf(out, "%9s", cell_text(text, row, 1, t->metric));
	if (is_compared)
		fprintf(out, "%8s%*s %s\n", text_percent(percent, change->change), INTERVAL_WIDTH,
			interval_text(interval, change), outcome_names[change->outcome]);
	else if (cell_is_broken(row, 1))
		fprintf(out, "%*s breaks\n", 8 + INTERVAL_WIDTH, "");
	else
		fprintf(out, "\n");
}

static void print_two(FILE *out, const struct table *t)
{
	fprintf(out, "%9s%6s%9s%8s%*s verdict\n", "A", "+-%", "B", "change%", INTERVAL_WIDTH,
		t->c->is_exact ? "" : "[95 %]");
	rows_print(out, t, print_two_row);
}

/* Of more. */

static char mark_of(const struct compared *row, size_t g, enum metric m)
{
	static const char marks[OUTCOMES] = {
		[OUTCOME_NONE] = ' ', [OUTCOME_CANNOT_TELL] = '?', [OUTCOME_SAME] = '=',
		[OUTCOME_FASTER] = '+', [OUTCOME_SLOWER] = '-',
	};
	const struct change *change = &row->cell[g].change[m];

	if (change->outcome == OUTCOME_NONE && cell_is_broken(row, g))
		return '!';
	return marks[change->outcome];
}

static void print_many_row(FILE *out, const struct table *t, const struct compared *row)
{
	char text[FIGURE_MAX], line[CELLS * (CELL_WIDTH + FIGURE_MAX) + 1] = "";
	size_t len = 0;

	for (size_t g = t->first; g < t->last; g++)
		len += (size_t)snprintf(line + len, sizeof(line) - len, "%*s %c", CELL_WIDTH - 2,
					cell_text(text, row, g, t->metric),
					mark_of(row, g, t->metric));
	while (len && line[len - 1] == ' ')
		len--;
	fprintf(out, "%.*s\n", (int)len, line);
}

/*
 * Of a kernel's release what stands before the distribution's part, if it fits:
 * "6.1.0" of 6.1.0-57-cloud-amd64, "6.19-rc3" of 6.19.0-rc3-next.
 */
static void column_head(char *buf, size_t size, const struct comparison *c, size_t g)
{
	const char *release = c->group[g].label;
	size_t len = strcspn(release, "-+ ,"), rc = 0;
	char label[64];

	if (!strncmp(release + len, "-rc", 3))
		rc = 3 + strspn(release + len + 3, "0123456789");
	snprintf(label, sizeof(label), "%.*s%.*s",
		 (int)(rc && len > 2 && !strncmp(release + len - 2, ".0", 2) ? len - 2 : len),
		 release, (int)rc, release + len);
	if (strlen(label) > CELL_WIDTH - 4)
		label[0] = '\0';
	for (char *p = label; *p; p++) {
		if (*p <= ' ' || *p >= 0x7f || *p == '\\')
			label[0] = '\0';
	}
	snprintf(buf, size, "%c%s%.8s", group_letter(g), *label ? " " : "", label);
}

static void print_block(FILE *out, struct table *t)
{
	char head[16];

	for (size_t g = t->first; g < t->last; g++) {
		column_head(head, sizeof(head), t->c, g);
		fprintf(out, "%*s%s", CELL_WIDTH - 2, head, g + 1 < t->last ? "  " : "");
	}
	fprintf(out, "\n");
	rows_print(out, t, print_many_row);
}

/* "  B slower    -9.9 [-10.9, -8.9] p 0.0022 raid1/ext4/dd/write/fsync-1M" */
static void print_difference(FILE *out, const struct change *change, size_t g, const char *id)
{
	char percent[FIGURE_MAX], interval[48], line[120], p[32] = "", name[TEXT_WIDTH - 4];
	int len;

	if (!change->is_exact && isfinite(change->p_adjusted))
		snprintf(p, sizeof(p), "p %.2g", change->p_adjusted);
	len = snprintf(line, sizeof(line), "%c %s %7s %-15s %-9s", group_letter(g),
		       outcome_names[change->outcome], text_percent(percent, change->change),
		       interval_text(interval, change), p);
	text_escape(name, sizeof(name), id);
	fprintf(out, "%s", line);
	/* A name that is too long for the rest of the line has one of its own. */
	if ((size_t)len + 1 + strlen(name) > TEXT_WIDTH)
		fprintf(out, "\n   ");
	fprintf(out, " %s\n", name);
}

static void print_differences(FILE *out, const struct table *t)
{
	const struct change *change;
	bool is_first = true;

	for (size_t i = 0; i < t->c->rows; i++) {
		for (size_t g = 1; g < t->c->groups; g++) {
			change = &t->c->row[i].cell[g].change[t->metric];
			if (change->outcome != OUTCOME_FASTER && change->outcome != OUTCOME_SLOWER)
				continue;
			if (is_first)
				fprintf(out, "\n%s, what differs from A, by %%%s:\n",
					metric_list[t->metric].name,
					t->c->is_exact ? "" : " [95 %], p");
			is_first = false;
			print_difference(out, change, g, t->c->row[i].id);
		}
	}
}

void text_table(FILE *out, const struct comparison *c, enum metric m)
{
	static const char *const heads[METRICS] = {
		[METRIC_RATE] = "rate, MB/s", [METRIC_P50] = "p50", [METRIC_P99] = "p99",
		[METRIC_CPU] = "cpu, ns/B",
	};
	struct table t = { .c = c, .metric = m };

	for (; t.first < c->groups; t.first = t.last) {
		t.last = t.first + CELLS < c->groups ? t.first + CELLS : c->groups;
		fprintf(out, "\n%-*s", NAME_WIDTH, heads[m]);
		if (c->groups == 2)
			print_two(out, &t);
		else
			print_block(out, &t);
	}
	if (c->groups > 2)
		print_differences(out, &t);
}
