// SPDX-License-Identifier: GPL-2.0-only
/*
 * Forms for other programs: GNU dd's own lines, comma-separated values (RFC
 * 4180), JSON. Every repeat is a row of its own here; nothing is averaged.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <string.h>

#include "ddfmt.h"
#include "figures.h"
#include "reader.h"
#include "table.h"
#include "testid.h"
#include "text.h"
#include "units.h"

/* Where a value comes from: a record that there is once, or the result. */
enum source { FROM_RUN, FROM_ENV, FROM_RESULT, SOURCES };

/* Calls print for every result that was collected, in the order of the tests. */
static void each_result(FILE *out, const struct run *run,
			void (*print)(FILE *, const json_t *const *))
{
	const json_t *from[SOURCES] = {
		[FROM_RUN] = records_find(run->records, "run"),
		[FROM_ENV] = records_find(run->records, "env"),
	};

	for (size_t i = 0; i < run->figures; i++) {
		for (size_t k = 0; k < run->figure[i].results; k++) {
			from[FROM_RESULT] = run->figure[i].result[k];
			print(out, from);
		}
	}
}

/* False where there is no such whole number. */
static bool get_u64(const json_t *json, const char *path, uint64_t *value)
{
	const json_t *number = value_get(json, path);

	if (!json_is_integer(number) || json_integer_value(number) < 0)
		return false;
	*value = (uint64_t)json_integer_value(number);
	return true;
}

static void dd_print_comment(FILE *out, const json_t *result)
{
	enum verdict v = figure_verdict(result);
	const char *reason = value_string(result, "reason");
	uint64_t repeat = 1;
	char text[400];

	fprintf(out, "# %s", text_escape(text, sizeof(text), value_string(result, "id")));
	if (get_u64(result, "repeat", &repeat) && repeat > 1)
		fprintf(out, " repeat %" PRIu64, repeat);
	if (json_is_true(json_object_get(result, "cached")))
		fprintf(out, " cached");
	if (v != VERDICT_PASS)
		fprintf(out, " %s: %s", figure_verdict_name(v),
			reason ? text_escape(text, sizeof(text), reason) : "no reason was given");
	fprintf(out, "\n");
}

/* The third line of each stream, if there are several, and how they overlapped. */
static void dd_print_streams(FILE *out, const json_t *result)
{
	const json_t *streams = json_object_get(result, "streams"), *stream;
	uint64_t bytes, ns, begin = 0, together, span;
	char line[DDFMT_LINE_MAX];

	if (json_array_size(streams) < 2)
		return;
	for (size_t i = 0; i < json_array_size(streams); i++) {
		stream = json_array_get(streams, i);
		if (!get_u64(stream, "bytes", &bytes) || !get_u64(stream, "wall_ns", &ns) ||
		    ddfmt_line(line, sizeof(line), bytes, ns) < 0)
			continue;
		get_u64(stream, "begin_ns", &begin);
		fprintf(out, "# stream %zu, from %.6f s\n%s\n", i + 1, (double)begin / 1e9, line);
	}
	if (get_u64(result, "together_ns", &together) && get_u64(result, "span_ns", &span) && span)
		fprintf(out, "# all %zu together for %.1f %% of %g s\n", json_array_size(streams),
			100 * (double)together / (double)span, (double)span / 1e9);
}

/* The same bytes with the time of a final sync, where there was one. */
static void dd_print_sync(FILE *out, const json_t *result, const char *key, const char *what)
{
	uint64_t bytes, wall, sync;
	char line[DDFMT_LINE_MAX];

	if (get_u64(result, key, &sync) && get_u64(result, "wall_ns", &wall) &&
	    get_u64(result, "bytes", &bytes) && sync <= UINT64_MAX - wall &&
	    ddfmt_line(line, sizeof(line), bytes, wall + sync) > 0)
		fprintf(out, "# with %s\n%s\n", what, line);
}

/* An id of another making is not known to be of another family. */
static bool is_of_dd(const char *id)
{
	struct testid t;

	return !testid_split(id, &t) || !strcmp(t.family, "dd");
}

