#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will point mdbench dd at a loop device: without erase=, with a file
# system on it, mounted, as a file of /dev that is not there; not a byte may
# change. Then with consent, and the bytes must change.
# needs: root
# timeout: 120
set -eu

cleanup()
{
	umount "$TMPDIR/mnt" 2>/dev/null || true
	[ -z "${LOOP:-}" ] || losetup -d "$LOOP"
}

fail()
{
	echo "$*"
	cat "$TMPDIR/err"
	exit 1
}

# expect STATUS PATTERN OPERAND…: status, message, and the same bytes as before.
expect()
{
	local want="$1" pattern="$2" status=0 before

	shift 2
	before=$(cksum <"$TMPDIR/image")
	"$BUILD/mdbench" dd if=/dev/urandom bs=64K count=4 "$@" 2>"$TMPDIR/err" || status=$?
	sync "$TMPDIR/image"
	[ "$status" = "$want" ] || fail "$*: status $status, not $want"
	grep -q "$pattern" "$TMPDIR/err" || fail "$*: no '$pattern'"
	if [ "$want" = 0 ]; then
		[ "$before" != "$(cksum <"$TMPDIR/image")" ] || fail "$*: wrote nothing"
	else
		[ "$before" = "$(cksum <"$TMPDIR/image")" ] || fail "$*: WROTE"
	fi
}

main()
{
	truncate -s 16M "$TMPDIR/image"
	mkdir "$TMPDIR/mnt"
	trap cleanup EXIT
	LOOP=$(losetup -f --show "$TMPDIR/image" 2>"$TMPDIR/err") || {
		echo "no loop device: $(cat "$TMPDIR/err")"
		exit 77
	}
	expect 3 "$LOOP: refused: a block device" of="$LOOP"
	expect 3 "$LOOP: refused: a block device" of="$LOOP" erase=no
	expect 2 "erase: 'maybe'" of="$LOOP" erase=maybe
	expect 0 "4+0 records out" of="$LOOP" erase=yes conv=fsync
	expect 3 "$LOOP: refused: a block device" of="$LOOP" if=/dev/zero streams=2
	ln -s "$LOOP" "$TMPDIR/link.2"
	expect 3 "link.2: refused: a block device" of="$TMPDIR/link" if=/dev/zero streams=2
	[ ! -e "$TMPDIR/link.1" ] || fail "a refused run made a file"
	expect 0 "^2 streams: 524288 bytes" of="$LOOP" if=/dev/zero streams=2 erase=yes \
		pattern=random oflag=direct
	[ -b "$LOOP" ] || fail "the device file was removed"
	mke2fs -q -F "$LOOP"
	sync "$LOOP"
	expect 3 "refused: it carries ext" of="$LOOP" erase=yes
	if mount "$LOOP" "$TMPDIR/mnt" 2>/dev/null; then
		expect 3 "refused: it is mounted" of="$LOOP" erase=signed
		umount "$TMPDIR/mnt"
	fi
	expect 0 "4+0 records out" of="$LOOP" erase=signed oflag=direct conv=fsync
	expect 1 "/dev/mdbench-none: open" of=/dev/mdbench-none erase=yes
	[ ! -e /dev/mdbench-none ] || fail "a file was made in /dev"
	expect 2 "a block device: name a file" if=/dev/zero of=/dev/null output="$LOOP"
}

main "$@"
