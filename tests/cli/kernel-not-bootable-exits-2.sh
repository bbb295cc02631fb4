#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will give files that are no x86 boot image, and one that is made to
# look like one: the first get status 2, of the last its release is read.
# needs: none
# timeout: 30
set -eu

refuses()
{
	local status

	status=0
	kernel-configs/kernel.sh "$1" >"$TMPDIR/out" 2>"$TMPDIR/err" || status=$?
	[ "$status" = 2 ] || { echo "$1: status $status, not 2"; exit 1; }
	[ ! -s "$TMPDIR/out" ] || { echo "$1: printed something"; exit 1; }
	grep -q '^mdlab: kernel: .*not a bootable x86 kernel' "$TMPDIR/err" ||
		{ echo "$1:"; cat "$TMPDIR/err"; exit 1; }
}

# put FILE OFFSET OCTAL-ESCAPES
put()
{
	# The escapes are the format's.
	# shellcheck disable=SC2059
	printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc 2>/dev/null
}

main()
{
	: >"$TMPDIR/empty"
	head -c 4096 /dev/zero >"$TMPDIR/zeros"
	cp "$TMPDIR/zeros" "$TMPDIR/boot-sector"
	put "$TMPDIR/boot-sector" 510 '\125\252'
	cp "$TMPDIR/boot-sector" "$TMPDIR/kernel"
	put "$TMPDIR/kernel" 514 HdrS
	put "$TMPDIR/kernel" 526 '\000\005'
	put "$TMPDIR/kernel" 1792 '6.1.0-test-9 (somebody) #1 SMP'

	refuses "$TMPDIR/empty"
	refuses "$TMPDIR/zeros"
	refuses "$TMPDIR/boot-sector"
	refuses /bin/sh
	kernel-configs/kernel.sh "$TMPDIR/kernel" '' >"$TMPDIR/out"
	printf 'image=%s\nmodules=\nrelease=6.1.0-test-9\nlabel=6.1.0-test-9\n' \
		"$(realpath "$TMPDIR/kernel")" >"$TMPDIR/expected"
	diff "$TMPDIR/expected" "$TMPDIR/out"
}

main "$@"
