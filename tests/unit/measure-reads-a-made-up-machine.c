// SPDX-License-Identifier: GPL-2.0-only
// This test will lay two states of /proc and /sys and look at what the
// measurement makes of the difference; then measure this machine.
// needs: none
// timeout: 20
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "check.h"
#include "json.h"
#include "measure.h"

static char root[256];
static char text[16384];
static struct measure m;

static void lay(const char *path, const char *contents)
{
	char full[512], *p;
	FILE *out;

	snprintf(full, sizeof(full), "%s%s", root, path);
	for (p = full + strlen(root) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		mkdir(full, 0700);
		*p = '/';
	}
	out = fopen(full, "w");
	check(out && fputs(contents, out) >= 0 && !fclose(out), "%s: %m", full);
}

static void lay_thread(unsigned pid, const char *comm, unsigned flags, unsigned utime,
		       unsigned stime)
{
	char path[64], line[256];

	snprintf(path, sizeof(path), "/proc/%u/stat", pid);
	snprintf(line, sizeof(line), "%u (%s) I 2 0 0 0 -1 %u 0 0 0 0 %u %u 0 0 20 0 1 0 9 0\n",
		 pid, comm, flags, utime, stime);
	lay(path, line);
}

#define KTHREAD 0x00208040u

static void lay_before(void)
{
	lay("/proc/stat", "cpu  100 1 50 1000 20 2 3 4 0 0\ncpu0 9 9 9 9\n");
	lay("/proc/meminfo", "MemTotal: 1 kB\nDirty:  12 kB\nWriteback: 0 kB\n"
	    "WritebackTmp: 7 kB\n");
	lay("/proc/diskstats",
	    " 254 0 vda 10 1 80 5 20 2 160 6 0 30 40 0 0 0 0 5 1\n"
	    " 254 1 vda1 99 99 99 99 99 99 99 99 99 99 99 0 0 0 0 99 9\n"
	    " 254 16 vdb 1 0 8 1 2 0 16 1 0 3 4\n"
	    " 9 1 md1 1 0 8 0 1 0 8 0 0 0 0 0 0 0 0 0 0\n");
	lay("/sys/class/block/md1/md/sync_action", "idle\n");
	lay("/sys/class/block/md1/md/degraded", "0\n");
	lay_thread(7, "md1_raid1", KTHREAD, 0, 10);
	lay_thread(8, "kworker/0:1-events", KTHREAD, 0, 500);
	lay_thread(9, "kworker/u4:2+flush-9:1", KTHREAD, 0, 3);
	lay_thread(10, "a) (b c", KTHREAD, 1, 1);
	lay_thread(11, "nfsd", 0x400000, 50, 50);	/* of somebody, no kernel thread */
	lay_thread(12, "jbd2/md1-8", KTHREAD, 0, 9);
	lay("/proc/self/stat", "no number\n");
}

static void lay_after(void)
{
	lay("/proc/stat", "cpu  110 1 70 1001 19 3 5 8 0 0\n");
	lay("/proc/meminfo", "MemTotal: 1 kB\nDirty:  4 kB\nWriteback: 8 kB\n");
	lay("/proc/diskstats",
	    " 254 0 vda 11 1 88 5 22 2 2208 6 0 37 40 0 0 0 0 7 1\n"
	    " 254 16 vdb 1 0 8 1 4 0 2064 1 0 3 4\n"
	    " 9 1 md1 3 0 24 0 5 0 2056 0 0 0 0 0 0 0 0 0 0\n");
	lay_thread(7, "md1_raid1", KTHREAD, 1, 14);
	lay_thread(8, "kworker/0:1+flush-9:1", KTHREAD, 0, 502);	/* other work now */
	lay_thread(9, "kworker/u4:2-events", KTHREAD, 0, 4);
	lay_thread(10, "a) (b c", KTHREAD, 1, 8);
	lay_thread(11, "nfsd", 0x400000, 90, 90);
	lay_thread(12, "jbd2/md1-8", KTHREAD, 0, 7);	/* never negative */
	lay_thread(13, "md1_resync", KTHREAD, 3, 0);	/* new */
	lay_thread(14, "kswapd0", KTHREAD, 0, 6);
	lay_thread(15, "kworker/0:2-kdmflush/253:0", KTHREAD, 0, 11);
}

