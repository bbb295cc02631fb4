// SPDX-License-Identifier: GPL-2.0-only
/*
 * A plot as words for gnuplot. Each text is a token (L0 L1 …, the labels) that
 * report_svg.c replaces later, and each colour stands for a class of the page's
 * style: rgb 1,0,N. So no text of a record ever meets gnuplot.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report_parts.h"
#include "text.h"
#include "units.h"

/* Pixels, at the size that a narrow screen shows unchanged. */
#define WIDTH 340.0
#define MARGIN_RIGHT 20.0
#define MARGIN_TOP 8.0
#define MARGIN_BOTTOM 46.0
#define LETTER 6.2
#define CURVES_HEIGHT 240.0
#define ROW_GAP 9.0
#define SERIES_STEP 8.0
#define TICS_MAX 8

/* Colours; report_svg.c makes classes of them. */
#define INK "rgb '#010001'"
#define FAINT "rgb '#010002'"
#define BAND "rgb '#010003'"
#define SERIES 16u

struct axis {
	double low, high;
	bool is_log;
	double tic[TICS_MAX];
	unsigned tics;
};

static void axis_add(struct axis *a, double value)
{
	const double slack = a->is_log ? 0 : 1e-9 * (a->high - a->low);

	if (a->tics < TICS_MAX && value >= a->low - slack && value <= a->high + slack)
		a->tic[a->tics++] = value;
}

static void axis_tics_linear(struct axis *a)
{
	const double span = a->high - a->low, rough = span / 4;
	const double decade = pow(10, floor(log10(rough)));
	const double step = decade * (rough / decade > 5 ? 10 : rough / decade > 2 ? 5 :
				      rough / decade > 1 ? 2 : 1);

	for (double k = ceil(a->low / step); k <= a->high / step + 1e-9; k++)
		axis_add(a, k * step);
}

/* 1, 2 and 5 of each decade where there is room; else decades, or some of them. */
static void axis_tics_log(struct axis *a)
{
	const double first = floor(log10(a->low)), last = ceil(log10(a->high));
	const double decades = log10(a->high / a->low);
	const unsigned every = decades > TICS_MAX - 2 ? (unsigned)ceil(decades / 4) : 1;

	for (double e = first; e <= last; e += every) {
		axis_add(a, pow(10, e));
		if (decades < 2)
			axis_add(a, 2 * pow(10, e));
		if (decades < 2)
			axis_add(a, 5 * pow(10, e));
	}
}

static void axis_tics(struct axis *a)
{
	if (a->is_log)
		axis_tics_log(a);
	/* Less than a decade may hold no round figure but one. */
	if (a->tics < 2) {
		a->tics = 0;
		axis_tics_linear(a);
	}
}

/* "100us" of 100000: as short as it can be read. */
static void format_ns(char buf[FIGURE_MAX], double ns)
{
	static const char *const unit[] = { "ns", "us", "ms", "s" };
	unsigned i = 0;

	for (; ns >= 999.5 && i < 3; i++)
		ns /= 1e3;
	snprintf(buf, FIGURE_MAX, "%.3g%s", ns, unit[i]);
}

/* Tics are formats to gnuplot: a percent sign stands there twice. */
static void format_tic(char buf[FIGURE_MAX], const struct plot *plot, double value)
{
	if (fabs(value) < 1e-12)
		value = 0;
	switch (plot->scale) {
	case SCALE_CHANGE:
		snprintf(buf, FIGURE_MAX, value ? "%+.4g %%%%" : "0", 100 * value);
		break;
	case SCALE_TIMES:
		snprintf(buf, FIGURE_MAX, "%.4gx", value);
		break;
	case SCALE_PERCENTILE:
		format_ns(buf, value);
		break;
	default:
		snprintf(buf, FIGURE_MAX, value < 1e4 ? "%.4g" : "%.4gk",
			 value < 1e4 ? value : value / 1e3);
	}
}

/* Those of x that would lie over the one before are left out; pixels: the axis's length. */
static void write_tics(FILE *out, const struct plot *plot, const struct axis *a, char which,
		       double pixels)
{
	const double low = a->is_log ? log10(a->low) : a->low,
		     high = a->is_log ? log10(a->high) : a->high;
	double at, half, taken = -INFINITY;
	const char *lead = "";
	char text[FIGURE_MAX];

	fprintf(out, "set %ctics (", which);
	for (unsigned i = 0; i < a->tics; i++) {
		format_tic(text, plot, a->tic[i]);
		at = (a->is_log ? log10(a->tic[i]) : a->tic[i]) - low;
		at *= pixels / (high - low);
		half = LETTER * (double)strlen(text) / 2;
		if (which == 'x' && at - half < taken + 4)
			continue;
		taken = at + half;
		fprintf(out, "%s\"%s\" %.9g", lead, text, a->tic[i]);
		lead = ", ";
	}
	fprintf(out, ") scale 0.4 textcolor " INK "\n");
}

