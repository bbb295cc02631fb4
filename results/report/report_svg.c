// SPDX-License-Identifier: GPL-2.0-only
/*
 * What gnuplot drew, written anew: only paths, marks, texts and boxes come
 * through, colours become classes that the page's style fills for light, dark
 * and paper, and tokens become the labels they stand for.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report_parts.h"
#include "units.h"

#define ATTRIBUTE_MAX 64
#define COLOURS 8		/* of series, in results/report/report.css */
#define SERIES 16ul

/* gnuplot's pointtypes, which are filled; in its file their number is one less. */
static const struct mark {
	unsigned type;
	const char *shape;
} marks[] = {
	{ 7, "<circle id=\"m6\" r=\"1\"/>" },
	{ 5, "<path id=\"m4\" d=\"M-.9-.9h1.8v1.8h-1.8z\"/>" },
	{ 9, "<path id=\"m8\" d=\"M0-1.3L-1.25.8h2.5z\"/>" },
	{ 13, "<path id=\"m12\" d=\"M0-1.35L1.35 0 0 1.35-1.35 0z\"/>" },
	{ 11, "<path id=\"m10\" d=\"M0 1.3L-1.25-.8h2.5z\"/>" },
	{ 2, "<path id=\"m1\" class=\"line\" d=\"M-1-1L1 1M1-1L-1 1\"/>" },
	{ 1, "<path id=\"m0\" class=\"line\" d=\"M-1.2 0h2.4M0-1.2v2.4\"/>" },
};

unsigned svg_mark_type(size_t series)
{
	return marks[series % ARRAY_SIZE(marks)].type;
}

void svg_write_marks(FILE *out)
{
	fputs("<svg class=\"marks\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n", out);
	for (size_t i = 0; i < ARRAY_SIZE(marks); i++)
		fprintf(out, "%s\n", marks[i].shape);
	fputs("</defs></svg>\n", out);
}

void svg_write_mark(FILE *out, size_t series)
{
	fprintf(out, "<svg class=\"mark\" viewBox=\"-2 -1.5 4 3\" aria-hidden=\"true\">"
		"<path class=\"line s%zu d%zu\" d=\"M-2 0h4\"/>"
		"<use href=\"#m%u\" class=\"s%zu\"/></svg>", series % COLOURS, series % COLOURS,
		svg_mark_type(series) - 1, series % COLOURS);
}

struct tag {
	const char *text, *end;		/* from "<" to behind ">" */
	size_t name_len;
};

/* The next tag at or behind p. */
static bool tag_next(struct tag *t, const char *p, const char *end)
{
	char quote = 0;

	while (p < end && *p != '<')
		p++;
	t->text = p;
	for (; p < end && (quote || *p != '>'); p++) {
		if (quote && *p == quote)
			quote = 0;
		else if (!quote && (*p == '"' || *p == '\''))
			quote = *p;
	}
	if (p >= end)
		return false;
	t->end = p + 1;
	t->name_len = 1 + strcspn(t->text + 2, " \t\r\n/>");
	return true;
}

static bool tag_is(const struct tag *t, const char *name)
{
	return t->name_len == strlen(name) && !strncmp(t->text + 1, name, t->name_len);
}

/* Value of an attribute, within the tag; NULL: it has none. */
static const char *attribute(const struct tag *t, const char *name, size_t *len)
{
	const size_t name_len = strlen(name);
	const char *value, *end;

	for (const char *p = t->text + 1 + t->name_len; p + name_len + 2 < t->end; p++) {
		if (!strchr(" \t\r\n", p[-1]) || strncmp(p, name, name_len))
			continue;
		value = p + name_len;
		value += strspn(value, " ");
		if (*value++ != '=')
			continue;
		value += strspn(value, " ");
		if (!*value || !strchr("\"'", *value) || value >= t->end)
			continue;
		end = memchr(value + 1, *value, (size_t)(t->end - value - 1));
		*len = end ? (size_t)(end - value - 1) : 0;
		return end ? value + 1 : NULL;
	}
	return NULL;
}

/* Figures, letters of paths and transforms: nothing that ends an attribute. */
static void write_attribute(FILE *out, const struct tag *t, const char *name)
{
	size_t len = 0;
	const char *value = attribute(t, name, &len);
	bool was_space = true, is_space;

	if (!value)
		return;
	fprintf(out, " %s=\"", name);
	for (size_t i = 0; i < len; i++) {
		is_space = strchr(" \t\r\n", value[i]) != NULL;
		if (is_space && !was_space)
			fputc(' ', out);
		else if (!is_space && !strchr("<>&\"'", value[i]))
			fputc(value[i], out);
		was_space = is_space;
	}
	fputc('"', out);
}

