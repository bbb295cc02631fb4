/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * `mdbench appliance`: its options (the same as the kernel's boot words) and
 * the state of a run.
 */
#ifndef APPLIANCE_H
#define APPLIANCE_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>
#include "disk.h"
#include "kmsg.h"
#include "metal/watchdog.h"
#include "opt.h"
#include "plan.h"
#include "record.h"
#include "runtest.h"

struct appliance_options {
	const char *suite, *only, *disks, *run, *accel, *segments, *model;
	const char *medium, *kernel, *governor, *net, *upload, *scheduler;
	uint64_t size_bytes, span_bytes, repeat, seed, timeout_s, wait_s, expect;
	uint64_t rounds, mem_bytes, countdown_s, hold_s;
	unsigned erase, after, results, pattern, start, foreign, turbo, cstates;
	bool dry_run, remake, verify, watchdog;
};

enum after { AFTER_POWEROFF, AFTER_REBOOT, AFTER_SHELL, AFTER_NEXT };
enum start { START_AUTO, START_ALL, START_ONE, START_LIST };
enum foreign { FOREIGN_NO, FOREIGN_READONLY };

extern const struct opt appliance_option_list[];

#define APPLIANCE_PREFIX "mdbench."

struct stick;
struct goon;

struct appliance {
	struct appliance_options opt;
	const char *words_path, *check_path;
	uint64_t init_ns;
	const struct suite *suite;
	struct disk_list disks;
	struct disk *usable[PLAN_DISKS];	/* those that consent, in order */
	struct plan_request request;
	struct plan plan;
	struct record_out out;
	struct kmsg kmsg;
	struct stage stage;
	char lacks[256];	/* what this kernel lacks to run any test as asked; "" */
	bool run_written;
	bool was_stopped;	/* by a key, before the first write */
	time_t started_s;
	struct watchdog watchdog;
	struct stick *stick;	/* NULL without a medium */
	struct goon *goon;	/* what an earlier boot of this run left; NULL: none was */
};

/* Defaults, these lines, and where words come from; 0 or -EINVAL. */
int appliance_words(struct appliance *a, char *const *lines, unsigned n, struct opt_error *err);
/* From the inventory to the end record; returns the exit status. */
int appliance_run(struct appliance *a);
/* The end record, and before it a run record where there is none. Returns status. */
int appliance_finish(struct appliance *a, const char *outcome, const char *reason, int status);
/* Have panics, hung tasks and the watchdog start the machine again. */
void appliance_guard(struct appliance *a);

/* Seconds since boot, sleep included. */
time_t appliance_uptime_s(void);
/* All tests of one target; every one of them gets a result. */
void target_run(struct appliance *a, unsigned t);
/* Has an earlier boot of this run all results of the target? */
bool target_is_done(const struct appliance *a, unsigned t);
/* The same for what is up already; broken: NULL, or why none of them can be run. */
void target_run_groups(struct appliance *a, unsigned t, const char *broken);

#endif
