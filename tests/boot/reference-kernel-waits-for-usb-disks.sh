#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will wait for disks that come late on a kernel without netlink, and for one that never comes.
# needs: qemu kernel-reference
# timeout: 300
set -eu
. tests/lib/boot.sh
boot 0 --kernel reference --disks 2x512M,bus=usb --only 'raid1/raw/dd/*/direct-1M'
expect_clean
expect "transport" "usb" "$(records '[.[] | select(.type == "disk") | .transport] | unique | join(" ")')"
boot 2 --kernel reference --disks 2x512M,bus=usb --only 'raid1/raw/dd/*/direct-1M' \
	--append 'mdbench.expect=3 mdbench.wait=2s'
said "2 of the 3 expected came within 2 s"
