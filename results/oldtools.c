// SPDX-License-Identifier: GPL-2.0-only
/*
 * --as-published: what old versions of the tools would have printed of what was
 * measured here, beside the true figure, so that a table of those years can be
 * read rightly. Sources: bonnie++ 1.00f to 1.02b and 2.00a; tiobench 0.3.1 to
 * 0.4.2.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "figures.h"
#include "table.h"
#include "testid.h"
#include "text.h"
#include "tiotable.h"
#include "units.h"

/* bonnie++ 1.00f to 1.02b began its clock before a sleep, and made 8192 seeks. */
#define SLEEP_S 5.0
#define OLD_SEEKS 8192.0
#define SHORT_NS 5e8		/* a phase that is shorter is printed as +++++ */

/* How an old figure came to be wrong. */
enum flaw {
	FLAW_SLEEP, FLAW_SEEK_CPU, FLAW_FILE_TEXT, FLAW_AVERAGE, FLAW_INFLATED, FLAW_NPTL,
	FLAWS
};

static const struct {
	const char *version, *why;
} flaws[FLAWS] = {
	[FLAW_SLEEP] = { "bonnie++ 1.00f-1.02b",
		"5 s of sleep are counted, so seeks and their CPU are too low" },
	[FLAW_SEEK_CPU] = { "bonnie++ 2.00a",
		"each seeking thread adds the CPU time of the whole process" },
	[FLAW_FILE_TEXT] = { "bonnie++ 2.00a, text",
		"the columns of files hold the number of files, 1024 times -n; its CSV is right" },
	[FLAW_AVERAGE] = { "tiobench 0.3.1-0.3.3",
		"until March 2002 a row is the average of all rows so far" },
	[FLAW_INFLATED] = { "tiobench 0.3.5-0.4.2",
		"random phases are credited with all blocks of the file" },
	[FLAW_NPTL] = { "tiotest 0.3 on NPTL",
		"each thread adds the CPU time of the whole process" },
};

struct page {
	FILE *out;
	const struct place *place;
	bool has_head, has_flaw[FLAWS];
};

/* Nothing where the two come out alike. */
static void print_line(struct page *p, const char *test, double value, double old,
		       const char *unit, int decimals, enum flaw flaw)
{
	char name[80], is[40], was[40];

	if (!isfinite(value) || !isfinite(old) || value > 1e12 || old > 1e12)
		return;
	snprintf(is, sizeof(is), "%.*f%s", decimals, value, unit);
	snprintf(was, sizeof(was), "%.*f%s", decimals, old, unit);
	if (!strcmp(is, was))
		return;
	if (!p->has_head)
		fprintf(p->out, "%s\n", text_escape(name, sizeof(name), p->place->name));
	p->has_head = true;
	p->has_flaw[flaw] = true;
	text_escape(name, sizeof(name), test);
	fprintf(p->out, "  %-24s%s%15s%17s  %s\n", name,
		strlen(name) > 24 ? "\n                          " : "", is, was,
		flaws[flaw].version);
}

static void print_seeks(struct page *p, const char *variant)
{
	const struct figure *f = place_find_good(p->place, "seeks", variant);
	double wall, cpu, old_cpu, old_s, deflation;
	char test[64];

	if (!f)
		return;
	wall = value_number(f->typical, "wall_ns") / 1e9;
	cpu = figure_worker_s(f->typical);
	old_cpu = value_number(f->typical, "old_cpu_ns") / 1e9;
	snprintf(test, sizeof(test), "bonnie seeks %s", variant);
	if (!strcmp(variant, "2.00")) {
		snprintf(test, sizeof(test), "bonnie seeks %s CPU", variant);
		print_line(p, test, 100 * cpu / wall, 100 * old_cpu / wall, " %", 1, FLAW_SEEK_CPU);
		return;
	}
	old_s = OLD_SEEKS / f->rate;
	deflation = old_s / (old_s + SLEEP_S);
	print_line(p, test, f->rate, f->rate * deflation, "/s", 1, FLAW_SLEEP);
	snprintf(test, sizeof(test), "bonnie seeks %s CPU", variant);
	print_line(p, test, 100 * cpu / wall, 100 * cpu / wall * deflation, " %", 1, FLAW_SLEEP);
}