/* N of the colour 1,0,N; 0: another. */
static unsigned long colour_of(const struct tag *t, const char *name)
{
	unsigned long part[3] = { 0 };
	char text[ATTRIBUTE_MAX], *p = text;
	size_t len = 0;
	const char *value = attribute(t, name, &len);

	if (!value || len >= sizeof(text) || strncmp(value, "rgb(", 4))
		return 0;
	memcpy(text, value, len);
	text[len] = '\0';
	for (p += 4, len = 0; len < ARRAY_SIZE(part); len++) {
		part[len] = strtoul(p, &p, 10);
		p += strspn(p, " ,");
	}
	return part[0] == 1 && !part[1] ? part[2] : 0;
}

static void write_class(FILE *out, unsigned long colour, bool is_curve)
{
	static const char *const names[] = { "ink", "ink", "faint", "band" };
	const unsigned long series = colour - SERIES;

	if (colour < SERIES)
		fprintf(out, " class=\"%s\"", colour < ARRAY_SIZE(names) ? names[colour] : "ink");
	else if (is_curve)
		fprintf(out, " class=\"curve s%lu d%lu\"", series % COLOURS, series % COLOURS);
	else
		fprintf(out, " class=\"s%lu\"", series % COLOURS);
}

/* A token's label, or figures. */
static void write_text(FILE *out, const struct plot *plot, const char *text, const char *end)
{
	char word[ATTRIBUTE_MAX], *rest;
	unsigned long n;
	size_t len;

	while (text < end && *text == ' ')
		text++;
	len = (size_t)(end - text);
	if (len >= sizeof(word))
		len = sizeof(word) - 1;
	memcpy(word, text, len);
	word[len] = '\0';
	if (*word != 'L') {
		html_plain(out, word);
		return;
	}
	n = strtoul(word + 1, &rest, 10);
	html_plain(out, n < plot->labels ? plot->label[n] : plot->axis);
}

/* The group around a text has its place and its colour. */
static const char *write_label(FILE *out, const struct plot *plot, const struct tag *group,
			       const struct tag *t, const char *end)
{
	const char *stop = memchr(t->end, '<', (size_t)(end - t->end));

	if (!stop)
		return end;
	fputs("<text", out);
	write_class(out, colour_of(group, "fill"), false);
	write_attribute(out, group, "transform");
	write_attribute(out, group, "text-anchor");
	fputc('>', out);
	write_text(out, plot, t->end, stop);
	fputs("</text>\n", out);
	return stop;
}

static void write_use(FILE *out, const struct tag *t)
{
	size_t len = 0;
	const char *href = attribute(t, "xlink:href", &len);

	if (!href || len < 6 || strncmp(href, "#gpPt", 5))
		return;
	fprintf(out, "<use href=\"#m%lu\"", strtoul(href + 5, NULL, 10));
	write_class(out, colour_of(t, "color"), false);
	write_attribute(out, t, "transform");
	fputs("/>\n", out);
}

static void write_shape(FILE *out, const struct plot *plot, const struct tag *t,
			const struct tag *group)
{
	size_t len;

	if (tag_is(t, "path") && attribute(t, "stroke", &len)) {
		fputs("<path", out);
		write_class(out, colour_of(t, "stroke"), plot->scale == SCALE_PERCENTILE);
		write_attribute(out, t, "d");
		fputs("/>\n", out);
	} else if (tag_is(t, "polygon")) {
		fputs("<polygon", out);
		write_class(out, colour_of(t, "fill"), false);
		write_attribute(out, t, "points");
		fputs("/>\n", out);
	} else if (tag_is(t, "use") && group->text) {
		write_use(out, t);
	}
}

static void write_head(FILE *out, const struct plot *plot, const struct tag *t, size_t number)
{
	fputs("<svg class=\"plot\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\"", out);
	write_attribute(out, t, "viewBox");
	fprintf(out, " aria-labelledby=\"plot%zu\">\n<title id=\"plot%zu\">", number, number);
	html_text(out, plot->title);
	fputs("; the tables have its figures</title>\n", out);
}

void svg_write(FILE *out, const struct plot *plot, size_t number)
{
	const char *p = plot->svg, *end = plot->svg + plot->svg_len;
	struct tag t, group = { .text = NULL };
	bool in_defs = false;

	while (tag_next(&t, p, end)) {
		p = t.end;
		if (tag_is(&t, "defs") || tag_is(&t, "/defs"))
			in_defs = t.text[1] != '/';
		else if (tag_is(&t, "svg"))
			write_head(out, plot, &t, number);
		else if (in_defs)
			continue;
		else if (tag_is(&t, "g"))
			group = t;
		else if (tag_is(&t, "text"))
			p = write_label(out, plot, &group, &t, end);
		else
			write_shape(out, plot, &t, &group);
	}
	fputs("</svg>\n", out);
}
