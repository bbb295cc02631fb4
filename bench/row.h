/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A row: one phase of a workload family, as data. Suites are lists of rows
 * (suite.c), a command line makes rows of its own (families' command_rows).
 * No behaviour here, so mdlab shares it: a family and an engine are named.
 */
#ifndef ROW_H
#define ROW_H

#include <stdbool.h>
#include <stdint.h>

enum row_flag { ROW_DIRECT = 1, ROW_DSYNC = 2, ROW_SYNC = 4, ROW_FULLBLOCK = 8 };
/* What ends the I/O inside the window, before close. */
enum row_finish { FINISH_NONE, FINISH_FSYNC, FINISH_FDATASYNC };
enum row_layer { ON_RAW = 1, ON_EXT4 = 2 };
/* Directions, as bits. */
enum row_dir { DIR_NONE = 0, DIR_READ = 1, DIR_WRITE = 2, DIR_BOTH = 3 };
/* What the data are. Zeros, 0 to 127 again and again, or incompressible. */
enum data_pattern { DATA_ZEROS, DATA_RAMP, DATA_RANDOM, DATA_PATTERNS };

struct row {
	const char *family;	/* "dd", "bonnie", "tio", "rand", "meta" */
	const char *operation;	/* "write", "seq-read", "putc" */
	const char *variant;	/* "async-1M", "t4", "1.03" */
	unsigned layers;	/* enum row_layer, where a suite runs it */
	enum row_dir moves;	/* what it does to the data */
	/*
	 * Bytes that must have passed the device within the window, by direction;
	 * else memory held them. DIR_NONE: no such claim (file creation).
	 */
	enum row_dir claims;
	bool cold;		/* it matters that caches were dropped before */
	bool follows;		/* begins as the row before it ended: no sync, no drop */
	bool counts_ops;	/* its figure is operations a second, not bytes */
	uint64_t block_bytes;
	uint64_t bytes;		/* of the file or files; 0: the suite's size */
	uint64_t ops;		/* by count: calls, seeks, files; 0: bytes / block_bytes */
	uint64_t runtime_ns, ramp_ns;	/* by time, after a ramp; 0: by count */
	unsigned flags;		/* enum row_flag, of the measured side */
	enum row_finish finish;
	bool sync_after;	/* sync(2), inside a figure of its own */
	unsigned streams;	/* workers, each with its own file or part; 0 is 1 */
	unsigned depth;		/* in flight, of each worker; 0 is 1 */
	unsigned read_pct;	/* of a mix */
	const char *engine;	/* NULL: the family's own calls */
	enum data_pattern pattern;
	unsigned detail;	/* the family's own: see its header */
	/* Of rows that make, stat or delete files: sizes (files.h), folders; 0 is 1. */
	uint64_t file_bytes_min, file_bytes_max;
	unsigned folders;
};

#define ROW_STREAMS_MAX 64
#define ROW_DEPTH_MAX 1024

#endif
