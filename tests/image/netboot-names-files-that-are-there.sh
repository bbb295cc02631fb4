#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will make the folder of a netboot server twice: the same bytes and
# times. All that the menus of PXE and the script of iPXE name must be there, seen
# from each loader's own folder, and the plan must be in its segment.
# needs: mtools syslinux syslinux-efi pxelinux
# timeout: 120
set -eu
. tests/lib/stick.sh

main()
{
	local root again

	make_parts
	root=$TMPDIR/netboot
	again=$TMPDIR/again
	printf 'suite=smoke # mine\n' >"$TMPDIR/plan"
	make_medium netboot 0 --kernels="$TMPDIR/one $TMPDIR/two" --plan="$TMPDIR/plan" --out="$root"
	# An older one is replaced as a whole.
	mkdir "$again"
	touch "$again/mdbench.ipxe" "$again/of old"
	touch "$TMPDIR/plan" "$TMPDIR/one"
	make_medium netboot 0 --kernels="$TMPDIR/one $TMPDIR/two" --plan="$TMPDIR/plan" --out="$again"
	for path in "$root" "$again"; do
		bsdtar -c --format=ustar -f "$path.tar" -C "$path" .
		bsdtar -t -v -f "$path.tar" | sed 's/ link to .*//' | sort -k 9 >"$path.list"
	done
	diff "$root.list" "$again.list" || fail "other files, times or modes"
	expect "files of another time" "" "$(find "$root" ! -newermt 1979-12-31 -o -newermt 1980-01-02)"
	diff -r "$root" "$again" || fail "other bytes"

	for path in "$root" "$root/efi64"; do
		expect_entries "$path/pxelinux.cfg/default" "$path"
		expect_entries "$path/mdbench/menu.cfg" "$path"
		expect_sums "$path/mdbench/menu.cfg" "$path/mdbench"
	done
	[ -s "$root/pxelinux.0" ] || fail "no pxelinux.0"
	[ -s "$root/efi64/syslinux.efi" ] || fail "no syslinux.efi"
	awk '($1 == "kernel" || $1 == "initrd") { print $2 }
		$1 == "iseq" { print $6; print $9 }' "$root/mdbench.ipxe" >"$TMPDIR/named"
	expect "files that iPXE names" 15 "$(wc -l <"$TMPDIR/named")"
	while read -r name; do
		[ -s "$root/$name" ] || fail "mdbench.ipxe: $name is not there"
	done <"$TMPDIR/named"
	expect_sums "$root/mdbench.ipxe" "$root/mdbench"
	expect "plan" "suite=smoke # mine" \
		"$(bsdtar -x -O -f "$root/mdbench/plan.gz" ./etc/mdbench/plan)"
	cmp "$TMPDIR/plan" "$root/plan.txt"
}

main "$@"
