#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will run tests that note their TMPDIR and want two private, empty
# folders that are gone after the run, and no trace of a run that is ended by a
# signal.
# needs: none
# timeout: 60
set -eu
. tests/lib/made-up.sh

notes=$TMPDIR/notes
mkdir "$notes"
for name in one two; do
	# shellcheck disable=SC2016 # expanded in the test made up
	echo '[ -z "$(ls -A "$TMPDIR")" ] || exit 1; touch "$TMPDIR/file"; chmod 500 "$TMPDIR"
		echo "$TMPDIR" >'"$notes/$name" | make_test "cli/$name" none 10
done
run_made_up cli/
expect 0 '2 passed, 0 failed, 0 skipped'
if cmp -s "$notes/one" "$notes/two"; then
	echo "both tests had the folder $(cat "$notes/one")"
	exit 1
fi
for name in one two; do
	read -r folder <"$notes/$name"
	[ ! -e "$folder" ] || { echo "$folder was left"; exit 1; }
done

rm -r "$TMPDIR/tests"
mkfifo "$TMPDIR/begun"
echo "echo >$TMPDIR/begun; exec sleep 1000" | make_test cli/long none 100
place=$TMPDIR/place
mkdir "$place"
export TESTS_DIR="$MADE_UP" BUILD="$TMPDIR/build"
TMPDIR=$place tests/run.sh >"$OUT" 2>&1 &
runner=$!
read -r _ <"$TMPDIR/begun"
kill -TERM $runner
STATUS=0
wait $runner || STATUS=$?
[ "$STATUS" = 143 ] || { echo "ended by TERM with status $STATUS"; cat "$OUT"; exit 1; }
[ -z "$(ls -A "$place")" ] || { echo "files were left:"; ls "$place"; exit 1; }
