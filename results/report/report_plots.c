// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which plots there are: for each target, layer and family the throughput, its
 * change and the CPU time by kernel; arrays against the single disk; and the
 * latencies of the tests that changed most.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report_parts.h"
#include "testid.h"
#include "text.h"
#include "units.h"

#define LABEL_MAX 24		/* letters of a row's label that a narrow screen has room for */
#define CURVE_STEPS 80

/* Rows of a comparison that one plot shows. */
struct panel {
	const struct comparison *c;
	char name[TESTID_MAX + 40];		/* "raid1/ext4/dd" */
	size_t row[PLOT_ROWS], rows;
	bool counts_ops;
};

static void panel_name(char *buf, size_t size, const struct testid *t)
{
	snprintf(buf, size, "%s/%s", t->place, t->family);
}

static bool row_name(const struct compared *row, char *buf, size_t size)
{
	struct testid t;

	if (!testid_split(row->id, &t))
		return false;
	panel_name(buf, size, &t);
	return true;
}

/* The next panel that begins at or behind row first: rows not taken by an earlier one. */
static bool panel_next(struct panel *p, bool *is_taken)
{
	char name[sizeof(p->name)];
	const struct compared *row;

	p->rows = 0;
	for (size_t i = 0; i < p->c->rows && p->rows < PLOT_ROWS; i++) {
		row = &p->c->row[i];
		if (is_taken[i] || !row_name(row, name, sizeof(name)))
			continue;
		if (!p->rows) {
			snprintf(p->name, sizeof(p->name), "%s", name);
			p->counts_ops = row->counts_ops;
		} else if (strcmp(name, p->name) || row->counts_ops != p->counts_ops) {
			continue;
		}
		is_taken[i] = true;
		p->row[p->rows++] = i;
	}
	return p->rows > 0;
}

static void add_row_label(struct plots *plots, struct plot *plot, const char *id)
{
	struct testid t;
	char text[LABEL_MAX + 1], whole[sizeof(t.operation) + sizeof(t.variant)];

	if (!testid_split(id, &t))
		return;
	snprintf(whole, sizeof(whole), "%s %s", t.operation, t.variant);
	plot_add_label(plots, plot, text_escape(text, sizeof(text), whole));
}

static void range_of(const struct cell *cell, enum metric m, double *low, double *high)
{
	*low = *high = (double)NAN;
	for (size_t i = 0; i < cell->n[m] && cell->n[m] > 1; i++) {
		*low = fmin(*low, cell->value[m][i]);
		*high = fmax(*high, cell->value[m][i]);
	}
}

/* Medians of all groups, between the lowest and the highest run. */
static void make_levels(struct plots *plots, const struct panel *p, enum metric m,
			enum plot_section section, const char *axis)
{
	const double unit = m == METRIC_RATE && !p->counts_ops ? 1e6 : 1;
	const struct cell *cell;
	struct plot_point point;
	struct plot *plot;
	char title[sizeof(p->name) + 80];

	snprintf(title, sizeof(title), "%s: %s", p->name, axis);
	plot = plots_add(plots, section, title);
	if (!plot)
		return;
	plot->axis = axis;
	for (size_t i = 0; i < p->rows; i++) {
		add_row_label(plots, plot, p->c->row[p->row[i]].id);
		for (size_t g = 0; g < p->c->groups; g++) {
			cell = &p->c->row[p->row[i]].cell[g];
			if (!(cell->median[m] > 0))
				continue;
			point = (struct plot_point){ .row = i, .series = g,
						     .x = cell->median[m] / unit };
			range_of(cell, m, &point.low, &point.high);
			point.low /= unit;
			point.high /= unit;
			plot_add_point(plots, plot, point);
		}
	}
}

static void make_changes(struct plots *plots, const struct panel *p)
{
	const struct change *change;
	struct plot_point point;
	struct plot *plot;
	char title[sizeof(p->name) + 80];

	snprintf(title, sizeof(title), "%s: change of throughput", p->name);
	plot = plots_add(plots, PLOTS_RATE, title);
	if (!plot)
		return;
	plot->axis = "change against the base";
	plot->scale = SCALE_CHANGE;
	plot->band = p->c->smallest;
	for (size_t i = 0; i < p->rows; i++) {
		add_row_label(plots, plot, p->c->row[p->row[i]].id);
		for (size_t g = 1; g < p->c->groups; g++) {
			change = &p->c->row[p->row[i]].cell[g].change[METRIC_RATE];
			if (change->outcome == OUTCOME_NONE || !isfinite(change->change))
				continue;
			point = (struct plot_point){ .row = i, .series = g, .x = change->change,
						     .low = change->low, .high = change->high };
			plot_add_point(plots, plot, point);
		}
	}
}

/* The same test on the single disk; NULL: none. */
static const struct compared *single_of(const struct comparison *c, const char *id)
{
	const char *rest = strchr(id, '/');

	if (!rest || !strncmp(id, "single/", 7))
		return NULL;
	for (size_t i = 0; i < c->rows; i++) {
		if (!strncmp(c->row[i].id, "single/", 7) && !strcmp(c->row[i].id + 6, rest))
			return &c->row[i];
	}
	return NULL;
}

