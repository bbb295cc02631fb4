// SPDX-License-Identifier: GPL-2.0-only
// This test will run rows of the dd family in a folder and on a single file:
// shares of streams, their files, what is prepared before a read, which file a
// cut write takes, a block that was changed, a stream that fails, what is left.
// needs: none
// timeout: 60
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "check.h"
#include "dd.h"
#include "json.h"
#include "work.h"

#define KIB 1024ull

static char folder[300];
static struct work_state state;
static struct work_result r;
static struct row row;
static struct work w;

static char *path_of(const char *name)
{
	static char path[400];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

static long long size_of(const char *name)
{
	struct stat st;

	return stat(path_of(name), &st) ? -1 : (long long)st.st_size;
}

static void set(bool is_write, unsigned streams, uint64_t block, uint64_t bytes)
{
	row = (struct row){
		.family = "dd", .operation = is_write ? "write" : "read", .variant = "x",
		.moves = is_write ? DIR_WRITE : DIR_READ, .block_bytes = block,
		.streams = streams,
	};
	w = (struct work){ .row = &row, .path = folder, .bytes = bytes, .state = &state,
			   .seed = 3, .run_tag = 77 };
}

/* Bytes that were prepared. */
static uint64_t run(void)
{
	uint64_t prepared = 0;
	char why[WORK_WHY] = "";
	int ret = dd_family.prepare(&w, &prepared, why, sizeof(why));

	check(!ret, "prepare: %s", why);
	work_begin(&r);
	dd_family.run(&w, &r);
	return prepared;
}

static unsigned count_files(void)
{
	DIR *dir = opendir(folder);
	unsigned n = 0;

	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n - 2;
}

static void check_shares(void)
{
	uint64_t together_ns, span_ns;
	unsigned i;

	set(true, 3, 4 * KIB, 40 * KIB);
	row.sync_after = true;
	check(!run(), "prepared for a write");
	check(!r.failed && r.bytes == 40 * KIB && r.written_bytes == r.bytes && r.ops == 10 &&
	      r.write.count == 10 && !r.read.count, "%s", r.failed);
	check(size_of("test.1") == 16384 && size_of("test.2") == 12288 &&
	      size_of("test.3") == 12288 && count_files() == 3, "%u files", count_files());
	check(r.streams == 3 && r.did_sync && r.did_close && !r.did_fsync, "%u", r.streams);
	check(r.did_syncfs && r.syncfs_ns <= r.sync_ns, "syncfs is not a part of sync");
	for (i = 0; i < r.streams; i++)
		check(r.stream[i].full_out == (i ? 3 : 4) && r.stream[i].end_ns >
		      r.stream[i].begin_ns, "stream %u", i);
	work_overlap(&r, &together_ns, &span_ns);
	check(span_ns == r.wall_ns && together_ns <= span_ns, "span");
	check(state.streams == 3 && state.written_bytes == 40 * KIB, "state");
}

static void check_reads(void)
{
	set(false, 3, 4 * KIB, 40 * KIB);
	check(run() == 0 && !r.failed && r.bytes == 40 * KIB && r.read_bytes == r.bytes &&
	      r.read.count == 10 && !r.write.count, "what is there is read: %s", r.failed);
	set(false, 2, 4 * KIB, 48 * KIB);
	check(run() == 48 * KIB && !r.failed && r.bytes == 48 * KIB, "%s", r.failed);
	check(size_of("test.1") == 24576 && size_of("test.2") == 24576 && count_files() == 2,
	      "files of before stay: %u", count_files());
	set(false, 1, 4 * KIB, 8 * KIB);
	check(run() == 8 * KIB && size_of("test") == 8192 && count_files() == 1, "one file");
	row.pattern = DATA_RANDOM;
	check(run() == 8 * KIB && !r.failed, "another pattern is written anew");
	check(run() == 0 && !r.failed, "the same one is not");
}

static void check_short(void)
{
	set(true, 1, 4 * KIB, 64 * KIB);
	run();
	row.flags = ROW_DSYNC;
	w.bytes = 8 * KIB;
	run();
	check(size_of("test") == 65536 && size_of("short") == 8192 &&
	      state.written_bytes == 64 * KIB, "a cut write took the main file");
	row.flags = 0;
	run();
	check(size_of("test") == 8192 && state.written_bytes == 8 * KIB, "not the main file");
	set(false, 1, 4 * KIB, 64 * KIB);
	check(run() == 64 * KIB && r.bytes == 64 * KIB, "a hole would be read");
	dd_family.cleanup(&w);
	dd_family.cleanup(&w);
	check(!count_files(), "%u files are left", count_files());
}

static void flip(const char *name, off_t offset)
{
	char byte;
	int fd = open(path_of(name), O_RDWR);

	check(fd >= 0, "%s: %m", name);
	if (fd < 0)
		return;
	check(pread(fd, &byte, 1, offset) == 1, "%s: %m", name);
	byte ^= 4;
	check(pwrite(fd, &byte, 1, offset) == 1 && !close(fd), "%s: %m", name);
}

static void check_verify(enum data_pattern pattern)
{
	set(true, 2, 16 * KIB, 256 * KIB);
	row.pattern = pattern;
	w.verify = true;
	run();
	check(!r.failed && r.bytes == 256 * KIB, "%s", r.failed);
	set(false, 2, 16 * KIB, 256 * KIB);
	row.pattern = pattern;
	w.verify = true;
	check(run() == 0 && !r.failed && r.bytes == 256 * KIB, "pattern %d: %s",
	      (int)pattern, r.failed);
	flip("test.2", 3 * 16384 + 9000);
	check(run() == 0 && r.failed && !strcmp(r.failed, "verify") && r.error == EILSEQ &&
	      r.failed_offset == 3 * 16384 && !strcmp(r.failed_object, path_of("test.2")),
	      "%s at %llu", r.failed, (unsigned long long)r.failed_offset);
	w.verify = true;
	row.block_bytes = 8 * KIB;
	check(run() == 256 * KIB && !r.failed, "stamps of other blocks stay: %s", r.failed);
	w.run_tag++;
	check(run() == 256 * KIB && !r.failed, "stamps of another run stay: %s", r.failed);
	dd_family.cleanup(&w);
}

static void check_parts(void)
{
	char single[400];

	snprintf(single, sizeof(single), "%s", path_of("single"));
	close(open(single, O_WRONLY | O_CREAT, 0600));
	memset(&state, 0, sizeof(state));
	set(true, 3, 4 * KIB, 40 * KIB);
	w.path = single;
	w.is_single = true;
	w.offset_bytes = 8 * KIB;
	w.verify = true;
	run();
	check(!r.failed && r.bytes == 40 * KIB && size_of("single") == 48 * 1024, "%s: %lld",
	      r.failed, size_of("single"));
	row.moves = DIR_READ;
	row.streams = 1;
	check(run() == 0 && !r.failed && r.bytes == 40 * KIB, "parts are not one: %s", r.failed);
	flip("single", 8 * 1024 + 5 * 4096);
	row.streams = 4;
	check(run() == 0 && r.failed && r.failed_offset == 8 * KIB + 5 * 4 * KIB, "%s at %llu",
	      r.failed, (unsigned long long)r.failed_offset);
	dd_family.cleanup(&w);
	check(size_of("single") == 48 * 1024, "what was there before is gone");
	unlink(single);
}

/* One is refused: the others end too, though they never would. */
static void check_halt(void)
{
	static struct dd_job jobs[3];
	static struct dd_result results[3];
	unsigned i, failed = 99;
	int ret;

	for (i = 0; i < 3; i++)
		jobs[i] = (struct dd_job){ .in = "/dev/zero", .out = "/dev/null",
					   .is_write = true, .block_bytes = 512,
					   .count = UINT64_MAX };
	jobs[1].out = "/dev/full";
	ret = dd_run_streams(jobs, results, 3, &failed);
	check(ret == -ENOSPC && failed == 1 && results[1].error == ENOSPC, "%d, %u", ret, failed);
	check(results[0].error == ECANCELED && results[2].error == ECANCELED, "not halted");
	jobs[1].out = "/nowhere/at/all";
	ret = dd_run_streams(jobs, results, 3, &failed);
	check(ret == -ENOENT && failed == 1 && !results[0].bytes && !results[0].begin_ns,
	      "begun though one file is missing");
}

static void check_stop(void)
{
	static const volatile sig_atomic_t stop = 15;

	set(true, 2, 4 * KIB, 1ull << 60);
	w.stop = &stop;
	run();
	check(r.failed && !strcmp(r.failed, "signal") && r.error == EINTR, "%s", r.failed);
	check(!state.written_bytes, "what a stopped write left is taken for whole");
	dd_family.cleanup(&w);
	check(!count_files(), "%u files are left", count_files());
}

static void check_json(void)
{
	static char text[20000];
	struct json j;

	set(true, 2, 4 * KIB, 16 * KIB);
	row.pattern = DATA_RANDOM;
	run();
	json_init(&j, text, sizeof(text));
	json_open(&j, NULL, '{');
	work_settings_json(&w, &dd_family, &j);
	work_result_json(&w, &dd_family, &r, &j);
	json_close(&j, '}');
	check(!json_error(&j) && strstr(text, "\"pattern\":\"random\"") &&
	      strstr(text, "\"source\":\"memory\""), "%s", text);
	check(strstr(text, "\"full_blocks_out\":2,") && strstr(text, "\"full_blocks_out\":4,"),
	      "%s", text);
	dd_family.cleanup(&w);
}

int main(void)
{
	const char *tmp = getenv("TMPDIR");

	snprintf(folder, sizeof(folder), "%.200s/dd-streams.XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(folder))
		return 1;
	check_shares();
	check_reads();
	check_short();
	check_verify(DATA_ZEROS);
	check_verify(DATA_RANDOM);
	check_parts();
	check_halt();
	check_stop();
	check_json();
	check(!rmdir(folder), "%s: %m", folder);
	return check_done();
}
