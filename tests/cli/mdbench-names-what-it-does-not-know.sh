#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will give mdbench wrong commands and operands and want status 2 and
# one line that names the culprit; and help and version that say when they
# could not be printed.
# needs: none
# timeout: 30
set -eu

# expect STATUS TEXT ARGUMENT…
expect()
{
	local want="$1" text="$2" status=0

	shift 2
	"$BUILD/mdbench" "$@" >"$TMPDIR/out" 2>"$TMPDIR/err" || status=$?
	if [ "$status" != "$want" ]; then
		echo "mdbench $*: status $status, not $want"
		FAILED=1
	fi
	if ! cat "$TMPDIR/out" "$TMPDIR/err" | grep -qF -- "$text"; then
		echo "mdbench $*: no '$text' in: $(cat "$TMPDIR/out" "$TMPDIR/err")"
		FAILED=1
	fi
	if [ "$want" = 2 ] && [ "$#" -gt 0 ] && [ "$(wc -l <"$TMPDIR/err")" != 1 ]; then
		echo "mdbench $*: more than one line"
		FAILED=1
	fi
}

main()
{
	local z="if=/dev/zero" n="of=/dev/null"

	FAILED=0
	expect 2 "usage: mdbench COMMAND"
	expect 2 "mdbench: bogus: unknown command" bogus
	expect 0 "usage: mdbench COMMAND" --help
	expect 0 "mdbench 0." --version
	expect 0 "if=FILE" dd --help
	expect 2 "mdbench: dd: if: not given" dd
	expect 2 "mdbench: dd: of: not given" dd "$z"
	expect 2 "mdbench: dd: bogus: unknown option" dd "$z" "$n" bogus=1
	expect 2 "mdbench: dd: bogus: unknown option" dd "$z" "$n" --bogus
	expect 2 "mdbench: dd: stray: unknown operand" dd "$z" "$n" stray
	expect 2 "bs: '0': not from 1 to 1G" dd "$z" "$n" bs=0
	expect 2 "bs: '1X': not a size" dd "$z" "$n" bs=1X
	expect 2 "count: '-1': not a number" dd "$z" "$n" count=-1
	expect 2 "iflag: 'odirect': not among" dd "$z" "$n" iflag=odirect
	expect 2 "oflag: 'fullblock': not among" dd "$z" "$n" oflag=fullblock
	expect 2 "conv: 'sync': not among" dd "$z" "$n" conv=sync
	expect 2 "count and size" dd "$z" "$n" count=1 size=512
	expect 2 "size: not a multiple of bs" dd "$z" "$n" size=513
	expect 2 "fsync and fdatasync" dd "$z" "$n" conv=fsync,fdatasync
	expect 2 "format: 'xml': not one of dd, json" dd "$z" "$n" format=xml
	expect 2 "the same file" dd if="$0" of="$0"
	expect 1 "$TMPDIR/missing: open: No such file" dd if="$TMPDIR/missing" "$n"
	expect 1 "record 1: /dev/full: No space left" dd "$z" "$n" count=1 output=/dev/full
	for option in --help --version; do
		if "$BUILD/mdbench" "$option" >/dev/full 2>/dev/null; then
			echo "mdbench $option: no error though nothing was printed"
			FAILED=1
		fi
	done
	exit "$FAILED"
}

main "$@"
