#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will make a disc twice: the same bytes. Its catalogue must have an
# entry for BIOS and one for UEFI, its partition table the latter for sticks, and
# in both file systems the entries must name what is there.
# needs: mtools syslinux syslinux-efi isolinux xorriso dosfstools
# timeout: 120
set -eu
. tests/lib/stick.sh

main()
{
	local disc root efi

	make_parts
	disc=$TMPDIR/mdbench.iso
	make_medium iso 0 --kernels="$TMPDIR/one $TMPDIR/two" --out="$disc" suite=smoke
	touch -d '2031-05-06 07:08:09' "$TMPDIR/one"
	make_medium iso 0 --kernels="$TMPDIR/one $TMPDIR/two" --out="$TMPDIR/again.iso" suite=smoke
	cmp "$disc" "$TMPDIR/again.iso" || fail "another disc"
	xorriso -indev "$disc" -report_el_torito plain 2>/dev/null >"$TMPDIR/catalogue"
	expect "catalogue" "BIOS UEFI" \
		"$(sed -n 's/^El Torito boot img : *[12]  \([A-Z]*\)  y .*/\1/p' "$TMPDIR/catalogue" |
			tr '\n' ' ' | sed 's/ $//')"
	sfdisk -d "$disc" | grep -q 'type=ef' || fail "no partition for UEFI"

	root=$TMPDIR/root
	efi=$TMPDIR/efi
	mkdir "$root" "$efi"
	bsdtar -x -f "$disc" -C "$root"
	expect_entries "$root/isolinux/isolinux.cfg" "$root/isolinux"
	expect_entries "$root/mdbench/menu.cfg" "$root"
	expect_sums "$root/mdbench/menu.cfg" "$root/mdbench"
	fsck.vfat -n "$root/mdbench/efi.img" >"$TMPDIR/fsck" || fail "$(cat "$TMPDIR/fsck")"
	mcopy -s -n -i "$root/mdbench/efi.img" ::/ "$efi/"
	expect_entries "$efi/EFI/BOOT/syslinux.cfg" "$efi/EFI/BOOT"
	expect_entries "$efi/mdbench/menu.cfg" "$efi"
	[ -s "$efi/EFI/BOOT/BOOTX64.EFI" ] || fail "no loader for UEFI"
	rm "$root/mdbench/efi.img"
	diff -r "$root/mdbench" "$efi/mdbench" || fail "other kernels for UEFI"
}

main "$@"
