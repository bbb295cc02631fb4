// SPDX-License-Identifier: GPL-2.0-only
/*
 * What mdbench dd says at its end: GNU dd's lines, and of streams what they
 * were together; what failed, in a line; the result record.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "commands.h"
#include "ddcmd.h"
#include "ddfmt.h"
#include "record.h"
#include "stopsig.h"
#include "units.h"

static const struct dd_result *result_of(const struct dd_command *c)
{
	return &c->result[c->failed];
}

static const char *verdict(const struct dd_command *c)
{
	const struct dd_result *r = result_of(c);
	const struct dd_job *job = &c->job[c->failed];
	unsigned flags = r->failed_in ? job->in_flags : job->out_flags;
	char why[160];

	if (!c->error)
		return clocks_disturbed(&c->before, &c->after, why, sizeof(why)) ? "void" : "pass";
	if (r->error == EINVAL && flags & ROW_DIRECT && !c->sum.bytes)
		return "unsupported";
	return strcmp(r->failed, "open") && strcmp(r->failed, "signal") ? "fail" : "broken";
}

/* "FILE: write at OFFSET: reason", for people and for the record. */
static void describe(const struct dd_command *c, char *buf, size_t size)
{
	const struct dd_job *job = &c->job[c->failed];
	const struct dd_result *r = result_of(c);
	const char *path = r->failed_in ? job->in : job->out;
	const char *hint = strcmp(verdict(c), "unsupported") ? "" :
		": direct I/O is refused: by this place, or with this block size";

	if (stopsig_caught && r->error == EINTR)
		snprintf(buf, size, "%s: stopped by signal %d at %" PRIu64, path,
			 (int)stopsig_caught, r->failed_offset);
	else if (!strcmp(r->failed, "verify"))
		snprintf(buf, size, "%s: verify at %" PRIu64 ": %s", path, r->failed_offset,
			 r->why);
	else if (!strcmp(r->failed, "open"))	/* has no offset */
		snprintf(buf, size, "%s: open: %s%s", path, strerror(r->error), hint);
	else
		snprintf(buf, size, "%s: %s at %" PRIu64 ": %s%s", path, r->failed,
			 r->failed_offset, strerror(r->error), hint);
}

static void print_together(const struct dd_command *c, const char *what, uint64_t ns)
{
	char line[DDFMT_LINE_MAX];

	if (ddfmt_line(line, sizeof(line), c->sum.bytes, ns) > 0)
		fprintf(stderr, "%u stream%s%s: %s\n", c->n, c->n == 1 ? "" : "s", what, line);
}

static void print_streams(const struct dd_command *c)
{
	uint64_t together_ns, span_ns;
	unsigned i;

	for (i = 0; i < c->n; i++) {
		fprintf(stderr, "stream %u of %u: %s\n", i + 1, c->n, c->path[i]);
		dd_print(&c->result[i], stderr);
	}
	print_together(c, "", c->sum.wall_ns);
	if (c->sum.did_sync)
		print_together(c, " and sync", c->sum.wall_ns + c->sum.sync_ns);
	work_overlap(&c->sum, &together_ns, &span_ns);
	if (span_ns)
		fprintf(stderr, "overlap: all ran for %g of %g s, %.1f %%\n",
			(double)together_ns / 1e9, (double)span_ns / 1e9,
			100.0 * (double)together_ns / (double)span_ns);
}

void ddreport_print(const struct dd_command *c)
{
	const struct work_result *r = &c->sum;

	if (c->error && !r->wall_ns)
		return;		/* nothing was measured */
	if (c->o.streams)
		print_streams(c);
	else
		dd_print(&c->result[0], stderr);
	if (r->did_syncfs)
		fprintf(stderr, "sync took %g s, its file system %g s of them\n",
			(double)r->sync_ns / 1e9, (double)r->syncfs_ns / 1e9);
	else if (r->did_sync)
		fprintf(stderr, "sync took %g s\n", (double)r->sync_ns / 1e9);
}

