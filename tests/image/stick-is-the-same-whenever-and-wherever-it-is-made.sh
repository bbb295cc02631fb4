#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will make a stick twice, the second time from a copy of the project
# elsewhere, with another time zone, umask, and times of files: the same bytes.
# Other content must give another volume id, and the id is what entries name.
# needs: mtools syslinux syslinux-efi fdisk
# timeout: 120
set -eu
. tests/lib/stick.sh

# id IMAGE: as FAT has it.
id() { minfo -i "$1@@1048576" :: | sed -n 's/^serial number: //p'; }

main()
{
	local first other

	make_parts
	make_medium usb 0 --kernels="$TMPDIR/one $TMPDIR/two" --out="$IMAGE" suite=smoke rounds=2
	mkdir -p "$TMPDIR/a copy/boot"
	cp -R boot/stick "$TMPDIR/a copy/boot/"
	cp -R kernel-configs initramfs "$TMPDIR/a copy/"
	touch -d '2031-05-06 07:08:09' "$TMPDIR/one" "$TMPDIR/two" "$PARTS"/initramfs/*
	(
		cd "$TMPDIR/a copy"
		umask 077
		TZ=Asia/Tokyo SOURCE_DATE_EPOCH=1700000000 BUILD=$PARTS boot/stick/usb.sh \
			--kernels="$TMPDIR/one $TMPDIR/two" --out="$TMPDIR/again.img" \
			suite=smoke rounds=2 >/dev/null
	)
	cmp "$IMAGE" "$TMPDIR/again.img" || fail "another image"
	mdir -/ -i "$PART" :: >"$TMPDIR/list"
	expect "files of another date" "" \
		"$(grep -E '[0-9]{4}-[0-9]{2}-[0-9]{2}' "$TMPDIR/list" | grep -v 1980-01-01 || true)"

	make_medium usb 0 --kernels="$TMPDIR/one $TMPDIR/two" --out="$TMPDIR/other.img" suite=smoke
	first=$(id "$IMAGE")
	other=$(id "$TMPDIR/other.img")
	[ -n "$first" ] || fail "no id"
	[ "$first" != "$other" ] || fail "one id for two plans: $first"
	mtype -i "$PART" ::/mdbench/next.cfg >"$TMPDIR/next"
	expect "id in the entry" "$first" \
		"$(sed -n 's/.*mdbench.medium=\(....\)-\(....\) .*/\1\2/p' "$TMPDIR/next")"
}

main "$@"
