#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Put the metal segment together: metal.sh writes $BUILD/initramfs/metal.cpio.gz
# out of what is built, for real machines only: the QR code of the last page and
# what sends results over a network. metal.mtree says what is in it.
set -eu

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
	echo "# the metal segment of mdbench: part, version, sha256"
	print_part busybox-net "$(version_of busybox)" bin/busybox-net
	print_part qrencode "$(version_of qrencode)" bin/qrencode
	print_part udhcpc.sh - etc/mdbench/udhcpc.sh
}

main() {
	[ $# -eq 0 ] || { echo "usage: metal.sh" >&2; exit 2; }
	here=$(cd "$(dirname "$0")" && pwd -P)
	build=$(cd "${BUILD:-build}" && pwd -P)
	umask 022
	root=$(mktemp -d "$build/initramfs/.metal.XXXXXX")
	trap 'rm -rf "$root"' EXIT
	trap 'exit 1' HUP INT TERM
	cd "$root"
	mkdir -p bin etc/mdbench/segments
	cp "$build/initramfs/bin/busybox-net" "$build/initramfs/bin/qrencode" bin/
	cp "$here/udhcpc.sh" etc/mdbench/
	print_parts >etc/mdbench/segments/metal
	"$here/pack.sh" "$here/metal.mtree" "$root" "$build/initramfs/metal.cpio.gz"
}

main "$@"
