#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will look into each program of the base segment and want it static,
# stripped, and without the name of the folder that it was built in.
# needs: none
# timeout: 30
set -eu

bad=0
complain() { echo "$*" >&2; bad=1; }

folder=$(cd "$BUILD" && pwd -P)
gzip -dc "$BUILD/initramfs/base.cpio.gz" | bsdtar -xf - -C "$TMPDIR" ./bin ./init
for file in busybox mdadm mdbench mke2fs; do
	file=$TMPDIR/bin/$file
	name=${file##*/}
	readelf -hlSd "$file" >"$TMPDIR/elf"
	! grep -q 'INTERP' "$TMPDIR/elf" || complain "$name: asks for a dynamic loader"
	! grep -q 'NEEDED' "$TMPDIR/elf" || complain "$name: needs a library"
	! grep -q '\.symtab' "$TMPDIR/elf" || complain "$name: is not stripped"
	strings -a "$file" >"$TMPDIR/strings"
	for word in "$folder" "$PWD/" /tmp/ initramfs/.; do
		! grep -qF -- "$word" "$TMPDIR/strings" ||
			complain "$name: names $word: $(grep -F -- "$word" "$TMPDIR/strings" | head -n 1)"
	done
done
exit $bad
