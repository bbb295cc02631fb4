# SPDX-License-Identifier: GPL-2.0-only
# Makes up the records of a run of all families, as results/schema.md has them:
#   awk -v run=ID -v release=6.1.0-49-cloud-amd64 -v troubled=0 -f families.awk </dev/null
# troubled spoils some results, and streams that do not run together are there
# always. The same words give the same bytes.

function record(type, members) {
	seq++
	now += 1000003
	printf "{\"schema\":1,\"type\":\"%s\",\"seq\":%d,\"run\":\"%s\",\"t_ns\":%.0f%s}\n",
		type, seq, run, now, members
}

# Streams of equal parts; each begins a little later, by late_ns.
function streams(n, wall, bytes, ops, late_ns,    s, i) {
	s = sprintf("\"span_ns\":%.0f,\"together_ns\":%.0f,\"streams\":[", wall,
		wall - 2 * (n - 1) * late_ns)
	for (i = 0; i < n; i++)
		s = s sprintf("%s{\"begin_ns\":%.0f,\"wall_ns\":%.0f,\"bytes\":%.0f," \
			"\"ops\":%.0f,\"user_ns\":1000000,\"sys_ns\":%.0f}", i ? "," : "",
			i * late_ns, wall - (n - 1) * late_ns, bytes / n, ops / n, wall / 50)
	return s "]"
}

function latency(key, op, count, call) {
	return sprintf("\"%s\":{\"op\":\"%s\",\"count\":%.0f,\"min_ns\":%.0f,\"max_ns\":%.0f," \
		"\"sum_ns\":%.0f,\"p50_ns\":%.0f,\"p90_ns\":%.0f,\"p99_ns\":%.0f," \
		"\"p999_ns\":%.0f,\"p9999_ns\":%.0f,\"buckets\":[[600,%.0f]]}", key, op, count,
		call * 0.7, call * 40, call * count, call * 0.9, call * 1.5, call * 3.1, call * 9,
		call * 20, count)
}

