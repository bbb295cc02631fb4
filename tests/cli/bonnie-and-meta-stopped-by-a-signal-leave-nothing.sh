#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will send TERM to mdbench bonnie and meta while they write, seek by
# processes and by threads, and make files, and want 128 plus the signal as
# status, no file, no folder and no process of theirs; and kill one seeker, and
# want an error instead of an endless wait.
# needs: none
# timeout: 120
set -eu

fail()
{
	echo "$*"
	cat "$TMPDIR/err"
	exit 1
}

# start FAMILY OPTION…, and wait until it made something in its folder.
start()
{
	"$BUILD/mdbench" "$@" path="$TMPDIR/folder" output="$TMPDIR/record" \
		>"$TMPDIR/out" 2>"$TMPDIR/err" &
	PID=$!
	until [ "$(ls -A "$TMPDIR/folder")" ]; do
		kill -0 "$PID" 2>/dev/null || fail "$*: ended at once"
	done
}

# The children of a process, as the kernel lists them.
children()
{
	cat "/proc/$1/task/$1/children"
}

wants_end()
{
	local want="$1" status=0

	wait "$PID" || status=$?
	[ "$status" = "$want" ] || fail "status $status, not $want"
	rmdir "$TMPDIR/folder" || fail "left $(ls -A "$TMPDIR/folder")"
	mkdir "$TMPDIR/folder"
}

# Seekers are there when a process has children, a thread has others beside it.
wait_seekers()
{
	local want="$1"

	until [ "$(children "$PID" | wc -w)" = "$want" ] ||
	    [ "$(find "/proc/$PID/task" -mindepth 1 -maxdepth 1 | wc -l)" = $((want + 1)) ]; do
		kill -0 "$PID" 2>/dev/null || fail "ended before it had $want seekers"
	done
}

main()
{
	local seekers

	mkdir "$TMPDIR/folder"
	start bonnie size=1G only='putc/*'
	kill -TERM "$PID"
	wants_end 143
	grep -q '"verdict":"broken","reason":"stopped by a signal"' "$TMPDIR/record" ||
		fail "record: $(cat "$TMPDIR/record")"

	start bonnie size=16M only='seeks/*' seeks=500000000
	wait_seekers 3
	seekers=$(children "$PID")
	kill -TERM "$PID"
	wants_end 143
	for seeker in $seekers; do
		! kill -0 "$seeker" 2>/dev/null || fail "a seeker is still there"
	done

	start bonnie size=16M only='seeks/*' seeks=500000000 version=2.00
	wait_seekers 5
	kill -TERM "$PID"
	wants_end 143

	start bonnie size=16M only='seeks/*' seeks=300000
	wait_seekers 3
	seekers=$(children "$PID")
	kill -KILL "${seekers%% *}"
	wants_end 1
	grep -q 'seeks 1.03: fail: a seeker that ended early' "$TMPDIR/err" || fail "does not say so"

	start meta files=1000000 folders=10
	kill -TERM "$PID"
	wants_end 143
	start bonnie size=0 files=1048576 folders=10
	kill -TERM "$PID"
	wants_end 143
}

main "$@"
