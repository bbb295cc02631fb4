#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will boot a stick on UHCI in a machine of 2003 in kind: i440FX, IDE, no
# ACPI, 128 MiB, a CPU of that year; and see a CPU of 32 bits told that it is one.
# needs: qemu kernel-reference e2fsprogs mtools syslinux syslinux-efi fdisk jq
# timeout: 900
set -eu
. tests/lib/metal.sh

F=$FOREIGN
lay_foreign
stick_image reference suite=smoke 'only=raid1/*/dd/*/direct-1M' size=1M countdown=1s
metal 0 --machine=2003 --disks=2x256M --attach="$F/ext4" --attach="$F/md"
foreign_unchanged
foreign_seen r1-k1 2
expect "results" "4 pass" \
	"$(leg_records r1-k1 '[.[] | select(.type == "result") | .verdict] | "\(length) \(unique | join(" "))"')"
expect "buses of disks with consent" "ide" \
	"$(leg_records r1-k1 '[.[] | select(.type == "disk" and .consent) | .transport] | unique | join(" ")')"
expect "memory is 128 MiB at the most" true \
	"$(leg_records r1-k1 '.[] | select(.type == "env") | .memory_bytes <= 134217728')"

metal 6 --machine=pc --cpu=pentium3 --attach="$F/ext4" --until='this CPU has 32 bits only' --silence=120s
grep -q '^reason: stopped as asked' "$RUN/verdict" || fail "nobody told of the 32-bit CPU"
foreign_unchanged
