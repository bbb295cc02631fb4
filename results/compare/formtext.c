// SPDX-License-Identifier: GPL-2.0-only
/*
 * What forms of a comparison have in common: escaping, figures, endings, and
 * the sentences above a table. Text that comes from records is hostile.
 */
#include "formtext.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

static const char *map_find(const struct form_map *map, char c)
{
	for (; map && map->to; map++) {
		if (map->from == c)
			return map->to;
	}
	return NULL;
}

void form_put(FILE *out, const char *text, const struct form_map *map)
{
	const unsigned char *p = (const unsigned char *)(text ? text : "-");
	const char *to;

	for (; *p; p++) {
		to = map_find(map, (char)*p);
		if (to)
			fputs(to, out);
		else if (*p >= ' ' && *p < 0x7f && *p != '\\')
			fputc(*p, out);
		else
			fprintf(out, "\\x%02x", *p);
	}
}

void form_put_json(FILE *out, const char *text)
{
	static const struct form_map quoted[] = { { '"', "\\\"" }, { '\\', "\\\\x5c" }, { 0, NULL } };
	/* Jansson leaves DEL as it is, which YAML forbids. */
	json_t *json = json_string(!text ? "-" : strchr(text, 0x7f) ? NULL : text);

	if (json) {
		json_dumpf(json, out, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
		json_decref(json);
		return;
	}
	/* No UTF-8, as names of files are at times. Backslashes are doubled. */
	fputc('"', out);
	for (const char *p = text ? text : "-"; *p; p++) {
		const char one[2] = { *p, '\0' };

		if (*p < ' ' || *p >= 0x7f)
			fputc('\\', out);
		form_put(out, one, quoted);
	}
	fputc('"', out);
}

bool form_put_number(FILE *out, double value)
{
	char text[40];

	if (!isfinite(value))
		return false;
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(text, sizeof(text), "%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	fputs(text, out);
	return true;
}

const char *form_unit(const struct compared *row, enum metric m)
{
	return row->counts_ops ? metric_list[m].unit_ops : metric_list[m].unit;
}

const char *form_value(char buf[FORM_CELL_MAX], const struct compared *row, enum metric m,
		       double value)
{
	char number[FIGURE_MAX];

	if (!isfinite(value))
		snprintf(buf, FORM_CELL_MAX, "n/a");
	else if (m == METRIC_RATE)
		snprintf(buf, FORM_CELL_MAX, "%s%s",
			 figure_format_rate(number, value, row->counts_ops),
			 row->counts_ops ? "" : " MB/s");
	else if (m == METRIC_CPU)
		snprintf(buf, FORM_CELL_MAX, "%s %s", figure_format(number, value),
			 form_unit(row, m));
	else
		snprintf(buf, FORM_CELL_MAX, "%s", figure_format_ns(number, value));
	return buf;
}

/* Of more than a thousandfold the decimals say nothing. */
static int percent_digits(double fraction)
{
	return fabs(fraction) < 10 ? 1 : 0;
}

static void percent_format(char buf[FIGURE_MAX], double fraction)
{
	if (fabs(fraction) < 1e6)
		snprintf(buf, FIGURE_MAX, "%+.*f", percent_digits(fraction), 100 * fraction);
	else
		snprintf(buf, FIGURE_MAX, "%+.2e", 100 * fraction);
}

const char *form_percent(char buf[FORM_CELL_MAX], double fraction)
{
	char number[FIGURE_MAX];

	if (!isfinite(fraction)) {
		snprintf(buf, FORM_CELL_MAX, "n/a");
		return buf;
	}
	percent_format(number, fraction);
	snprintf(buf, FORM_CELL_MAX, "%.20s %%", number);
	return buf;
}

const char *form_change(char buf[FORM_CELL_MAX], const struct change *change)
{
	char middle[FIGURE_MAX], low[FIGURE_MAX], high[FIGURE_MAX];

	if (!isfinite(change->change) || change->is_exact || !isfinite(change->low) ||
	    !isfinite(change->high))
		return form_percent(buf, change->change);
	percent_format(middle, change->change);
	percent_format(low, change->low);
	percent_format(high, change->high);
	snprintf(buf, FORM_CELL_MAX, "%.12s %% (%.12s to %.12s)", middle, low, high);
	return buf;
}

static bool is_first_metric(const struct comparison *c, enum metric m)
{
	for (unsigned i = 0; i < (unsigned)m; i++) {
		if (c->metric[i])
			return false;
	}
	return true;
}

static enum ending ending_of_broken(const struct comparison *c, const struct cell *cell,
				    enum metric m, const char **why)
{
	if (cell->reason)
		*why = cell->reason;
	else
		*why = cell->results ? "it passes in A and gave no reason here"
				     : "it passes in A and has no result here";
	if (!is_first_metric(c, m))
		return ENDING_SKIP;
	return cell->verdict == VERDICT_FAIL ? ENDING_FAIL : ENDING_BROKEN;
}

/* Why there is nothing to compare, in the best words that there are. */
static const char *why_none(const struct cell *base, const struct cell *cell, enum metric m)
{
	if (cell->reason && cell->verdict != VERDICT_PASS)
		return cell->reason;
	if (base->reason && base->verdict != VERDICT_PASS)
		return base->reason;
	if (cell->change[m].why[0])
		return cell->change[m].why;
	if (cell->is_cached || base->is_cached)
		return "memory held the data";
	if (!base->results)
		return "A has no such test";
	return cell->results ? "not measured" : "no run has this test";
}

enum ending form_ending(const struct comparison *c, const struct compared *row, size_t group,
			enum metric m, const char **why)
{
	const struct cell *cell = &row->cell[group];
	const struct change *change = &cell->change[m];

	*why = change->why;
	/* It counts once; what its other metrics say is still said. */
	if (cell_is_broken(row, group) &&
	    (is_first_metric(c, m) || change->outcome <= OUTCOME_CANNOT_TELL))
		return ending_of_broken(c, cell, m, why);
	switch (change->outcome) {
	case OUTCOME_SLOWER:
		return ENDING_SLOWER;
	case OUTCOME_FASTER:
	case OUTCOME_SAME:
		return ENDING_PASS;
	default:
		*why = why_none(&row->cell[0], cell, m);
		return ENDING_SKIP;
	}
}

const char *form_verdict(const struct cell *cell)
{
	if (!cell->results && cell->verdict == VERDICT_PASS)
		return "missing";
	return figure_verdict_name(cell->verdict);
}

const char *form_unmeasured(char buf[FORM_LINE_MAX], const struct comparison *c)
{
	snprintf(buf, FORM_LINE_MAX, "%zu kernel%s started and told nothing: see the warnings",
		 c->unmeasured, c->unmeasured == 1 ? "" : "s");
	return buf;
}

/* Cells of the groups but the base that have this outcome, in all metrics. */
static size_t count_outcomes(const struct comparison *c, enum outcome outcome)
{
	size_t count = 0;

	for (unsigned m = 0; m < METRICS; m++)
		count += c->metric[m] ? c->outcome[m][outcome] : 0;
	return count;
}

void form_summary(FILE *out, const struct comparison *c)
{
	size_t broken = compare_broken(c);

	fprintf(out, "%zu slower, ", count_outcomes(c, OUTCOME_SLOWER));
	if (broken)
		fprintf(out, "%zu no longer pass%s, ", broken, broken == 1 ? "es" : "");
	fprintf(out, "%zu faster, %zu same, %zu cannot tell", count_outcomes(c, OUTCOME_FASTER),
		count_outcomes(c, OUTCOME_SAME), count_outcomes(c, OUTCOME_CANNOT_TELL));
}
