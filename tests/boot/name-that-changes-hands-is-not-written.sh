#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will give a disk's kernel name to somebody else's while a run is on, and see it untouched.
# needs: qemu network
# timeout: 600
set -eu
. tests/lib/boot.sh

# swap NAME: the appliance runs; when it has written to sda, the disk NAME goes
# and the attached one, at target 4, comes again: it gets the free name.
swap()
{
	{
		cat <<'END'
#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
while read -r module rest; do insmod "$module" $rest; done </lib/mdbench/modules/order
mdbench appliance &
sectors=0
while [ "$sectors" -lt 8192 ]; do
	set -- $(cat /sys/block/sda/stat 2>/dev/null) 0 0 0 0 0 0 0
	sectors=$7
done
END
		cat <<END
echo 1 >/sys/block/sde/device/delete
echo 1 >/sys/block/$1/device/delete
for host in /sys/class/scsi_host/*; do echo "0 4 0" >\$host/scan; done
ls /sys/block/$1/device/scsi_disk >/dev/kmsg
wait
poweroff -f
END
	} | init_segment
}

truncate -s 512M "$TMPDIR/theirs"
printf 'somebody: keep' | dd of="$TMPDIR/theirs" bs=1 seek=4096 conv=notrunc status=none
sha256sum "$TMPDIR/theirs" >"$TMPDIR/before"
set -- --disks 4x512M,bus=virtio-scsi --attach "$TMPDIR/theirs,bus=virtio-scsi"

# A member of the mirror, before the mirror's turn comes.
boot 1 "$@" --segment "$(swap sdb)" --only '*/raw/dd/write/*-1M' --size 16M
sha256sum -c --quiet "$TMPDIR/before" || fail "a member's successor was written to"
expect "raid1" "broken" \
	"$(records '[.[] | select(.type == "result" and (.id | startswith("raid1")))] | map(.verdict) | unique | join(" ")')"
# The single disk itself, between or within its tests.
boot 1 "$@" --segment "$(swap sda)" --only 'single/raw/dd/*' --size 16M
sha256sum -c --quiet "$TMPDIR/before" || fail "the single disk's successor was written to"
expect "verdicts after it went" "broken" \
	"$(records '[.[] | select(.type == "result").verdict] |
		.[(map(. != "pass") | index(true)) + 1:] | unique | join(" ")')"
