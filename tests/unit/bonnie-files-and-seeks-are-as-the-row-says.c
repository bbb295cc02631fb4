// SPDX-License-Identifier: GPL-2.0-only
/*
 * This test will run rows of bonnie on a folder and want small files spread,
 * named and linked as bonnie++ does, seeks shared out with a tenth of updates,
 * a flipped byte found by the phases that check, and nothing left in the end.
 * needs: none
 * timeout: 60
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "bonnie.h"
#include "check.h"
#include "files.h"

#define CHUNK 8192

static char folder[256];
static struct work_state state;
static struct work_result result;

static struct work work_on(const struct row *row)
{
	return (struct work){ .row = row, .path = folder, .bytes = row->bytes, .ops = row->ops,
			      .seed = 7, .run_tag = 77, .state = &state };
}

static int run(struct work *w, uint64_t *written)
{
	char why[WORK_WHY] = "", text[WORK_WHY] = "";

	work_begin(&result);
	check(!bonnie_family.prepare(w, written, why, sizeof(why)), "%s: prepare: %s",
	      w->row->operation, why);
	bonnie_family.run(w, &result);
	if (result.failed && result.error != EILSEQ)
		check(0, "%s: %s", w->row->operation,
		      work_describe(&result, text, sizeof(text)));
	return -result.error;
}

static int run_row(const struct row *row)
{
	struct work w = work_on(row);
	uint64_t written;

	return run(&w, &written);
}

static unsigned count_entries(const char *below, nlink_t *links, unsigned *symlinks)
{
	char path[600], name[900];
	const struct dirent *e;
	struct stat st;
	unsigned n = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "%s%s", folder, below);
	dir = opendir(path);
	while (dir && (e = readdir(dir))) {
		if (e->d_name[0] == '.')
			continue;
		n++;
		snprintf(name, sizeof(name), "%s/%s", path, e->d_name);
		if (!lstat(name, &st)) {
			if (links && st.st_nlink > *links)
				*links = st.st_nlink;
			if (symlinks)
				*symlinks += S_ISLNK(st.st_mode);
		}
	}
	if (dir)
		closedir(dir);
	return n;
}

static struct row files_row(const char *operation, const char *variant)
{
	return (struct row){ .family = "bonnie", .operation = operation, .variant = variant,
			     .counts_ops = true, .ops = 1024, .folders = 3 };
}

/* 1024 over 3 folders: 342 in all but the last, which has what is left. */
static void test_spread(void)
{
	struct row row = files_row("seq-create", "1.03");

	run_row(&row);
	check(result.ops == 1024 && state.files == 1024, "made");
	check(count_entries("/mdbench.bonnie.files/00000", NULL, NULL) == 342, "first folder");
	check(count_entries("/mdbench.bonnie.files/00001", NULL, NULL) == 342, "second folder");
	check(count_entries("/mdbench.bonnie.files/00002", NULL, NULL) == 340, "third folder");
	row.operation = "seq-stat";
	run_row(&row);
	check(result.ops == 1024 && result.other.count == 1024, "each was looked at once");
	row.operation = "seq-delete";
	run_row(&row);
	check(result.ops == 1024 && !state.files, "deleted");
	check(!count_entries("", NULL, NULL), "the folder is gone within the window");
}

static void test_links(void)
{
	struct row row = files_row("ran-create", "2.00");
	unsigned symlinks = 0, i;
	nlink_t links = 0;
	char below[40];

	row.file_bytes_max = FILES_HARD_LINKS;
	run_row(&row);
	count_entries("/mdbench.bonnie.files/00001", &links, NULL);
	check(links == 1024, "%lu names of one file", (unsigned long)links);
	row.operation = "ran-delete";
	run_row(&row);
	row.operation = "ran-create";
	row.file_bytes_max = FILES_SYMLINKS;
	run_row(&row);
	for (i = 0; i < 3; i++) {
		snprintf(below, sizeof(below), "/mdbench.bonnie.files/0000%u", i);
		count_entries(below, NULL, &symlinks);
	}
	check(symlinks == 1023, "%u symbolic links", symlinks);
	row.operation = "ran-stat";
	run_row(&row);
	check(result.ops == 1024 && !result.failed, "all lead somewhere");
	row.operation = "ran-delete";
	run_row(&row);
	check(result.ops == 1024, "deleted");
}

