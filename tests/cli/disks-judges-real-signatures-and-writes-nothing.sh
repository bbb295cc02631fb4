#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will lay a machine of files whose disks carry what the real mkfs,
# mkswap and sfdisk wrote, list it as table and JSON with and without words, and
# see that no byte of it changed.
# needs: e2fsprogs dosfstools fdisk jq
# timeout: 60
set -eu

PATH=$PATH:/usr/sbin:/sbin
fails=0

die() { echo "disks: $*" >&2; exit 1; }
say() { echo "$*"; fails=$((fails + 1)); }

# lay_disk NAME SERIAL [MIB]
lay_disk() {
	local dir="$ROOT/sys/devices/pci0/$1/block/$1" mib="${3:-8}"

	minor=$((minor + 1))
	mkdir -p "$dir"
	echo "254:$minor" >"$dir/dev"
	echo $((mib * 2048)) >"$dir/size"
	echo 0 >"$dir/ro"
	printf '%s' "$2" >"$dir/serial"
	ln -s "../../devices/pci0/$1/block/$1" "$ROOT/sys/class/block/$1"
	truncate -s "${mib}M" "$ROOT/dev/$1"
}

lay_machine() {
	mkdir -p "$ROOT/sys/class/block" "$ROOT/proc/self" "$ROOT/dev"
	echo "1 1 0:2 / / rw - rootfs rootfs rw" >"$ROOT/proc/self/mountinfo"
	lay_disk vda mdbench-1
	lay_disk vdb blank
	lay_disk vdc s-ext4; mke2fs -q -t ext4 "$ROOT/dev/vdc"
	lay_disk vdd s-ext3; mke2fs -q -t ext3 "$ROOT/dev/vdd"
	lay_disk vde s-ext2; mke2fs -q -t ext2 "$ROOT/dev/vde"
	lay_disk vdf s-swap; mkswap "$ROOT/dev/vdf" >/dev/null 2>&1
	lay_disk vdg s-FAT16; mkfs.vfat -F 16 -s 1 "$ROOT/dev/vdg" >/dev/null
	lay_disk vdh s-FAT32 40; mkfs.vfat -F 32 "$ROOT/dev/vdh" >/dev/null
	lay_disk vdi s-FAT12; mkfs.vfat -F 12 "$ROOT/dev/vdi" >/dev/null
	lay_disk vdj s-GPT; echo 'label: gpt
2048,2048' | sfdisk -q "$ROOT/dev/vdj"
	lay_disk vdk s-MBR; echo '2048,2048,83' | sfdisk -q "$ROOT/dev/vdk"
	lay_disk vdl mdbench-fat; mkfs.vfat -n MDBENCH "$ROOT/dev/vdl" >/dev/null
	lay_disk vdm s-GPTcopy; cp "$ROOT/dev/vdj" "$ROOT/dev/vdm"
	dd if=/dev/zero of="$ROOT/dev/vdm" bs=512 count=64 conv=notrunc status=none
}

sums() { (cd "$ROOT/dev" && sha256sum -- *); }

# expect STATUS ARGS…: output in $out
expect() {
	local want="$1" got=0

	shift
	out=$("$BUILD/mdbench" disks --root="$ROOT" "$@" 2>"$TMPDIR/err") || got=$?
	[ "$got" = "$want" ] || say "disks $*: status $got, not $want: $(cat "$TMPDIR/err")"
	[ "$want" = 0 ] || [ "$(wc -l <"$TMPDIR/err")" = 1 ] ||
		say "disks $*: not one line of error: $(cat "$TMPDIR/err")"
}

consenting() { echo "$out" | jq -r 'select(.consent) | .name' | tr '\n' ' '; }

check_words() {
	local serial what

	expect 0 --format=json
	[ "$(echo "$out" | wc -l)" = 13 ] || say "not one line a disk: $out"
	[ "$(consenting)" = "vda " ] || say "consenting: $(consenting)"
	expect 0 --format=json --disks=blank --erase=yes
	[ "$(consenting)" = "vdb vda " ] || say "consenting with a word: $(consenting)"
	expect 3 --format=json --disks=blank
	[ "$(consenting)" = "" ] || say "refused, and yet consenting: $(consenting)"
	for serial in s-ext4 s-ext3 s-ext2 s-swap s-FAT16 s-FAT32 s-FAT12 s-GPT s-MBR s-GPTcopy; do
		what=${serial#s-}
		what=${what%copy}
		expect 3 --disks=$serial --erase=yes
		grep -q "carries $what," "$TMPDIR/err" || say "$serial: $(cat "$TMPDIR/err")"
		expect 0 --disks=$serial --erase=signed
	done
	expect 3 --disks=mdbench-fat --erase=signed
	grep -q "results medium" "$TMPDIR/err" || say "$(cat "$TMPDIR/err")"
	expect 3 --disks=vdb --erase=signed
	expect 2 --disks=nobody --erase=yes
	expect 2 --erase=perhaps
	expect 2 --unknown
	expect 0 --help
}

check_table() {
	local dir way="pci0000:00/0000:00:1c.0/0000:02:00.0"

	# Behind a RAID controller: neither serial nor wwn, a long way, a long reason.
	dir=$ROOT/sys/devices/$way/host0/target0:2:0/0:2:0:0/block/sda
	mkdir -p "$dir/device"
	echo 8:0 >"$dir/dev"
	echo 41943040000 >"$dir/size"
	echo 0 >"$dir/ro"
	ln -s "../../devices/$way/host0/target0:2:0/0:2:0:0/block/sda" "$ROOT/sys/class/block/sda"
	echo "AVAGO" >"$dir/device/vendor"
	echo "MR9361-8i" >"$dir/device/model"
	expect 0
	case $out in
	*"sda "*" 20000G scsi      no
    id: path:$way/2:0:0
    model: AVAGO MR9361-8i
    no serial, no wwn: no word can name it, but mdbench mark can
    why no: it cannot be read, so nobody knows what it holds"*) ;;
	*) say "table: $out" ;;
	esac
	case $out in
	*"serial:mdbench-1"*"why yes: its serial begins with mdbench-"*) ;;
	*) say "table: $out" ;;
	esac
	! echo "$out" | grep -q '.\{81\}' || say "wider than 80: $out"
}

main() {
	ROOT=$TMPDIR/root
	minor=0
	lay_machine
	sums >"$TMPDIR/before"
	check_words
	check_table
	sums | cmp - "$TMPDIR/before" || say "bytes changed"
	[ "$fails" = 0 ] || die "$fails failed"
}

main "$@"
