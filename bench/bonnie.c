// SPDX-License-Identifier: GPL-2.0-only
/* bonnie's phases on files that are large, and what all of its rows share. */
#include "bonnie.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include "bonniefmt.h"
#include "files.h"
#include "json.h"
#include "layout.h"

/* work_state.detail; 0 is files.c's */
enum { STATE_CONTENTS = 1, STATE_VERSION };
enum { HOLDS_NOTHING, HOLDS_CHARS, HOLDS_CHUNKS, HOLDS_STAMPS };

static const char needs_folder[] =
	"files are created in a folder: path is one file or device";

static int block_write(struct bonnie_worker *b)
{
	const uint64_t chunk = b->chunk_bytes;
	size_t next = 0;
	uint64_t at;

	for (at = 0; at < b->w->bytes; at += chunk) {
		if (bonnie_is_stopped(b))
			return bonnie_fail(b, "signal", at, EINTR);
		b->buf[next++ % chunk]++;
		bonnie_stamp(b, at);
		if (bonnie_write(b, b->buf, chunk, at))
			return -b->error;
		b->ops++;
	}
	return 0;
}

static int block_rewrite(struct bonnie_worker *b)
{
	const bool is_200 = bonnie_is_200(b->w->row);
	const uint64_t chunk = b->chunk_bytes;
	size_t next = 0;
	uint64_t at;

	for (at = 0; at < b->w->bytes; at += chunk) {
		if (bonnie_is_stopped(b))
			return bonnie_fail(b, "signal", at, EINTR);
		if (bonnie_read(b, b->buf, chunk, at) || bonnie_check(b, at, 0))
			return -b->error;
		b->buf[next++ % chunk]++;
		bonnie_stamp(b, at);
		if (bonnie_seek(b, at, is_200) || bonnie_write(b, b->buf, chunk, at))
			return -b->error;
		b->ops++;
	}
	return 0;
}

static int block_read(struct bonnie_worker *b)
{
	const uint64_t chunk = b->chunk_bytes;
	uint64_t at;

	for (at = 0; at < b->w->bytes; at += chunk) {
		if (bonnie_is_stopped(b))
			return bonnie_fail(b, "signal", at, EINTR);
		if (bonnie_read(b, b->buf, chunk, at) || bonnie_check(b, at, 0))
			return -b->error;
		b->ops++;
	}
	return 0;
}

static const struct phase {
	enum bonnie_open how;
	bool begins_with_seek;	/* of the first file, before the window */
	int (*run)(struct bonnie_worker *b);
} phase_list[] = {
	[BONNIE_PUTC] = { BONNIE_MAKE, false, bonnie_putc },
	[BONNIE_WRITE] = { BONNIE_MAKE, false, block_write },
	[BONNIE_REWRITE] = { BONNIE_OPEN, true, block_rewrite },
	[BONNIE_GETC] = { BONNIE_OPEN, false, bonnie_getc },
	[BONNIE_READ] = { BONNIE_OPEN, true, block_read },
};

static int phase_of(const struct work *w)
{
	return bonniefmt_phase_find(w->row->operation);
}

static void open_phase(struct bonnie_worker *b, const struct phase *p, struct work_result *r)
{
	const uint64_t start_ns = work_now_ns();
	struct stat st;

	bonnie_open(b, p->how, true);
	/* stdio begins at 0 without a call; on a single file that may be elsewhere */
	if (!b->failed && (p->begins_with_seek || b->w->offset_bytes))
		bonnie_seek(b, 0, false);
	b->char_bytes = b->chunk_bytes;
	if (!b->failed && !fstat(b->set.fd[0], &st) && st.st_blksize > 0 &&
	    st.st_blksize <= BONNIE_BUF_BYTES)
		b->char_bytes = (size_t)st.st_blksize;
	r->open_ns = work_now_ns() - start_ns;
}

