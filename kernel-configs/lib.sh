# SPDX-License-Identifier: GPL-2.0-only
# What the scripts of this folder share: messages, the header of a bzImage, what
# builds need, and the place of the cache. Sourced, with HERE set to this folder.
# shellcheck shell=sh

BUILD=${BUILD:-build}
CACHE=$BUILD/cache/kernels
WORK=
export LC_ALL=C

# die STATUS MESSAGE...
die()
{
	local status

	status=$1
	shift
	printf 'mdlab: kernel: %s\n' "$*" >&2
	exit "$status"
}

say()
{
	printf 'mdlab: kernel: %s\n' "$*" >&2
}

# require_build_tools STATUS [TOOL...]: what a build of Linux takes, and those.
require_build_tools()
{
	local status tool

	status=$1
	shift
	for tool in make gcc ld flex bison bc awk "$@"; do
		command -v "$tool" >/dev/null ||
			die "$status" "build: $tool: not found, install it to build kernels"
	done
	printf '#include <gelf.h>\n' | gcc -E - >/dev/null 2>&1 ||
		die "$status" 'build: gelf.h: not found, install libelf-dev to build kernels'
}

cleanup()
{
	[ -z "$WORK" ] || rm -rf "$WORK"
}

# A private folder in the cache, so that a product moves into place at once.
make_work()
{
	[ -z "$WORK" ] || return 0
	mkdir -p "$CACHE" || die 7 "$CACHE: cannot be made, set BUILD to a folder that can"
	CACHE=$(cd "$CACHE" && pwd -P)
	# What a killed call has left behind: a kernel source is large.
	find "$CACHE" -maxdepth 1 -name '.work.*' -mmin +1440 -exec rm -rf {} + || true
	WORK=$(mktemp -d "$CACHE/.work.XXXXXX") ||
		die 7 "$CACHE: cannot be written, set BUILD to a folder that can"
	trap cleanup EXIT
	trap 'exit 130' INT TERM HUP
}

# It was asked for: prune.sh goes by its time, which an hour more or less serves.
mark_used()
{
	[ -z "$(find "$1" -maxdepth 0 -mmin +60)" ] || touch -c "$1" 2>/dev/null || true
}

# read_bytes FILE OFFSET COUNT: as lower case hexadecimal digits.
read_bytes()
{
	od -An -v -tx1 -j "$2" -N "$3" "$1" 2>/dev/null | tr -d ' \n'
}

# Is FILE an x86 boot image? The boot sector's magic and the header's name.
is_kernel()
{
	[ "$(read_bytes "$1" 510 2)" = 55aa ] && [ "$(read_bytes "$1" 514 4)" = 48647253 ]
}

# What uname -r will say: the first word of the string that the header points to
# (Documentation/arch/x86/boot.rst, kernel_version).
read_release()
{
	local bytes low high

	bytes=$(read_bytes "$1" 526 2)
	low=${bytes%??}
	high=${bytes#??}
	dd if="$1" bs=1 skip=$((0x$high$low + 512)) count=128 2>/dev/null |
		tr '\000' ' ' | cut -d ' ' -f 1 | tr -cd 'A-Za-z0-9._+~-'
}

# The value of "# KEY: value" in the head of a fragment; nothing without it.
fragment_head()
{
	sed -n -e 4q -e "s/^# $2: *//p" "$1"
}

standard_set()
{
	find "$HERE" -maxdepth 1 -name '*.config' | sort
}

# Prints the files of the fragments, one a line: names or files. The standard
# set comes first where none is named, or none but variants.
list_fragments()
{
	local name file files only

	files=
	only=yes
	for name; do
		if [ -f "$HERE/$name.config" ]; then
			file=$HERE/$name.config
		elif [ -f "$HERE/variants/$name.config" ]; then
			file=$HERE/variants/$name.config
		elif [ -f "$name" ]; then
			file=$name
		else
			die 2 "$name: no such fragment, give a file or one of" \
				"mdlab kernels --fragments"
		fi
		[ -n "$(fragment_head "$file" TAG)" ] || only=no
		files="$files$file
"
	done
	[ "$only" = no ] || standard_set
	printf '%s' "$files" | awk '!seen[$0]++'
}

list_tags()
{
	local file

	for file; do
		fragment_head "$file" TAG
	done
}

# check_fragments VERSION FILE...: do they go together, and with this kernel?
check_fragments()
{
	local version

	version=$1
	shift
	awk -v kernel="$version" -f "$HERE/fragment.awk" "$@" >/dev/null || exit 2
}
