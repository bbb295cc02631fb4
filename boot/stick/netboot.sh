#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# netboot.sh [OPTION] [WORD=VALUE]...: makes a folder for a TFTP or HTTP server
# from which machines start by PXE (BIOS, UEFI) or iPXE; see usage below. The
# same kernels, words and tools give the same bytes. Exit status 2: what was asked
# for is wrong; 7: it could not be made. Then a folder that was there stays.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
WHAT=netboot
# shellcheck source=boot/stick/lib.sh
. "$HERE/lib.sh"

usage()
{
	cat <<'END'
usage: netboot.sh [OPTION] [WORD=VALUE]...

  --kernels="SPEC..."   as kernel-configs/kernel.sh knows them; Debian's are of
                        flavour amd64 unless they name one
  --plan=FILE           words in the form of plan.txt; without it those given here
  --out=FOLDER          build/netboot without it; an older one is replaced

WORD=VALUE are words of the plan, as suite=smoke (preset: suite=standard).
Records go to the serial line: there is no medium, and one kernel a start.
END
}

# print_ipxe_entry KEY SUM [WORD]: the initrd= words are for UEFI, where the
# kernel asks for the segments by name; a plain plan.txt it would not take.
print_ipxe_entry()
{
	local line segments

	line=$(print_line "$1" "$2")${3:+ $3}
	segments=$(print_initrd mdbench/ "$1" "$2" | tr ',' '\n')
	printf 'kernel mdbench/%s/vmlinuz %s %s\n' "$1" "$(echo "$segments" |
		sed 's|.*/|initrd=|' | tr '\n' ' ' | sed 's/ $//')" "$line"
	echo "$segments" | sed '/plan.gz$/d; s/^/initrd /'
	# shellcheck disable=SC2016 # a variable of iPXE
	printf '%s\nboot || goto failed\n' \
		'iseq ${platform} efi && initrd mdbench/plan.gz || initrd plan.txt /etc/mdbench/plan'
}

print_ipxe()
{
	local key release sum first_key first_sum

	read -r first_key release first_sum <"$WORK/found"
	cat "$HERE/head.ipxe"
	printf 'menu mdbench\n'
	while read -r key release sum; do
		printf 'item %s %s: %s\n' "$key" "$key" "$release"
	done <"$WORK/found"
	printf 'item list List disks and the plan, and stop\n'
	# shellcheck disable=SC2016 # a variable of iPXE
	printf 'choose --default %s --timeout 5000 entry || goto failed\ngoto ${entry}\n' \
		"$first_key"
	while read -r key release sum; do
		printf '\n:%s\n' "$key"
		print_ipxe_entry "$key" "$sum"
	done <"$WORK/found"
	printf '\n:list\n'
	print_ipxe_entry "$first_key" "$first_sum" mdbench.dry-run=yes
	cat "$HERE/tail.ipxe"
}

fill_root()
{
	local root

	root=$WORK/root
	copy_segments
	make_plan_segment
	print_plain_menu >"$root/mdbench/menu.cfg"
	copy_loader bios "$root"
	cp "$SYSLINUX/PXELINUX/pxelinux.0" "$MODULES_BIOS/ldlinux.c32" "$root/"
	copy_loader efi64 "$root/efi64"
	cp "$EFI_LOADER" "$root/efi64/"
	mkdir "$root/pxelinux.cfg" "$root/efi64/pxelinux.cfg"
	print_config syslinux.cfg >"$root/pxelinux.cfg/default"
	print_config efi.cfg >"$root/efi64/pxelinux.cfg/default"
	# Names are relative to the loader's folder, so that all may lie anywhere
	# on a server; and servers do not like "..".
	cp -al "$root/mdbench" "$root/efi64/mdbench"
	print_ipxe >"$root/mdbench.ipxe"
	cp "$WORK/plan.txt" "$root/plan.txt"
	cp "$HERE/README.netboot" "$root/README.txt"
	find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
}

main()
{
	local old

	OUT=$BUILD/netboot
	read_options "$@"
	need_tools bsdtar "$MODULES_BIOS/menu.c32" "$EFI_LOADER" "$SYSLINUX/PXELINUX/pxelinux.0"
	[ ! -e "$OUT" ] || [ -e "$OUT/mdbench.ipxe" ] ||
		die 2 "$OUT: is there and is no folder of this kind, give --out= another name"
	PREFIX=mdbench/
	MEDIUM=
	make_work "$OUT"
	make_plan
	find_kernels
	fill_root
	chmod 755 "$WORK/root"
	old=$WORK/old
	# Between the two there is none: nobody may stop it there.
	trap '' INT TERM HUP
	[ ! -e "$OUT" ] || mv "$OUT" "$old"
	mv "$WORK/root" "$OUT"
	printf '%s: %s; serve it by TFTP or HTTP, see %s/README.txt\n' "$OUT" \
		"$(print_mib $(($(du -sk "$OUT" | cut -f 1) * 1024)))" "$OUT"
}

main "$@"
