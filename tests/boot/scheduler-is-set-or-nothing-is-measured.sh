#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will ask for an I/O scheduler that is a module of this kernel, and for one that it lacks.
# needs: qemu network
# timeout: 300
set -eu
. tests/lib/boot.sh
set -- --kernel debian:bookworm --disks "2x256M,keep=$TMPDIR/disks"
boot 0 "$@" --only 'single/raw/dd/read/direct-1M' --append mdbench.scheduler=bfq
expect_clean
expect "scheduler of the disks that are used" bfq \
	"$(records '[.[] | select(.type == "disk" and .consent) | .scheduler] | unique | join(" ")')"
expect "result" pass "$(records '.[] | select(.type == "result") | .verdict')"
sum=$(sha256sum "$TMPDIR"/disks/*.img)
# That nothing was measured is no pass.
boot 1 "$@" --only 'raid1/*/dd/read/direct-1M' --append mdbench.scheduler=swift
expect "results" "2 unsupported, null bytes" "$(records '[.[] | select(.type == "result")] |
	"\(length) \(map(.verdict) | unique | join(" ")), \(map(.bytes) | first) bytes"')"
expect "reason" "scheduler=swift: serial:mdbench-0 has no such scheduler with this kernel; there are: mq-deadline none" \
	"$(records '[.[] | select(.type == "result") | .reason] | unique | .[]')"
expect "arrays" 0 "$(records '[.[] | select(.type == "array")] | length')"
[ "$sum" = "$(sha256sum "$TMPDIR"/disks/*.img)" ] || fail "a disk was written to"