static void run_io(struct work *w, int phase, struct work_result *r)
{
	static struct bonnie_worker b;
	const struct phase *p = &phase_list[phase];

	memset(&b, 0, sizeof(b));
	hist_init(&b.read);
	hist_init(&b.write);
	hist_init(&b.chunk);
	b.w = w;
	b.chunk_bytes = w->row->block_bytes;
	b.buf = mmap(NULL, BONNIE_BUF_BYTES, PROT_READ | PROT_WRITE,
		     MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
	if (b.buf == MAP_FAILED) {
		work_fail(r, "mmap", NULL, 0, errno);
		return;
	}
	if (p->how == BONNIE_MAKE)
		data_fill(b.buf, b.chunk_bytes, 0, w->row->pattern, w->seed);
	open_phase(&b, p, r);
	if (!b.failed) {
		bonnie_begin(&b);
		p->run(&b);
		bonnie_end(&b);
	} else {
		bonnie_close(&b);
	}
	munmap(b.buf, BONNIE_BUF_BYTES);
	if (!b.ops)
		b.ops = b.read.count + b.write.count;	/* of stdio's buffers */
	bonnie_add(r, 0, &b);
	hist_merge(&r->other, &b.chunk);
	r->other_call = "chunk of calls";
	r->bytes = phase == BONNIE_REWRITE ? b.written_bytes : b.read_bytes + b.written_bytes;
	r->stream[0].bytes = r->bytes;
	r->wall_ns = b.end_ns - b.begin_ns;
	r->io_ns = b.io_end_ns - b.begin_ns;
	r->fsync_ns = b.fsync_end_ns - b.io_end_ns;
	r->close_ns = b.end_ns - b.fsync_end_ns;
	r->did_fsync = bonnie_syncs(w);
	r->did_close = true;
}

static struct files_plan make_plan(const struct work *w)
{
	static char path[BONNIE_PATH];	/* results may name it */
	const bool is_200 = bonnie_is_200(w->row);
	const struct row *row = w->row;

	snprintf(path, sizeof(path), "%s/mdbench.bonnie.files", w->path);
	return (struct files_plan){
		.path = path, .files = w->ops, .folders = row->folders ? row->folders : 1,
		.bytes_min = row->file_bytes_min, .bytes_max = row->file_bytes_max,
		.chunk_bytes = row->block_bytes,
		.naming = is_200 ? NAMES_HEX : NAMES_DECIMAL,
		.is_random = row->operation[0] == 'r', .is_exclusive = is_200,
		.fsync_each = row->detail & BONNIE_FSYNC_EACH, .sync_inside = is_200,
		.rmdir_inside = true,
	};
}

static enum files_op files_op_of(int phase)
{
	return (enum files_op)((phase - BONNIE_SEQ_CREATE) % 3);
}

static void bonnie_run(struct work *w, struct work_result *r)
{
	const int phase = phase_of(w);
	struct files_plan p;

	if (phase > BONNIE_SEEKS) {
		p = make_plan(w);
		if (w->is_single)
			snprintf(r->unsupported, sizeof(r->unsupported), "%s", needs_folder);
		else
			files_run(w, &p, files_op_of(phase), r);
		return;
	}
	if (phase == BONNIE_SEEKS) {
		bonnie_seeks(w, r);
		return;
	}
	run_io(w, phase, r);
	if (r->failed && w->row->moves != DIR_READ) {
		w->state->written_bytes = 0;
	} else if (phase_list[phase].how == BONNIE_MAKE && !r->failed) {
		w->state->written_bytes = w->bytes;
		w->state->detail[STATE_CONTENTS] = phase == BONNIE_PUTC ? HOLDS_CHARS :
						   w->verify ? HOLDS_STAMPS : HOLDS_CHUNKS;
		w->state->detail[STATE_VERSION] = 1 + bonnie_is_200(w->row);
	}
}

static void remove_files(const struct work *w)
{
	static const char prefix[] = "mdbench.bonnie";
	char path[BONNIE_PATH];
	const struct dirent *e;
	DIR *dir = opendir(w->path);

	while (dir && (e = readdir(dir))) {
		if (strncmp(e->d_name, prefix, sizeof(prefix) - 1) ||
		    (e->d_name[sizeof(prefix) - 1] && e->d_name[sizeof(prefix) - 1] != '.'))
			continue;
		snprintf(path, sizeof(path), "%.250s/%.255s", w->path, e->d_name);
		files_remove(path);	/* what could not be is seen there */
	}
	if (dir)
		closedir(dir);
}

static void bonnie_cleanup(struct work *w)
{
	if (!w->is_single)
		remove_files(w);
	memset(w->state, 0, sizeof(*w->state));
}

/* Not through the measured calls: in one go, and synced. */
static int write_set(struct work *w, uint64_t *written, char *why, size_t size)
{
	const unsigned files = bonnie_files(w);
	char path[BONNIE_PATH];
	struct layout l = {
		.path = path, .base_bytes = w->is_single ? w->offset_bytes : 0,
		.span_bytes = w->bytes, .block_bytes = w->row->block_bytes,
	};
	uint64_t left = w->bytes;
	unsigned i;
	int ret = 0;

	for (i = 0; i < files && !ret; i++) {
		bonnie_file(w, i, path, sizeof(path));
		if (files > 1)
			l.span_bytes = left < BONNIE_FILE_BYTES ? left : BONNIE_FILE_BYTES;
		l.run_tag = w->run_tag + i;
		ret = layout_write(w, &l, written, why, size);
		left -= l.span_bytes;
	}
	w->state->written_bytes = ret ? 0 : w->bytes;
	w->state->detail[STATE_CONTENTS] = w->verify ? HOLDS_STAMPS : HOLDS_CHUNKS;
	w->state->detail[STATE_VERSION] = 1 + bonnie_is_200(w->row);
	return ret;
}

static const char *io_fault(const struct work *w)
{
	const uint64_t chunk = w->row->block_bytes;

	if (chunk < 256 || chunk > BONNIE_BUF_BYTES || chunk & (chunk - 1))
		return "the block is no power of two from 256 to 1M";
	if (!w->bytes || w->bytes % chunk)
		return "the size is no multiple of the block";
	if (bonnie_files(w) > BONNIE_FILES_MAX)
		return "more than 1000 files of 1 GiB";
	if (w->align_bytes % chunk)
		return "the alignment is no multiple of the block";
	return NULL;
}

static int bonnie_prepare(struct work *w, uint64_t *written, char *why, size_t size)
{
	const int phase = phase_of(w);
	const uint64_t *detail = w->state->detail;
	const char *fault = phase <= BONNIE_SEEKS ? io_fault(w) : NULL;
	struct files_plan p;
	bool is_there;

	*written = 0;
	if (phase > BONNIE_SEEKS) {
		p = make_plan(w);
		return w->is_single ? 0 :
			files_prepare(w, &p, files_op_of(phase), written, why, size);
	}
	if (fault) {
		snprintf(why, size, "%s", fault);
		return -EINVAL;
	}
	if (phase == BONNIE_PUTC || phase == BONNIE_WRITE)
		return 0;
	is_there = w->state->written_bytes >= w->bytes &&
		   detail[STATE_VERSION] == 1 + (uint64_t)bonnie_is_200(w->row) &&
		   (!w->verify || phase == BONNIE_GETC || detail[STATE_CONTENTS] == HOLDS_STAMPS);
	return is_there ? 0 : write_set(w, written, why, size);
}

static void bonnie_settings(const struct work *w, struct json *j)
{
	const struct row *row = w->row;

	json_str(j, "version", bonnie_is_200(row) ? "2.00" : "1.03");
	json_bool(j, "fsync_each", row->detail & BONNIE_FSYNC_EACH);
	if (phase_of(w) > BONNIE_SEEKS) {
		json_u64(j, "folders", row->folders ? row->folders : 1);
		json_u64(j, "file_bytes_min", row->file_bytes_min);
		json_u64(j, "file_bytes_max", row->file_bytes_max);
	} else {
		json_none(j, "folders");
		json_none(j, "file_bytes_min");
		json_none(j, "file_bytes_max");
	}
}

const struct family bonnie_family = {
	.name = "bonnie",
	.help = "write, read, seek and make files as bonnie++ does",
	.prepare = bonnie_prepare,
	.run = bonnie_run,
	.cleanup = bonnie_cleanup,
	.settings = bonnie_settings,
	.command_rows = bonnie_command_rows,
	.print = bonnie_print,
};
