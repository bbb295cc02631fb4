/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The phases of bonnie++ 1.03e and 2.00a: putc, write, rewrite, getc, read,
 * seeks, and seq- or ran- create, stat, delete. The variant names the version:
 * "1.03", "1.03-unlocked", "2.00". Chunks are row.block_bytes (8192 there).
 *
 * The window: opening, unlinking, and the lseek to 0 before rewrite and read
 * lie outside, closing inside. 2.00 calls fsync before each close of the I/O
 * phases, also of pure reads, and sync(2) at the end of creation and deletion;
 * 1.03 neither, but with BONNIE_FSYNC_EACH (bonnie++ -b) it calls fsync before
 * each close but putc's and getc's. In seeks each seeker's time is from its
 * first ticket to after its close; the window is from the first of these to
 * the last. The originals sleep (5 s, 3 s) until seekers are ready; here they
 * say so.
 *
 * Files: 1.03 has one of 1 GiB for each GiB and one for the rest, all open at
 * a time; 2.00 has one. On a single file or device there is one, it is neither
 * unlinked nor truncated, and there are no file phases.
 *
 * Per character: 1.03 uses stdio, that is a buffer of st_blksize and a call a
 * byte. It is our own buffer here: musl's stdio writes 1025 bytes at a time and
 * would measure itself. The call is a function that is not inlined; locked, it
 * takes and drops an uncontended lock for each byte (an atomic exchange and a
 * store), as putc(3) does; unlocked, it does not, as putc_unlocked(3). 2.00
 * makes calls of one byte, over at most 3 MiB. What is written is 0 to 127 again
 * and again, whatever the pattern.
 *
 * Block data: the pattern once, before the clock, and one byte more of it
 * counted up for each chunk (down for a seek's update), as there. So random
 * data do not compress but repeat from chunk to chunk.
 *
 * Verify: the chunk is stamped after that (data.h; the offset is the file's,
 * the tag counts on with each file), and rewrite, read and seeks check what
 * they read. putc writes no stamps and getc checks none: it reads pieces that
 * are smaller than a chunk. What putc left is never read by a phase that
 * checks; the chunks are written anew for it, not timed.
 *
 * 10 % updates: 1.03 updates at the 1st, 11th … operation of each of its 3
 * processes, chunks are drawn by each; 2.00 has 5 threads which get chunk
 * numbers by a pipe and update where the random number is divisible by 10.
 *
 * Not kept: the originals' loops on short reads and at an early end of file.
 * Short calls are gone on with (and counted in errors), an end is an error.
 *
 * Latency: reads and writes each in their histogram; of 2.00's putc and getc
 * that of a chunk's worth of calls, as in 2.00a's line. old_cpu_ns: user + sys of
 * the process over the window; 1.03's seeks: of the three; 2.00's seeks: each
 * thread adds up the whole process's.
 */
#ifndef BONNIE_H
#define BONNIE_H

#include "cputime.h"
#include "data.h"
#include "work.h"

enum bonnie_detail { BONNIE_FSYNC_EACH = 1 };	/* row.detail */

#define BONNIE_FILE_BYTES (1ull << 30)
#define BONNIE_FILES_MAX 1000
#define BONNIE_CHAR_BYTES (3ull << 20)	/* 2.00: of putc and getc, at most */
#define BONNIE_BUF_BYTES (1u << 20)	/* a chunk and a buffer are no larger */
#define BONNIE_PATH 512

static inline bool bonnie_is_200(const struct row *row)
{
	return row->variant[0] == '2';
}

/* The files of the I/O phases, all open. */
struct bonnie_set {
	int fd[BONNIE_FILES_MAX];
	unsigned files;
	uint64_t file_bytes;	/* of each but the last */
	uint64_t base_bytes;	/* where in a single file or device it begins */
};

/* One worker of a phase; of seeks in memory that processes share. */
struct bonnie_worker {
	const struct work *w;
	struct bonnie_set set;
	char *buf;			/* BONNIE_BUF_BYTES, aligned to a page */
	size_t chunk_bytes;
	size_t char_bytes;		/* of stdio's buffer: st_blksize */
	const volatile int *halt;	/* NULL, or end when it is not 0 */
	struct prng prng;
	uint64_t ops, read_bytes, written_bytes, errors;
	uint64_t begin_ns, io_end_ns, fsync_end_ns, end_ns;
	struct cputime thread_begin, thread_end, self_begin, self_end;
	struct hist read, write;
	struct hist chunk;		/* of 2.00's putc and getc */
	const char *failed;		/* as in work_result */
	unsigned failed_file;
	uint64_t failed_offset;
	int error;
};

/* bonnieio.c: calls on the set. All return 0 or -errno, the first failure noted. */
enum bonnie_open { BONNIE_OPEN, BONNIE_MAKE };
unsigned bonnie_files(const struct work *w);
const char *bonnie_file(const struct work *w, unsigned i, char *buf, size_t size);
int bonnie_open(struct bonnie_worker *b, enum bonnie_open how, bool is_first);
int bonnie_read(struct bonnie_worker *b, char *buf, size_t len, uint64_t at);
int bonnie_write(struct bonnie_worker *b, const char *buf, size_t len, uint64_t at);
/* Where `at` is in the set. back: from where the chunk's read ended (2.00's rewrite). */
int bonnie_seek(struct bonnie_worker *b, uint64_t at, bool back);
int bonnie_fsync(struct bonnie_worker *b, uint64_t at);	/* of the file there */
int bonnie_close(struct bonnie_worker *b);
/*
 * Of the chunk in b->buf, if it is to be verified. rereads: how often to read it
 * again before it counts as wrong, where others write it at the same time and a
 * read may see half of that.
 */
int bonnie_check(struct bonnie_worker *b, uint64_t at, unsigned rereads);
void bonnie_stamp(struct bonnie_worker *b, uint64_t at);
int bonnie_fail(struct bonnie_worker *b, const char *call, uint64_t at, int error);
bool bonnie_is_stopped(const struct bonnie_worker *b);
void bonnie_begin(struct bonnie_worker *b);	/* clock and CPU time */
void bonnie_end(struct bonnie_worker *b);	/* fsync where due, close, clock, CPU time */
/* fsync before each close? */
bool bonnie_syncs(const struct work *w);

/* bonniechar.c */
int bonnie_putc(struct bonnie_worker *b);
int bonnie_getc(struct bonnie_worker *b);

/* bonnieseek.c: makes its seekers, runs them and fills r. */
void bonnie_seeks(struct work *w, struct work_result *r);
/* Adds a worker to r as stream i; its failure, too. */
void bonnie_add(struct work_result *r, unsigned i, const struct bonnie_worker *b);

/* bonniecmd.c */
int bonnie_command_rows(const struct work_options *o, struct row *rows, size_t max,
			char *why, size_t size);
void bonnie_print(const struct work_options *o, const struct work *works,
		  const struct work_result *const *results, size_t n, FILE *out);

#endif
