// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows of tiobench from records. Only what passed goes into a cell; what the
 * old scripts did to their figures is done to copies.
 */
#include "tiotable.h"

#include <math.h>
#include <string.h>

#include "text.h"
#include "units.h"

const char *const tiotable_operations[TIOFMT_PHASES] = {
	[TIOFMT_SEQ_READ] = "seq-read",
	[TIOFMT_RAND_READ] = "rand-read",
	[TIOFMT_SEQ_WRITE] = "seq-write",
	[TIOFMT_RAND_WRITE] = "rand-write",
};

static unsigned threads_of(const struct testid *t)
{
	uint64_t threads;

	return t->variant[0] == 't' && !parse_u64(t->variant + 1, 1, 999, &threads) ?
		(unsigned)threads : 0;
}

/* In rising order, each once; those that do not fit are left out. */
static void add_threads(struct tiotable *t, unsigned threads)
{
	size_t i;

	for (i = 0; i < t->rows && t->row[i].threads < threads; i++)
		;
	if (!threads || t->rows == TIOTABLE_ROWS ||
	    (i < t->rows && t->row[i].threads == threads))
		return;
	memmove(&t->row[i + 1], &t->row[i], (t->rows - i) * sizeof(t->row[0]));
	t->row[i] = (struct tiofmt_row){ .threads = threads };
	t->rows++;
}

static void fill_cell(struct tiotable *t, size_t i, unsigned phase, const json_t *result)
{
	struct tiofmt_cell *cell = &t->row[i].cell[phase];
	double ops = value_number(result, "ops");

	cell->mib = value_number(result, "bytes") / 1048576;
	cell->wall_s = value_number(result, "wall_ns") / 1e9;
	cell->cpu_s = figure_worker_s(result);
	cell->avg_ms = value_number(result, "latency.sum_ns") /
		value_number(result, "latency.count") / 1e6;
	cell->max_ms = value_number(result, "latency.max_ns") / 1e6;
	cell->over_2s_pct = 100 * value_number(result, "over_2s") / ops;
	cell->over_10s_pct = 100 * value_number(result, "over_10s") / ops;
	if (isnan(cell->mib) || isnan(cell->wall_s))
		cell->wall_s = 0;
	t->ops[i][phase] = ops;
	t->old_cpu_s[i][phase] = value_number(result, "old_cpu_ns") / 1e9;
	t->row[i].size_mib = value_count(result, "settings.bytes") >> 20;
	t->row[i].block_bytes = value_count(result, "settings.block_bytes");
}

void tiotable_fill(struct tiotable *t, const struct place *p, const char *name)
{
	const struct figure *f;
	struct testid id;
	char variant[16];

	memset(t, 0, sizeof(*t));
	for (size_t i = 0; i < p->run->figures; i++) {
		if (testid_split(p->run->figure[i].id, &id) && !strcmp(id.place, p->name) &&
		    !strcmp(id.family, p->family))
			add_threads(t, threads_of(&id));
	}
	for (size_t i = 0; i < t->rows; i++) {
		t->row[i].name = name;
		snprintf(variant, sizeof(variant), "t%u", t->row[i].threads);
		for (unsigned phase = 0; phase < TIOFMT_PHASES; phase++) {
			f = place_find_good(p, tiotable_operations[phase], variant);
			if (f)
				fill_cell(t, i, phase, f->typical);
		}
	}
}

void tiotable_inflate(struct tiotable *to, const struct tiotable *from)
{
	static const enum tiofmt_phase random[] = { TIOFMT_RAND_READ, TIOFMT_RAND_WRITE };
	double factor;

	*to = *from;
	for (size_t i = 0; i < to->rows; i++) {
		for (unsigned k = 0; k < ARRAY_SIZE(random); k++) {
			double ops = from->ops[i][random[k]];

			factor = ops >= 1 && ops < 1e15 ?
				tiofmt_inflation(to->row[i].size_mib, to->row[i].block_bytes,
						 to->row[i].threads, (uint64_t)ops) : (double)NAN;
			if (isnan(factor))
				to->row[i].cell[random[k]].wall_s = 0;
			else
				to->row[i].cell[random[k]].mib *= factor;
		}
	}
}

void tiotable_accumulate(struct tiotable *to, const struct tiotable *from)
{
	struct tiofmt_row sum = { .name = NULL };
	bool is_lost[TIOFMT_PHASES] = { false };

	*to = *from;
	for (size_t i = 0; i < to->rows; i++) {
		tiofmt_add(&sum, &from->row[i]);
		to->row[i] = sum;
		for (unsigned phase = 0; phase < TIOFMT_PHASES; phase++) {
			is_lost[phase] |= !(from->row[i].cell[phase].wall_s > 0);
			if (is_lost[phase])
				to->row[i].cell[phase].wall_s = 0;
		}
	}
}

void tiotable_count_old_cpu(struct tiotable *to, const struct tiotable *from)
{
	*to = *from;
	for (size_t i = 0; i < to->rows; i++) {
		for (unsigned phase = 0; phase < TIOFMT_PHASES; phase++)
			to->row[i].cell[phase].cpu_s = from->old_cpu_s[i][phase];
	}
}

void tiotable_print_old(FILE *out, const struct tiotable *t)
{
	char text[TIOFMT_MAX];

	tiofmt_old_head(text, sizeof(text));
	fputs(text, out);
	for (size_t i = 0; i < t->rows; i++) {
		if (tiofmt_old_row(text, sizeof(text), &t->row[i]) > 0)
			fputs(text, out);
	}
}

void tiotable_print_new(FILE *out, const struct tiotable *t)
{
	char text[TIOFMT_MAX];

	for (unsigned phase = 0; phase < TIOFMT_PHASES; phase++) {
		if (tiofmt_new_head(text, sizeof(text), (enum tiofmt_phase)phase) > 0)
			fprintf(out, "%s%s", phase ? "\n" : "", text);
		for (size_t i = 0; i < t->rows; i++) {
			if (tiofmt_new_row(text, sizeof(text), &t->row[i],
					   (enum tiofmt_phase)phase) > 0)
				fputs(text, out);
		}
	}
}