static void dd_print_result(FILE *out, const json_t *const *from)
{
	const json_t *result = from[FROM_RESULT];
	struct ddfmt d;
	char lines[DDFMT_MAX];

	if (!is_of_dd(value_text(result, "id")))
		return;
	dd_print_comment(out, result);
	dd_print_streams(out, result);
	if (get_u64(result, "full_blocks_in", &d.full_in) &&
	    get_u64(result, "partial_blocks_in", &d.partial_in) &&
	    get_u64(result, "full_blocks_out", &d.full_out) &&
	    get_u64(result, "partial_blocks_out", &d.partial_out) &&
	    get_u64(result, "bytes", &d.bytes) && get_u64(result, "wall_ns", &d.ns) &&
	    ddfmt_lines(lines, sizeof(lines), &d) > 0)
		fprintf(out, "%s", lines);
	dd_print_sync(out, result, "syncfs_ns", "syncfs");
	dd_print_sync(out, result, "sync_ns", "sync");
}

void export_dd(FILE *out, const struct run *runs, size_t count)
{
	bool has_any = false;
	char text[160];

	for (size_t r = 0; r < count; r++) {
		for (size_t i = 0; i < runs[r].figures; i++)
			has_any |= is_of_dd(runs[r].figure[i].id);
		if (count > 1)
			fprintf(out, "%s# run %s\n", r ? "\n" : "",
				text_escape(text, sizeof(text), runs[r].id));
		each_result(out, &runs[r], dd_print_result);
	}
	if (!has_any)
		fprintf(out, "# no test of dd is here\n");
}

