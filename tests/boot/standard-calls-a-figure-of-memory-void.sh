#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will ask the suite that promises the disk for a file that memory holds.
# needs: qemu network
# timeout: 300
set -eu
. tests/lib/boot.sh
boot 1 --suite standard --size 8M --only 'raid1/ext4/dd/write/*-1M'
expect "verdicts" "async-1M void, fsync-1M pass, direct-1M pass, dsync-1M pass" \
	"$(records '[.[] | select(.type == "result") | "\(.id | split("/")[-1]) \(.verdict)"] | join(", ")')"
expect "reason" "memory held it" \
	"$(records '.[] | select(.verdict == "void") | .reason[:14]')"
expect "cached" "true" "$(records '.[] | select(.verdict == "void") | .cached')"
expect "verdict" "fail 1" "$(head -n 1 "$RUN/verdict")"
