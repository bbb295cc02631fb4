#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will let calls of mdbench dd and of GNU dd fail in the same way and
# want the same lines and status, and of mdbench one line that names the call,
# the offset and the reason; then calls of one stream of three, and want that
# all end and no file is left. (Reasons are in the words of musl.)
# needs: strace
# timeout: 180
set -eu

FAILED=0

fail()
{
	echo "$*"
	cat "$TMPDIR/err"
	FAILED=1
}

# inject FILE WHAT COMMAND…: output to err, status to STATUS.
inject()
{
	local file="$1" what="$2"

	shift 2
	STATUS=0
	LC_ALL=C strace -f -o "$TMPDIR/trace" -P "$file" -e "inject=$what" "$@" \
		2>"$TMPDIR/err" || STATUS=$?
	grep -q INJECTED "$TMPDIR/trace" || fail "$what: was not injected: $*"
}

mask()
{
	sed -n -E -e 's/copied, [^ ]+ s, [^ ]+ [kMGT]?B\/s/copied, TIME/' \
		-e '/records|copied/p' "$TMPDIR/err"
}

# compare WHAT REASON OPERAND…: REASON "" is for what dd goes on from.
compare()
{
	local what="$1" reason="$2" status

	shift 2
	inject "$TMPDIR/out" "$what" dd "$@"
	status=$STATUS
	mask >"$TMPDIR/gnu"
	cksum <"$TMPDIR/out" >>"$TMPDIR/gnu"
	rm -f "$TMPDIR/out"
	inject "$TMPDIR/out" "$what" "$BUILD/mdbench" dd "$@"
	mask >"$TMPDIR/ours"
	cksum <"$TMPDIR/out" >>"$TMPDIR/ours"
	rm -f "$TMPDIR/out"
	[ "$STATUS" = "$status" ] || fail "$what: $*: status $STATUS, not $status"
	[ -z "$reason" ] || grep -q "^mdbench: dd: $TMPDIR/out: $reason" "$TMPDIR/err" ||
		fail "$what: $*: no '$reason'"
	[ "$reason" ] || ! grep '^mdbench' "$TMPDIR/err" || fail "$what: $*: complains"
	diff "$TMPDIR/gnu" "$TMPDIR/ours" || fail "$what: $*: differs"
}

compare_writes()
{
	local to="if=/dev/zero of=$TMPDIR/out bs=4k count=10"

	# shellcheck disable=SC2086 # words
	{
		compare write:error=EIO:when=4 "write at 12288: I/O error$" $to
		compare write:error=EIO:when=1 "write at 0: I/O error$" $to
		compare write:error=ENOSPC:when=10 "write at 36864: No space" $to
		compare write:error=EAGAIN:when=2 "write at 4096: Resource temp" $to
		compare write:error=EINVAL:when=2 "write at 4096: Invalid argument$" $to
		compare write:error=EINTR:when=1+2 "" $to
		compare write:retval=1000:when=3 "" $to
		compare write:retval=1:when=3..30 "" $to
		compare write:retval=0:when=3 "write at 8192: No space left" $to
		compare fsync:error=EIO "fsync at 40960: I/O error$" $to conv=fsync
		compare fsync:error=EINTR:when=1..3 "" $to conv=fsync
		compare fdatasync:error=EIO "fdatasync at 40960: I/O" $to conv=fdatasync
		compare fdatasync:error=EINVAL "" $to conv=fdatasync
		compare fsync:error=EDQUOT "fsync at 40960: Quota exceeded$" $to \
			conv=fsync
	}
}

compare_reads()
{
	local from="of=/dev/null bs=4k"

	set -- if="$TMPDIR/out"
	for what in read:error=EIO:when=4 read:error=EINTR:when=1+2 read:retval=1000:when=2 \
	    read:retval=0:when=3 read:error=EAGAIN:when=1; do
		rm -f "$TMPDIR/out"
		head -c 40960 /dev/zero >"$TMPDIR/out"
		# shellcheck disable=SC2086 # words
		inject "$TMPDIR/out" "$what" dd "$@" $from
		status=$STATUS
		mask >"$TMPDIR/gnu"
		# shellcheck disable=SC2086 # words
		inject "$TMPDIR/out" "$what" "$BUILD/mdbench" dd "$@" $from
		mask >"$TMPDIR/ours"
		[ "$STATUS" = "$status" ] || fail "$what: status $STATUS, not $status"
		diff "$TMPDIR/gnu" "$TMPDIR/ours" || fail "$what: differs"
		case $what in
		*EIO*) want="read at 12288: I/O error" ;;
		*EAGAIN*) want="read at 0: Resource temporarily unavailable" ;;
		*) continue ;;
		esac
		grep -q "^mdbench: dd: $TMPDIR/out: $want\$" "$TMPDIR/err" || fail "no '$want'"
	done
	rm -f "$TMPDIR/out"
}

