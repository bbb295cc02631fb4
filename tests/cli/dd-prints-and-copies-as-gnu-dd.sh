#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run mdbench dd and GNU dd on files of many sizes and want the
# same lines (times and rates masked), the same bytes, the same exit status.
# needs: none
# timeout: 60
set -eu

mask()
{
	sed -E -e 's/^(mdbench: dd|dd): .*//' -e '/^$/d' \
		-e 's/copied, [^ ]+ s, [^ ]+ [kMGT]?B\/s/copied, TIME/'
}

run()
{
	local name="$1" status=0

	shift
	rm -f "$TMPDIR/out"
	echo kept-kept-kept >"$TMPDIR/old"
	LC_ALL=C "$@" 2>"$TMPDIR/err" || status=$?
	{
		mask <"$TMPDIR/err"
		echo "status $status"
		for file in "$TMPDIR/out" "$TMPDIR/old"; do
			[ ! -f "$file" ] || cksum <"$file"
		done
	} >"$TMPDIR/$name"
}

compare()
{
	run gnu dd "$@"
	run ours "$BUILD/mdbench" dd "$@"
	if ! diff -u "$TMPDIR/gnu" "$TMPDIR/ours"; then
		echo "dd $*: differs"
		FAILED=1
	fi
}

main()
{
	local size bs

	FAILED=0
	for size in 0 1 999 1000 1023 1024 4096 65537 1048576; do
		head -c "$size" /dev/urandom >"$TMPDIR/in"
		for bs in 1000 4096 64K; do
			compare if="$TMPDIR/in" of="$TMPDIR/out" bs="$bs"
			compare if="$TMPDIR/in" of=/dev/null bs="$bs"
		done
	done
	compare if="$TMPDIR/in" of="$TMPDIR/out"
	compare if="$TMPDIR/in" of="$TMPDIR/out" bs=3kB count=2
	compare if="$TMPDIR/in" of="$TMPDIR/out" bs=1 count=0
	compare if="$TMPDIR/in" of="$TMPDIR/old" bs=3 count=1
	compare if="$TMPDIR/in" of="$TMPDIR/old" bs=3 count=1 conv=notrunc
	compare if="$TMPDIR/in" of="$TMPDIR/old" bs=3 count=0
	compare if=/dev/zero of=/dev/full bs=4K count=2
	compare if=/dev/zero of=/dev/null bs=4K count=2 conv=fsync
	compare if=/dev/zero of="$TMPDIR/out" bs=1000 count=2 oflag=direct
	compare if="$TMPDIR" of="$TMPDIR/out"
	compare if="$TMPDIR/missing" of="$TMPDIR/out"
	compare if=/dev/zero of="$TMPDIR/missing/out" count=1
	exit "$FAILED"
}

main "$@"