/* A column of the csv. */
static const struct column {
	enum source source;
	const char *path, *name;
} columns[] = {
	{ FROM_RUN, "run", "run" },
	{ FROM_RUN, "suite", "suite" },
	{ FROM_ENV, "kernel_release", "kernel_release" },
	{ FROM_ENV, "accel", "accel" },
	{ FROM_ENV, "cpus", "cpus" },
	{ FROM_ENV, "memory_bytes", "memory_bytes" },
	{ FROM_RESULT, "id", "id" },
	{ FROM_RESULT, "repeat", "repeat" },
	{ FROM_RESULT, "verdict", "verdict" },
	{ FROM_RESULT, "reason", "reason" },
	{ FROM_RESULT, "cached", "cached" },
	{ FROM_RESULT, "settings.op", "op" },
	{ FROM_RESULT, "settings.block_bytes", "block_bytes" },
	{ FROM_RESULT, "settings.count", "count" },
	{ FROM_RESULT, "settings.direct", "direct" },
	{ FROM_RESULT, "settings.dsync", "dsync" },
	{ FROM_RESULT, "settings.finish", "finish" },
	{ FROM_RESULT, "settings.sync", "sync" },
	{ FROM_RESULT, "settings.cold", "cold" },
	{ FROM_RESULT, "settings.pattern", "pattern" },
	{ FROM_RESULT, "settings.file", "file" },
	{ FROM_RESULT, "settings.osync", "osync" },
	{ FROM_RESULT, "settings.follows", "follows" },
	{ FROM_RESULT, "settings.seed", "seed" },
	{ FROM_RESULT, "settings.verify", "verify" },
	{ FROM_RESULT, "settings.align_bytes", "align_bytes" },
	{ FROM_RESULT, "settings.offset_bytes", "offset_bytes" },
	{ FROM_RESULT, "settings.streams", "streams" },
	{ FROM_RESULT, "settings.depth", "depth" },
	{ FROM_RESULT, "settings.engine", "engine" },
	{ FROM_RESULT, "settings.runtime_ns", "runtime_ns" },
	{ FROM_RESULT, "settings.ramp_ns", "ramp_ns" },
	{ FROM_RESULT, "settings.read_pct", "read_pct" },
	{ FROM_RESULT, "settings.bytes", "file_bytes" },
	{ FROM_RESULT, "prepared_bytes", "prepared_bytes" },
	{ FROM_RESULT, "bytes", "bytes" },
	{ FROM_RESULT, "ops", "ops" },
	{ FROM_RESULT, "full_blocks_in", "full_blocks_in" },
	{ FROM_RESULT, "partial_blocks_in", "partial_blocks_in" },
	{ FROM_RESULT, "full_blocks_out", "full_blocks_out" },
	{ FROM_RESULT, "partial_blocks_out", "partial_blocks_out" },
	{ FROM_RESULT, "counts", "counts" },
	{ FROM_RESULT, "read_bytes", "read_bytes" },
	{ FROM_RESULT, "written_bytes", "written_bytes" },
	{ FROM_RESULT, "tail_buffered", "tail_buffered" },
	{ FROM_RESULT, "wall_ns", "wall_ns" },
	{ FROM_RESULT, "rate_bytes_per_s", "rate_bytes_per_s" },
	{ FROM_RESULT, "rate_ops_per_s", "rate_ops_per_s" },
	{ FROM_RESULT, "open_ns", "open_ns" },
	{ FROM_RESULT, "io_ns", "io_ns" },
	{ FROM_RESULT, "fsync_ns", "fsync_ns" },
	{ FROM_RESULT, "close_ns", "close_ns" },
	{ FROM_RESULT, "sync_ns", "sync_ns" },
	{ FROM_RESULT, "rate_sync_bytes_per_s", "rate_sync_bytes_per_s" },
	{ FROM_RESULT, "syncfs_ns", "syncfs_ns" },
	{ FROM_RESULT, "engine_ran", "engine_ran" },
	{ FROM_RESULT, "cpu_ns", "cpu_ns" },
	{ FROM_RESULT, "old_cpu_ns", "old_cpu_ns" },
	{ FROM_RESULT, "over_2s", "over_2s" },
	{ FROM_RESULT, "over_10s", "over_10s" },
	{ FROM_RESULT, "errors", "errors" },
	{ FROM_RESULT, "span_ns", "span_ns" },
	{ FROM_RESULT, "together_ns", "together_ns" },
	{ FROM_RESULT, "cpu.worker_user_ns", "worker_user_ns" },
	{ FROM_RESULT, "cpu.worker_sys_ns", "worker_sys_ns" },
	{ FROM_RESULT, "cpu.user_ns", "cpu_user_ns" },
	{ FROM_RESULT, "cpu.nice_ns", "cpu_nice_ns" },
	{ FROM_RESULT, "cpu.system_ns", "cpu_system_ns" },
	{ FROM_RESULT, "cpu.idle_ns", "cpu_idle_ns" },
	{ FROM_RESULT, "cpu.iowait_ns", "cpu_iowait_ns" },
	{ FROM_RESULT, "cpu.irq_ns", "cpu_irq_ns" },
	{ FROM_RESULT, "cpu.softirq_ns", "cpu_softirq_ns" },
	{ FROM_RESULT, "cpu.steal_ns", "cpu_steal_ns" },
	{ FROM_RESULT, "cpu.threads.md", "thread_md_ns" },
	{ FROM_RESULT, "cpu.threads.dm", "thread_dm_ns" },
	{ FROM_RESULT, "cpu.threads.flusher", "thread_flusher_ns" },
	{ FROM_RESULT, "cpu.threads.nfsd", "thread_nfsd_ns" },
	{ FROM_RESULT, "cpu.threads.kswapd", "thread_kswapd_ns" },
	{ FROM_RESULT, "cpu.threads.jbd2", "thread_jbd2_ns" },
	{ FROM_RESULT, "cpu.threads.kworker", "thread_kworker_ns" },
	{ FROM_RESULT, "cpu.threads.other", "thread_other_ns" },
	{ FROM_RESULT, "latency.op", "latency_op" },
	{ FROM_RESULT, "latency.count", "latency_count" },
	{ FROM_RESULT, "latency.min_ns", "latency_min_ns" },
	{ FROM_RESULT, "latency.p50_ns", "latency_p50_ns" },
	{ FROM_RESULT, "latency.p90_ns", "latency_p90_ns" },
	{ FROM_RESULT, "latency.p99_ns", "latency_p99_ns" },
	{ FROM_RESULT, "latency.p999_ns", "latency_p999_ns" },
	{ FROM_RESULT, "latency.p9999_ns", "latency_p9999_ns" },
	{ FROM_RESULT, "latency.max_ns", "latency_max_ns" },
	{ FROM_RESULT, "latency.sum_ns", "latency_sum_ns" },
	{ FROM_RESULT, "write_latency.count", "write_latency_count" },
	{ FROM_RESULT, "write_latency.sum_ns", "write_latency_sum_ns" },
	{ FROM_RESULT, "write_latency.p50_ns", "write_latency_p50_ns" },
	{ FROM_RESULT, "write_latency.p90_ns", "write_latency_p90_ns" },
	{ FROM_RESULT, "write_latency.p99_ns", "write_latency_p99_ns" },
	{ FROM_RESULT, "write_latency.p999_ns", "write_latency_p999_ns" },
	{ FROM_RESULT, "write_latency.p9999_ns", "write_latency_p9999_ns" },
	{ FROM_RESULT, "write_latency.max_ns", "write_latency_max_ns" },
	{ FROM_RESULT, "device_bytes", "device_bytes" },
	{ FROM_RESULT, "dirty_start_bytes", "dirty_start_bytes" },
	{ FROM_RESULT, "dirty_end_bytes", "dirty_end_bytes" },
	{ FROM_RESULT, "writeback_start_bytes", "writeback_start_bytes" },
	{ FROM_RESULT, "writeback_end_bytes", "writeback_end_bytes" },
	{ FROM_RESULT, "md.sync_action_start", "sync_action_start" },
	{ FROM_RESULT, "md.sync_action_end", "sync_action_end" },
	{ FROM_RESULT, "md.degraded_start", "degraded_start" },
	{ FROM_RESULT, "md.degraded_end", "degraded_end" },
};