# What GNU dd says of a close differs, that it fails does not.
check_close()
{
	inject "$TMPDIR/out" close:error=EIO "$BUILD/mdbench" dd if=/dev/zero \
		of="$TMPDIR/out" bs=4k count=10
	[ "$STATUS" = 1 ] || fail "close: status $STATUS"
	grep -q '^10+0 records out$' "$TMPDIR/err" || fail "close: no lines"
	grep -q "out: close at 40960: I/O error\$" "$TMPDIR/err" || fail "close: no line"
}

# O_DIRECT that is refused is not dropped, by open nor by write nor by read.
check_direct()
{
	local what

	for what in open,openat:error=EINVAL write:error=EINVAL; do
		inject "$TMPDIR/out" "$what" "$BUILD/mdbench" dd if=/dev/zero \
			of="$TMPDIR/out" bs=4k count=10 oflag=direct \
			output="$TMPDIR/record"
		[ "$STATUS" = 1 ] || fail "$what: status $STATUS"
		grep -q "out: .*Invalid argument: direct I/O is refused" "$TMPDIR/err" ||
			fail "$what: does not say it"
		grep -q '"verdict":"unsupported"' "$TMPDIR/record" || fail "$what: record"
		! grep -q 'F_SETFL' "$TMPDIR/trace" || fail "$what: changes flags"
		[ "$(grep -c '^[0-9 ]*open' "$TMPDIR/trace")" = 1 ] || fail "$what: opens again"
		[ "$(grep -c 'write(.*INJ\|open.*INJ' "$TMPDIR/trace")" = 1 ] ||
			fail "$what: goes on"
	done
	inject "$TMPDIR/out" read:error=EINVAL "$BUILD/mdbench" dd if="$TMPDIR/out" \
		of=/dev/null bs=4k iflag=direct
	[ "$STATUS" = 1 ] || fail "direct read: status $STATUS"
	grep -q "read at 0: Invalid argument: direct I/O is refused" "$TMPDIR/err" ||
		fail "direct read: does not say it"
}

count_left() { find "$TMPDIR/streams" -type f | wc -l; }

# streams WHAT STATUS PATTERN OPERAND…
streams()
{
	local what="$1" status="$2" pattern="$3"

	shift 3
	inject "$TMPDIR/streams/f.2" "$what" "$BUILD/mdbench" dd if=/dev/zero \
		of="$TMPDIR/streams/f" bs=4k count=2000 streams=3 "$@"
	[ "$STATUS" = "$status" ] || fail "streams: $what: status $STATUS"
	grep -q "$pattern" "$TMPDIR/err" || fail "streams: $what: no '$pattern'"
	[ "$(grep -c '^mdbench: ' "$TMPDIR/err")" -le 1 ] || fail "streams: $what: lines"
	[ "$(count_left)" = 0 ] || fail "streams: $what: $(count_left) files are left"
}

check_streams()
{
	mkdir "$TMPDIR/streams"
	streams write:error=EIO:when=4 1 "streams/f.2: write at 12288: I/O error\$"
	streams write:error=ENOSPC:when=1 1 "streams/f.2: write at 0: No space left on device\$"
	streams open,openat:error=EACCES 1 "streams/f.2: open: Permission denied\$"
	streams fsync:error=EIO 1 "streams/f.2: fsync at 8192000: I/O" conv=fsync
	streams close:error=EIO:when=1 1 "streams/f.2: close at 8192000: I/O error\$"
	streams write:error=EINTR:when=1+2 0 "^3 streams: 24576000 bytes"
	streams write:retval=100:when=5 0 "^3 streams: 24576000 bytes"
	# a thread that is not to be had
	STATUS=0
	LC_ALL=C strace -f -o "$TMPDIR/trace" -e trace=clone,clone3 \
		-e inject=clone,clone3:error=EAGAIN:when=2 "$BUILD/mdbench" dd if=/dev/zero \
		of="$TMPDIR/streams/f" bs=4k count=20 streams=3 2>"$TMPDIR/err" || STATUS=$?
	[ "$STATUS" = 1 ] || fail "no thread: status $STATUS"
	grep -q "f.2: thread at 0: Resource temporarily unavailable\$" "$TMPDIR/err" ||
		fail "no thread: does not say it"
	[ "$(count_left)" = 0 ] || fail "no thread: $(count_left) files are left"
}

main()
{
	compare_writes
	compare_reads
	check_close
	check_direct
	check_streams
	exit "$FAILED"
}

main "$@"
