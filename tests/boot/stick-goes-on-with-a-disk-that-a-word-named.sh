#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will pull the plug while a file system of ours is on a disk that plan.txt
# names with erase=yes: the next boot goes on with it. Another's ext4 there is refused.
# needs: qemu kernel-reference mtools e2fsprogs jq
# timeout: 600
set -eu
. tests/lib/metal.sh
. tests/lib/session.sh

disk=$TMPDIR/named
truncate -s 512M "$disk"
stick_image reference suite=smoke 'only=single/ext4/dd/*/*-1M' size=32M countdown=0 hold=0 \
	disks=attached-0 erase=yes
stick 6 --attach "$disk" --kill-at='fsync-1M","index"'
was_printed 'single: serial:attached-0'
dumpe2fs -h "$disk" >"$TMPDIR/fs" 2>&1 || fail "the plug was pulled before the file system was made"
stick 0 --attach "$disk"
was_printed 'going on'
expect "journal" "run 1 k1, crash 1 k1 unknown, run 1 k1, done 1 k1, finished" "$(journal)"
expect "results" "6 pass" \
	"$(leg S0001/r1-k1 '[.[] | select(.type == "result") | .verdict] | "\(length) \(unique | join(" "))"')"
expect "its signature at the second boot" "true" \
	"$(leg S0001/r1-k1 '[.[] | select(.type == "disk" and .serial == "attached-0")] | last | .consent')"

mke2fs -q -F -t ext4 "$disk"
sha256sum "$disk" >"$TMPDIR/before"
on_stick mdbench/next.cfg | sed 's/start=auto/start=all /' | put_on_stick mdbench/next.cfg
stick 3 --attach "$disk"
was_printed 'it carries ext4, which only erase=signed may erase'
sha256sum -c --quiet "$TMPDIR/before" || fail "the disk of another has changed"
