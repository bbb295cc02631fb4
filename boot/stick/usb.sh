#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# usb.sh [OPTION] [WORD=VALUE]...: makes the image of a stick that boots under
# BIOS and UEFI, as LAYOUT.md says; see usage below. The same kernels, words and
# tools give the same bytes. Exit status 2: what was asked for is wrong; 7: it
# could not be made. Then there is no image, and one that was there stays.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
WHAT=usb
# shellcheck source=boot/stick/lib.sh
. "$HERE/lib.sh"

START_SECTOR=2048
JOURNAL_BYTES=65536

usage()
{
	cat <<'END'
usage: usb.sh [OPTION] [WORD=VALUE]...

  --kernels="SPEC..."   as kernel-configs/kernel.sh knows them; Debian's are of
                        flavour amd64 unless they name one
  --plan=FILE           plan.txt of the stick; without it one is made of the words
  --results=MIB         room for results, 64 or more
  --out=FILE            build/usb.img without it

WORD=VALUE are words of plan.txt, as suite=smoke rounds=3 (preset: suite=standard).
END
}

# A file of the root into the image; times are SOURCE_DATE_EPOCH.
put_files()
{
	local path

	(cd "$WORK/root" && find . -mindepth 1 -type d ! -path ./syslinux | sort) >"$WORK/folders"
	(cd "$WORK/root" && find . -type f | sort) >"$WORK/files"
	while read -r path; do
		run mmd -i "$PART" "::${path#.}"
	done <"$WORK/folders"
	while read -r path; do
		run mcopy -i "$PART" "$WORK/root/$path" "::${path#.}"
	done <"$WORK/files"
}

fill_root()
{
	local module

	mkdir -p "$WORK/root/results" "$WORK/root/syslinux" "$WORK/root/EFI/BOOT"
	copy_segments
	for module in ifcpu64 libcom32 libutil menu reboot; do
		cp "$MODULES_BIOS/$module.c32" "$WORK/root/syslinux/"
	done
	cp "$HERE/syslinux.cfg" "$HERE/no64.cfg" "$WORK/root/syslinux/"
	cp "$SYSLINUX/SYSLINUX.EFI/efi64/syslinux.efi" "$WORK/root/EFI/BOOT/BOOTX64.EFI"
	for module in ldlinux.e64 menu.c32 libcom32.c32 libutil.c32; do
		cp "$MODULES_EFI/$module" "$WORK/root/EFI/BOOT/"
	done
	cp "$HERE/efi.cfg" "$WORK/root/EFI/BOOT/syslinux.cfg"
	cp "$WORK/plan.txt" "$WORK/root/plan.txt"
	sed 's/$/\r/' "$HERE/README.txt" >"$WORK/root/README.txt"
	head -c "$JOURNAL_BYTES" /dev/zero | tr '\0' '\n' >"$WORK/root/mdbench/progress.txt"
}

# The volume's id from all that is on it. It stands in the menu itself, which
# is summed without it.
choose_id()
{
	local sum

	MEDIUM=0000-0000
	write_menu
	sum=$( (cd "$WORK/root" && find . -type f | sort | while read -r path; do
		sha256sum "$path"
	done; echo "$RESULTS_MIB") | sha256sum | tr a-f A-F)
	SERIAL=$(echo "$sum" | cut -c 1-8)
	DISK_ID=$(echo "$sum" | cut -c 9-16)
	MEDIUM=$(echo "$sum" | cut -c 1-4)-$(echo "$sum" | cut -c 5-8)
	write_menu
}

# Sets CONTENT_BYTES, SECTORS of the partition and CLUSTER in sectors: the
# largest that leaves more clusters than FAT32 must have.
choose_size()
{
	local kib

	CONTENT_BYTES=$(find "$WORK/root" -type f -exec stat -c %s {} + |
		awk '{ sum += $1 } END { print sum }')
	kib=$(find "$WORK/root" -exec stat -c %s {} + |
		awk '{ sum += int($1 / 4096) * 4 + 4 } END { print sum }')
	SECTORS=$(((kib / 1024 + 3 + RESULTS_MIB) * 2048))
	CLUSTER=8
	while [ $((SECTORS / CLUSTER)) -lt 70000 ]; do
		CLUSTER=$((CLUSTER / 2))
	done
}

make_image()
{
	local image

	image=$WORK/image
	run truncate -s $(((START_SECTOR + SECTORS) * 512)) "$image"
	printf 'label: dos\nlabel-id: 0x%s\nstart=%d, size=%d, type=c, bootable\n' \
		"$DISK_ID" "$START_SECTOR" "$SECTORS" >"$WORK/table"
	sfdisk -q --no-reread --no-tell-kernel "$image" <"$WORK/table" >&2 ||
		die 7 "sfdisk: cannot write a partition table to $image"
	run dd if="$SYSLINUX/syslinux/mbr/mbr.bin" of="$image" bs=440 count=1 conv=notrunc
	PART=$image@@$((START_SECTOR * 512))
	run mformat -i "$PART" -F -c "$CLUSTER" -T "$SECTORS" -h 255 -s 63 \
		-H "$START_SECTOR" -v MDBENCH -N "$SERIAL" ::
	# Of all files the first, so that it is in one piece.
	run mmd -i "$PART" ::/syslinux
	run syslinux --install -t $((START_SECTOR * 512)) -d syslinux "$image"
	# The spare of the boot sector, as file system checks want it.
	run dd if="$image" of="$image" bs=512 skip="$START_SECTOR" \
		seek=$((START_SECTOR + 6)) count=1 conv=notrunc
	put_files
}

main()
{
	OUT=$BUILD/usb.img
	read_options "$@"
	need_tools sfdisk mformat mcopy syslinux "$MODULES_BIOS/menu.c32" \
		"$SYSLINUX/SYSLINUX.EFI/efi64/syslinux.efi" "$SYSLINUX/syslinux/mbr/mbr.bin"
	PREFIX=/mdbench/
	make_work "$OUT"
	make_plan
	find_kernels
	fill_root
	choose_id
	choose_size
	make_image
	mv "$WORK/image" "$OUT"
	printf '%s: %d MiB, content %s; write it with: dd if=%s of=/dev/sdX bs=4M conv=fsync\n' \
		"$OUT" $(((START_SECTOR + SECTORS) / 2048)) "$(print_mib "$CONTENT_BYTES")" "$OUT"
}

main "$@"
