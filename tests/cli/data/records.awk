# SPDX-License-Identifier: GPL-2.0-only
# Makes up the records of a smoke run, as results/schema.md has them, for tests:
#   awk -v run=ID -v release=6.1.0-49-cloud-amd64 -v speed=100 -v repeats=1 \
#       -v troubled=0 -f records.awk </dev/null
# speed is a percentage. troubled adds what goes wrong in real life, and text
# that is meant to hurt a terminal. The same words give the same bytes.

function record(type, members) {
	seq++
	now += 1000003
	printf "{\"schema\":1,\"type\":\"%s\",\"seq\":%d,\"run\":\"%s\",\"t_ns\":%.0f%s}\n",
		type, seq, run, now, members
}

function disk(n, role) {
	record("disk", sprintf(",\"id\":\"serial:mdbench-%d\",\"name\":\"vd%c\"," \
		"\"model\":null,\"serial\":\"mdbench-%d\",\"wwn\":null,\"transport\":\"virtio\"," \
		"\"size_bytes\":268435456,\"logical_block_bytes\":512," \
		"\"physical_block_bytes\":512,\"rotational\":true,\"read_only\":false," \
		"\"removable\":false,\"write_cache\":\"write back\",\"scheduler\":\"none\"," \
		"\"consent\":true,\"why\":\"its serial begins with mdbench-\",\"role\":\"%s\"",
		n, 97 + n, n, role))
}

function array(target, level, chunk, members) {
	record("array", sprintf(",\"target\":\"%s\",\"name\":\"mdbench:%s\"," \
		"\"uuid\":\"6d646265:6e636800:72616964:0000000%d\",\"level\":%d," \
		"\"metadata\":\"1.2\",\"chunk_bytes\":%s,\"data_offset_bytes\":1048576," \
		"\"bitmap\":\"none\",\"size_bytes\":201326592,\"members\":[%s]," \
		"\"origin\":\"created\",\"why\":null,\"initial\":%s", target, target, level,
		level, chunk, members, level ? "\"zeroed\"" : "null"))
}

function begin() {
	record("run", sprintf(",\"mdbench\":\"0.1\",\"suite\":\"smoke\",\"only\":null," \
		"\"tests\":%d,\"settings\":{\"suite\":\"smoke\",\"repeat\":%d}," \
		"\"segments\":{\"base\":\"%064d\"}", 72 * repeats, repeats, 7))
	record("env", sprintf(",\"kernel_release\":\"%s\",\"kernel_version\":" \
		"\"#1 SMP PREEMPT_DYNAMIC Debian\",\"arch\":\"x86_64\"," \
		"\"cmdline\":\"console=ttyS0 mdbench.suite=smoke\"," \
		"\"cpu_model\":\"%s\",\"cpus\":2,\"memory_bytes\":253755392," \
		"\"page_bytes\":4096,\"clocksource\":\"tsc\",\"hypervisor\":true," \
		"\"accel\":\"tcg\",\"mdadm\":\"mdadm - v4.4\",\"mke2fs\":\"mke2fs 1.47.2\"," \
		"\"init_ns\":812000000,\"preempt\":\"dynamic\"", release,
		troubled ? "QEMU \\u001b[31mVirtual\\u0007 CPU \\u00e9" : \
		"QEMU Virtual CPU version 2.5+"))
	disk(0, "single+raid1+raid0")
	disk(1, "raid1+raid0")
	disk(2, "raid0")
	disk(3, "raid0")
	array("raid1", 1, "null", "\"serial:mdbench-0\",\"serial:mdbench-1\"")
	array("raid0", 0, "524288", "\"serial:mdbench-0\",\"serial:mdbench-1\"," \
		"\"serial:mdbench-2\",\"serial:mdbench-3\"")
}

