#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will count the system calls of mdbench tio, thread by thread, and
# want those of tiotest: whole files in 4096-byte blocks, its share of the random
# operations a thread, fsync of what was written, files opened anew.
# needs: strace jq
# timeout: 120
set -eu

fail() { echo "$*" >&2; exit 1; }

# count_calls PATTERN: lines of the trace.
count_calls() { grep -cE "$1" "$TMPDIR/trace" || true; }

wants()
{
	[ "$(count_calls "$1")" = "$2" ] || fail "$1: $(count_calls "$1") times, not $2"
}

# How many threads made so many of these calls, all of a block.
threads_with()
{
	grep -cE "^$1\(.*, 4096, [0-9]+\) *= 4096\$" "$TMPDIR/trace".* | grep -c ":$2\$"
}

check_calls()
{
	local file="_mdbench_tiotest\\.[0-9]*\""

	strace -ff -o "$TMPDIR/trace" "$BUILD/mdbench" tio path="$TMPDIR/d" size=11M threads=2,4 \
		count=403 only='*/t2' output="$TMPDIR/record" >"$TMPDIR/out"
	cat "$TMPDIR/trace".* >"$TMPDIR/trace"
	# int(11 / 2) MiB a thread, int(403 / 2) operations.
	[ "$(threads_with pwrite64 1280)" = 2 ] || fail "not two threads with 1280 writes"
	[ "$(threads_with pwrite64 201)" = 2 ] || fail "not two threads with 201 writes"
	[ "$(threads_with pread64 1280)" = 2 ] || fail "not two threads with 1280 reads"
	[ "$(threads_with pread64 201)" = 2 ] || fail "not two threads with 201 reads"
	wants 'p(write|read)64\(' $((2 * (1280 + 201 + 1280 + 201)))
	# The record is synced too, by another thread.
	[ "$(grep -l '^pwrite64' "$TMPDIR/trace".* | xargs cat | grep -c '^fsync(')" = 4 ] ||
		fail "fsync: not once for each file that was written"
	wants "open(at)?\(.*$file, O_RDWR\|O_CREAT\|O_TRUNC" 2
	wants "open(at)?\(.*$file, O_WRONLY" 2
	wants "open(at)?\(.*$file, O_RDONLY" 4
	# In order, from the start to the end.
	sed -n 's/.*pwrite64(.*, 4096, \([0-9]*\)) = 4096$/\1/p' "$TMPDIR/trace" >"$TMPDIR/at"
	[ "$(sort -n "$TMPDIR/at" | tail -n 1)" = $((1279 * 4096)) ] || fail "another size"
	[ -z "$(ls -A "$TMPDIR/d")" ] || fail "left a file"
}

check_record()
{
	jq -es 'length == 4 and
		([.[].id] == [("seq-write", "rand-write", "seq-read", "rand-read") |
			"local/file/tio/\(.)/t2"]) and
		([.[].bytes] == [10485760, 1646592, 10485760, 1646592]) and
		([.[].ops] == [2560, 402, 2560, 402]) and
		([.[].settings.follows] == [false, true, true, true]) and
		([.[].settings.finish] == ["fsync", "fsync", "none", "none"]) and
		all(.[]; (.streams | length) == 2 and .latency.count == .ops and
			.prepared_bytes == 0 and .close_ns != null and
			.old_cpu_ns + 100000 >= .cpu.worker_user_ns + .cpu.worker_sys_ns) and
		all(.[0, 1]; .fsync_ns > 0) and all(.[2, 3]; .fsync_ns == null)' \
		"$TMPDIR/record" >/dev/null || fail "the record is another"
}

# A read that stands alone finds blocks that were written, not holes.
check_alone()
{
	"$BUILD/mdbench" tio path="$TMPDIR/d" size=8M threads=2 only='rand-read/*' \
		verify=yes format=json >"$TMPDIR/record"
	jq -es 'length == 1 and .[0].prepared_bytes == 8388608 and .[0].ops == 4000' \
		"$TMPDIR/record" >/dev/null || fail "alone: the record is another"
}

# All in the parts of one file: each thread has its own, and data are right.
check_single()
{
	: >"$TMPDIR/file"
	"$BUILD/mdbench" tio path="$TMPDIR/file" erase=yes size=8M threads=1,4 verify=yes \
		format=json >"$TMPDIR/record"
	jq -es 'length == 8 and all(.[]; .verdict == "pass")' "$TMPDIR/record" >/dev/null ||
		fail "one file: the record is another"
	[ "$(wc -c <"$TMPDIR/file")" = 8388608 ] || fail "one file: another size"
}

check_table()
{
	grep -q '^ *[^ ]* *11    4096    2 ' "$TMPDIR/out" || fail "the old table is not there"
	[ "$(grep -c '^Identifier ' "$TMPDIR/out")" = 4 ] || fail "not four new tables"
	"$BUILD/mdbench" tio path="$TMPDIR/d" size=3M threads=4 2>"$TMPDIR/err" &&
		fail "3 MiB for four threads passed"
	grep -q 'size: less than 1 MiB is left to each of 4 threads' "$TMPDIR/err" ||
		fail "too small is not said"
}

main()
{
	mkdir "$TMPDIR/d"
	check_calls
	check_record
	check_alone
	check_single
	check_table
}

main "$@"