void ddreport_failure(const struct dd_command *c)
{
	const struct dd_job *job = &c->job[c->failed];
	char text[DDWORK_PATH + 256];
	struct stat st;

	describe(c, text, sizeof(text));
	complain(0, "dd: %s", text);
	if (!c->o.streams && !c->was_there[0] && !stat(job->out, &st))
		complain(0, "dd: %s: kept, %lld bytes", job->out, (long long)st.st_size);
}

/* The command as a row and its place, for the members that all families have. */
static void make_work(const struct dd_command *c, struct row *row, struct work *w)
{
	const struct dd_job *m = &c->model;
	const bool writes = m->is_write;
	const uint64_t count = m->count;

	*row = (struct row){
		.family = "dd", .operation = writes ? "write" : "read",
		.moves = writes ? DIR_WRITE : DIR_READ,
		.claims = writes ? DIR_WRITE : DIR_READ,
		.cold = c->o.drop_caches,
		.block_bytes = m->block_bytes,
		.flags = writes ? m->out_flags : m->in_flags,
		.finish = m->finish, .sync_after = m->sync_after,
		.streams = c->n,
		.pattern = writes && !strcmp(c->o.in, "/dev/zero") && !m->in ? m->data :
			   writes && !strcmp(c->o.in, "/dev/zero") ? DATA_ZEROS : DATA_PATTERNS,
	};
	*w = (struct work){
		.row = row, .path = ddjobs_target(c), .is_single = true,
		.offset_bytes = writes ? m->out_offset : m->in_offset,
		.bytes = count == UINT64_MAX ? count : count * m->block_bytes,
		.ops = count,
		.seed = c->o.seed, .verify = c->o.verify, .run_tag = m->run_tag,
	};
}

int ddreport_record(const struct dd_command *c, int fd)
{
	static struct record_out out;
	uint64_t device_bytes = measure_device_bytes(&c->measure, c->model.is_write);
	char text[DDWORK_PATH + 256], block[24], streams[16] = "";
	struct json *j;
	struct work w;
	struct row row;
	unsigned i;
	int ret;

	make_work(c, &row, &w);
	record_init(&out, "local");
	out.stop = &stopsig_caught;
	record_add_sink(&out, fd, RECORD_PLAIN, c->o.output ? c->o.output : "standard output");
	if (c->o.format == FORMAT_JSON && c->o.output && strcmp(c->o.output, "-"))
		record_add_sink(&out, STDOUT_FILENO, RECORD_PLAIN, "standard output");
	j = record_begin(&out, "result");
	if (c->o.streams)
		snprintf(streams, sizeof(streams), "-x%u", c->n);
	snprintf(text, sizeof(text), "local/file/dd/%s/%s%s", row.operation,
		 format_bytes(block, sizeof(block), row.block_bytes), streams);
	json_str(j, "id", text);
	json_u64(j, "repeat", 1);
	json_str(j, "verdict", verdict(c));
	if (c->error)
		describe(c, text, sizeof(text));
	else if (!clocks_disturbed(&c->before, &c->after, text, sizeof(text)))
		text[0] = '\0';
	json_str(j, "reason", text[0] ? text : NULL);
	if (device_bytes == NOT_KNOWN)
		json_none(j, "cached");
	else
		json_bool(j, "cached", device_bytes / 3 < c->sum.bytes / 4);
	work_settings_json(&w, &dd_family, j);
	json_u64(j, "prepared_bytes", 0);
	json_u64(j, "begin_ns", (uint64_t)c->before.boot_ns);
	work_result_json(&w, &dd_family, &c->sum, j);
	measure_json(&c->measure, c->model.is_write, c->sum.user_ns, c->sum.sys_ns, j);
	ret = record_end(&out);
	for (i = 0; i < out.nsinks; i++)
		if (out.sinks[i].fd < 0)
			ret = -EIO;	/* the other one has it: still not all */
	return ret;
}