# Bytes a second, from the parts of an id: made up, but in proportion.
function rate_of(target, layer, op, mode, size,    r) {
	r = mode == "async" ? 640000 : mode == "fsync" ? 173000 : mode == "direct" ? 214000 : \
		mode == "dsync" ? 41900 : 187000
	if (target == "raid0")
		r *= 2.61
	if (target == "raid1")
		r *= op == "read" ? 1.02 : 0.873
	if (layer == "ext4")
		r *= 0.917
	if (size == "16K")
		r *= mode == "dsync" ? 0.0417 : 0.58
	return r * 1000 * speed / 100
}

function settings(op, mode, block, file) {
	return sprintf("\"settings\":{\"op\":\"%s\",\"block_bytes\":%d,\"count\":%d," \
		"\"direct\":%s,\"dsync\":%s,\"finish\":\"%s\",\"sync\":false,\"cold\":%s," \
		"\"pattern\":\"zeros\",\"file\":\"%s\"},\"prepared_bytes\":%d", op, block,
		8388608 / block, mode ~ /direct|dsync/ ? "true" : "false",
		mode == "dsync" ? "true" : "false", mode == "fsync" ? "fsync" : "none",
		op == "read" ? "true" : "false", file, op == "read" ? 8388608 : 0)
}

function figures(target, op, block, rate,    wall, ops, call, total, idle) {
	wall = int(8388608 / rate * 1e9)
	rate = int(8388608 / wall * 1e9)
	ops = 8388608 / block
	call = int(wall / ops)
	total = int(wall * 2 / 1e7 + 0.5) * 1e7
	idle = total - int(total / 1e8) * 1e7 - int(total / 4e7) * 1e7
	return sprintf("\"bytes\":8388608,\"ops\":%d,\"full_blocks_in\":%d," \
		"\"partial_blocks_in\":0,\"full_blocks_out\":%d,\"partial_blocks_out\":0," \
		"\"wall_ns\":%.0f,\"rate_bytes_per_s\":%.0f,\"open_ns\":41000,\"io_ns\":%.0f," \
		"\"fsync_ns\":null,\"close_ns\":2000,\"sync_ns\":null," \
		"\"rate_sync_bytes_per_s\":null,", ops, ops, ops, wall, rate, wall - 2000) \
		sprintf("\"cpu\":{\"worker_user_ns\":%.0f,\"worker_sys_ns\":%.0f," \
		"\"user_ns\":%.0f,\"nice_ns\":0,\"system_ns\":%.0f,\"idle_ns\":%.0f," \
		"\"iowait_ns\":%.0f,\"irq_ns\":0,\"softirq_ns\":0,\"steal_ns\":0,", wall / 50,
		wall * 0.31, int(total / 1e8) * 1e7, int(total / 4e7) * 1e7,
		idle - int(idle / 2e7) * 1e7, int(idle / 2e7) * 1e7) \
		sprintf("\"threads\":{\"md\":%d,\"dm\":0,\"flusher\":0,\"nfsd\":0," \
		"\"kswapd\":0,\"jbd2\":0,\"kworker\":0,\"other\":0}},",
		target == "single" ? 0 : 10000000) \
		sprintf("\"latency\":{\"op\":\"%s\",\"count\":%d,\"min_ns\":%.0f," \
		"\"max_ns\":%.0f,\"p50_ns\":%.0f,\"p90_ns\":%.0f,\"p99_ns\":%.0f," \
		"\"p999_ns\":%.0f,\"p9999_ns\":%.0f,\"buckets\":[[600,%d]]},", op, ops,
		call * 0.7, call * 4, call, call * 1.5, call * 3.1, call * 4, call * 4, ops) \
		sprintf("\"members\":[],\"device_bytes\":8388608,\"dirty_start_bytes\":0," \
		"\"dirty_end_bytes\":0,\"writeback_start_bytes\":0,\"writeback_end_bytes\":0," \
		"\"md\":%s", target == "single" ? "null" : \
		"{\"sync_action_start\":\"idle\",\"sync_action_end\":\"idle\"," \
		"\"degraded_start\":0,\"degraded_end\":0}")
}

