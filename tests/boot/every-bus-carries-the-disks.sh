#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run on disks of each bus that QEMU offers, with 4096-byte sectors
# too, turn by turn on the kernels of Debian that bring all drivers, and look at
# what the disks said of their health.
# needs: qemu network
# timeout: 900
set -eu
. tests/lib/boot.sh
# run_bus SUITE RELEASE BUS TRANSPORT SECTOR HEALTH INTERRUPTS
run_bus()
{
	local suite="$1" release="$2"

	shift 2
	boot 0 --kernel "debian:$suite:amd64" --only 'raid1/*/dd/*/direct-1M' --disks "2x512M,bus=$1"
	expect_clean
	# A pattern is wanted here.
	# shellcheck disable=SC2254
	case $(records '.[] | select(.type == "env") | .kernel_release') in
	$release) ;;
	*) fail "$1: another kernel ran: $(records '.[] | select(.type == "env") | .kernel_release')" ;;
	esac
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
run_bus bookworm '6.1.*' virtio-blk virtio 512 "null null null null null null null null" true
run_bus bullseye '5.10.*' virtio-blk,sector=4096 virtio 4096 "null null null null null null null null" true
run_bus bookworm-backports '6.12.*' virtio-scsi scsi 512 "null null null null null null null null" true
run_bus bullseye '5.10.*' ahci ata 512 "ata passed 31 null 0 null true 1500" true
run_bus trixie-backports '[7-9].*' nvme nvme 512 "nvme passed 50 70 null 0 true null" true
run_bus bookworm-backports '6.12.*' nvme,sector=4096 nvme 4096 "nvme passed 50 70 null 0 true null" true
run_bus trixie-backports '[7-9].*' usb usb 512 "null null null null null null null 5000" true
run_bus bookworm '6.1.*' ide ide 512 "ata passed 31 null 0 null true null" false
