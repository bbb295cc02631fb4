// SPDX-License-Identifier: GPL-2.0-only
/*
 * meta: N files over M folders (row.ops, row.folders; variant "MxN/M", as
 * 100x100), made round robin, then looked at and deleted in a random order by
 * the seed. Files are empty unless row.file_bytes_max says more.
 *
 * The window: create from the first open(O_CREAT|O_EXCL) to the last close,
 * stat and delete from the first to the last call. Folders are made before it
 * and removed after it; nothing is synced. All is in path/mdbench.meta.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "files.h"
#include "json.h"
#include "workcmd.h"

#define FOLDERS_PRESET 100

static const char *const operations[] = {
	[FILES_CREATE] = "create", [FILES_STAT] = "stat", [FILES_DELETE] = "delete",
};

static const char needs_folder[] = "many files need a folder: path is one file or device";

static enum files_op op_of(const struct row *row)
{
	enum files_op op = FILES_CREATE;

	while (op < FILES_DELETE && strcmp(row->operation, operations[op]))
		op++;
	return op;
}

static const char *folder_of(const struct work *w)
{
	static char path[512];

	snprintf(path, sizeof(path), "%.480s/mdbench.meta", w->path);
	return path;
}

static struct files_plan make_plan(const struct work *w)
{
	const struct row *row = w->row;

	return (struct files_plan){
		.path = folder_of(w), .files = w->ops,
		.folders = row->folders ? row->folders : FOLDERS_PRESET,
		.bytes_min = row->file_bytes_max, .bytes_max = row->file_bytes_max,
		.chunk_bytes = row->block_bytes,
		.naming = NAMES_PLAIN, .is_random = true, .is_round_robin = true,
		.is_exclusive = true,
	};
}

static int meta_prepare(struct work *w, uint64_t *written, char *why, size_t size)
{
	const struct files_plan p = make_plan(w);

	*written = 0;
	return w->is_single ? 0 : files_prepare(w, &p, op_of(w->row), written, why, size);
}

static void meta_run(struct work *w, struct work_result *r)
{
	const struct files_plan p = make_plan(w);

	if (w->is_single)
		snprintf(r->unsupported, sizeof(r->unsupported), "%s", needs_folder);
	else
		files_run(w, &p, op_of(w->row), r);
}

static void meta_cleanup(struct work *w)
{
	if (!w->is_single)
		(void)files_remove(folder_of(w));	/* what could not be is seen there */
	w->state->files = 0;
}

static void meta_settings(const struct work *w, struct json *j)
{
	const struct files_plan p = make_plan(w);

	json_u64(j, "folders", p.folders);
	json_u64(j, "file_bytes_min", p.bytes_min);
	json_u64(j, "file_bytes_max", p.bytes_max);
}

static int meta_command_rows(const struct work_options *o, struct row *rows, size_t max,
			     char *why, size_t size)
{
	static char variant[48];
	size_t i;

	if (o->folders > o->files || max < 3) {
		snprintf(why, size, "folders: more than files: give at most %" PRIu64, o->files);
		return -EINVAL;
	}
	snprintf(variant, sizeof(variant), "%" PRIu64 "x%" PRIu64, o->folders,
		 o->files / o->folders);
	for (i = 0; i < 3; i++)
		rows[i] = (struct row){
			.family = "meta", .operation = operations[i], .variant = variant,
			.moves = DIR_NONE, .counts_ops = true, .ops = o->files,
			.follows = i && !o->drop_caches,
			.file_bytes_min = o->file_bytes_max, .file_bytes_max = o->file_bytes_max,
			.folders = (unsigned)o->folders,
		};
	return 3;
}

static void print_us(const struct hist *h, unsigned permyriad, FILE *out)
{
	fprintf(out, " %9.1f", (double)hist_percentile(h, permyriad) / 1000);
}

static void meta_print(const struct work_options *o, const struct work *works,
		       const struct work_result *const *results, size_t n, FILE *out)
{
	size_t i;

	fprintf(out, "%" PRIu64 " files of %" PRIu64 " bytes over %" PRIu64 " folders\n", o->files,
		o->file_bytes_max, o->folders);
	fputs("            files/s  CPU%    p50 us    p99 us  p99.9 us    max us\n", out);
	for (i = 0; i < n; i++) {
		const struct work_result *r = results[i];

		if (r->failed || r->unsupported[0] || !r->wall_ns)
			continue;
		fprintf(out, "%-8s %10.0f  %4.0f", works[i].row->operation,
			(double)r->ops * 1e9 / (double)r->wall_ns,
			100.0 * (double)r->cpu_ns / (double)r->wall_ns);
		print_us(&r->other, 5000, out);
		print_us(&r->other, 9900, out);
		print_us(&r->other, 9990, out);
		fprintf(out, " %9.1f\n", (double)r->other.max_ns / 1000);
	}
}

const struct family meta_family = {
	.name = "meta",
	.help = "make, look at and delete many small files",
	.prepare = meta_prepare,
	.run = meta_run,
	.cleanup = meta_cleanup,
	.settings = meta_settings,
	.command_rows = meta_command_rows,
	.print = meta_print,
};