static void print_files(struct page *p)
{
	static const char *const operations[] = {
		"seq-create", "seq-stat", "seq-delete", "ran-create", "ran-stat", "ran-delete",
	};
	const struct figure *f;
	char test[64];

	for (unsigned i = 0; i < ARRAY_SIZE(operations); i++) {
		f = place_find_good(p->place, operations[i], "2.00");
		if (!f || !(value_number(f->typical, "wall_ns") >= SHORT_NS))
			continue;
		snprintf(test, sizeof(test), "bonnie %s 2.00", operations[i]);
		print_line(p, test, f->rate, value_number(f->typical, "ops"), "/s", 0,
			   FLAW_FILE_TEXT);
	}
}

/* Cells of two tables, where the second is not as the first. */
static void print_tio(struct page *p, const struct tiotable *is, const struct tiotable *was,
		      bool wants_cpu, enum flaw flaw)
{
	const struct tiofmt_cell *a, *b;
	char test[64];

	for (size_t i = 0; i < is->rows; i++) {
		for (unsigned phase = 0; phase < TIOFMT_PHASES; phase++) {
			a = &is->row[i].cell[phase];
			b = &was->row[i].cell[phase];
			snprintf(test, sizeof(test), "tio %s t%u%s", tiotable_operations[phase],
				 is->row[i].threads, wants_cpu ? " CPU" : "");
			if (wants_cpu && a->cpu_s < b->cpu_s)
				print_line(p, test, tiofmt_cpu_pct(a), tiofmt_cpu_pct(b), " %", 1,
					   flaw);
			else if (!wants_cpu && (a->mib < b->mib || a->mib > b->mib))
				print_line(p, test, tiofmt_rate(a), tiofmt_rate(b), " MiB/s",
					   tiofmt_rate(a) < 10 ? 3 : 2, flaw);
		}
	}
}

static void print_all_tio(struct page *p)
{
	struct tiotable is, was;

	tiotable_fill(&is, p->place, "");
	tiotable_accumulate(&was, &is);
	print_tio(p, &is, &was, false, FLAW_AVERAGE);
	tiotable_inflate(&was, &is);
	print_tio(p, &is, &was, false, FLAW_INFLATED);
	tiotable_count_old_cpu(&was, &is);
	print_tio(p, &is, &was, true, FLAW_NPTL);
}

static void print_place(FILE *out, const struct place *place, void *arg)
{
	struct page *p = arg;

	p->out = out;
	p->place = place;
	p->has_head = false;
	if (!strcmp(place->family, "tio")) {
		print_all_tio(p);
		return;
	}
	print_seeks(p, "1.03");
	print_seeks(p, "2.00");
	print_files(p);
}

void oldtools_print(FILE *out, const struct run *runs, size_t count)
{
	char id[72], text[200];
	struct page page = { .out = out };
	bool has_any = false;

	fprintf(out, "\nas published: what old tools would have printed of the same\n");
	fprintf(out, "%-26s%15s%17s\n", "", "true", "as published");
	for (size_t r = 0; r < count; r++) {
		if (count > 1)
			fprintf(out, "run %s\n", text_escape(id, sizeof(id), runs[r].id));
		place_each(out, &runs[r], "bonnie", print_place, &page);
		place_each(out, &runs[r], "tio", print_place, &page);
	}
	for (unsigned i = 0; i < FLAWS; i++) {
		has_any |= page.has_flaw[i];
		if (!page.has_flaw[i])
			continue;
		snprintf(text, sizeof(text), "%s: %s", flaws[i].version, flaws[i].why);
		text_wrap(out, "", 0, text);
	}
	if (!has_any)
		fprintf(out, "no figure that an old tool would have printed otherwise\n");
}
