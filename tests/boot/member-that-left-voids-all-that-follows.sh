#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will take a member from a mirror at work and see no later test of it pass.
# needs: qemu network
# timeout: 300
set -eu
. tests/lib/boot.sh
s=$(segment_that_then <<'END'
# 4 MiB were written to it: its first test is over, or all but over.
sectors=0
while [ "$sectors" -lt 8192 ]; do
	set -- $(cat /sys/block/md101/stat)
	sectors=$7
done
for member in /sys/block/md101/md/dev-*; do :; done
echo faulty >"$member/state"
wait
poweroff -f
END
)
boot 1 --segment "$s" --only 'raid1/*/dd/*/*-1M'
expect "results" 12 "$(records '[.[] | select(.type == "result")] | length')"
expect "figures of a mirror with one member" "" \
	"$(records '.[] | select(.type == "result" and .md.degraded_end != 0 and .verdict != "void").id')"
expect "tests after it left" "true" \
	"$(records '[.[] | select(.type == "result" and .md.degraded_start == 1 and
		(.reason | test("members of md101 were missing")))] | length >= 1')"
