// SPDX-License-Identifier: GPL-2.0-only
/*
 * Settings and figures of a row as members of a result record; the keys are
 * results/schema.md's. Apart from what runs, so that nothing here is timed.
 */
#include <string.h>
#include "data.h"
#include "json.h"
#include "work.h"

static void if_json(struct json *j, const char *key, bool there, uint64_t value)
{
	if (there)
		json_u64(j, key, value);
	else
		json_none(j, key);
}

static void flags_json(const struct row *row, struct json *j)
{
	static const char *const finishes[] = {
		[FINISH_NONE] = "none",
		[FINISH_FSYNC] = "fsync",
		[FINISH_FDATASYNC] = "fdatasync",
	};

	json_bool(j, "direct", row->flags & ROW_DIRECT);
	json_bool(j, "dsync", row->flags & ROW_DSYNC);
	json_bool(j, "osync", row->flags & ROW_SYNC);
	json_str(j, "finish", finishes[row->finish]);
	json_bool(j, "sync", row->sync_after);
	json_bool(j, "cold", row->cold);
	json_bool(j, "follows", row->follows);
}

void work_settings_json(const struct work *w, const struct family *f, struct json *j)
{
	const struct row *row = w->row;

	json_open(j, "settings", '{');
	json_str(j, "op", row->operation);
	json_u64(j, "block_bytes", row->block_bytes);
	if_json(j, "count", w->ops && w->ops != UINT64_MAX && !row->runtime_ns, w->ops);
	if_json(j, "bytes", row->moves != DIR_NONE && w->bytes && w->bytes != UINT64_MAX, w->bytes);
	flags_json(row, j);
	json_str(j, "pattern", row->moves == DIR_NONE ? NULL : data_pattern_names[row->pattern]);
	json_u64(j, "seed", w->seed);
	json_bool(j, "verify", w->verify);
	if_json(j, "align_bytes", w->align_bytes, w->align_bytes);
	json_u64(j, "offset_bytes", w->offset_bytes);
	json_u64(j, "streams", row->streams ? row->streams : 1);
	json_u64(j, "depth", row->depth ? row->depth : 1);
	json_str(j, "engine", row->engine);
	if_json(j, "runtime_ns", row->runtime_ns, row->runtime_ns);
	if_json(j, "ramp_ns", row->runtime_ns, row->ramp_ns);
	if_json(j, "read_pct", row->read_pct, row->read_pct);
	json_str(j, "file", w->path);
	if (f->settings)
		f->settings(w, j);
	json_close(j, '}');
}

/* The main call's times, and the writes of a row that does both. */
static void latencies_json(const struct work *w, const struct work_result *r, struct json *j)
{
	if (r->other.count)
		hist_json(&r->other, r->other_call, "latency", j);
	else if (w->row->moves == DIR_WRITE)
		hist_json(&r->write, "write", "latency", j);
	else
		hist_json(&r->read, "read", "latency", j);
	if (w->row->moves == DIR_BOTH)
		hist_json(&r->write, "write", "write_latency", j);
	else
		json_none(j, "write_latency");
}

static uint64_t since(uint64_t ns, uint64_t start_ns)
{
	return ns > start_ns ? ns - start_ns : 0;
}

static void streams_json(const struct family *f, const struct work_result *r, struct json *j)
{
	uint64_t together_ns, span_ns, first = UINT64_MAX;
	unsigned i;

	work_overlap(r, &together_ns, &span_ns);
	json_u64(j, "span_ns", span_ns);
	json_u64(j, "together_ns", together_ns);
	for (i = 0; i < r->streams; i++)
		if (r->stream[i].begin_ns < first)
			first = r->stream[i].begin_ns;
	json_open(j, "streams", '[');
	for (i = 0; i < r->streams; i++) {
		const struct work_stream *s = &r->stream[i];

		json_open(j, NULL, '{');
		json_u64(j, "begin_ns", since(s->begin_ns, first));
		json_u64(j, "wall_ns", since(s->end_ns, s->begin_ns));
		json_u64(j, "bytes", s->bytes);
		json_u64(j, "ops", s->ops);
		json_u64(j, "user_ns", s->user_ns);
		json_u64(j, "sys_ns", s->sys_ns);
		json_u64(j, "cpu_ns", s->cpu_ns);
		if (f->stream_figures)
			f->stream_figures(s, j);
		json_close(j, '}');
	}
	json_close(j, ']');
}

void work_result_json(const struct work *w, const struct family *f,
		      const struct work_result *r, struct json *j)
{
	json_u64(j, "bytes", r->bytes);
	json_u64(j, "ops", r->ops);
	json_str(j, "counts", w->row->counts_ops ? "ops" : "bytes");
	json_u64(j, "read_bytes", r->read_bytes);
	json_u64(j, "written_bytes", r->written_bytes);
	json_bool(j, "tail_buffered", r->tail_buffered);
	json_u64(j, "wall_ns", r->wall_ns);
	if (r->bytes)
		json_rate(j, "rate_bytes_per_s", r->bytes, r->wall_ns);
	else
		json_none(j, "rate_bytes_per_s");
	json_rate(j, "rate_ops_per_s", r->ops, r->wall_ns);
	json_u64(j, "open_ns", r->open_ns);
	json_u64(j, "io_ns", r->io_ns);
	if_json(j, "fsync_ns", r->did_fsync, r->fsync_ns);
	if_json(j, "close_ns", r->did_close, r->close_ns);
	if_json(j, "sync_ns", r->did_sync, r->sync_ns);
	if (r->did_sync && r->bytes)
		json_rate(j, "rate_sync_bytes_per_s", r->bytes, r->wall_ns + r->sync_ns);
	else
		json_none(j, "rate_sync_bytes_per_s");
	json_u64(j, "cpu_ns", r->cpu_ns);
	json_u64(j, "old_cpu_ns", r->old_cpu_ns);
	json_u64(j, "over_2s", r->over_2s);
	json_u64(j, "over_10s", r->over_10s);
	json_u64(j, "errors", r->errors);
	latencies_json(w, r, j);
	streams_json(f, r, j);
	if (f->figures)
		f->figures(w, r, j);
}
