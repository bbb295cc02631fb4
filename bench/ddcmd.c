// SPDX-License-Identifier: GPL-2.0-only
/*
 * mdbench dd: the dd workload on its own, with GNU dd's operands, on a file or
 * a device of any Linux. A device is written to only with erase=, and only if
 * the inventory knows of no use and no contents of it.
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
#include "opt.h"
#include "stopsig.h"
#include "units.h"

static const char *const in_flag_names[] = { "direct", "dsync", "sync", "fullblock", NULL };
static const char *const out_flag_names[] = { "direct", "dsync", "sync", NULL };
static const char *const conv_names[] = { "fsync", "fdatasync", "notrunc", NULL };
static const char *const format_names[] = { "dd", "json", NULL };
static const char *const erase_names[] = { "no", "yes", "signed", NULL };

_Static_assert(ROW_DIRECT == 1 && ROW_DSYNC == 2 && ROW_SYNC == 4 && ROW_FULLBLOCK == 8,
	       "bits by position in in_flag_names");

#define OPT(field) .offset = offsetof(struct dd_options, field)

static const struct opt option_list[] = {
	{ "if", OPT_STRING, OPT(in), .arg = "FILE",
	  .help = "read from FILE; may be left out where pattern is given" },
	{ "of", OPT_STRING, OPT(out), .arg = "FILE", .help = "write to FILE" },
	{ "bs", OPT_BYTES, OPT(block_bytes), .min = 1, .max = 1 << 30, .preset = "512",
	  .arg = "SIZE", .help = "bytes of a block" },
	{ "count", OPT_U64, OPT(count), .max = UINT64_MAX, .arg = "N",
	  .help = "copy N blocks, each stream; without it to the end of the input" },
	{ "size", OPT_BYTES, OPT(size_bytes), .max = INT64_MAX, .arg = "SIZE",
	  .help = "copy SIZE bytes, a multiple of bs; instead of count" },
	{ "skip", OPT_U64, OPT(skip), .max = INT64_MAX, .arg = "N",
	  .help = "begin N blocks into if" },
	{ "seek", OPT_U64, OPT(seek), .max = INT64_MAX, .arg = "N",
	  .help = "begin N blocks into of" },
	{ "iflag", OPT_FLAGS, OPT(in_flags), .choices = in_flag_names, .arg = "FLAGS",
	  .help = "how if is opened and read" },
	{ "oflag", OPT_FLAGS, OPT(out_flags), .choices = out_flag_names, .arg = "FLAGS",
	  .help = "how of is opened" },
	{ "conv", OPT_FLAGS, OPT(conv), .choices = conv_names, .arg = "CONVS",
	  .help = "sync at the end, keep what of holds" },
	{ "sync", OPT_YES, OPT(sync), .help = "call sync(2) afterwards and time it apart" },
	{ "streams", OPT_U64, OPT(streams), .min = 1, .max = ROW_STREAMS_MAX, .arg = "N",
	  .help = "N at once: files FILE.1 to FILE.N, or test.1 … in a folder; parts of a "
		  "device, or of a file that is read" },
	{ "keep", OPT_YES, OPT(keep), .help = "do not remove the files that streams made" },
	{ "pattern", OPT_CHOICE, OPT(pattern), .choices = data_pattern_names, .arg = "WHAT",
	  .help = "what is written; ramp and random are made before and nothing is read then" },
	{ "seed", OPT_U64, OPT(seed), .max = UINT64_MAX, .arg = "N",
	  .help = "of random data, and of the stamps of verify" },
	{ "verify", OPT_YES, OPT(verify),
	  .help = "stamp each block that is written, check each that is read" },
	{ "drop-caches", OPT_YES, OPT(drop_caches),
	  .help = "drop the page cache first; for root" },
	{ "format", OPT_CHOICE, OPT(format), .choices = format_names, .preset = "dd",
	  .arg = "FORM", .help = "dd's lines on stderr, or a record on stdout" },
	{ "output", OPT_STRING, OPT(output), .arg = "FILE",
	  .help = "write a result record to FILE; - is stdout" },
	{ "erase", OPT_CHOICE, OPT(erase), .choices = erase_names, .preset = "no",
	  .arg = "CONSENT", .help = "overwrite a block device, or files that streams find; "
				    "signed: a device's contents too" },
	{ .name = NULL }
};

static int drop_caches(void)
{
	static const char path[] = "/proc/sys/vm/drop_caches";
	int fd = open(path, O_WRONLY | O_CLOEXEC), ret;

	if (fd < 0)
		return complain(EXIT_FAILED, "dd: drop-caches: %s: %m: run it as root", path);
	sync();
	ret = write(fd, "3\n", 2) == 2 ? 0 :
		complain(EXIT_FAILED, "dd: drop-caches: %s: %m", path);
	close(fd);
	return ret;
}

/* output= names what is read or written. */
static bool is_worked_on(const struct dd_command *c, const char *path, const struct stat *st)
{
	struct stat other;
	unsigned i;

	for (i = 0; i < c->n; i++) {
		const char *in = c->job[i].in, *out = c->job[i].out;

		if (!strcmp(path, out) || (in && !stat(in, &other) && S_ISREG(st->st_mode) &&
		    other.st_ino == st->st_ino && other.st_dev == st->st_dev))
			return true;
	}
	return false;
}