static const char expected[] =
	"{\"cpu\":{\"worker_user_ns\":1,\"worker_sys_ns\":2,\"user_ns\":100000000,"
	"\"nice_ns\":0,\"system_ns\":200000000,\"idle_ns\":10000000,\"iowait_ns\":0,"
	"\"irq_ns\":10000000,\"softirq_ns\":20000000,\"steal_ns\":40000000,"
	"\"threads\":{\"md\":80000000,\"dm\":110000000,\"flusher\":20000000,\"nfsd\":0,"
	"\"kswapd\":60000000,\"jbd2\":0,\"kworker\":10000000,\"other\":70000000}},"
	"\"members\":[{\"disk\":\"serial:a\",\"reads\":1,\"read_bytes\":4096,\"writes\":2,"
	"\"write_bytes\":1048576,\"flushes\":2,\"busy_ns\":7000000},"
	"{\"disk\":\"serial:b\",\"reads\":0,\"read_bytes\":0,\"writes\":2,"
	"\"write_bytes\":1048576,\"flushes\":null,\"busy_ns\":0}],"
	"\"device_bytes\":1048576,\"dirty_start_bytes\":12288,\"dirty_end_bytes\":4096,"
	"\"writeback_start_bytes\":0,\"writeback_end_bytes\":8192,"
	"\"md\":{\"sync_action_start\":\"idle\",\"sync_action_end\":\"idle\","
	"\"degraded_start\":0,\"degraded_end\":0}}";

static const char *to_json(bool is_write)
{
	struct json j;

	json_init(&j, text, sizeof(text));
	json_open(&j, NULL, '{');
	measure_json(&m, is_write, 1, 2, &j);
	json_close(&j, '}');
	check(!json_error(&j), "does not fit");
	return text;
}

static void check_array(void)
{
	char why[96];

	m = (struct measure){
		.root = root, .ndisks = 3, .is_array = true,
		.name = { "md1", "vda", "vdb" }, .id = { "md1", "serial:a", "serial:b" },
	};
	lay_before();
	measure_begin(&m);
	lay_after();
	measure_end(&m);
	check(!strcmp(to_json(true), expected), "is\n%s\nnot\n%s", text, expected);
	check(measure_device_bytes(&m, false) == 8192, "read bytes of the array");
	check(!measure_disturbed(&m, why, sizeof(why)), "disturbed: %s", why);
}

/* A sync after the window moves bytes that are the members', not the window's. */
static void check_window(void)
{
	lay_before();
	measure_begin(&m);
	measure_window_end(&m);
	lay_after();
	measure_end(&m);
	check(measure_device_bytes(&m, true) == 0, "bytes of after the window");
	check(strstr(to_json(true), "\"write_bytes\":1048576") != NULL, "members: %s", text);
	check(strstr(text, "\"device_bytes\":0,") != NULL, "device: %s", text);
	measure_begin(&m);
	measure_end(&m);
	check(!m.has_window_end, "the next one has no such mark");
}

static void check_disturbed(const char *action, const char *degraded, const char *sentence)
{
	char why[96] = "nothing";

	lay("/sys/class/block/md1/md/sync_action", action);
	lay("/sys/class/block/md1/md/degraded", degraded);
	measure_end(&m);
	check(measure_disturbed(&m, why, sizeof(why)) == !!sentence, "%s %s: %s", action,
	      degraded, why);
	check(!sentence || !strcmp(why, sentence), "%s %s: %s", action, degraded, why);
}

/* What was missing before the test is missing in it, too. */
static void check_was_not_whole(const char *degraded, const char *bad, const char *sentence)
{
	char why[96] = "";

	lay("/sys/class/block/md1/md/sync_action", "idle\n");
	lay("/sys/class/block/md1/md/degraded", degraded);
	lay("/sys/class/block/md1/md/dev-vda/bad_blocks", "");
	lay("/sys/class/block/md1/md/dev-vdb/bad_blocks", bad);
	measure_begin(&m);
	measure_end(&m);
	check(measure_disturbed(&m, why, sizeof(why)) == !!sentence, "%s %s: %s", degraded,
	      bad, why);
	check(!sentence || !strcmp(why, sentence), "%s %s: %s", degraded, bad, why);
}

