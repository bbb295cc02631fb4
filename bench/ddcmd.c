// SPDX-License-Identifier: GPL-2.0-only
/*
 * mdbench dd: the dd workload on its own, with GNU dd's operands, on a file or
 * a device of any Linux. A device is written to only with erase=, and only if
 * the inventory knows of no use and no contents of it.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "commands.h"
#include "dd.h"
#include "dddevice.h"
#include "measure.h"
#include "opt.h"
#include "record.h"
#include "units.h"

enum format { FORMAT_DD, FORMAT_JSON };
enum conv { CONV_FSYNC = 1, CONV_FDATASYNC = 2, CONV_NOTRUNC = 4 };

struct dd_options {
	const char *in, *out, *output;
	uint64_t block_bytes, count, size_bytes;
	unsigned in_flags, out_flags, conv, format, erase;
	bool sync, drop_caches;
};

static const char *const in_flag_names[] = { "direct", "dsync", "sync", "fullblock", NULL };
static const char *const out_flag_names[] = { "direct", "dsync", "sync", NULL };
static const char *const conv_names[] = { "fsync", "fdatasync", "notrunc", NULL };
static const char *const format_names[] = { "dd", "json", NULL };
static const char *const erase_names[] = { "no", "yes", "signed", NULL };

_Static_assert(DD_DIRECT == 1 && DD_DSYNC == 2 && DD_SYNC == 4 && DD_FULLBLOCK == 8,
	       "bits by position in in_flag_names");

#define OPT(field) .offset = offsetof(struct dd_options, field)

static const struct opt option_list[] = {
	{ "if", OPT_STRING, OPT(in), .arg = "FILE", .help = "read from FILE" },
	{ "of", OPT_STRING, OPT(out), .arg = "FILE", .help = "write to FILE" },
	{ "bs", OPT_BYTES, OPT(block_bytes), .min = 1, .max = 1 << 30, .preset = "512",
	  .arg = "SIZE", .help = "bytes of a block" },
	{ "count", OPT_U64, OPT(count), .max = UINT64_MAX, .arg = "N",
	  .help = "copy N blocks; without it to the end of the input" },
	{ "size", OPT_BYTES, OPT(size_bytes), .max = INT64_MAX, .arg = "SIZE",
	  .help = "copy SIZE bytes, a multiple of bs; instead of count" },
	{ "iflag", OPT_FLAGS, OPT(in_flags), .choices = in_flag_names, .arg = "FLAGS",
	  .help = "how if is opened and read" },
	{ "oflag", OPT_FLAGS, OPT(out_flags), .choices = out_flag_names, .arg = "FLAGS",
	  .help = "how of is opened" },
	{ "conv", OPT_FLAGS, OPT(conv), .choices = conv_names, .arg = "CONVS",
	  .help = "sync at the end, keep what of holds" },
	{ "sync", OPT_YES, OPT(sync), .help = "call sync(2) afterwards and time it apart" },
	{ "drop-caches", OPT_YES, OPT(drop_caches),
	  .help = "drop the page cache first; for root" },
	{ "format", OPT_CHOICE, OPT(format), .choices = format_names, .preset = "dd",
	  .arg = "FORM", .help = "dd's lines on stderr, or a record on stdout" },
	{ "output", OPT_STRING, OPT(output), .arg = "FILE",
	  .help = "write a result record to FILE; - is stdout" },
	{ "erase", OPT_CHOICE, OPT(erase), .choices = erase_names, .preset = "no",
	  .arg = "CONSENT", .help = "overwrite a block device; signed: its contents too" },
	{ .name = NULL }
};

static volatile sig_atomic_t caught_signal;

static void catch_signal(int signum)
{
	caught_signal = signum;
}

/*
 * A second one ends us at once: a call may be stuck in a dead device. What our
 * caller had ignored (nohup) stays ignored.
 */
