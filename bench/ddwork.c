// SPDX-License-Identifier: GPL-2.0-only
/*
 * dd as a family. In a folder the main file is test, or test.1, test.2 … of
 * many streams; a synchronous write, which is cut to fewer calls, goes to short
 * where it moves less than the main file holds, so that the reads have that. On
 * a single file or a device many streams have a part each.
 *
 * work_state: written_bytes and streams are of the main file or files. detail:
 * the stamps' block size and run tag (0: no stamps), pattern and seed.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "data.h"
#include "ddwork.h"
#include "json.h"

#define MIB (1024ull * 1024)

enum { STAMP_BLOCK, STAMP_TAG, PATTERN, SEED };

static struct dd_job job_list[ROW_STREAMS_MAX];
static struct dd_result result_list[ROW_STREAMS_MAX];
static char path_list[ROW_STREAMS_MAX][DDWORK_PATH];
static char base_path[DDWORK_PATH];

int ddwork_spread(const struct dd_job *model, enum ddwork_spread spread, unsigned n,
		  struct dd_job *jobs, char (*paths)[DDWORK_PATH])
{
	const char *path = model->is_write ? model->out : model->in;
	uint64_t done = 0, count;
	unsigned i;
	int len;

	for (i = 0; i < n; i++) {
		count = model->count / n + (i < model->count % n);
		if (spread == DDWORK_PARTS)
			len = snprintf(paths[i], DDWORK_PATH, "%s", path);
		else
			len = snprintf(paths[i], DDWORK_PATH, "%s.%u", path, i + 1);
		if (len < 0 || len >= DDWORK_PATH)
			return -ENAMETOOLONG;
		jobs[i] = *model;
		*(model->is_write ? &jobs[i].out : &jobs[i].in) = paths[i];
		jobs[i].count = model->count == UINT64_MAX ? UINT64_MAX : count;
		jobs[i].seed = prng_of(model->seed, i).state;
		if (spread == DDWORK_PARTS) {
			*(model->is_write ? &jobs[i].out_offset : &jobs[i].in_offset) +=
				done * model->block_bytes;
			jobs[i].notrunc |= n > 1;
			/* The others would be refused what the first one has. */
			jobs[i].exclusive &= !i;
		} else {
			jobs[i].run_tag += i;	/* a block of another's file is wrong */
		}
		jobs[i].check = i == n - 1 ? model->check : NULL;
		done += count;
	}
	return 0;
}

