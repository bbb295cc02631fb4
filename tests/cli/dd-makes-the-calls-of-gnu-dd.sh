#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will trace mdbench dd and GNU dd with the same operands and want
# the same calls, with the same sizes, in the same order, on the same files.
# needs: strace
# timeout: 120
set -eu

# How a file is opened for writing (mdbench neither creates nor truncates what
# is no file), then every call on the files from the first read.
list_calls()
{
	sed -n -E \
		-e 's/^[0-9]+ +//' \
		-e 's/\|O_LARGEFILE|\|O_CLOEXEC//g' \
		-e 's/^open(at)?\((AT_FDCWD(<[^>]*>)?, )?("[^"]*", O_WRONLY.*\)) += .*/open \4/p' \
		-e 's/^([a-z0-9]+)\([0-9]+<([^>]*)>/\1(<\2>/' \
		-e "\\#<($TMPDIR/[a-z]*|/dev/zero|/dev/null)(<[^>]*>|)>#p" "$1" |
		sed -E -e 's/ +=/ =/' -e 's/<char [0-9:]*>//' |
		awk '/^open / && !/"\/dev\// { print } /^read/ { on = 1 } on && !/^open /'
}

trace()
{
	local name="$1"

	shift
	rm -f "$TMPDIR/out"
	LC_ALL=C strace -f -y -s 0 -o "$TMPDIR/$name.trace" \
		-e trace=openat,open,read,write,fsync,fdatasync,fcntl,fadvise64,close \
		"$@" 2>"$TMPDIR/$name.err" || echo "status $?" >>"$TMPDIR/$name.err"
	list_calls "$TMPDIR/$name.trace" >"$TMPDIR/$name.calls"
	if [ -f "$TMPDIR/out" ]; then
		cksum <"$TMPDIR/out" >>"$TMPDIR/$name.calls"
	fi
}

compare()
{
	trace gnu dd "$@"
	trace ours "$BUILD/mdbench" dd "$@"
	if ! grep -q '^read\|^write' "$TMPDIR/gnu.calls"; then
		echo "nothing was traced of dd $*"
		exit 1
	fi
	if ! diff -u "$TMPDIR/gnu.calls" "$TMPDIR/ours.calls" >"$TMPDIR/diff"; then
		echo "dd $*: calls differ"
		cat "$TMPDIR/diff"
		FAILED=1
	fi
}

main()
{
	FAILED=0
	head -c 1048576 /dev/urandom >"$TMPDIR/whole"
	head -c 1111000 /dev/urandom >"$TMPDIR/odd"
	: >"$TMPDIR/empty"
	compare if=/dev/zero of="$TMPDIR/out" bs=1M count=4
	compare if=/dev/zero of="$TMPDIR/out" bs=16k count=50
	compare if=/dev/zero of="$TMPDIR/out" bs=1M count=4 conv=fsync
	compare if=/dev/zero of="$TMPDIR/out" bs=1M count=4 conv=fdatasync
	compare if=/dev/zero of="$TMPDIR/out" bs=64K count=4 oflag=dsync
	compare if=/dev/zero of="$TMPDIR/out" bs=64K count=4 oflag=sync
	compare if=/dev/zero of="$TMPDIR/out" bs=1M count=4 oflag=direct,dsync
	compare if=/dev/zero of="$TMPDIR/out" bs=64K count=4 oflag=direct
	compare if="$TMPDIR/whole" of=/dev/null bs=1M
	compare if="$TMPDIR/whole" of=/dev/null bs=16k
	compare if="$TMPDIR/whole" of=/dev/null bs=64K iflag=direct
	compare if="$TMPDIR/odd" of=/dev/null bs=64K
	compare if="$TMPDIR/odd" of=/dev/null bs=64K iflag=direct
	compare if="$TMPDIR/odd" of="$TMPDIR/out" bs=1000
	compare if="$TMPDIR/odd" of="$TMPDIR/out" bs=64K oflag=direct
	compare if="$TMPDIR/odd" of="$TMPDIR/out" bs=64K oflag=direct conv=fdatasync
	compare if="$TMPDIR/odd" of="$TMPDIR/out" bs=64K iflag=direct conv=notrunc
	compare if="$TMPDIR/empty" of="$TMPDIR/out" bs=64K
	compare if=/dev/zero of=/dev/null count=3
	compare if=/dev/zero of="$TMPDIR/out" bs=1000 count=3 oflag=direct
	exit "$FAILED"
}

main "$@"
