/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Sequential and random I/O by T threads, each with a file of its own, after
 * tiobench 0.3.3. A run is four rows in this order: seq-write, rand-write,
 * seq-read, rand-read (variant tT); row.streams is T.
 *
 * Each thread's file has int(size / T) whole MiB; where that is nothing, the
 * row is unsupported. Blocks are 4096 bytes. A random row makes int(ops / T)
 * operations a thread. On a single file or device each thread has a part of
 * that size instead of a file, and nothing is truncated.
 *
 * seq-write opens O_RDWR|O_CREAT|O_TRUNC, rand-write O_WRONLY, both fsync and
 * close; reads open O_RDONLY and close, without fsync. Files are open before
 * the threads are released; the window is from the release to the last join,
 * fsync and close inside, the making of threads outside (0.3.1 had it inside).
 * The close of a read is inside too, as in 0.3.5; it takes next to nothing.
 *
 * Random offsets: any block may be drawn, as in 0.3.5 and later (0.3.3 never
 * draws the last one), from the seed (0.3.3: from the time of day).
 *
 * Latency is that of each read or write, as flow.h has it; over 2 s and 10 s
 * are strict. old_cpu_ns: each thread adds up the CPU time of the whole process
 * over its own part, as tiotest 0.3.x does where a process has one rusage
 * (NPTL): about T times too much. 0.4.0 and later divide that by T.
 *
 * Files are called _mdbench_tiotest.N, where tiotest has its process id, and
 * are removed when a new run begins and at the end.
 */
#ifndef TIO_H
#define TIO_H

#include "work.h"

#define TIO_BLOCK_BYTES 4096u

/* Of each thread's file; 0: nothing is left of it. */
uint64_t tio_part_bytes(uint64_t bytes, unsigned threads);

/* The command line's part, tiocmd.c. */
int tio_command_rows(const struct work_options *o, struct row *rows, size_t max,
		     char *why, size_t size);
void tio_print(const struct work_options *o, const struct work *works,
	       const struct work_result *const *results, size_t n, FILE *out);

#endif
