#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will have single calls of mdbench rand and tio fail, come short or
# be put off, and want the call, offset and reason said, the right status, and
# no file left.
# needs: strace jq
# timeout: 300
set -eu

fail() { echo "$*" >&2; cat "$TMPDIR/err" >&2; exit 1; }

# traced CALLS INJECTION COMMAND…: its status in $status, its calls in trace.
traced()
{
	local calls="$1" injection="$2"

	shift 2
	status=0
	rm -f "$TMPDIR/trace".*
	strace -ff -o "$TMPDIR/trace" -e trace="$calls" -e inject="$injection" \
		"$BUILD/mdbench" "$@" path="$TMPDIR/d" >"$TMPDIR/out" 2>"$TMPDIR/err" ||
		status=$?
	cat "$TMPDIR/trace".* >"$TMPDIR/trace"
	[ -z "$(ls -A "$TMPDIR/d")" ] || fail "$injection: left $(ls -A "$TMPDIR/d")"
}

# The offsets of the calls that were injected, their last argument.
injected_offsets()
{
	sed -n 's/.*, \([0-9]*\)) *= .*(INJECTED)$/\1/p' "$TMPDIR/trace"
}

# wants_end CALLS INJECTION WORDS COMMAND…: a failure at the injected offset.
wants_end()
{
	local calls="$1" injection="$2" words="$3" said

	shift 3
	traced "$calls" "$injection" "$@"
	[ "$status" = 1 ] || fail "$*: $injection: status $status, not 1"
	said=$(sed -n "s|.*$words at \([0-9]*\) of $TMPDIR/d/.*|\1|p" "$TMPDIR/err")
	injected_offsets | grep -qx "$said" ||
		fail "$*: $injection: not said: $words at" "$(injected_offsets)"
}

# wants_more CALLS INJECTION FILTER COMMAND…: it passes, and its record is such.
wants_more()
{
	local calls="$1" injection="$2" filter="$3"

	shift 3
	traced "$calls" "$injection" "$@" format=json
	[ "$status" = 0 ] || fail "$*: $injection: status $status, not 0"
	jq -es "$filter" "$TMPDIR/out" >/dev/null || fail "$*: $injection: not so: $filter"
}

check_rand()
{
	local each='.[0].ops == 1000 and .[0].bytes == 4096000 and .[0].latency.count == 1000'

	set -- rand size=4M depth=1 count=1000 engine=psync
	wants_end pread64 pread64:error=EIO:when=50 "read" "$@" rw=read
	wants_end pwrite64 pwrite64:error=ENOSPC:when=50 "write" "$@" rw=write
	wants_end pread64 pread64:retval=0:when=50 "read" "$@" rw=read
	wants_more pread64 pread64:error=EINTR:when=50+100 "$each and .[0].errors == 10" \
		"$@" rw=read
	wants_more pread64 pread64:error=EAGAIN:when=50..52 "$each and .[0].errors == 3" \
		"$@" rw=read
	wants_more pread64 pread64:retval=100:when=50 "$each and .[0].errors == 1" "$@" rw=read
	grep -A 1 INJECTED "$TMPDIR/trace" | grep -q " 3996, $(($(injected_offsets) + 100))) = 3996" ||
		fail "the rest of a short read was not read"
	# The blocks that fail on disk are found by their stamps.
	traced pread64 pread64:retval=4096:when=50 "$@" rw=read verify=yes
	[ "$status" = 1 ] || fail "a wrong block passed"
	grep -q 'verify at [0-9]* of ' "$TMPDIR/err" || fail "a wrong block is not said"
}

# The engines with a queue, as far as this machine has them.
check_queues()
{
	local each='.[0].ops == 1000 and .[0].verdict == "pass"'

	set -- rand size=4M depth=4 count=1000 engine=uring rw=read
	wants_more io_uring_setup io_uring_setup:error=EPERM \
		"$each and .[0].engine_ran == \"aio\" and .[0].settings.engine == \"uring\"" "$@"
	wants_more io_uring_setup io_uring_setup:error=ENOSYS \
		"$each and .[0].engine_ran == \"aio\"" "$@"
	wants_more io_submit,io_uring_setup io_uring_setup:error=ENOSYS \
		"$each and .[0].errors == 0" "$@"
	traced io_setup,io_uring_setup io_setup,io_uring_setup:error=ENOSYS "$@"
	[ "$status" = 1 ] || fail "without both: status $status, not 1"
	grep -q 'unsupported: this kernel has no io_uring$' "$TMPDIR/err" || fail "not said"
	traced io_submit io_submit:error=EIO:when=20 "$@" engine=aio
	[ "$status" = 1 ] || fail "io_submit: status $status, not 1"
	grep -q ': read at [0-9]* of .*/mdbench.rand: ' "$TMPDIR/err" || fail "io_submit: not said"
	strace -o "$TMPDIR/trace" "$BUILD/mdbench" "$@" path="$TMPDIR/d" >/dev/null \
		2>"$TMPDIR/err" || return 0
	wants_more io_uring_enter io_uring_enter:error=EINTR:when=5+10 \
		"$each and .[0].errors > 0 and .[0].engine_ran == \"uring\"" "$@"
	traced io_uring_enter io_uring_enter:error=EIO:when=20 "$@"
	[ "$status" = 1 ] || fail "io_uring_enter: status $status, not 1"
}

check_refused_direct()
{
	status=0
	strace -f -o "$TMPDIR/trace" -P "$TMPDIR/d/mdbench.rand.1/mdbench.rand" \
		-e inject=open,openat:error=EINVAL:when=2 "$BUILD/mdbench" rand size=4M \
		depth=1 engine=psync count=10 direct=yes rw=read format=json path="$TMPDIR/d" \
		>"$TMPDIR/out" 2>"$TMPDIR/err" || status=$?
	grep -q "O_DIRECT.*INJECTED" "$TMPDIR/trace" || fail "the open was not direct"
	jq -es '.[0].verdict == "unsupported"' "$TMPDIR/out" >/dev/null ||
		fail "refused O_DIRECT is not unsupported"
	grep -q 'direct I/O is refused' "$TMPDIR/err" || fail "refused O_DIRECT is not said"
	[ -z "$(ls -A "$TMPDIR/d")" ] || fail "refused O_DIRECT: left a file"
}

check_tio()
{
	set -- tio size=4M threads=2 count=100
	wants_end pwrite64 pwrite64:error=ENOSPC:when=300 "seq-write t2: fail: write" "$@"
	wants_end pread64 pread64:error=EIO:when=40 "seq-read t2: fail: read" "$@"
	wants_end pread64 pread64:error=EIO:when=40 "rand-read t2: fail: read" "$@" only='rand-read/*'
	traced fsync fsync:error=EIO "$@"
	[ "$status" = 1 ] || fail "fsync: status $status, not 1"
	grep -q 'seq-write t2: fail: fsync at 0 of .*_mdbench_tiotest\.[01]: ' "$TMPDIR/err" ||
		fail "fsync is not said"
	wants_more pwrite64 pwrite64:error=EINTR:when=300 \
		'length == 4 and .[0].bytes == 4194304 and .[0].errors == 2 and .[1].ops == 100' \
		"$@"
}

main()
{
	mkdir "$TMPDIR/d"
	check_rand
	check_queues
	check_refused_direct
	check_tio
}

main "$@"
