#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will unpack the metal segment and want each row of metal.mtree in
# it and nothing else, owned by root and without a time, its programs static and
# without the name of a folder, a row for each applet, and at most 256 KiB.
# needs: none
# timeout: 300
set -eu

fail() { echo "$*" >&2; exit 1; }

metal=$BUILD/initramfs/metal.cpio.gz
env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL nice make BUILD="$BUILD" metal >"$TMPDIR/log" 2>&1 ||
	{ tail -n 20 "$TMPDIR/log"; fail "make metal failed"; }
size=$(wc -c <"$metal")
echo "$metal: $size bytes"
[ "$size" -le 262144 ] || fail "$metal: $size bytes are more than 256 KiB"

gzip -dc "$metal" | bsdtar -tf - | sed 's|/$||' | sort >"$TMPDIR/have"
grep '^\./' initramfs/metal.mtree | sed 's/[ 	].*//' | sort >"$TMPDIR/want"
[ "$(wc -l <"$TMPDIR/want")" -gt 8 ] || fail "metal.mtree: hardly a row in it"
diff "$TMPDIR/want" "$TMPDIR/have" || fail "what is in $metal is not what metal.mtree lists"
gzip -dc "$metal" | TZ=UTC bsdtar -tvf - >"$TMPDIR/long"
awk '$3 != 0 || $4 != 0 { print; bad = 1 } END { exit bad }' "$TMPDIR/long" ||
	fail "not owned by root"
! grep -v 'Jan  1  1970' "$TMPDIR/long" || fail "a time is in it"

mkdir "$TMPDIR/root"
gzip -dc "$metal" | bsdtar -xf - -C "$TMPDIR/root"
cd "$TMPDIR/root"
for part in bin/busybox-net bin/qrencode etc/mdbench/udhcpc.sh; do
	sum=$(sha256sum <"$part")
	grep -q "^${part##*/} [^ ]* ${sum%% *}\$" etc/mdbench/segments/metal ||
		fail "/etc/mdbench/segments/metal: does not have the right sum of $part"
done
for file in bin/busybox-net bin/qrencode; do
	readelf -lSd "$file" >"$TMPDIR/elf"
	! grep -qE 'INTERP|NEEDED|\.symtab' "$TMPDIR/elf" || fail "$file: not static or not stripped"
	! strings -a "$file" | grep -F -e "$OLDPWD/" -e /tmp/ -e initramfs/. ||
		fail "$file: names a folder"
done
bin/busybox-net --list | grep -vx busybox | sort >"$TMPDIR/applets"
find bin -type l | sed 's|bin/||' | sort >"$TMPDIR/links"
diff "$TMPDIR/applets" "$TMPDIR/links" || fail "applets and links are not the same"
printf 'mdbench' | bin/qrencode -t ASCII | grep -q '####' || fail "qrencode: prints no code"
