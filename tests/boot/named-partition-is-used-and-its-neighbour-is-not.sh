#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will measure on two partitions that their owner named mdbench, and hash what lies around them.
# needs: qemu network fdisk
# timeout: 300
set -eu
. tests/lib/boot.sh
d=$TMPDIR/attached
mkdir "$d"
for name in a b; do
	truncate -s 700M "$d/$name"
	printf 'label: gpt\nstart=2048, size=40M, name=home\nsize=600M, name=mdbench-%s\nsize=40M, name=srv\n' \
		$name | sfdisk -q "$d/$name"
	# What the neighbours hold: a pattern right up to the partition between them.
	yes "home of $name" | head -c 41943040 |
		dd of="$d/$name" bs=1M seek=1 conv=notrunc status=none
	yes "srv of $name" | head -c 41943040 |
		dd of="$d/$name" bs=1M seek=641 conv=notrunc status=none
done
# All but the named partition, from 41 MiB on, 600 MiB long.
around()
{
	for name in a b; do
		head -c 42991616 "$d/$name" | sha256sum
		tail -c +672137217 "$d/$name" | sha256sum
	done
}
around >"$TMPDIR/before"
boot 0 --disks 2x512M --attach "$d/a" --attach "$d/b" --only 'raid1/*/dd/*/direct-1M' \
	--append 'mdbench.expect=4'
expect_clean
expect "members" "partuuid partuuid" \
	"$(records '.[] | select(.type == "array") | .members | map(split(":")[0]) | join(" ")')"
expect "consent of the whole disks" "false false" \
	"$(records '[.[] | select(.type == "disk" and ((.serial // "") | startswith("attached")) and
		(.id | startswith("serial"))) | .consent | tostring] | join(" ")')"
around | cmp - "$TMPDIR/before" || fail "something beside the named partition changed"
[ "$(tail -c +42991617 "$d/a" | head -c 629145600 | tr -d '\000' | head -c 1 | wc -c)" = 1 ] ||
	fail "the named partition was not written to: this test sees nothing"
