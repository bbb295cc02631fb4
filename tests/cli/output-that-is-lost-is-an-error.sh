#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will close, fill and stall what mdbench's commands write to, and
# want an error and no file left; records in output= and on standard output,
# both; nothing said written into a file that took a closed descriptor's
# number; and a signal to end one whose reader does not read.
# needs: none
# timeout: 60
set -eu

fail()
{
	echo "$*"
	cat "$TMPDIR/err"
	exit 1
}

# expect STATUS COMMAND…: standard output is the caller's.
expect()
{
	local want="$1" status=0

	shift
	"$BUILD/mdbench" "$@" path="$D" 2>"$TMPDIR/err" || status=$?
	[ "$status" = "$want" ] || fail "$*: status $status, not $want"
	[ -z "$(ls -A "$D")" ] || fail "$*: left $(ls -A "$D")"
}

lose()
{
	expect 1 "$@" format=json >/dev/full
	expect 1 "$@" >/dev/full
	expect 1 "$@" format=json >&-
	expect 1 "$@" >&-
	expect 1 "$@" output=/dev/full >"$TMPDIR/out"
	expect 1 "$@" format=json output=/dev/full >"$TMPDIR/out"
	expect 0 "$@" format=json output="$TMPDIR/records" >"$TMPDIR/out"
	cmp "$TMPDIR/records" "$TMPDIR/out" || fail "$*: two outputs differ"
	"$BUILD/mdbench" "$@" path="$D" output="$TMPDIR/records" >/dev/null 2>&- <&- ||
		fail "$*: failed without a standard error"
	! grep -v '^{.*}$' "$TMPDIR/records" || fail "$*: that stands among the records"
}

# A pipe that is full, with a reader that does not read.
stall()
{
	local pid status=0

	mkfifo "$TMPDIR/pipe"
	exec 3<>"$TMPDIR/pipe"
	dd if=/dev/zero bs=4096 count=1024 oflag=nonblock of="$TMPDIR/pipe" 2>/dev/null || true
	"$BUILD/mdbench" rand path="$D" size=1M count=1 depth=1 format=json \
		>"$TMPDIR/pipe" 2>"$TMPDIR/err" 3>&- &
	pid=$!
	until grep -q '^mdbench: rand: .1/' "$TMPDIR/err"; do
		kill -0 "$pid" || fail "ended by itself"
	done
	kill -TERM "$pid"
	wait "$pid" || status=$?
	exec 3>&-
	[ "$status" = 143 ] || fail "a stalled reader and TERM: status $status"
	[ -z "$(ls -A "$D")" ] || fail "a stalled reader and TERM: left $(ls -A "$D")"
}

main()
{
	D="$TMPDIR/folder"
	mkdir "$D"
	lose rand size=1M count=10 depth=1 engine=psync
	lose tio size=1M count=10 threads=1
	lose bonnie size=1M files=1024 seeks=10
	lose meta files=10 folders=2
	stall
}

main "$@"
