// SPDX-License-Identifier: GPL-2.0-only
/*
 * Results in the forms of bonnie++ and tiobench: one table for each target and
 * layer of each run. What did not pass is blank there and named below.
 */
#include <math.h>
#include <string.h>

#include "bonniefmt.h"
#include "reader.h"
#include "table.h"
#include "testid.h"
#include "text.h"
#include "tiotable.h"
#include "units.h"

/* What a variant of ours is called by the tool, and in its form. */
static const struct bonnie_variant {
	const char *variant, *version, *what;
} bonnie_variants[] = {
	{ "1.03", "1.03e", NULL },
	{ "1.03-unlocked", "1.03e", "putc and getc without locks" },
	{ "2.00", "2.00a", NULL },
};

/* What all tables of one call have in common. */
struct form {
	const struct bonnie_variant *variant;
	bool is_csv, as_published, is_old, has_any;
};

static uint64_t ns(const json_t *result, const char *path)
{
	return value_count(result, path);
}

/* Settings that the first phase which has them states. */
static void take_count(uint64_t *value, const json_t *result, const char *path)
{
	*value = *value ? *value : value_count(result, path);
}

/* The per-character phases of 2.00 go through a part of the file only. */
static void take_most(uint64_t *value, const json_t *result, const char *path)
{
	uint64_t said = value_count(result, path);

	*value = said > *value ? said : *value;
}

static void bonnie_settings(struct bonniefmt *b, int id, const json_t *result)
{
	uint64_t max = 0, min = 0;

	take_count(&b->seed, result, "settings.seed");
	if (id < BONNIE_SEQ_CREATE) {
		take_count(&b->chunk_bytes, result, "settings.block_bytes");
		take_most(&b->size_bytes, result, "settings.bytes");
	} else {
		take_count(&b->files, result, "ops");
		take_count(&b->folders, result, "settings.folders");
		take_count(&max, result, "settings.file_bytes_max");
		take_count(&min, result, "settings.file_bytes_min");
		b->file_bytes_max = max <= INT64_MAX ? (int64_t)max : 0;
		b->file_bytes_min = min <= INT64_MAX ? (int64_t)min : 0;
	}
	if (id == BONNIE_SEEKS) {
		take_count(&b->seeks, result, "ops");
		take_count(&b->seekers, result, "settings.streams");
	}
}

static void bonnie_phase(struct bonniefmt *b, int id, const json_t *result)
{
	struct bonniefmt_phase *p = &b->phase[id];
	uint64_t write_ns = ns(result, "write_latency.max_ns");

	p->amount = value_number(result, id < BONNIE_SEEKS ? "bytes" : "ops");
	p->wall_ns = isnan(p->amount) ? 0 : ns(result, "wall_ns");
	p->cpu_ns = ns(result, "old_cpu_ns");
	p->latency_ns = ns(result, "latency.max_ns");
	p->latency_ns = write_ns > p->latency_ns ? write_ns : p->latency_ns;
}

/* False where the place has nothing of the variant. */
static bool bonnie_fill(struct bonniefmt *b, const struct place *p, const char *variant)
{
	const struct figure *f;
	bool has_any = false;

	for (int id = 0; id < BONNIE_PHASES; id++) {
		f = place_find(p, bonniefmt_phase_names[id], variant);
		has_any |= f != NULL;
		f = place_find_good(p, bonniefmt_phase_names[id], variant);
		if (!f)
			continue;
		bonnie_settings(b, id, f->typical);
		bonnie_phase(b, id, f->typical);
	}
	return has_any;
}

/* A comma would part fields. */
static void no_commas(char *text)
{
	for (; *text; text++)
		*text = *text == ',' ? '_' : *text;
}

static void print_bonnie(FILE *out, const struct place *p, void *arg)
{
	struct form *form = arg;
	struct bonniefmt b = { .version = form->variant->version };
	char text[BONNIEFMT_TEXT_MAX], place[64], kernel[64], name[130];

	text_escape(place, sizeof(place), p->name);
	if (!bonnie_fill(&b, p, form->variant->variant))
		return;
	b.name = place;
	if (form->is_csv) {
		snprintf(name, sizeof(name), "%s@%s", place,
			 place_kernel(p, kernel, sizeof(kernel)));
		no_commas(name);
		b.name = name;
		if (bonniefmt_csv(text, sizeof(text), &b) > 0)
			fputs(text, out);
		form->has_any = true;
		return;
	}
	fprintf(out, "%s", form->has_any ? "\n" : "");
	place_head(out, p);
	if (form->variant->what)
		fprintf(out, "# %s\n", form->variant->what);
	if (bonniefmt_text(text, sizeof(text), &b) > 0)
		fputs(text, out);
	place_notes(out, p, form->variant->variant);
	form->has_any = true;
	if (!form->as_published || strcmp(form->variant->variant, "2.00"))
		return;
	fprintf(out, "\n# as bonnie++ 2.00a prints it: all columns of files hold their number\n");
	b.as_published = true;
	if (bonniefmt_text(text, sizeof(text), &b) > 0)
		fputs(text, out);
}

static void print_all_bonnie(FILE *out, const struct run *runs, size_t count, struct form *form)
{
	for (size_t r = 0; r < count; r++) {
		for (unsigned v = 0; v < ARRAY_SIZE(bonnie_variants); v++) {
			form->variant = &bonnie_variants[v];
			place_each(out, &runs[r], "bonnie", print_bonnie, form);
		}
	}
}

/* A CSV of no rows is empty; a text says so. */
void export_bonnie(FILE *out, const struct run *runs, size_t count, bool as_published)
{
	struct form form = { .as_published = as_published };

	print_all_bonnie(out, runs, count, &form);
	if (!form.has_any)
		fprintf(out, "# no test of bonnie is here\n");
}

void export_bonnie_csv(FILE *out, const struct run *runs, size_t count)
{
	struct form form = { .is_csv = true };

	print_all_bonnie(out, runs, count, &form);
}

static void print_tiobench(FILE *out, const struct place *p, void *arg)
{
	struct form *form = arg;
	struct tiotable table, other;
	char kernel[64], place[64];

	fprintf(out, "%s", form->has_any ? "\n" : "");
	form->has_any = true;
	place_head(out, p);
	text_escape(place, sizeof(place), p->name);
	place[strcspn(place, "/")] = '\0';
	place_kernel(p, kernel, sizeof(kernel));
	tiotable_fill(&table, p, form->is_old ? place : kernel);
	if (form->is_old)
		tiotable_print_old(out, &table);
	else
		tiotable_print_new(out, &table);
	place_notes(out, p, NULL);
	if (!form->is_old || !form->as_published)
		return;
	fprintf(out, "\n# as tiobench 0.3.1 to early 2002 printed it: averages of all rows so far\n");
	tiotable_accumulate(&other, &table);
	tiotable_print_old(out, &other);
}

static void print_all_tiobench(FILE *out, const struct run *runs, size_t count,
			       struct form *form)
{
	for (size_t r = 0; r < count; r++)
		place_each(out, &runs[r], "tio", print_tiobench, form);
	if (!form->has_any)
		fprintf(out, "# no test of tio is here\n");
}

void export_tiobench(FILE *out, const struct run *runs, size_t count)
{
	struct form form = { .is_old = false };

	print_all_tiobench(out, runs, count, &form);
}

void export_tiobench_old(FILE *out, const struct run *runs, size_t count, bool as_published)
{
	struct form form = { .is_old = true, .as_published = as_published };

	print_all_tiobench(out, runs, count, &form);
}
