#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# This test will have make print the options that it would give to mdlab run and matrix
# and want those that were set, whole, and no others; and each target in make help.
# needs: none
# timeout: 60
set -eu

fail() { echo "FAIL: $*"; exit 1; }

# Options one a line, for the variables given.
print_options() { print_list RUN_OPTIONS "$@"; }

print_list()
{
	local list="$1"

	shift
	# shellcheck disable=SC2016 # variables of make
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL \
		-u KERNELS -u ROUNDS -u GUESTS -u KERNEL -u SUITE -u DISKS -u ACCEL -u MEMORY -u ARGS \
		make --no-print-directory BUILD="$TMPDIR/build" \
		--eval='print-options: ; @for option in $('"$list"'); do echo "$$option"; done' \
		print-options "$@"
}

main()
{
	local target expected

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
	print_list MATRIX_OPTIONS KERNELS="a b's" SUITE=smoke,classic ROUNDS=5 GUESTS=2 JOBS=4 \
		ARGS=--retry=yes >"$TMPDIR/got"
	expected="--kernels=a b's --suite=smoke,classic --rounds=5 --jobs=2 --retry=yes"
	[ "$(paste -s -d ' ' "$TMPDIR/got")" = "$expected" ] ||
		fail "not the options of a matrix that were set: $(cat "$TMPDIR/got")"
	print_list MATRIX_OPTIONS KERNELS="$(printf 'a\n\tb\nc')" >"$TMPDIR/got"
	[ "$(tr -d '\t' <"$TMPDIR/got")" = "--kernels=a b c" ] ||
		fail "kernels a line each: $(cat "$TMPDIR/got")"

	sed -n 's/^\.PHONY: //p' Makefile | tr ' ' '\n' | grep -vx all >"$TMPDIR/targets"
	[ -s "$TMPDIR/targets" ] || fail "the Makefile has no targets"
	while read -r target; do
		grep -q "^	make $target " boot/help.txt || fail "make help: no word of $target"
	done <"$TMPDIR/targets"
}

main "$@"