/* Intervals may be far wider than what they surround: then they are cut. */
static void axis_of_dots(struct axis *a, const struct plot *plot)
{
	double low = INFINITY, high = -INFINITY, least = INFINITY, most = -INFINITY, room;
	const struct plot_point *p;

	for (size_t i = 0; i < plot->points; i++) {
		p = &plot->point[i];
		low = fmin(low, p->x);
		high = fmax(high, p->x);
		least = fmin(least, fmin(p->x, p->low));
		most = fmax(most, fmax(p->x, p->high));
	}
	*a = (struct axis){ .low = least, .high = most };
	if (plot->scale == SCALE_CHANGE) {
		room = 1.5 * (high - low) + 4 * plot->band + 0.01;
		a->low = fmin(fmax(least, low - room), -1.5 * plot->band - 0.005);
		a->high = fmax(fmin(most, high + room), 1.5 * plot->band + 0.005);
		room = 0.04 * (a->high - a->low);
		a->low -= room;
		a->high += room;
		return;
	}
	if (plot->scale == SCALE_TIMES) {
		a->low = fmin(a->low, 1);
		a->high = fmax(a->high, 1);
	}
	a->is_log = a->low > 0 && a->high / a->low > 8;
	if (a->is_log) {
		a->low /= 1.3;
		a->high *= 1.3;
	} else {
		a->low = 0;
		a->high = a->high > 0 ? 1.08 * a->high : 1;
	}
}

static void write_frame(FILE *out, double height, double left)
{
	fprintf(out, "reset\nset terminal svg size %.0f,%.0f dynamic noenhanced "
		"font 'sans-serif,11' linewidth 1\nset output\nunset key\nset samples 2\n",
		WIDTH, height);
	fprintf(out, "set lmargin at screen %.6f\nset rmargin at screen %.6f\n",
		left / WIDTH, 1 - MARGIN_RIGHT / WIDTH);
	fprintf(out, "set tmargin at screen %.6f\nset bmargin at screen %.6f\n",
		1 - MARGIN_TOP / height, MARGIN_BOTTOM / height);
	fputs("set border 1 lc " INK "\nset grid xtics lt 1 lc " FAINT " lw 1\n", out);
}

static double row_y(const struct plot *plot, size_t row, size_t series, size_t count)
{
	const double offset = 0.5 - ((double)series + 0.5) / (double)count;

	return (double)(plot->labels - 1 - row) + 0.76 * offset;
}

/* Intervals and points of a series as two blocks of figures. */
static void write_blocks(FILE *out, const struct plot *plot, size_t series, size_t count)
{
	const struct plot_point *p;
	double y;

	fprintf(out, "$i%zu << END\n", series);
	for (size_t i = 0; i < plot->points; i++) {
		p = &plot->point[i];
		y = row_y(plot, p->row, p->series, count);
		if (p->series == series && isfinite(p->low) && isfinite(p->high))
			fprintf(out, "%.6g %.6g\n%.6g %.6g\n\n", p->low, y, p->high, y);
	}
	fprintf(out, "END\n$p%zu << END\n", series);
	for (size_t i = 0; i < plot->points; i++) {
		p = &plot->point[i];
		if (p->series != series)
			continue;
		fprintf(out, "%.6g %.6g\n", p->x, row_y(plot, p->row, p->series, count));
	}
	fputs("END\n", out);
}

static bool has_point(const struct plot *plot, size_t series)
{
	for (size_t i = 0; i < plot->points; i++) {
		if (plot->point[i].series == series)
			return true;
	}
	return false;
}

static bool has_interval(const struct plot *plot, size_t series)
{
	for (size_t i = 0; i < plot->points; i++) {
		if (plot->point[i].series == series && isfinite(plot->point[i].low) &&
		    isfinite(plot->point[i].high))
			return true;
	}
	return false;
}

/* Where nothing has changed, and how far from it does not matter. */
static void write_reference(FILE *out, const struct plot *plot)
{
	const double rows = (double)plot->labels - 0.5;

	if (plot->scale != SCALE_CHANGE && plot->scale != SCALE_TIMES)
		return;
	if (plot->scale == SCALE_CHANGE && isfinite(plot->band))
		fprintf(out, "set object 1 rectangle from %.9g,-0.5 to %.9g,%.9g behind "
			"fillcolor " BAND " fillstyle solid 1.0 noborder\n",
			-plot->band, plot->band, rows);
	fprintf(out, "set arrow 1 from %d,-0.5 to %d,%.9g nohead back lt 1 lc " INK " lw 1\n",
		plot->scale == SCALE_TIMES, plot->scale == SCALE_TIMES, rows);
}

