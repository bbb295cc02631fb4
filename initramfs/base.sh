#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Put the base segment together: base.sh writes $BUILD/initramfs/base.cpio.gz
# out of what is built. base.mtree says what is in it; here only the files'
# contents are laid ready, and the list of its parts is written.
set -eu

die() { echo "base.sh: $*" >&2; exit 1; }

print_part() {
	local name="$1" version="$2" file="$3" sum
	sum=$(sha256sum <"$file")
	echo "$name $version ${sum%% *}"
}

version_of() {
	awk -v package="$1" '$1 == package { print $2 }' "$here/sources.lock"
}

# A part a line: name, version (- for our own), sha256.
print_parts() {
	echo "# the base segment of mdbench: part, version, sha256"
	print_part busybox "$(version_of busybox)" bin/busybox
	print_part init - init
	print_part mdadm "$(version_of mdadm)" bin/mdadm
	print_part mdbench - bin/mdbench
	print_part mke2fs "$(version_of e2fsprogs)" bin/mke2fs
}

main() {
	[ $# -eq 0 ] || { echo "usage: base.sh" >&2; exit 2; }
	here=$(cd "$(dirname "$0")" && pwd -P)
	build=$(cd "${BUILD:-build}" && pwd -P)
	[ -x "$build/mdbench" ] || die "$build/mdbench is missing: run make $build/mdbench first"
	umask 022
	root=$(mktemp -d "$build/initramfs/.root.XXXXXX")
	trap 'rm -rf "$root"' EXIT
	trap 'exit 1' HUP INT TERM
	cd "$root"
	mkdir -p bin etc/mdbench/segments
	cp "$here/init" .
	cp "$here/etc/passwd" "$here/etc/group" etc/
	cp "$build/mdbench" "$build/initramfs/bin/busybox" "$build/initramfs/bin/mdadm" \
		"$build/initramfs/bin/mke2fs" bin/
	print_parts >etc/mdbench/segments/base
	"$here/pack.sh" "$here/base.mtree" "$root" "$build/initramfs/base.cpio.gz"
}

main "$@"
