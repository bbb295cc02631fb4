// SPDX-License-Identifier: GPL-2.0-only
/*
 * From a comparison to good, bad or neither. A revision is bad as soon as one
 * test is slower than in the good runs, or fails; it is good once all that can
 * be told is told. With bad runs to go by, the question is which it is closer to.
 */
#include "bisect_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "text.h"

/* A side of fewer runs has no interval worth looking at, but for exact ones. */
#define INTERVAL_RUNS 3

enum row_ruling { ROW_NONE, ROW_GOOD, ROW_UNCLEAR, ROW_UNJUDGED, ROW_SLOWER, ROW_FAILED, ROWS };

/* The row that speaks for its kind: the one that changed most. */
struct spoken {
	const struct compared *row;
	double change;
	size_t count;
};

static const char *value_text_of(char *buf, size_t size, enum metric m, bool counts_ops,
				 double value)
{
	char figure[FIGURE_MAX];

	switch (m) {
	case METRIC_RATE:
		snprintf(buf, size, "%s", figure_format_rate(figure, value, counts_ops));
		break;
	case METRIC_P50:
	case METRIC_P99:
		snprintf(buf, size, "%s", figure_format_ns(figure, value));
		break;
	default:
		snprintf(buf, size, "%s", figure_format(figure, value));
		break;
	}
	return buf;
}

static const char *unit_text(enum metric m, bool counts_ops)
{
	if (m == METRIC_RATE)
		return counts_ops ? "" : " MB/s";
	if (m == METRIC_CPU)
		return counts_ops ? " ns/op" : " ns/B";
	return "";
}

/* "ID 61.2 -> 40.3 MB/s (-34 %), 1 run each, exact" */
static void say_change(const struct compared *row, enum metric m, size_t last, char *buf,
		       size_t size)
{
	const struct change *c = &row->cell[last].change[m];
	/* Not "-0.0". */
	double pct = fabs(c->change) < 0.0005 ? 0 : 100 * c->change;
	char id[160], base[32], value[32], runs[64];

	if (c->n_base == c->n)
		snprintf(runs, sizeof(runs), "%zu run%s each", c->n, c->n == 1 ? "" : "s");
	else
		snprintf(runs, sizeof(runs), "%zu good run%s, %zu of this", c->n_base,
			 c->n_base == 1 ? "" : "s", c->n);
	snprintf(buf, size, "%s %s -> %s%s (%+.*f %%), %s%s%s",
		 text_escape(id, sizeof(id), row->id),
		 value_text_of(base, sizeof(base), m, row->counts_ops, c->base),
		 value_text_of(value, sizeof(value), m, row->counts_ops, c->value),
		 unit_text(m, row->counts_ops), fabs(pct) < 10 ? 1 : 0, pct,
		 c->is_exact ? c->n == 1 && c->n_base == 1 ? "1 run each" : "" : runs,
		 c->is_exact && (c->n != 1 || c->n_base != 1) ? runs : "",
		 c->is_exact ? ", exact" : "");
}

/* Closer to good or to bad, on the scale of ratios. */
static enum row_ruling row_place(const struct change *bad, const struct change *now)
{
	double middle = sqrt(1 + bad->change) - 1, low = now->low, high = now->high;

	if (now->is_exact)
		low = high = now->change;
	else if (now->n < INTERVAL_RUNS || now->n_base < INTERVAL_RUNS)
		return ROW_UNCLEAR;
	/* Less is slower of a rate, more is of the others. */
	if (now->more_is_faster)
		return low > middle ? ROW_GOOD : high < middle ? ROW_SLOWER : ROW_UNCLEAR;
	return high < middle ? ROW_GOOD : low > middle ? ROW_SLOWER : ROW_UNCLEAR;
}

static bool differs(const struct compared *row, enum metric m)
{
	return row->cell[1].verdict == VERDICT_FAIL ||
		row->cell[1].change[m].outcome == OUTCOME_SLOWER;
}

