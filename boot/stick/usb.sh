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

# The entry that starts by itself, as long as what will be written over it.
print_next()
{
	local key release sum text

	read -r key release sum <"$WORK/found"
	text=$(print_entry next 'Go on, or begin: all kernels' "$key" "$sum" mdbench.start=auto)
	printf '%-4095s\n' "$text" | awk '
		# Lines of spaces are short ones: some editors do not like long lines.
		{ line[NR] = $0 }
		END {
			for (i = 1; i < NR; i++)
				printf "%s\n", line[i]
			text = line[NR]
			sub(/ +$/, "", text)
			rest = length(line[NR]) - length(text)
			printf "%s\n", text
			for (; rest > 64; rest -= 64)
				printf "%63s\n", ""
			if (rest > 0)
				printf "%*s\n", rest - 1, ""
		}'
}

print_menu()
{
	local key release sum first_key first_sum

	read -r first_key release first_sum <"$WORK/found"
	sed -e 's/@DEFAULT@/next/' -e "s|@NEXT@|${PREFIX}next.cfg|" "$HERE/menu.cfg"
	print_entry all 'All kernels from the ^beginning' "$first_key" "$first_sum" \
		mdbench.start=all
	print_entry list '^List disks and stop' "$first_key" "$first_sum" mdbench.start=list
	printf 'MENU SEPARATOR\n'
	while read -r key release sum; do
		print_entry "$key" "Only $key: $release" "$key" "$sum" mdbench.start=one
	done <"$WORK/found"
}

# Texts that name the medium: made once to have their sum, and again with its id.
write_menu()
{
	print_menu >"$WORK/root/mdbench/menu.cfg"
	print_next >"$WORK/root/mdbench/next.cfg"
	print_kernels >"$WORK/root/mdbench/kernels.txt"
	[ "$(wc -c <"$WORK/root/mdbench/next.cfg")" = 4096 ] ||
		die 7 'next.cfg: the entry is longer than 4096 bytes'
}

fill_root()
{
	mkdir -p "$WORK/root/results"
	copy_segments
	copy_loader bios "$WORK/root/syslinux"
	print_config syslinux.cfg >"$WORK/root/syslinux/syslinux.cfg"
	copy_loader efi64 "$WORK/root/EFI/BOOT"
	cp "$EFI_LOADER" "$WORK/root/EFI/BOOT/BOOTX64.EFI"
	print_config efi.cfg >"$WORK/root/EFI/BOOT/syslinux.cfg"
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
	sum=$(sum_root)
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
	put_files "$WORK/root" "$PART"
}

main()
{
	OUT=$BUILD/usb.img
	read_options "$@"
	check_out
	need_tools sfdisk mformat mcopy syslinux "$MODULES_BIOS/menu.c32" \
		"$EFI_LOADER" "$SYSLINUX/syslinux/mbr/mbr.bin"
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
