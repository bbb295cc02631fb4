// SPDX-License-Identifier: GPL-2.0-only
/*
 * The list of plots: filled first, then drawn by one gnuplot, whose output is
 * cut into drawings in the order of the list.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report_parts.h"

#define DEADLINE_MS 30000

struct plot *plots_add(struct plots *p, enum plot_section section, const char *title)
{
	struct plot *more;

	if (p->count == p->room) {
		p->room = p->room ? 2 * p->room : 32;
		more = reallocarray(p->plot, p->room, sizeof(*more));
		if (!more) {
			p->no_memory = true;
			return NULL;
		}
		p->plot = more;
	}
	more = &p->plot[p->count];
	*more = (struct plot){ .section = section, .title = strdup(title), .band = NAN };
	if (!more->title) {
		p->no_memory = true;
		return NULL;
	}
	p->count++;
	return more;
}

void plot_add_label(struct plots *p, struct plot *plot, const char *label)
{
	char **more = reallocarray(plot->label, plot->labels + 1, sizeof(*more));

	if (more) {
		plot->label = more;
		more[plot->labels] = strdup(label);
	}
	if (!more || !more[plot->labels])
		p->no_memory = true;
	else
		plot->labels++;
}

void plot_add_point(struct plots *p, struct plot *plot, struct plot_point point)
{
	struct plot_point *more;

	if (plot->points == plot->room) {
		plot->room = plot->room ? 2 * plot->room : 64;
		more = reallocarray(plot->point, plot->room, sizeof(*more));
		if (!more) {
			p->no_memory = true;
			return;
		}
		plot->point = more;
	}
	plot->point[plot->points++] = point;
}

void plots_free(struct plots *p)
{
	struct plot *plot;

	for (size_t i = 0; i < p->count; i++) {
		plot = &p->plot[i];
		for (size_t k = 0; k < plot->labels; k++)
			free(plot->label[k]);
		free(plot->label);
		free(plot->point);
		free(plot->title);
	}
	free(p->plot);
	free(p->text);
}

/* Hand out the drawings. False: there are not as many as plots that have points. */
static bool cut(struct plots *p, size_t len)
{
	static const char last[] = "</svg>";
	const char *text = p->text, *begin, *end;

	for (size_t i = 0; i < p->count; i++) {
		if (!p->plot[i].points)
			continue;
		begin = memmem(text, len - (size_t)(text - p->text), "<svg", 4);
		end = begin ? memmem(begin, len - (size_t)(begin - p->text), last,
				     sizeof(last) - 1) : NULL;
		if (!end)
			return false;
		p->plot[i].svg = begin;
		text = end + sizeof(last) - 1;
		p->plot[i].svg_len = (size_t)(text - begin);
	}
	return true;
}

static const char *reason(int error)
{
	switch (error) {
	case -ENOENT:
		return "gnuplot is not installed (Debian: gnuplot-nox)";
	case -ETIME:
		return "gnuplot took too long";
	case -EIO:
		return "gnuplot failed";
	case -EFBIG:
		return "gnuplot drew more than it was asked for";
	default:
		return strerror(-error);
	}
}

void plots_draw(struct plots *p)
{
	FILE *script = tmpfile();
	size_t len = 0, wanted = 0;
	int ret = script ? 0 : -errno;

	for (size_t i = 0; i < p->count && script; i++) {
		if (!p->plot[i].points)
			continue;
		plot_script(script, &p->plot[i], p->series);
		wanted++;
	}
	if (!ret && wanted)
		ret = gnuplot_run(script, &p->text, &len, DEADLINE_MS);
	if (ret)
		snprintf(p->why, sizeof(p->why), "%s", reason(ret));
	else if (wanted && !cut(p, len))
		snprintf(p->why, sizeof(p->why), "gnuplot drew less than it was asked for");
	if (p->why[0]) {
		for (size_t i = 0; i < p->count; i++)
			p->plot[i].svg = NULL;
	}
	if (script)
		fclose(script);
}
