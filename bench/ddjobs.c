// SPDX-License-Identifier: GPL-2.0-only
/*
 * From the operands of mdbench dd to jobs: what they mean together, where
 * streams have their files or parts, and which files are removed at the end
 * (those that streams made; a plain dd's of= is its user's).
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "commands.h"
#include "data.h"
#include "ddcmd.h"
#include "stopsig.h"

static const char zeros[] = "/dev/zero";

static int usage(const char *text)
{
	return complain(EXIT_USAGE, "dd: %s", text);
}

const char *ddjobs_target(const struct dd_command *c)
{
	return c->model.is_write ? c->o.out : c->o.in;
}

/* Where the data come from: if=, or made before. */
static int choose_source(struct dd_command *c)
{
	struct dd_options *o = &c->o;
	bool is_made = o->pattern == DATA_RAMP || o->pattern == DATA_RANDOM;

	if (!o->in && o->pattern == DATA_PATTERNS)
		return usage("if: not given: name the file to read, or a pattern");
	if (!o->out)
		return usage("of: not given: name the file to write");
	if (o->in && strcmp(o->in, zeros) && o->pattern != DATA_PATTERNS)
		return usage("pattern: is for what is written: leave if out, or read /dev/zero");
	if (!o->in)
		o->in = zeros;
	c->model.in = is_made ? NULL : o->in;
	c->model.out = o->out;
	c->model.is_write = strcmp(o->out, "/dev/null") || !strcmp(o->in, zeros);
	c->model.data = is_made ? o->pattern : DATA_ZEROS;
	if (o->verify && c->model.is_write && strcmp(o->in, zeros))
		return usage("verify: would change what is copied: leave if out, or read /dev/zero");
	return 0;
}

/* Blocks of one dd; of all streams together. */
static int choose_count(struct dd_command *c)
{
	const struct dd_options *o = &c->o;
	uint64_t count = o->count;

	if (o->size_bytes != UINT64_MAX) {
		if (count != UINT64_MAX)
			return usage("count and size: choose one");
		if (o->size_bytes % o->block_bytes)
			return usage("size: not a multiple of bs");
		count = o->size_bytes / o->block_bytes;
	}
	if (o->streams && count == UINT64_MAX && c->model.is_write)
		return usage("count: not given: say how many blocks each stream writes");
	if (o->streams && count != UINT64_MAX && __builtin_mul_overflow(count, o->streams, &count))
		return usage("count: larger than any file");
	c->model.count = count;
	if (__builtin_mul_overflow(o->skip, o->block_bytes, &c->model.in_offset) ||
	    c->model.in_offset > INT64_MAX)
		return usage("skip: larger than any file");
	if (__builtin_mul_overflow(o->seek, o->block_bytes, &c->model.out_offset) ||
	    c->model.out_offset > INT64_MAX)
		return usage("seek: larger than any file");
	if (c->model.out_offset && c->o.out_flags & ROW_DIRECT && c->model.out_offset % 512)
		return usage("seek: times bs is not a multiple of 512: direct I/O cannot begin there");
	return 0;
}

/* Read to the end, in parts: each needs to know its size. */
static int share_all(struct dd_command *c)
{
	const char *path = ddjobs_target(c);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	off_t size = fd < 0 ? -1 : lseek(fd, 0, SEEK_END);
	uint64_t begin = c->model.in_offset;

	if (size < 0)
		complain(0, "dd: if: %s: %m", path);
	if (fd >= 0)
		close(fd);
	if (size < 0)
		return EXIT_FAILED;
	c->model.count = (uint64_t)size > begin ?
			 ((uint64_t)size - begin) / c->model.block_bytes : 0;
	return 0;
}