static uint64_t largest(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static void collect_stream(const struct dd_result *d, struct work_stream *s)
{
	*s = (struct work_stream){
		.begin_ns = d->begin_ns, .end_ns = d->begin_ns + d->wall_ns,
		.bytes = d->bytes, .ops = d->ops, .user_ns = d->user_ns, .sys_ns = d->sys_ns,
		.cpu_ns = d->cpu_ns,
		.full_in = d->full_in, .partial_in = d->partial_in,
		.full_out = d->full_out, .partial_out = d->partial_out,
	};
}

void ddwork_collect(const struct dd_job *jobs, const struct dd_result *results, unsigned n,
		    int error, unsigned failed, struct work_result *r)
{
	struct hist *hist = jobs[0].is_write ? &r->write : &r->read;
	uint64_t first = UINT64_MAX, last = 0, last_io = 0;
	unsigned i;

	r->streams = n;
	r->did_close = true;
	for (i = 0; i < n; i++) {
		const struct dd_result *d = &results[i];

		collect_stream(d, &r->stream[i]);
		hist_merge(hist, &d->latency);
		r->bytes += d->bytes;
		r->ops += d->ops;
		r->open_ns += d->open_ns;
		r->did_fsync |= d->did_fsync;
		r->fsync_ns = largest(r->fsync_ns, d->fsync_ns);
		r->close_ns = largest(r->close_ns, d->close_ns);
		r->user_ns += d->user_ns;
		r->sys_ns += d->sys_ns;
		r->cpu_ns += d->cpu_ns;
		r->tail_buffered |= d->tail_buffered;
		r->errors += d->retries;
		if (!d->begin_ns)
			continue;	/* it was not let go */
		first = d->begin_ns < first ? d->begin_ns : first;
		last = largest(last, d->begin_ns + d->wall_ns);
		last_io = largest(last_io, d->begin_ns + d->io_ns);
	}
	r->wall_ns = last ? last - first : 0;
	r->io_ns = last ? last_io - first : 0;
	r->old_cpu_ns = r->user_ns + r->sys_ns;
	*(jobs[0].is_write ? &r->written_bytes : &r->read_bytes) = r->bytes;
	r->did_sync = results[0].did_sync;
	r->sync_ns = results[0].sync_ns;
	r->did_syncfs = results[0].did_syncfs;
	r->syncfs_ns = results[0].syncfs_ns;
	if (error) {
		const struct dd_result *d = &results[failed];

		work_fail(r, d->failed, d->failed_in ? jobs[failed].in : jobs[failed].out,
			  d->failed_offset, d->error);
	}
}

static bool is_write(const struct work *w)
{
	return w->row->moves != DIR_READ;
}

static unsigned streams_of(const struct work *w)
{
	return w->row->streams ? w->row->streams : 1;
}

static bool is_short(const struct work *w)
{
	return !w->is_single && is_write(w) && w->row->flags & ROW_DSYNC &&
	       streams_of(w) == 1 && w->bytes < w->state->written_bytes;
}

/* What all streams of the row have in common; base_path is what they work on. */
static int make_model(const struct work *w, struct dd_job *model)
{
	const struct row *row = w->row;
	const bool writes = is_write(w);
	int len;

	if (w->is_single)
		len = snprintf(base_path, sizeof(base_path), "%s", w->path);
	else
		len = snprintf(base_path, sizeof(base_path), "%s/%s", w->path,
			       is_short(w) ? "short" : "test");
	if (len < 0 || (size_t)len >= sizeof(base_path))
		return -ENAMETOOLONG;
	*model = (struct dd_job){
		.in = !writes ? base_path : row->pattern == DATA_ZEROS ? "/dev/zero" : NULL,
		.out = writes ? base_path : "/dev/null",
		.is_write = writes,
		.block_bytes = row->block_bytes,
		.count = w->bytes == UINT64_MAX ? UINT64_MAX : w->bytes / row->block_bytes,
		.in_offset = writes ? 0 : w->offset_bytes,
		.out_offset = writes ? w->offset_bytes : 0,
		.in_flags = writes ? 0 : row->flags,
		.out_flags = writes ? row->flags : 0,
		.finish = row->finish,
		.sync_after = row->sync_after,
		.exclusive = w->exclusive,
		.data = row->pattern, .seed = w->seed,
		.verify = w->verify, .run_tag = w->run_tag,
		.stop = w->stop,
		.window_end = w->window_end, .window_arg = w->window_arg,
		.check = w->check, .check_arg = w->check_arg,
	};
	return 0;
}

static int make_jobs(const struct work *w, const struct dd_job *model)
{
	return ddwork_spread(model, w->is_single || streams_of(w) == 1 ? DDWORK_PARTS :
			     DDWORK_FILES, streams_of(w), job_list, path_list);
}

static bool holds_what_is_read(const struct work *w)
{
	const struct work_state *s = w->state;

	if (s->written_bytes < w->bytes || (!w->is_single && s->streams != streams_of(w)))
		return false;
	if (w->verify && (s->detail[STAMP_BLOCK] != w->row->block_bytes ||
			  s->detail[STAMP_TAG] != w->run_tag))
		return false;
	return s->detail[PATTERN] == w->row->pattern &&
	       (w->row->pattern != DATA_RANDOM || s->detail[SEED] == w->seed);
}

static void note_written(const struct work *w, uint64_t bytes)
{
	struct work_state *s = w->state;

	s->written_bytes = bytes;
	s->streams = streams_of(w);
	s->detail[STAMP_BLOCK] = w->verify ? w->row->block_bytes : 0;
	s->detail[STAMP_TAG] = w->run_tag;
	s->detail[PATTERN] = w->row->pattern;
	s->detail[SEED] = w->seed;
}

static int remove_file(const char *path, char *why, size_t size)
{
	if (!unlink(path) || errno == ENOENT)
		return 0;
	snprintf(why, size, "remove %.120s: %s", path, strerror(errno));
	return -EIO;
}

/* The main file or files of a folder. */
static int remove_main(const struct work *w, char *why, size_t size)
{
	char path[DDWORK_PATH];
	unsigned i;
	int ret;

	snprintf(path, sizeof(path), "%s/test", w->path);
	ret = remove_file(path, why, size);
	for (i = 1; i <= w->state->streams && w->state->streams > 1 && !ret; i++) {
		snprintf(path, sizeof(path), "%s/test.%u", w->path, i);
		ret = remove_file(path, why, size);
	}
	w->state->written_bytes = 0;
	return ret;
}

/* Write what a read will read. Blocks as large as they can be. */
static int fill(struct work *w, struct dd_job *model, uint64_t *written, char *why,
		size_t size)
{
	struct dd_result *d = result_list;
	struct work_result failed;
	char text[WORK_WHY];
	unsigned i, n = streams_of(w);

	model->is_write = true;
	model->in = model->data == DATA_ZEROS ? "/dev/zero" : NULL;
	model->out = base_path;
	model->out_offset = model->in_offset;
	model->in_offset = 0;
	model->in_flags = model->out_flags = 0;
	model->finish = FINISH_FSYNC;
	model->sync_after = false;
	if (make_jobs(w, model))
		return -ENAMETOOLONG;
	for (i = 0; i < n; i++) {
		struct dd_job *job = &job_list[i];
		uint64_t bytes = job->count * job->block_bytes;

		if (!w->verify && bytes % MIB == 0) {
			job->block_bytes = MIB;
			job->count = bytes / MIB;
		}
		job->exclusive = w->exclusive;	/* one after the other */
		job->check = w->check;
		if (dd_run(job, d)) {
			memset(&failed, 0, sizeof(failed));
			work_fail(&failed, d->failed, NULL, d->failed_offset, d->error);
			snprintf(why, size, "%s", work_describe(&failed, text, sizeof(text)));
			return -d->error;
		}
		*written += d->bytes;
	}
	note_written(w, *written);
	return 0;
}

static int dd_prepare(struct work *w, uint64_t *written, char *why, size_t size)
{
	const bool was_short = is_short(w);
	struct dd_job model;
	int ret = make_model(w, &model);

	*written = 0;
	if (ret) {
		snprintf(why, size, "%.120s: %s", w->path, strerror(-ret));
		return ret;
	}
	if (is_write(w)) {
		if (w->is_single)
			return 0;
		return was_short ? remove_file(base_path, why, size) :
				   remove_main(w, why, size);
	}
	if (holds_what_is_read(w))
		return 0;
	if (!w->is_single)
		ret = remove_main(w, why, size);
	return ret ? ret : fill(w, &model, written, why, size);
}

static void dd_family_run(struct work *w, struct work_result *r)
{
	const bool was_short = is_short(w);
	unsigned failed = 0, n = streams_of(w);
	struct dd_job model;
	int ret = make_model(w, &model);

	if (!ret)
		ret = make_jobs(w, &model);
	if (ret || n > ROW_STREAMS_MAX) {
		work_fail(r, "open", w->path, 0, ret ? -ret : EINVAL);
		return;
	}
	if (n == 1)
		ret = dd_run(&job_list[0], &result_list[0]);
	else
		ret = dd_run_streams(job_list, result_list, n, &failed);
	ddwork_collect(job_list, result_list, n, ret, failed, r);
	if (!is_write(w) || was_short)
		return;
	if (ret) {	/* what its blocks hold now is not known */
		w->state->written_bytes = 0;
		w->state->streams = n;
	} else if (!w->is_single || r->bytes >= w->state->written_bytes || w->verify) {
		note_written(w, r->bytes);
	}
}

static void dd_cleanup(struct work *w)
{
	char path[DDWORK_PATH], why[WORK_WHY];

	if (w->is_single)
		return;		/* it was there before */
	/* What cannot be removed goes with its file system. */
	(void)remove_main(w, why, sizeof(why));
	snprintf(path, sizeof(path), "%s/short", w->path);
	(void)remove_file(path, why, sizeof(why));
}

static void dd_settings(const struct work *w, struct json *j)
{
	const enum data_pattern pattern = w->row->pattern;

	json_str(j, "source", !is_write(w) || pattern == DATA_PATTERNS ? NULL :
		 pattern == DATA_ZEROS ? "/dev/zero" : "memory");
}

static void dd_stream_figures(const struct work_stream *s, struct json *j)
{
	json_u64(j, "full_blocks_in", s->full_in);
	json_u64(j, "partial_blocks_in", s->partial_in);
	json_u64(j, "full_blocks_out", s->full_out);
	json_u64(j, "partial_blocks_out", s->partial_out);
}

static void dd_figures(const struct work *w, const struct work_result *r, struct json *j)
{
	struct work_stream all = { 0 };
	unsigned i;

	(void)w;
	for (i = 0; i < r->streams; i++) {
		all.full_in += r->stream[i].full_in;
		all.partial_in += r->stream[i].partial_in;
		all.full_out += r->stream[i].full_out;
		all.partial_out += r->stream[i].partial_out;
	}
	dd_stream_figures(&all, j);
	if (r->did_syncfs)
		json_u64(j, "syncfs_ns", r->syncfs_ns);
	else
		json_none(j, "syncfs_ns");
}

const struct family dd_family = {
	.name = "dd",
	.help = "GNU dd's copy loop, one or many at once",
	.prepare = dd_prepare,
	.run = dd_family_run,
	.cleanup = dd_cleanup,
	.settings = dd_settings,
	.figures = dd_figures,
	.stream_figures = dd_stream_figures,
};
