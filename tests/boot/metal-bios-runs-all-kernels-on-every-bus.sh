#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will boot a stick of two kernels by SeaBIOS on xHCI, with disks on AHCI,
# NVMe, two SAS controllers and USB, and disks of others, of which no byte changes.
# needs: qemu network kernel-reference e2fsprogs mtools syslinux syslinux-efi fdisk jq
# timeout: 900
set -eu
. tests/lib/metal.sh

F=$FOREIGN
lay_foreign
stick_image "debian:bookworm:amd64 reference" suite=smoke 'only=raid*/raw/dd/write/direct-1M' \
	size=1M countdown=1s
sha256sum "$TMPDIR/stick.img" >"$TMPDIR/image.sum"
# shellcheck disable=SC2046 # a word an option
metal 0 $(printf -- '--disks=1x256M,bus=%s ' ahci nvme megasas mptsas1068 usb) --watchdog=itco \
	--attach="$F/ext4,bus=ahci" --attach="$F/swap,bus=nvme" --attach="$F/md,bus=megasas" \
	--attach="$F/lvm,bus=mptsas1068" --attach="$F/luks,bus=usb" --attach="$F/data,bus=ahci"
foreign_unchanged
sha256sum -c --quiet "$TMPDIR/image.sum" || fail "the image itself was written to"

grep -q virtio "$RUN/command" && fail "a machine with virtio"
expect "buses of disks with consent" "ata nvme scsi usb" \
	"$(leg_records r1-k1 '[.[] | select(.type == "disk" and .consent) | .transport] | unique | join(" ")')"
foreign_seen r1-k1 5
expect "machine" "metal" "$(leg_records r1-k1 '.[] | select(.type == "env") | .accel')"
for k in k1 k2; do
	expect "$k: watchdog" "iTCO_wdt" "$(leg_records r1-$k '.[] | select(.type == "env") | .watchdog')"
	expect "$k: arrays" "raid1 raid0" \
		"$(leg_records r1-$k '[.[] | select(.type == "array") | .target] | join(" ")')"
	expect "$k: results" "2 pass" \
		"$(leg_records r1-$k '[.[] | select(.type == "result") | .verdict] | "\(length) \(unique | join(" "))"')"
done
[ "$(leg_records r1-k1 '.[] | select(.type == "env") | .kernel_release')" != \
	"$(leg_records r1-k2 '.[] | select(.type == "env") | .kernel_release')" ] ||
	fail "the same kernel ran twice"
# The same once more, from the image of the run, as a person takes it home.
"$MDLAB" import --out="$TMPDIR/home" "$RUN/stick.img" >"$TMPDIR/stdout"
cmp "$RUN"/S0001-r1-k2*/records.jsonl "$TMPDIR/home"/S0001-r1-k2*/records.jsonl