static void check_single(void)
{
	m = (struct measure){
		.root = root, .ndisks = 1, .target_is_member = true,
		.name = { "vda" }, .id = { "serial:a" },
	};
	lay_before();
	measure_begin(&m);
	lay_after();
	measure_end(&m);
	to_json(true);
	check(strstr(text, "\"members\":[{\"disk\":\"serial:a\",\"reads\":1,"), "%s", text);
	check(strstr(text, "\"md\":null"), "%s", text);
}

/* A machine of many disks: the array's line comes after theirs. */
static void check_many_disks(void)
{
	static char lines[1500 * 64];
	size_t len = 0;
	unsigned i;

	for (i = 0; i < 1500; i++)
		len += (size_t)snprintf(lines + len, sizeof(lines) - len,
					" 65 %u sd%u 1 0 8 1 2 0 16 1 0 3 4 0 0 0 0 0 0\n", i, i);
	snprintf(lines + len, sizeof(lines) - len, " 9 1 md1 1 0 8 0 1 0 %d 0 0 0 0\n", 8);
	m = (struct measure){ .root = root, .ndisks = 1, .name = { "md1" }, .id = { "md1" } };
	lay("/proc/diskstats", lines);
	measure_begin(&m);
	snprintf(lines + len, sizeof(lines) - len, " 9 1 md1 1 0 8 0 1 0 %d 0 0 0 0\n", 16);
	lay("/proc/diskstats", lines);
	measure_end(&m);
	check(measure_device_bytes(&m, true) == 4096, "of 1500 disks the last is not seen");
}

/* Nothing to read: null everywhere, and 0 nowhere. */
static void check_nothing(void)
{
	m = (struct measure){ .root = "/nowhere", .ndisks = 1, .is_array = true,
			      .target_is_member = true, .name = { "md1" }, .id = { "md1" } };
	measure_begin(&m);
	measure_end(&m);
	to_json(false);
	check(!strstr(text, ":0"), "%s", text);
	check(strstr(text, "\"steal_ns\":null") && strstr(text, "\"dirty_end_bytes\":null") &&
	      strstr(text, "\"device_bytes\":null") && strstr(text, "\"degraded_end\":null") &&
	      strstr(text, "\"sync_action_end\":null") && strstr(text, "\"other\":null"),
	      "%s", text);
}

static void check_this_machine(void)
{
	unsigned i;

	m = (struct measure){ .ndisks = 0 };
	measure_begin(&m);
	measure_end(&m);
	check(m.before.cpu_ns[CPU_IDLE] != NOT_KNOWN, "no idle time");
	check(m.before.dirty_bytes != NOT_KNOWN, "no dirty memory");
	check(measure_device_bytes(&m, true) == NOT_KNOWN, "a device out of nothing");
	for (i = 0; i < CPU_STATES; i++)
		check(m.after.cpu_ns[i] >= m.before.cpu_ns[i] || i == CPU_IOWAIT ||
		      i == CPU_IDLE, "state %u goes back", i);
	to_json(true);
	check(strstr(text, "\"members\":[],\"device_bytes\":null"), "%s", text);
}

int main(void)
{
	const char *dir = getenv("TMPDIR");

	snprintf(root, sizeof(root), "%s/mdbench-measure-XXXXXX", dir ? dir : "/tmp");
	check(mkdtemp(root), "%s: %m", root);
	check_array();
	check_window();
	check_disturbed("resync\n", "0\n", "a resync of md1 ran");
	check_disturbed("frozen\n", "0\n", NULL);
	check_disturbed("idle\n", "1\n", "md1 lost 1 of its members");
	check_disturbed("recover\n", "1\n", "md1 lost 1 of its members");
	check_was_not_whole("0\n", "", NULL);
	check_was_not_whole("1\n", "", "1 of the members of md1 were missing");
	check_was_not_whole("0\n", "8 16\n", "md keeps bad blocks of vdb in md1");
	check_single();
	check_many_disks();
	check_nothing();
	check_this_machine();
	return check_done();
}
