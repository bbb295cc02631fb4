#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will compare two groups of runs and the printed table to the byte,
# and ask for another base, other metrics, a larger change, a file.
# needs: none
# timeout: 60
set -eu
. tests/lib/compared.sh

TESTS="single/raw/dd/write/direct-1M:6e7 raid1/ext4/dd/write/fsync-1M:5e7"

main()
{
	put_group "$RUNS/old" "100 101 99 100 102 98" "rate=$TESTS" kernel=6.1.0-57-amd64
	put_group "$RUNS/new" "90 91 89 90 92 89" "rate=$TESTS" kernel=6.12.9-amd64
	put_group "$RUNS/again" "101 99 100 102 98 100" "rate=$TESTS" kernel=6.1.0-57-amd64

	compare 1 "$RUNS/old" "$RUNS/new"
	same_as compare-two.txt
	cp "$OUT" "$TMPDIR/printed"
	[ ! -s "$ERR" ] || { cat "$ERR"; exit 1; }

	# The same figures in another order are the same, and their groups have one release.
	compare 0 "$RUNS/old" "$RUNS/again"
	has "rate: 0 slower, 0 faster, 2 same, 0 cannot tell"
	tells "A $RUNS/old, 6.1.0-57-amd64: 6 runs from 2026-11-30"

	for base in 2 B 6.12.9-amd64 '6.12*'; do
		compare 0 "--base=$base" "$RUNS/old" "$RUNS/new"
		has "A 6.12.9-amd64: 6 runs from 2026-11-30"
		has "rate: 0 slower, 2 faster, 0 same, 0 cannot tell"
	done
	compare 0 --smallest=15 "$RUNS/old" "$RUNS/new"
	has "rate: 0 slower, 0 faster, 2 same, 0 cannot tell"
	compare 1 --metrics=p99 --only='raid1/*' "$RUNS/old" "$RUNS/new"
	has "p99: 1 slower, 0 faster, 0 same, 0 cannot tell"
	expect_no_line '^rate\|^cpu\|^p50\|^single'

	# The longest verdict, the widest interval: still a mail.
	put_group "$RUNS/wild" "30 170 90 100 70 3000" "rate=$TESTS" kernel=6.12.9-amd64
	compare 0 "$RUNS/old" "$RUNS/wild"
	expect_line ' \[-.*, +.*\] cannot tell$'
	expect_no_line '.\{81\}'

	echo before >"$TMPDIR/file"
	compare 1 -o "$TMPDIR/file" "$RUNS/old" "$RUNS/new"
	[ ! -s "$OUT" ] || { echo "printed in spite of -o"; exit 1; }
	diff -u "$TMPDIR/printed" "$TMPDIR/file"
	# A link stays one, as /dev/stdout has to.
	ln -s "$TMPDIR/linked" "$TMPDIR/link"
	compare 1 --output="$TMPDIR/link" "$RUNS/old" "$RUNS/new"
	[ -L "$TMPDIR/link" ] || { echo "the link was replaced"; exit 1; }
	diff -u "$TMPDIR/printed" "$TMPDIR/linked"
	compare 2 --output="$TMPDIR/none/file" "$RUNS/old" "$RUNS/new"
	says "$TMPDIR/none/file: No such file or directory"
	compare 2 --output=/dev/full "$RUNS/old" "$RUNS/new"
	says "/dev/full: No space left on device"
}

main "$@"
