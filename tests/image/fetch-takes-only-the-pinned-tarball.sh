#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will fetch made-up tarballs from a folder of the user's, without apt
# at hand, and want the pinned one taken under either of its names, and another
# file of that name refused, with nothing left behind.
# needs: none
# timeout: 30
set -eu

fail() { echo "$*" >&2; exit 1; }

mkdir "$TMPDIR/bin" "$TMPDIR/stage" "$TMPDIR/given"
for tool in awk cat chmod cp dirname mkdir mktemp mv rm sha256sum sh; do
	ln -s "$(command -v $tool)" "$TMPDIR/bin/$tool"
done
cp initramfs/fetch.sh "$TMPDIR/stage/"
echo right >"$TMPDIR/right"
sum=$(sha256sum <"$TMPDIR/right")
echo "thing 1.2 thing_1.2.orig.tar.gz ${sum%% *} trixie" >"$TMPDIR/stage/sources.lock"
got=$TMPDIR/build/cache/sources/thing_1.2.orig.tar.gz

fetch()
{
	PATH=$TMPDIR/bin BUILD=$TMPDIR/build SOURCES=$TMPDIR/given \
		"$TMPDIR/stage/fetch.sh" "$1" 2>"$TMPDIR/err"
}

# refused PACKAGE WORDS
refused()
{
	! fetch "$1" || fail "$1: fetched all the same: $2"
	grep -qF -- "$2" "$TMPDIR/err" || { cat "$TMPDIR/err"; fail "does not say: $2"; }
	[ -z "$(find "$TMPDIR/build" -type f)" ] || fail "left files: $2"
}

refused other "other: not in sources.lock"
refused thing "SOURCES=DIR"
echo wrong >"$TMPDIR/given/thing_1.2.orig.tar.gz"
refused thing "not the file that sources.lock pins"
cp "$TMPDIR/right" "$TMPDIR/given/thing-1.2.tar.gz"
fetch thing || { cat "$TMPDIR/err"; fail "upstream's name is not taken"; }
cmp "$TMPDIR/right" "$got"
# A damaged one in the cache is replaced.
echo damaged >"$got"
cp "$TMPDIR/right" "$TMPDIR/given/thing_1.2.orig.tar.gz"
fetch thing || { cat "$TMPDIR/err"; fail "Debian's name is not taken"; }
cmp "$TMPDIR/right" "$got"
