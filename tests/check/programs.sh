# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# Steps of tests/check.sh that compile, run or hand the sources to another
# program. Each prints what it finds and returns non-zero then.

make_quiet() { make --no-print-directory -k -j"$JOBS" "$@"; }

# Whatever was built apart from the sources under test.
link_parts()
{
	local to="$1" part

	shift
	mkdir -p "$to"
	for part; do
		[ ! -e "$BUILD/$part" ] || ln -sfn "$(readlink -f "$BUILD/$part")" "$to/$part"
	done
}

step_gcc()
{
	link_parts "$CHECK/gcc" cache
	make_quiet BUILD="$CHECK/gcc" CC=gcc CFLAGS='-O2 -g -Werror' check-host check-guest
}

# Debian has no clang for musl: the headers of musl-gcc, and compiling alone.
make_musl_clang()
{
	local cc="$1" headers

	headers=$(musl-gcc -E -v -x c /dev/null 2>&1 |
		sed -n 's|^ \(/[^ ]*musl[^ ]*\)$|\1|p' | head -n 1)
	[ -f "$headers/stdio.h" ] || { echo "the headers of musl are not found"; return 1; }
	mkdir -p "${cc%/*}"
	cat >"$cc.tmp" <<-END_CC
	#!/bin/sh
	exec clang -Qunused-arguments -nostdlibinc -isystem '$headers' "\$@" \\
		-idirafter '$(readlink -f "$BUILD/musl/include")'
	END_CC
	chmod +x "$cc.tmp"
	mv "$cc.tmp" "$cc"
}

step_clang()
{
	link_parts "$CHECK/clang" cache
	make_musl_clang "$CHECK/clang/musl-clang" &&
	make_quiet BUILD="$CHECK/clang" CC=clang CFLAGS='-O2 -g -Werror' \
		MUSL_CC="$CHECK/clang/musl-clang" check-host check-guest
}

step_shell()
{
	local shell file bad=0

	list_shell_files >"$CHECK/shell-files"
	[ -s "$CHECK/shell-files" ] || { echo "no shell files found"; return 1; }
	while read -r shell file; do
		shellcheck -x -s "$shell" "$file" || bad=1
		case $shell in
		sh)
			dash -n "$file" || bad=1
			busybox ash -n "$file" || bad=1 ;;
		*)
			"$shell" -n "$file" || bad=1 ;;
		esac
	done <"$CHECK/shell-files"
	echo "$(wc -l <"$CHECK/shell-files") files"
	return "$bad"
}

# readdir is safe where no two threads read the same stream, as in any libc of
# today.
step_cppcheck()
{
	list_files '*.c' >"$CHECK/c-files"
	cppcheck -q -j "$JOBS" --std=c11 --library=posix,gnu --inline-suppr \
		--enable=warning,portability --error-exitcode=1 \
		--suppress=missingIncludeSystem --suppress=readdirCalled \
		--suppressions-list=tests/check/cppcheck.txt \
		-D_GNU_SOURCE -Ibench -Iresults -Iresults/store -Iresults/compare \
		-Iresults/report -Iboot -Itests/lib \
		--file-list="$CHECK/c-files"
}

# Programs of the host stand in for the appliance's; the initramfs and the
# caches are those that are built.
step_sanitizers()
{
	link_parts "$CHECK/asan" initramfs cache
	export SANITIZE=1
	make_quiet BUILD="$CHECK/asan" CFLAGS='-O1 -g' "$CHECK/asan/mdbench" \
		"$CHECK/asan/mdlab" unit-tests || return 1
	# make test holds the machine to having all that a test needs.
	CI='' UBSAN_OPTIONS=print_stacktrace=1 BUILD="$CHECK/asan" JOBS="$JOBS" \
		tests/run.sh unit/ cli/
}
