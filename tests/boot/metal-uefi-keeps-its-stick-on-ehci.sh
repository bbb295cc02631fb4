#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will boot a stick by OVMF on EHCI, pull it in the middle of the suite and
# put it back: all results are on it, and no byte of a disk of others changes.
# needs: qemu network ovmf e2fsprogs mtools syslinux syslinux-efi fdisk jq
# timeout: 900
set -eu
. tests/lib/metal.sh

F=$FOREIGN
lay_foreign
stick_image debian:bookworm:amd64 suite=smoke 'only=raid1/*/dd/*/direct-1M' size=1M countdown=1s
metal 0 --firmware=uefi --port=ehci --disks=2x256M,bus=nvme \
	--unplug-at='[2/4]' --replug-at='[4/4]' \
	--attach="$F/ext4" --attach="$F/swap" --attach="$F/md,bus=nvme" \
	--attach="$F/lvm" --attach="$F/luks" --attach="$F/data,bus=usb"
foreign_unchanged
foreign_seen r1-k1 5
grep -q 'mdlab: stick pulled' "$RUN/console.log" || fail "the stick was not pulled"
grep -q 'mdlab: stick plugged in' "$RUN/console.log" || fail "the stick was not put back"
expect "results" "4 pass" \
	"$(leg_records r1-k1 '[.[] | select(.type == "result") | .verdict] | "\(length) \(unique | join(" "))"')"
expect "records that are missing" 0 "$(leg_records r1-k1 '(last | .records) - length')"
