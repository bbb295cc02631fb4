#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will make arrays of somebody else, clean, dirty, in resync and degraded, attach them and disks of every kind to runs that leave them alone or read them, and hash every byte.
# needs: qemu network e2fsprogs dosfstools
# timeout: 600
set -eu
. tests/lib/boot.sh
K=debian:bookworm:amd64
d=$TMPDIR/attached
attach=

# put FILE OFFSET BYTES: BYTES as printf writes them.
put()
{
	# shellcheck disable=SC2059 # escapes are what is wanted
	printf "$3" | dd of="$d/$1" bs=1 seek="$2" conv=notrunc status=none
}

lay_disks()
{
	local name

	mkdir "$d"
	for name in m0 m1 m2 m3 m4 m5 m6 n-ext4 n-swap n-lvm n-luks n-ntfs n-zeros n-ddf n-imsm n-fat; do
		truncate -s 32M "$d/$name"
	done
	mke2fs -q -t ext4 "$d/n-ext4"
	# A journal that wants to be replayed is a write that a mount would do.
	debugfs -w -R 'feature needs_recovery' "$d/n-ext4" >/dev/null 2>&1
	mkswap "$d/n-swap" >/dev/null 2>&1
	mkfs.vfat "$d/n-fat" >/dev/null
	# What begins like what it stands for, for lack of the program that makes it.
	put n-lvm 512 'LABELONE\001\000\000\000'
	put n-luks 0 'LUKS\272\276\000\001'
	put n-ntfs 0 '\353R\220NTFS    '
	put n-ntfs 510 '\125\252'
	put n-ddf $((33554432 - 512)) '\336\021\336\021'
	put n-imsm $((33554432 - 1024)) 'Intel Raid ISM Cfg Sig. 1.3.00'
	if command -v mkfs.xfs >/dev/null 2>&1; then
		truncate -s 320M "$d/n-xfs"
		mkfs.xfs -q "$d/n-xfs"
	else
		echo "no XFS among the disks: mkfs.xfs is not installed"
	fi
	for name in "$d"/*; do
		attach="$attach --attach $name"
	done
}

# The disk that was attached as the n-th, once the last one is there.
guest_begins()
{
	cat <<'END'
#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs run /run
while read -r module rest; do insmod "$module" $rest; done </lib/mdbench/modules/order
dev() { for x in /sys/block/*; do [ "$(cat $x/serial 2>/dev/null)" != "attached-$1" ] || echo "/dev/${x##*/}"; done; }
END
}

# Whole with a bitmap; in resync, and dirty; stripes; degraded and dirty, of
# 0.90, with a bitmap and a file system whose journal has to be replayed.
make_arrays()
{
	{
		guest_begins
		cat <<'END'
while [ ! "$(dev 6)" ]; do :; done
exec >/dev/console 2>&1
echo 1 >/proc/sys/dev/raid/speed_limit_min
echo 1 >/proc/sys/dev/raid/speed_limit_max
create() { mdadm --create "$@"; }
create /dev/md1 --run --metadata=1.2 --homehost=other --name=whole --level=1 --raid-devices=2 --bitmap=internal --assume-clean "$(dev 0)" "$(dev 1)"
create /dev/md2 --run --metadata=1.0 --homehost=other --name=syncing --level=1 --raid-devices=2 --bitmap=none "$(dev 2)" "$(dev 3)"
create /dev/md3 --run --metadata=1.2 --homehost=other --name=stripes --level=0 --chunk=64 --raid-devices=2 "$(dev 4)" "$(dev 5)"
create /dev/md4 --run --metadata=0.90 --level=1 --raid-devices=2 --bitmap=internal --assume-clean "$(dev 6)" missing
mke2fs -q -t ext4 /dev/md4
mount -t ext4 /dev/md4 /mnt
dd if=/dev/urandom of=/mnt/file bs=1M count=2
dd if=/dev/urandom of=/dev/md1 bs=1M count=2
sync
mdadm --stop /dev/md1 /dev/md3
dd if=/dev/urandom of=/dev/md2 bs=1M count=2 conv=fsync
echo more >/mnt/more
sync
grep -q resync /proc/mdstat && grep -q '_]' /proc/mdstat && echo "@made"
echo b >/proc/sysrq-trigger
END
	} | init_segment
}

# A run, and what is mounted and swapped to when it is done, but for what is its own.
look_after()
{
	{
		guest_begins
		cat <<'END'
mdbench appliance
exec >/dev/console 2>&1
echo "@swaps $(wc -l </proc/swaps)"
echo "@mounts" $(sed 's/.* - //' /proc/self/mountinfo | cut -d ' ' -f 1 | sort -u)
echo "@arrays" $(grep -c '^md1[12]' /proc/mdstat)
echo "@set" $(cat /sys/block/vd*/ro | sort -u)
poweroff -f
END
	} | init_segment
}

# looked NAME TEXT
looked()
{
	expect "$1" "$2" "$(tr -d '\r' <"$RUN/console.log" | sed -n "s/^.*@$1 //p" | head -n 1)"
}

# run STATUS FOREIGN
run()
{
	# shellcheck disable=SC2086 # a list of options
	boot "$1" --kernel $K --only '*/raw/dd/read/direct-1M' --disks 4x256M $attach \
		--append "mdbench.foreign=$2" --segment "$after"
	(cd "$d" && sha256sum -- *) | cmp - "$TMPDIR/before" ||
		fail "foreign=$2: a disk of others changed"
	looked swaps 1
	looked mounts "devtmpfs proc rootfs sysfs tmpfs"
	looked arrays 0
	looked set 0
	expect "foreign=$2: disks of others that consent" 0 \
		"$(records '[.[] | select(.type == "disk" and ((.serial // "") | startswith("attached")) and .consent)] | length')"
	expect "foreign=$2: warnings of writes" 0 \
		"$(records '[.[] | select(.type == "log" and (.text | test("write to read-only")))] | length')"
}

main()
{
	local making after

	lay_disks
	making=$(make_arrays)
	# The guest resets itself in the middle of it all.
	# shellcheck disable=SC2086 # a list of options
	boot 4 --kernel $K --only 'single/raw/dd/read/direct-1M' --disks 1x256M $attach --segment "$making"
	grep -q "@made" "$RUN/console.log" || fail "the arrays were not made"
	(cd "$d" && sha256sum -- *) >"$TMPDIR/before"
	after=$(look_after)
	run 0 no
	expect "results" "raid0 raid1 single" \
		"$(records '[.[] | select(.type == "result") | .id | split("/")[0]] | unique | join(" ")')"
	# A figure of an array that is not whole does not count.
	run 1 readonly
	expect "results" "foreign1 pass, foreign2 pass, foreign3 pass, foreign4 void, raid0 pass, raid1 pass, single pass" \
		"$(records '[.[] | select(.type == "result") | "\(.id | split("/")[0]) \(.verdict)"] | sort | join(", ")')"
	expect "tests" 7 "$(records '.[] | select(.type == "run") | .tests')"
	expect "arrays" "foreign1 1.2 [0,1], foreign2 1.0 [2,3], foreign3 1.2 [4,5], foreign4 0.90 [6]" \
		"$(records '[.[] | select(.type == "array" and .origin == "foreign") |
			"\(.target) \(.metadata) \(.members | map(split("-")[1] | tonumber) | tojson)"] | join(", ")')"
	expect "bytes written to members" 0 "$(records '[.[] | select(.type == "result" and (.id | startswith("foreign"))) |
		.members[].write_bytes] | add')"
}

main "$@"
