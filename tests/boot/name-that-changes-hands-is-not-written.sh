#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will give a disk's kernel name to somebody else's while a run is on, and see it untouched.
# needs: qemu network
# timeout: 600
set -eu
. tests/lib/boot.sh

# swap TARGET: the appliance runs; when it has written to target 0, the disk at
# TARGET goes and the attached one, at target 4, comes again. What it was called
# stays taken, for it is open; so it gets the name that became free. Meanwhile
# the appliance stands still.
swap()
{
	{
		cat <<'END'
#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
while read -r module rest; do insmod "$module" $rest; done </lib/mdbench/modules/order
name() { ls "/sys/class/scsi_device/0:0:$1:0/device/block" 2>/dev/null; }
mdbench appliance &
sectors=0
while [ "$sectors" -lt 8192 ]; do
	set -- $(cat "/sys/block/$(name 0)/stat" 2>/dev/null) 0 0 0 0 0 0 0
	sectors=$7
done
END
		cat <<END
gone=\$(name $1)
exec 3<"/dev/\$(name 4)"
kill -STOP \$!
echo 1 >/sys/class/scsi_device/0:0:4:0/device/delete
echo 1 >/sys/class/scsi_device/0:0:$1:0/device/delete
echo "0 4 0" >/sys/class/scsi_host/host0/scan
while [ -z "\$(name 4)" ]; do :; done
echo "<4>test: \$gone is \$(name 4)" >/dev/kmsg
kill -CONT \$!
wait
poweroff -f
END
	} | init_segment
}

# The name went from one to the other: "sdb is sdb".
expect_swapped()
{
	local said old

	said=$(records '.[] | select(.type == "log" and (.text | startswith("test: "))).text')
	old=${said#test: }
	old=${old%% *}
	[ -n "$old" ] || fail "the disks were not swapped: '$said'"
	expect "the new name" "$old" "${said##* }"
}

truncate -s 512M "$TMPDIR/theirs"
printf 'somebody: keep' | dd of="$TMPDIR/theirs" bs=1 seek=4096 conv=notrunc status=none
sha256sum "$TMPDIR/theirs" >"$TMPDIR/before"
set -- --disks 4x512M,bus=virtio-scsi --attach "$TMPDIR/theirs,bus=virtio-scsi"

# A member of the mirror and of the stripes, before the mirror's turn comes.
boot 1 "$@" --segment "$(swap 1)" --only '*/raw/dd/write/*-1M' --size 16M
expect_swapped
sha256sum -c --quiet "$TMPDIR/before" || fail "a member's successor was written to"
expect "raid1" "broken" \
	"$(records '[.[] | select(.type == "result" and (.id | startswith("raid1")))] | map(.verdict) | unique | join(" ")')"
# The single disk itself, between or within its tests.
boot 1 "$@" --segment "$(swap 0)" --only 'single/raw/dd/*' --size 16M
expect_swapped
sha256sum -c --quiet "$TMPDIR/before" || fail "the single disk's successor was written to"
expect "verdicts after it went" "broken" \
	"$(records '[.[] | select(.type == "result").verdict] |
		.[(map(. != "pass") | index(true)) + 1:] | unique | join(" ")')"
