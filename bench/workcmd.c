// SPDX-License-Identifier: GPL-2.0-only
/*
 * mdbench bonnie, tio, rand, meta: a family's rows, one after the other, on a
 * folder, a file or a device of any Linux. What is there already is read and
 * not written to without erase=; files that rows made are gone at the end,
 * whatever the end was.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <linux/fs.h>
#include "clocks.h"
#include "commands.h"
#include "data.h"
#include "dddevice.h"
#include "env.h"
#include "fs.h"
#include "judge.h"
#include "measure.h"
#include "stopsig.h"
#include "units.h"
#include "work.h"
#include "workdir.h"
#include "workopt.h"
#include "worksink.h"

#define ROWS_MAX 64

struct session {
	const struct family *family;
	struct work_options o;
	struct work_state state;
	struct work place;		/* what all rows have in common */
	struct workdir dir;		/* in a folder: what rows work in */
	uint64_t place_bytes;		/* of a single file or device */
	struct row row[ROWS_MAX];
	struct work work[ROWS_MAX];
	struct work_result result[ROWS_MAX];
	const struct work_result *shown[ROWS_MAX];
	size_t rows, done;
	bool cached[ROWS_MAX];		/* by row: memory held it */
	bool measured, failed;		/* a row at least passed, was void */
	struct record_out out;		/* of the sinks that it has */
	struct measure measure;
	/* Of the row that ran last. */
	struct clocks before, after;
	enum verdict verdict;
	bool is_cached, knows_device;
	char reason[256];
	struct dd_target target;
};

static struct session session;

static int usage(const struct session *s, const char *text)
{
	return complain(EXIT_USAGE, "%s: %s", s->family->name, text);
}

int workcmd_list(const char *name, const char *text, uint64_t most, unsigned *values,
		 unsigned max, char *why, unsigned long size)
{
	const char *rest = text ? text : "";
	char word[24];
	uint64_t value;
	unsigned n = 0;
	size_t len;

	for (;;) {
		len = strcspn(rest, ",");
		snprintf(word, sizeof(word), "%.*s", (int)(len < 20 ? len : 20), rest);
		if (n == max || len > 20 || parse_u64(word, 1, most, &value)) {
			snprintf(why, size, "%s: '%.60s': not a list of at most %u numbers from 1 to %"
				 PRIu64, name, text ? text : "", max, most);
			return -EINVAL;
		}
		values[n++] = (unsigned)value;
		if (!rest[len])
			return (int)n;
		rest += len + 1;
	}
}

static int single_size(const char *path, const struct stat *st, uint64_t *bytes)
{
	int fd, ret;

	*bytes = (uint64_t)st->st_size;
	if (!S_ISBLK(st->st_mode))
		return 0;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	ret = ioctl(fd, BLKGETSIZE64, bytes) ? -errno : 0;
	close(fd);
	return ret;
}

/* Folder, file or device; what is there already is only read without erase=. */
static int find_place(struct session *s)
{
	const char *path = s->o.path, *name = s->family->name;
	struct stat st;
	int ret;

	if (!path || !*path)
		return usage(s, "path: not given: name a folder for the files");
	if (strlen(path) >= WORKDIR_PATH)
		return usage(s, "path: too long: go nearer to it and name it from there");
	if (stat(path, &st))
		return complain(EXIT_USAGE, "%s: path: %s: %m", name, path);
	s->place = (struct work){
		.path = path, .offset_bytes = s->o.offset_bytes,
		.align_bytes = s->o.align_bytes, .seed = s->o.seed, .verify = s->o.verify,
		/* So that a later command with the same seed knows its blocks. */
		.run_tag = s->o.seed,
		.state = &s->state, .stop = &stopsig_caught,
		.window_end = measure_window_end, .window_arg = &s->measure,
	};
	if (S_ISDIR(st.st_mode))
		return s->o.offset_bytes ?
			usage(s, "offset: a folder has none: name a file or a device") : 0;
	if (!S_ISREG(st.st_mode) && !S_ISBLK(st.st_mode))
		return complain(EXIT_USAGE, "%s: path: %s: neither folder, file nor block device",
				name, path);
	s->place.is_single = true;
	s->place.is_device = S_ISBLK(st.st_mode);
	s->place.read_only = !s->o.erase;
	s->place.exclusive = !s->place.read_only;	/* what is in use may be read */
	ret = single_size(path, &st, &s->place_bytes);
	if (ret)
		return complain(EXIT_FAILED, "%s: %s: size: %s", name, path, strerror(-ret));
	return s->o.erase ? dddevice_consent(name, path, s->o.erase) : 0;
}

/* A device, and a file that is only read, do not grow. */
static int fit_place(struct session *s)
{
	uint64_t room = s->place_bytes;
	char have[24];

	if (!s->place.is_single || !(s->place.is_device || s->place.read_only))
		return 0;
	room = room > s->o.offset_bytes ? room - s->o.offset_bytes : 0;
	if (s->o.size_bytes > room)
		return complain(EXIT_USAGE, "%s: size: %s has %s from offset on: give a smaller size",
				s->family->name, s->o.path,
				format_bytes(have, sizeof(have), room));
	return 0;
}

