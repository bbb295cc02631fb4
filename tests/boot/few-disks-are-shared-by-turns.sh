#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will measure all targets on four disks, and refuse three.
# needs: qemu network
# timeout: 600
set -eu
. tests/lib/boot.sh
boot 0 --only '*-1M' --disks 4x512M
expect_clean
expect "results" "36 pass" \
	"$(records '[.[] | select(.type == "result")] | "\(length) \(map(.verdict) | unique | join(" "))"')"
expect "roles of the first disk" "single+raid1+raid0" \
	"$(records '.[] | select(.type == "disk" and .serial == "mdbench-0") | .role')"
boot 2 --disks 3x512M
said "too few disks"
[ ! -e "$RUN" ] || fail "a run that could not begin left its folder"
boot 2 --size 4G
said "do not fit"
