// SPDX-License-Identifier: GPL-2.0-only
/*
 * The rows of the suites: one line a row, one table for what belongs together,
 * and for each suite a list of tables. What the members mean: row.h and the
 * header of each family.
 */
#include <stddef.h>
#include "suite.h"

#define KIB 1024ull
#define MIB (1024 * KIB)

/* The members that follow say what is measured: see row.h. */
#define ROW_CLAIMS(FAMILY, OP, VARIANT, LAYERS, DIR, CLAIMS, BLOCK, ...)	\
	{ .family = FAMILY, .operation = OP, .variant = VARIANT, .layers = LAYERS, \
	  .moves = DIR, .claims = CLAIMS, .block_bytes = BLOCK, ##__VA_ARGS__ }
#define ROW(FAMILY, OP, VARIANT, LAYERS, DIR, BLOCK, ...)		\
	ROW_CLAIMS(FAMILY, OP, VARIANT, LAYERS, DIR, DIR, BLOCK, ##__VA_ARGS__)

#define DD_WRITE(VARIANT, LAYERS, BLOCK, ...)				\
	ROW("dd", "write", VARIANT, LAYERS, DIR_WRITE, BLOCK, ##__VA_ARGS__)
#define DD_READ(VARIANT, LAYERS, BLOCK, ...)				\
	ROW("dd", "read", VARIANT, LAYERS, DIR_READ, BLOCK, ##__VA_ARGS__)

#define DD_ROWS(SUFFIX, BLOCK)						\
	DD_WRITE("async-" SUFFIX, ON_RAW | ON_EXT4, BLOCK),		\
	DD_WRITE("fsync-" SUFFIX, ON_RAW | ON_EXT4, BLOCK, .finish = FINISH_FSYNC), \
	DD_WRITE("direct-" SUFFIX, ON_RAW | ON_EXT4, BLOCK, .flags = ROW_DIRECT), \
	DD_WRITE("dsync-" SUFFIX, ON_RAW | ON_EXT4, BLOCK, .flags = ROW_DIRECT | ROW_DSYNC), \
	DD_READ("cold-" SUFFIX, ON_RAW | ON_EXT4, BLOCK, .cold = true), \
	DD_READ("direct-" SUFFIX, ON_RAW | ON_EXT4, BLOCK, .cold = true, .flags = ROW_DIRECT)

static const struct row dd_rows[] = {
	DD_ROWS("1M", MIB),
	DD_ROWS("16K", 16 * KIB),
	{ 0 }
};

#define DD_PARALLEL_ASYNC(N)						\
	DD_WRITE("async-1M-x" #N, ON_EXT4, MIB, .streams = N, .sync_after = true)
#define DD_PARALLEL_DIRECT(N)						\
	DD_WRITE("direct-1M-x" #N, ON_EXT4, MIB, .streams = N, .flags = ROW_DIRECT)
#define DD_PARALLEL_COLD(N)						\
	DD_READ("cold-1M-x" #N, ON_EXT4, MIB, .streams = N, .cold = true)

static const struct row dd_parallel_rows[] = {
	DD_PARALLEL_ASYNC(2),
	DD_PARALLEL_DIRECT(2),
	DD_PARALLEL_COLD(2),
	DD_PARALLEL_ASYNC(4),
	DD_PARALLEL_DIRECT(4),
	DD_PARALLEL_COLD(4),
	{ 0 }
};

/* As typed in 2000: 16 KiB x 50000 and 1 MiB x 1024, read back as it was left. */
static const struct row dd_classic_rows[] = {
	DD_WRITE("async-16K", ON_EXT4, 16 * KIB, .bytes = 50000 * 16 * KIB),
	DD_READ("async-16K", ON_EXT4, 16 * KIB, .bytes = 50000 * 16 * KIB, .follows = true),
	DD_WRITE("async-1M", ON_EXT4, MIB),
	DD_READ("async-1M", ON_EXT4, MIB, .follows = true),
	DD_WRITE("dsync-1M", ON_EXT4, MIB, .flags = ROW_DIRECT | ROW_DSYNC),
	DD_PARALLEL_ASYNC(1),
	DD_PARALLEL_ASYNC(2),
	DD_PARALLEL_ASYNC(3),
	DD_PARALLEL_ASYNC(4),
	DD_PARALLEL_ASYNC(8),
	DD_PARALLEL_DIRECT(1),
	DD_PARALLEL_DIRECT(2),
	DD_PARALLEL_DIRECT(3),
	DD_PARALLEL_DIRECT(4),
	DD_PARALLEL_DIRECT(8),
	{ 0 }
};

/* What bonnie++ calls a phase, in its order. Seeks read; a tenth of them write, too. */
#define BONNIE(OP, VARIANT, DIR, CLAIMS, ...)				\
	ROW_CLAIMS("bonnie", OP, VARIANT, ON_EXT4, DIR, CLAIMS, 8 * KIB, ##__VA_ARGS__)
#define BONNIE_CHAR(OP, VARIANT, DIR, CLAIMS, ...)			\
	BONNIE(OP, VARIANT, DIR, CLAIMS, .pattern = DATA_RAMP, ##__VA_ARGS__)
#define BONNIE_FILES(OP, VARIANT, FILES, ...)				\
	ROW("bonnie", OP, VARIANT, ON_EXT4, DIR_NONE, 8 * KIB, .ops = FILES, \
	    .counts_ops = true, ##__VA_ARGS__)
#define BONNIE_ALL_FILES(VARIANT, FILES, ...)				\
	BONNIE_FILES("seq-create", VARIANT, FILES, ##__VA_ARGS__),	\
	BONNIE_FILES("seq-stat", VARIANT, FILES, ##__VA_ARGS__),	\
	BONNIE_FILES("seq-delete", VARIANT, FILES, ##__VA_ARGS__),	\
	BONNIE_FILES("ran-create", VARIANT, FILES, ##__VA_ARGS__),	\
	BONNIE_FILES("ran-stat", VARIANT, FILES, ##__VA_ARGS__),	\
	BONNIE_FILES("ran-delete", VARIANT, FILES, ##__VA_ARGS__)

static const struct row bonnie_rows[] = {
	/* Byte by byte, of the file's first 3 MiB: the calls count, not the disk. */
	BONNIE_CHAR("putc", "2.00", DIR_WRITE, DIR_NONE, .bytes = 3 * MIB,
		    .finish = FINISH_FSYNC),
	BONNIE("write", "2.00", DIR_WRITE, DIR_WRITE, .finish = FINISH_FSYNC),
	BONNIE("rewrite", "2.00", DIR_BOTH, DIR_BOTH, .finish = FINISH_FSYNC, .cold = true),
	BONNIE_CHAR("getc", "2.00", DIR_READ, DIR_NONE, .bytes = 3 * MIB,
		    .finish = FINISH_FSYNC),
	BONNIE("read", "2.00", DIR_READ, DIR_READ, .finish = FINISH_FSYNC, .cold = true),
	BONNIE("seeks", "2.00", DIR_BOTH, DIR_READ, .ops = 8192, .streams = 5,
	       .counts_ops = true, .finish = FINISH_FSYNC, .cold = true),
	BONNIE_ALL_FILES("2.00", 16 * 1024),
	{ 0 }
};

/* bonnie++ -s 800 -r 128 -n 30: nothing between the phases. */
static const struct row bonnie_classic_rows[] = {
	BONNIE_CHAR("putc", "1.03", DIR_WRITE, DIR_WRITE, .bytes = 800 * MIB),
	BONNIE("write", "1.03", DIR_WRITE, DIR_WRITE, .bytes = 800 * MIB, .follows = true),
	BONNIE("rewrite", "1.03", DIR_BOTH, DIR_BOTH, .bytes = 800 * MIB, .follows = true),
	BONNIE_CHAR("getc", "1.03", DIR_READ, DIR_READ, .bytes = 800 * MIB, .follows = true),
	BONNIE("read", "1.03", DIR_READ, DIR_READ, .bytes = 800 * MIB, .follows = true),
	BONNIE("seeks", "1.03", DIR_BOTH, DIR_READ, .bytes = 800 * MIB, .ops = 8192,
	       .streams = 3, .counts_ops = true, .follows = true),
	BONNIE_ALL_FILES("1.03", 30 * 1024, .follows = true),
	{ 0 }
};

/*
 * One run of tiotest for T threads: 4000 random operations, of all of them.
 * Those that write end in fsync, so memory holds nothing, yet blocks that are
 * hit twice pass the device once: no claim.
 */
#define TIO(OP, T, DIR, CLAIMS, SIZE, ...)				\
	ROW_CLAIMS("tio", OP, "t" #T, ON_EXT4, DIR, CLAIMS, 4 * KIB, .streams = T, \
		   .bytes = SIZE, ##__VA_ARGS__)
#define TIO_RUN(T, SIZE, COLD, FOLLOWS)					\
	TIO("seq-write", T, DIR_WRITE, DIR_WRITE, SIZE, .finish = FINISH_FSYNC), \
	TIO("rand-write", T, DIR_WRITE, DIR_NONE, SIZE, .finish = FINISH_FSYNC, \
	    .ops = 4000, .follows = FOLLOWS),				\
	TIO("seq-read", T, DIR_READ, DIR_READ, SIZE, .cold = COLD, .follows = FOLLOWS), \
	TIO("rand-read", T, DIR_READ, DIR_READ, SIZE, .cold = COLD, .ops = 4000, \
	    .follows = FOLLOWS)

static const struct row tio_rows[] = {
	TIO_RUN(1, 0, true, false),
	TIO_RUN(2, 0, true, false),
	TIO_RUN(4, 0, true, false),
	TIO_RUN(8, 0, true, false),
	{ 0 }
};

static const struct row tio_classic_rows[] = {
	TIO_RUN(1, 800 * MIB, false, true),
	TIO_RUN(2, 800 * MIB, false, true),
	TIO_RUN(4, 800 * MIB, false, true),
	TIO_RUN(8, 800 * MIB, false, true),
	{ 0 }
};

/* psync has a thread for each operation in flight, io_uring has one in all. */
#define RAND_ROW(OP, VARIANT, DIR, ...)					\
	ROW("rand", OP, VARIANT, ON_RAW | ON_EXT4, DIR, 4 * KIB, .counts_ops = true, \
	    .flags = ROW_DIRECT, .pattern = DATA_RANDOM, ##__VA_ARGS__)
#define RAND(VARIANT, ...)						\
	RAND_ROW("read", VARIANT, DIR_READ, .cold = true, ##__VA_ARGS__), \
	RAND_ROW("write", VARIANT, DIR_WRITE, ##__VA_ARGS__),		\
	RAND_ROW("mix", VARIANT, DIR_BOTH, .read_pct = 70, ##__VA_ARGS__)
#define RAND_PSYNC(N, ...)						\
	RAND("psync-d" #N, .engine = "psync", .streams = N, .depth = 1, ##__VA_ARGS__)
#define RAND_URING(N, ...)						\
	RAND("uring-d" #N, .engine = "uring", .streams = 1, .depth = N, ##__VA_ARGS__)

static const struct row rand_count_rows[] = {
	RAND_PSYNC(1, .ops = 4096),
	RAND_URING(1, .ops = 4096),
	RAND_URING(32, .ops = 4096),
	{ 0 }
};

#define FOR_5S .runtime_ns = 5000000000, .ramp_ns = 1000000000

static const struct row rand_timed_rows[] = {
	RAND_PSYNC(1, FOR_5S),
	RAND_PSYNC(4, FOR_5S),
	RAND_PSYNC(32, FOR_5S),
	RAND_URING(1, FOR_5S),
	RAND_URING(4, FOR_5S),
	RAND_URING(32, FOR_5S),
	{ 0 }
};

#define META(OP)							\
	ROW("meta", OP, "100x100", ON_EXT4, DIR_NONE, 0, .ops = 10000, .folders = 100, \
	    .counts_ops = true)

static const struct row meta_rows[] = {
	META("create"),
	META("stat"),
	META("delete"),
	{ 0 }
};

const struct row *const smoke_groups[] = { dd_rows, NULL };
const struct row *const standard_groups[] = {
	dd_rows, dd_parallel_rows, bonnie_rows, tio_rows, rand_count_rows, meta_rows, NULL
};
const struct row *const classic_groups[] = {
	dd_classic_rows, bonnie_classic_rows, tio_classic_rows, meta_rows, NULL
};
const struct row *const random_groups[] = { rand_timed_rows, NULL };