# What goes wrong in a troubled run: sets verdict and reason.
function trouble(id, repeat) {
	verdict = "pass"
	reason = "null"
	if (!troubled)
		return
	if (id ~ /^raid1\/raw\/.*fsync-1M/ && repeat == 1) {
		verdict = "void"
		reason = "\"a resync ran while this was measured\""
	} else if (id ~ /^raid0\/ext4\/.*direct-16K/) {
		verdict = "unsupported"
		reason = "\"this file system does not do O_DIRECT\""
	} else if (id ~ /^raid0\/raw\/.*cold-1M/) {
		verdict = "broken"
		reason = "\"caches were not dropped: /proc/sys/vm/drop_caches: \\u001b]0;x\\u0007" \
			" permission denied, and this sentence is long enough to need" \
			" a second line\""
	} else if (id ~ /^single\/ext4\/.*dsync-16K/) {
		verdict = "fail"
		reason = "\"write: input/output error at 4194304\""
	}
}

function test(target, layer, op, variant,    part, id, block, repeat, rate, head) {
	split(variant, part, "-")
	block = part[2] == "1M" ? 1048576 : 16384
	id = target "/" layer "/dd/" op "/" variant
	for (repeat = 1; repeat <= repeats; repeat++) {
		tests++
		record("step", sprintf(",\"id\":\"%s\",\"index\":%d,\"tests\":%d," \
			"\"bytes\":8388608,\"deadline_s\":60", id, tests, 72 * repeats))
		trouble(id, repeat)
		count[verdict]++
		rate = rate_of(target, layer, op, part[1], part[2]) * (1 + repeat / 50)
		head = sprintf(",\"id\":\"%s\",\"repeat\":%d,\"verdict\":\"%s\"," \
			"\"reason\":%s,\"cached\":%s,%s", id, repeat, verdict, reason,
			part[1] == "async" ? "true" : "false",
			settings(op, part[1], block, layer == "ext4" ? \
			"/mnt/file" : "/dev/" target))
		if (verdict == "broken" || verdict == "unsupported")
			record("result", head)
		else
			record("result", head "," figures(target, op, block, rate))
	}
}

BEGIN {
	begin()
	ntargets = split("single raid1 raid0", targets, " ")
	nlayers = split("raw ext4", layers, " ")
	nrows = split("write/async-1M write/fsync-1M write/direct-1M write/dsync-1M " \
		"read/cold-1M read/direct-1M write/async-16K write/fsync-16K " \
		"write/direct-16K write/dsync-16K read/cold-16K read/direct-16K", rows, " ")
	for (t = 1; t <= ntargets; t++) {
		for (l = 1; l <= nlayers; l++) {
			if (layers[l] == "ext4")
				record("fs", sprintf(",\"target\":\"%s\",\"fstype\":\"ext4\"," \
					"\"uuid\":\"6d646265-6e63-4800-8000-00000000000%d\"," \
					"\"block_bytes\":4096,\"features\":[\"extent\"]," \
					"\"mount_options\":\"rw\",\"size_bytes\":201326592," \
					"\"free_bytes\":180000000", targets[t], t))
			for (r = 1; r <= nrows; r++) {
				split(rows[r], row, "/")
				test(targets[t], layers[l], row[1], row[2])
			}
		}
	}
	if (troubled)
		record("log", ",\"level\":4,\"time_us\":9000000," \
			"\"text\":\"md/raid1:md127: something\",\"step\":null")
	record("end", sprintf(",\"outcome\":\"done\",\"reason\":null,\"pass\":%d,\"fail\":%d," \
		"\"broken\":%d,\"unsupported\":%d,\"void\":%d,\"logs\":%d,\"records\":%d",
		count["pass"], count["fail"], count["broken"], count["unsupported"],
		count["void"], troubled ? 1 : 0, seq + 1))
}
