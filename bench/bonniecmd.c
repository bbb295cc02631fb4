// SPDX-License-Identifier: GPL-2.0-only
/* The command line of bonnie: its phases as rows, and bonnie++'s text and CSV. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include "bonnie.h"
#include "bonniefmt.h"
#include "files.h"
#include "workopt.h"

static const struct {
	enum row_dir moves;
	bool is_char;
} phases[BONNIE_PHASES] = {
	[BONNIE_PUTC] = { DIR_WRITE, true },
	[BONNIE_WRITE] = { DIR_WRITE, false },
	[BONNIE_REWRITE] = { DIR_BOTH, false },
	[BONNIE_GETC] = { DIR_READ, true },
	[BONNIE_READ] = { DIR_READ, false },
	[BONNIE_SEEKS] = { DIR_BOTH, false },
	/* the file phases move no data that counts */
};

static struct row io_row(const struct work_options *o, int i)
{
	struct row row = {
		.variant = o->version ? "2.00" : "1.03", .moves = phases[i].moves,
		.claims = i == BONNIE_SEEKS ? DIR_READ : phases[i].moves,
		.block_bytes = o->block_bytes, .bytes = o->size_bytes,
		.flags = o->direct ? ROW_DIRECT : 0,
		.finish = o->version ? FINISH_FSYNC : FINISH_NONE,
		.pattern = phases[i].is_char ? DATA_RAMP : (enum data_pattern)o->pattern,
	};

	if (phases[i].is_char && o->version) {
		row.claims = DIR_NONE;	/* too little to tell */
		if (row.bytes > BONNIE_CHAR_BYTES)
			row.bytes = BONNIE_CHAR_BYTES;
	}
	if (phases[i].is_char && o->unlocked)
		row.variant = "1.03-unlocked";
	if (i == BONNIE_SEEKS) {
		row.counts_ops = true;
		row.ops = o->seeks;
		row.streams = o->seekers ? (unsigned)o->seekers : o->version ? 5 : 3;
	}
	return row;
}

static struct row file_row(const struct work_options *o)
{
	return (struct row){
		.variant = o->version ? "2.00" : "1.03", .counts_ops = true,
		.block_bytes = o->block_bytes, .ops = o->files,
		.pattern = (enum data_pattern)o->pattern,
		.file_bytes_min = o->file_bytes_min, .file_bytes_max = o->file_bytes_max,
		.folders = (unsigned)o->folders,
	};
}

static const char *find_fault(const struct work_options *o)
{
	const uint64_t chunk = o->block_bytes;

	if (chunk < 256 || chunk > BONNIE_BUF_BYTES || chunk & (chunk - 1))
		return "bs: not a power of two from 256 to 1M";
	if (o->size_bytes % (1 << 20))
		return "size: not a multiple of 1M";
	if (!o->version && o->size_bytes > BONNIE_FILES_MAX * BONNIE_FILE_BYTES)
		return "size: more than 1000 files of 1 GiB: use version=2.00";
	if (o->direct && !o->fast)
		return "direct: there are no direct calls of one character: add fast=yes";
	if (o->unlocked && o->version)
		return "unlocked: 2.00 has no such phases: use version=1.03";
	if (o->files % 1024)
		return "files: not a multiple of 1024, which bonnie++ counts in";
	if (o->file_bytes_min > o->file_bytes_max)
		return "file-size-min: larger than file-size-max";
	if (o->folders > o->files && o->files)
		return "folders: more than files";
	return o->size_bytes || o->files ? NULL : "size and files: both are 0: nothing to do";
}

int bonnie_command_rows(const struct work_options *o, struct row *rows, size_t max,
			char *why, size_t size)
{
	const char *fault = find_fault(o);
	size_t n = 0;
	int i;

	if (fault) {
		snprintf(why, size, "%s", fault);
		return -EINVAL;
	}
	for (i = 0; i < BONNIE_PHASES && n < max; i++) {
		if (i <= BONNIE_SEEKS ? !o->size_bytes || (o->fast && phases[i].is_char) :
					!o->files)
			continue;
		rows[n] = i <= BONNIE_SEEKS ? io_row(o, i) : file_row(o);
		rows[n].family = "bonnie";
		rows[n].operation = bonniefmt_phase_names[i];
		rows[n].follows = n && !o->drop_caches;
		rows[n].detail = o->fsync_each ? BONNIE_FSYNC_EACH : 0;
		n++;
	}
	return (int)n;
}

/* 2.00a has a chunk's time; of rewrite and seeks this is the longest call of it. */
static uint64_t longest(const struct work_result *r)
{
	uint64_t ns = r->other.max_ns;

	if (r->read.max_ns > ns)
		ns = r->read.max_ns;
	return r->write.max_ns > ns ? r->write.max_ns : ns;
}

void bonnie_print(const struct work_options *o, const struct work *works,
		  const struct work_result *const *results, size_t n, FILE *out)
{
	struct utsname uts = { .nodename = "" };
	struct bonniefmt b = {
		.version = o->version ? "2.00a" : "1.03e",
		.size_bytes = o->size_bytes, .chunk_bytes = o->block_bytes,
		.files = o->files, .file_bytes_max = (int64_t)o->file_bytes_max,
		.file_bytes_min = (int64_t)o->file_bytes_min, .folders = o->folders,
		.seed = o->seed, .seeks = o->seeks, .seekers = o->seekers,
	};
	char text[BONNIEFMT_TEXT_MAX], csv[BONNIEFMT_CSV_MAX];
	size_t i;
	int phase;

	uname(&uts);	/* cannot fail on memory of ours */
	b.name = o->name ? o->name : uts.nodename;
	for (i = 0; i < n; i++) {
		const struct work_result *r = results[i];

		phase = bonniefmt_phase_find(works[i].row->operation);
		if (phase < 0 || r->failed || r->unsupported[0])
			continue;
		b.phase[phase] = (struct bonniefmt_phase){
			.amount = (double)(phase < BONNIE_SEEKS ? r->bytes : r->ops),
			.wall_ns = r->wall_ns, .cpu_ns = r->old_cpu_ns,
			.latency_ns = longest(r),
		};
	}
	if (o->format == FORMAT_TEXT && bonniefmt_text(text, sizeof(text), &b) > 0)
		fputs(text, out);
	if (bonniefmt_csv(csv, sizeof(csv), &b) > 0)
		fputs(csv, out);
}