/* Files of their own in a folder or beside a name; else parts of what it names. */
static int place_streams(struct dd_command *c)
{
	const char *path = ddjobs_target(c);
	struct stat st;
	bool is_there = !stat(path, &st);
	int len;

	c->spread = DDWORK_FILES;
	if (is_there && S_ISDIR(st.st_mode)) {
		len = snprintf(c->base, sizeof(c->base), "%s/test", path);
	} else {
		len = snprintf(c->base, sizeof(c->base), "%s", path);
		if (is_there && (!S_ISREG(st.st_mode) || !c->model.is_write))
			c->spread = DDWORK_PARTS;
	}
	if (len < 0 || (size_t)len >= sizeof(c->base))
		return complain(EXIT_USAGE, "dd: %s: too long a name", path);
	if (is_there && S_ISFIFO(st.st_mode))
		return complain(EXIT_USAGE, "dd: %s: streams cannot share a pipe", path);
	if (c->model.is_write && strcmp(c->o.in, zeros))
		return usage("streams: write what a pattern says: leave if out, or read /dev/zero");
	*(c->model.is_write ? &c->model.out : &c->model.in) = c->base;
	return c->spread == DDWORK_PARTS && c->model.count == UINT64_MAX ? share_all(c) : 0;
}

static int spread_streams(struct dd_command *c)
{
	int ret = place_streams(c);

	if (ret)
		return ret;
	c->n = (unsigned)c->o.streams;
	ret = ddwork_spread(&c->model, c->spread, c->n, c->job, c->path);
	return ret ? complain(EXIT_USAGE, "dd: %s: %s", c->base, strerror(-ret)) : 0;
}

static bool fits_memory(const struct dd_command *c)
{
	const uint64_t memory = (uint64_t)sysconf(_SC_PHYS_PAGES) *
				(uint64_t)sysconf(_SC_PAGESIZE);

	return c->o.block_bytes <= memory / 2 / c->n;
}

int ddjobs_make(struct dd_command *c)
{
	const struct dd_options *o = &c->o;
	char why[192];
	unsigned i;
	int ret;

	c->model = (struct dd_job){
		.block_bytes = o->block_bytes,
		.in_flags = o->in_flags, .out_flags = o->out_flags,
		.finish = o->conv & CONV_FSYNC ? FINISH_FSYNC :
			  o->conv & CONV_FDATASYNC ? FINISH_FDATASYNC : FINISH_NONE,
		.notrunc = o->conv & CONV_NOTRUNC,
		.sync_after = o->sync,
		.exclusive = true,
		.seed = o->seed, .verify = o->verify, .run_tag = o->seed,
		.stop = &stopsig_caught,
	};
	ret = choose_source(c);
	if (ret)
		return ret;
	if ((o->conv & CONV_FSYNC) && (o->conv & CONV_FDATASYNC))
		return usage("conv: fsync and fdatasync: choose one");
	if (o->keep && !o->streams)
		return usage("keep: is for streams: a plain dd keeps what it writes");
	ret = choose_count(c);
	if (ret)
		return ret;
	c->n = 1;
	c->job[0] = c->model;
	if (o->streams)
		ret = spread_streams(c);
	if (!ret && !fits_memory(c))
		ret = usage("bs: the buffers of all streams take half of the memory: give less");
	for (i = 0; i < c->n && !ret; i++)
		if (dd_check(&c->job[i], why, sizeof(why)))
			ret = usage(why);
	return ret;
}

/*
 * Nobody named FILE.N: one that is there is its owner's, and O_EXCL sees to
 * those that come in between.
 */
int ddjobs_take_names(struct dd_command *c)
{
	struct stat st;
	unsigned i;

	if (!c->o.streams || c->spread != DDWORK_FILES || !c->model.is_write)
		return 0;
	for (i = 0; i < c->n; i++) {
		c->job[i].makes_file = lstat(c->path[i], &st);
		if (!c->job[i].makes_file && !c->o.erase)
			return complain(EXIT_USAGE, "dd: %s: is there already: erase=yes overwrites it",
					c->path[i]);
	}
	return 0;
}

void ddjobs_note_files(struct dd_command *c)
{
	struct stat st;
	unsigned i;

	for (i = 0; i < c->n; i++)
		c->was_there[i] = !lstat(c->job[i].out, &st);
}

int ddjobs_remove_files(const struct dd_command *c)
{
	int status = 0;
	unsigned i;

	if (c->o.keep)
		return 0;
	for (i = 0; i < c->n; i++)
		if (c->result[i].made_file && unlink(c->job[i].out) && errno != ENOENT)
			status = complain(EXIT_FAILED, "dd: %s: remove: %m", c->job[i].out);
	return status;
}
