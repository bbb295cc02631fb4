#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will show a run of which only the port's file is there, as after a pasted command.
# needs: jq
# timeout: 30
set -eu

fail() { echo "FAIL: $*"; exit 1; }

mkdir "$TMPDIR/run"
# Frames of the scripted guest, with a line of the kernel between them.
for name in run env step pass end-done; do
	sed -n "s/^$name //p" tests/cli/data/run-frames
	echo "[    1.0] a line of the kernel"
done >"$TMPDIR/run/records.raw"
for path in "$TMPDIR/run" "$TMPDIR/run/records.raw"; do
	"$BUILD/mdlab" show --format=json "$path" >"$TMPDIR/out" || fail "$path: status $?"
	[ "$(jq -r '[.. | .type? // empty | select(. == "result")] | length' "$TMPDIR/out")" = 1 ] ||
		fail "$path: not one result"
done
# A frame that is damaged is missed, and said.
sed -i 's/"verdict":"pass"/"verdict":"Pass"/' "$TMPDIR/run/records.raw"
got=0
"$BUILD/mdlab" show "$TMPDIR/run" >"$TMPDIR/out" 2>"$TMPDIR/err" || got=$?
[ $got = 1 ] || fail "damaged: status $got, not 1"
grep -q 'record.* 4 .*missing' "$TMPDIR/err" || fail "damaged: $(cat "$TMPDIR/err")"