static void catch_signals(void)
{
	struct sigaction action = { .sa_handler = catch_signal, .sa_flags = (int)SA_RESETHAND };
	static const int signals[] = { SIGINT, SIGTERM };
	struct sigaction old;
	unsigned i;

	for (i = 0; i < ARRAY_SIZE(signals); i++)
		if (!sigaction(signals[i], NULL, &old) && old.sa_handler != SIG_IGN)
			sigaction(signals[i], &action, NULL);
}

static int usage(const char *text)
{
	return complain(EXIT_USAGE, "dd: %s", text);
}

static int make_job(const struct dd_options *o, struct dd_job *job)
{
	char why[192];

	*job = (struct dd_job){
		.in = o->in, .out = o->out,
		.block_bytes = o->block_bytes, .count = o->count,
		.in_flags = o->in_flags, .out_flags = o->out_flags,
		.finish = o->conv & CONV_FSYNC ? DD_FINISH_FSYNC :
			  o->conv & CONV_FDATASYNC ? DD_FINISH_FDATASYNC : DD_FINISH_NONE,
		.notrunc = o->conv & CONV_NOTRUNC,
		.sync_after = o->sync,
		.exclusive = true,
		.stop = &caught_signal,
	};
	if (!o->in)
		return usage("if: not given: name the file to read");
	if (!o->out)
		return usage("of: not given: name the file to write");
	job->is_write = strcmp(o->out, "/dev/null") || !strcmp(o->in, "/dev/zero");
	if ((o->conv & CONV_FSYNC) && (o->conv & CONV_FDATASYNC))
		return usage("conv: fsync and fdatasync: choose one");
	if (o->size_bytes != UINT64_MAX) {
		if (o->count != UINT64_MAX)
			return usage("count and size: choose one");
		if (o->size_bytes % o->block_bytes)
			return usage("size: not a multiple of bs");
		job->count = o->size_bytes / o->block_bytes;
	}
	if (dd_check(job, why, sizeof(why)))
		return usage(why);
	return 0;
}

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

/* -1: no record is asked for; -2: said why not. */
static int open_output(const struct dd_options *o)
{
	const char *path = o->output;
	struct stat st, other;
	int fd;

	if (!path)
		return o->format == FORMAT_JSON ? dup(STDOUT_FILENO) : -1;
	if (!strcmp(path, "-"))
		return dup(STDOUT_FILENO);
	if (!stat(path, &st)) {
		if (S_ISBLK(st.st_mode)) {
			complain(0, "dd: output: %s: a block device: name a file", path);
			return -2;
		}
		if ((!stat(o->in, &other) && other.st_ino == st.st_ino &&
		     other.st_dev == st.st_dev && S_ISREG(st.st_mode)) ||
		    !strcmp(path, o->out)) {
			complain(0, "dd: output: %s: also if or of: name another file", path);
			return -2;
		}
	}
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0) {
		complain(0, "dd: output: %s: %m", path);
		return -2;
	}
	return fd;
}

static const char *verdict(const struct dd_job *job, const struct dd_result *r)
{
	unsigned flags = job->is_write ? job->out_flags : job->in_flags;

	if (!r->error)
		return "pass";
	if (r->error == EINVAL && flags & DD_DIRECT && !r->bytes)
		return "unsupported";
	return strcmp(r->failed, "open") && strcmp(r->failed, "signal") ? "fail" : "broken";
}

/* "write of FILE at OFFSET: reason", for people and for the record. */
static void describe(const struct dd_job *job, const struct dd_result *r, char *buf,
		     size_t size)
{
	const char *path = r->failed_in ? job->in : job->out;
	const char *hint = strcmp(verdict(job, r), "unsupported") ? "" :
		": direct I/O is refused: by this place, or with this block size";

	if (r->error == EINTR)
		snprintf(buf, size, "%s: stopped by signal %d at %" PRIu64, path,
			 (int)caught_signal, r->failed_offset);
	else if (!strcmp(r->failed, "open"))	/* has no offset */
		snprintf(buf, size, "%s: open: %s%s", path, strerror(r->error), hint);
	else
		snprintf(buf, size, "%s: %s at %" PRIu64 ": %s%s", path, r->failed,
			 r->failed_offset, strerror(r->error), hint);
}

