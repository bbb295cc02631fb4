#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will end mdbench rand, with each engine, and tio by a signal in the
# middle of a phase and of the layout before it, and want 128 plus the signal as
# status, the reason said, and no file left.
# needs: none
# timeout: 120
set -eu

fail() { echo "$*" >&2; cat "$TMPDIR/err" >&2; exit 1; }

# In a phase there are threads; a layout has written something.
is_in_phase() { [ "$(find "/proc/$1/task" -mindepth 1 -maxdepth 1 | wc -l)" -gt 1 ]; }
is_in_layout() { [ -s "$TMPDIR/d/$2" ] && ! is_in_phase "$1"; }

# ends_in STATE FILE COMMAND…: a signal once it has come so far, with this file.
ends_in()
{
	local state="$1" file="$2" status=0 child

	shift 2
	"$BUILD/mdbench" "$@" path="$TMPDIR/d" >"$TMPDIR/out" 2>"$TMPDIR/err" &
	child=$!
	until "is_in_$state" "$child" "$file"; do
		kill -0 "$child" || fail "$*: ended by itself"
	done
	[ -e "$TMPDIR/d/$file" ] || fail "$*: had no file"
	kill -TERM "$child"
	wait "$child" || status=$?
	[ "$status" = 143 ] || fail "$*: status $status, not 143"
	grep -qE 'stopped by a signal|Interrupted system call' "$TMPDIR/err" ||
		fail "$*: the signal is not said"
	[ -z "$(ls -A "$TMPDIR/d")" ] || fail "$*: left $(ls -A "$TMPDIR/d")"
}

main()
{
	local engine

	mkdir "$TMPDIR/d"
	for engine in psync uring aio; do
		ends_in phase mdbench.rand.1/mdbench.rand rand size=8M rw=mix depth=4 runtime=1h \
			engine="$engine"
	done
	ends_in layout mdbench.rand.1/mdbench.rand rand size=1G rw=read
	ends_in phase mdbench.tio.1/_mdbench_tiotest.1 tio size=8M threads=2 count=1000000000 \
		only='rand-*'
	ends_in layout mdbench.tio.1/_mdbench_tiotest.0 tio size=1G threads=2 only='seq-read/*'
}

main "$@"
