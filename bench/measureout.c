// SPDX-License-Identifier: GPL-2.0-only
/*
 * What two snapshots say: differences, never negative and NOT_KNOWN where one
 * side is, as members of a result record. The keys are results/schema.md's.
 */
#include <stdio.h>
#include <string.h>
#include "json.h"
#include "measure.h"

static uint64_t delta(uint64_t before, uint64_t after)
{
	if (before == NOT_KNOWN || after == NOT_KNOWN)
		return NOT_KNOWN;
	return after > before ? after - before : 0;
}

static void known_json(struct json *j, const char *key, uint64_t value)
{
	if (value == NOT_KNOWN)
		json_none(j, key);
	else
		json_u64(j, key, value);
}

uint64_t measure_device_bytes(const struct measure *m, bool is_write)
{
	const struct disk_counters *before = &m->before.disk[0];
	const struct disk_counters *after = m->has_window_end ? &m->window_end :
								&m->after.disk[0];

	if (!m->ndisks)
		return NOT_KNOWN;
	return is_write ? delta(before->write_bytes, after->write_bytes) :
			  delta(before->read_bytes, after->read_bytes);
}

static bool is_syncing(const struct snapshot *s)
{
	return s->sync_action[0] && strcmp(s->sync_action, "idle") &&
	       strcmp(s->sync_action, "frozen");
}

bool measure_disturbed(const struct measure *m, char *why, unsigned long size)
{
	uint64_t before = m->before.degraded, after = m->after.degraded;

	if (!m->is_array || !m->ndisks)
		return false;
	if (before != NOT_KNOWN && after != NOT_KNOWN && after > before) {
		snprintf(why, size, "%.32s lost %llu of its members", m->name[0],
			 (unsigned long long)(after - before));
		return true;
	}
	if ((before != NOT_KNOWN && before) || (after != NOT_KNOWN && after)) {
		snprintf(why, size, "%llu of the members of %.32s were missing",
			 (unsigned long long)(before != NOT_KNOWN && before ? before : after),
			 m->name[0]);
		return true;
	}
	if (m->after.bad_member[0]) {
		snprintf(why, size, "md keeps bad blocks of %.31s in %.32s",
			 m->after.bad_member, m->name[0]);
		return true;
	}
	if (is_syncing(&m->before) || is_syncing(&m->after)) {
		snprintf(why, size, "a %s of %.32s ran",
			 is_syncing(&m->before) ? m->before.sync_action :
						  m->after.sync_action, m->name[0]);
		return true;
	}
	return false;
}

static void cpu_json(const struct measure *m, uint64_t worker_user_ns,
		     uint64_t worker_sys_ns, struct json *j)
{
	static const char *const states[CPU_STATES] = {
		[CPU_USER] = "user_ns", [CPU_NICE] = "nice_ns",
		[CPU_SYSTEM] = "system_ns", [CPU_IDLE] = "idle_ns",
		[CPU_IOWAIT] = "iowait_ns", [CPU_IRQ] = "irq_ns",
		[CPU_SOFTIRQ] = "softirq_ns", [CPU_STEAL] = "steal_ns",
	};
	static const char *const groups[KT_GROUPS] = {
		[KT_MD] = "md", [KT_DM] = "dm", [KT_FLUSHER] = "flusher",
		[KT_NFSD] = "nfsd", [KT_KSWAPD] = "kswapd", [KT_JBD2] = "jbd2",
		[KT_KWORKER] = "kworker", [KT_OTHER] = "other",
	};
	unsigned i;

	json_open(j, "cpu", '{');
	json_u64(j, "worker_user_ns", worker_user_ns);
	json_u64(j, "worker_sys_ns", worker_sys_ns);
	for (i = 0; i < CPU_STATES; i++)
		known_json(j, states[i], delta(m->before.cpu_ns[i], m->after.cpu_ns[i]));
	json_open(j, "threads", '{');
	for (i = 0; i < KT_GROUPS; i++)
		known_json(j, groups[i], m->after.kthread_ns[i]);
	json_close(j, '}');
	json_close(j, '}');
}

static void member_json(const struct measure *m, unsigned i, struct json *j)
{
	const struct disk_counters *b = &m->before.disk[i], *a = &m->after.disk[i];

	json_open(j, NULL, '{');
	json_str(j, "disk", m->id[i]);
	known_json(j, "reads", delta(b->reads, a->reads));
	known_json(j, "read_bytes", delta(b->read_bytes, a->read_bytes));
	known_json(j, "writes", delta(b->writes, a->writes));
	known_json(j, "write_bytes", delta(b->write_bytes, a->write_bytes));
	known_json(j, "flushes", delta(b->flushes, a->flushes));
	known_json(j, "busy_ns", delta(b->busy_ns, a->busy_ns));
	json_close(j, '}');
}

static void md_json(const struct measure *m, struct json *j)
{
	const struct snapshot *b = &m->before, *a = &m->after;

	if (!m->is_array) {
		json_none(j, "md");
		return;
	}
	json_open(j, "md", '{');
	json_str(j, "sync_action_start", b->sync_action[0] ? b->sync_action : NULL);
	json_str(j, "sync_action_end", a->sync_action[0] ? a->sync_action : NULL);
	known_json(j, "degraded_start", b->degraded);
	known_json(j, "degraded_end", a->degraded);
	json_close(j, '}');
}

void measure_json(const struct measure *m, bool is_write, uint64_t worker_user_ns,
		  uint64_t worker_sys_ns, struct json *j)
{
	unsigned i;

	cpu_json(m, worker_user_ns, worker_sys_ns, j);
	json_open(j, "members", '[');
	for (i = m->target_is_member ? 0 : 1; i < m->ndisks; i++)
		member_json(m, i, j);
	json_close(j, ']');
	known_json(j, "device_bytes", measure_device_bytes(m, is_write));
	known_json(j, "dirty_start_bytes", m->before.dirty_bytes);
	known_json(j, "dirty_end_bytes", m->after.dirty_bytes);
	known_json(j, "writeback_start_bytes", m->before.writeback_bytes);
	known_json(j, "writeback_end_bytes", m->after.writeback_bytes);
	md_json(m, j);
}
