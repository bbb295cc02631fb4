# SPDX-License-Identifier: GPL-2.0-only
# Makes up runs for make_runs of tests/lib/made-up.sh, which says the words. Each
# figure is its median, moved by noise of a normal distribution. The same words
# give the same bytes.

function record(type, members) {
	seq++
	now += 1000003
	printf "{\"schema\":1,\"type\":\"%s\",\"seq\":%d,\"run\":\"%s\",\"t_ns\":%.0f%s}\n",
		type, seq, id, now, members >file
}

# Of a factor around 1.
function noisy(    u, v) {
	do
		u = rand()
	while (u == 0)
	v = rand()
	return 1 + noise / 100 * sqrt(-2 * log(u)) * cos(6.283185307179586 * v)
}

function bucket_list(    i, text) {
	for (i = 0; i < buckets; i++)
		text = text (i ? "," : "") "[" (300 + i) "," (1 + int(rand() * 400)) "]"
	return text
}

function figures(test, rate, load,    wall, bytes, p50, cpu) {
	bytes = 268435456
	wall = bytes / rate * 1e9
	p50 = 1048576 / rate * 1e9 * noisy()
	# Two CPUs: busy as long as the load says, the rest of the time idle.
	cpu = wall * load * noisy()
	return sprintf(",\"prepared_bytes\":0,\"begin_ns\":%.0f,\"bytes\":%d,\"ops\":256," \
		"\"counts\":\"bytes\",\"read_bytes\":0,\"written_bytes\":%d," \
		"\"tail_buffered\":false,\"wall_ns\":%.0f,\"rate_bytes_per_s\":%.0f," \
		"\"rate_ops_per_s\":%d,\"open_ns\":18032,\"io_ns\":%.0f,\"fsync_ns\":null," \
		"\"close_ns\":757,\"sync_ns\":null,\"rate_sync_bytes_per_s\":null," \
		"\"cpu_ns\":%.0f,\"old_cpu_ns\":%.0f,\"over_2s\":0,\"over_10s\":0,\"errors\":0",
		now, bytes, bytes, wall, rate, 256 / wall * 1e9, wall, cpu / 2, cpu / 2) \
	sprintf(",\"latency\":{\"op\":\"write\",\"count\":256,\"min_ns\":%.0f,\"max_ns\":%.0f," \
		"\"sum_ns\":%.0f,\"p50_ns\":%.0f,\"p90_ns\":%.0f,\"p99_ns\":%.0f," \
		"\"p999_ns\":%.0f,\"p9999_ns\":%.0f,\"buckets\":[%s]},\"write_latency\":null",
		p50 / 2, p50 * 9, wall, p50, p50 * 2, p50 * 3 * noisy(), p50 * 8, p50 * 9,
		bucket_list()) \
	sprintf(",\"span_ns\":%.0f,\"together_ns\":%.0f,\"streams\":[{\"begin_ns\":0," \
		"\"wall_ns\":%.0f,\"bytes\":%d,\"ops\":256,\"user_ns\":27561000," \
		"\"sys_ns\":394690000,\"cpu_ns\":%.0f}],\"cpu\":{\"worker_user_ns\":27561000," \
		"\"worker_sys_ns\":394690000,\"user_ns\":%.0f,\"nice_ns\":0,\"system_ns\":%.0f," \
		"\"idle_ns\":%.0f,\"iowait_ns\":0,\"irq_ns\":0,\"softirq_ns\":0,\"steal_ns\":0," \
		"\"threads\":{\"md\":0,\"dm\":0,\"flusher\":0,\"nfsd\":0,\"kswapd\":0," \
		"\"jbd2\":0,\"kworker\":20000000,\"other\":10000000}}",
		wall, wall, wall, bytes, cpu / 2, cpu / 10, cpu * 9 / 10, wall * 2 - cpu) \
	sprintf(",\"members\":[{\"disk\":\"serial:mdbench-0\",\"reads\":6," \
		"\"read_bytes\":28672,\"writes\":20,\"write_bytes\":%d,\"flushes\":6," \
		"\"busy_ns\":156000000}],\"device_bytes\":%d,\"dirty_start_bytes\":8192," \
		"\"dirty_end_bytes\":20480,\"writeback_start_bytes\":0," \
		"\"writeback_end_bytes\":0,\"md\":null", bytes, bytes)
}

