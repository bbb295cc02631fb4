#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run on disks of each bus that QEMU offers, with 4096-byte sectors too.
# needs: qemu network
# timeout: 900
set -eu
. tests/lib/boot.sh
K=debian:bookworm:amd64
run_bus()
{
	boot 0 --kernel $K --only 'raid1/*/dd/*/direct-1M' --disks "2x512M,bus=$1"
	expect_clean
	expect "$1: transport" "$2" \
		"$(records '[.[] | select(.type == "disk") | .transport] | unique | join(" ")')"
	expect "$1: serials" "mdbench-0 mdbench-1" \
		"$(records '[.[] | select(.type == "disk") | .serial] | join(" ")')"
	expect "$1: sector" "$3" \
		"$(records '[.[] | select(.type == "disk") | .logical_block_bytes] | unique | map(tostring) | join(" ")')"
}
run_bus virtio-blk virtio 512
run_bus virtio-blk,sector=4096 virtio 4096
run_bus virtio-scsi scsi 512
run_bus ahci ata 512
run_bus nvme nvme 512
run_bus nvme,sector=4096 nvme 4096
run_bus usb usb 512
run_bus ide ide 512
