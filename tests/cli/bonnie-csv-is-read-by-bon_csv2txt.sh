#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will give the CSV of mdbench bonnie version=2.00 to bonnie++'s own
# bon_csv2txt and want it to find name, size, seeks and the number of files, and
# to print as it does for a line of bonnie++ itself.
# needs: bonnie++
# timeout: 60
set -eu

# What bon_csv2txt makes of a line, figures masked.
shape()
{
	bon_csv2txt <"$1" 2>&1 | sed -E -e 's/[0-9]+(us|ms|s)/T/g' -e 's/\+\+\+\+\+|\+\+\+/N/g' \
		-e 's/ +[0-9.]+[kmg]?( |$)/ N\1/g' -e 's/ +[0-9.]+[kmg]?( |$)/ N\1/g' -e 's/ +/ /g'
}

main()
{
	local user=

	mkdir "$TMPDIR/folder"
	[ "$(id -u)" != 0 ] || user="-u root"
	"$BUILD/mdbench" bonnie path="$TMPDIR/folder" version=2.00 size=4M files=1024 folders=2 \
		fast=yes seeks=1000 name=box format=csv >"$TMPDIR/ours" 2>"$TMPDIR/err" ||
		{ cat "$TMPDIR/err"; exit 1; }
	[ "$(awk -F , '{ print NF }' "$TMPDIR/ours")" = 50 ] ||
		{ echo "not 50 fields: $(cat "$TMPDIR/ours")"; exit 1; }
	# shellcheck disable=SC2086 # two words or none
	bonnie++ $user -d "$TMPDIR/folder" -s 4:8192:1000 -r 0 -n 1:0:0:2 -f -m box -q \
		>"$TMPDIR/theirs" 2>/dev/null
	sed -i -n '/^1\.98,/p' "$TMPDIR/theirs"
	shape "$TMPDIR/theirs" >"$TMPDIR/theirs.shape"
	shape "$TMPDIR/ours" >"$TMPDIR/ours.shape"
	grep -q '^box 4M::1000:5' "$TMPDIR/ours.shape" ||
		{ cat "$TMPDIR/ours.shape"; exit 1; }
	diff -u "$TMPDIR/theirs.shape" "$TMPDIR/ours.shape"
}

main "$@"
