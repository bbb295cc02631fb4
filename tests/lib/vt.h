/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For unit tests: a screen that takes what pages are made of, and remembers
 * what it does not know. vt_line gives a row as text; a half block is one of
 * the letters U, L, F (upper, lower, full).
 */
#ifndef VT_H
#define VT_H

#include <stdlib.h>
#include <string.h>

#define VT_COLUMNS 300
#define VT_ROWS 120

struct vt {
	unsigned columns, rows, x, y;
	unsigned strange;	/* sequences and bytes that no page has */
	unsigned outside;	/* characters to the right or below */
	int colour;		/* last number of the last SGR */
	char cell[VT_ROWS][VT_COLUMNS];
	int colours[VT_ROWS][VT_COLUMNS];
};

static inline void vt_clear(struct vt *v, unsigned columns, unsigned rows)
{
	memset(v, 0, sizeof(*v));
	memset(v->cell, ' ', sizeof(v->cell));
	v->columns = columns;
	v->rows = rows;
}

static inline void vt_put(struct vt *v, char c)
{
	if (v->x >= v->columns || v->y >= v->rows) {
		v->outside++;
		return;
	}
	v->cell[v->y][v->x] = c;
	v->colours[v->y][v->x++] = v->colour;
}

/* What follows ESC [ or ESC. */
static inline const char *vt_sequence(struct vt *v, const char *p)
{
	unsigned long n = 0, first = 0;
	char *end;

	if (*p != '[') {
		v->strange++;
		return p + 1;
	}
	for (p++;; p = end + 1) {
		n = strtoul(p, &end, 10);
		if (*end != ';')
			break;
		first = n;
	}
	if (*end == 'H') {
		v->y = first ? (unsigned)first - 1 : 0;
		v->x = n ? (unsigned)n - 1 : 0;
	} else if (*end == 'K' && v->y < VT_ROWS) {
		memset(v->cell[v->y], ' ', VT_COLUMNS);
	} else if (*end == 'm') {
		v->colour = (int)n;
	} else {
		v->strange++;
	}
	return end + 1;
}

static inline void vt_write(struct vt *v, const char *p, size_t len)
{
	const char *const end = p + len;

	while (p < end) {
		if (*p == '\033') {
			p = vt_sequence(v, p + 1);
		} else if (end - p >= 3 && !memcmp(p, "\u2580", 3)) {
			vt_put(v, 'U');
			p += 3;
		} else if (end - p >= 3 && !memcmp(p, "\u2584", 3)) {
			vt_put(v, 'L');
			p += 3;
		} else if (end - p >= 3 && !memcmp(p, "\u2588", 3)) {
			vt_put(v, 'F');
			p += 3;
		} else {
			v->strange += *p < ' ' || *p > '~';
			vt_put(v, *p++);
		}
	}
}

/* A row (from 0) without the blanks at its end; good until the next call. */
static inline const char *vt_line(const struct vt *v, unsigned row)
{
	static char line[VT_COLUMNS + 1];
	size_t n = VT_COLUMNS;

	memcpy(line, v->cell[row], VT_COLUMNS);
	while (n && line[n - 1] == ' ')
		n--;
	line[n] = '\0';
	return line;
}

#endif