static void make_scaling(struct plots *plots, const struct panel *p)
{
	const struct compared *row, *single;
	struct plot_point point;
	struct plot *plot;
	char title[sizeof(p->name) + 80];
	double ratio;

	snprintf(title, sizeof(title), "%s: times the single disk", p->name);
	plot = plots_add(plots, PLOTS_SCALING, title);
	if (!plot)
		return;
	plot->axis = "times the single disk";
	plot->scale = SCALE_TIMES;
	for (size_t i = 0; i < p->rows; i++) {
		row = &p->c->row[p->row[i]];
		single = single_of(p->c, row->id);
		if (!single)
			continue;
		for (size_t g = 0; g < p->c->groups; g++) {
			ratio = row->cell[g].median[METRIC_RATE] /
				single->cell[g].median[METRIC_RATE];
			point = (struct plot_point){ .row = plot->labels, .series = g, .x = ratio,
						     .low = NAN, .high = NAN };
			if (isfinite(ratio) && ratio > 0)
				plot_add_point(plots, plot, point);
		}
		add_row_label(plots, plot, row->id);
	}
}

/* Middle of a bucket, as results/schema.md has it. */
static double bucket_value(unsigned index)
{
	unsigned shift;

	if (index < 64)
		return index;
	shift = index / 32 - 1;
	return ldexp((double)(index - 32 * shift) + 0.5, (int)shift);
}

/* One point for each step of the axis at which the curve has moved. */
static void add_curve(struct plots *plots, struct plot *plot, size_t series, const struct hist *h)
{
	const double most = fmin(fmax(log10((double)h->count), 1), 6);
	uint64_t below = 0;
	unsigned index = 0;
	struct plot_point point = { .series = series, .high = NAN };
	double share;

	for (unsigned step = 0; step <= CURVE_STEPS; step++) {
		point.x = most * step / CURVE_STEPS;
		share = 1 - pow(10, -point.x);
		while (index < HIST_BUCKETS &&
		       (!h->bucket[index] ||
			(double)(below + h->bucket[index]) < share * (double)h->count)) {
			below += h->bucket[index++];
		}
		if (index == HIST_BUCKETS)
			return;
		point.low = bucket_value(index);
		plot_add_point(plots, plot, point);
	}
}

static void make_curves(struct report *r)
{
	struct plot *plot;
	char title[200], id[120];

	for (size_t i = 0; i < r->curves; i++) {
		snprintf(title, sizeof(title), "%s: latency",
			 text_escape(id, sizeof(id), r->curve[i]));
		plot = plots_add(&r->plots, PLOTS_LATENCY, title);
		if (!plot)
			return;
		plot->axis = "of the calls took no longer";
		plot->scale = SCALE_PERCENTILE;
		for (size_t g = 0; g < r->c->groups; g++) {
			if (r->details[g].curve[i] && r->details[g].curve[i]->count)
				add_curve(&r->plots, plot, g, r->details[g].curve[i]);
		}
	}
}

void report_make_plots(struct report *r)
{
	const struct comparison *c = r->c;
	bool *is_taken = calloc(c->rows + 1, sizeof(*is_taken));
	struct panel panel = { .c = c };

	if (!is_taken) {
		r->plots.no_memory = true;
		return;
	}
	r->plots.series = c->groups;
	while (panel_next(&panel, is_taken)) {
		make_levels(&r->plots, &panel, METRIC_RATE, PLOTS_RATE,
			    panel.counts_ops ? "operations a second" : "MB/s");
		if (c->groups > 1)
			make_changes(&r->plots, &panel);
		if (strncmp(panel.name, "single/", 7))
			make_scaling(&r->plots, &panel);
		make_levels(&r->plots, &panel, METRIC_CPU, PLOTS_CPU,
			    panel.counts_ops ? "CPU time, ns an operation" :
			    "CPU time, ns a byte");
	}
	free(is_taken);
	make_curves(r);
}

/* How much a test's latencies moved, most of all groups; rates where they are not known. */
static double movement(const struct comparison *c, const struct compared *row)
{
	static const enum metric metrics[] = { METRIC_P50, METRIC_P99 };
	double most = 0, change;
	enum outcome outcome;

	for (size_t g = 0; g < c->groups; g++) {
		for (size_t i = 0; i < ARRAY_SIZE(metrics); i++) {
			change = fabs(row->cell[g].change[metrics[i]].change);
			outcome = row->cell[g].change[metrics[i]].outcome;
			if (g && isfinite(change))
				most = fmax(most, change);
			/* What is sure goes before what is large. */
			if (g && (outcome == OUTCOME_FASTER || outcome == OUTCOME_SLOWER))
				most = fmax(most, 1e6 + change);
			else if (row->cell[g].n[METRIC_P50])
				most = fmax(most, 1e-9);
		}
	}
	return most;
}

static bool is_chosen(const struct report *r, const char *id)
{
	for (size_t i = 0; i < r->curves; i++) {
		if (!strcmp(r->curve[i], id))
			return true;
	}
	return false;
}

static bool has_family(const struct report *r, const char *family)
{
	struct testid t;

	for (size_t i = 0; i < r->curves; i++) {
		if (testid_split(r->curve[i], &t) && !strcmp(t.family, family))
			return true;
	}
	return false;
}

void report_choose_curves(struct report *r)
{
	const struct compared *best, *row;
	double most, moved;
	struct testid t;

	do {
		best = NULL;
		most = 0;
		for (size_t i = 0; i < r->c->rows; i++) {
			row = &r->c->row[i];
			if (!testid_split(row->id, &t) || is_chosen(r, row->id))
				continue;
			moved = movement(r->c, row);
			/* One of each family at least; then those that surely moved. */
			if (has_family(r, t.family) && moved < 1e6)
				continue;
			if (moved > most) {
				most = moved;
				best = row;
			}
		}
		if (best)
			r->curve[r->curves++] = best->id;
	} while (best && r->curves < CURVES_MAX);
}
