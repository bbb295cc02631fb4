/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the rest of the system did while a measurement ran: CPU of the whole
 * system and of kernel threads, the disks' counters, dirty memory, the state
 * of md. Snapshots are taken outside the timed window, before and after.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include <stdbool.h>
#include <stdint.h>

#define MEASURE_DISKS 33	/* the target and up to 32 members */
#define MEASURE_THREADS 4096	/* kernel threads; more are left out */
#define NOT_KNOWN UINT64_MAX	/* this kernel does not say: null */

struct json;

struct disk_counters {		/* Documentation/admin-guide/iostats.rst */
	uint64_t reads, read_bytes, writes, write_bytes, busy_ns;
	uint64_t flushes;	/* NOT_KNOWN before Linux 5.5 */
};

enum cpu_state { CPU_USER, CPU_NICE, CPU_SYSTEM, CPU_IDLE, CPU_IOWAIT, CPU_IRQ,
		 CPU_SOFTIRQ, CPU_STEAL, CPU_STATES };
enum kthread_group { KT_MD, KT_DM, KT_FLUSHER, KT_NFSD, KT_KSWAPD, KT_JBD2,
		     KT_KWORKER, KT_OTHER, KT_GROUPS };

struct kthread_time {
	uint64_t pid, ns;
};

struct snapshot {
	uint64_t cpu_ns[CPU_STATES];
	uint64_t kthread_ns[KT_GROUPS];	/* after: since before; before: 0 */
	uint64_t dirty_bytes, writeback_bytes;
	struct disk_counters disk[MEASURE_DISKS];
	char sync_action[16];	/* "" when the target is no array */
	uint64_t degraded;	/* members missing; NOT_KNOWN likewise */
	char bad_member[32];	/* first one of which md keeps bad blocks; "" */
};

/* What to watch. Names are the kernel's ("md127", "vda"), ids are for people. */
struct measure {
	unsigned ndisks;	/* 0: nothing known below the file */
	const char *name[MEASURE_DISKS];	/* [0] is the target itself */
	const char *id[MEASURE_DISKS];
	bool target_is_member;	/* single disk: [0] is reported as a member too */
	bool is_array;
	const char *root;	/* NULL: this machine; tests lay a tree of their own */
	struct snapshot before, after;
	/* The target's, where the window ended before measure_end(). */
	bool has_window_end;
	struct disk_counters window_end;
	/* Each thread's time before: a kworker changes its group with its work. */
	unsigned nthreads, next_thread;
	struct kthread_time thread[MEASURE_THREADS];
};

void measure_begin(struct measure *m);
void measure_end(struct measure *m);
/*
 * The window ends here, and what comes until measure_end() (a final sync) is
 * not of it: device bytes are counted up to here. May be left out. measure is a
 * struct measure: this is what work.window_end is set to.
 */
void measure_window_end(void *measure);
/* Bytes that passed the target in the direction given; NOT_KNOWN if unknown. */
uint64_t measure_device_bytes(const struct measure *m, bool is_write);
/* True with a sentence in why (size >= 96) if the array was not whole and idle. */
bool measure_disturbed(const struct measure *m, char *why, unsigned long size);
/* cpu (with the worker's two figures), members, device_bytes, dirty…, md. */
void measure_json(const struct measure *m, bool is_write, uint64_t worker_user_ns,
		  uint64_t worker_sys_ns, struct json *j);

#endif