static void csv_print_text(FILE *out, const char *value)
{
	char text[1024];

	if (strpbrk(value, "\",") || text_is_formula(value))
		text_put_csv(out, value);
	else
		fputs(text_escape(text, sizeof(text), value), out);
}

/* What is null, missing or no scalar is an empty field. */
static void csv_print_value(FILE *out, const json_t *value)
{
	if (json_is_string(value))
		csv_print_text(out, json_string_value(value));
	else if (json_is_integer(value))
		fprintf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	else if (json_is_boolean(value))
		fputs(json_is_true(value) ? "true" : "false", out);
}

static void csv_print_result(FILE *out, const json_t *const *from)
{
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
		if (i)
			fputc(',', out);
		csv_print_value(out, value_get(from[columns[i].source], columns[i].path));
	}
	fputs("\r\n", out);
}

void export_csv(FILE *out, const struct run *runs, size_t count)
{
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		fprintf(out, "%s%s", i ? "," : "", columns[i].name);
	fputs("\r\n", out);
	for (size_t r = 0; r < count; r++)
		each_result(out, &runs[r], csv_print_result);
}

static void json_print_text(FILE *out, const char *text)
{
	json_t *json = json_string(text);

	/* A path need not be UTF-8. */
	if (json)
		json_dumpf(json, out, JSON_ENCODE_ANY | JSON_ENSURE_ASCII);
	else
		fputs("null", out);
	json_decref(json);
}

/* [[7, 9], [12, 12]]: first and last of each gap. */
static void json_print_missing(FILE *out, const struct records *records)
{
	const json_t *end = records_find(records, "end");
	uint64_t last = records_last(records), said = 0, first = 0;
	const char *comma = "";

	if (get_u64(end, "records", &said) && said <= READER_RECORDS && said > last)
		last = said;
	fputc('[', out);
	for (uint64_t i = 1; i <= last + 1; i++) {
		if (i <= last && !records_get(records, i)) {
			first = first ? first : i;
		} else if (first) {
			fprintf(out, "%s[%" PRIu64 ",%" PRIu64 "]", comma, first, i - 1);
			comma = ",";
			first = 0;
		}
	}
	fputc(']', out);
}

/* A step or result that was not asked for is left out; all else stays. */
static bool json_wants(const struct run *run, const json_t *record)
{
	const char *type = value_string(record, "type");
	const char *id = value_string(record, "id");

	if (!type || (strcmp(type, "step") && strcmp(type, "result")))
		return true;
	return id && (!run->only || glob_match(run->only, id));
}

static void json_print_run(FILE *out, const struct run *run)
{
	const json_t *record;
	const char *comma = "\n";

	fputs("{\"path\":", out);
	json_print_text(out, run->path);
	fputs(",\"run\":", out);
	json_print_text(out, run->id);
	fprintf(out, ",\"whole\":%s,\"missing\":", run->is_whole ? "true" : "false");
	json_print_missing(out, run->records);
	fputs(",\"records\":[", out);
	for (uint64_t seq = 1; seq <= records_last(run->records); seq++) {
		record = records_get(run->records, seq);
		if (!record || !json_wants(run, record))
			continue;
		fputs(comma, out);
		json_dumpf(record, out, JSON_COMPACT | JSON_ENSURE_ASCII);
		comma = ",\n";
	}
	fputs("\n]}", out);
}

void export_json(FILE *out, const struct run *runs, size_t count)
{
	fputs("{\"schema\":1,\"runs\":[\n", out);
	for (size_t r = 0; r < count; r++) {
		if (r)
			fputs(",\n", out);
		json_print_run(out, &runs[r]);
	}
	fputs("\n]}\n", out);
}
