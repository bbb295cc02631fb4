#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# build-kernel.sh DIR [FRAGMENT...]: builds the Linux source in DIR, which it
# leaves untouched, as tinyconfig plus fragments: names of kernel-configs/ or
# files. Without any, or with variants alone (names of variants/, files with a
# tag), it takes all of the standard set, too. Prints the folder in the cache
# that holds vmlinuz, config and release; the same source and fragments are
# built once. --config-only prints the final configuration, checked, and stops,
# in the folder CONFIGURE_IN if that is given; --cached prints the product's
# folder if it is there, and builds nothing.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
# Not followed, since each is checked by itself.
# shellcheck source=/dev/null
. "$HERE/lib.sh"
# shellcheck source=/dev/null
. "$HERE/kbuild.sh"
JOBS=${JOBS:-2}
RELEASE_MAX=64

# What the source is: the commit where git knows it and nothing is changed,
# else the names, sizes and times of its files.
identify_source()
{
	local commit

	if [ -e "$1/.git" ] && commit=$(git -C "$1" rev-parse HEAD 2>/dev/null) &&
		[ -z "$(git -C "$1" status --porcelain --untracked-files=no 2>/dev/null)" ]; then
		printf '%s\n' "$commit"
		return
	fi
	(cd "$1" && find . -name .git -prune -o -type f -printf '%p %s %T@\n' |
		LC_ALL=C sort | sha256sum)
}

# The folder of the product: the same source, fragments and compiler, the same
# name. SOURCE_ID stands for the source where the caller knows what it is.
name_target()
{
	local source

	source=$1
	shift
	{
		if [ -n "${SOURCE_ID-}" ]; then
			printf '%s\n' "$SOURCE_ID"
		else
			identify_source "$source"
		fi
		gcc -dumpfullversion
		ld -v
		printf '%s\n' "$LOCALVERSION"
		# The order in which they were named changes nothing.
		sed -n '/^CONFIG_/p; /^# CONFIG_.* is not set/p' "$@" | LC_ALL=C sort
		sed '/^[[:space:]]*#/d' "$HERE/kbuild.sh"
	} | sha256sum | cut -c 1-16
}

# The kernel's own check comes after minutes.
check_release_length()
{
	local release

	release=$(run_make_quiet "$1" "$2" kernelrelease | tail -n 1)
	[ "${#release}" -le $RELEASE_MAX ] ||
		die 2 "$release: a release of ${#release} characters, at most $RELEASE_MAX" \
			"are possible: take fewer variants"
}

build_kernel()
{
	local source target

	source=$1
	target=$2
	check_release_length "$source" "$WORK"
	say "$source: building, this takes minutes"
	compile_kernel "$source" "$WORK"
	# Another build of the same may have come first; its product is as good.
	mv -T "$WORK/result" "$target" 2>/dev/null || [ -s "$target/release" ] ||
		die 7 "$target: cannot be written, make room or remove it"
}

# Sets SOURCE to the full name of the folder, unless it is known by its id.
check_source()
{
	if [ "$MODE" = --cached ] && [ -n "${SOURCE_ID-}" ]; then
		return
	fi
	[ -n "$SOURCE" ] || die 2 'build: usage: build-kernel.sh' \
		'[--config-only | --cached] DIR [FRAGMENT...]'
	[ -f "$SOURCE/Kconfig" ] ||
		die 2 "$SOURCE: not a Linux source tree, give the folder with its Kconfig"
	SOURCE=$(cd "$SOURCE" && pwd)
}

# "6.1" of the folder's Makefile.
source_version()
{
	awk '$1 == "VERSION" || $1 == "PATCHLEVEL" { n[$1] = $3 }
		END { print n["VERSION"] "." n["PATCHLEVEL"] }' "$SOURCE/Makefile"
}

main()
{
	local fragments target

	MODE=
	case ${1-} in
	--config-only|--cached)
		MODE=$1
		shift ;;
	esac
	SOURCE=${1-}
	[ $# = 0 ] || shift
	check_source
	require_build_tools 7
	fragments=$(list_fragments "$@") || exit $?
	# Names of fragments hold no spaces, by the rules of this folder.
	# shellcheck disable=SC2086
	set -- $fragments
	LOCALVERSION=-mdbench$(list_tags "$@" | LC_ALL=C sort | sed 's/^/-/' | tr -d '\n')
	if [ "$MODE" = --config-only ] && [ -n "${CONFIGURE_IN-}" ]; then
		mkdir -p "$CONFIGURE_IN"
		WORK=$(cd "$CONFIGURE_IN" && pwd)
	else
		target=$(realpath -m "$CACHE")/source-$(name_target "$SOURCE" "$@")
		if [ -s "$target/release" ] && [ "$MODE" != --config-only ]; then
			printf '%s\n' "$target"
			return
		fi
		[ "$MODE" != --cached ] || return 0
		make_work
	fi
	check_fragments "$(source_version)" "$@"
	say "$SOURCE: configuring $LOCALVERSION"
	merge_config "$SOURCE" "$WORK" "$@" || exit 7
	if [ "$MODE" = --config-only ]; then
		cat "$WORK/.config"
		return
	fi
	build_kernel "$SOURCE" "$target"
	printf '%s\n' "$target"
}

main "$@"
