#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will boot a stick whose plan has a mistake, list its disks, and press
# a key while it counts down: no byte of any disk changes, and the stick alone
# says why; once nobody presses a key it goes on in the same session.
# needs: qemu kernel-reference mtools jq
# timeout: 600
set -eu
. tests/lib/metal.sh
. tests/lib/session.sh

disks_sum() { cat "$TMPDIR"/disks/* | sha256sum; }

stick_image reference suite=smoke 'only=raid1/ext4/dd/*/direct-1M' countdown=5 hold=0
on_stick plan.txt >"$TMPDIR/plan"

sed 's/countdown=5/suit=smoke/' "$TMPDIR/plan" | put_on_stick plan.txt
stick 6 --press-at='press Enter'
sum=$(disks_sum)
was_printed "plan.txt: line 7: suit: unknown option"
expect "journal" "" "$(journal)"
! on_stick results/S0001/plan.txt >/dev/null 2>&1 || fail "a session was begun"

put_on_stick plan.txt <"$TMPDIR/plan"
on_stick mdbench/next.cfg >"$TMPDIR/next.cfg"
sed 's/start=auto/start=list/' "$TMPDIR/next.cfg" | put_on_stick mdbench/next.cfg
stick 6 --press-at='press Enter'
was_printed "serial:mdbench-1"
was_printed "why yes: its serial begins with mdbench-"
expect "disks that were listed" "$sum" "$(disks_sum)"
expect "journal after the list" "" "$(journal)"

put_on_stick mdbench/next.cfg <"$TMPDIR/next.cfg"
stick 3 --press-at='press a key to stop'
was_printed "stopped at the keyboard before the first write"
expect "disks" "$sum" "$(disks_sum)"
expect "journal" "run 1 k1, stop 1 k1" "$(journal)"
expect "end" "refused 0" "$(leg S0001/r1-k1 'last | "\(.outcome) \(.pass)"')"

stick 0
expect "journal" "run 1 k1, stop 1 k1, run 1 k1, done 1 k1, finished" "$(journal)"
expect "crashes" 0 "$(leg S0001/r1-k1 '[.[] | select(.type == "crash")] | length')"
expect "results" "2 pass" \
	"$(leg S0001/r1-k1 '[.[] | select(.type == "result") | .verdict] | "\(length) \(unique | join(" "))"')"
expect "end" "done 2" "$(leg S0001/r1-k1 'last | "\(.outcome) \(.pass)"')"
[ "$sum" != "$(disks_sum)" ] || fail "the disks are as before, so nothing was shown"
