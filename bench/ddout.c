// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a dd job and its result look like: members of a record (the keys are
 * results/schema.md's) and GNU dd's lines. Apart from dd.c, which measures.
 */
#include <string.h>
#include "dd.h"
#include "ddfmt.h"
#include "json.h"

void dd_settings_json(const struct dd_job *job, bool cold, struct json *j)
{
	static const char *const finishes[] = {
		[DD_FINISH_NONE] = "none",
		[DD_FINISH_FSYNC] = "fsync",
		[DD_FINISH_FDATASYNC] = "fdatasync",
	};
	unsigned flags = job->is_write ? job->out_flags : job->in_flags;
	const char *pattern = job->pattern;

	if (!pattern && !strcmp(job->in, "/dev/zero"))
		pattern = "zeros";
	json_open(j, "settings", '{');
	json_str(j, "op", job->is_write ? "write" : "read");
	json_u64(j, "block_bytes", job->block_bytes);
	if (job->count == UINT64_MAX)
		json_none(j, "count");
	else
		json_u64(j, "count", job->count);
	json_bool(j, "direct", flags & DD_DIRECT);
	json_bool(j, "dsync", flags & DD_DSYNC);
	json_bool(j, "osync", flags & DD_SYNC);
	json_str(j, "finish", finishes[job->finish]);
	json_bool(j, "sync", job->sync_after);
	json_bool(j, "cold", cold);
	json_str(j, "pattern", pattern);
	json_str(j, "file", job->is_write ? job->out : job->in);
	json_close(j, '}');
}

static void done_json(struct json *j, const char *key, bool done, uint64_t ns)
{
	if (done)
		json_u64(j, key, ns);
	else
		json_none(j, key);
}

void dd_result_json(const struct dd_job *job, const struct dd_result *r,
		    struct json *j)
{
	json_u64(j, "bytes", r->bytes);
	json_u64(j, "ops", r->ops);
	json_u64(j, "full_blocks_in", r->full_in);
	json_u64(j, "partial_blocks_in", r->partial_in);
	json_u64(j, "full_blocks_out", r->full_out);
	json_u64(j, "partial_blocks_out", r->partial_out);
	json_bool(j, "tail_buffered", r->tail_buffered);
	json_u64(j, "wall_ns", r->wall_ns);
	json_rate(j, "rate_bytes_per_s", r->bytes, r->wall_ns);
	json_u64(j, "open_ns", r->open_ns);
	json_u64(j, "io_ns", r->io_ns);
	done_json(j, "fsync_ns", r->did_fsync, r->fsync_ns);
	json_u64(j, "close_ns", r->close_ns);
	done_json(j, "sync_ns", r->did_sync, r->sync_ns);
	if (r->did_sync)
		json_rate(j, "rate_sync_bytes_per_s", r->bytes, r->wall_ns + r->sync_ns);
	else
		json_none(j, "rate_sync_bytes_per_s");
	hist_json(&r->latency, job->is_write ? "write" : "read", "latency", j);
}

void dd_print(const struct dd_result *r, FILE *out)
{
	const struct ddfmt lines = {
		.full_in = r->full_in, .partial_in = r->partial_in,
		.full_out = r->full_out, .partial_out = r->partial_out,
		.bytes = r->bytes, .ns = r->wall_ns,
	};
	char text[DDFMT_MAX];

	if (ddfmt_lines(text, sizeof(text), &lines) > 0)
		fputs(text, out);
}
