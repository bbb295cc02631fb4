#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will boot a stick by UEFI, take a picture of the screen at the end,
# read the QR code in it, and want the session's own figures; a key on the
# keyboard must end the hour that the summary is held for.
# needs: qemu network ovmf zbar-tools mtools syslinux-efi
# timeout: 600
set -eu
. tests/lib/boot.sh

IMAGE=$TMPDIR/usb.img

main()
{
	local wait='mdbench: press Enter' got=0

	boot/stick/usb.sh --kernels=debian:bookworm:amd64 --out="$IMAGE" suite=smoke \
		'only=raid1/raw/dd/write/*-1M' countdown=1s hold=1h >"$TMPDIR/usb.log" 2>&1 ||
		fail "no image: $(tail -n 3 "$TMPDIR/usb.log")"
	"$MDLAB" stick "$IMAGE" --firmware=uefi --disks=2 --out="$RUN" --timeout=500s \
		--screen="$TMPDIR/screen.png" --screen-at="$wait" --press-at="$wait" \
		>"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null || got=$?
	[ "$got" = 0 ] || {
		cat "$TMPDIR/stderr"
		tail -n 25 "$RUN/console.log"
		fail "exit status $got, not 0"
	}
	zbarimg -q --raw "$TMPDIR/screen.png" >"$TMPDIR/code" 2>"$TMPDIR/zbar.log" ||
		fail "the picture has no code that reads: $(cat "$TMPDIR/zbar.log")"
	cat "$TMPDIR/code"
	grep -qx 'mdbench S0001 finished' "$TMPDIR/code" || fail "the code does not name the session"
	grep -q '^k1 6\.1\.[^ ]* 4 pass$' "$TMPDIR/code" || fail "the code does not have its verdicts"
}

main
