#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run two kernels from a stick by kexec and pull the plug twice in
# one test and once in the other kernel; the session ends with all results, none
# of a test that crashed twice is made up, and it is not run again.
# needs: qemu kernel-reference mtools jq
# timeout: 900
set -eu
. tests/lib/metal.sh
. tests/lib/session.sh

SEQ='[.[] | .seq] == [range(1; length + 1)]'

stick_image "reference reference" suite=smoke 'only=raid1/ext4/dd/*/*-1M' size=32M countdown=0 hold=0
stick 6 --kill-at='fsync-1M","index"'
expect "journal" "run 1 k1" "$(journal)"
stick 6 --kill-at='fsync-1M","index"'
stick 6 --kill-at='direct-1M","index",3'
was_printed "k2 6"
expect "journal" "run 1 k1, crash 1 k1 unknown, run 1 k1, crash 1 k1 unknown, run 1 k1, done 1 k1, boot 1 k2, run 1 k2" \
	"$(journal)"
# A test is broken, which is the session's verdict.
stick 1
was_printed "the machine went down in r1-k2: going on"
expect "journal" "crash 1 k2 unknown, boot 1 k2, run 1 k2, done 1 k2, finished" \
	"$(journal | sed 's/.*boot 1 k2, run 1 k2, crash/crash/')"

expect "records of k1 in order" true "$(leg S0001/r1-k1 "$SEQ")"
expect "records of k2 in order" true "$(leg S0001/r1-k2 "$SEQ")"
expect "runs in a file" "1 1" "$(leg S0001/r1-k1 '[.[] | .run] | unique | length') $(
	leg S0001/r1-k2 '[.[] | .run] | unique | length')"
expect "results of k1" "pass broken pass pass pass pass" \
	"$(leg S0001/r1-k1 '[.[] | select(.type == "result") | .verdict] | join(" ")')"
expect "its reason" "crashed: the machine went down in it 2 times" \
	"$(leg S0001/r1-k1 '.[] | select(.verdict == "broken") | .reason')"
expect "its figure" null "$(leg S0001/r1-k1 '.[] | select(.verdict == "broken") | .wall_ns')"
expect "crashes of k1" "raid1/ext4/dd/write/fsync-1M 1 unknown, raid1/ext4/dd/write/fsync-1M 2 unknown" \
	"$(leg S0001/r1-k1 '[.[] | select(.type == "crash") | "\(.step) \(.crashes) \(.cause)"] | join(", ")')"
expect "results of k2" "6 pass" \
	"$(leg S0001/r1-k2 '[.[] | select(.type == "result") | .verdict] | "\(length) \(unique | join(" "))"')"
expect "tests of k2 that were begun again" "raid1/ext4/dd/write/direct-1M" \
	"$(leg S0001/r1-k2 '[.[] | select(.type == "step") | .id] | group_by(.) | map(select(length > 1) | .[0]) | join(" ")')"
expect "end of k1" "done 5 1" \
	"$(leg S0001/r1-k1 'last | "\(.outcome) \(.pass) \(.broken)"')"
on_stick results/S0001/summary.txt | grep -q finished || fail "summary.txt does not say finished"

# All is done: the next start of the machine shows it and runs nothing.
on_stick mdbench/progress.txt >"$TMPDIR/before"
stick 1
was_printed 'nothing is run'
on_stick mdbench/progress.txt | cmp - "$TMPDIR/before" || fail "the journal has changed"
