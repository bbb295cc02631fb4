#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will attach disks of somebody else and see that not one byte of them changes.
# needs: qemu network e2fsprogs fdisk
# timeout: 600
set -eu
. tests/lib/boot.sh
d=$TMPDIR/attached
mkdir "$d"
truncate -s 64M "$d/empty" "$d/ext4" "$d/parts" "$d/md"
mke2fs -q -t ext4 "$d/ext4"
# A journal that wants to be replayed is a write that a mount would do.
debugfs -w -R 'feature needs_recovery' "$d/ext4" >/dev/null 2>&1
echo 'label: gpt
size=20M, name=somebody
size=20M, name=notmdbench' | sfdisk -q "$d/parts"
# A member of an array of our own level and of our own name's kind, but not ours:
# a run of ours makes it, then its uuid is not the appliance's any more.
boot 0 --only 'raid1/raw/dd/write/direct-1M' --size 1M --disks "2x256M,keep=$TMPDIR/other"
cp "$TMPDIR/other/disk-0.img" "$d/md0"
cp "$TMPDIR/other/disk-1.img" "$d/md1"
sha256sum "$d"/* >"$TMPDIR/before"
for bus in virtio-blk usb; do
	# USB is what the cloud kernel lacks.
	[ $bus = usb ] && flavour=amd64 || flavour=cloud-amd64
	boot 0 --kernel "debian:bookworm:$flavour" --only 'raid1/*/dd/*/direct-1M' --disks "2x512M,bus=$bus" \
		--attach "$d/empty,bus=$bus" --attach "$d/ext4,bus=$bus" --attach "$d/parts,bus=$bus" \
		--attach "$d/md0,bus=$bus" --attach "$d/md1,bus=$bus"
	sha256sum "$d"/* | cmp - "$TMPDIR/before" || fail "$bus: a disk without consent changed"
	# A run begins when the disks it expects are there; on USB others come later.
	[ $bus = usb ] && least=0 || least=5
	expect "$bus: disks without consent" "true" \
		"$(records "[.[] | select(.type == \"disk\" and ((.serial // \"\") | startswith(\"mdbench-\") | not)) | .consent | not] | length >= $least and all")"
	expect "$bus: arrays" "created" "$(records '[.[] | select(.type == "array") | .origin] | join(" ")')"
done
# Named, but without erase=; named with erase=, but something is on it.
boot 3 --only 'raid1/*' --disks 2x512M --attach "$d/ext4" \
	--append 'mdbench.disks=attached-0'
boot 3 --only 'raid1/*' --disks 2x512M --attach "$d/ext4" \
	--append 'mdbench.disks=attached-0 mdbench.erase=yes'
said ext4
expect "verdict" "refused 3" "$(head -n 1 "$RUN/verdict")"
sha256sum "$d"/* | cmp - "$TMPDIR/before" || fail "a refused disk changed"
# With both words it is used: consent works, too.
boot 0 --only 'raid1/raw/dd/write/direct-1M' --size 1M --disks 1x256M --attach "$TMPDIR/other/disk-1.img" \
	--append 'mdbench.disks=attached-0 mdbench.erase=signed mdbench.remake=yes'
