# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For boot tests of sticks: make an image, boot it in a machine that looks like
# metal, look at what came home, see that no disk of others changed.

# shellcheck source=tests/lib/boot.sh
. tests/lib/boot.sh
FOREIGN=$TMPDIR/foreign

# A busy host starves an emulated guest while Linux counts timer interrupts, which
# then panics: boot/qemu.c has more of it. A stick for real machines must not have
# this word, so its files get it here; next.cfg keeps its length.
no_timer_check()
{
	local img="$TMPDIR/stick.img@@1048576" file

	for file in kernels.txt menu.cfg next.cfg; do
		mtype -i "$img" "::mdbench/$file" |
			sed 's/ loglevel=4/ loglevel=4 no_timer_check/' >"$TMPDIR/$file"
	done
	truncate -s 4095 "$TMPDIR/next.cfg"
	echo >>"$TMPDIR/next.cfg"
	for file in kernels.txt menu.cfg next.cfg; do
		mcopy -o -i "$img" "$TMPDIR/$file" "::mdbench/$file"
	done
}

# stick_image KERNELS WORD…: $TMPDIR/stick.img, with that plan.
stick_image()
{
	local kernels="$1"

	shift
	# Tests run at the same time, and what they need is built once.
	flock "$BUILD/medium.lock" make -s BUILD="$BUILD" medium-parts >"$TMPDIR/make.log" 2>&1 ||
		{ cat "$TMPDIR/make.log"; fail "no segments"; }
	boot/stick/usb.sh --kernels="$kernels" --out="$TMPDIR/stick.img" "$@" \
		>"$TMPDIR/usb.log" 2>&1 || { cat "$TMPDIR/usb.log"; fail "no image"; }
	no_timer_check
}

# The last page waits for a key, and gets it.
# metal STATUS OPTION…: mdlab stick into $RUN (deleted before) must end with STATUS.
metal()
{
	local want="$1" got=0

	shift
	rm -rf "$RUN"
	"$MDLAB" stick "$TMPDIR/stick.img" --out="$RUN" '--press-at=press Enter' "$@" \
		>"$TMPDIR/stdout" 2>"$TMPDIR/stderr" </dev/null || got=$?
	[ "$got" = "$want" ] && return 0
	cat "$TMPDIR/stdout" "$TMPDIR/stderr"
	cut -c 1-300 "$RUN/console.log" 2>/dev/null | tail -n 25
	fail "exit status $got, not $want: mdlab stick $*"
}

# leg_records LEG FILTER: of the run r1-k1, what a jq filter finds in all its records.
leg_records() { jq -r -s "$2" "$RUN"/S0001-"$1"*/records.jsonl; }

# put FILE OFFSET BYTES, as printf knows them.
put() {
	# The escapes are wanted.
	# shellcheck disable=SC2059
	printf "$3" | dd of="$FOREIGN/$1" bs=1 seek="$2" conv=notrunc status=none
}

# A RAID1 of two with one member gone, metadata 1.2, clean; no mdadm is needed.
put_md_member()
{
	perl -e '
		my $sb = pack("V4", 0xa92b4efc, 1, 0, 0) . "0123456789abcdef" .
			pack("a32", "other:data") . pack("Q<", 1700000000) .
			pack("V2", 1, 0) . pack("Q<", 57344) . pack("V4", 0, 2, 0, 0);
		$sb = pack("a128", $sb) . pack("Q<4", 8192, 57344, 8, 0) .
			pack("V2", 0, 0) . "fedcba9876543210" . pack("C", 0);
		$sb = pack("a192", $sb) . pack("Q<3", 1700000001, 7, 0) . pack("V2", 0, 2);
		$sb = pack("a256", $sb) . pack("v2", 0, 0xfffe);
		my $sum = 0;
		$sum += $_ for unpack("V*", $sb);
		$sum = ($sum & 0xffffffff) + ($sum >> 32);
		substr($sb, 216, 4) = pack("V", $sum & 0xffffffff);
		print $sb' | dd of="$FOREIGN/$1" bs=4096 seek=1 conv=notrunc status=none
}

# lay_foreign: disks that somebody may have, each with something on it that a
# careless program would write to; their sums are kept.
lay_foreign()
{
	local name

	mkdir -p "$FOREIGN"
	for name in ext4 swap md lvm luks; do
		truncate -s 32M "$FOREIGN/$name"
	done
	mke2fs -q -t ext4 "$FOREIGN/ext4"
	# A journal that wants to be replayed is a write that a mount would do.
	debugfs -w -R 'feature needs_recovery' "$FOREIGN/ext4" >/dev/null 2>&1
	mkswap "$FOREIGN/swap" >/dev/null 2>&1
	put_md_member md
	put lvm 512 'LABELONE\001\000\000\000\000\000\000\000\000\000\000\000 \000\000\000LVM2 001'
	put luks 0 'LUKS\272\276\000\001aes'
	head -c 8M /dev/urandom >"$FOREIGN/data"
	(cd "$FOREIGN" && sha256sum -- *) >"$TMPDIR/foreign.sum"
}

# foreign_unchanged: not one byte of them.
foreign_unchanged()
{
	(cd "$FOREIGN" && sha256sum -c --quiet "$TMPDIR/foreign.sum") ||
		fail "a disk without consent changed"
}

# foreign_seen LEG LEAST: they were listed, without consent; none of them in an array.
foreign_seen()
{
	expect "$1: disks of others, none with consent" true \
		"$(leg_records "$1" "[.[] | select(.type == \"disk\" and
			((.serial // \"\") | startswith(\"attached-\"))) | .consent | not] |
			length >= $2 and all")"
	expect "$1: their places in arrays" false \
		"$(leg_records "$1" '[.[] | select(.type == "array") | .members[] |
			test("attached")] | any')"
}
