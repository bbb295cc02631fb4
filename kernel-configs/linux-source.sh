#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# linux-source.sh SUITE VERSION [FRAGMENT...]: builds the linux-source package of
# a Debian suite as build-kernel.sh does and prints the folder in the cache. An
# empty VERSION means the suite's own kernel; else the package's version or the
# start of it, such as 7.2. linux-source.sh --unpack SUITE VERSION DIR lays the
# source in DIR (PATTERNS of tar may say which files). The package is kept in
# the cache, the newest that was asked for of each kernel; the source itself only
# while it is built.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
# Not followed, since it is checked by itself.
# shellcheck source=/dev/null
. "$HERE/lib.sh"

# "PACKAGE VERSION" of all in the lists, newest first.
list_packages()
{
	local names

	names=$(apt-cache pkgnames linux-source- | grep -E '^linux-source-[0-9]+\.[0-9]+$') ||
		return 0
	# Package names hold no spaces.
	# shellcheck disable=SC2086
	apt-cache show $names | awk '
		$1 == "Package:" { name = $2 }
		$1 == "Version:" { print name, $2 }' | sort -u | sort -k2,2Vr
}

# That of the suite's own kernel: what the meta package asks for.
newest_of_meta()
{
	apt-cache show linux-source 2>/dev/null |
		sed -n 's/^Depends: *\(linux-source-[0-9.]*\) (= \([^)]*\)).*/\1 \2/p' |
		sort -k2,2Vr | head -n 1
}

choose_package()
{
	local found

	if [ -z "$VERSION" ]; then
		found=$(newest_of_meta)
		[ -n "$found" ] || found=$(list_packages | head -n 1)
	else
		found=$(list_packages | awk -v want="$VERSION" '
			{ rest = substr($2, length(want) + 1, 1) }
			index($2, want) == 1 && (rest == "" || rest ~ /[-.+~]/) {
				print
				exit
			}')
	fi
	[ -n "$found" ] || die 2 "$SPEC: $SUITE has no such source, the newest it has are" \
		"$(list_packages | sed 's/^[^ ]* //' | head -n 4 | tr '\n' ' ' | sed 's/ $//')"
	printf '%s\n' "$found"
}

# Sets PACKAGE and FOUND, its version, and lets apt know this suite.
find_package()
{
	local apt

	command -v apt-get >/dev/null || die 7 "$SPEC: apt-get: not found, use source:DIR"
	apt=$BUILD/cache/apt/$SUITE
	mkdir -p "$CACHE"
	FORCE=${REFRESH:-} "$HERE/../initramfs/apt-private.sh" "$SUITE" "$apt" >&2 ||
		die 7 "$SPEC: the lists of $SUITE could not be fetched, check the network and apt"
	APT_CONFIG=$(cd "$apt" && pwd -P)/apt.conf
	export APT_CONFIG
	FOUND=$(choose_package) || exit $?
	PACKAGE=${FOUND% *}
	FOUND=${FOUND#* }
}

# Is what was kept what the archive says it is?
is_sound()
{
	local want

	want=$(apt-cache show "$PACKAGE=$FOUND" | sed -n 's/^SHA256: *//p' | head -n 1)
	[ -n "$want" ] && [ "$(sha256sum <"$1" | cut -d ' ' -f 1)" = "$want" ]
}

# Sets DEB, fetched if it is not there. Older ones of the same kernel go.
fetch_package()
{
	local folder

	make_work
	folder=$CACHE/debs
	DEB=$folder/${PACKAGE}_$FOUND.deb
	if [ -s "$DEB" ] && is_sound "$DEB"; then
		mark_used "$DEB"
		return
	fi
	say "$SPEC: fetching $PACKAGE $FOUND"
	(cd "$WORK" && apt-get -q download "$PACKAGE=$FOUND") >"$WORK/apt.log" 2>&1 || {
		grep '^E:' "$WORK/apt.log" | head -n 3 >&2 || true
		die 7 "$SPEC: $PACKAGE $FOUND could not be fetched, check the network and apt"
	}
	mkdir -p "$folder"
	rm -f "$folder/${PACKAGE}"_*.deb
	mv "$WORK/$PACKAGE"_*.deb "$DEB"
	# Its time is the archive's.
	touch "$DEB"
}

# unpack DIR: the source into a new folder.
unpack()
{
	local member

	member=./usr/src/$PACKAGE.tar.xz
	mkdir -p "$1"
	# Patterns are words.
	# shellcheck disable=SC2086
	if ! dpkg-deb --fsys-tarfile "$DEB" | tar -xO "$member" |
		tar -xJ -C "$1" --strip-components=1 --no-same-owner \
			${PATTERNS:+--wildcards} ${PATTERNS-} || [ ! -f "$1/Kconfig" ]; then
		die 7 "$SPEC: $PACKAGE $FOUND holds no $PACKAGE.tar.xz that unpacks"
	fi
}

main()
{
	local mode target version fragments

	mode=build
	if [ "${1-}" = --unpack ]; then
		mode=unpack
		shift
	fi
	if [ $# -lt 2 ] || { [ $mode = unpack ] && [ $# != 3 ]; }; then
		die 2 'linux-source: usage: linux-source.sh SUITE VERSION [FRAGMENT...]' \
			'or --unpack SUITE VERSION DIR'
	fi
	SUITE=$1
	VERSION=$2
	shift 2
	SPEC=source:debian:$SUITE${VERSION:+/$VERSION}
	find_package
	if [ $mode = unpack ]; then
		fetch_package
		unpack "$1"
		printf '%s %s\n' "$PACKAGE" "$FOUND"
		return
	fi
	fragments=$(list_fragments "$@") || exit $?
	version=${PACKAGE#linux-source-}
	# Names of fragments hold no spaces, by the rules of this folder.
	# shellcheck disable=SC2086
	check_fragments "$version" $fragments
	SOURCE_ID="$PACKAGE $FOUND"
	export SOURCE_ID
	target=$("$HERE/build-kernel.sh" --cached '' "$@") || exit $?
	if [ -z "$target" ]; then
		fetch_package
		unpack "$WORK/$PACKAGE"
		target=$("$HERE/build-kernel.sh" "$WORK/$PACKAGE" "$@") || exit $?
	fi
	printf '%s\n' "$target"
}

main "$@"