function head() {
	record("run", sprintf(",\"mdbench\":\"0.1.0\",\"suite\":\"%s\",\"only\":null," \
		"\"tests\":%d,\"settings\":{\"suite\":\"%s\",\"only\":null,\"size\":%d,\"span\":0," \
		"\"repeat\":%d,\"seed\":1,\"pattern\":\"rows\",\"verify\":false,\"model\":null}," \
		"\"segments\":{\"base\":\"%s\"}", suite, tests * repeat, suite, size, repeat, base))
	if (env == "no")
		return
	record("env", sprintf(",\"kernel_release\":\"%s\",\"kernel_version\":" \
		"\"#1 SMP PREEMPT_DYNAMIC\",\"arch\":\"x86_64\",\"preempt\":\"dynamic\"," \
		"\"cmdline\":\"console=ttyS0 panic=-1\",\"cpu_model\":\"%s\",\"cpus\":%d," \
		"\"memory_bytes\":%.0f,\"page_bytes\":4096,\"clocksource\":\"tsc\"," \
		"\"hypervisor\":true,\"accel\":\"%s\",\"mdadm\":\"mdadm - v4.4\"," \
		"\"mke2fs\":\"mke2fs 1.47.2\",\"init_ns\":812000000,\"machine\":{" \
		"\"governor\":null,\"memory_firmware_bytes\":%.0f,\"memory_cap_bytes\":null}",
		kernel, cpu, cpus, memory * 1048576 * 0.85, accel, memory * 1048576 - 393216))
	for (d = 0; d < disks; d++)
		record("disk", sprintf(",\"id\":\"serial:mdbench-%d\",\"name\":\"vd%c\"," \
			"\"model\":null,\"serial\":\"mdbench-%d\",\"wwn\":null," \
			"\"transport\":\"virtio\",\"size_bytes\":4294967296," \
			"\"logical_block_bytes\":512,\"physical_block_bytes\":512," \
			"\"rotational\":true,\"read_only\":false,\"removable\":false," \
			"\"write_cache\":\"write back\",\"scheduler\":\"none\",\"consent\":true," \
			"\"why\":\"its serial begins with mdbench-\",\"role\":\"raid1\"",
			d, 97 + d, d))
}

function result(test, place_, again,    word, reason, cached, more) {
	word = (test in verdicts) ? verdicts[test] : "pass"
	reason = (word == "pass") ? "null" : "\"" why "\""
	cached = (word == "void") ? "true" : "false"
	more = ""
	if (word == "pass" || word == "void")
		more = figures(test, rates[test] * scale / 100 * noisy(), busy / 100)
	record("step", sprintf(",\"id\":\"%s\",\"index\":%d,\"tests\":%d,\"bytes\":268435456," \
		"\"deadline_s\":60", test, place_, tests * repeat))
	count[word]++
	record("result", sprintf(",\"id\":\"%s\",\"repeat\":%d,\"verdict\":\"%s\"," \
		"\"reason\":%s,\"cached\":%s,\"settings\":{\"op\":\"write\"," \
		"\"block_bytes\":1048576,\"count\":256,\"bytes\":268435456,\"direct\":true," \
		"\"finish\":\"none\",\"streams\":1,\"depth\":1,\"file\":\"/dev/md\"}%s", test,
		again, word, reason, cached, more))
}

function run(n,    t, r, word) {
	seq = 0
	now = 5000000000
	delete count
	file = path[n] "/records.jsonl"
	id = ids[n]
	head()
	for (t = 1; t <= tests && end != "panic"; t++) {
		for (r = 1; r <= repeat; r++)
			result(names[t], t, r)
	}
	if (end == "done")
		record("end", sprintf(",\"outcome\":\"done\",\"reason\":null,\"pass\":%d," \
			"\"fail\":%d,\"broken\":%d,\"unsupported\":%d,\"void\":%d,\"logs\":0," \
			"\"records\":%d", count["pass"], count["fail"], count["broken"],
			count["unsupported"], count["void"], seq + 1))
	close(file)
	word = end == "panic" ? "panic" : end != "done" ? "incomplete" : \
		count["fail"] + count["broken"] + count["void"] ? "fail" : "pass"
	file = path[n] "/verdict"
	printf "%s %d\nreason: none\nkernel: %s\n", word, word == "pass" ? 0 : 1, kernel >file
	close(file)
}

# "ID:VALUE ID:VALUE" into the array.
function pairs(text, into,    part, n, i, pair) {
	n = split(text, part, " ")
	for (i = 1; i <= n; i++) {
		split(part[i], pair, ":")
		into[pair[1]] = pair[2]
		order[i] = pair[1]
	}
	return n
}

function place(n,    at) {
	at = begin + n * 60
	ids[n] = sprintf("%sT%02d%02d%02dZ-%s-%s-%04x", day, int(at / 3600) % 24,
		int(at / 60) % 60, at % 60, suite, kernel, (seed * 1000 + n) % 65536)
	path[n] = folder "/" (key != "" ? "r" n "-" key : ids[n])
	return " '" path[n] "'"
}

BEGIN {
	srand(seed)
	rand()
	if (many) {
		for (tests = 0; tests < many; tests++) {
			names[tests + 1] = sprintf("raid1/raw/dd/write/direct-%dK", tests + 1)
			rates[names[tests + 1]] = 1e8
		}
	} else {
		tests = pairs(rate, rates)
		for (i = 1; i <= tests; i++)
			names[i] = order[i]
	}
	pairs(bad, verdicts)
	for (n = 1; n <= runs; n++) {
		folders = folders place(n)
		# A command has room for some thousands of bytes.
		if (n % 500 && n < runs)
			continue
		if (system("mkdir -p" folders))
			exit 1
		folders = ""
	}
	for (n = 1; n <= runs; n++)
		run(n)
}