/* -1: no record is asked for; -2: said why not. */
static int open_output(const struct dd_command *c)
{
	const char *path = c->o.output;
	struct stat st;
	int fd;

	if (!path)
		return c->o.format == FORMAT_JSON ? dup(STDOUT_FILENO) : -1;
	if (!strcmp(path, "-"))
		return dup(STDOUT_FILENO);
	if (stat(path, &st))
		memset(&st, 0, sizeof(st));
	if (S_ISBLK(st.st_mode)) {
		complain(0, "dd: output: %s: a block device: name a file", path);
		return -2;
	}
	if (is_worked_on(c, path, &st)) {
		complain(0, "dd: output: %s: also if or of: name another file", path);
		return -2;
	}
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0) {
		complain(0, "dd: output: %s: %m", path);
		return -2;
	}
	return fd;
}

/* Each file that would be written, as a name may lead to a device. */
static int ask_consent(const struct dd_command *c)
{
	int status = 0;
	unsigned i;

	for (i = 0; i < c->n && !status; i++)
		if (!i || strcmp(c->job[i].out, c->job[i - 1].out))
			status = dddevice_consent("dd", c->job[i].out, c->o.erase);
	return status;
}

static int run(struct dd_command *c, int record_fd)
{
	int status = EXIT_PASS;
	char why[160];

	dddevice_target(ddjobs_target(c), &c->target, &c->measure);
	ddjobs_note_files(c);
	stopsig_catch();
	c->job[0].window_end = measure_window_end;
	c->job[0].window_arg = &c->measure;
	measure_begin(&c->measure);
	clocks_read(&c->before);
	if (c->o.streams)
		c->error = dd_run_streams(c->job, c->result, c->n, &c->failed);
	else
		c->error = dd_run(&c->job[0], &c->result[0]);
	clocks_read(&c->after);
	measure_end(&c->measure);
	work_begin(&c->sum);
	ddwork_collect(c->job, c->result, c->n, c->error, c->failed, &c->sum);
	status = ddjobs_remove_files(c);
	if (c->o.format == FORMAT_DD)
		ddreport_print(c);
	if (c->error) {
		ddreport_failure(c);
		status = stopsig_caught ? 128 + stopsig_caught : EXIT_FAILED;
	} else if (clocks_disturbed(&c->before, &c->after, why, sizeof(why))) {
		status = complain(EXIT_FAILED, "dd: void: %s", why);
	}
	if (record_fd < 0)
		return status;
	if (ddreport_record(c, record_fd) && !status)
		status = EXIT_FAILED;	/* record.c has said why */
	if (close(record_fd) && !status)
		status = complain(EXIT_FAILED, "dd: output: close: %m");
	return status;
}

int dd_main(int argc, char **argv)
{
	static struct dd_command command;
	struct dd_command *c = &command;
	struct opt_error err = { .text = "" };
	int status, record_fd;

	if (argc == 2 && !strcmp(argv[1], "--help")) {
		opt_help(option_list, "usage: mdbench dd if=FILE of=FILE [NAME=VALUE...]\n\n",
			 stdout);
		return EXIT_PASS;
	}
	opt_defaults(option_list, &c->o);
	c->o.count = c->o.size_bytes = UINT64_MAX;	/* not given */
	c->o.pattern = DATA_PATTERNS;
	if (opt_parse_argv(option_list, &c->o, argc - 1, argv + 1, &err))
		return complain(EXIT_USAGE, "dd: %s", err.text);
	status = ddjobs_make(c);
	if (!status)
		status = ask_consent(c);
	if (!status)
		status = ddjobs_take_names(c);
	if (!status && c->o.drop_caches)
		status = drop_caches();
	if (status)
		return status;
	record_fd = open_output(c);
	if (record_fd == -2)
		return EXIT_USAGE;
	return run(c, record_fd);
}
