#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will trace mdbench dd and GNU dd with the same operands and want
# the same calls, with the same sizes, in the same order, on the same files;
# of N streams N times the calls of one.
# needs: strace
# timeout: 180
set -eu

CALLS=openat,open,read,write,fsync,fdatasync,fcntl,fadvise64,close,ftruncate,lseek

# How a file is opened for writing (mdbench neither creates nor truncates what
# is no file), then every call on the files from the first read; lseek where it
# moves (GNU dd asks whether it may).
list_calls()
{
	sed -n -E \
		-e 's/^[0-9]+ +//' \
		-e '/^lseek\([^,]*, 0, SEEK_CUR\)/d' \
		-e 's/\|O_LARGEFILE|\|O_CLOEXEC|\|O_EXCL//g' \
		-e 's/^open(at)?\((AT_FDCWD(<[^>]*>)?, )?("[^"]*", O_(WRONLY|RDWR).*\)) += .*/open \4/p' \
		-e 's/^([a-z0-9]+)\([0-9]+<([^>]*)>/\1(<\2>/' \
		-e "\\#<($TMPDIR/[a-z]*(\.[0-9]+|)|/dev/zero|/dev/null)(<[^>]*>|)>#p" "$1" |
		sed -E -e 's/ +=/ =/' -e 's/<char [0-9:]*>//' |
		awk '/^open / && !/"\/dev\// { print }
			/^(read|lseek|ftruncate)/ { on = 1 } on && !/^open /'
}

trace()
{
	local name="$1"

	shift
	rm -f "$TMPDIR/out"
	LC_ALL=C strace -f -y -s 0 -o "$TMPDIR/$name.trace" -e trace="$CALLS" \
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

# compare_streams N OPERAND…: a file a thread, so that no call is torn in two.
compare_streams()
{
	local n="$1"

	shift
	trace gnu dd "$@"
	grep -v '^[0-9]' "$TMPDIR/gnu.calls" | sort | uniq -c |
		awk -v n="$n" '{ $1 *= n; print }' >"$TMPDIR/gnu.count"
	rm -f "$TMPDIR/part"	# else streams would share it
	LC_ALL=C strace -ff -y -s 0 -o "$TMPDIR/streams" -e trace="$CALLS" \
		"$BUILD/mdbench" dd "$@" streams="$n" 2>"$TMPDIR/ours.err"
	cat "$TMPDIR"/streams.* >"$TMPDIR/ours.trace"
	list_calls "$TMPDIR/ours.trace" |
		sed -E "s#($TMPDIR/[a-z]*)\\.[0-9]+#\\1#" | sort | uniq -c |
		awk '{ $1 = $1; print }' >"$TMPDIR/ours.count"
	[ "$(find "$TMPDIR" -name 'streams.*' | wc -l)" -gt "$n" ]
	rm -f "$TMPDIR"/streams.*
	if [ "$(wc -l <"$TMPDIR/gnu.count")" -lt 4 ] ||
	    ! diff -u "$TMPDIR/gnu.count" "$TMPDIR/ours.count"; then
		echo "dd $*: not $n times the calls of one"
		FAILED=1
	fi
}

main()
{
	local i

	FAILED=0
	head -c 1048576 /dev/urandom >"$TMPDIR/whole"
	head -c 1111000 /dev/urandom >"$TMPDIR/odd"
	: >"$TMPDIR/empty"
	compare if=/dev/zero of="$TMPDIR/out" bs=1M count=4
	compare if=/dev/zero of="$TMPDIR/out" bs=16k count=50
	compare if=/dev/zero of="$TMPDIR/out" bs=1M count=4 conv=fsync
	compare if=/dev/zero of="$TMPDIR/out" bs=1M count=4 conv=fdatasync
	compare if=/dev/zero of="$TMPDIR/out" bs=16k count=5 oflag=direct,dsync
	compare if=/dev/zero of="$TMPDIR/out" bs=64K count=4 oflag=dsync
	compare if=/dev/zero of="$TMPDIR/out" bs=64K count=4 oflag=sync
	compare if=/dev/zero of="$TMPDIR/out" bs=1M count=4 oflag=direct,dsync
	compare if=/dev/zero of="$TMPDIR/out" bs=64K count=4 oflag=direct
	compare if=/dev/zero of="$TMPDIR/out" bs=16k count=4 oflag=direct conv=fsync
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
	compare if="$TMPDIR/odd" of="$TMPDIR/out" bs=64K skip=3
	compare if="$TMPDIR/odd" of="$TMPDIR/out" bs=64K seek=3 count=2
	compare if="$TMPDIR/odd" of="$TMPDIR/out" bs=1000 skip=2 seek=5 conv=notrunc
	compare if="$TMPDIR/odd" of="$TMPDIR/out" bs=64K seek=1 oflag=direct
	compare_streams 3 if=/dev/zero of="$TMPDIR/out" bs=1M count=4
	compare_streams 3 if=/dev/zero of="$TMPDIR/out" bs=16k count=50 conv=fsync
	compare_streams 2 if=/dev/zero of="$TMPDIR/out" bs=1M count=4 oflag=direct,dsync
	for i in part part.1 part.2 part.3; do
		cp "$TMPDIR/odd" "$TMPDIR/$i"
	done
	compare_streams 3 if="$TMPDIR/part" of=/dev/null bs=64K
	exit "$FAILED"
}

main "$@"
