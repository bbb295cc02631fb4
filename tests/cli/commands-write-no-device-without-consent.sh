#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run mdbench rand, tio and bonnie on a loop device with sectors
# of 4096 bytes: without erase=, mounted, and with a file system on it, and want
# no byte of it changed; read it, mounted too; and want O_DIRECT with smaller or
# odd blocks called unsupported, never done buffered.
# needs: root
# timeout: 60
set -eu

fail()
{
	echo "$*"
	cat "$TMPDIR/err"
	exit 1
}

# expect STATUS COMMAND…
expect()
{
	local want="$1" status=0

	shift
	"$BUILD/mdbench" "$@" path="$LOOP" >"$TMPDIR/out" 2>"$TMPDIR/err" || status=$?
	[ "$status" = "$want" ] || fail "$*: status $status, not $want"
}

is_same() { [ "$(cksum <"$LOOP")" = "$BEFORE" ] || fail "$1: the device was changed"; }

# $1: a status; then options that go with every command.
each_with()
{
	local want="$1"

	shift
	expect "$want" rand size=16M count=50 depth=1 "$@"
	expect "$want" tio size=16M count=100 threads=1 "$@"
	expect "$want" bonnie size=16M files=0 seeks=50 fast=yes "$@"
}

refuse()
{
	each_with 2
	each_with 3 erase=yes
	is_same "$1"
}

# Every phase of the command that ran last was.
all_unsupported()
{
	! grep -E '"verdict":"(pass|fail|broken|void)"' "$TMPDIR/out" || fail "$1: was not refused"
	grep -q '"verdict":"unsupported","reason":"direct I/O is refused' "$TMPDIR/out" ||
		fail "$1: nothing was run"
}

check_direct()
{
	expect 1 rand size=16M count=50 depth=1,4 bs=512 direct=yes format=json erase=signed
	all_unsupported rand
	expect 1 rand size=16M count=500 depth=4 align=512 direct=yes format=json erase=signed
	all_unsupported "rand at odd offsets"
	expect 1 tio size=16M count=50 threads=1,2 bs=512 direct=yes format=json erase=signed
	all_unsupported tio
	expect 1 bonnie size=16M files=0 bs=512 fast=yes direct=yes format=json erase=signed
	all_unsupported bonnie
	each_with 0 direct=yes verify=yes erase=signed
}

clean_up()
{
	! mountpoint -q "$TMPDIR/mounted" || umount "$TMPDIR/mounted"
	losetup -d "$LOOP"
}

main()
{
	truncate -s 32M "$TMPDIR/image"
	if ! LOOP=$(losetup --find --show -b 4096 "$TMPDIR/image" 2>"$TMPDIR/err"); then
		echo "no loop device: $(cat "$TMPDIR/err")"
		exit 77
	fi
	trap clean_up EXIT
	mkdir "$TMPDIR/mounted"
	BEFORE=$(cksum <"$LOOP")
	each_with 2
	is_same "without erase="
	mke2fs -q -b 4096 "$LOOP" 2>"$TMPDIR/err"
	BEFORE=$(cksum <"$LOOP")
	refuse "with a file system"
	mount -o ro "$LOOP" "$TMPDIR/mounted" 2>"$TMPDIR/err" || fail "mount"
	refuse mounted
	each_with 3 erase=signed
	expect 0 rand size=16M count=50 depth=1 rw=read
	expect 0 bonnie size=16M files=0 only='read/*'
	is_same "mounted, read"
	umount "$TMPDIR/mounted"
	check_direct
}

main "$@"