/* A phase alone finds its files made for it, and sizes stay within their ends. */
static void test_sizes(void)
{
	struct row row = files_row("seq-stat", "2.00");
	struct work w = work_on(&row);
	uint64_t written;

	row.file_bytes_min = 1000;
	row.file_bytes_max = 20000;
	run(&w, &written);
	check(written > 1024 * 9000 && written < 1024 * 12000, "%llu bytes were made",
	      (unsigned long long)written);
	check(result.read_bytes == written, "and read");
	bonnie_family.cleanup(&w);
	bonnie_family.cleanup(&w);
	check(!count_entries("", NULL, NULL), "cleaned up");
}

static struct row io_row(const char *operation, const char *variant)
{
	return (struct row){ .family = "bonnie", .operation = operation, .variant = variant,
			     .moves = DIR_BOTH, .block_bytes = CHUNK, .bytes = 64 * CHUNK };
}

static void test_seeks(const char *variant, unsigned seekers)
{
	struct row row = io_row("seeks", variant);
	uint64_t ops = 0, updates = 0;
	unsigned i;

	row.ops = 3000;
	row.streams = seekers;
	run_row(&row);
	check(result.streams == seekers, "%s: %u seekers", variant, result.streams);
	for (i = 0; i < result.streams; i++) {
		ops += result.stream[i].ops;
		updates += (result.stream[i].ops + 9) / 10;
	}
	check(ops == 3000 && result.ops == 3000, "%s: %llu seeks", variant,
	      (unsigned long long)ops);
	check(result.read_bytes == 3000ull * CHUNK, "%s: reads", variant);
	if (variant[0] == '2')
		check(result.write.count > 200 && result.write.count < 400, "%s: %llu updates",
		      variant, (unsigned long long)result.write.count);
	else
		check(result.write.count == updates, "%s: %llu updates, not %llu", variant,
		      (unsigned long long)result.write.count, (unsigned long long)updates);
	check(result.wall_ns && result.cpu_ns, "%s: took time", variant);
}

static void flip_byte(const char *name, off_t at)
{
	char path[600];
	char byte = 0;
	int fd;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	fd = open(path, O_RDWR);
	check(fd >= 0, "%s: open", path);
	if (fd < 0)
		return;
	check(pread(fd, &byte, 1, at) == 1, "%s: read", path);
	byte ^= 0x10;
	check(pwrite(fd, &byte, 1, at) == 1 && !close(fd), "%s: write", path);
}

/* putc leaves no stamps, so a phase that checks has its chunks written anew. */
static void test_verify(const char *variant, const char *file)
{
	struct row putc_row = io_row("putc", variant), row = io_row("rewrite", variant);
	struct work w = work_on(&putc_row);
	uint64_t written;

	w.verify = true;
	run(&w, &written);
	w.row = &row;
	check(!run(&w, &written), "%s: rewrite", variant);
	check(written == w.bytes, "%s: was not prepared", variant);
	row.operation = "seeks";
	row.ops = w.ops = 2000;
	check(!run(&w, &written) && !written, "%s: seeks", variant);
	row.operation = "read";
	check(!run(&w, &written) && !written, "%s: read", variant);
	flip_byte(file, 5 * CHUNK + 100);
	check(run(&w, &written) == -EILSEQ, "%s: a flipped byte passed", variant);
	check(result.failed && !strcmp(result.failed, "verify") &&
	      result.failed_offset == 5 * CHUNK, "%s: at %llu", variant,
	      (unsigned long long)result.failed_offset);
	/* what is wrong is written anew before the next phase */
	check(!run(&w, &written) && written == w.bytes, "%s: not written anew", variant);
	row.operation = "seeks";
	flip_byte(file, 9 * CHUNK);
	check(run(&w, &written) == -EILSEQ, "%s: not found by seeks", variant);
	bonnie_family.cleanup(&w);
	check(!count_entries("", NULL, NULL), "%s: left files", variant);
}

int main(void)
{
	const char *base = getenv("TMPDIR");

	snprintf(folder, sizeof(folder), "%.200s/bonnie-XXXXXX", base ? base : "/tmp");
	if (!mkdtemp(folder))
		return 2;
	test_spread();
	test_links();
	test_sizes();
	test_seeks("1.03", 3);
	test_seeks("2.00", 5);
	test_verify("1.03", "mdbench.bonnie.000");
	test_verify("2.00", "mdbench.bonnie");
	check(!rmdir(folder), "%s is not empty", folder);
	return check_done();
}
