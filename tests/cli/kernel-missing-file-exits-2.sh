#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will ask for kernels that cannot be: no such file, a form that is
# wrong, a tree that is not built; each gets status 2 and one line that says so.
# needs: none
# timeout: 30
set -eu

# refuses TEXT SPEC [MODULES]
refuses()
{
	local text status

	text=$1
	shift
	status=0
	kernel-configs/kernel.sh "$@" >"$TMPDIR/out" 2>"$TMPDIR/err" || status=$?
	[ "$status" = 2 ] || { echo "$*: status $status, not 2"; exit 1; }
	[ ! -s "$TMPDIR/out" ] || { echo "$*: printed something"; exit 1; }
	[ "$(wc -l <"$TMPDIR/err")" = 1 ] ||
		{ echo "$*: not one line:"; cat "$TMPDIR/err"; exit 1; }
	grep -q "^mdlab: kernel: .*$text" "$TMPDIR/err" ||
		{ echo "$*: does not say \"$text\":"; cat "$TMPDIR/err"; exit 1; }
}

main()
{
	mkdir "$TMPDIR/tree"
	refuses 'no such file' "$TMPDIR/missing"
	refuses 'no such file' "$TMPDIR/missing.deb"
	refuses 'no arch/x86/boot/bzImage' "$TMPDIR/tree"
	refuses 'not of the form debian:SUITE' debian:
	refuses 'not of the form debian:SUITE' 'debian:../x'
	refuses 'no version after the /' debian:bookworm/
	refuses 'no flavour rt' debian:bookworm:rt
	refuses 'is not a version' 'debian:bookworm/6;1'
	refuses 'not of the form source:DIR' source:
	refuses 'not a Linux source tree' "source:$TMPDIR/tree"
	refuses 'no such option' --unknown
}

main "$@"
