// SPDX-License-Identifier: GPL-2.0-only
/*
 * One row an option, one table a family. Those that all take come first, by a
 * macro, so that they are the same everywhere.
 */
#include <string.h>
#include "data.h"
#include "workopt.h"

#define OPT(field) .offset = offsetof(struct work_options, field)
#define TIB (1ull << 40)

static const char *const erase_names[] = { "no", "yes", "signed", NULL };
static const char *const text_formats[] = { "text", "json", NULL };
static const char *const bonnie_formats[] = { "text", "json", "csv", NULL };
static const char *const versions[] = { "1.03", "2.00", NULL };

#define COMMON_OPTIONS(FORMATS)							\
	{ "path", OPT_STRING, OPT(path), .arg = "PATH",				\
	  .help = "a folder, in which files are made and removed; or a file or block device" }, \
	{ "only", OPT_STRING, OPT(only), .arg = "GLOB",				\
	  .help = "only phases whose OPERATION/VARIANT matches" },		\
	{ "seed", OPT_U64, OPT(seed), .max = UINT64_MAX, .preset = "1", .arg = "N", \
	  .help = "of random offsets, names and data" },			\
	{ "drop-caches", OPT_YES, OPT(drop_caches),				\
	  .help = "sync and drop the page cache before each phase; for root" },	\
	{ "format", OPT_CHOICE, OPT(format), .choices = FORMATS, .preset = "text", \
	  .arg = "FORM", .help = "of the results on stdout" },			\
	{ "output", OPT_STRING, OPT(output), .arg = "FILE",			\
	  .help = "write result records to FILE too" }

#define DATA_OPTIONS(SIZE, BLOCK, PATTERN)					\
	{ "size", OPT_BYTES, OPT(size_bytes), .max = 16 * TIB, .preset = SIZE,	\
	  .arg = "SIZE", .help = "of all files together" },			\
	{ "bs", OPT_BYTES, OPT(block_bytes), .min = 1, .max = 1 << 26,		\
	  .preset = BLOCK, .arg = "SIZE", .help = "bytes of a block" },		\
	{ "offset", OPT_BYTES, OPT(offset_bytes), .max = 16 * TIB, .arg = "SIZE", \
	  .help = "where in a file or device to begin" },			\
	{ "pattern", OPT_CHOICE, OPT(pattern), .choices = data_pattern_names,	\
	  .preset = PATTERN, .arg = "DATA", .help = "what is written" },	\
	{ "direct", OPT_YES, OPT(direct), .help = "O_DIRECT; refused is unsupported, never buffered" }, \
	{ "verify", OPT_YES, OPT(verify),					\
	  .help = "stamp what is written and check what is read; costs time inside the figures" }, \
	{ "erase", OPT_CHOICE, OPT(erase), .choices = erase_names, .preset = "no", \
	  .arg = "CONSENT", .help = "overwrite a file or block device that is there; signed: its contents too" }

static const struct opt bonnie_options[] = {
	COMMON_OPTIONS(bonnie_formats),
	DATA_OPTIONS("800M", "8192", "zeros"),
	{ "version", OPT_CHOICE, OPT(version), .choices = versions, .preset = "1.03",
	  .arg = "V", .help = "which bonnie++ to do as" },
	{ "name", OPT_STRING, OPT(name), .arg = "NAME", .help = "of the machine, for the text" },
	{ "fast", OPT_YES, OPT(fast), .help = "leave out the per-character phases" },
	{ "unlocked", OPT_YES, OPT(unlocked),
	  .help = "1.03: no lock for each character, as putc_unlocked" },
	{ "fsync-each", OPT_YES, OPT(fsync_each),
	  .help = "fsync at each close and after each update, create and unlink, as -b" },
	{ "seeks", OPT_U64, OPT(seeks), .min = 1, .max = 1 << 30, .preset = "8192", .arg = "N",
	  .help = "of the seek phase, of all seekers" },
	{ "seekers", OPT_U64, OPT(seekers), .max = ROW_STREAMS_MAX, .preset = "0", .arg = "N",
	  .help = "0: 3 (1.03), 5 (2.00)" },
	{ "files", OPT_U64, OPT(files), .max = 1 << 24, .preset = "16384", .arg = "N",
	  .help = "of the file phases; 0: none" },
	{ "file-size-min", OPT_BYTES, OPT(file_bytes_min), .max = TIB, .preset = "0",
	  .arg = "SIZE", .help = "of those files" },
	{ "file-size-max", OPT_BYTES, OPT(file_bytes_max), .max = TIB, .preset = "0",
	  .arg = "SIZE", .help = "of those files" },
	{ "folders", OPT_U64, OPT(folders), .min = 1, .max = 1 << 20, .preset = "1", .arg = "N",
	  .help = "that they are spread over" },
	{ .name = NULL }
};

