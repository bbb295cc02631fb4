#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will boot a stick in a machine of 512 GiB with disks of 20 TB, by UEFI and
# by BIOS, up to the first test of standard: memory, files and arrays are those of a
# small machine; and what plan.txt says of memory and span is obeyed in both.
# needs: qemu kernel-reference ovmf mtools syslinux syslinux-efi fdisk jq
# timeout: 900
set -eu
. tests/lib/metal.sh

BIG=
cleanup() { [ -z "$BIG" ] || rm -rf "$BIG"; }
# Up to the first step: what it will move is said before it moves.
first_step() { metal 6 --until='"type":"step"' "$@"; }
plan()
{
	printf '%s\r\n' suite=standard 'only=single/ext4/dd/write/direct-1M' countdown=1s "$@" \
		>"$TMPDIR/plan.txt"
	mcopy -o -i "$TMPDIR/stick.img@@1048576" "$TMPDIR/plan.txt" ::plan.txt
}
# What a machine's size must not change.
figures()
{
	leg_records r1-k1 '(.[] | select(.type == "fs") | "fs \(.size_bytes)"),
		(.[] | select(.type == "step") | "step \(.id) \(.bytes)"),
		(.[] | select(.type == "env") | .machine.memory_cap_bytes | "cap \(.)")'
}
memory() { leg_records r1-k1 '.[] | select(.type == "env") | .memory_bytes / 1048576 | floor'; }
between() { { [ "$2" -ge "$3" ] && [ "$2" -le "$4" ]; } || fail "$1: $2, not $3 to $4"; }
largest_disk() { leg_records r1-k1 '[.[] | select(.type == "disk") | .size_bytes] | max'; }

trap cleanup EXIT
trap 'exit 1' INT TERM HUP
# Many file systems have no file of 20 TB, however empty.
BIG=$(mktemp -d /dev/shm/mdbench-big.XXXXXX)
truncate -s 20000000000000 "$BIG/probe" 2>/dev/null ||
	{ echo "no file of 20 TB in /dev/shm"; exit 77; }
DISKS="--disks=1x20000000000000,keep=$BIG/disks"

stick_image reference suite=standard
plan
first_step --disks=1x20G
figures >"$TMPDIR/small"
between "memory of a small machine, MiB" "$(memory)" 900 1024

for firmware in uefi bios; do
	first_step --firmware=$firmware --memory=512G "$DISKS"
	expect "$firmware: the largest disk" 20000000000000 "$(largest_disk)"
	expect "$firmware: RAM by the firmware, in 256 GiB" 2 "$(leg_records r1-k1 '.[] |
		select(.type == "env") | .machine.memory_firmware_bytes / 274877906944 | round')"
	between "$firmware: memory of a big machine, MiB" "$(memory)" 900 1024
	figures >"$TMPDIR/big"
	cmp "$TMPDIR/small" "$TMPDIR/big" || {
		cat "$TMPDIR/small" "$TMPDIR/big"
		fail "$firmware: a big machine has more to do"
	}
done
printf '%s\n' "fs 17179869184" "step single/ext4/dd/write/direct-1M 2147483648" "cap 1073741824" |
	cmp - "$TMPDIR/small" || fail "memory, files or span of a small machine are others"

plan mem=2G span=8G
first_step --firmware=uefi --memory=512G "$DISKS"
between "memory with mem=2G, MiB" "$(memory)" 1850 2048
figures >"$TMPDIR/big"
printf '%s\n' "fs 8589934592" "step single/ext4/dd/write/direct-1M 4294967296" "cap 2147483648" |
	cmp - "$TMPDIR/big" || { cat "$TMPDIR/big"; fail "mem= and span= are not obeyed"; }
