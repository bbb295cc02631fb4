// SPDX-License-Identifier: GPL-2.0-only
/*
 * From records to figures. A repeat that was void, failed or held by memory
 * does not enter the median while there is a sound one; if there is none, what
 * was measured is still given, and marked by the verdict.
 */
#include "figures.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "reader.h"
#include "text.h"
#include "units.h"

#define WALL_LEAST_NS 10000.0		/* as in the records */
#define TOGETHER_PCT 95.0		/* less is not at once */

static const char *const verdict_names[VERDICTS] = {
	[VERDICT_PASS] = "pass",
	[VERDICT_UNSUPPORTED] = "unsupported",
	[VERDICT_VOID] = "void",
	[VERDICT_BROKEN] = "broken",
	[VERDICT_FAIL] = "fail",
};

const char *figure_verdict_name(enum verdict v)
{
	return verdict_names[v];
}

enum verdict figure_verdict(const json_t *result)
{
	const char *word = value_string(result, "verdict");

	for (unsigned v = 0; word && v < VERDICTS; v++) {
		if (!strcmp(word, verdict_names[v]))
			return (enum verdict)v;
	}
	return VERDICT_BROKEN;
}

/* The CPU clock is exact; user and system come by ticks, and had to do before. */
double figure_worker_s(const json_t *result)
{
	double exact = value_number(result, "cpu_ns");

	if (exact > 0)
		return exact / 1e9;
	return (value_number(result, "cpu.worker_user_ns") +
		value_number(result, "cpu.worker_sys_ns")) / 1e9;
}

bool figure_counts_ops(const json_t *result)
{
	return !strcmp(value_text(result, "counts"), "ops");
}

/* Of operations not as recorded, which is cut: 22.9 a second must not become 22. */
double figure_rate(const json_t *result)
{
	double wall = value_number(result, "wall_ns");

	if (!figure_counts_ops(result))
		return value_number(result, "rate_bytes_per_s");
	return wall >= WALL_LEAST_NS ? value_number(result, "ops") / wall * 1e9 : (double)NAN;
}

static double get_sync_rate(const json_t *result)
{
	return figure_counts_ops(result) ? (double)NAN : value_number(result, "rate_sync_bytes_per_s");
}

static double get_together_pct(const json_t *result)
{
	double together = value_number(result, "together_ns"), span = value_number(result, "span_ns");

	if (json_array_size(json_object_get(result, "streams")) < 2 || !(span > 0))
		return (double)NAN;
	return together < span ? 100 * together / span : 100;
}

double figure_busy_ns(const json_t *result)
{
	static const char *const parts[] = {
		"user_ns", "nice_ns", "system_ns", "irq_ns", "softirq_ns",
	};
	const json_t *cpu = json_object_get(result, "cpu");
	double busy = 0;

	for (unsigned i = 0; i < ARRAY_SIZE(parts); i++)
		busy += value_number(cpu, parts[i]);
	return busy;
}

static double get_cpu_pct(const json_t *result)
{
	const json_t *cpu = json_object_get(result, "cpu");
	double busy = figure_busy_ns(result) + value_number(cpu, "steal_ns");
	double total = busy + value_number(cpu, "idle_ns") + value_number(cpu, "iowait_ns");

	return total >= CPU_LEAST_NS ? 100 * busy / total : (double)NAN;
}

static double get_sys_pct(const json_t *result)
{
	double wall = value_number(result, "wall_ns");

	/* The kernel counts by ticks, so a short time is told no better. */
	return wall >= CPU_LEAST_NS ? 100 * value_number(result, "cpu.worker_sys_ns") / wall : (double)NAN;
}

static double get_p50(const json_t *result)
{
	return value_number(result, "latency.p50_ns");
}