# id; op: settings.op; block; bytes moved; operations; seconds; streams; late_ns;
# counts: bytes or ops; cpu: of the workers, percent; old: times as much counted.
function result(id, block, bytes, ops, seconds, n, late_ns, counts, cpu, old, own, own_figures,
		part, wall, sync, call) {
	split(id, part, "/")
	wall = int(seconds * 1e9)
	sync = part[3] == "dd" && n > 1 && part[5] ~ /async/ ? 2500000000 : 0
	tests++
	record("step", sprintf(",\"id\":\"%s\",\"index\":%d,\"tests\":99,\"bytes\":%.0f," \
		"\"deadline_s\":60", id, tests, bytes))
	verdict = "pass"
	reason = "null"
	if (troubled && id ~ /seq-read\/t4|bonnie\/rewrite|bonnie\/ran-stat/) {
		verdict = id ~ /t4/ ? "void" : "fail"
		reason = "\"\\u001b[2Jthis did not go well, and the sentence is long enough to be" \
			" wrapped somewhere\""
	}
	count[verdict]++
	call = int(wall / ops * n * 0.9)
	record("result", sprintf(",\"id\":\"%s\",\"repeat\":1,\"verdict\":\"%s\",\"reason\":%s," \
		"\"cached\":%s,\"settings\":{\"op\":\"%s\",\"block_bytes\":%s,\"count\":%.0f," \
		"\"bytes\":%s,\"direct\":false,\"dsync\":false,\"osync\":false," \
		"\"finish\":\"none\",\"sync\":%s,\"cold\":false,\"follows\":false," \
		"\"pattern\":\"zeros\",\"seed\":1,\"verify\":false,\"align_bytes\":null," \
		"\"offset_bytes\":0,\"streams\":%d,\"depth\":1,\"engine\":%s," \
		"\"runtime_ns\":null,\"ramp_ns\":null,\"read_pct\":null,\"file\":\"/mnt\"%s},",
		id, verdict, reason, id ~ /raid1.*read\/async/ ? "true" : "false", part[4],
		block, ops, bytes ? "838860800" : "null", sync ? "true" : "false", n,
		id ~ /uring/ ? "\"uring\"" : "null", own) \
		sprintf("\"prepared_bytes\":0,\"begin_ns\":1000,\"bytes\":%.0f,\"ops\":%.0f," \
		"\"counts\":\"%s\",\"read_bytes\":0,\"written_bytes\":%.0f," \
		"\"tail_buffered\":false,\"wall_ns\":%.0f,\"rate_bytes_per_s\":%s," \
		"\"rate_ops_per_s\":%d,\"open_ns\":41000,\"io_ns\":%.0f,\"fsync_ns\":null," \
		"\"close_ns\":2000,\"sync_ns\":%s,\"rate_sync_bytes_per_s\":%s,", bytes, ops,
		counts, bytes, wall, bytes ? sprintf("%d", bytes / seconds) : "null",
		ops / seconds, wall - 2000, sync ? sprintf("%.0f", sync) : "null",
		sync ? sprintf("%d", bytes / (seconds + 2.5)) : "null") \
		sprintf("\"syncfs_ns\":%s,", sync ? "2000000000" : "null") \
		sprintf("\"cpu_ns\":%.0f,", id ~ /\/tio\// ? wall * cpu / 100 : 0) \
		sprintf("\"old_cpu_ns\":%.0f,\"over_2s\":%d,\"over_10s\":0,\"errors\":0,%s," \
		"\"write_latency\":null,%s%s,", wall * cpu / 100 * old, id ~ /t8/ ? 3 : 0,
		latency("latency", "read", ops, call), streams(n, wall, bytes, ops, late_ns),
		own_figures) \
		sprintf("\"cpu\":{\"worker_user_ns\":%.0f,\"worker_sys_ns\":%.0f," \
		"\"user_ns\":%.0f,\"nice_ns\":0,\"system_ns\":%.0f,\"idle_ns\":%.0f," \
		"\"iowait_ns\":0,\"irq_ns\":0,\"softirq_ns\":0,\"steal_ns\":0,\"threads\":{}}," \
		"\"members\":[],\"device_bytes\":%.0f,\"dirty_start_bytes\":0," \
		"\"dirty_end_bytes\":0,\"writeback_start_bytes\":0,\"writeback_end_bytes\":0," \
		"\"md\":null", wall * cpu / 400, wall * cpu / 400 * 3, wall / 10, wall / 5,
		wall * 1.7, bytes))
}

function dd(id, block, bytes, seconds, n, late_ns) {
	result(id, block, bytes, bytes / block, seconds, n, late_ns, "bytes", 12.5, 1, "",
		sprintf(",\"full_blocks_in\":%d,\"partial_blocks_in\":0,\"full_blocks_out\":%d," \
		"\"partial_blocks_out\":0", bytes / block, bytes / block))
}

function tio(place, slow,    n, t) {
	for (t = 1; t <= 8; t *= 2) {
		n = "/t" t
		result(place "/tio/seq-write" n, 4096, 838860800, 204800, (24 + t) * slow, t, 1000,
			"bytes", 44.7, t)
		result(place "/tio/rand-write" n, 4096, 16384000, 4000, (4.8 + t / 8) * slow, t,
			1000, "bytes", 9.73, t)
		result(place "/tio/seq-read" n, 4096, 838860800, 204800, (12 + 2 * t) * slow, t,
			t == 8 ? 1e9 : 1000, "bytes", 58.1, t)
		result(place "/tio/rand-read" n, 4096, 16384000, 4000, (26.6 - t) * slow, t, 1000,
			"bytes", 1.23, t)
	}
}

function bonnie(place, variant, slow,    files, i, op) {
	split("putc write rewrite getc read", op, " ")
	for (i = 1; i <= 5; i++)
		if (variant !~ /unlocked/ || op[i] ~ /c$/)
			result(place "/bonnie/" op[i] "/" variant, 8192, 838860800, 102400,
				(i % 3 ? 20 + i : 110) * slow, 1, 0, "bytes",
				i % 3 ? 50 : 98, 1)
	if (variant ~ /unlocked/)
		return
	result(place "/bonnie/seeks/" variant, 8192, 67108864, 8192, 49.62 * slow,
		variant == "2.00" ? 5 : 3, 1000, "ops", 2.7, variant == "2.00" ? 5 : 1)
	files = ",\"file_bytes_max\":0,\"file_bytes_min\":0,\"folders\":1"
	split("seq-create seq-stat seq-delete ran-create ran-stat ran-delete", op, " ")
	for (i = 1; i <= 6; i++)
		result(place "/bonnie/" op[i] "/" variant, "null", 0, 16384,
			i % 3 == 2 ? 0.3 : 7.5 * i * slow, 1, 0, "ops", 98, 1, files)
}

BEGIN {
	record("run", ",\"mdbench\":\"0.1\",\"suite\":\"classic\",\"only\":null,\"tests\":99," \
		"\"settings\":{},\"segments\":{}")
	record("env", sprintf(",\"kernel_release\":\"%s\",\"kernel_version\":\"#1 SMP\"," \
		"\"arch\":\"x86_64\",\"cmdline\":\"\",\"cpu_model\":\"a CPU\",\"cpus\":2," \
		"\"memory_bytes\":128000000,\"page_bytes\":4096,\"clocksource\":\"tsc\"," \
		"\"hypervisor\":false,\"accel\":\"metal\",\"mdadm\":null,\"mke2fs\":null," \
		"\"init_ns\":1,\"preempt\":null", release))
	dd("single/ext4/dd/write/async-1M", 1048576, 1073741824, 17.1, 1, 0)
	dd("raid1/ext4/dd/write/async-1M", 1048576, 1073741824, 13.407, 1, 0)
	dd("raid1/ext4/dd/read/async-1M", 1048576, 1073741824, 1.5, 1, 0)
	dd("raid1/ext4/dd/write/dsync-1M", 1048576, 1073741824, 21.7, 1, 0)
	dd("raid0/ext4/dd/write/async-16K", 16384, 819200000, 11.2, 1, 0)
	dd("raid0/ext4/dd/write/async-1M-x2", 1048576, 1073741824, 5.5, 2, 400000000)
	dd("raid0/ext4/dd/write/direct-1M-x2", 1048576, 1073741824, 5.1, 2, 1000)
	bonnie("single/ext4", "1.03", 3)
	bonnie("raid0/ext4", "1.03", 1)
	bonnie("raid0/ext4", "1.03-unlocked", 0.5)
	bonnie("raid0/ext4", "2.00", 1)
	tio("single/ext4", 3)
	tio("raid0/ext4", 1)
	result("raid0/ext4/rand/read/psync-d4", 4096, 40960000, 10000, 5, 4, 1000, "ops", 9, 1)
	result("raid0/ext4/rand/mix/uring-d32", 4096, 4096e6, 1e6, 0.9, 1, 0, "ops", 9, 1, "",
		",\"engine_ran\":\"aio\"")
	result("raid0/ext4/meta/create/flat", "null", 0, 16384, 3.7, 1, 0, "ops", 90, 1)
	record("end", sprintf(",\"outcome\":\"done\",\"reason\":null,\"pass\":%d,\"fail\":%d," \
		"\"broken\":0,\"unsupported\":0,\"void\":%d,\"logs\":0,\"records\":%d",
		count["pass"], count["fail"], count["void"], seq + 1))
}
