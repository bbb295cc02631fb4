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
	char run[64], release[80];
	bool has_run, has_env, has_end;
	char step[128];		/* begun without a result; "" if none */
	unsigned step_repeat;
	unsigned crashes;	/* crash records of that step */
	uint64_t tests;		/* as the run record says */
	size_t nresults;
	struct recscan_result *results;	/* in order; freed by recscan_free */
	char *crashed;		/* ids of all crash records, each ended by NUL; then an empty one */
};

/* 0 (also for a file that is not there: all zero), -ENOMEM or -errno. */
int recscan_file(const char *path, struct recscan *s);
void recscan_free(struct recscan *s);
const struct recscan_result *recscan_find(const struct recscan *s, const char *id, unsigned repeat);

#endif
