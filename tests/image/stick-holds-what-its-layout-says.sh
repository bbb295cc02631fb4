#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will look into a stick of two kernels: partition, boot code, a sound
# file system with room for results, files of their sizes, entries and rows that
# name what is there, with the right sums; and what is not used is zero.
# needs: mtools syslinux syslinux-efi fdisk dosfstools
# timeout: 120
set -eu
. tests/lib/stick.sh

check_disk()
{
	expect "partitions" 1 "$(sfdisk -d "$IMAGE" | grep -c ' : ')"
	sfdisk -d "$IMAGE" | grep -qE ': start= *2048, .*type=c, bootable$' ||
		fail "partition: $(sfdisk -d "$IMAGE" | tail -n 1)"
	head -c 440 /usr/lib/syslinux/mbr/mbr.bin >"$TMPDIR/code"
	cmp -n "$(stat -c %s "$TMPDIR/code")" "$TMPDIR/code" "$IMAGE" || fail "boot code"
	dd if="$IMAGE" of="$TMPDIR/part" bs=1M skip=1 conv=sparse 2>/dev/null
	fsck.vfat -n "$TMPDIR/part" >"$TMPDIR/fsck" || { cat "$TMPDIR/fsck"; fail "fsck"; }
	expect "remarks of fsck" 2 "$(wc -l <"$TMPDIR/fsck")"
	minfo -i "$PART" :: | grep -q 'disk type="FAT32' || fail "not FAT32"
	mdir -i "$PART" :: | grep -q 'is MDBENCH' || fail "label"
	[ "$(mdir -i "$PART" :: | sed -n 's/ *\(.*\) bytes free/\1/p' | tr -d ' ')" -ge 67108864 ] ||
		fail "less than 64 MiB free"
	# 300 and 500 KiB of one letter, the boot loader; 64 MiB of what is not zero
	# would show.
	[ "$(gzip -1 <"$IMAGE" | wc -c)" -lt 1500000 ] || fail "more than its content"
}

check_rows()
{
	local key release image initrd append name

	while read -r key release image initrd append; do
		echo "$key $release" >>"$TMPDIR/keys"
		for name in "$image" $(echo "$initrd" | tr ',' ' '); do
			[ -s "$ROOT/$name" ] || fail "kernels.txt: $name is not there"
		done
		case $append in
		*mdbench.start=*) fail "kernels.txt: $key starts in a way of its own" ;;
		*" mdbench.kernel=$key mdbench.accel=metal "*) ;;
		*) fail "kernels.txt: $key: $append" ;;
		esac
	done <"$ROOT/mdbench/kernels.txt"
	expect "kernels" "k1 6.1.0-one k2 7.3.0-two" "$(tr '\n' ' ' <"$TMPDIR/keys" | sed 's/ $//')"
}

main()
{
	make_parts
	make_medium usb 0 --kernels="$TMPDIR/one $TMPDIR/two" --out="$IMAGE" suite=smoke rounds=2
	grep -qE '^[^ ]*usb.img: [0-9]+ MiB, content [0-9.]+ MiB; .*dd if=' "$TMPDIR/stdout" ||
		fail "said: $(cat "$TMPDIR/stdout")"
	check_disk
	ROOT=$TMPDIR/root
	mkdir "$ROOT"
	mcopy -s -n -i "$PART" ::/ "$ROOT/"
	cmp "$TMPDIR/one" "$ROOT/mdbench/k1/vmlinuz"
	cmp "$TMPDIR/two" "$ROOT/mdbench/k2/vmlinuz"
	expect "next.cfg" 4096 "$(stat -c %s "$ROOT/mdbench/next.cfg")"
	expect "progress.txt" 65536 "$(tr -cd '\n' <"$ROOT/mdbench/progress.txt" | wc -c)"
	expect "progress.txt, all" 65536 "$(stat -c %s "$ROOT/mdbench/progress.txt")"
	[ -d "$ROOT/results" ] || fail "no results"
	check_rows
	for menu in mdbench/menu.cfg mdbench/next.cfg; do
		expect_entries "$ROOT/$menu" "$ROOT"
		expect_sums "$ROOT/$menu" "$ROOT/mdbench"
	done
	expect_entries "$ROOT/syslinux/syslinux.cfg" "$ROOT/syslinux"
	expect_entries "$ROOT/syslinux/no64.cfg" "$ROOT/syslinux"
	expect_entries "$ROOT/EFI/BOOT/syslinux.cfg" "$ROOT/EFI/BOOT"
	[ -s "$ROOT/EFI/BOOT/BOOTX64.EFI" ] || fail "no loader for UEFI"
	expect "entries" "all list k1 k2" "$(sed -n 's/^LABEL //p' "$ROOT/mdbench/menu.cfg" | tr '\n' ' ' | sed 's/ $//')"
	expect "default" "next 50" "$(sed -n 's/^DEFAULT //p; ' "$ROOT/mdbench/menu.cfg") $(sed -n 's/^TIMEOUT //p; ' "$ROOT/mdbench/menu.cfg")"
	expect "plan" "suite=smoke rounds=2" "$(tr -d '\r' <"$ROOT/plan.txt" | sed '/^#/d; /^$/d' | tr '\n' ' ' | sed 's/ $//')"
	expect "lines of the plan without CR" 0 "$(grep -vc "$(printf '\r')\$" "$ROOT/plan.txt" || true)"
}

main "$@"
