# SPDX-License-Identifier: GPL-2.0-only
# How a kernel is configured and built: with the fragments and the source all
# that makes its bytes. build-kernel.sh names products by this file, too, so
# that what does not change a product stays out of it. Sourced, with HERE and
# lib.sh; LOCALVERSION is set by the caller.
# shellcheck shell=sh

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
		LOCALVERSION="$LOCALVERSION" "$@"
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

# To DIR/result: vmlinuz, config, release.
compile_kernel()
{
	local source out

	source=$1
	out=$2
	run_make "$source" "$out" bzImage -j"$JOBS"
	mkdir "$out/result"
	cp "$out/arch/x86/boot/bzImage" "$out/result/vmlinuz"
	cp "$out/.config" "$out/result/config"
	run_make_quiet "$source" "$out" kernelrelease | tail -n 1 >"$out/result/release"
}
