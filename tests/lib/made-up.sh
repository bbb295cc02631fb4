# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# For tests of the runner: make_test NAME NEEDS TIMEOUT writes a test whose body
# is standard input, into a folder of tests made up in TMPDIR; run_made_up runs
# that folder, with its output in $OUT and its exit status in $STATUS.

MADE_UP=$TMPDIR/tests
OUT=$TMPDIR/out
STATUS=0

make_test()
{
	local file="$MADE_UP/$1.sh"

	mkdir -p "${file%/*}"
	{
		echo '#!/bin/sh'
		echo '# This test will do what its maker wants.'
		echo "# needs: $2"
		echo "# timeout: $3"
		cat
	} >"$file"
	chmod +x "$file"
}

run_made_up()
{
	STATUS=0
	TESTS_DIR=$MADE_UP BUILD=$TMPDIR/build tests/run.sh "$@" >"$OUT" 2>&1 || STATUS=$?
}

# expect STATUS LAST-LINE
expect()
{
	if [ "$STATUS" != "$1" ] || [ "$(tail -n 1 "$OUT")" != "$2" ]; then
		echo "exit status $STATUS, wanted $1 with the last line '$2':"
		cat "$OUT"
		exit 1
	fi
}

expect_line()
{
	grep -q "$1" "$OUT" || { echo "no line has '$1':"; cat "$OUT"; exit 1; }
}

expect_no_line()
{
	! grep -q "$1" "$OUT" || { echo "a line has '$1':"; cat "$OUT"; exit 1; }
}
