#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# build-kernel.sh DIR [FRAGMENT...]: builds the Linux source in DIR, which it
# leaves untouched, as tinyconfig plus fragments (all of them if none is named;
# a name of kernel-configs/ or a file). Prints the folder in the cache that
# holds vmlinuz, config and release; the same source and fragments are built
# once. --config-only prints the final configuration, checked, and stops;
# --cached prints the folder if it is there, and builds nothing.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
# Not followed, since it is checked by itself.
# shellcheck source=/dev/null
. "$HERE/lib.sh"
JOBS=${JOBS:-2}

# Prints the files of the fragments, one a line.
list_fragments()
{
	local name

	if [ $# = 0 ]; then
		find "$HERE" -maxdepth 1 -name '*.config' | LC_ALL=C sort
		return
	fi
	for name; do
		if [ -f "$HERE/$name.config" ]; then
			printf '%s\n' "$HERE/$name.config"
		elif [ -f "$name" ]; then
			printf '%s\n' "$name"
		else
			die 2 "$name: no such fragment, give a file or a name of kernel-configs/*.config"
		fi
	done
}

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

require_tools()
{
	local tool

	for tool in make gcc ld flex bison bc awk; do
		command -v "$tool" >/dev/null ||
			die 7 "build: $tool: not found, install it to build kernels"
	done
	printf '#include <gelf.h>\n' | gcc -E - >/dev/null 2>&1 ||
		die 7 'build: gelf.h: not found, install libelf-dev to build kernels'
}

# Lays the fragments over tinyconfig; a symbol of theirs replaces tinyconfig's.
merge_config()
{
	local source out version

	source=$1
	out=$2
	shift 2
	run_make "$source" "$out" tinyconfig
	version=$(run_make_quiet "$source" "$out" kernelversion | tail -n 1)
	awk -v kernel="$version" -f "$HERE/fragment.awk" "$@" >"$out/requested" || return 1
	awk '
		NR == FNR {
			asked[$1] = 1
			row = $0
			sub(/^[^ ]+ /, "", row)
			sub(/ [^ ]+$/, "", row)
			line[++count] = row == "n" ? "# " $1 " is not set" : $1 "=" row
			next
		}
		/^# CONFIG_/ && $2 in asked { next }
		/^CONFIG_/ && substr($0, 1, index($0, "=") - 1) in asked { next }
		{ print }
		END { for (i = 1; i <= count; i++) print line[i] }
	' "$out/requested" "$out/.config" >"$out/.config.merged"
	mv "$out/.config.merged" "$out/.config"
	run_make "$source" "$out" olddefconfig
	"$HERE/check.sh" "$out/.config" "$@"
}

run_make_quiet()
{
	local source out

	source=$1
	out=$2
	shift 2
	# Nothing of the machine or the moment may reach the bytes of the kernel,
	# nor the options of a make that called.
	unset MAKEFLAGS MFLAGS MAKEOVERRIDES MAKELEVEL
	nice make -s -C "$source" O="$out" ARCH=x86 KBUILD_BUILD_USER=mdbench \
		KBUILD_BUILD_HOST=mdbench KBUILD_BUILD_VERSION=1 \
		KBUILD_BUILD_TIMESTAMP='1970-01-01 00:00:00 UTC' \
		LOCALVERSION=-mdbench "$@"
}

run_make()
{
	local log

	log=$2/make.log
	if ! run_make_quiet "$@" >>"$log" 2>&1; then
		tail -n 20 "$log" >&2
		cp "$log" "$CACHE/failed.log"
		die 7 "$1: make $3 failed, the whole log is in $CACHE/failed.log"
	fi
}

build_kernel()
{
	local source out target

	source=$1
	out=$2
	target=$3
	run_make "$source" "$out" bzImage -j"$JOBS"
	mkdir "$out/result"
	cp "$out/arch/x86/boot/bzImage" "$out/result/vmlinuz"
	cp "$out/.config" "$out/result/config"
	run_make_quiet "$source" "$out" kernelrelease | tail -n 1 >"$out/result/release"
	# Another build of the same may have come first; its product is as good.
	mv -T "$out/result" "$target" 2>/dev/null || [ -s "$target/release" ] ||
		die 7 "$target: cannot be written, make room or remove it"
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
		cat "$@"
		sed '/^[[:space:]]*#/d' "$HERE/build-kernel.sh"
	} | sha256sum | cut -c 1-16
}

main()
{
	local source fragments target mode

	mode=
	case ${1-} in
	--config-only|--cached)
		mode=$1
		shift ;;
	esac
	source=${1-}
	[ $# = 0 ] || shift
	if [ "$mode" != --cached ] || [ -z "${SOURCE_ID-}" ]; then
		[ -n "$source" ] || die 2 'build: usage: build-kernel.sh' \
			'[--config-only | --cached] DIR [FRAGMENT...]'
		[ -f "$source/Kconfig" ] ||
			die 2 "$source: not a Linux source tree, give the folder with its Kconfig"
		source=$(cd "$source" && pwd)
	fi
	require_tools
	fragments=$(list_fragments "$@")
	# Names of fragments hold no spaces, by the rules of this folder.
	# shellcheck disable=SC2086
	set -- $fragments
	target=$(realpath -m "$CACHE")/source-$(name_target "$source" "$@")
	if [ -s "$target/release" ] && [ "$mode" != --config-only ]; then
		printf '%s\n' "$target"
		return
	fi
	[ "$mode" != --cached ] || return 0
	make_work
	say "$source: configuring"
	merge_config "$source" "$WORK" "$@" || exit 7
	if [ "$mode" = --config-only ]; then
		cat "$WORK/.config"
		return
	fi
	say "$source: building, this takes minutes"
	build_kernel "$source" "$WORK" "$target"
	printf '%s\n' "$target"
}

main "$@"
