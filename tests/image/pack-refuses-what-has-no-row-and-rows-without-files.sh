#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will pack made-up folders and want the same bytes for the same files
# whatever their times, modes and links, and a refusal, with nothing written,
# where files and manifest differ.
# needs: none
# timeout: 30
set -eu

fail() { echo "$*" >&2; exit 1; }

# refused WORDS: packing fails, says WORDS and leaves no file.
refused()
{
	if initramfs/pack.sh "$TMPDIR/list" "$TMPDIR/root" "$TMPDIR/out.gz" 2>"$TMPDIR/err"; then
		fail "packed in spite of: $1"
	fi
	grep -qF -- "$1" "$TMPDIR/err" || { cat "$TMPDIR/err"; fail "does not say: $1"; }
	[ ! -e "$TMPDIR/out.gz" ] || fail "left a file: $1"
}

mkdir -p "$TMPDIR/root/bin" "$TMPDIR/again/bin"
echo one | tee "$TMPDIR/root/bin/one" >"$TMPDIR/again/bin/one"
cp "$TMPDIR/root/bin/one" "$TMPDIR/root/bin/two"
ln "$TMPDIR/again/bin/one" "$TMPDIR/again/bin/two"
chmod 0600 "$TMPDIR/again/bin/one"
touch -d 2001-02-03 "$TMPDIR/again/bin" "$TMPDIR/again/bin/one"
cat >"$TMPDIR/list" <<'END_LIST'
#mtree
./bin type=dir mode=0755
./bin/one mode=0755
./bin/two type=file
./null type=char device=native,1,3 mode=0666
END_LIST
initramfs/pack.sh "$TMPDIR/list" "$TMPDIR/root" "$TMPDIR/one.gz"
initramfs/pack.sh "$TMPDIR/list" "$TMPDIR/again" "$TMPDIR/two.gz"
cmp "$TMPDIR/one.gz" "$TMPDIR/two.gz" || fail "the same files give other bytes"
[ "$(gzip -dc "$TMPDIR/two.gz" | bsdtar -xOf - ./bin/two)" = one ] ||
	fail "a linked file lost its content"

echo three >"$TMPDIR/root/bin/three"
refused "./bin/three: in $TMPDIR/root, but has no row"
rm "$TMPDIR/root/bin/three" "$TMPDIR/root/bin/one"
refused "./bin/one: in $TMPDIR/list, but not in"
echo one >"$TMPDIR/root/bin/one"
echo ./bin/one >>"$TMPDIR/list"
refused "./bin/one: more than one row"
