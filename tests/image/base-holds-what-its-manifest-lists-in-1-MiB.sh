#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will unpack the base segment's list and want each row of base.mtree
# in it, nothing else, all owned by root and without a time, in 1 MiB at most.
# needs: none
# timeout: 30
set -eu

fail() { echo "$*" >&2; exit 1; }

base=$BUILD/initramfs/base.cpio.gz
size=$(wc -c <"$base")
echo "$base: $size bytes"
[ "$size" -le 1048576 ] || fail "$base: $size bytes are more than 1 MiB"

gzip -dc "$base" | bsdtar -tf - | sed 's|/$||' | sort >"$TMPDIR/have"
grep '^\./\|^\.	' initramfs/base.mtree | sed 's/[ 	].*//' | sort >"$TMPDIR/want"
[ "$(wc -l <"$TMPDIR/want")" -gt 20 ] || fail "base.mtree: hardly a row in it"
diff "$TMPDIR/want" "$TMPDIR/have" || fail "what is in $base is not what base.mtree lists"

# Mode, links, user, group, then size or device.
gzip -dc "$base" | TZ=UTC bsdtar -tvf - >"$TMPDIR/long"
awk '$3 != 0 || $4 != 0 { print; bad = 1 } END { exit bad }' "$TMPDIR/long" ||
	fail "not owned by root"
grep -v 'Jan  1  1970' "$TMPDIR/long" && fail "a time is in it"
grep -q '^crw------- .* 5,1 .*/dev/console$' "$TMPDIR/long" || fail "/dev/console is no device"
grep -q '^-rwxr-xr-x .*/init$' "$TMPDIR/long" || fail "/init cannot be run"

# A part a line, each with the sum of what is really there.
mkdir "$TMPDIR/root"
gzip -dc "$base" | bsdtar -xf - -C "$TMPDIR/root" ./init ./bin ./etc
for part in bin/busybox init bin/mdadm bin/mdbench bin/mke2fs; do
	sum=$(sha256sum <"$TMPDIR/root/$part")
	grep -q "^${part#bin/} [^ ]* ${sum%% *}\$" "$TMPDIR/root/etc/mdbench/segments/base" ||
		fail "/etc/mdbench/segments/base: does not have the right sum of $part"
done