static uint64_t at_least_1(uint64_t n)
{
	return n ? n : 1;
}

/* What no row can do with such options; or NULL. */
static const char *row_fault(const struct session *s, const struct work *w)
{
	const struct row *row = w->row;
	const uint64_t block = row->block_bytes, page = (uint64_t)sysconf(_SC_PAGESIZE);
	const uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) * page;

	if (row->moves == DIR_NONE)
		return s->place.read_only ? "path: many files are made: name a folder" : NULL;
	if (w->bytes < block)
		return "size: smaller than bs";
	if (w->verify && (block < DATA_STAMP_BYTES || w->align_bytes % block))
		return "verify: needs a bs of 32 or more, and an align that is a multiple of it";
	if ((block + page) * at_least_1(row->streams) * at_least_1(row->depth) > memory / 2)
		return "bs: buffers of that many threads or depth take half of the memory: give less";
	return NULL;
}

/* Rows that only= wants, each with its place. */
static int make_rows(struct session *s)
{
	char why[WORK_WHY] = "", id[128];
	struct work *w;
	struct row *row;
	int n, i;

	n = s->family->command_rows(&s->o, s->row, ROWS_MAX, why, sizeof(why));
	if (n < 0)
		return usage(s, why);
	for (i = 0; i < n; i++) {
		snprintf(id, sizeof(id), "%s/%s", s->row[i].operation, s->row[i].variant);
		if (s->o.only && !glob_match(s->o.only, id))
			continue;
		row = &s->row[s->rows];
		*row = s->row[i];
		row->cold = s->o.drop_caches;
		w = &s->work[s->rows];
		*w = s->place;
		w->row = row;
		w->bytes = row->bytes ? row->bytes : s->o.size_bytes;
		w->ops = row->ops || row->runtime_ns || !row->block_bytes ? row->ops :
			 w->bytes / row->block_bytes;
		if (row_fault(s, w))
			return usage(s, row_fault(s, w));
		if (s->place.read_only && row->moves != DIR_READ)
			return complain(EXIT_USAGE, "%s: path: %s: is there already: erase=yes overwrites it, or choose phases that only read",
					s->family->name, s->o.path);
		s->rows++;
	}
	return s->rows ? 0 : usage(s, "only: no phase has such a name");
}

/* What became of the row that ran last; on a host a device need not be known. */
static void judge_row(struct session *s, const struct work *w, const struct work_result *r)
{
	const struct device_bytes device = { measure_device_bytes(&s->measure, false),
					     measure_device_bytes(&s->measure, true) };

	s->knows_device = device.read != NOT_KNOWN && device.written != NOT_KNOWN;
	s->verdict = judge_result(w, r, &device, 0, &s->is_cached, s->reason,
				  sizeof(s->reason));
	if (s->verdict == VERDICT_PASS &&
	    clocks_disturbed(&s->before, &s->after, s->reason, sizeof(s->reason)))
		s->verdict = VERDICT_VOID;
	s->measured |= s->verdict == VERDICT_PASS;
}

static int write_record(struct session *s, const struct work *w, const struct work_result *r,
			uint64_t prepared)
{
	struct json *j = record_begin(&s->out, "result");
	char text[256];

	snprintf(text, sizeof(text), "local/file/%s/%s/%s", s->family->name, w->row->operation,
		 w->row->variant);
	json_str(j, "id", text);
	json_u64(j, "repeat", 1);
	json_str(j, "verdict", verdict_name[s->verdict]);
	json_str(j, "reason", s->verdict == VERDICT_PASS ? NULL : s->reason);
	if (s->knows_device)
		json_bool(j, "cached", s->is_cached);
	else
		json_none(j, "cached");
	work_settings_json(w, s->family, j);
	json_u64(j, "prepared_bytes", prepared);
	json_u64(j, "begin_ns", (uint64_t)s->before.boot_ns);
	if (s->verdict != VERDICT_UNSUPPORTED) {
		work_result_json(w, s->family, r, j);
		measure_json(&s->measure, w->row->moves != DIR_READ, r->user_ns, r->sys_ns, j);
	}
	return record_end(&s->out) ? EXIT_FAILED : 0;	/* record.c has said why */
}

/* Whoever reads the text alone must know it too. */
static void say_verdict(const struct session *s, const struct row *row)
{
	if (s->verdict == VERDICT_PASS && !s->is_cached)
		return;
	complain(0, "%s: %s %s: %s: %s", s->family->name, row->operation, row->variant,
		 s->verdict == VERDICT_PASS ? "cached" : verdict_name[s->verdict], s->reason);
}

/*
 * With the table too, which may be all that is kept: which of its figures are
 * not of the disk, and what would measure it. Above it: readers of bonnie++'s
 * output take the last line.
 */
