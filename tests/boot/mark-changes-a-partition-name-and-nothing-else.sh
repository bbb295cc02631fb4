#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will mark and unmark partitions and an empty disk in a guest, and compare every byte of the disks.
# needs: qemu network fdisk e2fsprogs
# timeout: 300
set -eu
. tests/lib/boot.sh
d=$TMPDIR/attached

lay_disks()
{
	mkdir "$d"
	for name in kept given used; do
		truncate -s 24M "$d/$name"
		printf 'label: gpt\nsize=4M, name=home\nsize=4M, name=spare\nsize=4M, name=mdbench-a\nsize=2M, type=uefi, name=esp\n' |
			sfdisk -q "$d/$name"
		# What is in the partitions and between them is not zeros.
		yes "disk $name" | head -c 16777216 |
			dd of="$d/$name" bs=1M seek=1 conv=notrunc status=none
	done
	truncate -s 24M "$d/blank" "$d/data"
	# The spare partition of the one in use carries a file system.
	mke2fs -q -t ext4 -E offset=5242880 "$d/used" 4096k
	# Nothing that is known, and not blank.
	yes cipher | head -c 4096 | dd of="$d/data" bs=512 seek=9 conv=notrunc status=none
	cp -r "$d" "$TMPDIR/before"
}

# Statuses and what was said, as @NAME STATUS TEXT on the console.
guest()
{
	init_segment <<'END'
#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
while read -r module rest; do insmod "$module" $rest; done </lib/mdbench/modules/order
exec >/dev/console 2>&1 </dev/null
dev() { for x in /sys/block/*; do [ "$(cat $x/serial 2>/dev/null)" != "attached-$1" ] || echo "/dev/${x##*/}"; done; }
try() {
	local name=$1
	shift
	mdbench "$@" >/tmp/out 2>/tmp/err
	echo "@$name $? $(cat /tmp/err)"
}
while [ ! "$(dev 4)" ]; do :; done
kept=$(dev 0) given=$(dev 1) used=$(dev 2) blank=$(dev 3) data=$(dev 4)
try nobody mark "${given}2"
try wrong mark "${given}2" confirm=attached-0
try given mark "${given}2" confirm=attached-1
grep -q "serial  *attached-1" /tmp/out && grep -q "named 'spare'" /tmp/out && echo "@shown"
try again mark "${given}2" confirm=attached-1
try boot mark "${given}4" confirm=attached-1
try byhand unmark "${given}3" confirm=attached-1
try kept mark "${kept}2" confirm=attached-0
try keptuuid unmark "$(mdbench disks --format=json | sed -n "s/.*\"id\":\"partuuid:\([^\"]*\)\",\"name\":\"${kept#/dev/}2\".*/\1/p")" confirm=attached-0
try signed mark "${used}2" confirm=attached-2
mount -t ext4 -o ro,noload "${used}2" /mnt
try mounted mark "${used}2" confirm=attached-2 signed=yes
umount /mnt
try parts mark serial:attached-2 confirm=attached-2
try unknown mark serial:attached-3 confirm=
try data mark "$data" confirm=attached-4
try blank mark serial:attached-3 confirm=attached-3
try sectors mark /dev/vda confirm=mdbench-0
mdbench disks | grep "partition name"
try unsectors unmark /dev/vda1 confirm=mdbench-0
try nothing mark /dev/nothing
try nodisk mark serial:nobody
try null mark /dev/null
mdbench disks --format=json >/tmp/disks
echo "@consent" $(sed -n 's/.*"name":"\([^"]*\)".*"consent":true.*/\1/p' /tmp/disks)
poweroff -f
END
}

# told NAME STATUS [TEXT]
told()
{
	local line

	line=$(tr -d '\r' <"$RUN/console.log" | sed -n "s/^.*@$1 //p" | head -n 1)
	case $line in
	"$2"*"${3:-}"*) ;;
	*) fail "$1: '$line', not $2 ${3:-}" ;;
	esac
}

# changed NAME: bytes that differ from before, but those of names and checksums.
changed()
{
	cmp -l "$TMPDIR/before/$1" "$d/$1" | while read -r at rest; do
		at=$((at - 1))
		size=25165824
		# Checksums of both headers; the second entry's name in both tables.
		for base in 512 $((size - 512)); do
			[ $at -lt $((base + 16)) ] || [ $at -ge $((base + 20)) ] || continue 2
			[ $at -lt $((base + 88)) ] || [ $at -ge $((base + 92)) ] || continue 2
		done
		for base in 1024 $((size - 33 * 512)); do
			[ $at -lt $((base + 184)) ] || [ $at -ge $((base + 256)) ] || continue 2
		done
		echo "$at $rest"
	done
}

main()
{
	local name

	lay_disks
	boot 6 --only 'single/raw/dd/read/direct-1M' --disks 1x256M,sector=4096 \
		--attach "$d/kept" --attach "$d/given" --attach "$d/used" --attach "$d/blank" \
		--attach "$d/data" --segment "$(guest)"
	told nobody 2 "give confirm="
	told wrong 3 "'attached-1' was wanted"
	told given 0
	grep -q "@shown" "$RUN/console.log" || fail "disk and partition were not shown"
	told again 0
	told boot 3 "EFI system partition"
	told byhand 3 "none that mdbench mark has given"
	told kept 0
	told keptuuid 0
	told signed 3 "carries ext4"
	told mounted 3 "mounted"
	told parts 3 "has partitions"
	told unknown 3 "was wanted"
	told data 3 "not blank"
	told blank 0
	told sectors 0
	told unsectors 0
	told nothing 2
	told nodisk 2 "no such disk"
	told null 2 "no block device"
	# The one marked, the new one on the blank disk, those given by hand on three;
	# the disk of the lab once it has no partition that is named so any more.
	expect "who consents" "vda vdb3 vdc2 vdc3 vdd3 vde1" "$(tr -d '\r' <"$RUN/console.log" |
		sed -n 's/^.*@consent //p' | tr ' ' '\n' | sort | tr '\n' ' ' | sed 's/ $//')"
	tr -d '\r' <"$RUN/console.log" | grep -q "partition name: mdbench$" ||
		fail "the new table on 4096-byte sectors was not seen"
	for name in used data kept; do
		cmp "$TMPDIR/before/$name" "$d/$name" || fail "$name changed"
	done
	expect "other bytes that changed" "" "$(changed given)"
	expect "name" mdbench:spare "$(sfdisk --part-label "$d/given" 2)"
	sfdisk --verify -q "$d/given" >/dev/null || fail "the table is not sound"
	expect "name on the blank disk" mdbench "$(sfdisk --part-label "$d/blank" 1)"
	sfdisk --verify -q "$d/blank" >/dev/null || fail "the new table is not sound"
	expect "bytes in the new partition" 0 "$(tail -c +1048577 "$d/blank" |
		head -c 23068672 | tr -d '\000' | wc -c)"
}

main "$@"
