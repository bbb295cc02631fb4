#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will give one kernel as a file with modules, a built tree and a Debian package.
# needs: network kernel-reference
# timeout: 300
set -eu

fail() { echo "FAIL: $*"; exit 1; }
value() { sed -n "s/^$1=//p" "$TMPDIR/out"; }
resolve() { kernel-configs/kernel.sh "$@" >"$TMPDIR/out" || fail "kernel.sh $*"; }
# What a segment loads, without the folder.
order() { bsdtar -xOf "$(value modules)" lib/mdbench/modules/order | sed 's|.*/||'; }

resolve debian:bookworm
image=$(value image)
release=$(value release)
folder=${image%/*}
order >"$TMPDIR/order"
[ -s "$TMPDIR/order" ] || fail "no modules are loaded"
modules=$folder/modules
[ -d "$modules" ] || fail "no modules of $release in $folder"

resolve "$image"
[ "$(value image)" = "$image" ] || fail "file: another image: $(value image)"
[ "$(value release)" = "$release" ] || fail "file: another release"
[ -z "$(value modules)" ] || fail "file: modules out of nowhere"
resolve "$image" "$modules"
order | cmp - "$TMPDIR/order" || fail "file: MODULES gives another list"

mkdir -p "$TMPDIR/deb/DEBIAN" "$TMPDIR/deb/boot" "$TMPDIR/deb/lib/modules"
printf '%s\n' 'Package: linux-image-test' 'Version: 1' 'Architecture: amd64' \
	'Maintainer: nobody <nobody@localhost>' 'Description: a kernel' >"$TMPDIR/deb/DEBIAN/control"
cp "$image" "$TMPDIR/deb/boot/vmlinuz-$release"
cp -a "$modules" "$TMPDIR/deb/lib/modules/$release"
dpkg-deb -Znone --root-owner-group -b "$TMPDIR/deb" "$TMPDIR/test.deb" >/dev/null
build=$BUILD
BUILD=$TMPDIR/build
export BUILD
resolve "$TMPDIR/test.deb"
[ "$(value release)" = "$release" ] || fail "package: release $(value release)"
cmp "$(value image)" "$image" || fail "package: another image"
order | cmp - "$TMPDIR/order" || fail "package: another list of modules"
echo 'not a package' >"$TMPDIR/bad.deb"
got=0
kernel-configs/kernel.sh "$TMPDIR/bad.deb" >/dev/null 2>"$TMPDIR/err" || got=$?
[ $got = 2 ] || fail "a broken package: exit status $got, not 2"
[ "$(wc -l <"$TMPDIR/err")" = 1 ] || fail "a broken package: not one line: $(cat "$TMPDIR/err")"
BUILD=$build

resolve reference
reference=$(value image)
mkdir -p "$TMPDIR/linux/arch/x86/boot"
cp "$reference" "$TMPDIR/linux/arch/x86/boot/bzImage"
resolve "$TMPDIR/linux"
[ "$(value image)" = "$TMPDIR/linux/arch/x86/boot/bzImage" ] || fail "tree: image $(value image)"
[ -z "$(value modules)" ] || fail "tree: modules out of nowhere"