static double get_p99(const json_t *result)
{
	return value_number(result, "latency.p99_ns");
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static bool result_is_sound(const json_t *result)
{
	return figure_verdict(result) == VERDICT_PASS &&
		!json_is_true(json_object_get(result, "cached")) && !isnan(figure_rate(result));
}

/* Of those repeats that say a number. values has room for all. */
static double median(const struct figure *f, bool only_sound, double *values,
		     double (*get)(const json_t *), double *spread_pct)
{
	size_t n = 0;
	double middle;

	*spread_pct = (double)NAN;
	for (size_t i = 0; i < f->results; i++) {
		if (only_sound && !result_is_sound(f->result[i]))
			continue;
		values[n] = get(f->result[i]);
		n += !isnan(values[n]);
	}
	if (!n)
		return (double)NAN;
	qsort(values, n, sizeof(*values), compare_doubles);
	middle = (values[(n - 1) / 2] + values[n / 2]) / 2;
	if (n > 1 && middle > 0)
		*spread_pct = 100 * (values[n - 1] - values[0]) / middle;
	return middle;
}

/* That repeat whose rate is the median, or the one below it. */
static const json_t *typical(const struct figure *f, bool only_sound)
{
	const json_t *best = NULL;
	double rate, best_rate = -1;

	for (size_t i = 0; i < f->results; i++) {
		if (only_sound && !result_is_sound(f->result[i]))
			continue;
		rate = figure_rate(f->result[i]);
		if (rate <= f->rate && rate > best_rate) {
			best = f->result[i];
			best_rate = rate;
		}
	}
	return best;
}

static int figure_finish(struct figure *f)
{
	double *values = calloc(f->results + 1, sizeof(*values));
	bool sound = false;
	double unused;

	if (!values)
		return -ENOMEM;
	for (size_t i = 0; i < f->results; i++)
		sound |= result_is_sound(f->result[i]);
	for (size_t i = 0; i < f->results; i++)
		f->counts_ops |= figure_counts_ops(f->result[i]);
	f->rate = median(f, sound, values, figure_rate, &f->spread_pct);
	f->typical = typical(f, sound);
	f->sync_rate = median(f, sound, values, get_sync_rate, &unused);
	f->together_pct = median(f, sound, values, get_together_pct, &unused);
	f->cpu_pct = median(f, sound, values, get_cpu_pct, &unused);
	f->sys_pct = median(f, sound, values, get_sys_pct, &unused);
	f->p50_ns = median(f, sound, values, get_p50, &unused);
	f->p99_ns = median(f, sound, values, get_p99, &unused);
	free(values);
	return 0;
}

/* The figure of this id, made if there is none. NULL: no memory. */
static struct figure *figure_get(struct run *run, const char *id)
{
	const json_t *place = json_object_get(run->index, id);
	struct figure *grown;
	size_t room;

	if (place)
		return &run->figure[json_integer_value(place)];
	if (run->figures == run->room) {
		room = run->room ? 2 * run->room : 64;
		grown = reallocarray(run->figure, room, sizeof(*grown));
		if (!grown)
			return NULL;
		run->figure = grown;
		run->room = room;
	}
	if (json_object_set_new(run->index, id, json_integer((json_int_t)run->figures)))
		return NULL;
	run->figure[run->figures] = (struct figure){ .id = id };
	return &run->figure[run->figures++];
}

/* io_uring is not everywhere; what ran instead is said. */
static bool is_substituted(const json_t *result)
{
	const char *asked = value_string(result, "settings.engine");
	const char *ran = value_string(result, "engine_ran");

	return asked && ran && strcmp(asked, ran);
}

static int result_add(struct run *run, const json_t *result)
{
	struct figure *f = figure_get(run, value_string(result, "id"));
	enum verdict v = figure_verdict(result);
	const json_t **grown;
	size_t room;

	if (!f)
		return -ENOMEM;
	if (f->results == f->room) {
		room = f->room ? 2 * f->room : 1;
		grown = reallocarray(f->result, room, sizeof(*grown));
		if (!grown)
			return -ENOMEM;
		f->result = grown;
		f->room = room;
	}
	f->result[f->results++] = result;
	if (v > f->verdict) {
		f->verdict = v;
		f->reason = value_string(result, "reason");
	}
	f->is_substituted |= is_substituted(result);
	f->is_cached |= json_is_true(json_object_get(result, "cached"));
	run->verdicts[v]++;
	return 0;
}

int figures_collect(struct run *run)
{
	const json_t *json;
	const char *type, *id;
	int ret = 0;

	run->index = json_object();
	if (!run->index)
		return -ENOMEM;
	for (uint64_t seq = 1; seq <= records_last(run->records) && !ret; seq++) {
		json = records_get(run->records, seq);
		type = value_string(json, "type");
		id = value_string(json, "id");
		run->logs += type && !strcmp(type, "log");
		if (type && !strcmp(type, "result") && id &&
		    (!run->only || glob_match(run->only, id)))
			ret = result_add(run, json);
	}
	for (size_t i = 0; i < run->figures && !ret; i++)
		ret = figure_finish(&run->figure[i]);
	return ret;
}

const struct figure *figure_find(const struct run *run, const char *id)
{
	const json_t *place = json_object_get(run->index, id);

	return place ? &run->figure[json_integer_value(place)] : NULL;
}

bool figure_is_sound(const struct figure *f)
{
	return f && f->verdict == VERDICT_PASS && !f->is_cached && f->rate > 0;
}

bool figure_is_ragged(const struct figure *f)
{
	return f && f->together_pct < TOGETHER_PCT;
}

double figure_ratio(const struct run *run, const struct figure *f)
{
	const char *rest = strchr(f->id, '/');
	const struct figure *single;
	char id[256];

	if (!rest || !strncmp(f->id, "single/", 7) || !figure_is_sound(f) ||
	    (size_t)snprintf(id, sizeof(id), "single%s", rest) >= sizeof(id))
		return (double)NAN;
	single = figure_find(run, id);
	if (!figure_is_sound(single) || single->counts_ops != f->counts_ops)
		return (double)NAN;
	return f->rate / single->rate;
}

void run_free(struct run *run)
{
	for (size_t i = 0; i < run->figures; i++)
		free(run->figure[i].result);
	free(run->figure);
	json_decref(run->index);
	records_free(run->records);
}
