#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will give made-up apt sources, in both forms, to what looks for the
# machine's own entry of Debian's archive, and want that one, for another suite,
# with its keys, and neither a third party's nor one that is turned off.
# needs: none
# timeout: 30
set -eu

bad=0

# expect URI SUFFIX FILE…: the entry found for bookworm has URI; - for none.
expect()
{
	local uri="$1" suffix="$2" found

	shift 2
	found=$(awk -v codename=bookworm -v suffix="$suffix" -v suite="trixie$suffix" \
		-f initramfs/apt-entry.awk "$@" || echo "URIs: -")
	if [ "$(echo "$found" | sed -n 's/^URIs: //p' | sort -u)" != "$uri" ]; then
		printf 'wanted %s %s from %s, got:\n%s\n' "$uri" "$suffix" "$*" "$found"
		bad=1
	fi
	case $uri in -) return ;; esac
	[ "$(echo "$found" | grep -cx "Suites: trixie$suffix")" = 2 ] || bad=1
	[ "$(echo "$found" | grep -cxi 'Signed-By: /keys/debian-archive-keyring.gpg')" = 2 ] ||
		{ echo "no key: $found"; bad=1; }
}

cd "$TMPDIR"
cat >one.list <<'END_LIST'
# deb http://off.example.org/debian bookworm main
deb http://third.example.org/apt bookworm main
  deb [arch=amd64 signed-by=/keys/debian-archive-keyring.gpg] http://a.example.org/pub/debian bookworm main contrib # own
deb [signed-by=/keys/debian-archive-keyring.gpg] http://a.example.org/debian-security bookworm-security main
END_LIST
cat >two.sources <<'END_SOURCES'
Types: deb
Enabled: no
URIs: http://off.example.org/debian
Suites: bookworm
Components: main

Types: deb deb-src
# a remark
URIs: mirror+file:/etc/mirrors/debian.list
Suites: bookworm
 bookworm-updates
Components: main non-free-firmware
Architectures: amd64
Signed-By: /keys/debian-archive-keyring.gpg

Types: deb
URIs: http://third.example.org/tools
Suites: bookworm
Components: main
Signed-By: /keys/third.gpg
END_SOURCES
sed 's/bookworm/stable/' one.list >alias.list
echo 'deb http://third.example.org/node nodistro main' >third.list
cd "$OLDPWD"

expect http://a.example.org/pub/debian "" "$TMPDIR/one.list"
expect http://a.example.org/debian-security -security "$TMPDIR/one.list"
expect mirror+file:/etc/mirrors/debian.list "" "$TMPDIR/two.sources"
expect - -security "$TMPDIR/two.sources"
expect mirror+file:/etc/mirrors/debian.list "" "$TMPDIR/third.list" "$TMPDIR/two.sources"
expect http://a.example.org/pub/debian "" "$TMPDIR/third.list" "$TMPDIR/alias.list"
expect - "" "$TMPDIR/third.list"
# Keys that stand in the entry itself go along, each line of them.
printf 'Types: deb\nURIs: http://b.example.org/debian\nSuites: bookworm\nComponents: main\nSigned-By:\n KEY\n .\n END\n' \
	>"$TMPDIR/key.sources"
[ "$(awk -v codename=bookworm -v suite=sid -f initramfs/apt-entry.awk \
	"$TMPDIR/key.sources" | grep -c '^ KEY$\|^ \.$\|^ END$')" = 6 ] || bad=1
exit $bad