static void script_dots(FILE *out, const struct plot *plot, size_t series)
{
	const double height = MARGIN_TOP + MARGIN_BOTTOM +
		(double)plot->labels * (ROW_GAP + SERIES_STEP * (double)series);
	size_t longest = 0;
	const char *lead = "plot ";
	struct axis x;
	double left;

	for (size_t i = 0; i < plot->labels; i++)
		longest = strlen(plot->label[i]) > longest ? strlen(plot->label[i]) : longest;
	axis_of_dots(&x, plot);
	axis_tics(&x);
	left = 12 + LETTER * (double)longest;
	write_frame(out, height, left);
	if (x.is_log)
		fputs("set logscale x\n", out);
	fprintf(out, "set xrange [%.9g:%.9g]\nset yrange [-0.5:%zu.5]\nset ytics (",
		x.low, x.high, plot->labels - 1);
	for (size_t i = 0; i < plot->labels; i++)
		fprintf(out, "%s\"L%zu\" %zu", i ? ", " : "", i, plot->labels - 1 - i);
	fprintf(out, ") scale 0 textcolor " INK "\nset xlabel \"L%zu\" offset 0,0.3 textcolor " INK "\n",
		plot->labels);
	write_tics(out, plot, &x, 'x', WIDTH - left - MARGIN_RIGHT);
	write_reference(out, plot);
	for (size_t s = 0; s < series; s++)
		write_blocks(out, plot, s, series);
	for (size_t s = 0; s < series; s++) {
		if (has_interval(plot, s)) {
			fprintf(out, "%s$i%zu with lines lt 1 lw 1.5 lc rgb '#0100%02x'", lead, s,
				(unsigned)(SERIES + s));
			lead = ", ";
		}
		if (has_point(plot, s)) {
			fprintf(out, "%s$p%zu with points pt %u ps 0.6 lc rgb '#0100%02x'",
				lead, s, svg_mark_type(s), (unsigned)(SERIES + s));
			lead = ", ";
		}
	}
	fputs("\nset output\n", out);
}

static void axis_of_curves(struct axis *x, struct axis *y, const struct plot *plot)
{
	*x = (struct axis){ .low = 0, .high = 1 };
	*y = (struct axis){ .low = INFINITY, .high = 1, .is_log = true };
	for (size_t i = 0; i < plot->points; i++) {
		x->high = fmax(x->high, plot->point[i].x);
		y->low = fmin(y->low, fmax(plot->point[i].low, 1));
		y->high = fmax(y->high, plot->point[i].low);
	}
	y->low /= 1.2;
	y->high = fmax(y->high * 1.2, 2 * y->low);
	axis_tics(y);
}

/* 50 %, 90 %, 99 % …: where log10(1 / (1 - p)) has them. */
static void write_percentiles(FILE *out, double high)
{
	static const char *const tic[] = { "90 %%", "99", "99.9", "99.99", "99.999", "99.9999" };

	fputs("set xtics (\"50\" 0.30103", out);
	for (unsigned i = 0; i < ARRAY_SIZE(tic) && i + 1 <= high + 1e-9; i++)
		fprintf(out, ", \"%s\" %u", tic[i], i + 1);
	fputs(") scale 0.4 textcolor " INK "\n", out);
}

static void script_curves(FILE *out, const struct plot *plot, size_t series)
{
	const char *lead = "plot ";
	struct axis x, y;

	axis_of_curves(&x, &y, plot);
	write_frame(out, CURVES_HEIGHT, 52);
	fprintf(out, "set logscale y\nset border 3 lc " INK "\nset grid ytics\n"
		"set xrange [0:%.9g]\nset yrange [%.9g:%.9g]\nset xlabel \"L%zu\" offset 0,0.3 "
		"textcolor " INK "\n", x.high, y.low, y.high, plot->labels);
	write_percentiles(out, x.high);
	write_tics(out, plot, &y, 'y', CURVES_HEIGHT);
	for (size_t s = 0; s < series; s++) {
		fprintf(out, "$p%zu << END\n", s);
		for (size_t i = 0; i < plot->points; i++) {
			if (plot->point[i].series == s)
				fprintf(out, "%.6g %.6g\n", plot->point[i].x, plot->point[i].low);
		}
		fputs("END\n", out);
	}
	for (size_t s = 0; s < series; s++) {
		if (!has_point(plot, s))
			continue;
		fprintf(out, "%s$p%zu with lines lt 1 lw 1.5 lc rgb '#0100%02x'", lead, s,
			(unsigned)(SERIES + s));
		lead = ", ";
	}
	fputs("\nset output\n", out);
}

void plot_script(FILE *out, const struct plot *plot, size_t series)
{
	if (plot->scale == SCALE_PERCENTILE)
		script_curves(out, plot, series);
	else
		script_dots(out, plot, series);
}
