#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Builds the reference kernel of `make kernel`: Debian's linux-source package
# with all fragments. The source comes through apt and is kept only while it is
# built; the product stays in the cache, where KERNEL=reference finds it.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
# Not followed, since it is checked by itself.
# shellcheck source=/dev/null
. "$HERE/lib.sh"

SUITE=bookworm
PACKAGE=linux-source-6.1

# Points the name "reference" at a product, in one step.
publish()
{
	local target

	target=$1
	make_work
	ln -s "${target##*/}" "$WORK/reference"
	mv -T "$WORK/reference" "$CACHE/reference"
	say "reference: $(cat "$target/release"), $(wc -c <"$target/vmlinuz") bytes"
}

fetch_source()
{
	local archive

	say "reference: fetching $PACKAGE $1"
	(cd "$WORK" && apt-get -q download "$PACKAGE=$1") >"$WORK/apt.log" 2>&1 || {
		grep '^E:' "$WORK/apt.log" | head -n 3 >&2 || true
		die 7 "reference: $PACKAGE $1 could not be fetched, check the network and apt"
	}
	dpkg-deb -x "$WORK/$PACKAGE"_*.deb "$WORK/package"
	archive=$WORK/package/usr/src/$PACKAGE.tar.xz
	[ -r "$archive" ] || die 7 "reference: $PACKAGE $1 holds no $PACKAGE.tar.xz"
	tar -x -f "$archive" -C "$WORK"
	rm -rf "$WORK/package" "$WORK/$PACKAGE"_*.deb
}

main()
{
	local apt version target

	[ $# = 0 ] || die 2 'reference: usage: reference.sh'
	make_work
	apt=$BUILD/cache/apt/$SUITE
	if ! FORCE=${REFRESH:-} "$HERE/../initramfs/apt-private.sh" "$SUITE" "$apt" >&2; then
		[ -s "$CACHE/reference/release" ] ||
			die 7 "reference: the lists of $SUITE could not be fetched," \
				"check the network and apt"
		say "reference: no lists of $SUITE, going on with the cached" \
			"$(cat "$CACHE/reference/release")"
		return
	fi
	APT_CONFIG=$(cd "$apt" && pwd -P)/apt.conf
	export APT_CONFIG
	version=$(apt-cache show "$PACKAGE" | sed -n 's/^Version: //p' | head -n 1)
	[ -n "$version" ] || die 7 "reference: no $PACKAGE in $SUITE, check apt's sources"
	SOURCE_ID="$PACKAGE $version"
	export SOURCE_ID
	target=$("$HERE/build-kernel.sh" --cached)
	if [ -z "$target" ]; then
		fetch_source "$version"
		target=$("$HERE/build-kernel.sh" "$WORK/$PACKAGE") || exit $?
	fi
	publish "$target"
}

main "$@"
