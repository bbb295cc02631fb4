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
#include "opt.h"
#include "plan.h"
#include "record.h"
#include "runtest.h"

struct appliance_options {
	const char *suite, *only, *disks, *run, *accel, *segments, *model;
	const char *medium, *kernel, *governor;
	uint64_t size_bytes, span_bytes, repeat, seed, timeout_s, wait_s, expect;
	uint64_t rounds, mem_bytes, countdown_s;
	unsigned erase, after, net, results, pattern, start, foreign, turbo, cstates;
	bool dry_run, remake, verify, watchdog;
};

enum after { AFTER_POWEROFF, AFTER_REBOOT, AFTER_SHELL, AFTER_NEXT };
enum start { START_AUTO, START_ALL, START_ONE, START_LIST };
enum foreign { FOREIGN_NO, FOREIGN_READONLY };

extern const struct opt appliance_option_list[];

#define APPLIANCE_PREFIX "mdbench."

struct appliance {
	struct appliance_options opt;
	const char *words_path;
	uint64_t init_ns;
	const struct suite *suite;
	struct disk_list disks;
	struct disk *usable[PLAN_DISKS];	/* those that consent, in order */
	struct plan_request request;
	struct plan plan;
	struct record_out out;
	struct kmsg kmsg;
	struct stage stage;
	bool run_written;
	time_t started_s;
};

/* Seconds since boot, sleep included. */
time_t appliance_uptime_s(void);
/* All tests of one target; every one of them gets a result. */
void target_run(struct appliance *a, unsigned t);
/* The same for what is up already; broken: NULL, or why none of them can be run. */
void target_run_groups(struct appliance *a, unsigned t, const char *broken);

#endif
