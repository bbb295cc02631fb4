#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Put the tarball of PACKAGE, pinned in sources.lock, into
# $BUILD/cache/sources/: fetch.sh PACKAGE. It is taken from the folder SOURCES
# where the user gives one and it is there, else with apt from the Debian suites
# that the lock names. Nothing gets its final name before its sha256 is right.
set -eu

die() { echo "fetch.sh: $*" >&2; exit 1; }
usage() { echo "usage: fetch.sh PACKAGE" >&2; exit 2; }

# Is FILE there, and is it the one that the lock means?
is_pinned() {
	[ -f "$1" ] && echo "$sha256  $1" | sha256sum -c --status 2>/dev/null
}

# Upstream names its tarballs NAME-VERSION, Debian NAME_VERSION.orig.
take_from_folder() {
	local file
	[ -d "$SOURCES" ] || die "SOURCES=$SOURCES: no such folder"
	for file in "$SOURCES/$tarball" "$SOURCES/$package-$version".t*; do
		[ -f "$file" ] || continue
		if is_pinned "$file"; then
			cp "$file" "$work/$tarball"
			return
		fi
		echo "fetch.sh: warning: $file: not the file that sources.lock pins" >&2
	done
	return 1
}

# The version of the Debian package that carries the tarball; a suite may hold
# more than one.
print_debian_version() {
	apt-cache showsrc --only-source "$package" | awk -v tarball="$tarball" '
		/^Version:/ { found = $2 }
		$NF == tarball && NF == 3 && found != "" { print found; exit }'
}

# The tarball alone: the rest of a source package is not needed, and is missing
# from the archive more often.
take_from_suite() {
	local suite="$1" found
	"$here/apt-private.sh" "$suite" || return 1
	APT_CONFIG=$cache/apt/$suite/apt.conf
	export APT_CONFIG
	found=$(print_debian_version)
	if [ -z "$found" ]; then
		echo "fetch.sh: $suite: does not have $tarball" >&2
		return 1
	fi
	if ! (cd "$work" && apt-get -q source --download-only --tar-only \
		"$package=$found") >"$work/log" 2>&1; then
		grep '^E:' "$work/log" >&2 || tail -n 5 "$work/log" >&2
		return 1
	fi
	is_pinned "$work/$tarball" ||
		die "$tarball: $suite has another file under this name: its sha256 is wrong"
}

take() {
	local suite
	if [ -n "${SOURCES:-}" ] && take_from_folder; then
		return
	fi
	command -v apt-get >/dev/null ||
		die "$tarball: not at hand: put it into a folder and give that as SOURCES=DIR"
	for suite in $suites; do
		if take_from_suite "$suite"; then
			return
		fi
	done
	die "$tarball: could not be fetched: put it into a folder and give that as SOURCES=DIR"
}

main() {
	[ $# -eq 1 ] || usage
	here=$(cd "$(dirname "$0")" && pwd -P)
	mkdir -p "${BUILD:-build}/cache/sources"
	cache=$(cd "${BUILD:-build}/cache" && pwd -P)
	export BUILD="${cache%/cache}"
	while read -r package version tarball sha256 suites; do
		[ "$package" != "$1" ] || break
	done <"$here/sources.lock"
	[ "$package" = "$1" ] || die "$1: not in sources.lock"
	! is_pinned "$cache/sources/$tarball" || return 0
	work=$(mktemp -d "$cache/sources/.fetch.XXXXXX")
	trap 'rm -rf "$work"' EXIT
	trap 'exit 1' HUP INT TERM
	take
	chmod 0644 "$work/$tarball"
	mv "$work/$tarball" "$cache/sources/$tarball"
}

main "$@"