static int write_record(int fd, const struct dd_options *o, const struct dd_job *job,
			const struct dd_result *r, const struct measure *m,
			uint64_t begin_ns)
{
	static struct record_out out;
	uint64_t device_bytes = measure_device_bytes(m, job->is_write);
	char reason[512];
	struct json *j;

	record_init(&out, "local");
	record_add_sink(&out, fd, RECORD_PLAIN, o->output ? o->output : "standard output");
	j = record_begin(&out, "result");
	json_str(j, "id", job->is_write ? "local/dd/write" : "local/dd/read");
	json_u64(j, "repeat", 1);
	json_str(j, "verdict", verdict(job, r));
	if (r->error)
		describe(job, r, reason, sizeof(reason));
	json_str(j, "reason", r->error ? reason : NULL);
	if (device_bytes == NOT_KNOWN)
		json_none(j, "cached");
	else
		json_bool(j, "cached", device_bytes / 3 < r->bytes / 4);
	dd_settings_json(job, o->drop_caches, j);
	json_u64(j, "prepared_bytes", 0);
	json_u64(j, "begin_ns", begin_ns);
	dd_result_json(job, r, j);
	measure_json(m, job->is_write, r->user_ns, r->sys_ns, j);
	return record_end(&out);
}

static uint64_t boottime_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_BOOTTIME, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static int report_failure(const struct dd_job *job, const struct dd_result *r, bool was_there)
{
	char text[512];
	struct stat st;

	describe(job, r, text, sizeof(text));
	complain(0, "dd: %s", text);
	if (!was_there && !stat(job->out, &st))
		complain(0, "dd: %s: kept, %lld bytes", job->out, (long long)st.st_size);
	return caught_signal ? 128 + caught_signal : EXIT_FAILED;
}

static int run(const struct dd_options *o, const struct dd_job *job, int record_fd)
{
	static struct dd_result result;
	static struct measure measure;
	bool was_there = !access(job->out, F_OK);
	struct dd_target target;
	int status = EXIT_PASS;
	uint64_t begin_ns;

	dddevice_target(job->is_write ? job->out : job->in, &target, &measure);
	catch_signals();
	measure_begin(&measure);
	begin_ns = boottime_ns();
	dd_run(job, &result);
	measure_end(&measure);
	if (o->format == FORMAT_DD && !(result.failed && !strcmp(result.failed, "open")))
		dd_print(&result, stderr);
	if (o->format == FORMAT_DD && result.did_sync)
		fprintf(stderr, "sync took %g s\n", (double)result.sync_ns / 1e9);
	if (result.error)
		status = report_failure(job, &result, was_there);
	if (record_fd < 0)
		return status;
	if (write_record(record_fd, o, job, &result, &measure, begin_ns) && !status)
		status = EXIT_FAILED;	/* record.c has said why */
	if (close(record_fd) && !status)
		status = complain(EXIT_FAILED, "dd: output: close: %m");
	return status;
}

int dd_main(int argc, char **argv)
{
	struct dd_options o;
	struct opt_error err = { .text = "" };
	struct dd_job job;
	int status, record_fd;

	if (argc == 2 && !strcmp(argv[1], "--help")) {
		opt_help(option_list, "usage: mdbench dd if=FILE of=FILE [NAME=VALUE...]\n\n",
			 stdout);
		return EXIT_PASS;
	}
	opt_defaults(option_list, &o);
	o.count = o.size_bytes = UINT64_MAX;	/* not given */
	if (opt_parse_argv(option_list, &o, argc - 1, argv + 1, &err))
		return usage(err.text);
	status = make_job(&o, &job);
	if (!status)
		status = dddevice_consent("dd", job.out, o.erase);
	if (!status && o.drop_caches)
		status = drop_caches();
	if (status)
		return status;
	record_fd = open_output(&o);
	if (record_fd == -2)
		return EXIT_USAGE;
	return run(&o, &job, record_fd);
}
