#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will make sticks of the reference kernel and of a Debian kernel with
# its modules, and want what is on them to be 8 MiB and 32 MiB at most.
# needs: kernel-reference network mtools syslinux syslinux-efi fdisk
# timeout: 600
set -eu
. tests/lib/stick.sh

# content_limit KERNEL MIB
content_limit()
{
	local kib

	boot/stick/usb.sh --kernels="$1" --out="$IMAGE" suite=smoke
	rm -rf "$TMPDIR/root"
	mkdir "$TMPDIR/root"
	mcopy -s -n -i "$PART" ::/ "$TMPDIR/root/"
	kib=$(find "$TMPDIR/root" -type f -exec stat -c %s {} + | awk '{ sum += $1 }
		END { print int(sum / 1024) + 1 }')
	[ "$kib" -gt 3000 ] || fail "$1: $kib KiB cannot be all"
	[ "$kib" -le $(($2 * 1024)) ] || fail "$1: $kib KiB, more than $2 MiB"
	mdir -i "$PART" ::/mdbench/k1 | grep -i vmlinuz
}

main()
{
	content_limit reference 8
	content_limit debian:bookworm 32
	[ -s "$TMPDIR/root/mdbench/k1/modules.gz" ] || fail "no modules"
}

main "$@"