static enum row_ruling row_rule(const struct compared *row, enum metric m, bool has_bad,
				size_t last)
{
	const struct cell *base = &row->cell[0], *now = &row->cell[last];

	if (!base->sound || !base->n[m] || base->verdict == VERDICT_FAIL ||
	    (has_bad && !differs(row, m)))
		return ROW_NONE;
	if (now->verdict == VERDICT_FAIL)
		return ROW_FAILED;
	if (!now->sound || !now->n[m])
		return ROW_UNJUDGED;
	if (has_bad && row->cell[1].verdict == VERDICT_FAIL)
		return ROW_GOOD;
	if (has_bad)
		return row_place(&row->cell[1].change[m], &now->change[m]);
	switch (now->change[m].outcome) {
	case OUTCOME_SLOWER:
		return ROW_SLOWER;
	case OUTCOME_SAME:
	case OUTCOME_FASTER:
		return ROW_GOOD;
	default:
		return ROW_UNCLEAR;
	}
}

static void set(struct finding *found, enum ruling ruling, const char *text, size_t more)
{
	found->ruling = ruling;
	if (more)
		snprintf(found->text, sizeof(found->text), "%.440s; and %zu more", text, more);
	else
		snprintf(found->text, sizeof(found->text), "%s", text);
}

/* A test that the good runs passed and this one did not. */
static void say_verdict(const struct compared *row, size_t last, char *buf, size_t size)
{
	const struct cell *now = &row->cell[last];
	char id[160], reason[200];

	if (!now->results)
		snprintf(buf, size, "%s: no result", text_escape(id, sizeof(id), row->id));
	else
		snprintf(buf, size, "%s: %s: %s", text_escape(id, sizeof(id), row->id),
			 now->is_cached ? "held by memory" : figure_verdict_name(now->verdict),
			 text_escape(reason, sizeof(reason), now->reason));
}

static void say_unclear(const struct compared *row, enum metric m, size_t last, char *buf,
			size_t size)
{
	const char *why = row->cell[last].change[m].why;
	char text[400];

	say_change(row, m, last, text, sizeof(text));
	snprintf(buf, size, "cannot tell: %s%s%s", text, why[0] ? ": " : "", why);
}

/* Nothing to judge by: of the runs that were stored, so of every revision. */
static void say_nothing(const struct comparison *c, enum metric m, bool has_bad,
			struct finding *found)
{
	char text[160];

	if (has_bad)
		snprintf(text, sizeof(text), "bad: no test is slower in %s than in the good runs, "
			 "so there is nothing to look for", metric_list[m].name);
	else
		snprintf(text, sizeof(text), "good: none of the %zu tests has a sound figure "
			 "(%s) in the good runs", c->rows, metric_list[m].name);
	set(found, RULING_STOP, text, 0);
}

void bisect_rule(const struct comparison *c, enum metric metric, bool has_bad,
		 struct finding *found)
{
	size_t last = c->groups - 1;
	struct spoken spoken[ROWS] = { 0 };
	char text[480];

	for (size_t i = 0; i < c->rows; i++) {
		const struct compared *row = &c->row[i];
		struct spoken *s = &spoken[row_rule(row, metric, has_bad, last)];
		double change = row->cell[last].change[metric].change;

		s->count++;
		/* More of all but the rate is worse. */
		if (!metric_list[metric].more_is_faster)
			change = -change;
		if (!s->row || change < s->change) {
			s->row = row;
			s->change = change;
		}
	}
	if (spoken[ROW_FAILED].count) {
		say_verdict(spoken[ROW_FAILED].row, last, text, sizeof(text));
		set(found, RULING_BAD, text, spoken[ROW_FAILED].count - 1);
	} else if (spoken[ROW_SLOWER].count) {
		say_change(spoken[ROW_SLOWER].row, metric, last, text, sizeof(text));
		set(found, RULING_BAD, text, spoken[ROW_SLOWER].count - 1);
	} else if (spoken[ROW_UNJUDGED].count) {
		say_verdict(spoken[ROW_UNJUDGED].row, last, text, sizeof(text));
		set(found, spoken[ROW_UNJUDGED].row->cell[last].verdict == VERDICT_VOID ?
		    RULING_MORE : RULING_SKIP, text, spoken[ROW_UNJUDGED].count - 1);
	} else if (spoken[ROW_UNCLEAR].count) {
		say_unclear(spoken[ROW_UNCLEAR].row, metric, last, text, sizeof(text));
		set(found, RULING_MORE, text, spoken[ROW_UNCLEAR].count - 1);
	} else if (spoken[ROW_GOOD].count) {
		say_change(spoken[ROW_GOOD].row, metric, last, text, sizeof(text));
		set(found, RULING_GOOD, text, 0);
	} else {
		say_nothing(c, metric, has_bad, found);
	}
}
