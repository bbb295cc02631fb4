#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run on disks of each bus that QEMU offers, with 4096-byte sectors
# too, and look at what the disks said of their health.
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
	# What QEMU's disks say: each twice, at the start and at the end.
	expect "$1: health" "4 $4" \
		"$(records '[.[] | select(.type == "health")] | "\(length) " +
			(map("\(.source) \(.smart) \(.temperature_c) \(.temperature_limit_c)" +
			" \(.reallocated_sectors) \(.media_errors) \(.write_cache) \(.link_mbps)") |
			unique | join("; "))')"
	# Whose interrupts those of old IDE are sysfs does not say.
	expect "$1: interrupts" "$5" \
		"$(records '[.[] | select(.type == "health") | .irqs | . and .count > 0] | unique | map(tostring) | join(" ")')"
}
run_bus virtio-blk virtio 512 "null null null null null null null null" true
run_bus virtio-blk,sector=4096 virtio 4096 "null null null null null null null null" true
run_bus virtio-scsi scsi 512 "null null null null null null null null" true
run_bus ahci ata 512 "ata passed 31 null 0 null true 1500" true
run_bus nvme nvme 512 "nvme passed 50 70 null 0 true null" true
run_bus nvme,sector=4096 nvme 4096 "nvme passed 50 70 null 0 true null" true
run_bus usb usb 512 "null null null null null null null 5000" true
run_bus ide ide 512 "ata passed 31 null 0 null true null" false
