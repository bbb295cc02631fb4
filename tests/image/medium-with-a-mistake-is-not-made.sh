#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will ask for media with mistakes: in the plan, in a word, in a
# kernel's name, with a part missing. Each must be named, and nothing may be
# made, changed or left.
# needs: mtools syslinux syslinux-efi fdisk xorriso isolinux pxelinux
# timeout: 120
set -eu
. tests/lib/stick.sh

# refused STATUS TEXT OPTION…: of all three.
refused()
{
	local status="$1" text="$2" script

	shift 2
	for script in usb netboot iso; do
		make_medium "$script" "$status" --out="$TMPDIR/out/$script" "$@"
		said "$text"
		expect "output of $script" "" "$(cat "$TMPDIR/stdout")"
		expect "left by $script" "" "$(find "$TMPDIR/out" -mindepth 1 ! -name old)"
	done
}

main()
{
	local script blocks

	make_parts
	mkdir "$TMPDIR/out" "$TMPDIR/PLAN.d"
	printf 'suite=smoke\r\nrouns=3\r\n' >"$TMPDIR/bad.txt"
	refused 2 'line 2' --kernels="$TMPDIR/one" --plan="$TMPDIR/bad.txt"
	refused 2 "$TMPDIR/bad.txt: the plan has a mistake" --kernels=reference --plan="$TMPDIR/bad.txt"
	refused 2 'rouns' --kernels="$TMPDIR/one" rouns=3
	refused 2 "$TMPDIR/none: no such file" --kernels="$TMPDIR/one" --plan="$TMPDIR/none"
	refused 2 'holds all words' --kernels="$TMPDIR/one" --plan="$TMPDIR/bad.txt" rounds=3
	refused 2 "$TMPDIR/none: no such file" --kernels="$TMPDIR/one $TMPDIR/none"
	refused 2 'no flavour rt' --kernels="$TMPDIR/one debian:bookworm:rt"
	refused 2 '--size=3: no such option' --size=3
	refused 2 'smoke: not of the form' --kernels="$TMPDIR/one" smoke
	refused 2 '--results=63' --kernels="$TMPDIR/one" --results=63
	refused 2 'more than 16' --kernels="$(yes "$TMPDIR/one" | head -n 17 | tr '\n' ' ')"
	refused 2 '--results=0100' --kernels="$TMPDIR/one" --results=0100
	refused 2 "PLAN.d: no such file" --kernels="$TMPDIR/one" --plan="$TMPDIR/PLAN.d"
	refused 2 "/dev/zero: no such file" --kernels="$TMPDIR/one" --plan=/dev/zero

	# An image is a file: no folder gets one put into it, no device loses its node.
	for script in usb iso; do
		make_medium $script 2 --out="$TMPDIR/out" --kernels="$TMPDIR/one"
		said "$TMPDIR/out: is no file"
		make_medium $script 2 --out="$TMPDIR/new/" --kernels="$TMPDIR/one"
		said "$TMPDIR/new/: names a folder"
		[ ! -e "$TMPDIR/new" ] || fail "$TMPDIR/new: was made"
		make_medium $script 2 --out=/dev/mdbench-none --kernels="$TMPDIR/one"
		said "/dev/mdbench-none: is no place for a file"
		make_medium $script 2 --out=/dev/null --kernels="$TMPDIR/one"
		[ -c /dev/null ] || fail "/dev/null: is no device any more"
	done
	expect "put into the folder" "" "$(find "$TMPDIR/out" -mindepth 1)"
	rm "$PARTS/initramfs/metal.cpio.gz"
	refused 7 'metal.cpio.gz: is missing' --kernels="$TMPDIR/one"

	# No room for the kernel, and then for the image.
	echo metal | gzip -n >"$PARTS/initramfs/metal.cpio.gz"
	echo old >"$IMAGE"
	for script in usb iso; do
		for blocks in 300 700; do
			# shellcheck disable=SC3045 # dash has it
			(ulimit -f $blocks
			make_medium $script 7 --out="$IMAGE" --kernels="$TMPDIR/one")
			said "mdbench: $script: "
			expect "image" old "$(cat "$IMAGE")"
			expect "left by $script" "" "$(find "$TMPDIR" -maxdepth 1 -name ".$script.*")"
		done
	done

	# One that was there stays; a folder of somebody else's, too.
	echo old >"$IMAGE"
	make_medium usb 2 --out="$IMAGE" --kernels="$TMPDIR/none"
	expect "old image" old "$(cat "$IMAGE")"
	mkdir "$TMPDIR/folder"
	echo mine >"$TMPDIR/folder/file"
	make_medium netboot 2 --out="$TMPDIR/folder" --kernels="$TMPDIR/one"
	expect "folder" mine "$(cat "$TMPDIR/folder/file")"
}

main "$@"