static void print_cached(const struct session *s)
{
	const uint64_t gib = 1ull << 30, twice = 2 * env_memory_bytes();
	char size[24];
	size_t i, n = 0;

	for (i = 0; i < s->done; i++) {
		if (!s->cached[i])
			continue;
		printf("%s%s %s", n++ ? ", " : "# cached, memory held it: ",
		       s->row[i].operation, s->row[i].variant);
	}
	if (!n)
		return;
	printf("\n# files of twice the memory measure the disk (size=%s), or direct=yes;\n"
	       "# drop-caches=yes the reads\n",
	       format_bytes(size, sizeof(size), (twice + gib - 1) / gib * gib));
}

/* Files there, caches as asked. 0 or an exit status. */
static int prepare(struct session *s, struct work *w, uint64_t *prepared)
{
	char why[WORK_WHY] = "";
	int ret = 0;

	*prepared = 0;
	if (w->read_only)
		s->state.written_bytes = w->bytes;
	else
		ret = s->family->prepare(w, prepared, why, sizeof(why));
	if (ret)
		return complain(EXIT_FAILED, "%s: %s %s: prepare: %s", s->family->name,
				w->row->operation, w->row->variant,
				why[0] ? why : strerror(-ret));
	if (s->o.drop_caches)
		ret = cache_drop();
	return ret ? complain(EXIT_FAILED, "%s: drop-caches: %s: run it as root",
			      s->family->name, strerror(-ret)) : 0;
}

/* 0, or an exit status: then no later row is run. */
static int run_row(struct session *s, size_t i)
{
	struct work *w = &s->work[i];
	struct work_result *r = &s->result[i];
	uint64_t prepared;
	int status;

	fprintf(stderr, "mdbench: %s: [%zu/%zu] %s %s\n", s->family->name, i + 1, s->rows,
		w->row->operation, w->row->variant);
	work_begin(r);
	status = prepare(s, w, &prepared);
	if (status)
		return stopsig_caught ? 128 + stopsig_caught : status;
	dddevice_target(s->o.path, &s->target, &s->measure);
	measure_begin(&s->measure);
	clocks_read(&s->before);
	s->family->run(w, r);
	clocks_read(&s->after);
	measure_end(&s->measure);
	s->done = i + 1;
	judge_row(s, w, r);
	say_verdict(s, w->row);
	s->cached[i] = s->is_cached;
	s->failed |= s->verdict == VERDICT_VOID;
	if (s->out.nsinks)
		status = write_record(s, w, r, prepared);
	if (s->verdict != VERDICT_FAIL && s->verdict != VERDICT_BROKEN)
		return status;
	return stopsig_caught ? 128 + stopsig_caught : EXIT_FAILED;
}

/* Rows one after the other, where they have their files. 0, or an exit status. */
static int run_in_place(struct session *s)
{
	int status = 0;
	size_t i;

	if (!s->place.is_single)
		status = workdir_make(&s->dir, s->family->name, s->o.path);
	if (status)
		return status;
	for (i = 0; i < s->rows; i++)
		if (s->dir.path[0])
			s->work[i].path = s->dir.path;
	for (i = 0; i < s->rows && !status; i++) {
		status = run_row(s, i);
		s->shown[i] = &s->result[i];
	}
	s->family->cleanup(&s->work[0]);
	return status;
}

/* The first that is not 0. */
static int either(int status, int other)
{
	return status ? status : other;
}

static int run_rows(struct session *s)
{
	int status;

	stopsig_catch();
	status = run_in_place(s);
	status = either(status, workdir_remove(&s->dir, s->family->name));
	if (s->o.format == FORMAT_TEXT)
		print_cached(s);
	if (s->o.format != FORMAT_JSON && s->done)
		s->family->print(&s->o, s->work, s->shown, s->done, stdout);
	status = either(status, s->failed || !s->measured ? EXIT_FAILED : 0);
	status = either(status, worksink_close(&s->out, s->family->name));
	return stopsig_caught ? 128 + stopsig_caught : status;
}

static void print_help(const struct work_command *c)
{
	char lead[160];

	snprintf(lead, sizeof(lead), "usage: mdbench %s path=PATH [NAME=VALUE...]\n%s.\n\n",
		 c->family, c->summary);
	opt_help(c->options, lead, stdout);
}

static int command_main(const char *family, int argc, char **argv)
{
	const struct work_command *c = workopt_find(family);
	struct session *s = &session;
	struct opt_error err;
	int status;

	s->family = family_find(family);
	if (argc == 2 && !strcmp(argv[1], "--help")) {
		print_help(c);
		return EXIT_PASS;
	}
	opt_defaults(c->options, &s->o);
	if (opt_parse_argv(c->options, &s->o, argc - 1, argv + 1, &err))
		return usage(s, err.text);
	status = find_place(s);
	if (!status)
		status = fit_place(s);
	if (!status)
		status = make_rows(s);
	if (!status)
		status = worksink_open(&s->out, &s->o, family);
	return status ? status : run_rows(s);
}

int bonnie_main(int argc, char **argv)
{
	return command_main("bonnie", argc, argv);
}

int meta_main(int argc, char **argv)
{
	return command_main("meta", argc, argv);
}

int rand_main(int argc, char **argv)
{
	return command_main("rand", argc, argv);
}

int tio_main(int argc, char **argv)
{
	return command_main("tio", argc, argv);
}
