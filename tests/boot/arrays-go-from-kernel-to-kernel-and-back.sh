#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will take one set of disks from Linux 7 to 6.1, back, to 5.10 and 6.12: our arrays are assembled or made anew, and it is said why; those of others are read or left, for a reason, and stay as they are.
# needs: qemu network
# timeout: 600
set -eu
. tests/lib/boot.sh
d=$TMPDIR/attached
MADE="the one found was made on Linux 6.19 or newer (its superblock holds a logical block size), which this kernel refuses"
WOULD="made on Linux 6.19 or newer (its superblock holds a logical block size): by itself this kernel would refuse it"

# number FILE OFFSET: 32 bits, little endian.
number() { od -An -tu4 -j "$2" -N 4 "$1" | tr -d ' '; }

# put FILE OFFSET NUMBER
put()
{
	# shellcheck disable=SC2059 # escapes are what is wanted
	printf "$(printf '\\%03o\\%03o\\%03o\\%03o' $(($3 & 255)) $(($3 >> 8 & 255)) \
		$(($3 >> 16 & 255)) $(($3 >> 24 & 255)))" |
		dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

# Arrays of somebody else, made by the newest kernel: a mirror with a bitmap,
# and stripes over unequal disks; then the appliance's own run.
newest_makes()
{
	cat <<'END' | init_segment
#!/bin/sh
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t tmpfs run /run
while read -r module rest; do insmod "$module" $rest; done </lib/mdbench/modules/order
dev() { for x in /sys/block/*; do [ "$(cat $x/serial 2>/dev/null)" != "attached-$1" ] || echo "/dev/${x##*/}"; done; }
while [ ! "$(dev 3)" ]; do :; done
exec >/dev/console 2>&1
mdadm --create /dev/md1 --run --metadata=1.2 --homehost=other --name=mirror --level=1 --raid-devices=2 --bitmap=internal --assume-clean "$(dev 0)" "$(dev 1)" &&
mdadm --create /dev/md2 --run --metadata=1.2 --homehost=other --name=stripes --level=0 --chunk=64 --raid-devices=2 "$(dev 2)" "$(dev 3)" &&
dd if=/dev/urandom of=/dev/md1 bs=1M count=2 conv=fsync && mdadm --stop /dev/md1 /dev/md2 && echo "@made"
mdbench appliance
poweroff -f
END
}

# As Linux of before 5.4 has left it: no bit that says the layout, and none of
# the block size; the checksum is a sum of all words.
forget_layout()
{
	local features lbs sum

	features=$(number "$1" $((4096 + 8)))
	lbs=$(number "$1" $((4096 + 224)))
	[ $((features & 4096)) = 4096 ] || fail "the newest kernel has named no layout: $features"
	sum=$(number "$1" $((4096 + 216)))
	put "$1" $((4096 + 8)) $((features - 4096))
	put "$1" $((4096 + 224)) 0
	sum=$((sum - 4096 - lbs))
	# A carry that went around comes back.
	[ $sum -ge 0 ] || sum=$((sum + 4294967295))
	put "$1" $((4096 + 216)) $sum
}

# The mirror's bitmap is of the version that needs no lock (Linux 6.18).
make_lockless()
{
	local at

	at=$((4096 + $(number "$1" $((4096 + 96))) * 512))
	[ "$(number "$1" $at)" = $((0x6d746962)) ] || fail "no bitmap at $at of $1"
	put "$1" $((at + 4)) 6
}

# run KERNEL FOREIGN OPTION…: ours on six disks that are kept.
run()
{
	local kernel="$1" foreign="$2"

	shift 2
	boot 0 --kernel "$kernel" --disks "6x256M,keep=$TMPDIR/disks" --append "mdbench.foreign=$foreign" "$@"
	expect_clean
}

# ours WHAT WANT: origin and reason of both arrays.
ours()
{
	expect "$1: our arrays" "$2" "$(records '[.[] | select(.type == "array" and .origin != "foreign") |
		"\(.target) \(.origin) \(.why)"] | join("; ")')"
	expect "$1: our results" "raid0 pass, raid1 pass" "$(records '[.[] | select(.type == "result" and
		(.id | startswith("raid"))) | "\(.id | split("/")[0]) \(.verdict)"] | unique | join(", ")')"
}

# others KERNEL WHY: read without their metadata, and not a byte of them changed.
others()
{
	run "$1" readonly --only '*r*i*/raw/dd/read/direct-1M' --attach "$d/m0" --attach "$d/m1" \
		--attach "$d/s0" --attach "$d/s1"
	(cd "$d" && sha256sum -- *) | cmp - "$TMPDIR/before" || fail "$1: a disk of others changed"
	expect "$1: arrays of others" "foreign1 ignored $2" "$(records '[.[] | select(.type == "array" and
		.origin == "foreign") | "\(.target) \(.bitmap) \(.why)"] | join("; ")')"
	expect "$1: results of others" "foreign1 pass null; foreign2 unsupported a RAID0 of unequal members whose superblock names no layout, so that Linux 5.4 and newer refuse it" \
		"$(records '[.[] | select(.type == "result" and (.id | startswith("foreign"))) |
			"\(.id | split("/")[0]) \(.verdict) \(.reason)"] | sort | join("; ")')"
}

main()
{
	local only='raid*/raw/dd/*/direct-1M'

	mkdir "$d"
	truncate -s 32M "$d/m0" "$d/m1" "$d/s0"
	truncate -s 48M "$d/s1"
	run debian:trixie-backports no --only "$only" --segment "$(newest_makes)" --attach "$d/m0" \
		--attach "$d/m1" --attach "$d/s0" --attach "$d/s1"
	grep -q "@made" "$RUN/console.log" || fail "the arrays of others were not made"
	ours "made" "raid1 created null; raid0 created null"
	forget_layout "$d/s0"
	forget_layout "$d/s1"
	make_lockless "$d/m0"
	make_lockless "$d/m1"
	(cd "$d" && sha256sum -- *) >"$TMPDIR/before"
	others debian:bookworm "$WOULD"
	# Nothing has written to the superblocks of the stripes since mdadm has made them.
	ours "6.1 after 7" "raid1 created $MADE; raid0 assembled null"
	others debian:trixie-backports null
	ours "7 after 6.1" "raid1 assembled null; raid0 assembled null"
	run debian:bullseye no --only "$only"
	ours "5.10 after 7" "raid1 assembled null; raid0 assembled null"
	run debian:bookworm-backports no --only "$only"
	ours "6.12 after 5.10" "raid1 assembled null; raid0 assembled null"
}

main "$@"