static const struct opt tio_options[] = {
	COMMON_OPTIONS(text_formats),
	DATA_OPTIONS("800M", "4096", "zeros"),
	{ "threads", OPT_STRING, OPT(threads), .preset = "1,2,4,8", .arg = "N[,N]",
	  .help = "one run for each number" },
	{ "count", OPT_U64, OPT(count), .min = 1, .max = 1ull << 40, .preset = "4000", .arg = "N",
	  .help = "random operations of a phase, of all threads" },
	{ "name", OPT_STRING, OPT(name), .arg = "NAME",
	  .help = "the table's identifier; not given: the kernel's release" },
	{ .name = NULL }
};

static const struct opt rand_options[] = {
	COMMON_OPTIONS(text_formats),
	DATA_OPTIONS("256M", "4096", "random"),
	{ "align", OPT_BYTES, OPT(align_bytes), .max = 1 << 30, .arg = "SIZE",
	  .help = "of random offsets; not given: bs" },
	{ "rw", OPT_STRING, OPT(rw), .preset = "read,write,mix", .arg = "OP[,OP]",
	  .help = "read, write, mix" },
	{ "read-pct", OPT_U64, OPT(read_pct), .min = 1, .max = 99, .preset = "70", .arg = "N",
	  .help = "reads of a mix" },
	{ "depth", OPT_STRING, OPT(depth), .preset = "1,4,32", .arg = "N[,N]",
	  .help = "operations in flight; for psync that many threads" },
	{ "engine", OPT_STRING, OPT(engine), .preset = "psync,uring", .arg = "NAME[,NAME]",
	  .help = "psync, uring, aio, null" },
	{ "threads", OPT_STRING, OPT(threads), .preset = "1", .arg = "N[,N]",
	  .help = "of uring, aio and null, each with the whole depth" },
	{ "runtime", OPT_SECONDS, OPT(runtime_s), .max = 86400, .preset = "5s", .arg = "TIME",
	  .help = "of each phase" },
	{ "ramp", OPT_SECONDS, OPT(ramp_s), .max = 3600, .preset = "1s", .arg = "TIME",
	  .help = "before it, not counted" },
	{ "count", OPT_U64, OPT(count), .max = 1ull << 40, .arg = "N",
	  .help = "operations of each phase, instead of a time" },
	{ .name = NULL }
};

static const struct opt meta_options[] = {
	COMMON_OPTIONS(text_formats),
	{ "files", OPT_U64, OPT(files), .min = 1, .max = 1 << 24, .preset = "10000", .arg = "N",
	  .help = "to make, look at and delete" },
	{ "folders", OPT_U64, OPT(folders), .min = 1, .max = 1 << 20, .preset = "100", .arg = "N",
	  .help = "that they are spread over" },
	{ "file-size", OPT_BYTES, OPT(file_bytes_max), .max = TIB, .preset = "0", .arg = "SIZE",
	  .help = "of each" },
	{ .name = NULL }
};

static const struct work_command command_list[] = {
	{ "bonnie", bonnie_options, "the phases of bonnie++ 1.03 or 2.00" },
	{ "tio", tio_options, "sequential and random I/O by threads, as tiobench" },
	{ "rand", rand_options, "random blocks at a depth, by threads or in flight" },
	{ "meta", meta_options, "make, look at and delete many small files" },
	{ NULL, NULL, NULL }
};

const struct work_command *workopt_find(const char *family)
{
	const struct work_command *c;

	for (c = command_list; c->family; c++)
		if (!strcmp(c->family, family))
			return c;
	return NULL;
}
