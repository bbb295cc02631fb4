#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will have make print the options that it would give to mdlab run and
# want those that were set, whole, and no others; and each target in make help.
# needs: none
# timeout: 60
set -eu

fail() { echo "FAIL: $*"; exit 1; }

# Options one a line, for the variables given.
print_options()
{
	# shellcheck disable=SC2016 # variables of make
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL \
		-u KERNEL -u SUITE -u DISKS -u ACCEL -u MEMORY -u ARGS \
		make --no-print-directory BUILD="$TMPDIR/build" \
		--eval='print-options: ; @for option in $(RUN_OPTIONS); do echo "$$option"; done' \
		print-options "$@"
}

main()
{
	local target

	[ -z "$(print_options)" ] || fail "options though none was set: $(print_options)"
	print_options KERNEL="a b's" DISKS=4x1G,bus=ahci ACCEL=tcg \
		ARGS='--only=x/y --append="quiet mdbench.repeat=3"' >"$TMPDIR/got"
	cat >"$TMPDIR/want" <<-'END_WANT'
	--kernel=a b's
	--disks=4x1G,bus=ahci
	--accel=tcg
	--only=x/y
	--append=quiet mdbench.repeat=3
	END_WANT
	diff "$TMPDIR/want" "$TMPDIR/got" || fail "not the options that were set"

	sed -n 's/^\.PHONY: //p' Makefile | tr ' ' '\n' | grep -vx all >"$TMPDIR/targets"
	[ -s "$TMPDIR/targets" ] || fail "the Makefile has no targets"
	while read -r target; do
		grep -q "^	make $target " boot/help.txt || fail "make help: no word of $target"
	done <"$TMPDIR/targets"
}

main "$@"
