#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# iso.sh [OPTION] [WORD=VALUE]...: makes a disc that starts under BIOS and UEFI,
# from a drive or written to a stick as it is; see usage below. The same kernels,
# words and tools give the same bytes. Exit status 2: what was asked for is
# wrong; 7: it could not be made. Then an image that was there stays.
#
# UEFI reads nothing but the FAT file system of the boot catalogue, and BIOS not
# that one: so all kernels are on the disc twice.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
WHAT=iso
# shellcheck source=boot/stick/lib.sh
. "$HERE/lib.sh"

DATE=1980010100000000

usage()
{
	cat <<'END'
usage: iso.sh [OPTION] [WORD=VALUE]...

  --kernels="SPEC..."   as kernel-configs/kernel.sh knows them; Debian's are of
                        flavour amd64 unless they name one
  --plan=FILE           words in the form of plan.txt; without it those given here
  --out=FILE            build/mdbench.iso without it

WORD=VALUE are words of the plan, as suite=smoke (preset: suite=standard).
Records go to the serial line: a disc takes none, and one kernel runs a start.
END
}

fill_root()
{
	local root

	root=$WORK/root
	copy_segments
	make_plan_segment
	print_plain_menu >"$root/mdbench/menu.cfg"
	copy_loader bios "$root/isolinux"
	cp "$SYSLINUX/ISOLINUX/isolinux.bin" "$MODULES_BIOS/ldlinux.c32" "$root/isolinux/"
	print_config syslinux.cfg >"$root/isolinux/isolinux.cfg"
	cp "$WORK/plan.txt" "$root/plan.txt"
	sed 's/$/\r/' "$HERE/README.iso" >"$root/README.txt"
}

# The FAT file system that UEFI reads.
make_efi_image()
{
	local efi kib image

	efi=$WORK/efi
	# Within the volume: the catalogue has no size for one above 32 MiB, and
	# firmware then takes all up to the volume's end.
	image=$WORK/efi.img
	copy_loader efi64 "$efi/EFI/BOOT"
	cp "$EFI_LOADER" "$efi/EFI/BOOT/BOOTX64.EFI"
	print_config efi.cfg >"$efi/EFI/BOOT/syslinux.cfg"
	cp -al "$WORK/root/mdbench" "$efi/mdbench"
	kib=$(find "$efi" -exec stat -c %s {} + |
		awk '{ sum += int($1 / 4096) * 4 + 4 } END { print sum }')
	kib=$(((kib / 1024 + 2) * 1024))
	run truncate -s "${kib}K" "$image"
	run mformat -i "$image" -T $((kib * 2)) -h 255 -s 63 -v MDBENCH -N "$SERIAL" ::
	put_files "$efi" "$image"
	mv "$image" "$WORK/root/mdbench/efi.img"
}

main()
{
	OUT=$BUILD/mdbench.iso
	read_options "$@"
	check_out
	need_tools xorriso mformat bsdtar "$MODULES_BIOS/menu.c32" "$EFI_LOADER" \
		"$SYSLINUX/ISOLINUX/isolinux.bin" "$SYSLINUX/ISOLINUX/isohdpfx.bin"
	PREFIX=/mdbench/
	MEDIUM=
	make_work "$OUT"
	make_plan
	find_kernels
	fill_root
	SERIAL=$(sum_root | cut -c 1-8)
	make_efi_image
	run xorriso -as mkisofs -o "$WORK/image" -V MDBENCH -J -r \
		--modification-date="$DATE" --set_all_file_dates "$DATE" \
		-isohybrid-mbr "$SYSLINUX/ISOLINUX/isohdpfx.bin" \
		-b isolinux/isolinux.bin -c isolinux/boot.cat -no-emul-boot \
		-boot-load-size 4 -boot-info-table \
		-eltorito-alt-boot -e mdbench/efi.img -no-emul-boot -isohybrid-gpt-basdat \
		--gpt_disk_guid modification-date \
		"$WORK/root"
	mv "$WORK/image" "$OUT"
	printf '%s: %s; burn it, or write it to a stick with: dd if=%s of=/dev/sdX bs=4M conv=fsync\n' \
		"$OUT" "$(print_mib "$(stat -c %s "$OUT")")" "$OUT"
}

main "$@"
