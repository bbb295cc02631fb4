#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run two guests at once, and refuse to share one set of disks.
# needs: qemu network
# timeout: 400
set -eu
. tests/lib/boot.sh
"$MDLAB" run --out "$TMPDIR/other" --only 'raid1/*/dd/*/*-1M' --disks "2x512M,keep=$TMPDIR/disks" \
	>"$TMPDIR/other.out" 2>"$TMPDIR/other.err" </dev/null &
pid=$!
while ! grep -qs '"type":"step"' "$TMPDIR/other/records.jsonl"; do
	kill -0 $pid 2>/dev/null || { cat "$TMPDIR/other.err"; fail "the first run ended early"; }
done
boot 2 --only 'raid1/*/dd/*/*-1M' --disks "2x512M,keep=$TMPDIR/disks"
said "$TMPDIR/disks"
boot 0 --only 'raid1/*/dd/*/*-1M' --disks 2x512M
expect_clean
got=0
wait $pid || got=$?
expect "exit status of the first run" 0 $got
RUN=$TMPDIR/other
expect_clean
