/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What stands in a records file that this program wrote in an earlier boot: how
 * far it is whole, which tests have their result, which one was running when the
 * machine went down. The file comes from a stick and is hostile: a line that
 * is not one of ours ends the good part.
 */
#ifndef RECSCAN_H
#define RECSCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct recscan_result {
	char id[128];
	unsigned repeat;
	char verdict[16];
	bool cached, counts_ops;
	bool has_rate;
	uint64_t rate;		/* bytes or operations a second */
	char reason[160];
};

struct recscan {
	uint64_t good_bytes;	/* up to the end of the last whole record */
	uint64_t last_seq;
	char run[64], release[80];	/* of all records; of the last env */
	char suite[32];
	bool has_run, has_env;
	bool has_end;		/* and nothing was begun after it */
	char outcome[16];	/* of the last end: "done" … */
	bool was_unreadable;	/* the medium gave an error behind good_bytes */
	char step[128];		/* begun without a result or crash; "" if none */
	unsigned step_repeat;
	unsigned crashes;	/* crash records of that step, or, without one, of no step */
	uint64_t tests;		/* as the run record says */
	size_t nresults;
	struct recscan_result *results;	/* in order; freed by recscan_free */
	char *crashed;		/* ids of all crash records, each ended by NUL; then an empty one */
	size_t crashed_bytes;
};

/*
 * 0 (also for a file that is not there: all zero), -ENOMEM, -EFBIG (too many
 * results) or -errno. A record is good if it is whole, of the same run as the
 * first, and its seq follows the one before: what the medium held in its
 * clusters before may look like a record, too.
 */
int recscan_file(const char *path, struct recscan *s);
/* Frees; fine also after a failure, and twice. */
void recscan_free(struct recscan *s);
/* The last result of this test and repeat, or NULL. */
const struct recscan_result *recscan_find(const struct recscan *s, const char *id, unsigned repeat);

#endif
