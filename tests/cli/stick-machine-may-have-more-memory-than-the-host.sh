#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will print the commands of machines for a stick, small and large: memory of
# the large ones is not reserved on the host, and both have all that was asked for.
# needs: qemu
# timeout: 60
set -eu

fail() { echo "FAIL: $*"; exit 1; }

# has SIZE TEXT, has_not SIZE TEXT
print() { "$BUILD/mdlab" stick "$TMPDIR/stick.img" --accel=tcg --print --memory="$1"; }
has() { print "$1" | grep -q -e "$2" || fail "$1: no $2 in: $(print "$1")"; }
has_not() { ! print "$1" | grep -q -e "$2" || fail "$1: $2 in: $(print "$1")"; }

truncate -s 70M "$TMPDIR/stick.img"
got=0
print 4G >"$TMPDIR/out" 2>&1 || got=$?
[ "$got" = 2 ] || fail "no boot signature: exit status $got: $(cat "$TMPDIR/out")"
grep -q 'nothing to start a machine from' "$TMPDIR/out" || fail "$(cat "$TMPDIR/out")"
printf '\125\252' | dd of="$TMPDIR/stick.img" bs=1 seek=510 conv=notrunc status=none
has 4G '-m 4096'
has_not 4G memory-backend
has 4097M '-m 4097'
has 512G '-m 524288'
has 512G 'memory-backend=memory'
has 512G 'memory-backend-ram,id=memory,reserve=off,size=524288M'
