#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# build-incremental.sh DIR [FRAGMENT...]: builds the Linux source in DIR as
# build-kernel.sh does, but keeps the folder of the objects in the cache, so that
# the next revision of the same tree compiles only what has changed. For walks
# through a history; what `make kernel` makes never comes from here. Prints the
# folder that holds vmlinuz and release. Nothing in DIR is changed. Exit status 2:
# no revision would do better (no source, no tool, no fragment); 7: this one does
# not configure or build, and the end of the log is printed.
set -eu

HERE=$(cd "$(dirname "$0")" && pwd)
# Not followed, since each is checked by itself.
# shellcheck source=/dev/null
. "$HERE/lib.sh"
# shellcheck source=/dev/null
. "$HERE/kbuild.sh"
JOBS=${JOBS:-$(nproc)}

# One folder of objects for a tree, a set of fragments and a compiler.
# name_folder DIR FILE...
name_folder()
{
	{
		printf '%s\n%s\n' "$1" "$LOCALVERSION"
		shift
		cat "$@"
		gcc -dumpfullversion
		ld -v
	} >"$WORK/key"
	FOLDER=$CACHE/incremental/$(sha256sum <"$WORK/key" | cut -c 1-16)
}

# What the final configuration follows from, besides the fragments.
sum_kconfig()
{
	(
		cd "$1"
		{
			find . -name .git -prune -o -name 'Kconfig*' -type f -print
			find scripts/kconfig kernel/configs arch/x86/configs -type f
			printf '%s\n' Makefile arch/x86/Makefile
		} | LC_ALL=C sort | tr '\n' '\000' | xargs -0 sha256sum
	) | cat "$WORK/key" - "$HERE/kbuild.sh" "$HERE/fragment.awk" | sha256sum
}

# A configuration that stays the same keeps its time, or all would be looked at.
configure()
{
	local source

	source=$1
	shift
	sum_kconfig "$source" >"$WORK/sum"
	if [ -s "$FOLDER/out/.config" ] && cmp -s "$WORK/sum" "$FOLDER/sum"; then
		return
	fi
	rm -f "$FOLDER/sum"
	"$HERE/build-kernel.sh" --config-only "$source" "$@" >"$WORK/config" || exit 7
	if [ ! -s "$FOLDER/out/.config" ] || ! cmp -s "$WORK/config" "$FOLDER/config"; then
		cp "$WORK/config" "$FOLDER/out/.config"
	fi
	mv "$WORK/config" "$FOLDER/config"
	mv "$WORK/sum" "$FOLDER/sum"
}

build()
{
	local source log

	source=$1
	log=$FOLDER/make.log
	rm -f "$FOLDER/vmlinuz" "$FOLDER/release"
	run_make_quiet "$source" "$FOLDER/out" bzImage -j"$JOBS" >"$log" 2>&1 </dev/null || {
		tail -n 20 "$log" >&2
		die 7 "$source: make bzImage failed, the whole log is in $log"
	}
	if ! cp "$FOLDER/out/arch/x86/boot/bzImage" "$FOLDER/vmlinuz.new" ||
		! mv "$FOLDER/vmlinuz.new" "$FOLDER/vmlinuz"; then
		die 2 "$FOLDER: cannot be written, make room"
	fi
	read_release "$FOLDER/vmlinuz" >"$FOLDER/release"
}

main()
{
	local source fragments

	source=${1-}
	[ -n "$source" ] || die 2 'build: usage: build-incremental.sh DIR [FRAGMENT...]'
	shift
	[ -f "$source/Kconfig" ] ||
		die 2 "$source: not a Linux source tree, give the folder with its Kconfig"
	source=$(cd "$source" && pwd -P)
	if [ -e "$source/.config" ] || [ -d "$source/include/config" ]; then
		die 2 "$source: was built in place, which stops a build elsewhere;" \
			"run make mrproper there"
	fi
	require_build_tools 2 flock
	fragments=$(list_fragments "$@") || exit $?
	# Names of fragments hold no spaces, by the rules of this folder.
	# shellcheck disable=SC2086
	set -- $fragments
	# The same release whatever the revision, or all that names it is built anew.
	LOCALVERSION=-mdbench$(list_tags "$@" | LC_ALL=C sort | sed 's/^/-/' | tr -d '\n')
	export PYTHONDONTWRITEBYTECODE=1
	make_work
	# Of trees that nobody walks through any more.
	find "$CACHE/incremental" -mindepth 1 -maxdepth 1 -mtime +30 \
		-exec rm -rf {} + 2>/dev/null || true
	name_folder "$source" "$@"
	mkdir -p "$FOLDER/out" || die 2 "$FOLDER: cannot be made, make room"
	exec 9>"$FOLDER/lock"
	flock -n 9 || die 2 "$source: is being built by another call, wait for its end"
	touch "$FOLDER"
	configure "$source" "$@"
	say "$source: building what has changed"
	build "$source"
	printf '%s\n' "$FOLDER"
}

main "$@"
